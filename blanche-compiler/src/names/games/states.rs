//! Resolves state predicates, and adds the predicates that every game has.

use blanche_sorted::Arrange;

use super::super::declaration_checks::{add_declared, is_taken};
use super::super::model::Declared;
use super::super::sorts::{column_names, find_sort};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{
    Answers, Extern, Mode, Origin, Predicate, PredicateId, PredicateKind, SortId, SortKind, State,
};
use crate::runtime::{MAX_STATE_ARGUMENTS, MAX_STATE_BITS, Shape};
use crate::spelling::list;
use crate::syntax::ast;

/// The predicates that every game has, with their doc texts.
const BROUGHT: &[(&str, &str)] = &[
    ("to.move", "The player whose turn it is."),
    ("opponent", "The second of the two is another player."),
    ("blocked", "This player has no move in the position."),
    ("all.blocked", "No player has a move in the position."),
    (
        "occurred",
        "The number of times that the position has occurred in this game with this player to move; 63 means \
         63 or more.",
    ),
];

/// Adds the predicates that every game has.
pub(super) fn bring(resolver: &mut Declared<'_>, place: Span) {
    let Some(player) = resolver.program.player_sort else {
        if resolver.recovery.knows_all_items() {
            let message =
                Diagnostic::new(Code::BadState, "a game without players", place, "no players are declared");
            resolver.report(message.hint("name them: `players left, right words Side, Other`"));
        }
        BROUGHT.iter().for_each(|(name, _)| resolver.recovery.declaration_failed(name));
        return;
    };
    let players = resolver.program.players.clone();
    let others = |one| players.iter().filter(move |other| **other != one);
    let mut pairs: Vec<_> =
        players.iter().flat_map(|one| others(*one).map(|other| vec![*one, *other])).collect();
    pairs.arrange();
    let of_player = vec![player];
    add_state(resolver, "to.move", of_player.clone(), vec![true], false);
    add_game_predicate(resolver, "opponent", vec![player, player], PredicateKind::Facts(pairs));
    add_game_predicate(resolver, "blocked", of_player, PredicateKind::Derived(Vec::new()));
    add_game_predicate(resolver, "all.blocked", Vec::new(), PredicateKind::Derived(Vec::new()));
}

fn add_game_predicate(
    resolver: &mut Declared<'_>,
    name: &str,
    sorts: Vec<SortId>,
    kind: PredicateKind,
) -> PredicateId {
    let doc = BROUGHT.iter().find(|(known, _)| *known == name).map(|(_, doc)| (*doc).to_owned());
    let predicate = Predicate::new(name, column_names(resolver, &sorts), kind);
    let doc = doc.into_iter().collect();
    resolver.add_predicate(Predicate { sorts, doc, origin: Origin::Game, ..predicate })
}

/// Adds a predefined state.
pub(super) fn add_state(
    resolver: &mut Declared<'_>,
    name: &str,
    sorts: Vec<SortId>,
    one: Vec<bool>,
    is_history: bool,
) {
    let shape = resolver.program.shape(&sorts, &one, is_history);
    let kind = kind(resolver, &sorts, &shape);
    let predicate = add_game_predicate(resolver, name, sorts, kind);
    resolver.game.states.push(State { predicate, one, is_history });
}

/// Declares a state: `state piece(Field, Color, Kind) one Color Kind`
pub(super) fn declare(resolver: &mut Declared<'_>, item: &ast::Item, tree: &ast::StateDeclaration) {
    let (name, parameters) = (&tree.name, &tree.parameters);
    if is_taken(resolver, name, parameters.len()) {
        return;
    }
    let Some((sorts, one)) = columns(resolver, tree) else {
        resolver.recovery.declaration_failed(&name.text);
        return;
    };
    let shape = resolver.program.shape(&sorts, &one, tree.history.is_some());
    let bits = shape.tuples();
    if bits > MAX_STATE_BITS {
        let title = format!("`{}` is too large for a position", name.text);
        let label = format!("{bits} tuples, but the limit is {MAX_STATE_BITS}");
        let message = Diagnostic::new(Code::BadState, title, name.span, label);
        resolver.report(message.hint("keep less in states: derive what follows from the rest"));
        resolver.recovery.declaration_failed(&name.text);
        return;
    }
    let kind = kind(resolver, &sorts, &shape);
    let parameters = parameters.iter().map(|parameter| parameter.name.text.clone()).collect();
    let predicate = add_declared(resolver, (item, name), sorts, parameters, kind);
    resolver.game.states.push(State { predicate, one, is_history: tree.history.is_some() });
}

/// The sort of each argument of a state, and whether the argument has at most one value for given values of the others.
fn columns(resolver: &mut Declared<'_>, tree: &ast::StateDeclaration) -> Option<(Vec<SortId>, Vec<bool>)> {
    let parameters = &tree.parameters;
    if parameters.len() > MAX_STATE_ARGUMENTS {
        let title = format!("`{}` has too many arguments", tree.name.text);
        let label = format!("a state has at most {MAX_STATE_ARGUMENTS}");
        resolver.report(Diagnostic::new(Code::BadState, title, tree.name.span, label));
        return None;
    }
    let mut sorts = Vec::new();
    for parameter in parameters {
        sorts.push(column(resolver, parameter)?);
    }
    let mut one = vec![false; parameters.len()];
    let mut is_sound = true;
    for name in &tree.one {
        match parameters.iter().position(|parameter| parameter.name.text == name.text) {
            Some(at) if one[at] => {
                is_sound = false;
                let title = format!("`{}` is listed twice", name.text);
                let label = "`one` already names it";
                let message = Diagnostic::new(Code::BadState, title, name.span, label);
                resolver.report(message.hint("remove one of the two"));
            }
            Some(at) => one[at] = true,
            None => {
                is_sound = false;
                let known: Vec<&str> =
                    parameters.iter().map(|parameter| parameter.name.text.as_str()).collect();
                let title = format!("`{}` is not an argument of `{}`", name.text, tree.name.text);
                let label = "`one` names arguments that have one value for the others";
                let message = Diagnostic::new(Code::BadState, title, name.span, label);
                let near = resolver.speller.nearest(&name.text, known.iter().copied());
                resolver.report(match near {
                    Some(near) => message.fix(format!("write `{near}`"), name.span, near.to_owned()),
                    None => message.hint(format!("its arguments are {}", list(&known, "and"))),
                });
            }
        }
    }
    is_sound.then_some((sorts, one))
}

/// The sort of an argument. It is the sort that is written after the name of the argument, or else the sort that the
/// name shows.
fn column(resolver: &mut Declared<'_>, parameter: &ast::OpenParameter) -> Option<SortId> {
    let name = &parameter.name;
    let sort = match &parameter.sort {
        Some(sort) => find_sort(resolver, sort)?,
        None => match resolver.word_sort(&name.text) {
            Some(sort) => sort,
            None => {
                if !resolver.recovery.knows_all_items() {
                    return None;
                }
                let title = format!("cannot infer the sort of `{}`", name.text);
                let message = Diagnostic::new(
                    Code::BadState,
                    title,
                    name.span,
                    "no sort has this word for its variables",
                );
                let near = resolver.speller.nearest(&name.text, resolver.words.keys().map(String::as_str));
                let near = near.map(str::to_owned);
                resolver.report(match near {
                    Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
                        format!("write `{near}`"),
                        name.span,
                        near,
                    ),
                    None => message.hint(format!(
                        "write its sort after it, as in `Field: field`, or declare this word for a sort, a \
                         board or the players: `words {}`",
                        name.text
                    )),
                });
                return None;
            }
        },
    };
    if let SortKind::Opaque { .. } = resolver.program.sort(sort).kind {
        let title = format!("a state of `{}`, which is numbered by a host", resolver.program.sort(sort).name);
        let message = Diagnostic::new(Code::BadState, title, name.span, "a game in text has no host");
        resolver.report(
            message
                .hint("declare a board: `board 3 by 3 like b2 words Field`, or name the values of the sort"),
        );
        return None;
    }
    Some(sort)
}

/// The kind of a state predicate, which can be queried with any combination of bound arguments.
fn kind(resolver: &Declared<'_>, sorts: &[SortId], shape: &Shape) -> PredicateKind {
    let Shape { sizes, one, .. } = shape;
    let spread = shape.spread();
    let has_sets = |at: usize| {
        let program = &resolver.program;
        program.sort(program.sort(sorts[at]).root).set_words().is_some()
    };
    // Half of all possible tuples are estimated to hold, because games begin with an empty or a full board.
    let keys = sizes.iter().zip(one).filter(|(_, one)| !**one);
    let tuples = (keys.map(|(size, _)| *size).product::<usize>() / 2).max(1);
    let mode = |mask: u32| {
        let bound: Vec<bool> = (0..sorts.len()).map(|at| mask & (1 << at) != 0).collect();
        let free: Vec<usize> = (0..sorts.len()).filter(|at| !bound[*at]).collect();
        let known: usize =
            sizes.iter().zip(&bound).filter(|(_, bound)| **bound).map(|(size, _)| *size).product();
        let about = tuples.div_ceil(known.max(1)).try_into().unwrap_or(u32::MAX);
        let answers = match free.as_slice() {
            [] => Answers::Test { one_in: 2 },
            free if free.iter().all(|at| one[*at]) => Answers::One,
            [at] if Some(*at) == spread && has_sets(*at) => Answers::Set { about },
            _ => Answers::Many { about },
        };
        Mode { bound, answers }
    };
    // Modes with more bound arguments come first, so that the search for an applicable mode finds the most specific
    // one.
    let modes = (0..1u32 << sorts.len()).rev().map(mode).collect();
    let state = Some(resolver.game.states.len());
    PredicateKind::Extern(Extern { state, variadic: false, asks: None, modes })
}
