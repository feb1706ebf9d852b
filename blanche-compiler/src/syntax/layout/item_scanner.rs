//! Finds the end of an item and the beginnings of its parts.

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;

use super::super::ast::EffectKind;
use super::super::grammar_errors::{is_keyword, nearest};
use super::super::token::{Kind, Token};
use super::broken_lines::PATH_KEYWORDS;
use super::{
    DECLARATIONS, EFFECTS, are_separated, declares, full_stop, heads, holds_head, holds_head_of_move, lacks,
    states, two_on_a_line,
};

/// The keywords that begin items with a body, each with the keywords that may follow in the head of such an item.
const HEADED: &[(&str, &[&str])] = &[
    ("rule", &["for", "against", "at", "level"]),
    ("score", &["for", "against", "attacking", "defending", "when", "named"]),
    ("move", &["for", "against"]),
    ("preference", &["for", "against", "worth"]),
    ("start", &[]),
    ("draw", &[]),
    ("margin", &["for", "against", "counts"]),
    ("claims", &["from", "level", "suppose"]),
];

/// The kind of effect that was probably meant by the first word of a line of a move. The inner `None` is for a word
/// that is known not to be an effect, such as `wins`. The outer `None` is for any other word.
pub(in super::super) fn effect_meant(word: &str) -> Option<Option<EffectKind>> {
    Some(match word {
        "ends" | "wins" => None,
        "goto" | "continues" | "repeats" | "again" | "dan" | "dann" => Some(EffectKind::Then),
        "put" | "puts" | "place" | "places" | "set" | "sets" | "insert" | "inserts" | "assert"
        | "asserts" | "creates" | "voegt" | "setzt" => Some(EffectKind::Adds),
        "delete" | "deletes" | "retract" | "retracts" | "clear" | "clears" | "take" | "takes"
        | "captures" | "capture" | "verwijdert" | "entfernt" => Some(EffectKind::Removes),
        word => match nearest(word, EFFECTS)? {
            "adds" => Some(EffectKind::Adds),
            "then" => Some(EffectKind::Then),
            _ => Some(EffectKind::Removes),
        },
    })
}

/// Reports an effect that is on the line of the premise or of another effect, possibly after the word `and`.
fn effect_on_a_line(effect: &Token, last: &Token) -> Diagnostic {
    let joint = if last.is("and") { last.span.end - last.span.start } else { 0 };
    let place = Span { start: effect.gap.start - joint, end: effect.span.start, ..effect.gap };
    effect_in_a_line(effect.gap, place)
}

/// The message about an effect that needs a separate line. The message points to `joint`. The fix replaces the white
/// space at `place` by a line break.
pub(in crate::syntax) fn effect_in_a_line(joint: Span, place: Span) -> Diagnostic {
    let label = "an effect begins here, on a line of its own";
    Diagnostic::new(Code::Expected, "an effect in the middle of a line", joint, label).fix(
        "begin a new line",
        place,
        "\n    ",
    )
}

/// The keyword of an effect that is joined to the name after it, as in `addsmark(Field, Color)`. `tokens` begin with the
/// word.
pub(super) fn joined_effect(tokens: &[Token]) -> Option<&'static str> {
    let [word, next, ..] = tokens else { return None };
    let is_joined = |effect: &&&str| {
        let behind = word.text.strip_prefix(**effect).filter(|_| word.kind == Kind::Name);
        let is_name = behind.is_some_and(|name| name.starts_with(char::is_alphanumeric));
        is_name && if **effect == "then" { next.is("from") } else { next.kind == Kind::Open }
    };
    (!next.first).then(|| EFFECTS.iter().find(is_joined).copied()).flatten()
}

/// Reports a keyword of an effect that is joined to the name after it.
fn effect_without_space(effect: &Token, word: &str) -> Diagnostic {
    let start = effect.span.range().start + word.len();
    let place = Span::new(effect.span.file, start, start);
    let label = format!("a space is missing after `{word}`");
    Diagnostic::new(Code::Expected, "an effect joined to its word", place, label).fix(
        "write a space",
        place,
        " ",
    )
}

/// Reports a line of a move that lacks only the keyword of an effect.
fn effect_without_word(effect: &Token) -> Diagnostic {
    let place = effect.span.before();
    let label = "`adds` or `removes` is missing here";
    Diagnostic::new(Code::Expected, "an effect without its word", place, label)
        .hint("conditions go in the premise, joined by commas")
        .fix("write `adds`", place, "adds ")
}

/// Finds the end of one item, and its parts.
pub(super) struct ItemScanner<'a, 's> {
    pub(super) tokens: &'a [Token<'s>],
    text: &'a str,
    pub(super) start: usize,
    /// The index of the first token of each part except the first, relative to `start`.
    pub(super) parts: Vec<usize>,
    pub(super) depth: usize,
    /// Whether the `:-`, `if` or `suppose` of the current part has been seen.
    pub(super) body: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a, 's> ItemScanner<'a, 's> {
    pub(super) fn new(tokens: &'a [Token<'s>], text: &'a str, start: usize) -> ItemScanner<'a, 's> {
        ItemScanner { tokens, text, start, parts: Vec::new(), depth: 0, body: false, diagnostics: Vec::new() }
    }

    /// The index of the first token after the item.
    pub(super) fn end(&mut self) -> usize {
        self.pass(self.start);
        for at in self.start + 1..self.tokens.len() {
            let token = self.tokens[at];
            let last = self.tokens[at - 1];
            if self.begins_part(at) && self.is_behind_commented_head(at) {
                return at;
            }
            if self.begins_part(at) {
                if last.kind == Kind::Dot {
                    self.stop(last, None);
                } else if !token.first && self.is_of("move") {
                    self.diagnostics.push(effect_on_a_line(&token, &last));
                } else if self.is_joined_effect(at)
                    && let Some(word) = joined_effect(&self.tokens[at..])
                {
                    self.diagnostics.push(effect_without_space(&token, word));
                } else if self.is_of("move") && self.is_effect_without_word(at) {
                    self.diagnostics.push(effect_without_word(&token));
                }
                self.parts.push(at - self.start);
                (self.depth, self.body) = (0, false);
                continue;
            }
            if last.kind == Kind::Dot && self.stops(at) {
                self.stop(last, Some(token));
                return at;
            }
            if token.first && self.ends_before(at) {
                return at;
            }
            if !token.first && self.begins_another(at) {
                self.diagnostics.push(two_on_a_line(&token));
                return at;
            }
            self.pass(at);
        }
        if let Some(last) = self.tokens[self.start + 1..].last().filter(|last| last.kind == Kind::Dot) {
            self.stop(*last, None);
        }
        self.tokens.len()
    }

    /// Records that the scan has passed the token with index `at`.
    fn pass(&mut self, at: usize) {
        match self.tokens[at].kind {
            Kind::Open => self.depth += 1,
            Kind::Close => self.depth = self.depth.saturating_sub(1),
            Kind::Denotes => self.body = true,
            Kind::Name if self.begins_body(at) => self.body = true,
            _ => {}
        }
    }

    /// Whether this token separates a head and its body. It is `if`, in an effect also `for`, and in claims `suppose`.
    fn begins_body(&self, at: usize) -> bool {
        if self.body || self.depth > 0 || at == self.start {
            return false;
        }
        let is_name = match self.parts.last() {
            Some(part) => at == self.start + part + 1,
            None => self.tokens[at - 1].is("for") || at == self.start + 1 && self.has_name(),
        };
        self.joins_body(&self.tokens[at]) && !is_name
    }

    /// Whether this word can separate a head and its body in the current part.
    fn joins_body(&self, token: &Token) -> bool {
        match self.parts.is_empty() {
            true => token.is("if") || token.is("suppose") && self.is_of("claims"),
            false => token.is("if") || token.is("for"),
        }
    }

    /// Whether a new part begins here. The part is an effect, or `up to symmetry` at the end of a score or a
    /// preference.
    fn begins_part(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let next = self.tokens.get(at + 1);
        let is_followed =
            next.is_some_and(|next| !next.first && (next.kind.is_word() || next.kind == Kind::Junk));
        if self.is_of("preference") || self.is_of("score") {
            return self.body && self.depth == 0 && token.is("up") && next.is_some_and(|next| next.is("to"));
        }
        if token.kind != Kind::Name || !self.is_of("move") || heads(self.tokens, at) {
            return false;
        }
        let is_effect = EFFECTS.contains(&token.text);
        if !token.first {
            // In `if … then adds …` the keyword of the effect is the second word of the line.
            let is_joint = token.is("then") && next.is_some_and(|next| EFFECTS.contains(&next.text));
            return is_effect && !is_joint && is_followed && self.is_complete_behind(at - 1);
        }
        if self.is_joined_effect(at) || self.is_effect_without_word(at) {
            return true;
        }
        let alone = is_effect && !self.continues_after(at - 1);
        alone || is_followed && (is_effect || self.is_indented(at) && effect_meant(token.text).is_some())
    }

    /// Whether a commented-out head of another move precedes this token, which is the first of its line. The following
    /// lines then belong to that move.
    fn is_behind_commented_head(&self, at: usize) -> bool {
        let between = self.tokens[at - 1].span.range().end..self.tokens[at].span.range().start;
        // A comment on the same line as the last token does not count.
        let lines = self.text[between].split_once('\n').map_or("", |(_, lines)| lines);
        self.is_of("move") && self.is_indented(at) && holds_head_of_move(lines)
    }

    /// Whether this line of a move is an effect whose keyword is joined to the name after it.
    fn is_joined_effect(&self, at: usize) -> bool {
        let begins = self.tokens[at].first && self.is_indented(at) && self.is_complete_behind(at - 1);
        self.is_of("move") && begins && joined_effect(&self.tokens[at..]).is_some()
    }

    /// Whether this line is probably an effect without its keyword. The line looks like a literal, follows a complete
    /// premise, and is the last line of a move that has no other effects.
    fn is_effect_without_word(&self, at: usize) -> bool {
        let opens = self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Open);
        let behind = self.parts.is_empty() && self.body && self.is_complete_behind(at - 1);
        if !(opens && behind && self.is_indented(at)) || self.tokens[at].joins() || self.is_separated(at) {
            return false;
        }
        // The line must be the last line of the move.
        let rest = &self.tokens[at + 1..];
        let next = rest.iter().position(|token| token.first).map(|next| at + 1 + next);
        next.is_none_or(|next| !self.is_indented(next) && !EFFECTS.contains(&self.tokens[next].text))
    }

    /// Whether the head, the premise or the effect could end with this token.
    fn is_complete_behind(&self, at: usize) -> bool {
        let last = self.tokens[at];
        let begins = at == self.start + self.parts.last().unwrap_or(&0);
        let opens = begins || last.is("for") || last.is("not") || self.joins_body(&last);
        self.depth == 0 && (last.kind == Kind::Close || last.kind.is_word() && !opens)
    }

    /// Whether this keyword begins the item.
    pub(super) fn is_of(&self, word: &str) -> bool {
        self.tokens[self.start].is(word) && declares(self.tokens, self.start)
    }

    /// Whether a name follows the keyword of this item.
    pub(super) fn has_name(&self) -> bool {
        ["rule", "score", "move", "preference", "draw", "margin"].iter().any(|word| self.is_of(word))
    }

    /// The keywords in the head of the item, if it has a body.
    pub(super) fn headed(&self) -> Option<&'static [&'static str]> {
        HEADED.iter().find(|(word, _)| self.is_of(word)).map(|(_, words)| *words)
    }

    /// Whether the item is a declaration without a body.
    fn is_declaration(&self) -> bool {
        declares(self.tokens, self.start) && self.headed().is_none()
    }

    /// Whether the item continues on the next line. `at` is the last token of its line.
    fn continues_after(&self, at: usize) -> bool {
        let last = self.tokens[at];
        let is_sign = matches!(
            last.kind,
            Kind::Comma
                | Kind::Denotes
                | Kind::Colon
                | Kind::Semicolon
                | Kind::Not
                | Kind::Equals
                | Kind::Unequal
                | Kind::Order(_)
                | Kind::Plus
                | Kind::Minus
        );
        self.depth > 0 || is_sign || self.body && (last.is("not") || self.joins_body(&last))
    }

    /// Whether the full stop before this token ends the item.
    fn stops(&self, at: usize) -> bool {
        let token = self.tokens[at];
        if token.first {
            return !self.continues_after_stop(at);
        }
        // The line may have several clauses, but then the rest of it must begin an item, or be a fact as in Prolog.
        let rest = self.tokens[at + 1..].iter().take_while(|token| !token.first && token.kind != Kind::Dot);
        let mut line = vec![Token { first: true, ..token }];
        line.extend(rest);
        self.depth == 0 && (declares(&line, 0) || heads(&line, 0) || states(self.tokens, at))
    }

    /// Whether the line that begins with this token continues the body, despite a full stop before it.
    fn continues_after_stop(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let begins_item = declares(self.tokens, at)
            || heads(self.tokens, at)
            || states(self.tokens, at)
            || lacks(&self.tokens[at..]).is_some();
        let complete = self.depth == 0 && token.kind.begins_literal() && token.kind != Kind::Junk;
        let goes_on = (self.is_indented(at) || self.denies(at)) && !self.is_separated(at);
        self.body && complete && !begins_item && goes_on
    }

    /// Whether another item begins here in the middle of a line. The item must begin with a head and `:-`, or be a
    /// declaration.
    fn begins_another(&self, at: usize) -> bool {
        let (last, token) = (self.tokens[at - 1], self.tokens[at]);
        let complete = last.kind == Kind::Close || (self.body && last.kind.is_word() && !last.is("not"));
        let next = self.tokens.get(at + 1).filter(|next| !next.first);
        if self.is_behind_header(at) && DECLARATIONS.contains(&token.text) {
            return next.is_some_and(|next| next.kind.is_word());
        }
        if self.depth > 0 || !complete && !self.declares_behind_word(at) || token.kind != Kind::Name {
            return false;
        }
        let declares = DECLARATIONS.contains(&token.text) && next.is_some_and(|next| next.kind.is_word());
        let has_head = self.body || self.is_declaration() || self.is_of("start") || !self.parts.is_empty();
        declares || (has_head && holds_head(self.tokens, at))
    }

    /// Whether a header or a `use` ends before this token.
    fn is_behind_header(&self, at: usize) -> bool {
        let has_path = PATH_KEYWORDS.iter().any(|word| self.is_of(word));
        self.tokens[at].kind == Kind::Name
            && (has_path && at == self.start + 2 || self.is_of("library") && at == self.start + 1)
    }

    /// Whether a declaration begins at this token, after a word that may be the last word of its item: `words N state
    /// man(N)`.
    fn declares_behind_word(&self, at: usize) -> bool {
        let last = self.tokens[at - 1];
        let may_end = matches!(last.kind, Kind::Variable | Kind::Number | Kind::Path)
            || last.kind == Kind::Name && !is_keyword(last.text);
        let [name, next] = [1, 2].map(|more| self.tokens.get(at + more).filter(|token| !token.first));
        let is_name = name.is_some_and(|name| matches!(name.kind, Kind::Name | Kind::Number));
        let goes_on = next.is_some_and(|next| next.kind == Kind::Open || next.is("for") || next.is("of"));
        at > self.start + 1 && may_end && is_name && goes_on && DECLARATIONS.contains(&self.tokens[at].text)
    }

    /// Whether there are empty lines or comment lines before this token, the first of its line.
    fn is_separated(&self, at: usize) -> bool {
        are_separated(&self.tokens[at - 1], &self.tokens[at], self.text)
    }

    /// Whether there is more than a line break before this token, the first of its line.
    pub(super) fn is_behind_comment(&self, at: usize) -> bool {
        let between = self.tokens[at - 1].span.range().end..self.tokens[at].span.range().start;
        !self.text[between].trim().is_empty() || self.is_separated(at)
    }

    /// Whether this token is indented more than the item.
    pub(super) fn is_indented(&self, at: usize) -> bool {
        self.tokens[at].indent > self.tokens[self.start].indent
    }

    /// Whether a literal with `¬` or `not` begins here.
    fn denies(&self, at: usize) -> bool {
        let token = self.tokens[at];
        token.kind == Kind::Not
            || (token.is("not")
                && self.tokens.get(at + 1).is_some_and(|next| !next.first && next.kind.begins_literal()))
    }

    /// Reports a full stop.
    fn stop(&mut self, stop: Token, next: Option<Token>) {
        let message = full_stop(stop.span);
        self.diagnostics.push(match next {
            Some(next) if !next.first => {
                message.fix("begin a new line", Span { end: next.span.start, ..stop.span }, "\n")
            }
            _ => message,
        });
    }

    /// Whether this token, the first of its line, begins another item. Also reports line breaks at wrong positions.
    fn ends_before(&mut self, at: usize) -> bool {
        if self.is_broken(at) {
            self.break_before(self.tokens[at - 1], self.tokens[at]);
            return false;
        }
        if declares(self.tokens, at) || heads(self.tokens, at) || lacks(&self.tokens[at..]).is_some() {
            return true;
        }
        let token = self.tokens[at];
        let last = self.tokens[at - 1];
        if self.continues_after(at - 1) {
            return false;
        }
        let next_opens = self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Open);
        let headed = !self.body && !self.is_declaration();
        let word_goes_on = headed && !next_opens && (self.joins_body(&token) || token.is("plays"));
        let denotes = headed && token.kind == Kind::Denotes;
        if word_goes_on || denotes || matches!(token.kind, Kind::Comma | Kind::Semicolon) {
            self.break_before(last, token);
            return false;
        }
        if self.body && (token.kind.operator().is_some() || matches!(token.kind, Kind::Plus | Kind::Minus)) {
            self.break_before(last, token);
            return false;
        }
        if token.kind == Kind::Close || token.kind.operator().is_some() {
            return false;
        }
        let indented = self.is_indented(at);
        let behind_effect = self.parts.last().is_some_and(|part| at == self.start + part + 1);
        let head_goes_on = !self.body && !next_opens && self.is_head_word(&token);
        if indented && (head_goes_on || behind_effect) {
            self.break_before(last, token);
            return false;
        }
        let goes_on = indented || (self.denies(at) && self.body);
        !goes_on || self.is_separated(at)
    }

    /// Whether this word continues the head of a rule, a score or a declaration.
    fn is_head_word(&self, token: &Token) -> bool {
        let declaration: &[&str] =
            &["words", "part", "like", "playable", "asks", "of", "to", "growing", "one", "as"];
        let words = match self.headed() {
            _ if !self.parts.is_empty() => &[],
            Some(words) => words,
            None if self.is_declaration() => declaration,
            None => &[],
        };
        words.iter().any(|word| token.is(word)) || (self.is_declaration() && token.kind == Kind::Colon)
    }

    /// Reports a line whose first token belongs to the previous line.
    fn break_before(&mut self, last: Token, token: Token) {
        let sign = token.text;
        let message = Diagnostic::new(
            Code::BreakBefore,
            format!("a line break before `{sign}`"),
            token.span,
            format!("`{sign}` belongs to the end of the line before"),
        );
        let between = &self.text[last.span.range().end..token.span.range().start];
        let behind = &self.text[token.span.range().end..];
        let spaces = behind.len() - behind.trim_start_matches([' ', '\t']).len();
        let moved =
            if matches!(token.kind, Kind::Comma | Kind::Semicolon) { String::new() } else { " ".to_string() };
        let is_moved = self.joins_body(&token) || !token.kind.is_word();
        self.diagnostics.push(if is_moved && !are_separated(&last, &token, self.text) {
            let away = Span { end: token.span.end + spaces as u32, ..token.span };
            message.fixes(
                format!("move `{sign}` to the line before"),
                vec![
                    Edit { span: last.span.after(), text: moved + sign },
                    Edit { span: away, text: String::new() },
                ],
            )
        } else if between.trim().is_empty() && !are_separated(&last, &token, self.text) {
            message.fix("join the lines", Span { end: token.span.start, ..last.span.after() }, " ")
        } else {
            message.hint(
                "move it to the end of what precedes it, and the comment to a line of its own before the item",
            )
        });
    }
}
