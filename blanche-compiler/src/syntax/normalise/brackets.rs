//! Reports mismatched brackets, such as `parent(X, Y]`. One message covers both brackets.

use super::Normaliser;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::syntax::lexer::{Raw, RawToken, SIGNS};
use crate::syntax::token::Kind;

/// Maximum number of raw tokens to search for a closing bracket.
const MAX_DISTANCE: usize = 400;

impl<'s> Normaliser<'s> {
    /// Handles a square or curly bracket whose partner is of another kind or on another line. Returns `false` if it
    /// has no partner.
    pub(super) fn mismatched(&mut self, raw: RawToken, text: &'s str, rest: &[RawToken]) -> bool {
        match text {
            "]" | "}" => self.closes_another(raw, text),
            "[" | "{" => self.opens_another(raw, text, rest),
            _ => false,
        }
    }

    /// Reports a closing bracket of another kind: `parent(X, Y]`
    fn closes_another(&mut self, raw: RawToken, text: &'s str) -> bool {
        if let Some(at) = self.partners.iter().position(|partner| *partner == raw.start) {
            self.partners.swap_remove(at);
            self.push(Kind::Close, ")", raw);
            return true;
        }
        let Some(open) = self.unclosed.last().copied() else { return false };
        let title = format!("`(` that ends with `{text}`");
        let message =
            Diagnostic::new(Code::Unopened, title, self.span(raw), "this bracket is of another kind");
        let message = message.and(self.span(open), "it closes this one");
        self.say(message.fix("write `)`", self.span(raw), ")"));
        self.push(Kind::Close, ")", raw);
        true
    }

    /// Reports an opening bracket whose partner is of another kind or on another line: `parent[X, Y)`
    fn opens_another(&mut self, raw: RawToken, text: &'s str, rest: &[RawToken]) -> bool {
        let Some(close) = self.partner(rest) else { return false };
        let written = &self.text[close.start..close.end];
        let edit = |raw: RawToken, text: &str| Edit { span: self.span(raw), text: text.to_owned() };
        let (title, label, edits) = match written {
            ")" => (
                format!("`{text}` that ends with `)`"),
                "this bracket is of another kind",
                vec![edit(raw, "(")],
            ),
            _ => (
                format!("`{text}` for `(`"),
                "arguments and bodies are written in round brackets",
                vec![edit(raw, "("), edit(close, ")")],
            ),
        };
        let advice = if edits.len() == 1 { "write `(`" } else { "write `(` and `)`" };
        let message = Diagnostic::new(Code::Unopened, title, self.span(raw), label);
        let message = message.and(self.span(close), "it is closed here");
        self.say(message.fixes(advice, edits));
        if written != ")" {
            self.partners.push(close.start);
        }
        self.push(Kind::Open, "(", raw);
        true
    }

    /// The bracket that closes the opening bracket before `rest`, if it is in the same item.
    fn partner(&self, rest: &[RawToken]) -> Option<RawToken> {
        let mut depth = 0_usize;
        for (at, raw) in rest.iter().take(MAX_DISTANCE).enumerate() {
            let text = &self.text[raw.start..raw.end];
            let kind = match raw.raw {
                Raw::Sign(at) => Some(SIGNS[at].kind),
                Raw::Unknown => match text {
                    "[" | "{" => Some(Kind::Open),
                    "]" | "}" => Some(Kind::Close),
                    _ => None,
                },
                // The next item begins at the start of a line, so the search ends there.
                Raw::Newline if rest.get(at + 1).is_none_or(|next| next.raw != Raw::Space) => return None,
                _ => None,
            };
            match kind {
                Some(Kind::Open) => depth += 1,
                Some(Kind::Close) if depth == 0 => return Some(*raw),
                Some(Kind::Close) => depth -= 1,
                _ => {}
            }
        }
        None
    }
}
