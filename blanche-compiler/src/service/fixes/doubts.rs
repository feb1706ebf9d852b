//! Doubts about fixes: whether the errors of a program show that the guess of a fix was wrong.
//!
//! While an item cannot be parsed, checking is silent about everything that depends on it. So the number of errors alone
//! does not show whether a fix does harm: a right fix may uncover errors that were hidden, and a wrong one may cause as
//! many. A hidden error is usually another typing error, for which there is a fix too.

use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::files::Span;
use crate::paths::Programs;
use crate::syntax;

use super::trial::{Phase, item, phase};

/// The keywords of declarations on which the meaning of other lines depends.
const DECLARING: [&str; 7] = ["sort", "board", "players", "state", "extern", "action", "open"];

/// Whether the fix of a syntax error made a wrong guess, judging by the errors that are new after it:
///
/// - It changes a declaration on which other lines depend, and a new error has no fix.
/// - It changes the meaning of the two words beside it, and one of them does not have this meaning. An unknown predicate
///   or file does not count, because it may be missing.
pub(super) fn is_wrong_guess(
    programs: &Programs,
    message: &Diagnostic,
    fresh: &[&(&Diagnostic, Span)],
) -> bool {
    let remains = |error: &Diagnostic| {
        phase(error.code) != Phase::Text && error.fix.as_ref().is_none_or(|fix| fix.on_demand)
    };
    let mut remaining = fresh.iter().filter(|(error, _)| remains(error)).peekable();
    if phase(message.code) != Phase::Text || remaining.peek().is_none() {
        return false;
    }
    let edits = || message.fix.iter().flat_map(|fix| &fix.edits);
    if edits().any(|edit| is_of_declaration(programs, edit)) {
        return true;
    }
    let is_beside = |(error, place): &&&(&Diagnostic, Span)| {
        let touches = |edit: &Edit| {
            let around = with_neighbours(programs, edit.span);
            place.file == around.file && place.start < around.end && around.start < place.end
        };
        !matches!(error.code, Code::UnknownPredicate | Code::UseMissing) && edits().any(touches)
    };
    remaining.any(|one| is_beside(&one))
}

/// Whether an edit changes a declaration on which other lines depend, or makes such a declaration.
fn is_of_declaration(programs: &Programs, edit: &Edit) -> bool {
    let text = programs.project.sources.file(edit.span.file).text();
    let start = item(text, edit.span).start;
    let first = if edit.span.range().start == start && !edit.text.trim().is_empty() {
        edit.text.split_whitespace().next()
    } else {
        text[start..].split_whitespace().next()
    };
    first.is_some_and(|first| DECLARING.contains(&first))
}

/// A span with the token before it and the token after it.
fn with_neighbours(programs: &Programs, span: Span) -> Span {
    let text = programs.project.sources.file(span.file).text();
    let range = span.range();
    let (before, behind) = (text[..range.start].trim_end(), text[range.end..].trim_start());
    let start = before.len() - token_length(before.chars().rev());
    let end = text.len() - behind.len() + token_length(behind.chars());
    Span::new(span.file, start, end)
}

/// The length in bytes of the token that begins with the first of these characters: a word or a sign.
fn token_length(characters: impl Iterator<Item = char> + Clone) -> usize {
    let word: usize = characters.clone().take_while(|c| is_part(*c)).map(char::len_utf8).sum();
    let sign = || characters.take(1).map(char::len_utf8).sum();
    if word > 0 { word } else { sign() }
}

/// Whether a character is part of a name.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// Whether a fix renames an unknown name, although a line that may declare this very name cannot be parsed. The name is
/// then known as soon as that line is corrected.
pub(super) fn renames_declared(programs: &Programs, message: &Diagnostic, found: &[&Diagnostic]) -> bool {
    let sources = &programs.project.sources;
    let edits = message.fix.iter().filter(|_| phase(message.code) == Phase::Names).flat_map(|fix| &fix.edits);
    let names: Vec<&str> =
        edits.map(|edit| sources.text(edit.span)).filter(|name| syntax::is_name(name)).collect();
    let is_unread = |one: &&&Diagnostic| one.severity == Severity::Error && phase(one.code) == Phase::Text;
    !names.is_empty()
        && found.iter().filter(is_unread).any(|error| {
            let place = error.label.span;
            let Some(file) = sources.get(place.file) else { return false };
            let range = item(file.text(), place);
            let item = &file.text()[range.start..range.end.min(file.text().len())];
            item.lines().any(|line| names.iter().any(|name| may_declare(line, name)))
        })
}

/// Whether a line that cannot be parsed may be meant as the declaration of a name. The name may be joined to the word
/// before it, or split.
fn may_declare(line: &str, name: &str) -> bool {
    let indent = line.len() - line.trim_start().len();
    let begins = syntax::declaration_words().iter().any(|word| line.trim_start().starts_with(word));
    let head = line.split(['(', '[', '{', '%', ':']).next().unwrap_or_default();
    let head: String = head.chars().filter(|c| is_part(*c)).collect();
    (indent <= 1 || begins) && (head.ends_with(name) || name.len() > 2 && head.contains(name))
}

/// Whether fixing a syntax error in a sort declaration would turn a neighbouring word into a value of the sort. An
/// unknown constant of the program would then be taken for a misspelling of that value, although the sort declaration
/// may be the mistake.
pub(super) fn is_doubtful_value(programs: &Programs, message: &Diagnostic, after: &[Diagnostic]) -> bool {
    let edits = message.fix.iter().filter(|_| phase(message.code) == Phase::Text).flat_map(|fix| &fix.edits);
    edits.into_iter().any(|edit| {
        let text = programs.project.sources.file(edit.span.file).text();
        let range = edit.span.range();
        let mut words = text[item(text, edit.span).start..].split_whitespace();
        let (Some("sort"), Some(sort)) = (words.next(), words.next()) else { return false };
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let (before, behind) = (text[..range.start].trim_end(), text[range.end..].trim_start());
        let before = before.rsplit(|c| !is_part(c)).next().unwrap_or_default();
        let behind = behind.split(|c| !is_part(c)).next().unwrap_or_default();
        let of_sort = format!("of `{sort}`");
        let writes = |one: &Diagnostic| {
            let edits = one.fix.iter().filter(|fix| !fix.on_demand).flat_map(|fix| &fix.edits);
            edits
                .into_iter()
                .any(|edit| !edit.text.is_empty() && [before, behind].contains(&edit.text.as_str()))
        };
        after
            .iter()
            .any(|one| one.code == Code::UnknownConstant && one.title.ends_with(&of_sort) && writes(one))
    })
}
