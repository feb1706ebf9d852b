//! Reports contradictions in games that are visible in the text: two tuples of a state that exclude each other, and a
//! start condition that depends on the position.
//!
//! Lines with conditions may exclude each other, so they are not checked here. Contradictions among them show only
//! when the game is played.

use blanche_sorted::SortedSet;

use super::super::model::Declared;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{
    Argument, EffectKind, Goal, Move, Origin, PredicateId, PredicateKind, Program, Start, Tuple,
};

/// Reports moves that unconditionally add two tuples that contradict each other.
pub(super) fn of_moves(resolver: &mut Declared<'_>, moves: &[Move]) {
    let mut said: SortedSet<Span> = SortedSet::new();
    for one in moves {
        let lines = one.effects.iter().filter(|effect| effect.kind == EffectKind::Adds);
        let always: Vec<&Tuple> =
            lines.filter(|effect| effect.question.is_none()).flat_map(|effect| &effect.tuples).collect();
        let Some((first, second)) = two_at_one_place(resolver, &always) else { continue };
        if said.insert(second.span) {
            let rule = resolver.program.rule(one.question);
            let title = format!("the move `{}` adds two values to one place", rule.name);
            let message = contradiction(resolver, title, first, second);
            resolver.report(message);
        }
    }
}

/// Reports a start position with two tuples that contradict each other.
pub(super) fn of_start(resolver: &mut Declared<'_>, starts: &[Start]) {
    let all: Vec<&Tuple> = starts.iter().flat_map(|start| &start.tuples).collect();
    let is_constant =
        |tuple: &&Tuple| tuple.arguments.iter().all(|argument| matches!(argument, Argument::Constant(_)));
    let constant: Vec<&Tuple> = all.into_iter().filter(is_constant).collect();
    if let Some((first, second)) = two_at_one_place(resolver, &constant) {
        let title = "the game begins with two values at one place".to_owned();
        let message = contradiction(resolver, title, first, second);
        resolver.report(Diagnostic { code: Code::BadStart, ..message });
    }
}

/// Finds two tuples that cannot hold together: they differ only in arguments that the state declares as `one`.
fn two_at_one_place<'t>(resolver: &Declared<'_>, tuples: &[&'t Tuple]) -> Option<(&'t Tuple, &'t Tuple)> {
    let clash = |first: &Tuple, second: &Tuple| {
        let one = &resolver.game.states[first.state].one;
        let places = || first.arguments.iter().zip(&second.arguments).zip(one);
        let differ = |(first, second): (&Argument, &Argument)| match (first, second) {
            (Argument::Constant(first), Argument::Constant(second)) => first != second,
            _ => false,
        };
        first.state == second.state
            && places().all(|((first, second), one)| *one || first == second)
            && places().any(|((first, second), one)| *one && differ((first, second)))
    };
    // Only the first few tuples are compared. Games rarely have more.
    let few = &tuples[..tuples.len().min(MAX_COMPARED_TUPLES)];
    few.iter().enumerate().find_map(|(at, second)| {
        few[..at].iter().find(|first| clash(first, second)).map(|first| (*first, *second))
    })
}

/// Maximum number of tuples to compare with each other.
const MAX_COMPARED_TUPLES: usize = 1_000;

fn contradiction(resolver: &Declared<'_>, title: String, first: &Tuple, second: &Tuple) -> Diagnostic {
    let state = &resolver.game.states[first.state];
    let name = &resolver.program.predicate(state.predicate).name;
    let label = "this is another value for the same place";
    Diagnostic::new(Code::EffectsContradict, title, second.span, label)
        .and(first.span, "here is the first one")
        .hint(format!("keep one of the two, or take `one` out of the state `{name}`"))
}

/// Reports a start condition that depends on the position, because nothing holds in the position yet when the condition
/// is evaluated. Returns whether the condition was reported.
pub(super) fn asks_position(resolver: &mut Declared<'_>, goals: &[Goal]) -> bool {
    let mut asked: Option<(PredicateId, Span)> = None;
    for goal in goals {
        goal.atoms(&mut |atom, _| {
            if asked.is_none() && depends_on_states(&resolver.program, atom.predicate) {
                asked = Some((atom.predicate, atom.span));
            }
        });
    }
    let Some((predicate, span)) = asked else { return false };
    let signature = resolver.program.predicate(predicate).signature();
    let title = "a start that depends on the position";
    let label = format!("`{signature}` depends on the position, in which nothing holds yet");
    let message = Diagnostic::new(Code::BadStart, title, span, label);
    resolver.report(
        message.hint("use what holds in every position: the board, facts, and what follows from them"),
    );
    true
}

/// Whether a predicate is a state or depends on one.
pub(super) fn depends_on_states(program: &Program, predicate: PredicateId) -> bool {
    let (mut seen, mut waiting) = (SortedSet::new(), vec![predicate]);
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let predicate = program.predicate(id);
        match &predicate.kind {
            PredicateKind::Extern(_) => return true,
            PredicateKind::Derived(_) if predicate.origin == Origin::Game => return true,
            PredicateKind::Derived(clauses) => {
                for goal in clauses.iter().flat_map(|clause| &clause.body) {
                    goal.atoms(&mut |atom, _| waiting.push(atom.predicate));
                }
            }
            _ => {}
        }
    }
    false
}
