//! Raw tokens to tokens: what a character or a foreign sign was meant to be.
//!
//! Everything that can be said of a token and its neighbours on the line is said here. Comments and empty lines
//! are put aside for the printer. What cannot be made sense of becomes [`Kind::Junk`], about which the grammar
//! says nothing more.

use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, SourceFile, Span};

use super::lexer::{self, Raw, RawToken, SIGNS, is_name_character};
use super::problems::{nearest, uncapitalised};
use super::token::{Aside, Kind, Token};

/// What this pass gives.
pub(super) struct Spelled<'s> {
    /// The tokens in order.
    pub(super) tokens: Vec<Token<'s>>,
    /// Comments and empty lines in order.
    pub(super) asides: Vec<Aside>,
    /// What there is to say.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads the tokens of a file.
pub(super) fn spell(file: &SourceFile, id: FileId) -> Spelled<'_> {
    let text = file.text();
    let raws = lexer::lex(text);
    let mut speller = Speller {
        text,
        id,
        line: Line::default(),
        header: false,
        spelled: Spelled { tokens: Vec::new(), asides: Vec::new(), diagnostics: bad_bytes(file.bad_bytes()) },
        bad_bytes: file.bad_bytes(),
    };
    for (at, raw) in raws.iter().enumerate() {
        speller.read(*raw, &raws[at + 1..]);
    }
    speller.spelled
}

/// One diagnostic for each run of bytes that are no UTF-8.
fn bad_bytes(places: &[Span]) -> Vec<Diagnostic> {
    let mut runs: Vec<Span> = Vec::new();
    for place in places {
        match runs.last_mut() {
            Some(run) if run.end == place.start => run.end = place.end,
            _ => runs.push(*place),
        }
    }
    runs.into_iter()
        .map(|run| {
            Diagnostic::new(
                Code::NotUtf8,
                "a byte that is no UTF-8",
                run,
                "this byte belongs to no character",
            )
            .hint("save the file as UTF-8; an editor offers this as the encoding of the file")
        })
        .collect()
}

/// What has been seen of the line.
#[derive(Default)]
struct Line {
    /// Characters so far.
    column: u32,
    /// A token stands on it already.
    token: bool,
    /// A comment stands on it already.
    comment: bool,
}

struct Speller<'s> {
    text: &'s str,
    id: FileId,
    line: Line,
    /// The line began with a word that a path follows.
    header: bool,
    spelled: Spelled<'s>,
    bad_bytes: &'s [Span],
}

impl<'s> Speller<'s> {
    fn span(&self, raw: RawToken) -> Span {
        Span::new(self.id, raw.start, raw.end)
    }

    fn say(&mut self, diagnostic: Diagnostic) {
        self.spelled.diagnostics.push(diagnostic);
    }

    fn push(&mut self, kind: Kind, text: &'s str, raw: RawToken) {
        let span = self.span(raw);
        let gap = self.spelled.tokens.last().map_or(span.before(), |token| token.span.after());
        let first = !self.line.token;
        self.line.token = true;
        // Behind a comma there may be another path, which one line cannot have.
        self.header =
            kind == Kind::Comma && self.spelled.tokens.last().is_some_and(|last| last.kind == Kind::Path);
        let indent = if first { self.line.column } else { 0 };
        self.spelled.tokens.push(Token { kind, text, span, gap, first, indent });
    }

    fn read(&mut self, raw: RawToken, rest: &[RawToken]) {
        let text = &self.text[raw.start..raw.end];
        match raw.raw {
            Raw::Space => {}
            Raw::Newline => self.newline(raw),
            Raw::Conflict => self.conflict(raw, text),
            Raw::OddSpace => self.odd_space(raw, text),
            Raw::Comment => self.comment(raw, text.trim_end().to_string()),
            Raw::ForeignComment => self.foreign_comment(raw, text),
            Raw::BlockComment => self.block_comment(raw, text, rest),
            Raw::Word => self.word(raw, text),
            Raw::Quoted => self.quoted(raw, text),
            Raw::List => {
                let message = Diagnostic::new(
                    Code::UnknownCharacter,
                    "a list",
                    self.span(raw),
                    "BLANCHE has no lists and no sets",
                );
                self.say(message.hint("an argument is a variable, a constant or a number"));
                self.push(Kind::Junk, text, raw);
            }
            Raw::Sign(at) => self.sign(raw, at, rest),
            Raw::Unknown => self.unknown(raw, text),
        }
        self.line.column += text.chars().count() as u32;
        if raw.raw == Raw::Newline {
            self.line = Line::default();
        }
    }

    fn newline(&mut self, raw: RawToken) {
        if !self.line.token && !self.line.comment {
            self.spelled.asides.push(Aside { span: self.span(raw), comment: None, own_line: true });
        }
        self.header = false;
    }

    fn odd_space(&mut self, raw: RawToken, text: &str) {
        let wide = text.chars().any(char::is_whitespace);
        let name = match text.chars().next() {
            Some('\u{A0}' | '\u{202F}') => "a no-break space",
            Some('\u{FEFF}') => "a byte-order mark inside the file",
            Some(c) if c.is_whitespace() => "not the space that the space bar gives",
            _ => "a character without width",
        };
        let message = Diagnostic::new(
            Code::OddSpace,
            "a space that is no space",
            self.span(raw),
            format!("this is {name} ({})", code_point(text)),
        );
        let fix = if wide { "write a plain space" } else { "take it out" };
        self.say(message.fix(fix, self.span(raw), if wide { " " } else { "" }));
    }

    fn comment(&mut self, raw: RawToken, text: String) {
        let own_line = !self.line.token;
        self.line.comment = true;
        self.spelled.asides.push(Aside { span: self.span(raw), comment: Some(text), own_line });
    }

    /// A line that marks a merge. Both sides are read; of the three marks the first speaks.
    fn conflict(&mut self, raw: RawToken, text: &'s str) {
        if self.line.token {
            self.unknown(raw, text);
        } else if text.starts_with('<') {
            let message = Diagnostic::new(
                Code::UnknownCharacter,
                "a merge that was not finished",
                self.span(raw),
                "from here on the text stands there twice, as two people wrote it",
            );
            self.say(
                message
                    .hint("keep one of the two, and take out the lines `<<<<<<<`, `=======` and `>>>>>>>`"),
            );
        }
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

    fn foreign_comment(&mut self, raw: RawToken, text: &'s str) {
        if self.include(raw, text) {
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

    fn block_comment(&mut self, raw: RawToken, text: &str, rest: &[RawToken]) {
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

    fn word(&mut self, raw: RawToken, written: &'s str) {
        // A byte that is no UTF-8 counts as nothing at the edge of a word; a word with a hole is unreadable.
        let text = written.trim_matches(char::REPLACEMENT_CHARACTER);
        let bad = |speller: &Self| {
            speller.bad_bytes.iter().any(|bad| bad.range().start >= raw.start && bad.range().end <= raw.end)
        };
        if text.len() < written.len() && !bad(self) {
            self.unknown(raw, "\u{FFFD}");
            return;
        }
        let Some(first) = text.chars().next() else { return };
        if text.contains(char::REPLACEMENT_CHARACTER) {
            if !bad(self) {
                self.unknown(raw, "\u{FFFD}");
            } else {
                self.push(Kind::Junk, text, raw);
            }
        } else if first == '_' {
            self.underscore(raw, text);
        } else if text.bytes().all(|b| b.is_ascii_digit()) {
            self.number(raw, text);
        } else if self.header || self.is_path(raw, text) {
            self.push(if first.is_uppercase() { Kind::Variable } else { Kind::Path }, text, raw);
        } else if text.contains(['-', '/']) {
            self.hyphenated(raw, text);
        } else if first.is_uppercase() {
            if text.contains('.') {
                self.dotted_variable(raw, text);
            } else {
                self.push(Kind::Variable, text, raw);
            }
        } else {
            let header = !self.line.token && matches!(text, "use" | "base" | "domain" | "import" | "include");
            self.push(Kind::Name, text, raw);
            self.header = header;
        }
    }

    /// Whether a word with hyphens or slashes stands where only a path could be meant, though the line does not
    /// begin with a word such as `use`: alone, in front of or behind such a word that is misspelt or misplaced, or
    /// behind another path. What is wrong then is said by the grammar.
    fn is_path(&self, raw: RawToken, text: &str) -> bool {
        if !text.contains(['-', '/']) || text.starts_with(char::is_uppercase) {
            return false;
        }
        let header = |word: &str| nearest(word, &["use", "base", "domain"]).is_some();
        if self.line.token {
            return self.spelled.tokens.last().is_some_and(|last| {
                last.kind == Kind::Path || last.kind == Kind::Name && last.first && header(last.text)
            });
        }
        let line = self.text[raw.end..].lines().next().unwrap_or("").trim();
        let next = line.split([' ', '\t', '%']).next().unwrap_or("");
        self.line.column <= 1 && (next.is_empty() || next.contains('/') || header(next))
    }

    fn underscore(&mut self, raw: RawToken, text: &'s str) {
        let message = Diagnostic::new(
            Code::MalformedName,
            "a name that begins with an underscore",
            self.span(raw),
            "a name begins with a letter or a digit",
        );
        let message = message.hint(
            "a variable that is of no further use has an underscore inside or at the end, behind the word for \
             its sort: `Field_`, `Group_1`",
        );
        let name = text.trim_start_matches('_');
        let behind = format!("{name}_");
        self.say(if name.starts_with(char::is_uppercase) && !name.contains(['.', '-', '/']) {
            message.fix(format!("write `{behind}`"), self.span(raw), behind)
        } else {
            message
        });
        self.push(Kind::Junk, text, raw);
    }

    fn number(&mut self, raw: RawToken, text: &'s str) {
        let significant = text.trim_start_matches('0');
        let significant = if significant.is_empty() { &text[text.len() - 1..] } else { significant };
        if significant.parse::<u32>().is_err() {
            let message = Diagnostic::new(
                Code::NumberTooLarge,
                "a number that is too large",
                self.span(raw),
                format!("the largest number is {}", u32::MAX),
            );
            self.say(message);
            self.push(Kind::Junk, text, raw);
            return;
        }
        if significant.len() < text.len() {
            let message = Diagnostic::new(
                Code::LeadingZero,
                "a number with a leading zero",
                self.span(raw),
                format!("`{text}` is the number {significant}"),
            );
            self.say(message.fix(format!("write `{significant}`"), self.span(raw), significant));
        }
        self.push(Kind::Number, significant, raw);
    }

    fn hyphenated(&mut self, raw: RawToken, text: &'s str) {
        let dotted = text.replace(['-', '/'], ".");
        let message = Diagnostic::new(
            Code::MalformedName,
            "a name with a hyphen or a slash",
            self.span(raw),
            "only the names of files and bases may have hyphens and slashes",
        );
        let upper = text.starts_with(char::is_uppercase);
        let better = if upper { dotted.replace('.', "") } else { dotted };
        self.say(message.fix(format!("write `{better}`"), self.span(raw), better));
        self.push(Kind::Junk, text, raw);
    }

    fn dotted_variable(&mut self, raw: RawToken, text: &'s str) {
        let behind = |word: &str| self.spelled.tokens.last().is_some_and(|last| last.first && last.is(word));
        let is_name = behind("rule") || behind("score") || self.text[raw.end..].starts_with('(');
        let (title, better) = if is_name {
            let lower: String = text.split('.').map(uncapitalised).collect::<Vec<_>>().join(".");
            ("a name that begins with a capital", lower)
        } else {
            ("a variable with a dot in its name", text.replace('.', ""))
        };
        let message = Diagnostic::new(
            Code::MalformedName,
            title,
            self.span(raw),
            "only names that begin with a lower-case letter have dots inside",
        );
        self.say(message.fix(format!("write `{better}`"), self.span(raw), better));
        self.push(Kind::Junk, text, raw);
    }

    fn quoted(&mut self, raw: RawToken, text: &'s str) {
        let inner = text.strip_prefix(|_: char| true).unwrap_or(text);
        let inner = inner.strip_suffix(|_: char| true).unwrap_or(inner);
        let is_name = |inner: &str| {
            inner.chars().next().is_some_and(|c| c.is_alphanumeric() && !c.is_uppercase())
                && super::is_name(inner)
                && !inner.contains(char::REPLACEMENT_CHARACTER)
        };
        let name = is_name(inner);
        let span = self.span(raw);
        let title = "a name in quotation marks";
        let path = self.header
            && !inner.is_empty()
            && inner.chars().all(|c| is_name_character(c) || "-/.".contains(c));
        if name || path {
            let kind = if path { Kind::Path } else { Kind::Name };
            let message = Diagnostic::new(Code::OtherSpelling, title, span, "names are written without them");
            self.say(message.fix(format!("write `{inner}`"), span, inner));
            self.push(kind, inner, raw);
        } else {
            let message = Diagnostic::new(Code::UnknownCharacter, title, span, "BLANCHE has no texts");
            let message = message
                .hint("a name begins with a lower-case letter: letters, digits, underscores, dots inside");
            let words: Vec<String> = inner.split_whitespace().map(uncapitalised).collect();
            let joined = words.join(".");
            self.say(if is_name(&joined) {
                message.fix(format!("write `{joined}`"), span, joined)
            } else {
                message
            });
            self.push(Kind::Junk, text, raw);
        }
    }

    fn sign(&mut self, raw: RawToken, at: usize, rest: &[RawToken]) {
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

    fn unknown(&mut self, raw: RawToken, text: &'s str) {
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

/// The words of a foreign comment as a comment of ours.
fn as_comment(words: &str) -> String {
    let words = words.trim().trim_start_matches(['%', '!', '/']).trim_start();
    if words.is_empty() { "%".to_string() } else { format!("% {words}") }
}

/// `U+00A0`: how a character is looked up that cannot be seen.
fn code_point(text: &str) -> String {
    text.chars().next().map_or_else(String::new, |c| format!("U+{:04X}", c as u32))
}
