//! The state shared by all passes: the program, its statistics, the routines so far, and the budget.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use blanche_sorted::SortedSet;

use crate::files::Span;
use crate::modes::Modes;
use crate::plan::analysis::{Sizes, empty, tabled};
use crate::plan::budget::{Budget, named};
use crate::plan::model::{Argument, Callee, Frame, Operand, Plan, RoutineId, Slot, Step};
use crate::plan::statistics::Statistics;
use crate::plan::validate::{self, Breach};
use crate::program::{Clause, ComponentId, PredicateId, Program, Recursion};
use crate::runtime::Value;

pub(crate) struct Planner<'a> {
    pub(crate) program: &'a Program,
    pub(crate) statistics: &'a Statistics,
    pub(crate) modes: Modes<'a>,
    pub(crate) plan: Plan,
    pub(crate) routines: HashMap<(Callee, Vec<Argument>), RoutineId>,
    /// The branches of every `;`, as clauses over the variables that they share with their surroundings.
    pub(crate) branches: Vec<Rc<[Clause]>>,
    /// For a nested `;`, the indices of its entries in `branches`, by the index of the enclosing branches and the
    /// source position of the `;`.
    pub(crate) branches_at: HashMap<(usize, Span), Vec<usize>>,
    /// The index of the branches that are being planned.
    pub(crate) within: Option<usize>,
    /// Every `after`, as a clause over the variables of its actions and the variables that it shares with its
    /// surroundings.
    pub(crate) afters: Vec<Rc<Clause>>,
    /// The indices in `afters` of the entries with the same source position.
    pub(crate) afters_at: HashMap<Span, Vec<usize>>,
    pub(crate) recursion: Recursion,
    pub(crate) solving: Solving,
    /// The callees with a routine that evaluates rules or makes moves.
    pub(crate) asking: HashSet<Callee>,
    /// The literals whose statistics were looked up.
    pub(crate) asked: HashSet<(PredicateId, Vec<Option<Value>>)>,
    /// Cached selectivities of extern predicates and facts, by predicate and constants.
    pub(crate) atom_selectivities: HashMap<(PredicateId, Vec<Option<Value>>), f64>,
    /// Cached numbers of distinct values that facts have in some of their columns.
    pub(crate) fact_keys: RefCell<HashMap<(PredicateId, u32), f64>>,
    pub(crate) sizes: Sizes,
    /// The derived predicates that never hold.
    pub(crate) empty: HashSet<PredicateId>,
    /// The derived predicates whose answers are tabled during a query.
    pub(crate) tabled: HashSet<PredicateId>,
    pub(crate) budget: Budget,
    /// Whether the result of each pass is validated, and the violations found.
    pub(crate) validates: bool,
    pub(crate) breaches: Vec<Breach>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(
        program: &'a Program,
        statistics: &'a Statistics,
        lenient: &'a SortedSet<PredicateId>,
        steps: u64,
    ) -> Planner<'a> {
        Planner {
            program,
            statistics,
            modes: Modes::new(program, lenient),
            plan: Plan::default(),
            routines: HashMap::new(),
            branches: Vec::new(),
            branches_at: HashMap::new(),
            within: None,
            afters: Vec::new(),
            afters_at: HashMap::new(),
            recursion: Recursion::of(program),
            solving: Solving::default(),
            asking: HashSet::new(),
            asked: HashSet::new(),
            atom_selectivities: HashMap::new(),
            fact_keys: RefCell::default(),
            sizes: Sizes::new(program),
            empty: empty(program),
            tabled: tabled(program),
            budget: Budget::new(steps),
            validates: validate::VALIDATES_ALL_PLANS,
            breaches: Vec::new(),
        }
    }

    /// Validates the ordered steps of a pass; the slots in `given` are bound on entry.
    pub(crate) fn validate_steps<'s>(
        &mut self,
        pass: &'static str,
        frame: &Frame,
        given: impl IntoIterator<Item = Slot>,
        steps: impl IntoIterator<Item = &'s Step>,
    ) {
        if !self.validates {
            return;
        }
        let found = validate::of_steps(self.program, &self.plan.routines, frame, given, steps);
        self.breaches.extend(found.err().map(|what| {
            let subject = self.budget.subject().and_then(|subject| named(self.program, subject));
            Breach { pass, subject: subject.map_or_else(|| "a score".to_owned(), |(name, _)| name), what }
        }));
        self.keeps_its_promises();
    }

    /// Validates the whole plan.
    pub(crate) fn validate_plan(&mut self, pass: &'static str) {
        if self.validates {
            self.breaches.extend(validate::breaches(self.program, &self.plan, pass));
            self.keeps_its_promises();
        }
    }

    fn keeps_its_promises(&self) {
        if let (true, Some(breach)) = (validate::VALIDATES_ALL_PLANS, self.breaches.first()) {
            panic!("each pass keeps its promise, but {breach}");
        }
    }

    /// The recursive component of a callee, as seen from the clause being planned. The branches of a `;` belong to
    /// that clause's component if they depend on it.
    pub(crate) fn component(&self, callee: Callee) -> Option<ComponentId> {
        match callee {
            Callee::Predicate(id) => self.recursion.component(id),
            Callee::Branches(at) => self.solving.component.filter(|component| {
                self.branches[at].iter().any(|clause| self.recursion.asks(&clause.body, *component))
            }),
            Callee::After(_) => None,
        }
    }

    /// Whether a call is within the recursive component of the clause that is being planned.
    pub(crate) fn is_recursive_call(&self, callee: Callee) -> bool {
        self.solving.component.is_some() && self.component(callee) == self.solving.component
    }
}

/// The recursive clause that is being planned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solving {
    /// The component of the clause, or `None` if it is not recursive.
    pub(crate) component: Option<ComponentId>,
    /// The goal for which the clause is planned: callee, arguments and inputs.
    pub(crate) goal: Option<(Callee, Vec<Argument>, Vec<Operand>)>,
}
