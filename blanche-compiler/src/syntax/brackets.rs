//! Matches the brackets of an item, and finds the places of missing brackets.

use blanche_sorted::Arrange;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;

use super::token::{Kind, Token};

/// Maximum nesting depth of brackets.
const MAX_DEPTH: usize = 64;

/// The unmatched brackets of an item, and the places of the missing brackets. Brackets and places are given as token
/// indices.
pub(super) struct Brackets {
    /// Opening brackets without a partner, in order.
    pub(super) unclosed: Vec<usize>,
    /// For each bracket in `unclosed`, the token before which it should be closed.
    closes: Vec<usize>,
    /// The entries of `closes`, sorted.
    sorted: Vec<usize>,
    /// Closing brackets without a partner, in order.
    pub(super) unopened: Vec<usize>,
    /// Superfluous opening brackets that repeat the bracket before them, in order. They are ignored.
    pub(super) doubled: Vec<usize>,
    /// The first bracket that is nested too deep.
    pub(super) too_deep: Option<Span>,
}

impl Brackets {
    /// Matches the brackets of an item.
    pub(super) fn of(item: &[Token]) -> Brackets {
        let mut open = Vec::new();
        let mut unopened = Vec::new();
        let mut too_deep = None;
        for (at, token) in item.iter().enumerate() {
            match token.kind {
                Kind::Open => {
                    if open.len() >= MAX_DEPTH {
                        too_deep = too_deep.or(Some(token.span));
                    }
                    open.push(at);
                }
                Kind::Close if open.pop().is_none() => unopened.push(at),
                _ => {}
            }
        }
        if too_deep.is_some() {
            // The item will not be parsed, so no other message about its brackets is needed.
            return Brackets {
                unclosed: Vec::new(),
                closes: Vec::new(),
                sorted: Vec::new(),
                unopened: Vec::new(),
                doubled: Vec::new(),
                too_deep,
            };
        }
        // Arguments never begin with a bracket. So if two opening brackets are adjacent, the second is superfluous. The
        // search skips a pair whose first bracket is the unclosed bracket `outer` itself.
        let mut doubled: Vec<usize> = Vec::new();
        while let Some(outer) = open.pop() {
            match (outer + 2..item.len()).find(|at| is_doubled(item, *at) && !doubled.contains(at)) {
                Some(at) if outer + 1 < at => doubled.push(at),
                _ => {
                    open.push(outer);
                    break;
                }
            }
        }
        doubled.arrange();
        let closes: Vec<usize> = open.iter().map(|at| closing_place(item, *at)).collect();
        let mut sorted = closes.clone();
        sorted.arrange();
        Brackets { unclosed: open, closes, sorted, unopened, doubled, too_deep }
    }

    /// The message about a superfluous, repeated opening bracket.
    pub(super) fn doubled_message(bracket: &Token) -> Diagnostic {
        let title = "an opening bracket that is never closed";
        let label = "this bracket is doubled";
        Diagnostic::new(Code::Unclosed, title, bracket.span, label).fix("remove it", bracket.span, "")
    }

    /// Number of closing brackets that are missing before this token.
    pub(super) fn closed_before(&self, at: usize) -> usize {
        self.sorted.partition_point(|close| *close <= at) - self.sorted.partition_point(|close| *close < at)
    }

    /// The tokens before which an opening bracket is missing. The bracket should follow a predicate of a body: `parent
    /// X, anna)`.
    pub(super) fn forgotten(&self, item: &[Token]) -> Vec<usize> {
        let body = item.iter().position(|token| token.kind == Kind::Denotes || token.is("if"));
        let unopened = self.unopened.iter().filter(|close| body.is_some_and(|body| body < **close));
        unopened.filter_map(|close| opening_place(item, *close)).collect()
    }

    /// The message about brackets that are nested too deep.
    pub(super) fn too_deep_message(&self) -> Option<Diagnostic> {
        let label = format!("this bracket is inside {MAX_DEPTH} others");
        let message = Diagnostic::new(Code::NestedTooDeep, "brackets nested too deep", self.too_deep?, label);
        Some(message.hint("move the inner body into a derivation of its own"))
    }

    /// The message about an opening bracket without a partner.
    pub(super) fn unclosed_message(&self, item: &[Token], opened: usize) -> Diagnostic {
        let place =
            self.unclosed.iter().position(|at| *at == opened).map_or(item.len(), |at| self.closes[at]);
        let gap = item.get(place).map_or(item[item.len() - 1].span.after(), |token| token.gap);
        Diagnostic::new(
            Code::Unclosed,
            "an opening bracket that is never closed",
            item[opened].span,
            "this bracket is not closed before the end",
        )
        .fix("write `)`", gap, ")")
    }
}

/// Whether the opening bracket at `at` directly follows the opening bracket of the arguments of a predicate.
fn is_doubled(item: &[Token], at: usize) -> bool {
    let (bracket, opening, predicate) = (item[at], item[at - 1], item[at - 2]);
    let opens = bracket.kind == Kind::Open && opening.kind == Kind::Open;
    opens && !bracket.first && predicate.kind == Kind::Name && !predicate.joins()
}

/// The token before which an open bracket should be closed. Arguments consist of words and commas, so this is the first
/// token that is neither, or the comma before a word with brackets. A word with brackets directly after the opening
/// bracket counts as the first argument.
fn closing_place(item: &[Token], opened: usize) -> usize {
    let before = |token: &Token| token.joins() || token.is("for") || token.is("suppose");
    let arguments = opened > 0 && item[opened - 1].kind.is_word() && !before(&item[opened - 1]);
    let inside = |at: usize| &item[at];
    let mut at = opened + 1;
    if arguments && let Some(end) = end_of_call(item, at) {
        at = end;
    }
    if !arguments {
        // The bracket contains a body, which extends to the end of the item or to a `:-`, because a body cannot contain
        // `:-`.
        while at < item.len() && inside(at).kind != Kind::Denotes {
            at += 1;
        }
        return at;
    }
    while at < item.len() {
        let token = inside(at);
        let with_brackets = item.get(at + 1).is_some_and(|next| next.kind == Kind::Open);
        let ends = match token.kind {
            Kind::Comma | Kind::Junk | Kind::Dots | Kind::Colon => false,
            kind if kind.is_word() => with_brackets || (at > opened + 1 && token.is("if")),
            _ => true,
        };
        if ends {
            // A comma before this token belongs after the closing bracket.
            return if at > opened + 1 && inside(at - 1).kind == Kind::Comma { at - 1 } else { at };
        }
        at += 1;
    }
    if inside(at - 1).kind == Kind::Comma && at - 1 > opened { at - 1 } else { at }
}

/// The index after a call (a word with brackets) that begins at `begin`, if its brackets are closed.
fn end_of_call(item: &[Token], begin: usize) -> Option<usize> {
    let (word, open) = (item.get(begin)?, item.get(begin + 1)?);
    if !word.kind.is_word() || open.kind != Kind::Open {
        return None;
    }
    let mut depth = 0usize;
    for (at, token) in item.iter().enumerate().skip(begin + 1) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The tokens with an opening bracket inserted before each index of `places`.
pub(super) fn with_openings<'s>(item: &[Token<'s>], places: &[usize]) -> Vec<Token<'s>> {
    if places.is_empty() {
        return Vec::new();
    }
    let mut tokens = Vec::with_capacity(item.len() + places.len());
    for (at, token) in item.iter().enumerate() {
        if places.binary_search(&at).is_ok() {
            let span = token.gap;
            tokens.push(Token { kind: Kind::Open, text: "(", span, gap: span, first: false, indent: 0 });
        }
        tokens.push(*token);
    }
    tokens
}

/// The argument before which the partner of this closing bracket is missing. Only words and commas are between the
/// argument and the bracket, and no comma follows the predicate.
fn opening_place(item: &[Token], close: usize) -> Option<usize> {
    let plain = |token: &Token| token.kind.is_word() || token.kind == Kind::Comma;
    let from = item[..close].iter().rposition(|token| !plain(token))? + 1;
    (from..close.saturating_sub(1))
        .find(|at| {
            let (predicate, argument) = (item[*at], item[at + 1]);
            predicate.kind == Kind::Name
                && argument.kind.is_word()
                && !argument.first
                && !predicate.joins()
                && !argument.joins()
        })
        .map(|predicate| predicate + 1)
}

/// The message about a missing opening bracket before an argument.
pub(super) fn unwritten_message(argument: &Token) -> Diagnostic {
    let place = Span { end: argument.span.start, ..argument.gap };
    Diagnostic::new(
        Code::Expected,
        "an opening bracket that is missing",
        argument.gap,
        "`(` is missing before the arguments",
    )
    .fix("write `(`", place, "(")
}

/// The message about a closing bracket without a partner. After another closing bracket it is superfluous. After a
/// word, the opening bracket may be missing.
pub(super) fn unopened_message(span: Span, before: Option<&Token>) -> Diagnostic {
    let message = Diagnostic::new(
        Code::Unopened,
        "a closing bracket that nothing opened",
        span,
        "there is no matching `(`",
    );
    match before.is_some_and(|before| before.kind == Kind::Close) {
        true => message.fix("remove it", span, ""),
        false => message.hint("write `(` before the arguments, or remove it"),
    }
}
