//! Parses the side of a rule. It is a player, as in `for white`, or a variable for every player, as in `for Color
//! against Other`.

use chumsky::prelude::*;

use crate::diagnostic::{Code, Diagnostic};

use super::ast::{Side, Term};
use super::grammar::{Rule, name, token, variable, word};
use super::heads::local;
use super::token::{Kind, Token};

/// The title of the message about several players after `for`. The hint is added after name resolution.
pub(crate) const SEVERAL_PLAYERS: &str = "several players after `for`";

/// Parses `for COLOUR`, `for VARIABLE` or `for VARIABLE against VARIABLE`, and reports mistakes in it.
pub(super) fn side<'t, 's: 't>() -> Rule<'t, 's, Side> {
    let other = || variable("a variable for the other player");
    let every = variable("a colour").then(word("against").ignore_then(other()).or_not());
    // After a constant, `against` is parsed so that it can be reported. It has no label, so that messages do not
    // suggest it.
    let against = token(|token| token.is("against"));
    let one =
        missing_player().not().ignore_then(name("a colour")).then(against.ignore_then(other()).or_not());
    let every = every.map(|(player, against)| (Term::Variable(player), against));
    let one = one.then_ignore(others().or_not());
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

/// Succeeds if the player is missing: `for plays Field`, `for at level 1`. The token after the keyword decides, because
/// a player may have the name of a keyword.
fn missing_player<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let behind = |word: &'static str, fits: fn(&Token) -> bool| {
        token(move |token| token.is(word)).then(token(fits)).ignored()
    };
    let is_variable = |token: &Token| token.kind == Kind::Variable;
    let is_weight = |token: &Token| matches!(token.kind, Kind::Variable | Kind::Number | Kind::Minus);
    choice((
        behind("plays", is_variable),
        behind("counts", is_variable),
        behind("against", is_variable),
        behind("at", |token| token.is("level")),
        behind("level", |token| token.kind == Kind::Number),
        behind("attacking", is_weight),
        behind("defending", is_weight),
        behind("worth", is_weight),
        behind("if", |token| {
            let goes_on = ["at", "plays", "attacking", "against", "counts", "if"];
            token.kind != Kind::End && !goes_on.iter().any(|word| token.is(word))
        }),
    ))
    .rewind()
    .boxed()
}

/// Reports the other players after the first one: `, black`, `and black`.
fn others<'t, 's: 't>() -> Rule<'t, 's, ()> {
    let joint = token(|token| token.kind == Kind::Comma || token.is("and") || token.is("or"));
    let word =
        |token: &Token| token.kind == Kind::Name && !["at", "attacking", "plays"].contains(&token.text);
    joint
        .then(token(word))
        .repeated()
        .at_least(1)
        .collect::<Vec<_>>()
        .validate(|others, _, emitter| {
            let (first, last) = (others[0].0, others[others.len() - 1].1);
            let label = "one player follows `for`, or a variable, which stands for each of them in turn";
            let message = Diagnostic::new(Code::BadSide, SEVERAL_PLAYERS, first.span.to(last.span), label);
            let hint = "write a variable of the players instead of their names, such as `for Color`";
            emitter.emit(message.hint(hint).into());
        })
        .boxed()
}

/// Reports mistakes in a side that do not depend on the players of the game.
fn problems(side: &Side) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for variable in side.variables().filter(|variable| super::ast::is_local(&variable.text)) {
        let behind = if Some(variable) == side.against.as_ref() { "after `against`" } else { "after `for`" };
        problems.push(local(variable, behind));
    }
    let Some(other) = &side.against else { return problems };
    let unwanted = side.player.span().after().to(other.span);
    match &side.player {
        Term::Constant(player) => problems.push(
            Diagnostic::new(
                Code::BadSide,
                "`against` without a variable after `for`",
                other.span,
                format!("`{}` is a particular player, so the other one has a name too", player.text),
            )
            .hint(format!("write that name instead of `{}`, or a variable after `for`", other.text))
            .fix("remove `against`", unwanted, ""),
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
