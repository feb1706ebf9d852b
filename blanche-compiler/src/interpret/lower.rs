//! Lowers a plan to the code that the interpreter executes.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use super::code::{
    Body, ClauseCode, Code, Comparing, Count, Intersection, Layout, Lookup, Move, Provider, Routine, Rule,
    Set, Solving, Source, Step, Subsort, Sum, memory,
};
use super::state_host::mode_number;
use super::tables::{FactTable, TableCache};
use super::{Host, Unanswered};
use crate::plan::{
    self, Access, Action, Block, Counted, HostValue, Operand, Plan, Question, RecursiveCall, RoutineId,
    SetInfo, Slot, asks_rules, for_each,
};
use crate::program::{PredicateId, PredicateKind, Program, SortId, SortKind};
use crate::runtime::{Recursive, Value};

/// Lowers plans for the host `H`.
pub(super) struct Lowering<'p, H: Host> {
    program: &'p Program,
    cache: &'p mut TableCache,
    tables: Vec<Arc<FactTable>>,
    tables_at: HashMap<(PredicateId, u32), usize>,
    parts: HashMap<SortId, Subsort>,
    missing: Vec<Unanswered>,
    /// For each routine, the storage of its goals if the routine is recursive.
    recursive: Vec<Option<Recursive>>,
    /// The sets and memoised queries of the body being lowered.
    sets: Vec<Set>,
    questions: Vec<Question>,
    host: PhantomData<fn(H)>,
}

/// A lowered plan.
pub(super) struct Lowered {
    pub(super) rules: Box<[Rule]>,
    pub(super) routines: Box<[Routine]>,
    pub(super) sums: Box<[Sum]>,
    pub(super) tables: Box<[Arc<FactTable>]>,
}

impl<'p, H: Host> Lowering<'p, H> {
    /// Prepares to lower plans of `program`. Tables that exist already are taken from the cache.
    pub(super) fn new(program: &'p Program, cache: &'p mut TableCache) -> Self {
        Lowering {
            program,
            cache,
            tables: Vec::new(),
            tables_at: HashMap::new(),
            parts: HashMap::new(),
            missing: Vec::new(),
            recursive: Vec::new(),
            sets: Vec::new(),
            questions: Vec::new(),
            host: PhantomData,
        }
    }

    /// Lowers a whole plan. The error lists the modes and actions that the host does not support.
    pub(super) fn all(mut self, plan: &Plan) -> Result<Lowered, Vec<Unanswered>> {
        self.recursive = (0..plan.routines.len()).map(|at| plan.recursive(RoutineId(at as u32))).collect();
        let rules = plan.rules.iter().map(|rule| self.rule(rule)).collect();
        let routines = plan.routines.iter().enumerate();
        let routines = routines.map(|(at, routine)| self.routine(at, routine)).collect();
        let sums = plan.sums.iter().map(|sum| self.sum(sum)).collect();
        match self.missing.is_empty() {
            true => Ok(Lowered { rules, routines, sums, tables: self.tables.into() }),
            false => Err(self.missing),
        }
    }

    fn rule(&mut self, rule: &plan::RulePlan) -> Rule {
        let frame = (rule.frame.len(), rule.sets.as_slice());
        let (inputs, values) = (rule.inputs.as_slice(), rule.host_values.as_slice());
        let body = self.body(frame, inputs, values, &rule.body);
        Rule { body, answer: rule.answer.clone().into(), order: rule.order() }
    }

    fn routine(&mut self, at: usize, routine: &plan::Routine) -> Routine {
        let clause = |clause: &plan::RoutineClause| {
            let frame = (clause.frame.len(), clause.sets.as_slice());
            let (inputs, values) = (clause.inputs.as_slice(), clause.host_values.as_slice());
            let body = self.body(frame, inputs, values, &clause.body);
            let recursive_calls = clause.recursive_calls;
            ClauseCode { body, work: clause.work, results: clause.results.clone().into(), recursive_calls }
        };
        let clauses = routine.clauses.iter().map(clause).collect();
        let (work, tabled) = (routine.work, routine.tabled);
        let (results, is_test) = (routine.results(), routine.is_test());
        Routine { clauses, work, tabled, recursive: self.recursive[at], results, is_test }
    }

    fn sum(&mut self, sum: &plan::SumPlan) -> Sum {
        let layout = self.layout(sum.frame.len(), &sum.sets, &sum.all());
        let shared = self.code(&sum.shared);
        let count = |count: &plan::Count| {
            let code = match &count.counted {
                Counted::Separately => None,
                Counted::InSum(block) => Some(self.code(block)),
            };
            Count { score: count.score, code }
        };
        let counts = sum.counts.iter().map(count).collect();
        Sum { layout, shared, counts }
    }

    fn body(
        &mut self,
        (slots, sets): (usize, &[SetInfo]),
        inputs: &[Slot],
        host_values: &[HostValue],
        block: &Block,
    ) -> Body {
        let layout = self.layout(slots, sets, block);
        Body { layout, inputs: inputs.into(), host_values: host_values.into(), code: self.code(block) }
    }

    /// The layout of a frame with `slots` slots and these sets.
    fn layout(&mut self, slots: usize, sets: &[SetInfo], body: &Block) -> Layout {
        self.questions = body.remembered();
        self.sets.clear();
        let mut first = 0;
        for set in sets {
            let words = self.words(set.sort);
            self.sets.push(Set { first, words });
            first += words;
        }
        Layout { slots, words: first, memos: self.questions.len() }
    }

    fn words(&self, sort: SortId) -> usize {
        self.program.sort(sort).set_words().expect("the planner makes sets of small sorts only")
    }

    fn code(&mut self, block: &Block) -> Code {
        let (mut steps, mut rest) = (Vec::with_capacity(block.steps.len()), block.steps.as_slice());
        while let Some((step, behind)) = rest.split_first() {
            let (work, behind) = if step.gives_several() { for_each(behind) } else { (0, behind) };
            steps.push(self.step(&step.action, work));
            rest = behind;
        }
        Code { steps: steps.into() }
    }

    /// Lowers a step; `work` is the number of steps of work per candidate if the step is a loop.
    fn step(&mut self, action: &Action, work: u64) -> Step {
        match action {
            Action::EachIn { slot, from } => {
                Step::EachIn { slot: *slot, from: self.intersection(from), work }
            }
            Action::Each { access, one, inputs, outputs } => {
                let (inputs, outputs) = (inputs.clone().into(), outputs.clone().into());
                match self.from(*access) {
                    Provider::Facts(table) => Step::EachFact { table, inputs, outputs, work },
                    Provider::Host(mode) => {
                        Step::EachOfHost { mode, inputs, outputs, work: (!one).then_some(work) }
                    }
                }
            }
            Action::EachCall { routine, inputs, recursion: Some(RecursiveCall::Tail), .. } => {
                Step::AddGoal { routine: *routine, inputs: inputs.clone().into() }
            }
            Action::EachCall { routine, inputs, outputs, recursion: Some(RecursiveCall::Known(call)) } => {
                let (inputs, outputs) = (inputs.clone().into(), outputs.clone().into());
                let asked = self.recursive[routine.index()].expect("what it calls needs itself");
                Step::EachKnown { asked, call: *call, inputs, outputs, work }
            }
            Action::EachCall { routine, inputs, outputs, recursion: None } => {
                let (inputs, outputs) = (inputs.clone().into(), outputs.clone().into());
                Step::EachCall { routine: *routine, inputs, outputs, work }
            }
            Action::Has { set, at_least, holds } => {
                Step::Has { set: self.intersection(set), at_least: *at_least, holds: *holds }
            }
            Action::BindSet { set, from, at_least } => {
                let set = self.sets[set.index()];
                Step::BindSet { set, from: self.intersection(from), at_least: *at_least }
            }
            Action::Collect { set, block, add, at_least, seen } => {
                let code = self.code(block);
                let (set, seen) = (self.sets[set.index()], seen.map(|seen| self.sets[seen.index()]));
                Step::Collect { set, code, add: self.intersection(add), at_least: *at_least, seen }
            }
            Action::Compare { left, right, equal } => {
                Step::Compare { left: *left, right: *right, equal: *equal }
            }
            Action::Holds { comparison, inputs, holds } => {
                let linear = self.program.linear(*comparison);
                Step::Holds(Box::new(Comparing { linear, inputs: inputs.clone().into(), holds: *holds }))
            }
            Action::Solve { comparison, free, inputs, output } => {
                let place = self.part(self.program.predicate(*comparison).sort(*free));
                let mut inputs = inputs.clone();
                inputs.insert(*free, Operand::Constant(0));
                let linear = self.program.linear(*comparison);
                let solving = Solving { linear, free: *free, inputs: inputs.into(), place, output: *output };
                Step::Solve(Box::new(solving))
            }
            Action::Assign { slot, value } => Step::Assign { slot: *slot, value: *value },
            Action::Within { slot, sort } => Step::Within { slot: *slot, part: self.part(*sort) },
            Action::Test { access, inputs, holds, memo } => self.test(*access, inputs, *holds, *memo),
            Action::Call { routine, inputs, holds, memo } => {
                let memo = memo.then(|| memory(&self.questions, Question::Routine(*routine))).flatten();
                Step::Call { routine: *routine, inputs: inputs.clone().into(), holds: *holds, memo }
            }
            Action::Aggregate { fold, routine, inputs, output } => {
                let inputs = inputs.clone().into();
                Step::Aggregate { fold: *fold, routine: *routine, inputs, output: *output }
            }
            Action::Exists { block, holds } => Step::Exists { code: self.code(block), holds: *holds },
            Action::After { moves, block } => {
                let moves = moves.iter().map(|one| self.one_move(one)).collect();
                Step::After { moves, code: self.code(block) }
            }
            Action::Fail => Step::Fail,
            Action::Spend { steps } => Step::Spend { steps: *steps },
        }
    }

    fn test(&mut self, access: Access, inputs: &[Operand], holds: bool, memo: bool) -> Step {
        let inputs = inputs.into();
        let mode = match self.from(access) {
            Provider::Facts(table) => return Step::TestFact { table, inputs, holds },
            Provider::Host(mode) => mode,
        };
        match access {
            Access::Extern(id, _) if asks_rules(self.program, access) => {
                let memo = memo.then(|| memory(&self.questions, Question::Predicate(id))).flatten();
                let rules = match &self.program.predicate(id).kind {
                    PredicateKind::Extern(external) => external.asks.iter().flatten().copied().collect(),
                    _ => unreachable!("an access of the host is an extern predicate"),
                };
                Step::AskRules { mode, rules, inputs, holds, memo }
            }
            _ => Step::TestHost { mode, inputs, holds },
        }
    }

    fn intersection(&mut self, intersection: &plan::Intersection) -> Intersection {
        let words = self.words(intersection.sort);
        let mut sources =
            |all: &[plan::Source]| all.iter().map(|source| self.source(source, words)).collect();
        let (of, without) = (sources(&intersection.of), sources(&intersection.without));
        Intersection { words, of, without }
    }

    fn source(&mut self, source: &plan::Source, words: usize) -> Source {
        match source {
            plan::Source::Set(set) => Source::Set(self.sets[set.index()]),
            plan::Source::Only(operand) => Source::Only(*operand),
            plan::Source::All(sort) => Source::All(self.program.sort(*sort).set_of_all(words).into()),
            plan::Source::Answers { lookups, access, inputs } => {
                let lookup = |lookup: &plan::Lookup| Lookup {
                    from: self.from(lookup.access),
                    inputs: lookup.inputs.clone().into(),
                    slot: lookup.slot,
                };
                let lookups = lookups.iter().map(lookup).collect();
                Source::Answers { lookups, from: self.from(*access), inputs: inputs.clone().into() }
            }
        }
    }

    fn part(&mut self, sort: SortId) -> Subsort {
        let sorts = &self.program.sorts;
        let part = self.parts.entry(sort).or_insert_with(|| match &sorts[sort.index()].kind {
            SortKind::Range(numbers) => Subsort::Range(numbers.first, numbers.last),
            SortKind::Opaque { size: 0, .. } => Subsort::Members(Arc::new([])),
            SortKind::Opaque { size, .. } => Subsort::Range(0, (size - 1) as Value),
            SortKind::Constants(constants) => {
                let most = constants.iter().map(|(_, value)| *value as usize).max();
                let mut words = vec![0u64; most.map_or(0, |most| most / 64 + 1)];
                for (_, value) in constants.iter() {
                    words[(*value as usize) / 64] |= 1 << (value % 64);
                }
                Subsort::Members(words.into())
            }
        });
        part.clone()
    }

    /// Resolves an access to a mode of the host or a fact table.
    fn from(&mut self, access: Access) -> Provider {
        match access {
            Access::Facts(id, mask) => Provider::Facts(self.table(id, mask)),
            Access::Extern(id, mode) => Provider::Host(self.mode(id, mode)),
        }
    }

    fn table(&mut self, id: PredicateId, mask: u32) -> usize {
        let next = self.tables.len();
        let at = *self.tables_at.entry((id, mask)).or_insert(next);
        if at == next {
            self.tables.push(self.cache.table(self.program, id, mask));
        }
        at
    }

    /// The number that the host uses for a mode.
    fn mode(&mut self, id: PredicateId, mode: usize) -> u32 {
        let predicate = self.program.predicate(id);
        let PredicateKind::Extern(external) = &predicate.kind else { return 0 };
        mode_number::<H>(&predicate.name, external, mode).unwrap_or_else(|| {
            let bound = &external.modes[mode].bound;
            let words: Vec<&str> = bound.iter().map(|bound| if *bound { "bound" } else { "free" }).collect();
            self.lack(Unanswered { signature: predicate.signature(), mode: Some(words.join(", ")) });
            0
        })
    }

    fn one_move(&mut self, one: &plan::Move) -> Move {
        let action = self.program.predicate(one.action);
        let number = H::action(&action.name, action.arity()).unwrap_or_else(|| {
            self.lack(Unanswered { signature: action.signature(), mode: None });
            0
        });
        Move { action: number, inputs: one.inputs.clone().into() }
    }

    /// Records that the host does not support something, so that lowering fails.
    fn lack(&mut self, unanswered: Unanswered) {
        if !self.missing.contains(&unanswered) {
            self.missing.push(unanswered);
        }
    }
}
