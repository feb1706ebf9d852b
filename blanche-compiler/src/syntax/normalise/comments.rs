//! Handles comments, including comments in the syntax of other languages.

use super::Normaliser;
use super::idioms::NO_ARITHMETIC;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::syntax::lexer::{self, Raw, RawToken, is_name_character};
use crate::syntax::token::{Comment, Kind, Token};

/// Maximum number of foreign comment signs to skip in a line. The rest of the line is lexed again after each sign.
const MAX_SIGNS: usize = 50;

impl<'s> Normaliser<'s> {
    pub(super) fn comment(&mut self, raw: RawToken, text: String) {
        let own_line = !self.line.token;
        self.line.comment = true;
        self.normalised.comments.push(Comment { span: self.span(raw), text: Some(text), own_line });
    }

    /// Parses `#include "family/people"`, as C writes it, as a `use`.
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

    /// Handles `use family//people`, where a foreign comment sign occurs inside a path. Returns `false` if this is
    /// not the case.
    fn goes_on_with_path(&mut self, raw: RawToken, text: &'s str) -> bool {
        let first = self.normalised.tokens.get(self.line.start);
        let begins = text.starts_with("//") && first.is_some_and(|first| first.is("use"));
        let path =
            self.normalised.tokens.last().filter(|last| {
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
        self.normalised.tokens.pop();
        // The mistake is left to the grammar, which reports the path.
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
            // The sign was meant as the letter in a drawing. The rest of the line is ignored.
            let length = text.chars().next().map_or(0, char::len_utf8);
            self.unknown(RawToken { end: raw.start + length, ..raw }, &text[..length]);
            return;
        }
        let sign = sign_of(text);
        if self.may_hide_code(raw, text, sign) {
            return self.code_behind_sign(raw, text);
        }
        let comment = as_comment(text[sign.len()..].trim_end().trim_end_matches("-->"));
        let place = Span::new(self.id, raw.start, raw.start + sign.len());
        let message = Diagnostic::new(
            Code::OtherSpelling,
            format!("a comment that begins with `{sign}`"),
            place,
            "a comment begins with `%` here",
        );
        let is_whole = sign != "<!--" || text.find("-->").is_some_and(|at| text[at + 3..].trim().is_empty());
        self.say(match is_whole {
            true => message.fix("write `%`", self.span(raw), comment.clone()),
            false => message.hint("write `%` before each line of the comment, and nowhere else"),
        });
        self.comment(raw, comment);
    }

    /// Whether the text after a foreign comment sign may be code, which would be lost silently as a comment. The text
    /// is code if it closes a bracket, begins with a comma or a semicolon, or is the second operand of an operator.
    fn may_hide_code(&self, raw: RawToken, text: &str, sign: &str) -> bool {
        let words = text[sign.len()..].split('%').next().unwrap_or_default();
        let is_in_brackets = !self.unclosed.is_empty();
        // Brackets that are one token are lexed separately from the text after them.
        let is_cut = self.text[raw.end..].chars().next().is_some_and(|next| next != '\n');
        if is_cut || is_in_brackets && closes_more(words) {
            return true;
        }
        let Some(last) = self.normalised.tokens.last().filter(|_| self.line.token) else { return false };
        let is_joined = last.span.range().end == raw.start;
        let words = words.trim();
        if words.starts_with([',', ';', ')']) {
            return true;
        }
        let goes_on = text[sign.len()..].starts_with(|c: char| !c.is_whitespace());
        let may_go_on = last.kind.is_word() || matches!(last.kind, Kind::Colon | Kind::Junk);
        let is_operation = || {
            let end = words.find(|c| !is_name_character(c)).unwrap_or(words.len());
            let (term, behind) = words.split_at(end);
            let is_term = term.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            let behind = behind.trim_start();
            is_term
                && (behind.is_empty()
                    || behind.starts_with([',', ';', '<', '>', '=', '≤', '≥', '≠', '+', '-']))
        };
        let is_behind_term = matches!(last.kind, Kind::Variable | Kind::Number) && self.is_in_body();
        let is_code = || is_operation() || begins_comparison(text);
        is_joined && goes_on && may_go_on || is_behind_term && is_code()
    }

    /// Handles `%` as the sign for a remainder, as in `M = N % 2`, where it begins a comment. Returns `false` if the
    /// comment is more than a term, or there is no comparison.
    pub(super) fn remainder(&mut self, raw: RawToken, text: &'s str) -> bool {
        let Some(behind) = text.strip_prefix('%') else { return false };
        let words = behind.trim();
        let end = words.find(|c| !is_name_character(c)).unwrap_or(words.len());
        let (term, more) = words.split_at(end);
        let more = more.trim_start();
        let compares = |c: char| "=<>≤≥≠".contains(c);
        let is_term = !term.is_empty()
            && (term.chars().all(|c| c.is_ascii_digit())
                || self.item().iter().any(|token| token.kind == Kind::Variable && token.text == term));
        let ends_literal = more.is_empty() || more.starts_with([',', ';']) || more.starts_with(compares);
        let last = self.normalised.tokens.last();
        let is_behind_term = last.is_some_and(|last| matches!(last.kind, Kind::Variable | Kind::Number));
        let is_compared =
            || more.starts_with(compares) || self.literal().any(|token| token.kind.operator().is_some());
        let is_body = self.line.token && is_behind_term && self.is_in_body();
        if !(is_body && is_term && ends_literal && is_compared()) {
            return false;
        }
        let place = RawToken { end: raw.start + 1, ..raw };
        let label = "`%` begins a comment, so what follows it is not read";
        let message = Diagnostic::new(Code::OtherSpelling, "`%` between two terms", self.span(place), label);
        self.say(message.hint(NO_ARITHMETIC));
        self.push(Kind::Junk, text, raw);
        true
    }

    /// Reports a foreign comment sign inside an item as meaningless, and parses the text after it.
    fn code_behind_sign(&mut self, raw: RawToken, text: &'s str) {
        let place = RawToken { end: raw.start + sign_of(text).len(), ..raw };
        if !begins_comparison(text) {
            let title = "a symbol that has no meaning here";
            let label = "what follows it on the line may be code, so it does not begin a comment";
            let message = Diagnostic::new(Code::UnknownCharacter, title, self.span(place), label);
            self.say(message.hint("a comment begins with `%` and ends with its line"));
        }
        let column = self.line.column;
        let mut start = raw.start;
        for _ in 0..MAX_SIGNS {
            let sign = sign_of(&self.text[start..raw.end]);
            let place = RawToken { start, end: start + sign.len(), ..raw };
            if begins_comparison(&self.text[start..raw.end]) {
                let (title, label) = ("`#` before a comparison", "the comparison is written without `#`");
                let message = Diagnostic::new(Code::OtherSpelling, title, self.span(place), label);
                self.say(message.fix("remove it", self.span(place), ""));
            } else {
                self.push(Kind::Junk, sign, place);
            }
            start += sign.len();
            let at = start;
            let mut behind = lexer::lex(&self.text[at..raw.end]);
            behind.iter_mut().for_each(|next| (next.start, next.end) = (next.start + at, next.end + at));
            let next = behind.iter().position(|next| next.raw == Raw::ForeignComment);
            let read = next.unwrap_or(behind.len());
            for (at, inner) in behind[..read].iter().enumerate() {
                self.read(*inner, &behind[at + 1..]);
            }
            match next {
                Some(next) => start = behind[next].start,
                None => {
                    self.line.column = column;
                    return;
                }
            }
        }
        self.push(Kind::Junk, &self.text[start..raw.end], RawToken { start, ..raw });
        self.line.column = column;
    }

    pub(super) fn block_comment(&mut self, raw: RawToken, text: &str) {
        let Some(inner) = text.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/")) else {
            return self.open_comment(raw);
        };
        let message = self.says_block_comment("a comment that begins with `/*`", raw);
        let lines: Vec<String> = inner.lines().map(as_comment).collect();
        let behind = self.text[raw.end..].trim_start_matches([' ', '\t', '\r']);
        let is_last = behind.is_empty() || behind.starts_with('\n');
        self.say(if is_last {
            message.fix("write `%`", self.span(raw), lines.join("\n"))
        } else if self.may_begin_line() {
            // What follows the comment goes on the next line, with the same indentation.
            let indent = &self.text[..raw.start];
            let indent = &indent[indent.rfind('\n').map_or(0, |end| end + 1)..];
            let whole = RawToken { end: self.text.len() - behind.len(), ..raw };
            let separate: String = lines.iter().map(|line| format!("{line}\n{indent}")).collect();
            message.fix("write `%`", self.span(whole), separate)
        } else {
            message.hint("write `%` and put what follows the comment on the next line")
        });
        for line in lines {
            self.comment(raw, line);
        }
    }

    /// Whether what follows a comment may be moved to the next line. So the comment is alone before it, and it begins an
    /// item or continues after a comma or a similar sign.
    fn may_begin_line(&self) -> bool {
        let continues =
            |last: &Token| matches!(last.kind, Kind::Comma | Kind::Semicolon | Kind::Denotes | Kind::Open);
        let last = self.normalised.tokens.last();
        let is_alone = !self.line.token && !self.line.comment;
        is_alone && (self.line.column == 0 || last.is_some_and(continues))
    }

    /// Handles `/*` without `*/`. At the beginning of a line it begins a comment. Elsewhere the following text may be
    /// code.
    fn open_comment(&mut self, raw: RawToken) {
        let message = self.says_block_comment("a comment that begins with `/*` and is not closed", raw);
        let end = self.text[raw.start..].find('\n').map_or(self.text.len(), |at| raw.start + at);
        let closes = !self.unclosed.is_empty() && closes_more(&self.text[raw.end..end]);
        if self.line.token || closes {
            self.say(message.hint("no `*/` follows: what is the comment?"));
            self.push(Kind::Junk, "/*", raw);
            return;
        }
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
            "a comment begins with `%` and ends with its line here",
        )
    }
}

/// Whether a text begins with `#` and a sign that compares, as the comparisons of Prolog's library clpfd do.
fn begins_comparison(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|behind| behind.starts_with(['=', '<', '>', '\\']))
}

/// The sign at the beginning of a foreign comment.
fn sign_of(text: &str) -> &str {
    let sign = ["//", "<!--"].into_iter().find(|sign| text.starts_with(sign));
    let dashes = || text.char_indices().take(2).map(|(at, dash)| at + dash.len_utf8()).last();
    match sign {
        Some(sign) => sign,
        None if text.starts_with(lexer::is_dash) => &text[..dashes().unwrap_or(text.len())],
        None => &text[..1],
    }
}

/// Whether a text closes more brackets than it opens.
fn closes_more(text: &str) -> bool {
    let mut open = 0_i64;
    text.chars().any(|c| {
        open += match c {
            '(' | '[' | '{' | '（' => 1,
            ')' | ']' | '}' | '）' => -1,
            _ => 0,
        };
        open < 0
    })
}

/// Converts the text of a foreign comment to a comment of BLANCHE. If the text is a doc comment, a query or a
/// suppression, it keeps this meaning.
pub(in crate::syntax) fn as_comment(words: &str) -> String {
    let words = words.trim();
    if ["%%", "%?", "%=", "%!"].iter().any(|sign| words.starts_with(sign)) {
        return words.to_string();
    }
    let words = words.trim_start_matches(['%', '!', '/']).trim_start();
    if words.is_empty() { "%".to_string() } else { format!("% {words}") }
}
