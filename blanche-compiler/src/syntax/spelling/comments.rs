//! Comments, and those of other languages.

use super::Speller;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::syntax::lexer::{Raw, RawToken, is_name_character};
use crate::syntax::token::{Aside, Kind};

impl<'s> Speller<'s> {
    pub(super) fn comment(&mut self, raw: RawToken, text: String) {
        let own_line = !self.line.token;
        self.line.comment = true;
        self.spelled.asides.push(Aside { span: self.span(raw), comment: Some(text), own_line });
    }

    /// `#include "family/people"` of C, which is read as what was meant.
    fn include(&mut self, raw: RawToken, text: &'s str) -> bool {
        let Some(rest) = ["#include", "#import", "#use"].iter().find_map(|word| text.strip_prefix(word))
        else {
            return false;
        };
        let path = rest.trim().trim_matches(['"', '\'', '<', '>']);
        let path = path.strip_suffix(".blanche").unwrap_or(path);
        let is_path = !path.is_empty() && path.chars().all(|c| is_name_character(c) || "-/".contains(c));
        if self.line.token || !is_path {
            return false;
        }
        let word = text.split([' ', '"', '<']).next().unwrap_or(text);
        let (title, span) = (format!("`{word}` for `use`"), self.span(raw));
        let message = Diagnostic::new(Code::OtherSpelling, title, span, "a file is used by its path");
        self.say(message.fix(format!("write `use {path}`"), span, format!("use {path}")));
        self.push(Kind::Name, "use", raw);
        self.push(Kind::Path, path, raw);
        true
    }

    pub(super) fn foreign_comment(&mut self, raw: RawToken, text: &'s str) {
        if self.include(raw, text) || self.counts_behind_hash(raw, text) {
            return;
        }
        if self.is_drawn() {
            // What stands behind the sign on the line is not read.
            let sign = RawToken { end: raw.start + 1, ..raw };
            self.unknown(sign, &text[..1]);
            return;
        }
        let sign = if text.starts_with('#') { "#" } else { &text[..2] };
        let comment = as_comment(&text[sign.len()..]);
        let place = Span::new(self.id, raw.start, raw.start + sign.len());
        let message = Diagnostic::new(
            Code::OtherSpelling,
            format!("a comment that begins with `{sign}`"),
            place,
            "here a comment begins with `%`",
        );
        self.say(message.fix("write `%`", self.span(raw), comment.clone()));
        self.comment(raw, comment);
    }

    pub(super) fn block_comment(&mut self, raw: RawToken, text: &str, rest: &[RawToken]) {
        let place = Span::new(self.id, raw.start, raw.start + 2);
        let mut message = Diagnostic::new(
            Code::OtherSpelling,
            "a comment that begins with `/*`",
            place,
            "here a comment begins with `%` and ends with its line",
        );
        let inner = text.strip_prefix("/*").unwrap_or(text);
        let inner = inner.strip_suffix("*/").unwrap_or(inner);
        let lines: Vec<String> = inner.lines().map(as_comment).collect();
        let last_of_line = rest
            .iter()
            .find(|next| !matches!(next.raw, Raw::Space))
            .is_none_or(|next| next.raw == Raw::Newline);
        if last_of_line {
            message = message.fix("write `%`", self.span(raw), lines.join("\n"));
        } else {
            message = message.hint("write `%` and put what follows the comment on the next line");
        }
        self.say(message);
        for line in lines {
            self.comment(raw, line);
        }
    }
}

/// The words of a foreign comment as a comment of ours.
fn as_comment(words: &str) -> String {
    let words = words.trim().trim_start_matches(['%', '!', '/']).trim_start();
    if words.is_empty() { "%".to_string() } else { format!("% {words}") }
}
