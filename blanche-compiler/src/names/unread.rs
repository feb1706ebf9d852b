//! What an item that could not be read may have been meant to be, by its words.

use super::mentions;
use crate::spelling::nearest;
use crate::syntax::{declaration_meant, declaration_words};

/// Whether it begins with something like the name of a predicate, and so lost that name's clause only.
pub(super) fn is_clause(text: &str) -> bool {
    text.starts_with(|c: char| c.is_lowercase()) && text.contains(":-")
}

/// Whether a name that is unknown may be defined by an unread item: in a file that it was to name, in whatever words, as
/// it begins with no other word of the language and has no head; or by itself, where its own name is not there.
pub(super) fn may_define_anything(text: &str) -> bool {
    let word = first_word(text);
    match declaration_words().contains(&word) {
        true => word == "use" || is_nameless(&text[word.len()..]),
        false if is_prose(text) => false,
        false => is_nameless(text) || text.contains('/') || !text.contains('(') && !text.contains(":-"),
    }
}

/// Whether an unread item is plain words: it may have been meant to define the names that stand in it, and nothing else.
pub(super) fn is_prose(text: &str) -> bool {
    declaration_meant(first_word(text)).is_none()
        && !text.contains(['(', ')', '=', ';'])
        && !text.contains(":-")
        && !may_name_file(text)
}

/// Whether an unread item was probably to name a file.
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

/// Whether an unread item was probably to declare a sort, or a file that may declare one.
pub(super) fn may_declare_sort(text: &str) -> bool {
    matches!(declaration_meant(first_word(text)), Some("sort" | "board")) || may_name_file(text)
}

/// The number of arguments of a definition that is there without its name.
pub(super) fn nameless_arity(text: &str) -> Option<usize> {
    mentions::nameless(text).next().filter(|_| is_nameless(text))
}

/// Whether a definition is there without its name.
fn is_nameless(text: &str) -> bool {
    text.trim_start().starts_with('(')
}

/// Whether an unread item begins with a word behind which no predicate is defined.
pub(super) fn defines_nothing(text: &str) -> bool {
    const WORDS: [&str; 3] = ["rule", "score", "export"];
    WORDS.contains(&first_word(text))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}
