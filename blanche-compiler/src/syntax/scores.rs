//! Parses scores: `score two for white attacking 16 defending 9 if
//! white.two(Group)`. A weight may contain variables: `attacking N + 1`.
//!
//! With `when named` before `if`, a score counts only for players that name it in their settings. A score may end with
//! `up to symmetry`, and so may a preference.
//!
//! Heads of scores are parsed as strictly as heads of rules. If a head has a syntax error, the premise is parsed
//! nevertheless.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::runtime::MAX_WEIGHT;

use super::ast::{self, ItemKind, Name, Number, Sum, Summand, Term, is_local};
use super::grammar::{Rule, finish, name, named, number, sign, token, word};
use super::heads::{declare, local, up_to_symmetry, want_body};
use super::shared_parsers::Parts;
use super::token::{Kind, Token};

/// Parses a score, `score NAME for SIDE attacking N defending N when named if premise`, optionally followed by `up to
/// symmetry`.
pub(super) fn score<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let head = declare("score")
        .then(name("the name of the score"))
        .then(parts.side.clone())
        .then_ignore(word("attacking"))
        .then(weight("after `attacking`"))
        .then_ignore(word("defending"))
        .then(weight("after `defending`"))
        .then(when_named().or_not())
        .then(word("if"))
        .validate(|((((((score, name), side), attacking), defending), when_named), end), _, emitter| {
            for problem in [&attacking, &defending].into_iter().filter_map(too_heavy) {
                emitter.emit(problem.into());
            }
            Some((name, side, (attacking, defending), when_named, score.span.to(end.span), end))
        });
    let not_if = token(|token| !token.is("if") && token.kind != Kind::End);
    let broken = declare("score").ignore_then(not_if.repeated()).ignore_then(word("if").or_not()).to(None);
    head.boxed()
        .recover_with(via_parser(broken))
        .then(parts.body.clone())
        .then_ignore(finish())
        .then(up_to_symmetry().or_not())
        .validate(|((head, body), up_to_symmetry), _, emitter| {
            let Some((name, side, weights, when_named, head, end)) = head else { return ItemKind::Error };
            want_body(emitter, &body, end.span, "what the score counts is missing after `if`");
            let up_to_symmetry = up_to_symmetry.flatten();
            let (attacking, defending) = weights;
            ItemKind::Score(ast::Score {
                name,
                side,
                attacking,
                defending,
                when_named,
                body,
                up_to_symmetry,
                head,
            })
        })
        .boxed()
}

/// Parses `when named` and returns its span.
fn when_named<'t, 's: 't>() -> Rule<'t, 's, Span> {
    word("when").then(word("named")).map(|(when, named)| when.span.to(named.span)).boxed()
}

/// Parses a weight: numbers and variables joined by `+` and `-`. `place` describes the position in messages.
fn weight<'t, 's: 't>(place: &'static str) -> Rule<'t, 's, Sum> {
    let number = number("a weight")
        .map(|Number { value, span }| Term::Constant(Name { text: value.to_string(), span }));
    let variable =
        token(|token| token.kind == Kind::Variable).validate(move |variable: Token<'s>, _, emitter| {
            let variable = named(&variable);
            if is_local(&variable.text) {
                emitter.emit(local(&variable, place).into());
            }
            Term::Variable(variable)
        });
    let term = variable.or(number).boxed();
    let joint = sign(Kind::Plus).or(sign(Kind::Minus));
    let next = joint
        .then(term.clone())
        .map(|(joint, term)| Summand { is_taken_away: joint.kind == Kind::Minus, term });
    term.then(next.repeated().collect::<Vec<_>>())
        .map(|(first, more)| {
            let first = Summand { is_taken_away: false, term: first };
            let summands: Vec<Summand> = std::iter::once(first).chain(more).collect();
            let span = summands[0].term.span().to(summands[summands.len() - 1].term.span());
            Sum { span, summands }
        })
        .boxed()
}

/// Reports a weight above [`MAX_WEIGHT`].
fn too_heavy(weight: &Sum) -> Option<Diagnostic> {
    let is_too_heavy = |summand: &&Summand| match &summand.term {
        Term::Constant(name) => name.text.parse::<u32>().is_ok_and(|number| number > MAX_WEIGHT),
        _ => false,
    };
    weight.summands.iter().find(is_too_heavy).map(|summand| {
        Diagnostic::new(
            Code::BadWeight,
            "a weight that is too large",
            summand.term.span(),
            format!("a weight is at most {MAX_WEIGHT}"),
        )
        .hint("only how weights compare matters, so make all of them smaller")
    })
}
