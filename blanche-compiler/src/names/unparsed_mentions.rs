//! Finds names in text that could not be parsed, where they may have been defined.

use std::cell::{Cell, RefCell};

use blanche_sorted::SortedMap;

/// Maximum number of bytes to search for the unknown names of a program. This is enough to search for a thousand names
/// in a text of 50 kilobytes.
const MAX_SEARCHED_BYTES: usize = 50_000_000;

/// Searches for names in texts. Each name is searched for once, and the result is stored.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    known: RefCell<SortedMap<String, bool>>,
    searched: Cell<usize>,
}

impl Mentions {
    /// Whether one of the texts contains the name. `texts` must be the same in every call. Once the limit of the
    /// search is reached, the answer is `true`, since anything may be defined there.
    pub(crate) fn any(&self, texts: &[&str], name: &str) -> bool {
        if texts.is_empty() {
            return false;
        }
        if let Some(known) = self.known.borrow().get(name) {
            return *known;
        }
        let found = texts.iter().any(|text| {
            self.searched.set(self.searched.get() + text.len());
            self.searched.get() > MAX_SEARCHED_BYTES || mentions(text, name)
        });
        self.known.borrow_mut().insert(name.to_owned(), found);
        found
    }
}

/// Whether a text contains the name as a whole word. A name with dots consists of several words. The name of a variable
/// may follow without a space, in case an opening bracket is missing.
fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(char::is_alphanumeric)
            && !after.starts_with(|c: char| c.is_alphanumeric() && !c.is_uppercase())
    })
}

/// The arities of bracketed argument lists that have no name before them. Brackets that contain other brackets or
/// literals are not counted, because they are bodies. Brackets with adjacent words inside are not counted either,
/// because they are prose.
pub(crate) fn nameless(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('(').filter_map(|(at, _)| {
        let (before, behind) = (text[..at].trim_end(), &text[at + 1..]);
        let inside = &behind[..behind.find(['(', ')', '¬', ';', ':', '\n'])?];
        let is_whole = behind[inside.len()..].starts_with(')');
        let has_name = before.len() == at && before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let has_prose = inside.split(',').any(|argument| argument.split_whitespace().count() > 1);
        (is_whole && !has_name && !has_prose).then(|| inside.split(',').count())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nameless_brackets_have_an_arity_unless_they_hold_prose() {
        let of = |text: &str| nameless(text).collect::<Vec<usize>>();
        assert_eq!(of("rule asks if (Field), p(X), (X, Y_)"), [1, 2]);
        assert_eq!(of("see (the other chapter), (¬p(X)), (p(X))"), [0; 0]);
    }

    #[test]
    fn a_name_is_mentioned_only_before_a_bracket() {
        assert!(mentions("win(Field :- in(Field)", "in") && mentions("white.in (", "in"));
        assert!(mentions("inField) :- near(Field)", "in"), "a bracket is lost");
        assert!(!mentions("rule win for white", "in"));
    }

    #[test]
    fn beyond_the_search_limit_any_name_may_be_mentioned() {
        let text = "win(Field :- in(Field)\n".repeat(1_000);
        let mentions = Mentions::default();
        let name = |at: usize| format!("near{at}");
        assert!(mentions.any(&[&text], "in") && !mentions.any(&[&text], &name(0)));
        assert!(!mentions.any(&[], "in"));
        let last = MAX_SEARCHED_BYTES / text.len();
        assert!((1..=last).any(|at| mentions.any(&[&text], &name(at))));
        assert!(mentions.searched.get() <= MAX_SEARCHED_BYTES + text.len());
        assert!(!mentions.any(&[&text], &name(0)), "what was found out is known");
    }
}
