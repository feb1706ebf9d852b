//! Preserves comments inside text that a fix replaces.

use blanche_sorted::SortedSet;

use super::lexer::{self, Raw, RawToken, is_name_character};
use super::normalise::as_comment;
use crate::diagnostic::{Diagnostic, Edit};
use crate::files::Span;

/// Changes fixes so that they keep the comments between two tokens. If the fix inserts a line break, the comments are
/// converted to `%` comments before it. Otherwise they stay as they are.
pub(super) fn keep_comments(diagnostics: &mut [Diagnostic], text: &str) {
    for message in diagnostics {
        let label = message.label.span;
        for edit in message.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
            if !edit.text.is_empty() && loses_comments(text, edit, label) {
                keep(edit, text);
            }
        }
    }
}

fn keep(edit: &mut Edit, text: &str) {
    let replaced = &text[edit.span.range()];
    let tokens = lexer::lex(replaced);
    let Some(last) = tokens.iter().rposition(|raw| is_comment(*raw)) else { return };
    let has_gap = |raw: &RawToken| is_comment(*raw) || matches!(raw.raw, Raw::Space | Raw::Newline);
    if edit.text.trim().is_empty() && edit.text.contains('\n') {
        let comments = tokens.iter().filter(|raw| is_comment(**raw));
        let lines = comments.flat_map(|raw| inner(&replaced[raw.start..raw.end]).lines());
        let lines: Vec<String> = lines.map(as_comment).collect();
        edit.text = format!(" {}{}", lines.join("\n"), edit.text);
    } else if tokens[..=last].iter().all(has_gap) {
        let behind = tokens[last + 1..].iter().take_while(|raw| has_gap(raw)).last();
        let end = behind.map_or(tokens[last].end, |raw| raw.end);
        let kept = &replaced[..end];
        edit.text += if kept.contains('\n') { kept } else { kept.trim_end() };
    }
}

fn is_comment(raw: RawToken) -> bool {
    matches!(raw.raw, Raw::Comment | Raw::ForeignComment | Raw::BlockComment)
}

/// A comment without its foreign comment signs.
fn inner(comment: &str) -> &str {
    let inner = comment.strip_prefix("/*").map(|inner| inner.strip_suffix("*/").unwrap_or(inner));
    inner.unwrap_or(comment)
}

/// Whether `edit` deletes a comment without writing its words again. A comment at `label` does not count, because the
/// message is about it.
pub(crate) fn loses_comments(text: &str, edit: &Edit, label: Span) -> bool {
    let words = |text: &str| -> SortedSet<String> {
        text.split(|c| !is_name_character(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (replaced, start) = (&text[edit.span.range()], edit.span.range().start);
    if !replaced.contains(['%', '#', '/', '-']) {
        return false;
    }
    let about = label.range();
    let is_told = |raw: &RawToken| {
        label.file == edit.span.file && start + raw.start <= about.start && about.end <= start + raw.end
    };
    let there = words(&edit.text);
    let mut comments = lexer::lex(replaced).into_iter().filter(|raw| is_comment(*raw) && !is_told(raw));
    comments.any(|raw| !words(&replaced[raw.start..raw.end]).is_subset(&there))
}
