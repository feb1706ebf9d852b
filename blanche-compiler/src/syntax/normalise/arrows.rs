//! Handles arrows and other signs that may stand for `:-`.

use super::Normaliser;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::syntax::ast::Operator;
use crate::syntax::lexer::{Raw, RawToken, SIGNS};
use crate::syntax::token::{Kind, Token};

/// Whether this is an arrow, which other languages write between a body and its conclusion.
pub(in crate::syntax) fn is_arrow(written: &str) -> bool {
    matches!(written, "->" | "=>" | "→" | "⇒")
}

impl<'s> Normaliser<'s> {
    /// Handles `<-` after a term: a less-than sign and a minus, as in `N <-3` or `N <- M`. Returns `false` if the sign
    /// means something else.
    pub(super) fn less_than_negative(&mut self, raw: RawToken, rest: &[RawToken]) -> bool {
        let spaces = rest.iter().take_while(|next| next.raw == Raw::Space).count();
        let operand = &rest[spaces..];
        let is_operand = self.is_followed_by_number(operand) || self.is_followed_by_variable(operand);
        if !self.is_behind_term() || !is_operand || spaces > 0 && !self.is_in_body() {
            return false;
        }
        let (less, minus) =
            (RawToken { end: raw.start + 1, ..raw }, RawToken { start: raw.start + 1, ..raw });
        if spaces > 0 && self.is_followed_by_number(operand) {
            let whole = self.span(RawToken { end: operand[0].start, ..raw });
            let title = "`<-` between two numbers";
            let label = "this is a less-than sign, and the minus belongs to the number";
            let message = Diagnostic::new(Code::OtherSpelling, title, self.span(raw), label);
            self.say(message.fix("write `< -`", whole, "< -"));
        }
        self.push(Kind::Order(Operator::Less), "<", less);
        self.minus(minus, rest);
        true
    }

    /// Whether a sign that is read as `:-` would be the second one of its item: it is in a body, and no head precedes
    /// it on its line.
    pub(super) fn is_second_denotes(&self) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        let plain = |token: &&Token| token.kind.is_word() || token.kind == Kind::Comma;
        let mut back = line.iter().rev().peekable();
        if back.next_if(|last| last.kind == Kind::Close).is_some() {
            while back.next_if(plain).is_some() {}
            back.next_if(|open| open.kind == Kind::Open);
        }
        let is_name = back.next().is_some_and(|name| name.kind == Kind::Name);
        let begins = back.next().is_none_or(|before| matches!(before.kind, Kind::Dot | Kind::Close));
        self.is_in_body() && !(is_name && begins)
    }

    /// The title and the edit of the fix for an arrow between the body and the head of a derivation on one line. `None`
    /// if the arrow was meant as `:-`, because several literals follow it or because the body may continue on the next
    /// line.
    pub(super) fn reversed_arrow(&self, raw: RawToken) -> Option<(String, Edit)> {
        let first = self
            .normalised
            .tokens
            .get(self.line.start)
            .filter(|first| self.line.token && first.indent == 0)?;
        let before = self.normalised.tokens[..self.line.start].last();
        let goes_on = |last: &Token| matches!(last.kind, Kind::Comma | Kind::Semicolon | Kind::Denotes);
        let is_body = |text: &str| text.ends_with(')') && !text.contains(['%', ':', '>', '→', '⇒', '"']);
        let start = first.span.range().start;
        let body = self.text[start..raw.start].trim();
        let behind = self.text[raw.end..].lines().next()?;
        let head = behind.trim();
        if before.is_some_and(goes_on) || !is_body(body) || !is_body(head) {
            return None;
        }
        let is_one = |text: &str| text.matches('(').count() == 1 && text.starts_with(char::is_lowercase);
        // If only one of the two sides is defined above, that side is the body.
        let is_known = |text: &str| {
            let name = text.split('(').next().unwrap_or(text);
            self.normalised.tokens[..self.line.start].iter().any(|token| token.text == name)
        };
        if is_one(body) && is_known(head) && !is_known(body) {
            return Some(("write `:-`".to_owned(), Edit { span: self.span(raw), text: ":-".to_owned() }));
        }
        if is_one(head) && head.split_once('(').is_some_and(|(name, _)| !name.contains(char::is_whitespace)) {
            let turned = format!("{head} :- {body}");
            let whole = self.span(RawToken { start, end: raw.end + behind.trim_end().len(), ..raw });
            return Some((format!("write `{turned}`"), Edit { span: whole, text: turned }));
        }
        is_one(body).then(|| ("write `:-`".to_owned(), Edit { span: self.span(raw), text: ":-".to_owned() }))
    }

    /// Whether an arrow (or another sign for `:-`) is in the head of a rule or similar item, which ends with `if`.
    pub(super) fn is_arrow_for_if(&self, written: &str) -> bool {
        let denotes = SIGNS.iter().any(|sign| sign.written == written && sign.kind == Kind::Denotes);
        (is_arrow(written) || matches!(written, "<=" | "<==") || denotes) && self.is_in_rule_head()
    }

    /// Whether this sign is between two played variables: `plays Field1 -> Field2 if`.
    pub(super) fn is_between_played(&self, rest: &[RawToken]) -> bool {
        let is_played = self.normalised.tokens[self.line.start..].iter().any(|token| token.is("plays"));
        let mut next = rest.iter().filter(|next| next.raw != Raw::Space);
        let mut next = || next.next().map_or("", |next| &self.text[next.start..next.end]);
        let (variable, behind) = (next(), next());
        let ends = matches!(behind, "if" | "worth" | ",") || is_arrow(behind);
        is_played && self.is_in_rule_head() && variable.starts_with(char::is_uppercase) && ends
    }

    /// Whether the line so far is exactly a predicate with its arguments, and the previous line is complete.
    pub(super) fn is_behind_head(&self) -> bool {
        let (before, line) = self.normalised.tokens.split_at(self.line.start);
        let [name, open, inside @ .., close] = line else { return false };
        let plain = |token: &Token| token.kind.is_word() || token.kind == Kind::Comma;
        let goes_on = |last: &Token| matches!(last.kind, Kind::Comma | Kind::Semicolon | Kind::Denotes);
        !before.last().is_some_and(goes_on)
            && name.indent == 0
            && name.kind == Kind::Name
            && open.kind == Kind::Open
            && close.kind == Kind::Close
            && inside.iter().all(plain)
    }
}
