//! The clauses that goals stand in, and the derivations whose clauses may be put in place of their literals.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::check::singletons::occurrences;
use crate::program::{Clause, Goal, PredicateId, Program, Rule, Term, Variable, VariableId, variables};

/// A derivation with more clauses than this is not unfolded.
const MOST_CLAUSES: usize = 32;

/// A clause, with what its goals need to know of it.
pub(super) type Sourced<'p> = (&'p Clause, Source<'p>);

/// The derivations that are unfolded: those that are in order, with their clauses.
pub(in crate::check) struct Unfolding<'p> {
    pub(super) program: &'p Program,
    clauses: Vec<OnceCell<Box<[Sourced<'p>]>>>,
}

impl<'p> Unfolding<'p> {
    /// Nothing is unfolded yet.
    pub(in crate::check) fn new(program: &'p Program) -> Unfolding<'p> {
        Unfolding { program, clauses: program.predicates.iter().map(|_| OnceCell::new()).collect() }
    }

    /// From now on this derivation is unfolded, unless it has too many clauses.
    pub(in crate::check) fn insert(&self, id: PredicateId, clauses: &'p [Clause]) {
        if (1..=MOST_CLAUSES).contains(&clauses.len()) {
            let sourced = || clauses.iter().map(|clause| (clause, Source::of_clause(clause))).collect();
            self.clauses[id.index()].get_or_init(sourced);
        }
    }

    /// The clauses of a derivation; none where it is not unfolded.
    pub(super) fn clauses(&self, id: PredicateId) -> &[Sourced<'p>] {
        self.clauses[id.index()].get().map(|clauses| &**clauses).unwrap_or_default()
    }
}

/// The clause or rule that a goal stands in.
#[derive(Clone)]
pub(in crate::check) struct Source<'p> {
    pub(in crate::check) variables: &'p [Variable],
    uses: Rc<Uses>,
}

/// How the variables of a clause are used.
struct Uses {
    /// How often each occurs in it, its head included.
    totals: Vec<usize>,
    /// The variables that goals share with the rest of it, as far as somebody asked: by the places of the goals in
    /// memory, where they stay as long as the program is looked at.
    shared: RefCell<BTreeMap<*const Goal, Rc<[VariableId]>>>,
}

impl<'p> Source<'p> {
    pub(in crate::check) fn of_clause(clause: &'p Clause) -> Source<'p> {
        Source::new(&clause.variables, occurrences(&clause.variables, &clause.body, &clause.head))
    }

    pub(in crate::check) fn of_rule(rule: &'p Rule) -> Source<'p> {
        let played: Vec<Term> = rule.played().iter().copied().map(Term::Variable).collect();
        Source::new(&rule.variables, occurrences(&rule.variables, &rule.body, &played))
    }

    fn new(variables: &'p [Variable], totals: Vec<usize>) -> Source<'p> {
        Source { variables, uses: Rc::new(Uses { totals, shared: RefCell::default() }) }
    }

    /// The variables of a goal that occur outside of it too, in ascending order. All others are its own: some value will
    /// do for them.
    pub(super) fn shared(&self, goal: &'p Goal) -> Rc<[VariableId]> {
        let mut known = self.uses.shared.borrow_mut();
        known.entry(std::ptr::from_ref(goal)).or_insert_with(|| self.find_shared(goal)).clone()
    }

    fn find_shared(&self, goal: &Goal) -> Rc<[VariableId]> {
        let mut inside: BTreeMap<VariableId, usize> = BTreeMap::new();
        goal.atoms(&mut |atom, _| {
            for id in variables(&atom.arguments) {
                *inside.entry(id).or_default() += 1;
            }
        });
        inside.retain(|id, count| self.uses.totals[id.index()] > *count);
        inside.into_keys().collect()
    }
}
