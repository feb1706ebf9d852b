//! Converts raw tokens to tokens: decides what a character or foreign sign was meant to be.
//!
//! Every mistake that is visible from a token and its neighbours on the line is reported here. Comments and empty lines
//! are set aside for the printer. Text without a meaning becomes a token of kind [`Kind::Junk`], for which the grammar
//! does not report another problem.
//!
//! This file contains the state of the current line and handles white space. `words`, `signs` (with `arrows`) and
//! `comments` handle the other raw tokens. `idioms` handles phrases of other languages between terms, `brackets`
//! mismatched brackets, and `misleading_text` text that editors display misleadingly.

mod arrows;
mod brackets;
mod comments;
mod idioms;
mod misleading_text;
mod signs;
mod words;

pub(super) use self::arrows::is_arrow;
pub(super) use self::comments::as_comment;
pub(crate) use self::words::IN_QUOTATION_MARKS;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, SourceFile, Span};

use super::lexer::{self, Raw, RawToken};
use super::token::{Comment, Kind, Token};

/// The result of this pass.
pub(super) struct NormalisedTokens<'s> {
    /// The tokens, in order.
    pub(super) tokens: Vec<Token<'s>>,
    /// The comments and empty lines, in order.
    pub(super) comments: Vec<Comment>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Converts the text of a file to tokens.
pub(super) fn normalise(file: &SourceFile, id: FileId) -> NormalisedTokens<'_> {
    let text = file.text();
    let raws = lexer::lex(text);
    let mut normaliser = Normaliser {
        text,
        id,
        line: Line::default(),
        header: false,
        opened: Vec::new(),
        unclosed: Vec::new(),
        partners: Vec::new(),
        behind_arguments: false,
        read_to: 0,
        closes: None,
        closing: None,
        premise: None,
        is_one_line: false,
        normalised: NormalisedTokens {
            tokens: Vec::new(),
            comments: Vec::new(),
            diagnostics: bad_bytes(file.bad_bytes()),
        },
        bad_bytes: file.bad_bytes(),
    };
    normaliser.is_one_line = normaliser.lines_end_with_returns();
    for (at, raw) in raws.iter().enumerate() {
        normaliser.read(*raw, &raws[at + 1..]);
    }
    normaliser.names_that_look_alike();
    normaliser.normalised
}

/// One diagnostic for each run of invalid UTF-8 bytes.
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
                "a byte that is not UTF-8",
                run,
                "this byte is not part of a character",
            )
            .hint("save the file as UTF-8; an editor offers this as the encoding of the file")
        })
        .collect()
}

/// The state of the current line.
#[derive(Default)]
struct Line {
    /// Number of characters of the line so far.
    column: u32,
    /// Whether the line has a token already.
    token: bool,
    /// Whether the line has a comment already.
    comment: bool,
    /// The index of the first token of the line. If the line has no token yet, it is the number of all tokens so far.
    start: usize,
}

struct Normaliser<'s> {
    text: &'s str,
    id: FileId,
    line: Line,
    /// Whether the line began with a keyword that a path follows.
    header: bool,
    /// For each open bracket, whether it contains arguments.
    opened: Vec<bool>,
    /// The open brackets of the current item.
    unclosed: Vec<RawToken>,
    /// The start offsets of closing brackets that were reported together with an opening bracket of another kind.
    partners: Vec<usize>,
    /// Whether the last token closes arguments.
    behind_arguments: bool,
    /// Raw tokens that begin before this offset have been handled already.
    read_to: usize,
    /// The offset of the closing brace around a premise, if it was reported together with its opening brace.
    closes: Option<usize>,
    /// All closing braces after the first brace that was examined, computed once so that each lookup is fast.
    closing: Option<Vec<RawToken>>,
    /// Whether the `if` of the current rule has been seen; `None` outside rules.
    premise: Option<bool>,
    /// Whether it has been reported that all lines of the file end with a carriage return alone.
    is_one_line: bool,
    normalised: NormalisedTokens<'s>,
    bad_bytes: &'s [Span],
}

impl<'s> Normaliser<'s> {
    fn span(&self, raw: RawToken) -> Span {
        Span::new(self.id, raw.start, raw.end)
    }

    fn say(&mut self, diagnostic: Diagnostic) {
        self.normalised.diagnostics.push(diagnostic);
    }

    fn push(&mut self, kind: Kind, text: &'s str, raw: RawToken) {
        let span = self.span(raw);
        let gap = self.normalised.tokens.last().map_or(span.before(), |token| token.span.after());
        let first = !self.line.token;
        self.line.token = true;
        if first && self.line.column == 0 {
            self.unclosed.clear();
        }
        match kind {
            Kind::Open => self.unclosed.push(raw),
            Kind::Close => drop(self.unclosed.pop()),
            _ => {}
        }
        if kind == Kind::Open {
            let before = self.normalised.tokens.last();
            self.opened.push(before.is_some_and(|before| before.kind.is_word() && !before.joins()));
        }
        self.behind_arguments = kind == Kind::Close && self.opened.pop() == Some(true);
        // After a comma there may be another path, although only one path is allowed on a line.
        self.header =
            kind == Kind::Comma && self.normalised.tokens.last().is_some_and(|last| last.kind == Kind::Path);
        let indent = if first { self.line.column } else { 0 };
        let token = Token { kind, text, span, gap, first, indent };
        if first && indent == 0 {
            self.premise = token.is("rule").then_some(false);
        } else if token.is("if") {
            self.premise = self.premise.map(|_| true);
        }
        self.normalised.tokens.push(token);
    }

    fn read(&mut self, raw: RawToken, rest: &[RawToken]) {
        let text = &self.text[raw.start..raw.end];
        match raw.raw {
            _ if raw.start < self.read_to || self.closes == Some(raw.start) => {}
            Raw::Space => {}
            Raw::Newline => self.newline(raw),
            Raw::Conflict => self.conflict(raw, text),
            Raw::OddSpace => self.odd_space(raw, text),
            Raw::Comment if self.remainder(raw, text) => {}
            Raw::Comment => {
                if !self.is_one_line {
                    self.unseen_in_comment(raw);
                }
                self.comment(raw, text.trim_end().to_string());
            }
            Raw::ForeignComment => self.foreign_comment(raw, text),
            Raw::BlockComment => self.block_comment(raw, text),
            Raw::Word => self.word(raw, text, rest),
            Raw::Quoted => self.quoted(raw, text),
            Raw::List | Raw::Unknown if self.braces(raw, text, rest) => {}
            Raw::List if self.is_behind_predicate(raw) => self.arguments_in_other_brackets(raw, text),
            Raw::List if self.literal_has_junk() => self.push(Kind::Junk, text, raw),
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
            Raw::Unknown if self.mismatched(raw, text, rest) => {}
            Raw::Unknown => self.unknown(raw, text),
        }
        self.line.column += text.chars().count() as u32;
        if raw.raw == Raw::Newline {
            self.line = Line { start: self.normalised.tokens.len(), ..Line::default() };
        }
    }

    fn newline(&mut self, raw: RawToken) {
        if !self.line.token && !self.line.comment {
            self.normalised.comments.push(Comment { span: self.span(raw), text: None, own_line: true });
        }
        self.header = false;
    }

    fn odd_space(&mut self, raw: RawToken, text: &str) {
        let wide = text.chars().any(char::is_whitespace);
        let name = match text.chars().next() {
            Some('\u{A0}' | '\u{202F}') => "a no-break space",
            Some('\u{FEFF}') => "a byte-order mark inside the file",
            Some(c) if c.is_whitespace() => "a space other than the ordinary one",
            _ => "a zero-width character",
        };
        let message = Diagnostic::new(
            Code::OddSpace,
            "a character that looks like a space",
            self.span(raw),
            format!("this is {name} ({})", code_point(text)),
        );
        let fix = if wide { "write an ordinary space" } else { "remove it" };
        self.say(message.fix(fix, self.span(raw), if wide { " " } else { "" }));
    }

    /// Handles a marker of a merge conflict. Both versions are parsed, and only the first of the three markers is
    /// reported.
    fn conflict(&mut self, raw: RawToken, text: &'s str) {
        if self.line.token {
            self.unknown(raw, text);
        } else if text.starts_with('<') {
            let message = Diagnostic::new(
                Code::UnknownCharacter,
                "an unfinished merge",
                self.span(raw),
                "from here on the text is present in two versions",
            );
            self.say(
                message.hint("keep one of the two, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`"),
            );
        }
    }
}

/// The code point of an invisible character for a message: `U+00A0`.
fn code_point(text: &str) -> String {
    text.chars().next().map_or_else(String::new, |c| format!("U+{:04X}", c as u32))
}
