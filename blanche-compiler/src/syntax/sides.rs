//! Whom something is said for: `for white`, or for every player in turn, `for Color against Other`.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};

use super::ast::{Side, Term};
use super::grammar::{Rule, name, token, variable, word};
use super::items::local;

/// `for COLOUR`, `for VARIABLE` or `for VARIABLE against VARIABLE`, with its problems.
pub(super) fn side<'t, 's: 't>() -> Rule<'t, 's, Side> {
    let other = || variable("a variable for the other player");
    let every = variable("a colour").then(word("against").ignore_then(other()).or_not());
    // Behind a player `against` is read, so that it can be said what is wrong with it, but nobody is told to write it.
    let against = token(|token| token.is("against"));
    let one = name("a colour").then(against.ignore_then(other()).or_not());
    let every = every.map(|(player, against)| (Term::Variable(player), against));
    let one = one.map(|(player, against)| (Term::Constant(player), against));
    word("for")
        .ignore_then(every.or(one))
        .validate(|(player, against), _, emitter| {
            let span = against.as_ref().map_or(player.span(), |other| player.span().to(other.span));
            let side = Side { span, player, against };
            for problem in problems(&side) {
                emitter.emit(problem.into());
            }
            side
        })
        .boxed()
}

/// What is wrong with a side, whoever plays.
fn problems(side: &Side) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for variable in side.variables().filter(|variable| super::ast::is_local(&variable.text)) {
        let behind =
            if Some(variable) == side.against.as_ref() { "behind `against`" } else { "behind `for`" };
        problems.push(local(variable, behind));
    }
    let Some(other) = &side.against else { return problems };
    let unwanted = side.player.span().after().to(other.span);
    match &side.player {
        Term::Constant(player) => problems.push(
            Diagnostic::new(
                Code::BadSide,
                "`against` without a variable behind `for`",
                other.span,
                format!("`{}` is one player, so the other one is known by name", player.text),
            )
            .hint(format!("write that name in place of `{}`, or a variable behind `for`", other.text))
            .fix("take `against` out", unwanted, ""),
        ),
        Term::Variable(player) if player.text == other.text => problems.push(
            Diagnostic::new(
                Code::BadSide,
                "a player against itself",
                other.span,
                format!("`{}` is the player that the rule is for", other.text),
            )
            .hint("give the other player a name of its own, such as `Other`"),
        ),
        Term::Variable(_) | Term::Sum(_) | Term::Call(_) | Term::Error(_) => {}
    }
    problems
}
