//! A common representation of goals and conjuncts, for evaluating their meaning.

use std::rc::Rc;

use blanche_sorted::{Arrange, SortedMap};

use super::models::read;
use crate::plan::model::{Callee, Conjunct, ConjunctKind, Operand, SetSlot, Slot};
use crate::plan::planner::Planner;
use crate::program::{Clause, Goal, PredicateId, PredicateKind, Program, SortId, Term};

/// A literal with its slots, without duplicates.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) kind: Kind,
    pub(super) slots: Vec<Slot>,
}

/// The kinds of literals.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A predicate of any kind holds.
    Atom(PredicateId, Vec<Operand>),
    /// One of these clauses holds for these arguments.
    Clauses(Rc<[Clause]>, Vec<Operand>),
    Equal(Operand, Operand),
    Within(Slot, SortId),
    Member(Slot, SetSlot),
    Not(Vec<Part>),
    Any(Vec<Vec<Part>>),
    After(Vec<(PredicateId, Vec<Operand>)>, Vec<Part>),
    Never,
}

/// Converts goals; the slot of a variable has the variable's number.
pub(super) fn of_goals(goals: &[Goal]) -> Vec<Part> {
    goals.iter().map(of_goal).collect()
}

fn of_goal(goal: &Goal) -> Part {
    let arguments = |terms: &[Term]| terms.iter().map(of_term).collect();
    let kind = match goal {
        Goal::Atom(atom) => Kind::Atom(atom.predicate, arguments(&atom.arguments)),
        Goal::Not(inner, _) => Kind::Not(of_goals(inner)),
        Goal::Any(branches, _) => Kind::Any(branches.iter().map(|branch| of_goals(branch)).collect()),
        Goal::After(actions, inner, _) => Kind::After(
            actions.iter().map(|action| (action.predicate, arguments(&action.arguments))).collect(),
            of_goals(inner),
        ),
    };
    part(kind)
}

pub(super) fn of_term(term: &Term) -> Operand {
    match term {
        Term::Variable(id) => Operand::Slot(Slot(id.0 as u16)),
        Term::Constant(value) => Operand::Constant(*value),
        Term::Host(_, text) => Operand::Constant(read(text)),
    }
}

/// Converts conjuncts of a planner.
pub(super) fn of_conjuncts(planner: &Planner<'_>, conjuncts: &[Conjunct]) -> Vec<Part> {
    conjuncts.iter().map(|conjunct| of_conjunct(planner, conjunct)).collect()
}

fn of_conjunct(planner: &Planner<'_>, conjunct: &Conjunct) -> Part {
    part(match &conjunct.kind {
        ConjunctKind::Atom { predicate, arguments }
        | ConjunctKind::Comparison { predicate, arguments }
        | ConjunctKind::Call { callee: Callee::Predicate(predicate), arguments } => {
            Kind::Atom(*predicate, arguments.clone())
        }
        ConjunctKind::Call { callee, arguments } => {
            Kind::Clauses(clauses_of(planner, *callee), arguments.clone())
        }
        ConjunctKind::Equal(left, right) => Kind::Equal(*left, *right),
        ConjunctKind::Within(slot, sort) => Kind::Within(*slot, *sort),
        ConjunctKind::Member(slot, set) => Kind::Member(*slot, *set),
        ConjunctKind::Not(inner) => Kind::Not(of_conjuncts(planner, inner)),
        ConjunctKind::Fail => Kind::Never,
    })
}

/// The clauses of the branches of a `;`, or the only clause of an `after`.
pub(super) fn clauses_of(planner: &Planner<'_>, callee: Callee) -> Rc<[Clause]> {
    match callee {
        Callee::Branches(at) => Rc::clone(&planner.branches[at]),
        Callee::After(at) => [(*planner.afters[at]).clone()].into(),
        Callee::Predicate(_) => unreachable!("a predicate is asked by its name"),
    }
}

fn part(kind: Kind) -> Part {
    let mut slots = Vec::new();
    let of = |operands: &[Operand], slots: &mut Vec<Slot>| {
        slots.extend(operands.iter().filter_map(|operand| operand.slot()));
    };
    match &kind {
        Kind::Atom(_, arguments) | Kind::Clauses(_, arguments) => of(arguments, &mut slots),
        Kind::Equal(left, right) => of(&[*left, *right], &mut slots),
        Kind::Within(slot, _) | Kind::Member(slot, _) => slots.push(*slot),
        Kind::Not(inner) => slots.extend(inner.iter().flat_map(|part| &part.slots)),
        Kind::Any(branches) => slots.extend(branches.iter().flatten().flat_map(|part| &part.slots)),
        Kind::After(actions, inner) => {
            actions.iter().for_each(|(_, arguments)| of(arguments, &mut slots));
            slots.extend(inner.iter().flat_map(|part| &part.slots));
        }
        Kind::Never => {}
    }
    slots.arrange();
    slots.dedup();
    Part { kind, slots }
}

/// The extern predicates that goals depend on, directly or through clauses.
pub(super) fn externs(program: &Program, goals: &[Goal]) -> Vec<PredicateId> {
    let mut found: SortedMap<PredicateId, bool> = SortedMap::new();
    let mut waiting: Vec<&Goal> = goals.iter().collect();
    while let Some(goal) = waiting.pop() {
        goal.atoms(&mut |atom, _| {
            let predicate = program.predicate(atom.predicate);
            let is_extern = matches!(predicate.kind, PredicateKind::Extern(_));
            if found.insert(atom.predicate, is_extern).is_some() {
                return;
            }
            match &predicate.kind {
                PredicateKind::Derived(clauses) => {
                    waiting.extend(clauses.iter().flat_map(|clause| &clause.body));
                }
                PredicateKind::Aggregate(aggregate) => {
                    waiting.extend(&program.clause_of(aggregate).body);
                }
                PredicateKind::Extern(external) => {
                    let rules = external.asks.iter().flatten();
                    waiting.extend(rules.flat_map(|rule| &program.rule(*rule).body));
                }
                _ => {}
            }
        });
    }
    found.into_iter().filter(|(_, is_extern)| *is_extern).map(|(id, _)| id).collect()
}
