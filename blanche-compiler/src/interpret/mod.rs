//! The interpreter: runs a plan over a host at run time. It can run rules that did not exist when the program
//! was built.
//!
//! A [`Machine`] is a plan made ready for one host: modes are looked up and tables of facts sorted once. It
//! reads the plan and nothing else; order and access paths were decided before.

mod host;
mod layout;
mod measure;
mod run;
mod tables;

pub(crate) use tables::sorted;

pub use host::{Host, NoHost};
pub use measure::Measure;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::plan::{Access, Block, Plan, RoutineId};
use crate::program::{PredicateId, PredicateKind, Program, RuleId};
use crate::runtime::{Arrival, Budget, LimitReached, Limits, Solutions, Stop, Value, found};
use layout::Layout;
use run::Run;
use tables::Tables;

/// A plan made ready for a host.
pub struct Machine<H: Host> {
    program: Arc<Program>,
    plan: Plan,
    /// The host's number of each mode of each extern predicate that the plan uses.
    modes: Vec<Vec<Option<u32>>>,
    /// The host's number of each action that the plan makes, by predicate.
    actions: Vec<Option<u32>>,
    tables: Tables,
    /// For each sort the words of its sets.
    words: Vec<usize>,
    /// Where each rule, and each clause of each routine, keeps what it binds.
    rules: Vec<Layout>,
    clauses: Vec<Vec<Layout>>,
    /// The same of the scores of each player.
    sums: Vec<Layout>,
    /// The layout of a question that stands alone.
    nothing: Layout,
    limits: Limits,
    /// Who sets it has a question given up that is under way.
    stop: Option<Arc<AtomicBool>>,
    host: std::marker::PhantomData<fn(H)>,
}

/// A mode of an extern predicate that the host does not answer, or an action that it does not make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The predicate or the action.
    pub signature: String,
    /// `bound` or `free` for each argument of the predicate; an action has no mode.
    pub mode: Option<String>,
}

impl std::fmt::Display for Unanswered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.mode {
            Some(mode) => write!(f, "{} ({mode})", self.signature),
            None => write!(f, "the action {}", self.signature),
        }
    }
}

impl<H: Host> Machine<H> {
    /// Makes a plan ready. Gives the modes that the host does not answer, if there are any.
    pub fn new(program: &Program, plan: &Plan, limits: Limits) -> Result<Self, Vec<Unanswered>> {
        Machine::shared(&Arc::new(program.clone()), plan.clone(), limits)
    }

    /// The same for one of several plans of a program.
    pub(crate) fn shared(
        program: &Arc<Program>,
        plan: Plan,
        limits: Limits,
    ) -> Result<Self, Vec<Unanswered>> {
        let mut machine = Machine {
            program: Arc::clone(program),
            modes: program.predicates.iter().map(|_| Vec::new()).collect(),
            actions: vec![None; program.predicates.len()],
            tables: Tables::default(),
            words: program.sorts.iter().map(|sort| sort.set_words().unwrap_or(0)).collect(),
            rules: plan
                .rules
                .iter()
                .map(|rule| Layout::new(program, rule.frame.len(), &rule.sets, &rule.body))
                .collect(),
            clauses: plan
                .routines
                .iter()
                .map(|routine| {
                    let layout = |clause: &crate::plan::RoutineClause| {
                        Layout::new(program, clause.frame.len(), &clause.sets, &clause.body)
                    };
                    routine.clauses.iter().map(layout).collect()
                })
                .collect(),
            sums: plan
                .sums
                .iter()
                .map(|sum| Layout::new(program, sum.frame.len(), &sum.sets, &sum.all()))
                .collect(),
            plan,
            nothing: Layout::default(),
            limits,
            stop: None,
            host: std::marker::PhantomData,
        };
        let mut missing = Vec::new();
        let plan = std::mem::take(&mut machine.plan);
        let rules = plan.rules.iter().map(|rule| &rule.body);
        let routines = plan.routines.iter().flat_map(|routine| &routine.clauses).map(|clause| &clause.body);
        let sums = plan.sums.iter().flat_map(|sum| sum.blocks());
        for block in rules.chain(routines).chain(sums) {
            machine.prepare(block, &mut missing);
        }
        machine.plan = plan;
        if missing.is_empty() { Ok(machine) } else { Err(missing) }
    }

    /// The same machine, whose questions are given up when somebody sets this sign. A question that was given up so is
    /// neither yes nor no, as at the limit of work.
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> Self {
        Machine { stop: Some(sign), ..self }
    }

    /// Whether somebody has set the sign.
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|sign| sign.load(Ordering::Relaxed))
    }

    fn prepare(&mut self, block: &Block, missing: &mut Vec<Unanswered>) {
        block.accesses(&mut |access| match access {
            Access::Facts(id, mask) => self.tables.add(&self.program, id, mask),
            Access::Extern(id, mode) => self.prepare_mode(id, mode, missing),
        });
        block.moves(&mut |one| self.prepare_action(one.action, missing));
    }

    fn prepare_action(&mut self, id: PredicateId, missing: &mut Vec<Unanswered>) {
        let action = self.program.predicate(id);
        let number = H::action(&action.name, action.arity());
        self.actions[id.index()] = number;
        let unanswered = Unanswered { signature: action.signature(), mode: None };
        if number.is_none() && !missing.contains(&unanswered) {
            missing.push(unanswered);
        }
    }

    fn prepare_mode(&mut self, id: PredicateId, mode: usize, missing: &mut Vec<Unanswered>) {
        let predicate = self.program.predicate(id);
        let PredicateKind::Extern(external) = &predicate.kind else { return };
        let modes = &mut self.modes[id.index()];
        modes.resize(external.modes.len(), None);
        if modes[mode].is_some() {
            return;
        }
        let bound = &external.modes[mode].bound;
        modes[mode] = H::mode(&predicate.name, bound);
        if modes[mode].is_none() {
            let words: Vec<&str> = bound.iter().map(|bound| if *bound { "bound" } else { "free" }).collect();
            let mode = Some(words.join(", "));
            let unanswered = Unanswered { signature: predicate.signature(), mode };
            if !missing.contains(&unanswered) {
                missing.push(unanswered);
            }
        }
    }

    /// Does a rule apply? Stops at any solution.
    pub fn applies(&self, facts: &mut H::Facts, rule: RuleId) -> Result<bool, LimitReached> {
        Run::new(self, Budget::new(self.limits)).applies(facts, rule)
    }

    /// Does a derivation hold of these values of its inputs?
    fn routine_holds(
        &self,
        facts: &mut H::Facts,
        routine: RoutineId,
        values: &[Value],
    ) -> Result<bool, LimitReached> {
        Run::new(self, Budget::new(self.limits)).routine(facts, routine, values)
    }

    /// The least solution of a rule, if there is one.
    pub fn first(&self, facts: &mut H::Facts, rule: RuleId) -> Result<Solutions, LimitReached> {
        let mut least = Solutions::new(self.program.rule(rule).answer.len());
        let arrival = self.arrival(rule);
        self.each(facts, rule, &mut |tuple| least.keep_least(tuple, arrival))?;
        Ok(least)
    }

    /// All solutions of a rule in order.
    pub fn all(&self, facts: &mut H::Facts, rule: RuleId) -> Result<Solutions, LimitReached> {
        let mut all = Solutions::new(self.program.rule(rule).answer.len());
        self.each(facts, rule, &mut |tuple| all.push_within(tuple, self.limits.memory))?;
        all.finish(self.arrival(rule));
        Ok(all)
    }

    /// How many solutions a rule has. Where they come once each they are only counted.
    pub fn count(&self, facts: &mut H::Facts, rule: RuleId) -> Result<usize, LimitReached> {
        Run::new(self, Budget::new(self.limits)).count(facts, rule)
    }

    /// What the scores of a player add up to: each solution of each of them its weight, the first one where the player
    /// is to move and the second where not. 0 for a player without scores.
    pub fn sum(&self, facts: &mut H::Facts, player: Value, to_move: bool) -> Result<i64, LimitReached> {
        let Some(sum) = self.plan.sums.iter().position(|sum| sum.player == player) else { return Ok(0) };
        Run::new(self, Budget::new(self.limits)).sum(facts, sum, to_move)
    }

    /// Whether some solution of a rule is accepted. They are handed over as they come, in no order, until one is.
    pub fn any(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        accept: &mut dyn FnMut(&[u16]) -> bool,
    ) -> Result<bool, LimitReached> {
        let mut take = |tuple: &[u16]| if accept(tuple) { Err(Stop::Enough) } else { Ok(()) };
        found(Run::new(self, Budget::new(self.limits)).rule(facts, (rule, &[]), &mut take))
    }

    pub(crate) fn arrival(&self, rule: RuleId) -> Arrival {
        self.plan.rules[rule.index()].arrival()
    }

    /// Hands every solution as it is found, until it is told to stop. Duplicates are included, in no order.
    fn each(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        take: &mut dyn FnMut(&[u16]) -> Result<(), Stop>,
    ) -> Result<(), LimitReached> {
        self.each_given(facts, (rule, &[]), self.limits, take)
    }

    /// The same for a rule with its inputs, within limits of its own.
    pub(crate) fn each_given(
        &self,
        facts: &mut H::Facts,
        (rule, inputs): (RuleId, &[Value]),
        limits: Limits,
        take: &mut dyn FnMut(&[u16]) -> Result<(), Stop>,
    ) -> Result<(), LimitReached> {
        self.each_counted(facts, (rule, inputs), limits, take).1
    }

    /// The same, and how many candidates it took.
    pub(crate) fn each_counted(
        &self,
        facts: &mut H::Facts,
        (rule, inputs): (RuleId, &[Value]),
        limits: Limits,
        take: &mut dyn FnMut(&[u16]) -> Result<(), Stop>,
    ) -> (u64, Result<(), LimitReached>) {
        let mut run = Run::new(self, Budget::new(limits));
        let flow = run.rule(facts, (rule, inputs), take);
        (limits.work - run.work_left(), found(flow).map(drop))
    }
}
