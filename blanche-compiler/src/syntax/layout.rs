//! Lines to items: where one item ends and the next begins, and which brackets belong together.
//!
//! The rules are those of the language, "Words and lines". An item ends with its line, unless the line says that
//! it goes on; a line that begins with a declaration word, or that holds a head and `:-`, begins an item whatever
//! came before. After this pass the brackets of every item match, so that the grammar never runs out of its item.

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::{FileId, Span};

use super::brackets::{Brackets, unopened_message, unwritten_message, with_openings};
use super::token::{Kind, Token};

/// The words that begin an item.
pub(super) const DECLARATIONS: &[&str] = &[
    "rule", "domain", "base", "library", "use", "sort", "players", "extern", "open", "fact", "action",
    "export", "score", "board", "symmetry",
];

/// The tokens of one item; the last one is [`Kind::End`].
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// Its place in [`Layout::tokens`].
    pub(super) tokens: std::ops::Range<usize>,
    /// Its brackets are nested too deep, and it is not read.
    pub(super) too_deep: bool,
}

/// What this pass gives.
pub(super) struct Layout<'s> {
    /// The tokens of all items.
    pub(super) tokens: Vec<Token<'s>>,
    /// The items.
    pub(super) chunks: Vec<Chunk>,
    /// What there is to say.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Divides the tokens of a file into items.
pub(super) fn items<'s>(mut tokens: Vec<Token<'s>>, text: &str) -> Layout<'s> {
    let mut layout = Layout {
        tokens: Vec::with_capacity(tokens.len() * 5 / 4),
        chunks: Vec::new(),
        diagnostics: Vec::new(),
    };
    let mut start = 0;
    while start < tokens.len() {
        let mut reader =
            Reader { tokens: &tokens, text, start, depth: 0, body: false, diagnostics: Vec::new() };
        let end = reader.end();
        layout.diagnostics.append(&mut reader.diagnostics);
        if let Some(next) = tokens.get_mut(end) {
            next.first = true;
        }
        let declares = declares(&tokens, start);
        layout.take(&tokens[start..end], declares);
        start = end;
    }
    layout
}

/// Takes all tokens as one body, whatever its lines are.
pub(super) fn body<'s>(mut tokens: Vec<Token<'s>>, id: FileId) -> Layout<'s> {
    let mut layout = Layout { tokens: Vec::new(), chunks: Vec::new(), diagnostics: Vec::new() };
    if tokens.is_empty() {
        let span = Span::new(id, 0, 0);
        layout.tokens.push(Token { kind: Kind::End, text: "", span, gap: span, first: false, indent: 0 });
        layout.chunks.push(Chunk { tokens: 0..1, too_deep: false });
        return layout;
    }
    if let Some(stop) = tokens.pop_if(|last| last.kind == Kind::Dot) {
        layout.diagnostics.push(full_stop(stop.span));
    }
    layout.take(&tokens, false);
    layout
}

/// The full stop of Prolog.
fn full_stop(span: Span) -> Diagnostic {
    Diagnostic::new(Code::FullStop, "a full stop at the end", span, "here a clause ends with its line").fix(
        "take it out",
        span,
        "",
    )
}

/// An item that begins in the line of another one.
fn two_on_a_line(next: &Token) -> Diagnostic {
    let label = "here another item begins, on a line of its own";
    let place = Span { end: next.span.start, ..next.gap };
    Diagnostic::new(Code::Expected, "two items on one line", next.gap, label).fix(
        "begin a new line",
        place,
        "\n",
    )
}

/// A token begins an item with a declaration word.
fn declares(tokens: &[Token], at: usize) -> bool {
    let token = tokens[at];
    if !token.first || token.kind != Kind::Name || !DECLARATIONS.contains(&token.text) {
        return false;
    }
    match tokens.get(at + 1).filter(|next| !next.first) {
        // The word alone: what belongs to it is missing, unless a predicate of that name stands in a body.
        None => token.text == "library" || token.indent == 0,
        Some(next) => next.kind.is_word() || next.kind == Kind::Junk,
    }
}

/// The declaration word that a line at the left margin lacks, by the form of what stands there. One space may be
/// left of the word.
pub(super) fn lacks(line: &[Token]) -> Option<&'static str> {
    let [first, rest @ ..] = line else { return None };
    if !first.first || first.indent > 1 {
        return None;
    }
    match (first.kind, rest) {
        (Kind::Name | Kind::Number, [word, colour, next, ..])
            if word.is("for")
                && colour.kind.is_word()
                && ["at", "level", "against"].iter().any(|word| next.is(word)) =>
        {
            Some("rule")
        }
        (Kind::Name | Kind::Number, [word, colour, next, ..])
            if word.is("for") && colour.kind.is_word() && next.is("attacking") =>
        {
            Some("score")
        }
        (Kind::Name, [of, size, ..]) if of.is("of") && size.kind == Kind::Number => Some("sort"),
        (Kind::Name, [equals, value, ..])
            if equals.kind == Kind::Equals
                && matches!(value.kind, Kind::Name | Kind::Number | Kind::Minus) =>
        {
            Some("sort")
        }
        (Kind::Name, [open, argument, colon, ..])
            if open.kind == Kind::Open && argument.kind == Kind::Variable && colon.kind == Kind::Colon =>
        {
            Some("extern")
        }
        (Kind::Path, rest) if first.text.contains('/') && rest.first().is_none_or(|next| next.first) => {
            Some("use")
        }
        _ => None,
    }
}

/// A token begins a line that holds a head and `:-`.
fn heads(tokens: &[Token], at: usize) -> bool {
    tokens[at].first && holds_head(tokens, at)
}

/// From this token on a line holds a head and `:-`.
fn holds_head(tokens: &[Token], at: usize) -> bool {
    // A head that is denied is one to whoever wrote it.
    let denied = tokens[at].kind == Kind::Not && tokens[at].indent == 0;
    let at = if denied && tokens.get(at + 1).is_some_and(|next| !next.first) { at + 1 } else { at };
    if !(tokens[at].kind.is_word() || tokens[at].kind == Kind::Junk) {
        return false;
    }
    let mut depth = 0usize;
    for (before, token) in tokens[at..].iter().zip(&tokens[at + 1..]).take_while(|(_, token)| !token.first) {
        match token.kind {
            Kind::Denotes => return true,
            // `p(X) if q(X)`: the author thinks of rules.
            Kind::Name if depth == 0 => {
                return token.is("if") && before.kind == Kind::Close && tokens[at].indent == 0;
            }
            Kind::Open => depth += 1,
            Kind::Close if depth > 0 => depth -= 1,
            Kind::Comma if depth > 0 => {}
            kind if depth > 0 && (kind.is_word() || kind == Kind::Junk) => {}
            _ => return false,
        }
    }
    false
}

/// A token begins a line that holds a fact as Prolog writes it: a predicate of constants, and a full stop.
fn states(tokens: &[Token], at: usize) -> bool {
    let mut line = tokens[at..].iter().enumerate().take_while(|(at, token)| *at == 0 || !token.first);
    let plain = |token: &Token| {
        matches!(token.kind, Kind::Name | Kind::Number | Kind::Comma | Kind::Open | Kind::Close)
    };
    let stop = line.find(|(_, token)| !plain(token));
    !tokens[at].is("not") && stop.is_some_and(|(_, token)| token.kind == Kind::Dot)
}

/// Finds the end of one item.
struct Reader<'a, 's> {
    tokens: &'a [Token<'s>],
    text: &'a str,
    start: usize,
    depth: usize,
    /// The `:-` or `if` of the item has been seen.
    body: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_, '_> {
    /// The place of the first token that belongs to the next item.
    fn end(&mut self) -> usize {
        self.pass(self.start);
        for at in self.start + 1..self.tokens.len() {
            let token = self.tokens[at];
            let last = self.tokens[at - 1];
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

    /// Counts a token in.
    fn pass(&mut self, at: usize) {
        match self.tokens[at].kind {
            Kind::Open => self.depth += 1,
            Kind::Close => self.depth = self.depth.saturating_sub(1),
            Kind::Denotes => self.body = true,
            Kind::Name if self.is_if(at) => self.body = true,
            _ => {}
        }
    }

    /// The word `if` between a head and its body, and not a name.
    fn is_if(&self, at: usize) -> bool {
        self.tokens[at].is("if")
            && !self.body
            && self.depth == 0
            && at > self.start
            && !(self.tokens[at - 1].is("rule") || self.tokens[at - 1].is("for"))
    }

    /// The item began with a declaration word other than `rule`.
    fn is_declaration(&self) -> bool {
        declares(self.tokens, self.start) && !["rule", "score"].contains(&self.tokens[self.start].text)
    }

    /// A full stop in front of this token ends the item.
    fn stops(&self, at: usize) -> bool {
        let token = self.tokens[at];
        if token.first {
            return !self.goes_on_behind_stop(at);
        }
        // Several clauses on one line: the rest of the line must be one.
        let rest = self.tokens[at + 1..].iter().take_while(|token| !token.first && token.kind != Kind::Dot);
        let mut line = vec![Token { first: true, ..token }];
        line.extend(rest);
        self.depth == 0 && (declares(&line, 0) || heads(&line, 0))
    }

    /// The line that begins with this token goes on with the body, though a full stop stands in front of it.
    fn goes_on_behind_stop(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let begins_item = declares(self.tokens, at)
            || heads(self.tokens, at)
            || states(self.tokens, at)
            || lacks(&self.tokens[at..]).is_some();
        let complete = self.depth == 0 && token.kind.begins_literal() && token.kind != Kind::Junk;
        self.body && complete && !begins_item && (self.is_indented(at) || self.denies(at))
    }

    /// In the middle of its line another item begins: a head with its `:-`, or a declaration.
    fn begins_another(&self, at: usize) -> bool {
        let (last, token) = (self.tokens[at - 1], self.tokens[at]);
        let complete = last.kind == Kind::Close || (self.body && last.kind.is_word() && !last.is("not"));
        if self.depth > 0 || !complete || token.kind != Kind::Name {
            return false;
        }
        let next = self.tokens.get(at + 1).filter(|next| !next.first);
        let declares = DECLARATIONS.contains(&token.text) && next.is_some_and(|next| next.kind.is_word());
        let has_head = self.body || self.is_declaration();
        declares || (has_head && holds_head(self.tokens, at))
    }

    /// This token stands further to the right than the item.
    fn is_indented(&self, at: usize) -> bool {
        self.tokens[at].indent > self.tokens[self.start].indent
    }

    /// A literal with `¬` or `not` begins here.
    fn denies(&self, at: usize) -> bool {
        let token = self.tokens[at];
        token.kind == Kind::Not
            || (token.is("not")
                && self.tokens.get(at + 1).is_some_and(|next| !next.first && next.kind.begins_literal()))
    }

    /// Says that there is a full stop, and what to do about it.
    fn stop(&mut self, stop: Token, next: Option<Token>) {
        let message = full_stop(stop.span);
        self.diagnostics.push(match next {
            Some(next) if !next.first => {
                message.fix("begin a new line", Span { end: next.span.start, ..stop.span }, "\n")
            }
            _ => message,
        });
    }

    /// This token, the first of its line, begins another item.
    fn ends_before(&mut self, at: usize) -> bool {
        if declares(self.tokens, at) || heads(self.tokens, at) || lacks(&self.tokens[at..]).is_some() {
            return true;
        }
        let token = self.tokens[at];
        let last = self.tokens[at - 1];
        let last_goes_on = matches!(
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
        if self.depth > 0 || last_goes_on || ((last.is("if") || last.is("not")) && self.body) {
            return false;
        }
        let next_opens = self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Open);
        let headed = !self.body && !self.is_declaration();
        let word_goes_on = headed && !next_opens && (token.is("if") || token.is("plays"));
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
        if indented && !self.body && !next_opens && self.is_head_word(&token) {
            self.break_before(last, token);
            return false;
        }
        let goes_on = indented || (self.denies(at) && self.body);
        !goes_on
    }

    /// A word that continues the head of a rule, a score or a declaration.
    fn is_head_word(&self, token: &Token) -> bool {
        let words: &[&str] = if self.is_declaration() {
            &["words", "part", "like", "playable", "asks", "of", "to", "growing"]
        } else if self.tokens[self.start].is("rule") {
            &["for", "against", "at", "level"]
        } else if self.tokens[self.start].is("score") {
            &["for", "against", "attacking", "defending"]
        } else {
            &[]
        };
        words.iter().any(|word| token.is(word)) || (self.is_declaration() && token.kind == Kind::Colon)
    }

    /// Says that a line begins with something that belongs to the line before.
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
        self.diagnostics.push(if token.is("if") || !token.kind.is_word() {
            let away = Span { end: token.span.end + spaces as u32, ..token.span };
            message.fixes(
                format!("move `{sign}` to the line before"),
                vec![
                    Edit { span: last.span.after(), text: moved + sign },
                    Edit { span: away, text: String::new() },
                ],
            )
        } else if between.trim().is_empty() {
            message.fix("join the lines", Span { end: token.span.start, ..last.span.after() }, " ")
        } else {
            message.hint(
                "put it behind what precedes it, and the comment on a line of its own in front of the item",
            )
        });
    }
}

impl<'s> Layout<'s> {
    /// Takes the tokens of one item over, with matching brackets and an end.
    fn take(&mut self, item: &[Token<'s>], declares: bool) {
        let stop = item.len() > 1 && item[item.len() - 1].kind == Kind::Dot;
        let item = if stop { &item[..item.len() - 1] } else { item };
        let begin = self.tokens.len();
        let mut brackets = Brackets::of(item);
        let openings = brackets.forgotten(item);
        let fixed = with_openings(item, &openings);
        let item = if openings.is_empty() {
            item
        } else {
            self.diagnostics.extend(openings.iter().map(|at| unwritten_message(&item[*at])));
            brackets = Brackets::of(&fixed);
            &fixed
        };
        for opened in &brackets.unclosed {
            self.diagnostics.push(brackets.unclosed_message(item, *opened));
        }
        for (at, token) in item.iter().enumerate() {
            for _ in 0..brackets.closed_before(at) {
                self.push_close(token.gap);
            }
            if brackets.doubled.binary_search(&at).is_ok() {
                self.diagnostics.push(Brackets::doubled_message(token));
            } else if brackets.unopened.binary_search(&at).is_ok() {
                // Of several in a row the first one speaks for all.
                let first = at == 0 || brackets.unopened.binary_search(&(at - 1)).is_err();
                if first {
                    let run = (at..).take_while(|at| brackets.unopened.binary_search(at).is_ok()).last();
                    self.diagnostics.push(unopened_message(token.span.to(item[run.unwrap_or(at)].span)));
                }
            } else {
                self.tokens.push(*token);
            }
        }
        let after = item[item.len() - 1].span.after();
        for _ in 0..brackets.closed_before(item.len()) {
            self.push_close(after);
        }
        self.diagnostics.extend(brackets.too_deep_message());
        if declares {
            self.tokens[begin].kind = Kind::Declare;
        }
        self.tokens.push(Token {
            kind: Kind::End,
            text: "",
            span: after,
            gap: after,
            first: false,
            indent: 0,
        });
        self.chunks.push(Chunk { tokens: begin..self.tokens.len(), too_deep: brackets.too_deep.is_some() });
    }

    fn push_close(&mut self, span: Span) {
        self.tokens.push(Token { kind: Kind::Close, text: ")", span, gap: span, first: false, indent: 0 });
    }
}
