//! Defines `blocked`: a player is blocked if the premises of all of the player's moves fail.

use super::super::model::Declared;
use crate::files::Span;
use crate::program::{Atom, Clause, Goal, Move, PredicateId, PredicateKind, Term, Variable, VariableId};
use crate::runtime::Value;

/// Marks `blocked` as incomplete if the premise of a move has a mistake.
pub(in super::super) fn move_left_out(resolver: &mut Declared<'_>) {
    for id in [resolver.predicate("blocked", 1), resolver.predicate("all.blocked", 0)].into_iter().flatten() {
        resolver.recovery.clause_omitted(id);
    }
}

/// Adds the clauses of `blocked` and `all.blocked`.
pub(super) fn define(resolver: &mut Declared<'_>, moves: &[Move]) {
    let (Some(blocked), Some(all)) = (resolver.predicate("blocked", 1), resolver.predicate("all.blocked", 0))
    else {
        return;
    };
    if resolver.recovery.is_dropped("blocked") {
        return;
    }
    let players = resolver.program.players.clone();
    let place = moves.first().map(|one| resolver.program.rule(one.question).span);
    let place = place.unwrap_or(Span::new(resolver.program.files[0], 0, 0));
    let clauses: Vec<Clause> = players.iter().map(|player| clause(resolver, moves, *player, place)).collect();
    let everybody = players.iter().map(|player| asks(blocked, *player, place)).collect();
    let texts: Vec<String> =
        players.iter().map(|player| format!("blocked({})", resolver.program.player(*player))).collect();
    let all_blocked = Clause {
        head: Vec::new(),
        variables: Vec::new(),
        body: everybody,
        span: place,
        text: format!("all.blocked :- {}", texts.join(", ")),
    };
    resolver.program.predicates[blocked.index()].kind = PredicateKind::Derived(clauses);
    resolver.program.predicates[all.index()].kind = PredicateKind::Derived(vec![all_blocked]);
}

/// The goal `blocked(player)`.
fn asks(predicate: PredicateId, player: Value, span: Span) -> Goal {
    Goal::Atom(Atom::added(predicate, Term::Constant(player), span))
}

/// The clause of `blocked` for one player: the negations of the premises of the player's moves.
fn clause(resolver: &Declared<'_>, moves: &[Move], player: Value, place: Span) -> Clause {
    let (mut variables, mut body, mut denied) = (Vec::<Variable>::new(), Vec::new(), Vec::new());
    for one in moves.iter().filter(|one| one.player == player) {
        let rule = resolver.program.rule(one.question);
        let first = variables.len() as u32;
        // The played variables are existentially quantified inside the negation.
        variables.extend(rule.variables.iter().map(|variable| Variable { local: true, ..variable.clone() }));
        let mut goals = rule.body.clone();
        for goal in &mut goals {
            goal.replace(&|id| Term::Variable(VariableId(id.0 + first)));
        }
        body.push(Goal::Not(goals, rule.span));
        denied.push(format!("¬{}", rule.name));
    }
    let head = format!("blocked({})", resolver.program.player(player));
    let text = if denied.is_empty() { head } else { format!("{head} :- {}", denied.join(", ")) };
    Clause { head: vec![Term::Constant(player)], variables, body, span: place, text }
}
