//! The clauses that contain goals, and the derivations that may be unfolded.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use blanche_sorted::SortedMap;

use crate::check::singletons::occurrences;
use crate::program::{
    Clause, Goal, PredicateId, Program, Rule, RuleKind, Term, Variable, VariableId, variables,
};

/// Maximum number of clauses of a derivation that is unfolded.
const MAX_CLAUSES: usize = 32;

/// A clause, and how often its variables occur.
pub(super) type Sourced<'p> = (&'p Clause, Source<'p>);

/// The derivations that may be unfolded, with their clauses. Derivations with mistakes are excluded.
pub(in crate::check) struct Unfolding<'p> {
    pub(super) program: &'p Program,
    clauses: Vec<OnceCell<Box<[Sourced<'p>]>>>,
}

impl<'p> Unfolding<'p> {
    /// Makes an empty set of derivations.
    pub(in crate::check) fn new(program: &'p Program) -> Unfolding<'p> {
        Unfolding { program, clauses: program.predicates.iter().map(|_| OnceCell::new()).collect() }
    }

    /// Adds a derivation, unless it has too many clauses.
    pub(in crate::check) fn insert(&self, id: PredicateId, clauses: &'p [Clause]) {
        if (1..=MAX_CLAUSES).contains(&clauses.len()) {
            let sourced = || clauses.iter().map(|clause| (clause, Source::of_clause(clause))).collect();
            self.clauses[id.index()].get_or_init(sourced);
        }
    }

    /// The clauses of a derivation. Empty if the derivation is not to be unfolded.
    pub(super) fn clauses(&self, id: PredicateId) -> &[Sourced<'p>] {
        self.clauses[id.index()].get().map(|clauses| &**clauses).unwrap_or_default()
    }
}

/// The clause or rule that contains a goal.
#[derive(Clone)]
pub(in crate::check) struct Source<'p> {
    pub(in crate::check) variables: &'p [Variable],
    uses: Rc<Uses>,
}

/// Uses of the variables of a clause.
struct Uses {
    /// Number of occurrences of each variable in the clause, including its head.
    totals: Vec<usize>,
    /// Cache of the variables that goals share with the rest of the clause. The keys are the addresses of goals, which
    /// do not change while the program is checked.
    shared: RefCell<SortedMap<*const Goal, Rc<[VariableId]>>>,
}

impl<'p> Source<'p> {
    pub(in crate::check) fn of_clause(clause: &'p Clause) -> Source<'p> {
        Source::new(&clause.variables, occurrences(&clause.variables, &clause.body, &clause.head))
    }

    pub(in crate::check) fn of_rule(rule: &'p Rule) -> Source<'p> {
        // The variables of a query have values outside its negations, as those of a head do.
        let outside = if rule.kind == RuleKind::Query { &rule.answer } else { rule.played() };
        let outside: Vec<Term> = outside.iter().copied().map(Term::Variable).collect();
        Source::new(&rule.variables, occurrences(&rule.variables, &rule.body, &outside))
    }

    fn new(variables: &'p [Variable], totals: Vec<usize>) -> Source<'p> {
        Source { variables, uses: Rc::new(Uses { totals, shared: RefCell::default() }) }
    }

    /// The variables of a goal that also occur outside the goal, in ascending order. All other variables of the goal
    /// are existentially quantified inside it.
    pub(super) fn shared(&self, goal: &'p Goal) -> Rc<[VariableId]> {
        let mut known = self.uses.shared.borrow_mut();
        known.entry(std::ptr::from_ref(goal)).or_insert_with(|| self.find_shared(goal)).clone()
    }

    fn find_shared(&self, goal: &Goal) -> Rc<[VariableId]> {
        let mut inside: SortedMap<VariableId, usize> = SortedMap::new();
        goal.atoms(&mut |atom, _| {
            for id in variables(&atom.arguments) {
                *inside.entry(id).or_default() += 1;
            }
        });
        inside.retain(|id, count| self.uses.totals[id.index()] > *count);
        inside.into_keys().collect()
    }
}
