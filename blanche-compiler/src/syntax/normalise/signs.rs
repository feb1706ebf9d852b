//! Handles signs of BLANCHE and of other languages, and characters without a meaning.

use super::{Normaliser, arrows::is_arrow, code_point};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::syntax::ast::Operator;
use crate::syntax::grammar_errors::LEVELS;
use crate::syntax::lexer::{self, Raw, RawToken, SIGNS};
use crate::syntax::token::{Kind, Token};

/// Maximum number of tokens to search backwards for the opening bracket of arguments.
const MAX_BRACKET_DISTANCE: usize = 64;

/// Whether this is the hyphen-minus of the keyboard or a similar dash.
fn is_dash(written: &str) -> bool {
    matches!(written, "-" | "–" | "—" | "−")
}

/// The opening and the closing bracket of a raw token that contains a whole bracket.
fn ends(raw: RawToken) -> (RawToken, RawToken) {
    (RawToken { end: raw.start + 1, ..raw }, RawToken { start: raw.end - 1, ..raw })
}

impl<'s> Normaliser<'s> {
    pub(super) fn sign(&mut self, raw: RawToken, at: usize, rest: &[RawToken]) {
        let sign = &SIGNS[at];
        let written = &self.text[raw.start..raw.end];
        let arrow = (matches!(sign.written, "<=" | "<==") || is_dash(sign.written)) && self.is_behind_head();
        if is_arrow(sign.written) && self.is_between_played(rest) {
            let title = format!("`{written}` for `,`");
            let label = "the played values are joined by `,`";
            let message = Diagnostic::new(Code::OtherSpelling, title, self.span(raw), label);
            let gap = self.normalised.tokens.last().map_or(self.span(raw), |last| last.span.after());
            self.say(message.fix("write `,`", gap.to(self.span(raw)), ","));
            self.push(Kind::Comma, ",", raw);
            return;
        }
        if self.is_arrow_for_if(sign.written) {
            self.push(Kind::Denotes, sign.written, raw);
            return;
        }
        if sign.written == "=>" && self.is_behind_term() {
            let message = Diagnostic::new(
                Code::OtherSpelling,
                "`=>` for `≥`",
                self.span(raw),
                "write `≥` or `>=` for greater or equal",
            );
            self.say(message.fix("write `≥`", self.span(raw), "≥"));
            self.push(Kind::Order(Operator::AtLeast), "≥", raw);
            return;
        }
        if sign.written == "<-" && self.less_than_negative(raw, rest) {
            return;
        }
        // In a body `:=` means equality.
        if sign.kind == Kind::Denotes && ![":-", ":="].contains(&written) && self.is_second_denotes() {
            self.unknown(raw, sign.written);
            return;
        }
        if sign.written == ".." {
            self.range(raw, rest);
            return;
        }
        if self.is_behind_level() && (is_dash(sign.written) || sign.kind == Kind::Plus) {
            self.signed_level(raw, sign.written, rest);
            return;
        }
        if sign.kind == Kind::Junk && !arrow {
            self.unknown(raw, sign.written);
            return;
        }
        let (kind, ours) = match (arrow, sign.written) {
            (true, _) => (Kind::Denotes, Some(":-")),
            // In other languages `:=` in a body assigns a value to a variable.
            (false, ":=") if self.is_in_body() => (Kind::Equals, Some("=")),
            // Other languages separate the values of a type by `|`.
            (false, "|") if self.is_in_list() => (Kind::Comma, Some(",")),
            // A sign of BLANCHE with a typographic dash.
            (false, ours) if ours != written && sign.ours.is_none() => (sign.kind, Some(ours)),
            (false, _) => (sign.kind, sign.ours),
        };
        let Some(ours) = ours else {
            self.push(sign.kind, sign.written, raw);
            return;
        };
        let span = self.span(raw);
        if self.is_minus(sign.written, rest) {
            let message =
                Diagnostic::new(Code::BadWeight, "a weight below 0", span, "a weight is not negative");
            self.say(message.hint(
                "for what is bad for a player, write a score for the other one, with the two weights exchanged",
            ));
            return;
        }
        if kind == Kind::Not {
            self.foreign_not(raw, sign.written, rest);
            return;
        }
        let meaning = match kind {
            Kind::Comma if sign.written == "|" => "values are separated by `,`",
            Kind::Comma => "*and* is written `,`",
            Kind::Semicolon => "*or* is written `;`",
            Kind::Denotes => "a head and its body are joined by `:-`",
            Kind::Equals => "equality is written `=`",
            Kind::Unequal => "inequality is written `≠`",
            _ => "this is spelled differently here",
        };
        let title = format!("`{written}` for `{ours}`");
        let mut message = Diagnostic::new(Code::OtherSpelling, title, span, meaning);
        if let Some(other) = written.find(|c: char| !c.is_ascii()).filter(|_| ours == sign.written) {
            let code = code_point(&written[other..]);
            message =
                message.hint(format!("`{written}` contains a character that only looks similar ({code})"));
        }
        self.say(message.fix(format!("write `{ours}`"), span, ours));
        self.push(kind, ours, raw);
    }

    /// Whether the line so far is the head of a rule or similar item, without its `if`.
    pub(super) fn is_in_rule_head(&self) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        let heads = ["rule", "score", "move", "preference"];
        self.line.token
            && line.first().is_some_and(|first| heads.iter().any(|word| first.is(word)))
            && !line.iter().any(|token| token.is("if") || token.kind == Kind::Denotes)
    }

    /// Whether the line so far is a list of values or players.
    fn is_in_list(&self) -> bool {
        let first = self.normalised.tokens.get(self.line.start).filter(|_| self.line.token);
        first.is_some_and(|first| first.is("sort") || first.is("players")) && self.opened.is_empty()
    }

    /// Whether the level of a rule is expected next.
    fn is_behind_level(&self) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        self.line.token
            && line.first().is_some_and(|word| word.is("rule"))
            && line.last().is_some_and(|last| last.is("level"))
    }

    /// Reports a sign before a level. The meaning of -1 is unknown, so there is no fix for a minus. The fix for a plus
    /// removes it.
    fn signed_level(&mut self, raw: RawToken, written: &'s str, rest: &[RawToken]) {
        let span = self.span(raw);
        let is_below = is_dash(written);
        let (title, label) = match is_below {
            true => ("a level below 0", "a level counts moves, so it is not negative"),
            false => ("a level with a sign", "a level is written without a sign"),
        };
        let message = Diagnostic::new(Code::BadLevel, title, span, label).hint(LEVELS);
        if is_below || !self.is_followed_by_number(rest) {
            self.say(message);
            self.push(Kind::Junk, written, raw);
            return;
        }
        self.say(message.fix("remove it", span, ""));
    }

    /// Whether digits follow directly.
    pub(super) fn is_followed_by_number(&self, rest: &[RawToken]) -> bool {
        rest.first().is_some_and(|next| {
            next.raw == Raw::Word && self.text[next.start..next.end].bytes().all(|byte| byte.is_ascii_digit())
        })
    }

    /// Whether a variable follows directly. A predicate that begins with a capital does not count.
    pub(super) fn is_followed_by_variable(&self, rest: &[RawToken]) -> bool {
        rest.first().is_some_and(|next| {
            let text = &self.text[next.start..next.end];
            next.raw == Raw::Word
                && text.starts_with(char::is_uppercase)
                && !self.text[next.end..].trim_start_matches(' ').starts_with('(')
        })
    }

    /// Whether a variable with a minus before it follows.
    fn is_followed_by_negative(&self, rest: &[RawToken]) -> bool {
        let next = rest.iter().position(|next| next.raw != Raw::Space);
        next.is_some_and(|at| {
            is_dash(&self.text[rest[at].start..rest[at].end]) && self.is_followed_by_variable(&rest[at + 1..])
        })
    }

    /// Whether an operand is expected next: the side of a comparison or a summand.
    fn is_behind_operator(&self) -> bool {
        let is_operator = |last: &Token| {
            last.kind.operator().is_some() || matches!(last.kind, Kind::Plus | Kind::Minus) || last.is("is")
        };
        self.normalised.tokens.last().is_some_and(is_operator)
    }

    /// Handles a minus before a number or a variable. If it is before a variable, a `0` token is inserted before the
    /// minus.
    pub(super) fn minus(&mut self, raw: RawToken, rest: &[RawToken]) {
        let spaces = rest.iter().take_while(|next| next.raw == Raw::Space).count();
        if self.is_followed_by_variable(&rest[spaces..]) {
            let message = Diagnostic::new(
                Code::OtherSpelling,
                "a minus before a variable",
                self.span(raw),
                "`-` subtracts one number from another",
            );
            let sign = self.span(RawToken { end: rest[spaces].start, ..raw });
            let last = self.normalised.tokens.last().copied();
            let message = match last {
                Some(joint) if matches!(joint.kind, Kind::Plus | Kind::Minus) => {
                    // Adding a negative value is the same as subtracting, and subtracting it is the same as adding.
                    let one = if joint.kind == Kind::Plus { "-" } else { "+" };
                    let before = if joint.gap.start == joint.span.start { " " } else { "" };
                    let behind = if joint.span.end == sign.start { " " } else { "" };
                    let edit = |span, text| Edit { span, text };
                    let edits =
                        vec![edit(joint.span, format!("{before}{one}{behind}")), edit(sign, String::new())];
                    Some(message.fixes(format!("write `{one}`"), edits))
                }
                // After another operator, such as `*`, the fix `0 - ` would be wrong. The other operator has been
                // reported.
                Some(last) if last.kind == Kind::Junk => None,
                _ => Some(message.fix("write `0 - `", sign, "0 - ")),
            };
            message.into_iter().for_each(|message| self.say(message));
            self.push(Kind::Number, "0", RawToken { end: raw.start, ..raw });
        }
        self.push(Kind::Minus, "-", raw);
    }

    /// Whether the previous token is a variable or a number.
    pub(super) fn is_behind_term(&self) -> bool {
        let is_term = |last: &Token| matches!(last.kind, Kind::Variable | Kind::Number);
        self.normalised.tokens.last().is_some_and(is_term)
    }

    /// Whether this is a minus before the number of a weight.
    fn is_minus(&self, written: &str, rest: &[RawToken]) -> bool {
        let weighs = |word: &str| matches!(word, "attacking" | "defending");
        let number = |next: &RawToken| {
            next.raw == Raw::Word && self.text[next.start..next.end].bytes().all(|b| b.is_ascii_digit())
        };
        matches!(written, "-" | "–" | "−")
            && self.line.token
            && self.normalised.tokens.last().is_some_and(|last| weighs(last.text))
            && rest.iter().find(|next| next.raw != Raw::Space).is_some_and(number)
    }

    /// Whether a dash is a minus. It is a minus before a number, or between two terms (of which the first may be a
    /// call). A number with a bracket after it is a predicate name, so the dash means negation.
    fn is_taken_away(&self, written: &str, rest: &[RawToken], behind_word: bool) -> bool {
        let is_space = |next: &&RawToken| matches!(next.raw, Raw::Space | Raw::Newline | Raw::Comment);
        let mut next = rest.iter().skip_while(is_space);
        let Some(term) = next.next().filter(|next| next.raw == Raw::Word) else { return false };
        let digits = self.text[term.start..term.end].bytes().all(|b| b.is_ascii_digit());
        let is_predicate = next.next().is_some_and(|next| self.text[next.start..].starts_with('('));
        // The current line is inside brackets that were opened on an earlier line.
        let goes_on = self.line.token || !self.opened.is_empty();
        let behind_word = (behind_word || self.behind_arguments) && (goes_on || !is_predicate);
        is_dash(written) && (behind_word || digits && !is_predicate)
    }

    /// Whether an argument of a predicate is expected next, judging by the last [`MAX_BRACKET_DISTANCE`] tokens.
    pub(super) fn is_in_arguments(&self) -> bool {
        let mut back = self.normalised.tokens.iter().rev().take(MAX_BRACKET_DISTANCE).skip_while(|token| {
            token.kind.is_word() || matches!(token.kind, Kind::Comma | Kind::Not | Kind::Junk)
        });
        let opens = back.next().is_some_and(|token| token.kind == Kind::Open);
        opens && back.next().is_some_and(|token| token.kind.is_word() && !token.joins())
    }

    /// Whether this is one of two dashes after a word, as in command-line options.
    fn is_option(&self, raw: RawToken) -> bool {
        let (before, behind) = self.text.split_at(raw.start);
        let is_dash = |c: &char| lexer::is_dash(*c);
        let in_front = before.chars().rev().take(2).take_while(is_dash).count();
        let dashes = in_front + behind.chars().take(3).take_while(is_dash).count();
        let before = before.trim_end_matches(|c| is_dash(&c)).trim_end_matches(' ');
        dashes == 2 && before.ends_with(|c: char| lexer::is_name_character(c) || c == '`')
    }

    /// Handles a foreign sign for negation. If nothing that can be negated follows, the sign means something else.
    fn foreign_not(&mut self, raw: RawToken, written: &'s str, rest: &[RawToken]) {
        let span = self.span(raw);
        let next = rest.iter().find(|next| !matches!(next.raw, Raw::Space | Raw::OddSpace));
        let denies = next.is_some_and(|next| match next.raw {
            Raw::Word => true,
            Raw::Sign(at) => matches!(SIGNS[at].kind, Kind::Open | Kind::Not),
            _ => false,
        });
        let behind_word = self.is_behind_term();
        let in_arguments = self.is_in_arguments();
        let is_minus = is_dash(written) && self.is_behind_operator();
        let spaces = rest.iter().take_while(|next| is_minus && next.raw == Raw::Space).count();
        let behind_dash =
            self.normalised.tokens.last().is_some_and(|last| last.kind == Kind::Junk && is_dash(last.text));
        // After a colon, a dash is the rest of a `:-`.
        let is_of_denotes = |last: &Token| {
            last.kind == Kind::Colon || last.kind == Kind::Denotes && last.span.end == span.start
        };
        if is_dash(written)
            && (self.is_path_line() || self.normalised.tokens.last().is_some_and(is_of_denotes))
        {
            self.unknown(raw, written);
        } else if self.is_taken_away(written, rest, behind_word) {
            self.push(Kind::Minus, "-", raw);
        } else if is_dash(written) && behind_dash && !self.is_followed_by_variable(rest) {
            self.push(Kind::Junk, written, raw);
        } else if is_dash(written)
            && (behind_word || self.behind_arguments)
            && self.is_followed_by_negative(rest)
        {
            // `N - -M`: the second minus will be reported.
            self.push(Kind::Minus, "-", raw);
        } else if is_dash(written) && self.is_followed_by_variable(&rest[spaces..]) {
            self.minus(raw, rest);
        } else if denies && in_arguments && !is_dash(written) {
            // The grammar reports a negated argument.
            self.push(Kind::Not, "¬", raw);
        } else if denies && !behind_word && !in_arguments && !is_minus && !self.is_option(raw) {
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

    /// Whether this bracket directly follows a name that may be a predicate.
    pub(super) fn is_behind_predicate(&self, raw: RawToken) -> bool {
        let touches = |last: &Token| {
            matches!(last.kind, Kind::Name | Kind::Variable) && last.span.range().end == raw.start
        };
        let empty = self.text[raw.start + 1..raw.end - 1].trim().is_empty();
        !empty && self.normalised.tokens.last().is_some_and(touches) && !self.is_in_arguments()
    }

    /// Reports `parent[X, anna]` and parses it as `parent(X, anna)`.
    pub(super) fn arguments_in_other_brackets(&mut self, raw: RawToken, text: &'s str) {
        if self.counts_in_braces(raw, text) {
            return;
        }
        let (open, close) = ends(raw);
        let edit = |place: RawToken, text: &str| Edit { span: self.span(place), text: text.to_owned() };
        let message = Diagnostic::new(
            Code::OtherSpelling,
            format!("`{}` for `(`", &text[..1]),
            self.span(raw),
            "the arguments of a predicate are written in round brackets",
        );
        let edits = vec![edit(open, "("), edit(close, ")")];
        self.say(message.fixes("write `(` and `)`", edits));
        self.push(Kind::Open, "(", open);
        self.inside(raw, text);
        self.push(Kind::Close, ")", close);
    }

    /// Lexes the text inside brackets that are one raw token.
    fn inside(&mut self, raw: RawToken, text: &'s str) {
        let (open, _) = ends(raw);
        let inside: Vec<RawToken> = lexer::lex(&text[1..text.len() - 1])
            .into_iter()
            .map(|inner| RawToken { start: inner.start + open.end, end: inner.end + open.end, ..inner })
            .collect();
        let column = self.line.column;
        for (at, inner) in inside.iter().enumerate() {
            self.read(*inner, &inside[at + 1..]);
        }
        self.line.column = column;
    }

    /// Handles braces around the premise of a rule or the body of a derivation, which delimit blocks in other
    /// languages. One message covers both braces. Returns `false` if this brace is something else.
    pub(super) fn braces(&mut self, raw: RawToken, text: &'s str, rest: &[RawToken]) -> bool {
        if !text.starts_with('{') {
            return false;
        }
        let last = self.normalised.tokens.last().filter(|_| self.line.token);
        let is_joined = last.is_some_and(|last| last.is("if") || last.kind == Kind::Denotes);
        let (kind, ours, label) = match () {
            () if is_joined => (None, "", "a body has no braces, and ends with its last line"),
            () if self.is_in_rule_head() => (
                Some(Kind::Name),
                "if",
                "the head of a rule ends with `if`, and its premise with its last line",
            ),
            () if self.is_behind_head() => (
                Some(Kind::Denotes),
                ":-",
                "a head and its body are joined by `:-`, and the body ends with its last line",
            ),
            () => return false,
        };
        let whole = raw.raw == Raw::List;
        let close = if whole { Some(ends(raw).1) } else { self.closing_brace(raw, rest) };
        let open = RawToken { end: raw.start + 1, ..raw };
        let mut edits = vec![Edit { span: self.span(open), text: ours.to_owned() }];
        if let Some(close) = close {
            let before = self.text[..close.start].trim_end().len();
            let gone = RawToken { start: before.max(open.end), ..close };
            edits.push(Edit { span: self.span(gone), text: String::new() });
            self.closes = Some(close.start);
        }
        let (title, advice) = match ours {
            "" => ("braces around a body".to_owned(), "remove them".to_owned()),
            ours => (format!("`{{` for `{ours}`"), format!("write `{ours}`")),
        };
        self.say(Diagnostic::new(Code::OtherSpelling, title, self.span(open), label).fixes(advice, edits));
        if let Some(kind) = kind {
            self.push(kind, ours, open);
        }
        if whole {
            self.inside(raw, text);
        }
        true
    }

    /// The next closing brace after an opening one.
    fn closing_brace(&mut self, raw: RawToken, rest: &[RawToken]) -> Option<RawToken> {
        let text = self.text;
        let is_close = |next: &&RawToken| next.raw == Raw::Unknown && &text[next.start..next.end] == "}";
        if rest.last().is_none_or(|last| last.end < text.len()) {
            return rest.iter().find(is_close).copied();
        }
        let all = self.closing.get_or_insert_with(|| rest.iter().filter(is_close).copied().collect());
        all.get(all.partition_point(|close| close.start < raw.end)).copied()
    }

    /// Whether the sign of a drawing is expected next: `drawn mark(Cell, left) as`.
    pub(super) fn is_drawn(&self) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        self.line.token
            && line.first().is_some_and(|word| word.is("drawn"))
            && line.last().is_some_and(|word| word.is("as"))
    }

    pub(super) fn unknown(&mut self, raw: RawToken, text: &'s str) {
        if self.is_arrow_for_if(text) {
            self.push(Kind::Denotes, text, raw);
            return;
        }
        let is_behind_premise = is_arrow(text) && self.premise == Some(true);
        // The grammar reports a misplaced `plays` after the arrow. That message covers the arrow too.
        let behind = self.text[raw.end..].trim_start().strip_prefix("plays");
        if is_behind_premise && behind.is_some_and(|behind| behind.starts_with(' ')) {
            return;
        }
        let label = match text {
            _ if is_arrow(text) && self.is_between_literals(raw) => {
                "BLANCHE has no if-then-else: write out both cases, `(a, b ; ¬a, c)`".to_owned()
            }
            _ if is_behind_premise => "what a rule plays goes before `if`: `plays VARIABLE`".to_owned(),
            _ if self.is_drawn() => "a field is drawn as a letter or a digit".to_owned(),
            "-" | "–" | "−" | "—" | "/" if self.is_path_line() => {
                "a path consists of words joined by `/`, `-` and `.`".to_owned()
            }
            "-" | "–" | "−" => "`-` subtracts a variable or a number from another one".to_string(),
            "*" | "/" | "^" | "×" | "·" | "÷" => {
                "BLANCHE adds with `+` and subtracts with `-`, and has no other arithmetic".to_string()
            }
            "?-" => "a file contains no queries; `blanche query FILE QUERY` asks one, and it is written without `?-`".to_string(),
            "->" | "=>" | "→" | "⇒" => "the head comes before the body: `head :- body`".to_string(),
            "<==" => "write `≤` or `<=` for less or equal".to_string(),
            _ if SIGNS.iter().any(|sign| sign.written == text && sign.kind == Kind::Denotes) => {
                "a body has no second `:-`".to_string()
            }
            "<=>" | "<->" | "⇔" | "↔" => {
                "BLANCHE has no such operator: write two derivations for the two directions".to_string()
            }
            "∃" | "∀" => {
                "BLANCHE has no such operator: a variable with an underscore stands for any value, as in \
                 `parent(X, Y_)`, and *all* is written `¬(…, ¬…)`"
                    .to_string()
            }
            "`" => "this character has no meaning in BLANCHE; if it fences a program in another text, \
                    remove that line"
                .to_string(),
            "'" | "\"" | "“" | "”" | "‘" | "’" | "„" => {
                "this quotation mark is not closed on its line, and names need no quotation marks".to_string()
            }
            _ => format!("`{text}` ({}) has no meaning here", code_point(text)),
        };
        let title = if text.len() > 1 && text.is_ascii() { "a symbol" } else { "a character" };
        let title = format!("{title} that has no meaning here");
        let mut message = Diagnostic::new(Code::UnknownCharacter, title, self.span(raw), label);
        if is_arrow(text)
            && !is_behind_premise
            && !self.is_between_literals(raw)
            && let Some((title, edit)) = self.reversed_arrow(raw)
        {
            if edit.text == ":-" {
                message.title = format!("`{text}` for `:-`");
                "a head and its body are joined by `:-`".clone_into(&mut message.label.text);
            }
            message = message.fixes(title, vec![edit]);
        }
        // If several meaningless characters are adjacent, only the first is reported.
        let joined = self
            .normalised
            .tokens
            .last()
            .is_some_and(|last| last.kind == Kind::Junk && last.span.range().end == raw.start);
        if !joined {
            self.say(message);
        }
        self.push(Kind::Junk, text, raw);
    }
}
