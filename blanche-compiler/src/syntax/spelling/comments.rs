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

    /// `use family//people`: what begins a comment elsewhere stands inside a path. `false` where it does not.
    fn goes_on_with_path(&mut self, raw: RawToken, text: &'s str) -> bool {
        let first = self.spelled.tokens.get(self.line.start);
        let begins = text.starts_with("//") && first.is_some_and(|first| first.is("use"));
        let path =
            self.spelled.tokens.last().filter(|last| {
                self.line.token && last.kind == Kind::Path && last.span.range().end == raw.start
            });
        let goes_on = |c: char| is_name_character(c) || "-/.".contains(c);
        let more = text.find(|c| !goes_on(c)).unwrap_or(text.len());
        let behind = text[more..].trim_start();
        let Some(path) =
            path.filter(|_| begins && more > 2 && (behind.is_empty() || behind.starts_with('%')))
        else {
            return false;
        };
        let whole = RawToken { start: path.span.range().start, end: raw.start + more, ..raw };
        let written = &self.text[whole.start..whole.end];
        self.spelled.tokens.pop();
        // The grammar says how it is written.
        self.push(Kind::Path, written, whole);
        if !behind.is_empty() {
            let comment = RawToken { start: raw.end - behind.len(), ..raw };
            self.comment(comment, behind.trim_end().to_string());
        }
        true
    }

    pub(super) fn foreign_comment(&mut self, raw: RawToken, text: &'s str) {
        if self.include(raw, text) || self.counts_behind_hash(raw, text) || self.goes_on_with_path(raw, text)
        {
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
        let Some(inner) = text.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/")) else {
            return self.open_comment(raw);
        };
        let message = self.says_block_comment("a comment that begins with `/*`", raw);
        let lines: Vec<String> = inner.lines().map(as_comment).collect();
        let mut behind = rest.iter().filter(|next| !matches!(next.raw, Raw::Space));
        self.say(match behind.next().is_none_or(|next| next.raw == Raw::Newline) {
            true => message.fix("write `%`", self.span(raw), lines.join("\n")),
            false => message.hint("write `%` and put what follows the comment on the next line"),
        });
        for line in lines {
            self.comment(raw, line);
        }
    }

    /// `/*` without `*/` behind it: a comment where it begins a line. Elsewhere what follows may be code too.
    fn open_comment(&mut self, raw: RawToken) {
        let message = self.says_block_comment("a comment that begins with `/*` and is not closed", raw);
        if self.line.token {
            self.say(message.hint("no `*/` follows: what is the comment?"));
            self.push(Kind::Junk, "/*", raw);
            return;
        }
        let end = self.text[raw.start..].find('\n').map_or(self.text.len(), |at| raw.start + at);
        let whole = RawToken { end, ..raw };
        let comment = as_comment(&self.text[raw.end..end]);
        self.say(message.fix("write `%`", self.span(whole), comment.clone()));
        self.comment(whole, comment);
        self.read_to = end;
    }

    fn says_block_comment(&self, title: &str, raw: RawToken) -> Diagnostic {
        let place = Span::new(self.id, raw.start, raw.start + 2);
        Diagnostic::new(
            Code::OtherSpelling,
            title,
            place,
            "here a comment begins with `%` and ends with its line",
        )
    }
}

/// The words of a foreign comment as a comment of ours.
fn as_comment(words: &str) -> String {
    let words = words.trim().trim_start_matches(['%', '!', '/']).trim_start();
    if words.is_empty() { "%".to_string() } else { format!("% {words}") }
}
