//! Recognises prose: the lines of a comment whose `%` is missing.

use super::super::grammar_errors::is_keyword;
use super::super::token::{Kind, Token};
use super::{DECLARATIONS, declares};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;

/// Minimum number of consecutive words without keywords that makes a line prose. No valid item has this number of such
/// words in a row.
const WORDS: usize = 3;

/// The end of the line of prose that begins at `start`; `None` if the line is not prose.
pub(super) fn end_of_prose(tokens: &[Token], start: usize, text: &str) -> Option<usize> {
    let line = tokens[start + 1..].iter().take_while(|token| !token.first).count();
    let end = start + 1 + line;
    is_prose(&tokens[start..end], declares(tokens, start), text).then_some(end)
}

fn is_prose(line: &[Token], declares: bool, text: &str) -> bool {
    let is_code = |at: usize| {
        let (before, token) = (&line[at - 1], &line[at]);
        let is_glued = token.kind == Kind::Open && before.span.end == token.span.start;
        let denies =
            token.kind == Kind::Not && line.get(at + 1).is_some_and(|next| next.gap.end == next.span.start);
        is_glued || denies || matches!(token.kind, Kind::Denotes | Kind::Equals)
    };
    if !line[0].kind.is_word() || line[0].kind == Kind::Path || (1..line.len()).any(is_code) {
        return false;
    }
    let ends = line.last().is_some_and(|last| last.kind == Kind::Dot);
    let words = line.iter().filter(|token| token.kind.is_word()).count();
    match line {
        _ if declares => ends && longest_run(&line[1..]) >= WORDS,
        // The line is either a fact in the syntax of Prolog, or the last word of a comment.
        [_, _] => ends && is_behind_comment(&line[0], text),
        _ => longest_run(line) >= WORDS || ends && words > 1,
    }
}

/// The length of the longest sequence of words that are not keywords.
fn longest_run(line: &[Token]) -> usize {
    let (mut longest, mut run) = (0, 0);
    for (at, token) in line.iter().enumerate() {
        let is_plain = matches!(token.kind, Kind::Name | Kind::Variable) && !is_keyword(token.text);
        let is_first = at == 0 && DECLARATIONS.contains(&token.text);
        run = if is_plain && !is_first { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Whether the line before this token is a comment.
fn is_behind_comment(first: &Token, text: &str) -> bool {
    let above = text[..first.span.range().start].trim_end_matches([' ', '\t']);
    let line = above.strip_suffix('\n').and_then(|above| above.lines().next_back());
    line.is_some_and(|line| line.trim_start().starts_with('%'))
}

/// The message about a line of prose.
pub(super) fn prose(place: Span) -> Diagnostic {
    let label = "a comment line begins with `%`, or with `%%` before the item that it explains";
    Diagnostic::new(Code::NoItem, "prose outside a comment", place, label)
}
