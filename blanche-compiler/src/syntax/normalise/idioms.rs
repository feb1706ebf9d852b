//! Reports idioms of other languages between terms, such as Prolog and ASP (answer set programming): ranges, sets,
//! infix words and if-then-else. One message says what to write instead, and the literal is not parsed.

use super::Normaliser;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::syntax::lexer::{Raw, RawToken};
use crate::syntax::token::{Kind, Token};

/// A hint that shows how answers are counted.
const COUNT: &str =
    "write `count X_ (parent(X_, Y)) = N`; `sum`, `min` and `max` are written in the same way";

/// A hint about arithmetic with other operators than `+` and `-`.
pub(super) const NO_ARITHMETIC: &str = "state remainders in facts: `fact odd(1), odd(3)`";

/// The keywords of aggregates.
const AGGREGATES: [&str; 4] = ["count", "sum", "min", "max"];

/// Infix words for arithmetic.
const CALCULATING: [&str; 5] = ["mod", "div", "rem", "xor", "rdiv"];

impl<'s> Normaliser<'s> {
    /// Reports a range in the syntax of another language: `2..4`
    pub(super) fn range(&mut self, raw: RawToken, rest: &[RawToken]) {
        let span = self.span(raw);
        let title = "`..` between two numbers";
        let line = &self.normalised.tokens[self.line.start..];
        if self.line.token && line.first().is_some_and(|first| first.is("sort")) {
            let label = "the numbers of a sort are written with `to`";
            let message = Diagnostic::new(Code::OtherSpelling, title, span, label);
            self.say(message.fix("write `to`", span, " to "));
            self.push(Kind::Name, "to", raw);
            return;
        }
        if !self.literal_has_junk() {
            let label = "there are no ranges in a body";
            let message = Diagnostic::new(Code::OtherSpelling, title, span, label);
            let message = message.hint("for a number between two others, write `2 ≤ N, N ≤ 4`");
            self.say(match self.between(raw, rest) {
                Some((whole, ours)) => message.fix(format!("write `{ours}`"), whole, ours),
                None => message,
            });
        }
        self.push(Kind::Junk, "..", raw);
    }

    /// Converts `N = 2..4` to two comparisons. Returns the span of the original and the replacement.
    fn between(&self, raw: RawToken, rest: &[RawToken]) -> Option<(Span, String)> {
        let high = rest.first().filter(|next| next.raw == Raw::Word && next.start == raw.end)?;
        let [.., before, variable, equals, low] = self.normalised.tokens.as_slice() else { return None };
        let begins = matches!(before.kind, Kind::Comma | Kind::Denotes | Kind::Open | Kind::Semicolon);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let high_text = &self.text[high.start..high.end];
        let is_range = variable.kind == Kind::Variable && equals.kind == Kind::Equals && is_number(low.text);
        if !(begins || before.is("if")) || !is_range || !is_number(high_text) {
            return None;
        }
        let ours = format!("{} ≤ {name}, {name} ≤ {high_text}", low.text, name = variable.text);
        Some((variable.span.to(self.span(*high)), ours))
    }

    /// Whether the current literal contains a junk token.
    pub(super) fn literal_has_junk(&self) -> bool {
        self.literal().any(|token| token.kind == Kind::Junk)
    }

    /// The tokens of the current literal so far, the last one first.
    pub(super) fn literal(&self) -> impl Iterator<Item = &Token<'s>> {
        let ends = |token: &&Token| {
            matches!(token.kind, Kind::Comma | Kind::Denotes | Kind::Semicolon) || token.is("if")
        };
        self.normalised.tokens.iter().rev().take_while(move |token| !ends(token))
    }

    /// Handles an infix word after a variable, as in `X in {a, b}` or `N mod 2`. Returns `false` if the word is not
    /// used in this way.
    pub(super) fn infix(&mut self, raw: RawToken, text: &'s str, rest: &[RawToken]) -> bool {
        let is_behind_variable = self.line.token
            && self.normalised.tokens.last().is_some_and(|last| last.kind == Kind::Variable)
            && self.is_in_body();
        let next =
            rest.iter().find(|next| next.raw != Raw::Space).map(|next| &self.text[next.start..next.end]);
        let goes_on = next.is_some_and(|next| !matches!(next, "\n" | "(" | ","));
        if !is_behind_variable || !goes_on {
            return false;
        }
        let (label, hint) = match text {
            "in" => (
                "a body has no operator for membership",
                "compare numbers, `2 ≤ N, N ≤ 4`; for other values use branches: `(equal(X, a) ; equal(X, b))`",
            ),
            _ if CALCULATING.contains(&text) => {
                ("BLANCHE adds with `+` and subtracts with `-`, and has no other arithmetic", NO_ARITHMETIC)
            }
            _ => return false,
        };
        let title = format!("`{text}` between two terms");
        let message = Diagnostic::new(Code::OtherSpelling, title, self.span(raw), label);
        self.say(message.hint(hint));
        self.push(Kind::Junk, text, raw);
        true
    }

    /// Handles a variable and a separate number, such as `Group 1`. The number may be part of the name or a separate
    /// argument. If a variable with the joined name occurs in the item, the fix writes that name.
    pub(super) fn numbered(&mut self, raw: RawToken, text: &'s str) -> bool {
        let Some(last) = self.normalised.tokens.last().copied() else { return false };
        let gap = &self.text[last.span.range().end.min(raw.start)..raw.start];
        let is_apart = !gap.is_empty() && gap.bytes().all(|byte| byte == b' ' || byte == b'\t');
        if !self.line.token || last.kind != Kind::Variable || !is_apart || !self.is_in_body() {
            return false;
        }
        let joined = format!("{}{text}", last.text);
        let span = last.span.to(self.span(raw));
        let title = "a variable and a number without a comma";
        let label = "the number of a variable is part of its name";
        let message = Diagnostic::new(Code::MalformedName, title, span, label);
        let is_known = |token: &&Token| token.text == joined;
        let item = self.item();
        let message = match item.iter().any(|token| is_known(&token)) {
            true => message.fix(format!("write `{joined}`"), span, joined),
            false => message.hint(format!("write `{joined}` for one variable, or a comma for two arguments")),
        };
        self.say(message);
        self.push(Kind::Junk, text, raw);
        true
    }

    /// The tokens of the current item so far.
    pub(super) fn item(&self) -> &[Token<'s>] {
        let tokens = &self.normalised.tokens;
        let start = tokens.iter().rposition(|token| token.first && token.indent == 0).unwrap_or(0);
        &tokens[start..]
    }

    /// Whether the current position is after `:-` or `if`.
    pub(super) fn is_in_body(&self) -> bool {
        self.item().iter().any(|token| token.kind == Kind::Denotes || token.is("if"))
    }

    /// Whether a sign is between two literals of a body.
    pub(super) fn is_between_literals(&self, raw: RawToken) -> bool {
        let behind = self.text[raw.end..].trim_start_matches([' ', '\t']);
        let is_body = behind.starts_with(|c: char| c.is_lowercase() || c == '¬' || c == '(');
        let last = self.normalised.tokens.last();
        let is_behind = last.is_some_and(|last| last.kind == Kind::Close || last.kind == Kind::Name);
        is_body && is_behind && self.line.token && !behind.starts_with("plays ") && self.is_in_body()
    }

    /// Handles `count{X : parent(X, Y)}`. Returns `false` if the text is something else.
    pub(super) fn counts_in_braces(&mut self, raw: RawToken, text: &'s str) -> bool {
        let Some(word) = self.normalised.tokens.last().filter(|last| AGGREGATES.contains(&last.text)) else {
            return false;
        };
        if !text.starts_with('{') {
            return false;
        }
        let title = format!("`{}{{…}}` of another language", word.text);
        let label = "what is counted goes in round brackets, after its variables";
        let message = Diagnostic::new(Code::OtherSpelling, title, word.span.to(self.span(raw)), label);
        self.say(message.hint(COUNT));
        self.push(Kind::Junk, text, raw);
        true
    }

    /// Handles `#count{X : parent(X, Y)}`, which would otherwise be a comment. Returns `false` if the text is
    /// something else.
    pub(super) fn counts_behind_hash(&mut self, raw: RawToken, text: &'s str) -> bool {
        let Some(behind) = text.strip_prefix('#') else { return false };
        let Some(word) = AGGREGATES.iter().find(|word| behind.starts_with(**word)) else { return false };
        if !self.line.token || !behind[word.len()..].trim_start().starts_with('{') {
            return false;
        }
        let sign = RawToken { end: raw.start + 1 + word.len(), ..raw };
        let title = format!("`#{word}{{…}}` of another language");
        let label = "what is counted goes in round brackets, after its variables";
        let message = Diagnostic::new(Code::OtherSpelling, title, self.span(sign), label);
        self.say(message.hint(COUNT));
        self.push(Kind::Junk, text, raw);
        true
    }
}
