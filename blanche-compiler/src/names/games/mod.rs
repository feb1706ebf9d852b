//! Resolves games defined in text: the states, the start position and the moves.
//!
//! 1. `states` (with the other declarations): the state predicates, and the predicates that every game has. After
//!    this: bodies can query positions.
//! 2. `heads` and `margins`: moves, draws, margins, suppositions and preferences get ids as rules do. After this: each
//!    of them is a rule without a body, which [`super::rules`] resolves.
//! 3. `state_mentions`: effects, `start` lines and drawings mention states. After this: names that are no states are
//!    reported. `changes` and `lines`: the start position and the effects of moves. After this: every effect line is a
//!    query with tuples. `chains`: how moves continue. After this: every `then` line names a move of the same player,
//!    and has the first values of that move. `played_values`: checks that rules and preferences play what moves play.
//! 4. `blocked`: derives from the premises of the moves which players cannot move. `drawing`: how tuples are drawn.
//!    After this: [`crate::program::Game`].

mod blocked;
mod chains;
mod changes;
mod contradictions;
mod drawing;
mod heads;
mod lines;
mod margins;
mod occurred;
mod played_values;
mod state_mentions;
mod states;

use blanche_sorted::SortedMap;

use super::model::{Bodies, Declared, DeclaredGame, Heads, RuleItem};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Game, Move, NOTATIONS, Program, RuleId, Start, Supposition};
use crate::spelling::{list, nearest};
use crate::syntax::ast::{self, ItemKind};

pub(super) use self::blocked::move_left_out;
pub(super) use self::chains::continued;
pub(super) use self::heads::collect as heads;
pub(super) use self::margins::counted;
pub(super) use self::state_mentions::undeclared;

/// Collects the declarations of a game. Sorts and players are known already.
pub(super) fn declare<'a>(resolver: &mut Declared<'a>, items: &[&'a ast::Item]) {
    let of_game = |item: &&&ast::Item| matches!(item.kind, ItemKind::State(_) | ItemKind::Move(_));
    let Some(first) = items.iter().find(of_game) else { return without_game(resolver, items) };
    resolver.game.is_there = true;
    has_host(resolver, items);
    states::bring(resolver, first.span);
    occurred::bring(resolver, items);
    for item in items {
        match &item.kind {
            ItemKind::State(tree) => states::declare(resolver, item, tree),
            ItemKind::Starts(player) => starts(resolver, player),
            ItemKind::Start(_) => resolver.game.start.push(item),
            ItemKind::Blocked(tree) => declare_blocked(resolver, tree),
            ItemKind::Drawn(_) => resolver.game.drawn.push(item),
            ItemKind::Notation(name) => notation(resolver, name),
            _ => {}
        }
    }
}

/// Reports a declaration that needs a host, in a game whose positions the program itself keeps.
fn has_host(resolver: &mut Declared<'_>, items: &[&ast::Item]) {
    let asked = items.iter().find_map(|item| match &item.kind {
        ItemKind::Extern(tree) => Some((&tree.name, "answers")),
        ItemKind::Action(tree) => Some((&tree.name, "makes")),
        _ => None,
    });
    let Some((name, does)) = asked else { return };
    let title = format!("`{}` in a game in text", name.text);
    let label = format!("a host {does} this, but this game has no host");
    let message = Diagnostic::new(Code::BadState, title, name.span, label);
    resolver.report(
        message.hint("derive it from what positions consist of, state it in facts, or let moves do it"),
    );
}

/// Reports the first item that belongs to a game in a program that defines none.
fn without_game(resolver: &mut Declared<'_>, items: &[&ast::Item]) {
    let belongs = items.iter().find_map(|item| match &item.kind {
        ItemKind::Start(_) => Some((item.span, "start")),
        ItemKind::Starts(_) => Some((item.span, "starts")),
        ItemKind::Blocked(_) => Some((item.span, "blocked")),
        ItemKind::Draw(_) => Some((item.span, "draw")),
        ItemKind::Margin(_) => Some((item.span, "margin")),
        ItemKind::Drawn(_) => Some((item.span, "drawn")),
        ItemKind::Notation(_) => Some((item.span, "notation")),
        ItemKind::Score(score) => score.up_to_symmetry.map(|span| (span, "up to symmetry")),
        _ => None,
    });
    if let Some((span, word)) = belongs
        && resolver.recovery.knows_all_items()
    {
        let title = format!("`{word}` without a game");
        let message =
            Diagnostic::new(Code::BadState, title, span, "no `state` says what positions consist of");
        resolver.report(
            message.hint("a game has states and moves, for instance: `state mark(Field, Color) one Color`"),
        );
    }
}

/// Reports a declaration that may occur only once and is repeated.
fn repeated_declaration(resolver: &mut Declared<'_>, title: &str, first: Span, again: Span) {
    let message = Diagnostic::new(Code::DeclaredTwice, title, again, "repeated here");
    resolver.report(message.and(first, "the first time").hint("remove one of the two"));
}

/// Declares the player who moves first: `starts black`
fn starts(resolver: &mut Declared<'_>, name: &ast::Name) {
    if let Some((_, first)) = resolver.game.first {
        return repeated_declaration(resolver, "the first player is declared twice", first, name.span);
    }
    match super::player_sides::player(resolver, name) {
        Ok(player) => resolver.game.first = Some((player, name.span)),
        Err(problem) => problem.into_iter().for_each(|problem| resolver.report(*problem)),
    }
}

/// Declares the outcome for a player without a move: `blocked loses`
fn declare_blocked(resolver: &mut Declared<'_>, tree: &ast::BlockedDeclaration) {
    if let Some((_, first)) = resolver.game.blocked {
        return repeated_declaration(resolver, "`blocked` is declared twice", first, tree.span);
    }
    resolver.game.blocked = Some((tree.outcome, tree.span));
}

/// Declares the notation of games: `notation pdn`
fn notation(resolver: &mut Declared<'_>, name: &ast::Name) {
    if let Some(first) = resolver.game.notation.as_ref().map(|first| first.span) {
        return repeated_declaration(resolver, "the notation is named twice", first, name.span);
    }
    if !NOTATIONS.contains(&name.text.as_str()) {
        let title = format!("there is no notation `{}`", name.text);
        let message = Diagnostic::new(Code::BadState, title, name.span, "games cannot be written this way");
        resolver.report(match nearest(&name.text, NOTATIONS) {
            Some(near) => message.fix(format!("write `{near}`"), name.span, near.to_owned()),
            None => message.hint(format!(
                "the notations are {}; without one, moves are written as the values that they play",
                list(&NOTATIONS, "and")
            )),
        });
    }
    resolver.game.notation = Some(name.clone());
}

/// Builds the game, after all rules are resolved and before the query is.
pub(super) fn finish(resolver: &mut Bodies<'_>) {
    suppositions(resolver);
    if !resolver.game.is_there {
        return;
    }
    let start = changes::start(resolver);
    let moves = changes::moves(resolver);
    contradictions::of_start(resolver, &start);
    contradictions::of_moves(resolver, &moves);
    chains::check(resolver, &moves);
    if moves.len() == resolver.moves.iter().map(|text| text.rules.len()).sum::<usize>() {
        played_values::check(resolver, &moves);
    }
    blocked::define(resolver, &moves);
    let drawings = drawing::drawings(resolver);
    let (declared, texts) = (std::mem::take(&mut resolver.game), std::mem::take(&mut resolver.moves));
    if moves.is_empty() && texts.is_empty() && resolver.recovery.knows_all_items() {
        no_moves(resolver, &declared);
    }
    let first = declared.first.map(|(player, _)| player);
    let first = first.or_else(|| resolver.program.players.first().copied()).unwrap_or(0);
    let (draws, margins) = (questions(&resolver.draws), questions(&resolver.margins));
    resolver.program.game = Some(Game {
        states: declared.states,
        occurred: declared.occurred,
        first,
        start,
        moves,
        draws,
        margins,
        blocked: declared.blocked.map(|(outcome, _)| outcome),
        drawings,
        notation: declared.notation.map(|name| name.text),
    });
}

/// The rule ids of these items.
fn questions(texts: &[RuleItem<'_>]) -> Vec<RuleId> {
    texts.iter().flat_map(|text| text.rules.clone()).map(|at| RuleId(at as u32)).collect()
}

/// Resolves the conditions of claims (`claims suppose`), which may occur in games with and without a host.
fn suppositions(resolver: &mut Heads<'_>) {
    let texts = std::mem::take(&mut resolver.claims);
    let supposition = |(question, text): (RuleId, &RuleItem<'_>)| {
        let level = match &text.item.kind {
            ItemKind::Claims(tree) => tree.level.as_ref().map_or(1, |level| level.value),
            _ => 1,
        };
        Supposition { level, question }
    };
    resolver.program.suppositions = questions(&texts).into_iter().zip(&texts).map(supposition).collect();
}

/// Reports a game without moves.
fn no_moves(resolver: &mut Declared<'_>, declared: &DeclaredGame<'_>) {
    let Some(state) = declared.states.get(1) else { return };
    let Some(span) = resolver.program.predicate(state.predicate).span else { return };
    let message =
        Diagnostic::new(Code::BadMove, "a game without moves", span, "nothing ever changes the state");
    resolver.report(message.hint(
        "declare how it changes: `move mark for Color plays Field if empty(Field)`, and below it what it \
         `adds` and `removes`",
    ));
}

/// Updates rule ids after rules with mistakes were removed from the program.
pub(super) fn renumber(program: &mut Program, places: &SortedMap<u32, u32>) {
    let new = |id: &RuleId| places.get(&id.0).copied().map(RuleId);
    let change = |id: &mut RuleId| new(id).map(|new| *id = new).is_some();
    program.suppositions.retain_mut(|one| change(&mut one.question));
    let Some(game) = &mut program.game else { return };
    game.start.retain_mut(|start: &mut Start| start.question.as_mut().is_none_or(change));
    game.moves.retain_mut(|one: &mut Move| {
        one.effects.retain_mut(|effect| effect.question.as_mut().is_none_or(change));
        one.continuations
            .retain_mut(|then| change(&mut then.target) && then.question.as_mut().is_none_or(change));
        change(&mut one.question)
    });
    game.draws.retain_mut(change);
    game.margins.retain_mut(change);
}
