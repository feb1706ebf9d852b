//! Parses `after mark(left, Cell1), mark(right, Cell2): (body)`: what holds after some actions.
//!
//! `after` is a keyword only before a name, so a predicate can have this name. If the colon or the brackets are
//! missing, one message says so, and the rest of the body is parsed normally.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;

use super::ast::{After, Atom, Body, LiteralKind};
use super::bodies::{Core, group};
use super::grammar::{Rule, Skipped, bracket, peek, sign, skip, token, word};
use super::grammar_errors::nearest;
use super::token::{Kind, Token};

/// A hint that shows how an `after` literal is written.
const USAGE: &str = "write `after mark(left, Cell1), mark(right, Cell2): (body)`";

/// The part of an `after` literal that follows the actions.
#[derive(Clone)]
enum Behind {
    /// A body in brackets, or the span of a body that could not be parsed.
    Body(Result<Body, Span>, Span),
    /// A body without brackets: the skipped tokens, or `None` if there are none. The span is the gap before the next
    /// token.
    Bare(Option<Skipped>, Span),
}

/// Parses an `after` literal: `after action, action: (body)`.
pub(super) fn after<'t, 's: 't>(body: Rule<'t, 's, Body>, atom: &Rule<'t, 's, Atom>) -> Rule<'t, 's, Core> {
    let actions = atom.clone().separated_by(sign(Kind::Comma)).at_least(1).collect::<Vec<_>>().boxed();
    let inside = group(body)
        .map(|(kind, span)| match kind {
            LiteralKind::Bracketed(body) => Behind::Body(Ok(body), span),
            _ => Behind::Body(Err(span), span),
        })
        .boxed();
    let bare = peek()
        .filter(|next: &Token| next.kind != Kind::Open)
        .then(skip().or_not())
        .map(|(next, rest)| Behind::Bare(rest, next.gap))
        .boxed();
    // An opening bracket without the colon that must precede it.
    let no_colon = token(|next| next.kind == Kind::Open).rewind().validate(|next: Token<'s>, _, emitter| {
        let message = expected(next.gap, "`:` is missing between the actions and what holds after them");
        emitter.emit(message.fix("write `:`", next.gap, ":").into());
    });
    let whole = actions
        .clone()
        .then(sign(Kind::Colon).ignored().or(no_colon))
        .map(|(actions, ())| actions)
        .then(inside.or(bare))
        .boxed();
    let broken = actions.map(|actions| {
        let end = actions[0].span.after();
        (actions, Behind::Bare(None, end))
    });
    word("after")
        .then_ignore(peek().filter(|next: &Token| matches!(next.kind, Kind::Name | Kind::Number)))
        .or(misspelt())
        .then(whole.or(broken.boxed()))
        .validate(|(after, (actions, behind)), _, emitter| {
            let span = |end: Span| after.span.to(end);
            match behind {
                Behind::Body(Ok(body), end) => (LiteralKind::After(After { actions, body }), span(end)),
                Behind::Body(Err(_), end) => (LiteralKind::Error, span(end)),
                Behind::Bare(rest, gap) => {
                    if !rest.is_some_and(|rest| rest.junk) {
                        emitter.emit(without_brackets(rest.map(|rest| rest.span), gap).into());
                    }
                    let end = rest.map_or_else(|| last(&actions), |rest| rest.span);
                    (LiteralKind::Error, span(end))
                }
            }
        })
        .boxed()
}

/// A misspelling of `after`. It is recognised by the actions that follow it and the colon after them.
fn misspelt<'t, 's: 't>() -> Rule<'t, 's, Token<'s>> {
    let action = token(|token| token.kind == Kind::Name).then(bracket().or_not());
    let colon = action.separated_by(sign(Kind::Comma)).at_least(1).then(sign(Kind::Colon)).rewind();
    token(|token| token.kind == Kind::Name && nearest(token.text, &["after"]).is_some())
        .then_ignore(colon)
        .validate(|word, _, emitter| {
            let message = Diagnostic::new(
                Code::Expected,
                "something else was expected here",
                word.span,
                "did you mean `after`?",
            );
            emitter.emit(message.hint(USAGE).fix("write `after`", word.span, "after").into());
            word
        })
        .boxed()
}

fn last(actions: &[Atom]) -> Span {
    actions[actions.len() - 1].span
}

fn expected(span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::Expected, "an incomplete `after`", span, label).hint(USAGE)
}

/// Reports that the body after the actions has no brackets or is missing.
fn without_brackets(rest: Option<Span>, gap: Span) -> Diagnostic {
    match rest {
        Some(rest) => {
            let bracket = |span: Span, text: &str| Edit { span, text: text.to_owned() };
            expected(rest, "what holds after the actions goes in brackets")
                .fixes("put it in brackets", vec![bracket(rest.before(), "("), bracket(rest.after(), ")")])
        }
        None => expected(gap, "a colon and what holds after the actions are missing here"),
    }
}
