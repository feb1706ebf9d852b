//! Scores: `score two for white attacking 16 defending 9 if white.two(Group)`.
//!
//! Their heads are read like those of rules: strictly, and where that fails the premise is read all the same.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};
use crate::runtime::LARGEST_WEIGHT;

use super::ast::{self, ItemKind, Number};
use super::declarations::declare;
use super::grammar::{Rule, finish, name, number, token, word};
use super::items::no_body;
use super::parts::Parts;
use super::token::Kind;

/// `score NAME for SIDE attacking N defending N if premise`
pub(super) fn score<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let head = declare("score")
        .then(name("the name of the score"))
        .then(parts.side.clone())
        .then_ignore(word("attacking"))
        .then(number("a weight"))
        .then_ignore(word("defending"))
        .then(number("a weight"))
        .then(word("if"))
        .validate(|(((((score, name), side), attacking), defending), end), _, emitter| {
            for problem in [&attacking, &defending].into_iter().filter_map(too_heavy) {
                emitter.emit(problem.into());
            }
            Some((name, side, attacking, defending, score.span.to(end.span), end))
        });
    let not_if = token(|token| !token.is("if") && token.kind != Kind::End);
    let broken = declare("score").ignore_then(not_if.repeated()).ignore_then(word("if").or_not()).to(None);
    head.boxed()
        .recover_with(via_parser(broken))
        .then(parts.body.clone())
        .then_ignore(finish())
        .validate(|(head, body), _, emitter| {
            let Some((name, side, attacking, defending, head, end)) = head else { return ItemKind::Error };
            if body.branches.is_empty() {
                emitter.emit(no_body(end.span, "what the score counts is missing behind `if`").into());
            }
            ItemKind::Score(ast::Score { name, side, attacking, defending, body, head })
        })
        .boxed()
}

/// A weight beyond the largest one.
fn too_heavy(weight: &Number) -> Option<Diagnostic> {
    (weight.value > LARGEST_WEIGHT).then(|| {
        Diagnostic::new(
            Code::BadWeight,
            "a weight that is too large",
            weight.span,
            format!("a weight is at most {LARGEST_WEIGHT}"),
        )
        .hint("only how weights compare matters, so make all of them smaller")
    })
}
