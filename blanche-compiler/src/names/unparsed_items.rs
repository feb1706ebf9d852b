//! Guesses what an item that could not be parsed was meant to be, judging by its words.

use super::unparsed_mentions;
use crate::spelling::nearest;
use crate::syntax::{declaration_meant, declaration_words};

/// Whether the text begins like a predicate and contains `:-`. If so, only a clause of that predicate was lost.
pub(super) fn is_clause(text: &str) -> bool {
    text.starts_with(|c: char| c.is_lowercase()) && text.contains(":-")
}

/// Whether the text may define any unknown name. This is so if it may name a file whose definitions are unknown, or if
/// it may be a definition whose name is missing.
pub(super) fn may_define_anything(text: &str) -> bool {
    let word = first_word(text);
    match declaration_words().contains(&word) {
        true => word == "use" || is_nameless(&text[word.len()..]),
        false if is_prose(text) => false,
        false => is_nameless(text) || text.contains('/') || !text.contains('(') && !text.contains(":-"),
    }
}

/// Whether the text is prose. Prose can only have been meant to define names that occur in it.
pub(super) fn is_prose(text: &str) -> bool {
    declaration_meant(first_word(text)).is_none()
        && !text.contains(['(', ')', '=', ';'])
        && !text.contains(":-")
        && !may_name_file(text)
}

/// Whether the text was probably meant to name a file.
pub(super) fn may_name_file(text: &str) -> bool {
    let word = first_word(text);
    if declaration_words().contains(&word) {
        return word == "use";
    }
    let is_path = |word: &str| {
        word.split_once('/').is_some_and(|(folder, file)| !folder.is_empty() && !file.is_empty())
    };
    nearest(word, ["use"]).is_some() || text.split_whitespace().take(2).any(is_path)
}

/// Whether the text was probably meant to declare a sort, or to name a file that may declare one.
pub(super) fn may_declare_sort(text: &str) -> bool {
    matches!(declaration_meant(first_word(text)), Some("sort" | "board")) || may_name_file(text)
}

/// The arity of a definition whose name is missing.
pub(super) fn nameless_arity(text: &str) -> Option<usize> {
    unparsed_mentions::nameless(text).next().filter(|_| is_nameless(text))
}

/// Whether the text is a definition whose name is missing.
fn is_nameless(text: &str) -> bool {
    text.trim_start().starts_with('(')
}

/// Whether the text begins with a keyword after which no predicate is defined.
pub(super) fn defines_nothing(text: &str) -> bool {
    const WORDS: [&str; 3] = ["rule", "score", "export"];
    WORDS.contains(&first_word(text))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}
