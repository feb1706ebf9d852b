//! Groups tokens into items by their lines, and matches brackets.
//!
//! The rules are in the section "Words and lines" of the language reference. An item ends with its line, unless the
//! line shows that it continues. A line that begins with a declaration word, or that contains a head and `:-`, always
//! begins an item. After this pass the brackets of every item match, so that the grammar never runs past the end of
//! its item.
//!
//! An item may have several parts. The head of a move with its premise is one part, and each line of its effects is
//! another. Every part ends with [`Kind::End`], and every part after the first begins with a [`Kind::Declare`], so a
//! syntax error affects only its own part.

use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, Span};

use super::brackets::{Brackets, unopened_message, unwritten_message, with_openings};
use super::token::{Kind, Token};
use item_scanner::ItemScanner;
pub(super) use item_scanner::{effect_in_a_line, effect_meant};

mod broken_lines;
mod item_scanner;
mod prose;

/// The keywords that begin an item.
pub(super) const DECLARATIONS: &[&str] = &[
    "rule",
    "domain",
    "base",
    "library",
    "use",
    "sort",
    "players",
    "extern",
    "open",
    "fact",
    "facts",
    "action",
    "export",
    "score",
    "board",
    "symmetry",
    "starts",
    "state",
    "start",
    "move",
    "blocked",
    "draw",
    "margin",
    "claims",
    "preference",
    "drawn",
    "notation",
];

/// The keywords that begin an effect of a move.
pub(super) const EFFECTS: &[&str] = &["removes", "adds", "then"];

/// The tokens of one item. The last of them is [`Kind::End`].
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// The range of indices in [`Layout::tokens`].
    pub(super) tokens: std::ops::Range<usize>,
    /// Whether the item is not parsed, because its brackets are nested too deep, or because it is prose or a body
    /// without a head.
    pub(super) is_passed_over: bool,
}

/// The result of this pass.
pub(super) struct Layout<'s> {
    /// The tokens of all items, with an end token after each part.
    pub(super) tokens: Vec<Token<'s>>,
    pub(super) chunks: Vec<Chunk>,
    /// The lines of prose. There is one message about each of them, and all other messages about them are dropped.
    pub(super) prose: Vec<Span>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Groups the tokens of a file into items.
pub(super) fn items<'s>(mut tokens: Vec<Token<'s>>, text: &str) -> Layout<'s> {
    let mut layout = Layout {
        tokens: Vec::with_capacity(tokens.len() * 5 / 4),
        chunks: Vec::new(),
        prose: Vec::new(),
        diagnostics: Vec::new(),
    };
    let (mut start, mut above) = (0, None);
    while start < tokens.len() {
        if let Some(end) = end_of_headless(&tokens, above, start, text) {
            let between = start.checked_sub(1).map_or(0, |last| tokens[last].span.range().end);
            let between = &text[between..tokens[start].span.range().start];
            let message = headless(line_of(&tokens[start..end]), holds_head_of_move(between));
            layout.pass_over(&tokens[start..end], message);
            start = end;
            continue;
        }
        if let Some(end) = prose::end_of_prose(&tokens, start, text) {
            let place = line_of(&tokens[start..end]);
            layout.pass_over(&tokens[start..end], prose::prose(place));
            layout.prose.push(place);
            start = end;
            continue;
        }
        let mut scanner = ItemScanner::new(&tokens, text, start);
        let end = scanner.end();
        layout.diagnostics.append(&mut scanner.diagnostics);
        let parts = scanner.parts;
        if let Some(next) = tokens.get_mut(end) {
            next.first = true;
        }
        let declares = declares(&tokens, start);
        if declares && broken_lines::PATH_KEYWORDS.contains(&tokens[start].text) && start + 1 < end {
            // A path alone on its line may have been lexed as a name.
            let path = &mut tokens[start + 1];
            path.kind = if path.first && path.kind == Kind::Name { Kind::Path } else { path.kind };
        }
        layout.take(&tokens[start..end], declares, &parts);
        above = Some(start);
        start = end;
    }
    layout
}

/// The span of the first line of `tokens`.
fn line_of(tokens: &[Token]) -> Span {
    let line = tokens.iter().skip(1).take_while(|token| !token.first).last();
    tokens[0].span.to(line.unwrap_or(&tokens[0]).span)
}

/// The end of a body without a head that begins at `start`; `None` if the line belongs to an item. The body is an
/// indented line after empty lines or after comment lines, which may have contained its head. `above` is the first
/// token of the previous item.
fn end_of_headless(tokens: &[Token], above: Option<usize>, start: usize, text: &str) -> Option<usize> {
    let first = &tokens[start];
    let margin = above.map_or(1, |above| tokens[above].indent);
    let is_apart = match start.checked_sub(1) {
        Some(last) => are_separated(&tokens[last], first, text),
        None => text[..first.span.range().start].trim_end_matches([' ', '\t']).contains('\n'),
    };
    let is_head = |at: usize| {
        declares(tokens, at) && !EFFECTS.contains(&tokens[at].text)
            || heads(tokens, at)
            || states(tokens, at)
            || lacks(&tokens[at..]).is_some()
    };
    if first.indent <= margin || !is_apart || is_head(start) {
        return None;
    }
    let ends = |at: &usize| tokens[*at].first && (tokens[*at].indent <= margin || is_head(*at));
    Some((start + 1..tokens.len()).find(ends).unwrap_or(tokens.len()))
}

/// Whether there are empty lines or comment lines between two tokens.
fn are_separated(last: &Token, next: &Token, text: &str) -> bool {
    next.first && text[last.span.range().end..next.span.range().start].matches('\n').count() > 1
}

/// Whether a comment line in the text between two tokens contains the head of a move.
fn holds_head_of_move(between: &str) -> bool {
    between.lines().any(|line| {
        let Some(comment) = line.trim_start().strip_prefix('%') else { return false };
        let words: Vec<&str> = comment.trim_start_matches('%').split_whitespace().collect();
        let has_name = matches!(words[..], ["move", _, "for", _, ..]);
        has_name && words.get(4).is_none_or(|word| ["plays", "against", "if"].contains(word))
    })
}

/// The message about a body whose head is missing or commented out.
fn headless(place: Span, is_commented: bool) -> Diagnostic {
    if is_commented {
        return Diagnostic::new(Code::NoItem, "a body without a head", place, "its head is a comment")
            .hint("remove the `%` before the head, or turn these lines into comments too");
    }
    let label = "the head above it is missing, or is a comment";
    Diagnostic::new(Code::NoItem, "a body without a head", place, label).hint(
        "lines that belong to the item above follow it without empty lines and comments in between, or \
         follow a comma",
    )
}

/// Makes one body of all tokens, even if they are on several lines.
pub(super) fn body<'s>(mut tokens: Vec<Token<'s>>, id: FileId) -> Layout<'s> {
    let mut layout =
        Layout { tokens: Vec::new(), chunks: Vec::new(), prose: Vec::new(), diagnostics: Vec::new() };
    if tokens.is_empty() {
        let span = Span::new(id, 0, 0);
        layout.tokens.push(Token { kind: Kind::End, text: "", span, gap: span, first: false, indent: 0 });
        layout.chunks.push(Chunk { tokens: 0..1, is_passed_over: false });
        return layout;
    }
    if let Some(stop) = tokens.pop_if(|last| last.kind == Kind::Dot) {
        layout.diagnostics.push(full_stop(stop.span));
    }
    layout.take(&tokens, false, &[]);
    layout
}

/// The message about a full stop at the end of an item, as in Prolog.
fn full_stop(span: Span) -> Diagnostic {
    Diagnostic::new(Code::FullStop, "a full stop at the end", span, "a clause ends with its line here").fix(
        "remove it",
        span,
        "",
    )
}

/// The message about an item that begins on the line of another item.
fn two_on_a_line(next: &Token) -> Diagnostic {
    let label = "another item begins here, on a line of its own";
    let place = Span { end: next.span.start, ..next.gap };
    Diagnostic::new(Code::Expected, "two items on one line", next.gap, label).fix(
        "begin a new line",
        place,
        "\n",
    )
}

/// Whether this token is a declaration word that begins an item.
fn declares(tokens: &[Token], at: usize) -> bool {
    let token = tokens[at];
    let effect = EFFECTS.contains(&token.text);
    if !token.first || token.kind != Kind::Name || !effect && !DECLARATIONS.contains(&token.text) {
        return false;
    }
    // An item with this keyword may begin with a body, and therefore with `¬`.
    let before_body = ["claims", "draw", "start"].contains(&token.text);
    match tokens.get(at + 1).filter(|next| !next.first) {
        // The keyword is alone on its line. Without indentation it begins an incomplete item. With indentation it is a
        // predicate in a body.
        None => token.text == "library" || token.indent == 0 && !effect,
        Some(next) if next.kind == Kind::Not => before_body,
        // The arguments have sorts, so only the name before them is missing.
        Some(next) if next.kind == Kind::Open => {
            let behind =
                |more: usize, kind: Kind| tokens.get(at + more).is_some_and(|token| token.kind == kind);
            token.indent == 0 && !effect && behind(2, Kind::Variable) && behind(3, Kind::Colon)
        }
        Some(next) => next.kind.is_word() || next.kind == Kind::Junk,
    }
}

/// The keyword that is missing on a line at the left margin, judging by the other tokens of the line. The line may be
/// indented by one space.
pub(super) fn lacks(line: &[Token]) -> Option<&'static str> {
    let [first, rest @ ..] = line else { return None };
    if !first.first || first.indent > 1 {
        return None;
    }
    match (first.kind, rest) {
        (Kind::Name | Kind::Number, [word, colour, next, ..]) if word.is("for") && colour.kind.is_word() => {
            let has = |word: &str| line.iter().any(|token| token.is(word));
            match next.text {
                "at" | "level" => Some("rule"),
                "attacking" => Some("score"),
                "plays" => Some(if has("worth") { "preference" } else { "move" }),
                "against" if has("attacking") => Some("score"),
                "against" if has("worth") => Some("preference"),
                "against" if has("level") => Some("rule"),
                "against" if has("plays") => Some("move"),
                "against" => Some("rule"),
                _ => None,
            }
        }
        (Kind::Name, [of, size, ..]) if of.is("of") && size.kind == Kind::Number => Some("sort"),
        (Kind::Name, [equals, value, ..])
            if equals.kind == Kind::Equals
                && matches!(value.kind, Kind::Name | Kind::Number | Kind::Minus)
                && (first.is("sort") || !DECLARATIONS.contains(&first.text)) =>
        {
            Some("sort")
        }
        (Kind::Name, [open, argument, colon, ..])
            if open.kind == Kind::Open
                && argument.kind == Kind::Variable
                && colon.kind == Kind::Colon
                && !DECLARATIONS.contains(&first.text) =>
        {
            let mut of_line = line.iter().enumerate().take_while(|(at, token)| *at == 0 || !token.first);
            let grows = of_line.any(|(_, token)| token.is("growing"));
            Some(if grows { "action" } else { "extern" })
        }
        (Kind::Path, rest) if first.text.contains('/') && rest.first().is_none_or(|next| next.first) => {
            Some("use")
        }
        _ => None,
    }
}

/// Whether this token begins a line that contains a head and `:-`.
fn heads(tokens: &[Token], at: usize) -> bool {
    tokens[at].first && holds_head(tokens, at)
}

/// Whether the rest of the line, from this token, contains `:-`.
fn holds_denotes(tokens: &[Token], at: usize) -> bool {
    let line = tokens[at..].iter().enumerate().take_while(|(at, token)| *at == 0 || !token.first);
    line.into_iter().any(|(_, token)| token.kind == Kind::Denotes)
}

/// Whether a head followed by `:-` begins at this token, on one line.
fn holds_head(tokens: &[Token], at: usize) -> bool {
    // A negated head is also a head, although it is not allowed.
    let denied = tokens[at].kind == Kind::Not && tokens[at].indent == 0;
    let at = if denied && tokens.get(at + 1).is_some_and(|next| !next.first) { at + 1 } else { at };
    if !(tokens[at].kind.is_word() || tokens[at].kind == Kind::Junk) {
        return false;
    }
    let mut depth = 0usize;
    for (before, token) in tokens[at..].iter().zip(&tokens[at + 1..]).take_while(|(_, token)| !token.first) {
        match token.kind {
            Kind::Denotes => return true,
            // `p(X) if q(X)` is a derivation in the syntax of rules.
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

/// Whether this token begins a line with a fact in the syntax of Prolog: a predicate of constants, and a full stop.
fn states(tokens: &[Token], at: usize) -> bool {
    let mut line = tokens[at..].iter().enumerate().take_while(|(at, token)| *at == 0 || !token.first);
    let plain = |token: &Token| {
        matches!(token.kind, Kind::Name | Kind::Number | Kind::Comma | Kind::Open | Kind::Close)
    };
    let stop = line.find(|(_, token)| !plain(token));
    !tokens[at].is("not") && stop.is_some_and(|(_, token)| token.kind == Kind::Dot)
}

impl<'s> Layout<'s> {
    /// Adds an item. Each of its parts gets matching brackets and an end token.
    fn take(&mut self, item: &[Token<'s>], declares: bool, parts: &[usize]) {
        let begin = self.tokens.len();
        let mut too_deep = false;
        let mut from = 0;
        for to in parts.iter().copied().chain([item.len()]) {
            let joined = to < item.len() && !item[to].first && item[to - 1].is("and");
            let effect = &item[from];
            if let Some(word) = item_scanner::joined_effect(&item[from..to]).filter(|_| from > 0) {
                // The missing space has been reported.
                let (start, middle) = (effect.span.range().start, effect.span.range().start + word.len());
                let begin = Token { text: word, span: Span::new(effect.span.file, start, middle), ..*effect };
                let span = Span { start: begin.span.end, ..effect.span };
                let gap = span.before();
                let name =
                    Token { text: &effect.text[word.len()..], span, gap, first: false, indent: 0, ..*effect };
                let effect = [&[begin, name], &item[from + 1..to]].concat();
                too_deep |= self.part(&effect, true);
            } else if from > 0 && effect_meant(effect.text).is_none() && !effect.is("up") {
                // An effect without its keyword, which has been reported.
                let span = effect.span.before();
                self.tokens.push(Token { kind: Kind::Declare, text: "adds", span, ..*effect });
                too_deep |= self.part(&item[from..to - usize::from(joined)], false);
            } else {
                too_deep |= self.part(&item[from..to - usize::from(joined)], declares || from > 0);
            }
            from = to;
        }
        self.chunks.push(Chunk { tokens: begin..self.tokens.len(), is_passed_over: too_deep });
    }

    /// Adds tokens that are not parsed, and reports why.
    fn pass_over(&mut self, unread: &[Token<'s>], why: Diagnostic) {
        self.diagnostics.push(why);
        let begin = self.tokens.len();
        self.tokens.extend_from_slice(unread);
        self.push_end(unread[unread.len() - 1].span.after());
        self.chunks.push(Chunk { tokens: begin..self.tokens.len(), is_passed_over: true });
    }

    fn push_end(&mut self, span: Span) {
        self.tokens.push(Token { kind: Kind::End, text: "", span, gap: span, first: false, indent: 0 });
    }

    /// Adds a part of an item. Returns whether its brackets are nested too deep.
    fn part(&mut self, item: &[Token<'s>], declares: bool) -> bool {
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
                // Adjacent superfluous brackets are reported together.
                let first = at == 0 || brackets.unopened.binary_search(&(at - 1)).is_err();
                if first {
                    let run = (at..).take_while(|at| brackets.unopened.binary_search(at).is_ok()).last();
                    let whole = token.span.to(item[run.unwrap_or(at)].span);
                    self.diagnostics.push(unopened_message(whole, at.checked_sub(1).map(|at| &item[at])));
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
        self.push_end(after);
        brackets.too_deep.is_some()
    }

    fn push_close(&mut self, span: Span) {
        self.tokens.push(Token { kind: Kind::Close, text: ")", span, gap: span, first: false, indent: 0 });
    }
}
