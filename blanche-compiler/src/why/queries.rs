//! Queries over some of the literals of a clause, for explanations.
//!
//! A query is planned when it is first needed. The variables that already have a value are its inputs, so the same plan
//! serves for queries with other values and in other positions.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_sorted::SortedSet;

use crate::files::Span;
use crate::interpret::{Host, Machine, TableCache};
use crate::literals::Literals;
use crate::modes::{self, Bound, Modes};
use crate::plan::Queries;
use crate::program::{
    Atom, Clause, Goal, PredicateId, PredicateKind, Program, Recursion, Rule, RuleId, RuleKind, SortId,
    SortKind, Term, Variable, VariableId, occurrences, variables,
};
use crate::runtime::{Budget, LimitReached, Limits, Solutions, Stop, Value};

/// The values of the variables of a clause; `None` for a free variable.
pub(super) type Values = Vec<Option<Value>>;

/// Evaluates queries over literals of one program.
pub(super) struct LiteralQueries<'p, H: Host> {
    pub(super) program: &'p Program,
    /// The recursive components of the program.
    pub(super) recursion: Recursion,
    shared: Arc<Program>,
    /// The limits of a whole explanation.
    pub(super) limits: Limits,
    /// The number of steps left for the current explanation.
    left: Cell<u64>,
    /// A flag that the caller sets to abort the running query.
    pub(super) stop: Option<Arc<AtomicBool>>,
    planned: RefCell<Planned<'p, H>>,
}

/// The cache of planned queries.
struct Planned<'p, H: Host> {
    planner: Queries<'p>,
    queries: HashMap<QueryKey, Rc<PlannedQuery<H>>>,
    tables: TableCache,
    /// Estimated memory use, in bytes.
    bytes: usize,
}

/// Approximate maximum size of the query cache, in bytes.
const MAX_CACHE_BYTES: usize = 64 << 20;

/// Estimated memory of a cached query, in bytes: `BYTES` for each predicate and rule of the program, and
/// `BYTES_PER_ROUTINE` for each derivation that the query calls.
const BYTES: usize = 64;
const BYTES_PER_ROUTINE: usize = 4096;

/// Costs in steps: `EVALUATION_COST` to start a query (plus one for each literal and variable), and `PLANNING_COST` to
/// plan it. Steps of the planner are cheaper, so `PLANNER_STEPS` of them cost one step.
const EVALUATION_COST: u64 = 20;
const PLANNING_COST: u64 = 1_000;
const PLANNER_STEPS: u64 = 4;

/// The cache key of a query: its literals, the variables of the clause, and whether each of these variables has a
/// value.
#[derive(PartialEq, Eq, Hash)]
struct QueryKey {
    goals: Vec<Goal>,
    variables: Vec<Variable>,
    known: Vec<bool>,
}

/// Whether a body is already known to hold. Only its values are then needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownToHold {
    Yes,
    No,
}

/// A planned query that can be evaluated.
struct PlannedQuery<H: Host> {
    machine: Machine<H>,
    rule: RuleId,
    /// The input variables.
    given: Vec<VariableId>,
    /// The output variables.
    answer: Vec<VariableId>,
}

impl<H: Host> PlannedQuery<H> {
    /// Passes each answer to `take`, in no particular order, within these limits. Returns the budget that remains.
    fn each(
        &self,
        facts: &mut H::Facts,
        known: &Values,
        limits: Limits,
        take: &mut dyn FnMut(&[Value]) -> Result<(), Stop>,
    ) -> (Budget, Result<(), LimitReached>) {
        let inputs: Vec<Value> = self.given.iter().filter_map(|id| known[id.index()]).collect();
        self.machine.each_given(facts, (self.rule, &inputs), limits, take)
    }
}

/// The answers to a query: its output variables, and the sorted tuples of their values.
pub(super) struct QueryAnswers {
    pub(super) variables: Vec<VariableId>,
    pub(super) solutions: Solutions,
}

impl QueryAnswers {
    /// For each answer, all known values: those of `known`, and those of the answer.
    pub(super) fn values<'a>(&'a self, known: &'a Values) -> impl Iterator<Item = Values> + 'a {
        self.solutions.iter().map(move |tuple| {
            let mut values = known.clone();
            for (variable, value) in self.variables.iter().zip(tuple) {
                values[variable.index()] = Some(*value);
            }
            values
        })
    }
}

impl<'p, H: Host> LiteralQueries<'p, H> {
    pub(super) fn new(program: &'p Program, limits: Limits) -> LiteralQueries<'p, H> {
        let (planner, tables) = (Queries::new(program), TableCache::default());
        let planned = Planned { planner, queries: HashMap::new(), tables, bytes: 0 };
        let shared = Arc::new(program.clone());
        let left = Cell::new(limits.work);
        let recursion = Recursion::of(program);
        LiteralQueries {
            program,
            recursion,
            shared,
            limits,
            left,
            stop: None,
            planned: RefCell::new(planned),
        }
    }

    /// Starts an explanation: resets the number of steps left.
    pub(super) fn begin(&self) {
        self.left.set(self.limits.work);
    }

    /// Consumes steps of the current explanation.
    fn spend(&self, steps: u64) -> Result<(), LimitReached> {
        self.left.set(self.left.get().checked_sub(steps).ok_or(LimitReached::Work)?);
        Ok(())
    }

    /// Evaluates a query with at most `work` of the remaining steps. Returns the unused part of its budget.
    fn evaluate(
        &self,
        facts: &mut H::Facts,
        (question, known): (&PlannedQuery<H>, &Values),
        work: u64,
        take: &mut dyn FnMut(&[Value]) -> Result<(), Stop>,
    ) -> Result<Budget, LimitReached> {
        let limits = Limits { work: work.min(self.left.get()), ..self.limits };
        let (budget, outcome) = question.each(facts, known, limits, take);
        self.left.set(self.left.get() - (limits.work - budget.work_left()));
        outcome.map(|()| budget)
    }

    /// The number of queries planned so far.
    pub(super) fn planned(&self) -> usize {
        self.planned.borrow().queries.len()
    }

    /// The least values for which all goals hold together; `None` if there are none.
    pub(super) fn first(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        variables: &[Variable],
        known: &Values,
    ) -> Result<Option<Values>, LimitReached> {
        let Some(question) = self.planned_query(goals, variables, known)? else {
            return Ok(Some(known.clone()));
        };
        let mut solutions = Solutions::new(question.answer.len());
        let order = question.machine.order(question.rule);
        self.evaluate(facts, (&question, known), u64::MAX, &mut |tuple| solutions.keep_least(tuple, order))?;
        Ok(QueryAnswers { variables: question.answer.clone(), solutions }.values(known).next())
    }

    /// Whether all goals hold together for some values.
    pub(super) fn hold(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        variables: &[Variable],
        known: &Values,
    ) -> Result<bool, LimitReached> {
        let Some(question) = self.planned_query(goals, variables, known)? else { return Ok(true) };
        let mut holds = false;
        self.evaluate(facts, (&question, known), u64::MAX, &mut |_| {
            holds = true;
            Err(Stop::Enough)
        })?;
        Ok(holds)
    }

    /// Chooses the first branch of every `;` for which all goals hold. `known` says whether the goals are already known
    /// to hold for some choice of branches.
    pub(super) fn choose(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        variables: &[Variable],
        values: &Values,
        mut known: KnownToHold,
    ) -> Result<Option<Vec<Goal>>, LimitReached> {
        let mut chosen = goals.to_vec();
        'next: while let Some((at, branches)) = first_branches(&chosen) {
            for (number, branch) in branches.iter().enumerate() {
                let with = [&chosen[..at], branch, &chosen[at + 1..]].concat();
                let must = known == KnownToHold::Yes && number + 1 == branches.len();
                if must || self.hold(facts, &with, variables, values)? {
                    known = KnownToHold::Yes;
                    chosen = with;
                    continue 'next;
                }
            }
            return Ok(None);
        }
        Ok(Some(chosen))
    }

    /// All values for which the goals hold, found with at most `work` steps.
    pub(super) fn all(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        variables: &[Variable],
        known: &Values,
        work: u64,
    ) -> Result<QueryAnswers, LimitReached> {
        let Some(question) = self.planned_query(goals, variables, known)? else {
            let mut solutions = Solutions::new(0);
            solutions.push(&[]);
            return Ok(QueryAnswers { variables: Vec::new(), solutions });
        };
        let (mut solutions, memory) = (Solutions::new(question.answer.len()), self.limits.memory);
        let take = &mut |tuple: &[Value]| solutions.push_within(tuple, memory);
        let mut budget = self.evaluate(facts, (&question, known), work, take)?;
        let before = budget.work_left();
        solutions.finish(question.machine.order(question.rule), &mut budget)?;
        self.spend(before - budget.work_left())?;
        Ok(QueryAnswers { variables: question.answer.clone(), solutions })
    }

    /// The planned query for these goals; `None` if there are no goals.
    fn planned_query(
        &self,
        goals: &[Goal],
        variables: &[Variable],
        known: &Values,
    ) -> Result<Option<Rc<PlannedQuery<H>>>, LimitReached> {
        let Some(span) = goals.first().map(Goal::span) else { return Ok(None) };
        if self.stop.as_ref().is_some_and(|sign| sign.load(Ordering::Relaxed)) {
            return Err(LimitReached::Stopped);
        }
        self.spend(EVALUATION_COST + (goals.len() + variables.len()) as u64)?;
        let asked = QueryKey {
            goals: goals.to_vec(),
            variables: variables.to_vec(),
            known: known.iter().map(Option::is_some).collect(),
        };
        let planned = &mut *self.planned.borrow_mut();
        if let Some(question) = planned.queries.get(&asked) {
            return Ok(Some(Rc::clone(question)));
        }
        let (question, bytes) = self.plan_query(planned, &asked, span)?;
        let question = Rc::new(question);
        planned.bytes += bytes;
        if planned.bytes > MAX_CACHE_BYTES {
            planned.queries.clear();
            planned.bytes = bytes;
        }
        planned.queries.insert(asked, Rc::clone(&question));
        Ok(Some(question))
    }

    fn plan_query(
        &self,
        Planned { planner, tables, .. }: &mut Planned<'p, H>,
        asked: &QueryKey,
        span: Span,
    ) -> Result<(PlannedQuery<H>, usize), LimitReached> {
        let is_known = |id: &VariableId| asked.known[id.index()];
        let given = occurrences(&asked.goals).into_keys().filter(is_known).collect::<Vec<_>>();
        let answer: SortedSet<VariableId> = asked.goals.iter().flat_map(bound_by).collect();
        let answer: Vec<VariableId> = answer.into_iter().filter(|id| !is_known(id)).collect();
        let query = query(asked.goals.clone(), asked.variables.clone(), answer.clone(), span);
        // A plan that takes too many steps to make counts as a query that exceeds the work limit.
        let plan = planner.plan(&query, &given).ok_or(LimitReached::Work)?;
        self.spend(PLANNING_COST + plan.work / PLANNER_STEPS)?;
        let known = self.program.predicates.len() + self.program.rules.len();
        let bytes = BYTES * known + BYTES_PER_ROUTINE * plan.routines.len();
        // This fails only for an extern predicate that the host does not implement. The result is then unknown, so
        // report a limit.
        let machine =
            Machine::<H>::shared(&self.shared, plan, self.limits, tables).map_err(|_| LimitReached::Work)?;
        let machine = match &self.stop {
            Some(sign) => machine.stopped_by(Arc::clone(sign)),
            None => machine,
        };
        let rule = RuleId(self.program.rules.len() as u32);
        Ok((PlannedQuery { machine, rule, given, answer }, bytes))
    }

    /// An order in which the goals can be evaluated, as close to source order as possible. Goals that can never be
    /// evaluated are omitted.
    pub(super) fn order(&self, goals: &[Goal], known: &Values) -> Vec<usize> {
        let goals = replaced(goals, known);
        let everywhere = occurrences(&goals);
        let lenient = SortedSet::new();
        let mut modes = Modes::new(self.program, &lenient);
        let (mut bound, mut order) = (Bound::new(), Vec::new());
        let mut waiting: Vec<usize> = (0..goals.len()).collect();
        while let Some((place, binds)) = waiting
            .iter()
            .enumerate()
            .find_map(|(place, at)| Some((place, modes.binds(&goals[*at], &bound, &everywhere)?)))
        {
            order.push(waiting.remove(place));
            bound.extend(binds);
        }
        order
    }

    /// Whether the goal with index `at` can be evaluated after the goals `asked`.
    pub(super) fn can_ask(&self, all: &[Goal], known: &Values, asked: &[usize], at: usize) -> bool {
        let goals = replaced(all, known);
        let everywhere = occurrences(&goals);
        let bound: Bound = asked.iter().flat_map(|at| bound_by(&goals[*at])).collect();
        let lenient = SortedSet::new();
        Modes::new(self.program, &lenient).binds(&goals[at], &bound, &everywhere).is_some()
    }

    /// Whether the goal with index `at` shares a variable with the goals `held`, or has no variables.
    pub(super) fn is_joined(&self, all: &[Goal], known: &Values, held: &[usize], at: usize) -> bool {
        let goals = replaced(all, known);
        let bound: Bound = held.iter().flat_map(|at| bound_by(&goals[*at])).collect();
        let own = bound_by(&goals[at]);
        own.is_empty() || own.iter().any(|id| bound.contains(id))
    }

    /// Whether an atom can be evaluated with all its variables free.
    pub(super) fn can_ask_alone(&self, atom: &Atom) -> bool {
        let lenient = SortedSet::new();
        let mask = modes::mask(atom, &Bound::new());
        Modes::new(self.program, &lenient).answerable(atom.predicate, mask, atom.arguments.len())
    }

    /// The values of the arguments of an atom; `None` for a free argument.
    pub(super) fn arguments(&self, atom: &Atom, values: &Values) -> Vec<Option<Value>> {
        atom.arguments.iter().map(|term| self.value(term, values)).collect()
    }

    fn value(&self, term: &Term, values: &Values) -> Option<Value> {
        match term {
            Term::Variable(id) => values[id.index()],
            Term::Constant(value) => Some(*value),
            Term::Host(sort, text) => H::read(&self.program.sort(*sort).name, text),
        }
    }

    /// The values of a clause's variables when the clause is called with these arguments; `None` if the head does not
    /// match.
    pub(super) fn called(&self, clause: &Clause, arguments: &[Option<Value>]) -> Option<Values> {
        let mut values = vec![None; clause.variables.len()];
        let fits = clause.head.iter().zip(arguments).all(|(term, value)| match (term, value) {
            (_, None) => true,
            (Term::Variable(variable), Some(value)) => {
                let sort = self.program.sort(clause.variables[variable.index()].sort);
                sort.contains(*value) && *values[variable.index()].get_or_insert(*value) == *value
            }
            (term, Some(value)) => self.value(term, &Vec::new()) == Some(*value),
        });
        fits.then_some(values)
    }

    /// The sort of an argument of an atom.
    pub(super) fn sort(&self, atom: &Atom, at: usize) -> Option<SortId> {
        match self.program.predicate(atom.predicate).kind {
            PredicateKind::Equal => atom.compared,
            _ => Some(self.program.predicate(atom.predicate).sort(at)),
        }
    }

    /// The text of a value of a sort.
    pub(super) fn text(&self, sort: SortId, value: Value) -> String {
        let root = self.program.sort(self.program.sort(sort).root);
        // Named constants and numbers are written as in the source.
        let written = match root.kind {
            SortKind::Opaque { .. } => H::write(&root.name, value),
            SortKind::Constants(_) | SortKind::Range(..) => None,
        };
        written.unwrap_or_else(|| root.text(value))
    }

    /// The text of the value of a variable.
    pub(super) fn write(&self, variable: &Variable, value: Value) -> String {
        self.text(variable.sort, value)
    }

    /// A literal as text, with values in place of the bound variables.
    pub(super) fn literal_text(&self, goal: &Goal, variables: &[Variable], values: &Values) -> String {
        let write = |id: VariableId| Some(self.write(&variables[id.index()], values[id.index()]?));
        Literals { program: self.program, variables, value: &write }.goal(goal)
    }

    /// Actions as text, with values in place of the bound variables: `after place(white, h8)`.
    pub(super) fn actions_text(&self, actions: &[Atom], variables: &[Variable], values: &Values) -> String {
        let write = |id: VariableId| Some(self.write(&variables[id.index()], values[id.index()]?));
        let literals = Literals { program: self.program, variables, value: &write };
        literals.actions(actions).trim_end_matches(':').to_owned()
    }

    /// Performs the actions, calls `ask`, and undoes the actions. The error is the index of the first action that is
    /// not possible.
    pub(super) fn after<T>(
        &self,
        facts: &mut H::Facts,
        actions: &[Atom],
        values: &Values,
        ask: impl FnOnce(&mut H::Facts) -> T,
    ) -> Result<T, usize> {
        let mut made: Vec<(u32, Vec<Value>)> = Vec::new();
        let mut outcome = Ok(());
        for (at, action) in actions.iter().enumerate() {
            let predicate = self.program.predicate(action.predicate);
            let inputs: Option<Vec<Value>> = self.arguments(action, values).into_iter().collect();
            match (inputs, H::action(&predicate.name, predicate.arity())) {
                (Some(inputs), Some(number)) if H::make(facts, number, &inputs) => {
                    made.push((number, inputs));
                }
                _ => {
                    outcome = Err(at);
                    break;
                }
            }
        }
        let answer = outcome.map(|()| ask(facts));
        for (number, inputs) in made.iter().rev() {
            H::take_back(facts, *number, inputs);
        }
        answer
    }

    /// The clauses of a derived predicate; `None` for other predicates.
    pub(super) fn clauses(&self, id: PredicateId) -> Option<&'p [Clause]> {
        match &self.program.predicate(id).kind {
            PredicateKind::Derived(clauses) => Some(clauses),
            _ => None,
        }
    }
}

/// The variables that a goal binds.
fn bound_by(goal: &Goal) -> Vec<VariableId> {
    match goal {
        Goal::Atom(atom) => variables(&atom.arguments).collect(),
        Goal::Not(..) | Goal::After(..) | Goal::Any(..) => Vec::new(),
    }
}

/// The goals with constants in place of the bound variables.
fn replaced(goals: &[Goal], known: &Values) -> Vec<Goal> {
    let with = |id: VariableId| known[id.index()].map_or(Term::Variable(id), Term::Constant);
    let mut goals = goals.to_vec();
    goals.iter_mut().for_each(|goal| goal.replace(&with));
    goals
}

/// The combinations that choose one branch of every `;`, at most `most` of them.
pub(super) fn choices(goals: &[Goal], most: usize) -> Vec<Vec<Goal>> {
    let mut chosen = Vec::new();
    choose_all(goals.to_vec(), most, &mut chosen);
    chosen
}

fn choose_all(goals: Vec<Goal>, most: usize, chosen: &mut Vec<Vec<Goal>>) {
    let Some((at, branches)) = first_branches(&goals) else { return chosen.push(goals) };
    for branch in branches {
        if chosen.len() < most {
            choose_all([&goals[..at], branch, &goals[at + 1..]].concat(), most, chosen);
        }
    }
}

/// The index and the branches of the first `;` among the goals.
fn first_branches(goals: &[Goal]) -> Option<(usize, &[Vec<Goal>])> {
    goals.iter().enumerate().find_map(|(at, goal)| match goal {
        Goal::Any(branches, _) => Some((at, branches.as_slice())),
        Goal::Atom(_) | Goal::Not(..) | Goal::After(..) => None,
    })
}

/// A query with this body, in the form of a rule.
pub(super) fn query(body: Vec<Goal>, variables: Vec<Variable>, answer: Vec<VariableId>, span: Span) -> Rule {
    Rule {
        kind: RuleKind::Query,
        name: String::new(),
        colour: None,
        side: Vec::new(),
        level: 0,
        plays: 0,
        given: 0,
        variables,
        answer,
        body,
        up_to_symmetry: false,
        when_named: false,
        doc: Vec::new(),
        name_span: span,
        span,
        text: String::new(),
    }
}
