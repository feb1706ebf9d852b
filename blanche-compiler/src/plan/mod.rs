//! The plan: in which order literals are asked and by which way of access. Both back ends execute it and decide
//! nothing themselves.
//!
//! What a plan is made of stands in `steps`. The passes, in the order in which they run for each rule and each specialised
//! derivation (a [`Routine`]):
//! 1. `parts`: what `constants` decide is left out, and derivations of which one clause can hold are unfolded; the
//!    others stay calls, and so do those that `sizes` finds too large. After this: a conjunction of extern predicates,
//!    facts, comparisons, negations and calls over one `frame` of slots.
//! 2. `simplify`: variables that must be equal are one, and what follows from the rest is left out: negations that
//!    are `implied` by others, and of values that are `known` to differ that they do.
//! 3. `order`: literals are taken from an `agenda` and become steps, in one of the `ways` that there are. `variables`
//!    chooses what is gone through next by the numbers of `shares`, `sources` says which sets speak of it, `reduce` makes
//!    sets that follow for it from others, and `project` makes sets of what a negation asks again and again. After this:
//!    every step can be executed where it stands, and calls have asked for the routines they need.
//! 4. `hoist`, for rules: sets are made in front of the loops that use them, `filter` makes sets of tests, and sets
//!    without enough members end the rule. After this nothing moves any more; `gates` and `arrival` say what is so of
//!    the whole.
//!
//! Scores are counted, not gone through: `denials` makes sets of what they deny, before their literals are ordered, and
//! `sums` plans the scores of each player once more, together.
//!
//! All of them take their steps from one `budget`, so that planning ends. `routines` and `afters` begin each of them,
//! `prune` drops at the end what was planned only to be compared, and [`mod@print`] shows a plan to people.

mod afters;
mod agenda;
mod arrival;
mod blocks;
mod budget;
mod components;
mod constants;
mod denials;
mod filter;
mod frame;
mod gates;
mod hoist;
mod implied;
mod known;
mod order;
mod parts;
pub mod print;
mod project;
mod prune;
mod queries;
mod reduce;
mod routines;
mod shares;
mod simplify;
mod sizes;
mod slots;
mod sources;
mod statistics;
mod steps;
mod sums;
mod tabled;
mod variables;
mod walk;
mod ways;

pub use gates::{Gate, Level};
pub use statistics::{BadLine, BadLineReason, Literal, Statistics};
pub use steps::{
    Access, Action, Block, Estimate, HostValue, Lookup, Meet, Move, Operand, Output, Question, RoutineId,
    SetInfo, SetSlot, Slot, SlotInfo, Source, Step,
};
pub use sums::{Count, Counted, SumPlan};

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

pub use self::budget::STEPS;
use self::budget::{Budget, Subject};
pub(crate) use self::queries::Queries;
use self::sizes::Sizes;
use crate::diagnostic::Diagnostic;
use crate::files::Span;
use crate::modes::Modes;
use crate::program::{Clause, PredicateId, PredicateKind, Program, Rule, RuleId, RuleKind, SortId};
use crate::runtime::Value;

/// The plan of a program.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// A plan for each rule, in the order of the program's rules.
    pub rules: Vec<RulePlan>,
    /// For each player that has scores, in the order of the players, how they are added up.
    pub sums: Vec<SumPlan>,
    /// The routines, each after those that it calls; what holds after moves may call itself.
    pub routines: Vec<Routine>,
    /// How many steps the planner took.
    pub work: u64,
}

/// The plan of a rule.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// The rule.
    pub rule: RuleId,
    /// Its slots.
    pub frame: Vec<SlotInfo>,
    /// Its sets.
    pub sets: Vec<SetInfo>,
    /// Values that only the host can read.
    pub host_values: Vec<HostValue>,
    /// The slots that have a value when it is asked: those of the given variables of a query, in their order.
    pub inputs: Vec<Slot>,
    /// The slots of the answer, in the order in which answers are compared.
    pub answer: Vec<Slot>,
    /// The premise.
    pub body: Block,
    /// What must be so where it applies and is seen at once.
    pub gate: Option<Gate>,
}

impl RulePlan {
    fn empty(rule: RuleId) -> RulePlan {
        RulePlan {
            rule,
            frame: Vec::new(),
            sets: Vec::new(),
            host_values: Vec::new(),
            inputs: Vec::new(),
            answer: Vec::new(),
            body: Block::default(),
            gate: None,
        }
    }
}

/// A derivation, specialised for the arguments that are bound, constant or of no interest.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The predicate; `None` for the branches of a `;`.
    pub predicate: Option<PredicateId>,
    /// For each argument how it is used.
    pub arguments: Vec<Argument>,
    /// The predicate's name, or `either` for branches.
    pub name: String,
    /// How the arguments are called.
    pub parameters: Vec<String>,
    /// Their sorts.
    pub sorts: Vec<SortId>,
    /// The clauses that can hold with these constants.
    pub clauses: Vec<RoutineClause>,
    /// Whether it asks rules or makes moves, itself or by what it calls: then it sets the host in motion.
    pub asks: bool,
    /// Whether its answers are kept while a question is answered: it is reached in so many ways that it would be asked
    /// the same again and again.
    pub tabled: bool,
    /// What one call is expected to cost, and how many answers it gives (for a test: how often yes).
    pub estimate: Estimate,
}

impl Routine {
    /// How many values an answer has.
    pub fn results(&self) -> usize {
        self.arguments.iter().filter(|argument| **argument == Argument::Result).count()
    }

    /// Whether it only says yes or no.
    pub fn is_test(&self) -> bool {
        !self.arguments.contains(&Argument::Result)
    }
}

/// How a routine uses an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    /// The caller gives a value.
    Input,
    /// The routine gives a value.
    Result,
    /// Some value is enough, whichever.
    Any,
    /// It is this constant.
    Constant(Value),
}

/// One clause of a routine.
#[derive(Clone, Debug)]
pub struct RoutineClause {
    /// Its slots.
    pub frame: Vec<SlotInfo>,
    /// Its sets.
    pub sets: Vec<SetInfo>,
    /// Values that only the host can read.
    pub host_values: Vec<HostValue>,
    /// The slots of the inputs, in the order of the arguments.
    pub inputs: Vec<Slot>,
    /// What it says.
    pub body: Block,
    /// The results, in the order of the arguments.
    pub results: Vec<Operand>,
    /// The clause in the author's words.
    pub text: String,
}

/// Whether an access asks rules.
pub fn asks_rules(program: &Program, access: Access) -> bool {
    match access {
        Access::Extern(id, _) => {
            matches!(&program.predicate(id).kind, PredicateKind::Extern(e) if e.asks.is_some())
        }
        Access::Facts(..) => false,
    }
}

/// Plans a program that the checks have found without errors.
///
/// # Errors
/// A message where that takes more steps than a planning run may take ([`STEPS`]); so it is with all that plan.
pub fn plan(program: &Program) -> Result<Plan, Box<Diagnostic>> {
    plan_with(program, &Statistics::default())
}

/// Plans a program with measured numbers of tuples in place of the declared ones, as far as there are any.
///
/// # Errors
/// See [`plan`].
pub fn plan_with(program: &Program, statistics: &Statistics) -> Result<Plan, Box<Diagnostic>> {
    plan_within(program, statistics, STEPS)
}

/// The same, with so many steps at most.
///
/// # Errors
/// See [`plan`].
pub fn plan_within(program: &Program, statistics: &Statistics, steps: u64) -> Result<Plan, Box<Diagnostic>> {
    plan_if(program, statistics, steps, |_, _| true)
}

/// Plans the queries of a program, and the rules that these ask by way of the host. The plans of all other rules stay
/// empty, so that what they would ask of a host does not matter.
///
/// # Errors
/// See [`plan`].
pub fn plan_query(program: &Program) -> Result<Plan, Box<Diagnostic>> {
    let queries = program.rules.iter().filter(|rule| rule.kind == RuleKind::Query);
    let asked = queries::rules_asked(program, queries.flat_map(|query| &query.premise));
    plan_if(program, &Statistics::default(), STEPS, |id, rule| {
        rule.kind == RuleKind::Query || asked.contains(&id)
    })
}

/// What the planner asks statistics for when it plans this program.
pub fn literals(program: &Program) -> Vec<Literal> {
    let (lenient, statistics) = (BTreeSet::new(), Statistics::default());
    let mut planner = Planner::new(program, &statistics, &lenient, STEPS);
    planner.all(&|_, _| true);
    planner
        .asked
        .into_iter()
        .map(|(id, constants)| Literal { predicate: program.predicate(id).name.clone(), constants })
        .collect::<BTreeSet<Literal>>()
        .into_iter()
        .collect()
}

fn plan_if(
    program: &Program,
    statistics: &Statistics,
    steps: u64,
    wanted: impl Fn(RuleId, &Rule) -> bool,
) -> Result<Plan, Box<Diagnostic>> {
    let lenient = BTreeSet::new();
    let mut planner = Planner::new(program, statistics, &lenient, steps);
    planner.all(&wanted);
    let Planner { mut plan, budget, .. } = planner;
    plan.work = budget.used();
    if let Some(message) = budget.message(program) {
        return Err(Box::new(message));
    }
    prune::prune(&mut plan);
    Ok(plan)
}

/// What a routine is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Callee {
    Predicate(PredicateId),
    /// The branches of a `;`, by their place in [`Planner::branches`].
    Branches(usize),
    /// What holds after some actions, by its place in [`Planner::afters`].
    After(usize),
}

struct Planner<'a> {
    program: &'a Program,
    statistics: &'a Statistics,
    modes: Modes<'a>,
    plan: Plan,
    routines: HashMap<(Callee, Vec<Argument>), RoutineId>,
    /// The branches of every `;`, as clauses over the variables that they share with what is around them.
    branches: Vec<Rc<[Clause]>>,
    /// Every `after`, as a clause over the variables of its actions and those that it shares with what is around it.
    afters: Vec<Rc<Clause>>,
    /// The places of those that stand at the same place of the text.
    afters_at: HashMap<Span, Vec<usize>>,
    /// What has a routine that asks rules or makes moves.
    asking: HashSet<Callee>,
    /// What statistics were asked for.
    asked: HashSet<(PredicateId, Vec<Option<Value>>)>,
    /// The shares of extern predicates and facts with these constants.
    atom_shares: HashMap<(PredicateId, Vec<Option<Value>>), f64>,
    sizes: Sizes,
    /// The derived predicates whose answers are kept while a question is answered.
    tabled: HashSet<PredicateId>,
    budget: Budget,
}

impl<'a> Planner<'a> {
    fn new(
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
            afters: Vec::new(),
            afters_at: HashMap::new(),
            asking: HashSet::new(),
            asked: HashSet::new(),
            atom_shares: HashMap::new(),
            sizes: Sizes::new(program),
            tabled: tabled::tabled(program),
            budget: Budget::new(steps),
        }
    }

    /// Plans the wanted rules.
    fn all(&mut self, wanted: &dyn Fn(RuleId, &Rule) -> bool) {
        for (at, rule) in self.program.rules.iter().enumerate() {
            let id = RuleId(at as u32);
            self.budget.turn_to(Some(Subject::Rule(id)));
            let rule_plan = if wanted(id, rule) { self.rule(id, rule, &[]) } else { RulePlan::empty(id) };
            self.plan.rules.push(rule_plan);
        }
        for player in self.program.players.clone() {
            let scores = self.program.scores().filter(|(_, score, _)| score.colour == Some(player));
            let scores: Vec<RuleId> =
                scores.filter(|(id, score, _)| wanted(*id, score)).map(|(id, _, _)| id).collect();
            if !scores.is_empty() {
                let sum = self.sum(player, &scores);
                self.plan.sums.push(sum);
            }
        }
    }
}
