//! Signs: ours, those of other languages, and characters that mean nothing here.

use super::{Speller, code_point};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::lexer::{Raw, RawToken, SIGNS};
use crate::syntax::token::{Kind, Token};

impl<'s> Speller<'s> {
    pub(super) fn sign(&mut self, raw: RawToken, at: usize, rest: &[RawToken]) {
        let sign = &SIGNS[at];
        let arrow = sign.written == "<=" && self.is_behind_head();
        if sign.kind == Kind::Junk && !arrow {
            self.unknown(raw, sign.written);
            return;
        }
        let (kind, ours) = if arrow { (Kind::Denotes, Some(":-")) } else { (sign.kind, sign.ours) };
        let Some(ours) = ours else {
            self.push(sign.kind, sign.written, raw);
            return;
        };
        let span = self.span(raw);
        if self.is_minus(sign.written, rest) {
            let message =
                Diagnostic::new(Code::BadWeight, "a weight below 0", span, "a weight is not negative");
            self.say(message.hint(
                "what is bad for a player is written as a score for the other one, with the two weights exchanged",
            ));
            return;
        }
        if sign.kind == Kind::Not {
            self.foreign_not(raw, sign.written, rest);
            return;
        }
        let meaning = match kind {
            Kind::Comma => "*and* is written `,`",
            Kind::Semicolon => "*or* is written `;`",
            Kind::Denotes => "a head and its body are joined by `:-`",
            _ => "here it is written otherwise",
        };
        let title = format!("`{}` for `{ours}`", sign.written);
        let message = Diagnostic::new(Code::OtherSpelling, title, span, meaning);
        self.say(message.fix(format!("write `{ours}`"), span, ours));
        self.push(kind, ours, raw);
    }

    /// Whether the line so far is a predicate with its arguments, and nothing else.
    fn is_behind_head(&self) -> bool {
        let line = self.spelled.tokens.iter().rposition(|token| token.first);
        let line = line.filter(|_| self.line.token).map_or(&[][..], |at| &self.spelled.tokens[at..]);
        let [name, open, inside @ .., close] = line else { return false };
        let plain = |token: &Token| token.kind.is_word() || token.kind == Kind::Comma;
        name.indent == 0
            && name.kind == Kind::Name
            && open.kind == Kind::Open
            && close.kind == Kind::Close
            && inside.iter().all(plain)
    }

    /// A minus in front of the number of a weight.
    fn is_minus(&self, written: &str, rest: &[RawToken]) -> bool {
        let weighs = |word: &str| matches!(word, "attacking" | "defending");
        let number = |next: &RawToken| {
            next.raw == Raw::Word && self.text[next.start..next.end].bytes().all(|b| b.is_ascii_digit())
        };
        matches!(written, "-" | "–" | "−")
            && self.line.token
            && self.spelled.tokens.last().is_some_and(|last| weighs(last.text))
            && rest.iter().find(|next| next.raw != Raw::Space).is_some_and(number)
    }

    /// A sign for *not* in front of something that can be denied; otherwise something else was meant.
    fn foreign_not(&mut self, raw: RawToken, written: &'s str, rest: &[RawToken]) {
        let span = self.span(raw);
        let next = rest.iter().find(|next| !matches!(next.raw, Raw::Space | Raw::OddSpace));
        let denies = next.is_some_and(|next| match next.raw {
            Raw::Word => true,
            Raw::Sign(at) => matches!(SIGNS[at].kind, Kind::Open | Kind::Not),
            _ => false,
        });
        let behind_word = self.line.token
            && self
                .spelled
                .tokens
                .last()
                .is_some_and(|last| matches!(last.kind, Kind::Variable | Kind::Number));
        if denies && !behind_word {
            let message = Diagnostic::new(
                Code::NotSpelling,
                format!("`{written}` for `¬`"),
                span,
                "*not* is written `¬`, or `not`",
            );
            self.say(message.fix("write `¬`", span, "¬"));
            self.push(Kind::Not, "¬", raw);
        } else if written == "!" {
            let message = Diagnostic::new(Code::UnknownCharacter, "a cut", span, "BLANCHE has no cut");
            self.say(
                message
                    .hint("the order of literals and clauses changes no answer, so there is nothing to cut"),
            );
            self.push(Kind::Junk, written, raw);
        } else {
            self.unknown(raw, written);
        }
    }

    pub(super) fn unknown(&mut self, raw: RawToken, text: &'s str) {
        let label = match text {
            "+" | "-" | "*" | "/" | "^" | "–" | "−" => "BLANCHE does not calculate".to_string(),
            "?-" => "a file has no questions in it; `blanche query FILE SENTENCE` asks one".to_string(),
            "->" | "=>" | "→" | "⇒" => {
                "what follows from a sentence stands in front of it: `head :- body`".to_string()
            }
            "<" | ">" | "≤" | "≥" | "<=" | "=<" | ">=" => {
                "BLANCHE does not compare; `equal(X, Y)` and its denial are all there is".to_string()
            }
            "∃" | "∀" => {
                "BLANCHE has no such sign: a variable with an underscore stands for whatever there is, as in \
                          `parent(X, Y_)`, and *all* is written `¬(…, ¬…)`"
                    .to_string()
            }
            "`" => "BLANCHE has no such sign; if it fences a program in another text, take that line out"
                .to_string(),
            "'" | "\"" | "“" | "”" | "‘" | "’" | "„" => {
                "this quotation mark is not closed on its line, and names need none".to_string()
            }
            _ => format!("`{text}` ({}) has no meaning here", code_point(text)),
        };
        let title = if text.len() > 1 && text.is_ascii() { "a sign" } else { "a character" };
        let title = format!("{title} that has no meaning here");
        let message = Diagnostic::new(Code::UnknownCharacter, title, self.span(raw), label);
        // Of several in a row the first one is enough.
        let joined = self
            .spelled
            .tokens
            .last()
            .is_some_and(|last| last.kind == Kind::Junk && last.span.range().end == raw.start);
        if !joined {
            self.say(message);
        }
        self.push(Kind::Junk, text, raw);
    }
}
