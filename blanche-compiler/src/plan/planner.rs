//! What all passes share: the program, what was measured of it, the routines so far, and the budget.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

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
    /// The branches of every `;`, as clauses over the variables that they share with what is around them.
    pub(crate) branches: Vec<Rc<[Clause]>>,
    /// The places of those that stand in the branches of others, by these and their place in the text.
    pub(crate) branches_at: HashMap<(usize, Span), Vec<usize>>,
    /// The branches that are planned now.
    pub(crate) within: Option<usize>,
    /// Every `after`, as a clause over the variables of its actions and those that it shares with what is around it.
    pub(crate) afters: Vec<Rc<Clause>>,
    /// The places of those that stand at the same place of the text.
    pub(crate) afters_at: HashMap<Span, Vec<usize>>,
    pub(crate) recursion: Recursion,
    pub(crate) solving: Solving,
    /// What has a routine that asks rules or makes moves.
    pub(crate) asking: HashSet<Callee>,
    /// What statistics were asked for.
    pub(crate) asked: HashSet<(PredicateId, Vec<Option<Value>>)>,
    /// The selectivities of extern predicates and facts with these constants.
    pub(crate) atom_selectivities: HashMap<(PredicateId, Vec<Option<Value>>), f64>,
    /// Of how many values in the columns of a mask facts speak, as far as it was asked.
    pub(crate) fact_keys: RefCell<HashMap<(PredicateId, u32), f64>>,
    pub(crate) sizes: Sizes,
    /// The derived predicates that never hold.
    pub(crate) empty: HashSet<PredicateId>,
    /// The derived predicates whose answers are kept while a question is answered.
    pub(crate) tabled: HashSet<PredicateId>,
    pub(crate) budget: Budget,
    /// Whether what each pass promises is validated, and what was found.
    pub(crate) validates: bool,
    pub(crate) breaches: Vec<Breach>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(
        program: &'a Program,
        statistics: &'a Statistics,
        lenient: &'a BTreeSet<PredicateId>,
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
            validates: validate::ALWAYS,
            breaches: Vec::new(),
        }
    }

    /// Validates steps that a pass has put in order, where these slots have a value at the beginning.
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

    /// Validates all that is planned.
    pub(crate) fn validate_plan(&mut self, pass: &'static str) {
        if self.validates {
            self.breaches.extend(validate::breaches(self.program, &self.plan, pass));
            self.keeps_its_promises();
        }
    }

    fn keeps_its_promises(&self) {
        if let (true, Some(breach)) = (validate::ALWAYS, self.breaches.first()) {
            panic!("each pass keeps its promise, but {breach}");
        }
    }

    /// The component of a callee, as far as what is planned now may ask it: branches of a `;` belong to the one that they
    /// stand in, if they need it.
    pub(crate) fn component(&self, callee: Callee) -> Option<ComponentId> {
        match callee {
            Callee::Predicate(id) => self.recursion.component(id),
            Callee::Branches(at) => self.solving.component.filter(|component| {
                self.branches[at].iter().any(|clause| self.recursion.asks(&clause.body, *component))
            }),
            Callee::After(_) => None,
        }
    }

    /// Whether a call stands inside the recursive component of the clause that is planned now.
    pub(crate) fn is_recursive_call(&self, callee: Callee) -> bool {
        self.solving.component.is_some() && self.component(callee) == self.solving.component
    }
}

/// What is planned now, where it needs itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solving {
    /// The component whose clause it is.
    pub(crate) component: Option<ComponentId>,
    /// What the clause is asked for: the callee, its arguments, and the inputs.
    pub(crate) goal: Option<(Callee, Vec<Argument>, Vec<Operand>)>,
}
