//! Parses declarations of games: players, states, moves, the end of the game, claims, and the drawing of positions.
//!
//! They are parsed strictly, word by word. If a declaration has a body and its head has a syntax error, the body is
//! parsed nevertheless.

use chumsky::prelude::*;

use super::ast::{
    BlockedDeclaration, BlockedOutcome, Body, Claims, Draw, Drawing, ItemKind, Margin, Name,
    PlayersDeclaration, StartDeclaration, StateDeclaration, is_local,
};
use super::bodies::{atoms, begins_atom};
use super::grammar::{Rule, declared_name, finish, name, named, number, sign, token, variable, word};
use super::grammar_errors::Wanted;
use super::heads::{declare, local, names, open_parameters, want_body};
use super::shared_parsers::Parts;
use super::token::{Kind, Token};
use super::usages::usage;
use crate::diagnostic::{Code, Diagnostic};

/// Parses a declaration of a game that has no body, without the end token.
pub(super) fn declaration<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    choice((players(), starts(), state(), blocked(), drawn(parts), notation())).boxed()
}

/// The keywords that begin items of games.
pub(crate) const OF_GAMES: [&str; 12] = [
    "players",
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

/// Parses an item of a game that has a body, including its end token.
pub(super) fn with_body<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    choice((start(parts), draw(parts), margin(parts), claims(parts))).boxed()
}

/// Parses the players: `players x, o words Color, Other`
fn players<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let words = variable("a word").separated_by(sign(Kind::Comma)).at_least(1).collect();
    declare("players")
        .ignore_then(names("a player"))
        .then(word("words").ignore_then(words).or_not())
        .map(|(players, words): (Vec<Name>, Option<Vec<Name>>)| {
            ItemKind::Players(PlayersDeclaration { players, words: words.unwrap_or_default() })
        })
        .boxed()
}

/// Parses the player who moves first: `starts black`
fn starts<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    declare("starts").ignore_then(name("a player")).map(ItemKind::Starts).boxed()
}

/// Parses a state: `state piece(Field, Color, Kind) one Color Kind, history`
fn state<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let argument = || variable("the name of an argument");
    let one =
        argument().then(sign(Kind::Comma).or_not().ignore_then(argument()).repeated().collect::<Vec<_>>());
    declare("state")
        .ignore_then(declared_name("state", "the name of the state"))
        .then(open_parameters().or_not())
        .then(word("one").ignore_then(one).or_not())
        .then(sign(Kind::Comma).ignore_then(word("history")).or_not())
        .map(|(((name, parameters), one), history)| {
            let one = one.map_or_else(Vec::new, |(first, more)| std::iter::once(first).chain(more).collect());
            ItemKind::State(StateDeclaration {
                name,
                parameters: parameters.unwrap_or_default(),
                one,
                history: history.map(|word| word.span),
            })
        })
        .boxed()
}

/// Parses the outcome for a player without a move: `blocked loses`
fn blocked<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    let outcome = choice((
        word("loses").map(|word| (BlockedOutcome::Loses, word)),
        word("draws").map(|word| (BlockedOutcome::Draws, word)),
        word("passes").map(|word| (BlockedOutcome::Passes, word)),
    ));
    declare("blocked")
        .then(outcome)
        .map(|(begin, (outcome, word))| {
            ItemKind::Blocked(BlockedDeclaration { span: begin.span.to(word.span), outcome })
        })
        .boxed()
}

/// Parses how positions are drawn: `drawn mark(Field, x) as x, mark(Field, o) as o`
fn drawn<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let sign_of = token(|token| matches!(token.kind, Kind::Name | Kind::Number | Kind::Variable))
        .map(|token| named(&token))
        .labelled(Wanted::Name("a letter or a digit"));
    let drawing = begins_atom("what is drawn")
        .ignore_then(parts.atom.clone())
        .then_ignore(word("as"))
        .then(sign_of)
        .map(|(atom, sign)| Drawing { atom, sign });
    declare("drawn")
        .ignore_then(drawing.separated_by(sign(Kind::Comma)).at_least(1).collect())
        .map(ItemKind::Drawn)
        .boxed()
}

/// Parses the notation of games: `notation pdn`
fn notation<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    declare("notation").ignore_then(name("the name of a notation")).map(ItemKind::Notation).boxed()
}

/// Parses tuples of the start position: `start piece(Field, black, man) if Field ≤ 12`
fn start<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let condition = word("if").then(parts.body.clone()).or_not();
    let whole = declare("start")
        .ignore_then(atoms(&parts.atom, "what holds at the start"))
        .then(condition)
        .then_ignore(finish())
        .validate(|(atoms, condition), _, emitter| {
            let body = condition.map(|(end, body): (Token, Body)| {
                want_body(emitter, &body, end.span, "the condition is missing after `if`");
                body
            });
            ItemKind::Start(StartDeclaration { atoms, body })
        })
        .boxed();
    start_of_a_player().or(whole.recover_with(via_parser(parts.broken("start", "if")))).boxed()
}

/// Reports `start red moves`, which means `starts red`.
fn start_of_a_player<'t, 's: 't>() -> Rule<'t, 's, ItemKind> {
    declare("start")
        .then(token(|token| token.kind == Kind::Name))
        .then(token(|token| token.is("moves") || token.is("begins")))
        .then_ignore(finish())
        .validate(|((start, player), begins), _, emitter| {
            let (whole, line) = (start.span.to(begins.span), format!("starts {}", player.text));
            let label = "a `start` line lists what holds at the start, not who moves first";
            let message = Diagnostic::new(Code::Expected, "an invalid `start`", whole, label);
            let message = message.hint(usage("starts")).fix(format!("write `{line}`"), whole, line);
            emitter.emit(message.into());
            ItemKind::Error
        })
        .boxed()
}

/// Parses a draw: `draw full if ¬empty(Field_)`
fn draw<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let whole = declare("draw")
        .then(name("the name of the draw"))
        .then(word("if"))
        .then(parts.body.clone())
        .then_ignore(finish())
        .validate(|(((draw, name), end), body), _, emitter| {
            want_body(emitter, &body, end.span, "the condition of the draw is missing after `if`");
            ItemKind::Draw(Draw { name, body, head: draw.span.to(end.span) })
        })
        .boxed();
    whole.recover_with(via_parser(parts.broken("draw", "if"))).boxed()
}

/// Parses a margin: `margin for Color counts Field if disc(Field, Color)`
fn margin<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let counts = variable("a variable whose values are counted")
        .separated_by(sign(Kind::Comma))
        .at_least(1)
        .collect::<Vec<Name>>();
    let whole = declare("margin")
        .then(parts.side.clone())
        .then(word("counts").ignore_then(counts))
        .then(word("if"))
        .then(parts.body.clone())
        .then_ignore(finish())
        .validate(|((((margin, side), counts), end), body), _, emitter| {
            want_body(emitter, &body, end.span, "what is counted is missing after `if`");
            for counted in counts.iter().filter(|counted| is_local(&counted.text)) {
                emitter.emit(local(counted, "after `counts`").into());
            }
            ItemKind::Margin(Margin { side, counts, body, head: margin.span.to(end.span) })
        })
        .boxed();
    whole.recover_with(via_parser(parts.broken("margin", "if"))).boxed()
}

/// Parses a condition of claims: `claims from level 3 suppose ¬four(Group_)`
fn claims<'t, 's: 't>(parts: &Parts<'t, 's>) -> Rule<'t, 's, ItemKind> {
    let from = word("from").ignore_then(word("level")).ignore_then(number("a level"));
    let whole = declare("claims")
        .then(from.or_not())
        .then(word("suppose"))
        .then(parts.body.clone())
        .then_ignore(finish())
        .validate(|(((claims, level), end), body), _, emitter| {
            let head = claims.span.to(end.span);
            want_body(emitter, &body, end.span, "what claims suppose is missing after `suppose`");
            ItemKind::Claims(Claims { level, body, head })
        })
        .boxed();
    whole.recover_with(via_parser(parts.broken("claims", "suppose"))).boxed()
}
