//! Recognises broken lines: items with a line break in the middle and no indentation after it, as produced by programs
//! that wrap long lines.

use super::super::token::{Kind, Token};
use super::item_scanner::ItemScanner;
use super::{EFFECTS, declares, holds_denotes, lacks};

/// The keywords that begin items without a body, each with the keywords that may follow inside such an item.
const DECLARED: &[(&str, &[&str])] = &[
    ("sort", &["to", "of", "like", "words", "part", "playable"]),
    ("board", &["by", "hexagonal", "dark", "like", "numbered", "row", "on", "top", "words"]),
    ("symmetry", &["with", "colours"]),
    ("extern", &["asks", "gives", "tests", "a", "set", "of", "about", "in"]),
    ("action", &["growing"]),
    ("players", &["words"]),
    ("state", &["one", "history"]),
    ("drawn", &["as"]),
    ("facts", &["from"]),
    ("export", &["for"]),
];

/// The keywords that can be the last word of an item without a body.
const LAST: &[&str] =
    &["playable", "hexagonal", "dark", "numbered", "top", "colours", "growing", "history", "tests"];

/// The keywords of items that consist only of a keyword and a path.
pub(super) const PATH_KEYWORDS: &[&str] = &["use", "base", "domain"];

/// The keywords of items in which an atom may follow the keyword.
const WITH_ATOMS: &[&str] = &["fact", "state", "start", "extern", "action", "open", "export", "drawn"];

/// The keywords of aggregates.
const AGGREGATES: &[&str] = &["count", "sum", "min", "max"];

impl ItemScanner<'_, '_> {
    /// Whether this token, the first of an unindented line, belongs to the previous line. This is so if the item cannot
    /// end with that line.
    pub(super) fn is_broken(&self, at: usize) -> bool {
        let (last, token) = (&self.tokens[at - 1], &self.tokens[at]);
        let begins = declares(self.tokens, at) || holds_denotes(self.tokens, at);
        if self.is_indented(at) || self.is_behind_comment(at) || self.depth > 0 {
            return false;
        }
        if self.is_symmetry_broken(at) || self.body && !begins && self.is_literal_broken(at) {
            return true;
        }
        if begins && !EFFECTS.contains(&token.text) || !(token.kind.is_word() || token.kind == Kind::Minus) {
            return false;
        }
        if let Some(part) = self.parts.last() {
            let next_opens = self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Open);
            return at == self.start + part + 1
                && EFFECTS.contains(&last.text)
                && next_opens != last.is("then");
        }
        if self.body || !declares(self.tokens, self.start) || begins {
            return false;
        }
        if at == self.start + 1 {
            return self.is_word_broken_off(at);
        }
        lacks(&self.tokens[at..]).is_none() && (self.demands_more(at - 1) || self.is_inside(token, at))
    }

    /// Whether a line break inside `up to symmetry` precedes this token.
    fn is_symmetry_broken(&self, at: usize) -> bool {
        let Some(part) = self.parts.last().map(|part| self.start + part) else { return false };
        let word = ["up", "to", "symmetry"].get(at - part);
        self.tokens[part].is("up") && word.is_some_and(|word| self.tokens[at].is(word))
    }

    /// Whether the line break is after `after`, or after the keyword or the variable of an aggregate.
    fn is_literal_broken(&self, at: usize) -> bool {
        let (last, token) = (&self.tokens[at - 1], &self.tokens[at]);
        let next_opens = self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Open);
        let begins = |token: &Token| AGGREGATES.iter().any(|word| token.is(word));
        match token.kind {
            Kind::Variable => next_opens && begins(last),
            Kind::Name => next_opens && last.is("after"),
            Kind::Open => last.kind == Kind::Variable && begins(&self.tokens[at - 2]),
            _ => false,
        }
    }

    /// Whether the keyword of the item is alone on its line, and the current line may be the rest of the item.
    fn is_word_broken_off(&self, at: usize) -> bool {
        let word = self.tokens[self.start].text;
        let next = self.tokens.get(at + 1).filter(|next| !next.first);
        let opens = next.is_some_and(|next| next.kind == Kind::Open);
        let fits = match word {
            "library" => false,
            word if PATH_KEYWORDS.contains(&word) => next.is_none() && self.tokens[at].kind != Kind::Variable,
            word => !opens || WITH_ATOMS.contains(&word),
        };
        let lacking = lacks(&self.tokens[at..]);
        let is_same = |lacking: &str| match lacking {
            "extern" => ["extern", "action", "open"].contains(&word),
            "sort" | "use" => word == lacking,
            _ => self.has_name(),
        };
        fits && lacking.is_none_or(is_same)
    }

    /// Whether this token is a keyword inside a head or declaration after which another token is required.
    fn demands_more(&self, at: usize) -> bool {
        let (before, last) = (&self.tokens[at - 1], &self.tokens[at]);
        let is_name = at == self.start + 1 && !self.is_of("claims") && !self.is_of("margin");
        let is_listed = matches!(before.kind, Kind::Comma | Kind::Equals);
        !is_name && !is_listed && !LAST.contains(&last.text) && self.has_inside(last)
    }

    /// Whether this is a keyword inside the current item, and does not begin an item itself.
    fn is_inside(&self, token: &Token, at: usize) -> bool {
        let next = self.tokens.get(at + 1).filter(|next| !next.first);
        let goes_on = next.is_some_and(|next| next.kind.is_word() || next.kind == Kind::Minus);
        let is_last = LAST.contains(&token.text) && next.is_none();
        (goes_on || is_last) && self.has_inside(token)
    }

    fn has_inside(&self, token: &Token) -> bool {
        let declared = || DECLARED.iter().find(|(word, _)| self.is_of(word)).map(|(_, words)| *words);
        let words = self.headed().or_else(declared).unwrap_or_default();
        let plays = self.has_name() && token.is("plays");
        plays || words.iter().any(|word| token.is(word))
    }
}
