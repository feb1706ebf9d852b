//! Assigns numbers of steps of work to the parts of a plan. Both back ends count these steps and abort a query that
//! reaches the limit.
//!
//! A step of work takes the interpreter some 60 nanoseconds at most. A limit of steps is therefore a limit of time, for
//! every program. Each candidate of a loop takes one step, and more if a lot of work follows for it: tests, sets, and
//! the lookup that starts the next loop. The same holds for each call of a derivation, because its clauses are entered
//! one after the other. The candidates of an inner loop are counted by that loop. All counts are known before
//! execution, so compiled rules can also charge for several steps with a single subtraction.
//!
//! Only a small amount of work that may never be reached is charged in advance ([`MAX_WORK_IN_ADVANCE`]). The steps
//! after that are charged by an [`Action::Spend`].
//!
//! After this: every loop, every call and every long path through a plan has its number of steps.

use std::collections::HashMap;

use blanche_sorted::SortedSet;

use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Access, Action, Block, Counted, Estimate, Intersection, Plan, Routine, RoutineClause, SetInfo, SlotInfo,
    Source, Step,
};
use crate::plan::params::{
    BLOCK_WORK, CALL_WORK, CLAUSE_WORK, COMPARISON_WORK, COPIES_PER_PART, FACT_LOOKUP_WORK, HOST_QUERY_WORK,
    HOST_VALUE_WORK, INTERSECTION_WORK, MAX_WORK_IN_ADVANCE, MEMO_LOOKUP_WORK, MEMO_WORK, MOVE_WORK,
    PARTS_PER_STEP, SLOTS_PER_PART, SUBSORT_TEST_WORK, TABLE_LOOKUP_WORK,
};
use crate::program::{Answers, PredicateId, PredicateKind, Program, RuleId, SortId};
use crate::runtime::Value;

/// Counts the work in the plans of one program.
pub(crate) struct Work<'p> {
    program: &'p Program,
    /// The rules that extern predicates evaluate.
    asked: SortedSet<RuleId>,
    /// For a predicate and a mask of columns, the largest number of facts that agree in these columns.
    most_facts: HashMap<(PredicateId, u32), u64>,
}

/// The operation at the end of a block.
#[derive(Clone, Copy)]
enum End<'a> {
    /// No operation that takes work, because one answer is enough or answers are only counted.
    Nothing,
    /// The answer, which consists of this number of values, is passed on.
    Values(usize),
    /// Members are added to a set.
    Add(&'a Intersection),
}

impl<'p> Work<'p> {
    /// Prepares counting for the plans of `program`.
    pub(crate) fn new(program: &'p Program) -> Work<'p> {
        let externs = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
            PredicateKind::Extern(external) => external.asks.as_ref(),
            _ => None,
        });
        Work { program, asked: externs.flatten().copied().collect(), most_facts: HashMap::new() }
    }

    /// Writes the step counts into a plan.
    pub(crate) fn count(&mut self, plan: &mut Plan) {
        for (rule, id) in plan.rules.iter_mut().zip((0..).map(RuleId)) {
            let opened = self.opened(&rule.frame, &rule.sets, &rule.body);
            let first = opened.saturating_add(self.block(&mut rule.body, End::Values(rule.answer.len())));
            // A query enters a rule only once, but the host may evaluate a rule repeatedly.
            if self.asked.contains(&id) && first >= PARTS_PER_STEP {
                rule.body.steps.insert(0, spend(first / PARTS_PER_STEP));
            }
        }
        for sum in &mut plan.sums {
            self.block(&mut sum.shared, End::Nothing);
            for count in &mut sum.counts {
                if let Counted::InSum(block) = &mut count.counted {
                    self.block(block, End::Nothing);
                }
            }
        }
        plan.routines.iter_mut().for_each(|routine| self.routine(routine));
    }

    fn routine(&mut self, routine: &mut Routine) {
        let results = routine.results();
        routine.work = 1;
        // Clauses that are entered together are charged together: by the call or, if the routine is tabled, by the
        // first of these clauses.
        let (mut first, mut parts) = (None, 0u64);
        if routine.tabled {
            routine.work += TABLE_LOOKUP_WORK / PARTS_PER_STEP;
            first = Some(0);
        }
        if routine.recursion.is_some() {
            // Each clause is entered repeatedly and charged separately.
            routine.work += TABLE_LOOKUP_WORK / PARTS_PER_STEP;
            for clause in &mut routine.clauses {
                clause.work = (self.clause(clause, results) / PARTS_PER_STEP).max(1);
            }
            return;
        }
        for at in 0..routine.clauses.len() {
            if parts >= MAX_WORK_IN_ADVANCE {
                routine.pay(first, parts / PARTS_PER_STEP);
                (first, parts) = (Some(at), 0);
            }
            parts = parts.saturating_add(self.clause(&mut routine.clauses[at], results));
        }
        routine.pay(first, parts / PARTS_PER_STEP);
    }

    fn clause(&mut self, clause: &mut RoutineClause, results: usize) -> u64 {
        self.opened(&clause.frame, &clause.sets, &clause.body)
            .saturating_add(clause.host_values.len() as u64 * HOST_VALUE_WORK)
            .saturating_add(self.block(&mut clause.body, End::Values(results)))
    }

    /// The work of entering a frame with these slots and sets.
    fn opened(&self, frame: &[SlotInfo], sets: &[SetInfo], body: &Block) -> u64 {
        let words: u64 = sets.iter().map(|set| self.words(set.sort)).sum();
        let memos = body.remembered().len() as u64;
        CLAUSE_WORK + frame.len() as u64 / SLOTS_PER_PART + words / COPIES_PER_PART + memos * MEMO_WORK
    }

    /// Counts the steps within a block. Returns the work that the code entering the block must charge, in parts of a
    /// step.
    fn block(&mut self, block: &mut Block, end: End<'_>) -> u64 {
        let mut counted = Counting { steps: Vec::with_capacity(block.steps.len()), ..Counting::default() };
        for mut step in std::mem::take(&mut block.steps) {
            if counted.parts >= MAX_WORK_IN_ADVANCE {
                counted.begin();
            }
            let is_loop = step.gives_several();
            counted.parts = counted.parts.saturating_add(self.action(&mut step.action));
            counted.steps.push(step);
            if is_loop {
                counted.begin();
            }
        }
        counted.parts = counted.parts.saturating_add(self.end(end));
        counted.pay();
        block.steps = counted.steps;
        block.steps.retain(|step| !matches!(step.action, Action::Spend { steps: 0 }));
        if faults::has(Fault::LastTestDropped) && matches!(block.steps.last(), Some(step) if step.is_test()) {
            block.steps.pop();
        }
        counted.entry
    }

    fn end(&mut self, end: End<'_>) -> u64 {
        match end {
            End::Nothing => 0,
            End::Values(values) => values as u64 / COPIES_PER_PART,
            End::Add(intersection) => {
                self.intersection(intersection) + self.words(intersection.sort) / COPIES_PER_PART
            }
        }
    }

    fn action(&mut self, action: &mut Action) -> u64 {
        match action {
            Action::Fail | Action::Spend { .. } => 0,
            Action::Compare { .. } | Action::Assign { .. } => COMPARISON_WORK,
            Action::Holds { inputs, .. } | Action::Solve { inputs, .. } => {
                COMPARISON_WORK * inputs.len().max(1) as u64
            }
            Action::Within { .. } => SUBSORT_TEST_WORK,
            Action::Each { access, .. } => self.answers(*access),
            Action::Test { access, memo, .. } => {
                let asked =
                    if matches!(access, Access::Facts(..)) { FACT_LOOKUP_WORK } else { HOST_QUERY_WORK };
                asked + u64::from(*memo) * MEMO_LOOKUP_WORK
            }
            Action::Call { memo, .. } => CALL_WORK + u64::from(*memo) * MEMO_LOOKUP_WORK,
            Action::EachCall { .. } | Action::Aggregate { .. } => CALL_WORK,
            Action::EachIn { from, .. } => self.intersection(from),
            Action::Has { set, .. } => self.intersection(set),
            Action::BindSet { from, .. } => self.intersection(from) + self.words(from.sort) / COPIES_PER_PART,
            Action::Exists { block, .. } => self.block(block, End::Nothing).saturating_add(BLOCK_WORK),
            Action::Collect { block, add, .. } => {
                let begun = BLOCK_WORK + self.words(add.sort) / COPIES_PER_PART;
                self.block(block, End::Add(add)).saturating_add(begun)
            }
            Action::After { moves, block } => {
                let made = BLOCK_WORK + moves.len() as u64 * MOVE_WORK;
                self.block(block, End::Nothing).saturating_add(made)
            }
        }
    }

    /// The work of a loop over answers until it gets its first answer.
    fn answers(&self, access: Access) -> u64 {
        let Access::Extern(id, mode) = access else { return FACT_LOOKUP_WORK };
        let PredicateKind::Extern(external) = &self.program.predicate(id).kind else {
            return HOST_QUERY_WORK;
        };
        match external.modes[mode].answers {
            Answers::Many { about } | Answers::Set { about } => {
                HOST_QUERY_WORK + u64::from(about) / COPIES_PER_PART
            }
            Answers::One | Answers::Test { .. } => HOST_QUERY_WORK,
        }
    }

    fn intersection(&mut self, intersection: &Intersection) -> u64 {
        let words = self.words(intersection.sort) / COPIES_PER_PART;
        let mut all = INTERSECTION_WORK;
        for source in intersection.of.iter().chain(&intersection.without) {
            all += match source {
                Source::Set(_) => 1 + words,
                Source::Only(_) => 1,
                Source::All(_) => 1 + words,
                Source::Answers { lookups, access, .. } => {
                    let members = match access {
                        Access::Extern(..) => HOST_QUERY_WORK,
                        Access::Facts(id, mask) => {
                            FACT_LOOKUP_WORK + self.most_facts(*id, *mask) / COPIES_PER_PART
                        }
                    };
                    lookups.len() as u64 * HOST_QUERY_WORK + members + words
                }
            };
        }
        all
    }

    /// The number of 64-bit words in the sets of a sort.
    fn words(&self, sort: SortId) -> u64 {
        self.program.sort(sort).set_words().unwrap_or(0) as u64
    }

    fn most_facts(&mut self, id: PredicateId, mask: u32) -> u64 {
        let PredicateKind::Facts(tuples) = &self.program.predicate(id).kind else { return 0 };
        *self.most_facts.entry((id, mask)).or_insert_with(|| {
            let mut groups: HashMap<Vec<Value>, u64> = HashMap::new();
            for tuple in tuples {
                let known = tuple.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0);
                *groups.entry(known.map(|(_, value)| *value).collect()).or_default() += 1;
            }
            groups.into_values().max().unwrap_or(0)
        })
    }
}

impl Routine {
    /// Charges steps to a clause, or to the call if `clause` is `None`.
    fn pay(&mut self, clause: Option<usize>, steps: u64) {
        match clause.and_then(|at| self.clauses.get_mut(at)) {
            Some(clause) => clause.work = steps,
            None => self.work = self.work.saturating_add(steps),
        }
    }
}

/// The steps of a block, while the work of the block is being counted.
#[derive(Default)]
struct Counting {
    steps: Vec<Step>,
    /// The index of the `Spend` step that charges for the current steps. `None` if there is no `Spend` step yet.
    place: Option<usize>,
    /// The work of the current steps so far, in parts of a step.
    parts: u64,
    /// The work charged on entry to the block, in parts of a step.
    entry: u64,
}

impl Counting {
    /// Charges the work so far and starts counting for a new `Spend` step.
    fn begin(&mut self) {
        self.pay();
        self.place = Some(self.steps.len());
        self.steps.push(spend(0));
        self.parts = 0;
    }

    fn pay(&mut self) {
        match self.place {
            Some(at) => self.steps[at].action = Action::Spend { steps: self.parts / PARTS_PER_STEP },
            None => self.entry = self.parts,
        }
    }
}

fn spend(steps: u64) -> Step {
    let estimate = Estimate { answers: 1.0, cost: 0.0 };
    Step { action: Action::Spend { steps }, literal: String::new(), estimate }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn steps_are_counted_as_in_the_table() {
        check("finish/step_count.txt", |case| case.counted());
    }
}
