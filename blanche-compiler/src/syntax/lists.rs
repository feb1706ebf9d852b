//! Explains mistakes in the lists of declarations: values of sorts, players, words, and ranges of numbers.

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::spelling::{capitalised, distance_within, word_and_number};

use super::grammar_errors::{Missing, Wanted, is_keyword};
use super::missing_words::would_fit;
use super::token::{Kind, Token};

/// A hint that shows how the numbers of a sort are written.
pub(super) const RANGES: &str = "all numbers from one to another are `0 to 6`, and some of them `0, 6`";

/// Words for `to` in other languages, and words that may mean a range without its last number.
const TO: [&str; 9] = ["to", "til", "till", "until", "upto", "through", "thru", "bis", "tot"];

impl Missing<'_> {
    /// Explains a malformed range of numbers. There is a fix only if the sort consists of two numbers with a misspelling
    /// of `to` between them, or with `to` joined to a number. Another guess might make other lines wrong.
    pub(super) fn range_amiss(&self) -> Option<Diagnostic> {
        let is_comma_wanted = self.wanted.contains(&Wanted::Sign(Kind::Comma));
        if self.item != "sort" || !is_comma_wanted {
            return None;
        }
        let around = || [self.before, Some(self.found), self.next].into_iter().flatten();
        let has_number = around().any(|token| token.kind == Kind::Number);
        let has_to =
            around().any(|token| TO.contains(&token.text) || behind_digits(token).is_some_and(is_near_to));
        let is_number = |token: &Token| token.kind == Kind::Number;
        let is_between = self.before.is_some_and(is_number) && self.next.is_some_and(is_number);
        let is_near = is_between && self.found.kind == Kind::Name && is_near_to(self.found.text);
        if !(has_number && has_to || is_near) {
            return None;
        }
        let message = self.expected("this is not a range of numbers".to_owned()).hint(RANGES);
        if is_near && self.begins_values(2) && self.ends_values(&self.rest[1..]) {
            return Some(message.fix("write `to`", self.found.span, "to"));
        }
        // `0to 120`
        let joined = self.before.filter(|before| behind_digits(before) == Some("to"));
        let is_whole =
            self.found.kind == Kind::Number && self.ends_values(self.rest) && self.begins_values(2);
        Some(match joined.filter(|_| is_whole) {
            Some(joined) => {
                let at = joined.span.range().end - "to".len();
                message.fix("write a space", Span::new(joined.span.file, at, at), " ")
            }
            None => message,
        })
    }

    /// Whether the token at this distance before the token found is the `=` before the values of the sort.
    fn begins_values(&self, distance: usize) -> bool {
        let equals = self.read.len().checked_sub(distance).map(|at| &self.read[at]);
        equals.is_some_and(|token| token.kind == Kind::Equals)
    }

    /// Whether no further value follows.
    fn ends_values(&self, rest: &[Token]) -> bool {
        rest.first().is_none_or(|next| next.kind == Kind::End || is_keyword(next.text))
    }

    /// Explains a missing or misspelt `words` in a declaration of a sort, players or a board. Only `words` is followed by
    /// variables there, so a variable after names shows that the word is missing.
    pub(super) fn words_left_out(&self) -> Option<Diagnostic> {
        let is_list = ["sort", "players", "board"].contains(&self.item);
        let has_words = self.read.iter().chain(self.rest).any(|token| token.is("words"));
        if !is_list || has_words || self.found.is("words") {
            return None;
        }
        let is_variable = |token: &Token| token.kind == Kind::Variable;
        if !self.words.contains(&"words") {
            return self.words_after_comma();
        }
        let replaced = match self.found.kind {
            Kind::Variable => self.found.gap,
            // A word at the place of `words`: `players x, o with Color`.
            Kind::Name if self.next.is_some_and(is_variable) && is_other_word(self.found.text) => {
                self.found.gap.to(self.found.span)
            }
            _ => return None,
        };
        if let Some(message) = self.space_before("words").filter(|_| replaced.start == replaced.end) {
            return Some(message);
        }
        let label = match replaced.start == replaced.end {
            true => "`words` is missing here",
            false => "`words` belongs here",
        };
        let place = if replaced.start == replaced.end { replaced } else { self.found.span };
        let message = Diagnostic::new(Code::Expected, self.title.clone(), place, label);
        Some(message.fix("write `words`", replaced, " words"))
    }

    /// Explains variables after the last comma of a list of names: `sort kind = man, king, Kind`. Either `words` or a
    /// comma is wrong, or the variable is a name with a capital. The name of the sort shows which.
    fn words_after_comma(&self) -> Option<Diagnostic> {
        let comma = self.before.filter(|before| before.kind == Kind::Comma)?;
        let is_name_wanted = self.wanted.iter().any(|one| matches!(one, Wanted::Name(_)));
        let goes_on = |token: &Token| matches!(token.kind, Kind::Variable | Kind::Comma | Kind::End);
        let is_last = self.found.kind == Kind::Variable && self.rest.iter().all(goes_on);
        let has_names = self.read.len().checked_sub(2).is_some_and(|at| self.read[at].kind != Kind::Variable);
        if !is_name_wanted || !is_last || !has_names {
            return None;
        }
        let sort = self.read.get(1).filter(|_| self.item == "sort");
        let is_of_sort =
            sort.is_some_and(|sort| capitalised(sort.text) == word_and_number(self.found.text).0);
        let is_several = self.rest.iter().any(|token| token.kind == Kind::Variable);
        if !(is_of_sort || is_several || self.item == "players") {
            return None;
        }
        let label = "`words` comes before variables, instead of a comma";
        let message = Diagnostic::new(Code::Expected, self.title.clone(), comma.span, label);
        Some(match is_of_sort {
            true => message.fix("write `words`", comma.gap.to(comma.span), " words"),
            false => message.hint("a value begins with a lower-case letter"),
        })
    }

    pub(super) fn comma_left_out(&self) -> Option<Diagnostic> {
        let found = self.found;
        let begins_more = found.kind.is_word() || found.kind == Kind::Open;
        let is_wanted = self.wanted.contains(&Wanted::Sign(Kind::Comma));
        let word_fits = self.words.iter().any(|word| would_fit(word, found, self.next));
        let is_other = is_keyword(found.text) && !found.is("history");
        let is_range = found.kind == Kind::Number && self.words.contains(&"to");
        // A list consists of names or of variables, so a comma between a name and a variable is not missing, except before
        // `history` at the end of the arguments of a state.
        let is_variable = |token: &Token| token.kind == Kind::Variable;
        let is_unlike = self.before.is_some_and(|before| {
            let is_unlike = before.kind.is_word() && is_variable(before) != is_variable(found);
            is_unlike && self.item != "then" && !found.is("history")
        });
        // A keyword directly after a comma was read as an element: `sort kind = man, words Kind`.
        let is_misplaced = self.before.is_some_and(|before| self.words.iter().any(|word| before.is(word)));
        let is_unlike = is_unlike || is_misplaced;
        (is_wanted && !word_fits && begins_more && !is_other && !is_unlike).then(|| match is_range {
            true => {
                let label = "`to` or a comma is missing here";
                let message = Diagnostic::new(
                    Code::MissingComma,
                    "a missing word or a missing comma",
                    found.gap,
                    label,
                );
                message.hint(RANGES)
            }
            false => {
                let label = "a comma is missing here";
                let message = Diagnostic::new(Code::MissingComma, "a missing comma", found.gap, label);
                message.fix("write `,`", found.gap, ",")
            }
        })
    }
}

/// The letters after the digits at the beginning of a word such as `0to`.
fn behind_digits<'s>(token: &Token<'s>) -> Option<&'s str> {
    let letters = token.text.trim_start_matches(|c: char| c.is_ascii_digit());
    (token.kind == Kind::Name && letters.len() < token.text.len()).then_some(letters)
}

/// Whether this word may have been written instead of `words`. It contains no number, and is neither another keyword nor
/// a value that `words` is joined to.
fn is_other_word(word: &str) -> bool {
    !is_keyword(word) && !word.ends_with("words") && word.chars().all(char::is_alphabetic)
}

/// Whether a word may be a misspelling of `to`.
fn is_near_to(word: &str) -> bool {
    distance_within(word, "to", 1).is_some()
}
