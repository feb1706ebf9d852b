//! One question on its way through a plan.
//!
//! Steps that can only fail or bind a single value run in a loop; a step with several answers runs the rest of
//! its block once for each. What happens at the end of a block is a continuation: it hands on a solution, adds to
//! a set, or says that one is enough.

mod counts;
mod moves;
mod sets;

use super::layout::{Layout, MOST_WORDS};
use super::{Host, Machine};
use crate::plan::{Access, Action, HostValue, Operand, Output, Question, RoutineId, Step};
use crate::program::{PredicateId, PredicateKind, RuleId};
use crate::runtime::{Answers, Budget, Flow, LimitReached, Memo, Stop, Value, found};

/// After so many candidates it is looked whether somebody wants to have the question given up.
const LOOK: u64 = 1 << 12;

/// What happens at the end of a block.
type Done<'d, 'm, H> = &'d mut dyn FnMut(&mut Run<'m, H>, &mut <H as Host>::Facts) -> Flow;

/// Who takes the results of a routine.
type Take<'t, 'm, H> = &'t mut dyn FnMut(&mut Run<'m, H>, &mut <H as Host>::Facts, &[Value]) -> Flow;

/// A rule or clause under way: where its slots, sets and memories begin.
#[derive(Clone, Copy)]
struct Frame<'m> {
    slots: usize,
    sets: usize,
    memos: usize,
    layout: &'m Layout,
}

/// A question under way.
pub(super) struct Run<'m, H: Host> {
    machine: &'m Machine<H>,
    budget: Budget,
    /// The slots of all rules and routines under way, one frame behind the other.
    slots: Vec<Value>,
    /// Their sets.
    sets: Vec<u64>,
    /// What they remember.
    memos: Vec<Memo>,
    /// Answers of the host that are being gone through, the innermost last.
    answers: Vec<Value>,
    /// Inputs of the question to the host that is being put together.
    inputs: Vec<Value>,
}

impl<'m, H: Host> Run<'m, H> {
    pub(super) fn new(machine: &'m Machine<H>, budget: Budget) -> Run<'m, H> {
        Run {
            machine,
            budget,
            slots: Vec::new(),
            sets: Vec::new(),
            memos: Vec::new(),
            answers: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Takes up one candidate. Now and then it is looked whether somebody wants to have the question given up.
    #[inline]
    fn spend(&mut self) -> Result<(), LimitReached> {
        if self.budget.work_left().is_multiple_of(LOOK) && self.machine.is_stopped() {
            return Err(LimitReached::Stopped);
        }
        self.budget.spend()
    }

    /// The candidates that are left.
    pub(super) fn work_left(&self) -> u64 {
        self.budget.work_left()
    }

    /// Does a rule apply?
    pub(super) fn applies(&mut self, facts: &mut H::Facts, rule: RuleId) -> Result<bool, LimitReached> {
        let before = self.answers.len();
        let flow = self.rule(facts, (rule, &[]), &mut |_| Err(Stop::Enough));
        self.answers.truncate(before);
        found(flow)
    }

    /// Hands every solution of a rule with these inputs to `take`.
    pub(super) fn rule(
        &mut self,
        facts: &mut H::Facts,
        (rule, inputs): (RuleId, &[Value]),
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Flow {
        let machine = self.machine;
        let plan = &machine.plan.rules[rule.index()];
        let frame = self.open(&machine.rules[rule.index()]);
        for (slot, value) in plan.inputs.iter().zip(inputs) {
            self.slots[frame.slots + slot.index()] = *value;
        }
        let mut flow = Ok(());
        if self.host_values(&plan.host_values, frame) {
            let mut tuple = Vec::new();
            flow = self.block(facts, &plan.body.steps, frame, &mut |run, _| {
                tuple.clear();
                tuple.extend(plan.answer.iter().map(|slot| run.slots[frame.slots + slot.index()]));
                take(&tuple)
            });
        }
        self.close(frame);
        flow
    }

    /// Does a routine hold of these values?
    pub(super) fn routine(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        values: &[Value],
    ) -> Result<bool, LimitReached> {
        let machine = self.machine;
        let frame = self.open(&machine.nothing);
        let inputs: Vec<Operand> = values.iter().map(|value| Operand::Constant(*value)).collect();
        let holds = self.holds(facts, routine, &inputs, false, frame);
        self.close(frame);
        holds
    }

    /// A frame behind the others.
    fn open(&mut self, layout: &'m Layout) -> Frame<'m> {
        let frame = Frame { slots: self.slots.len(), sets: self.sets.len(), memos: self.memos.len(), layout };
        self.slots.resize(frame.slots + layout.slots, 0);
        self.sets.resize(frame.sets + layout.words, 0);
        if !layout.questions.is_empty() {
            self.memos.resize_with(frame.memos + layout.questions.len(), Memo::default);
        }
        frame
    }

    /// Takes a frame and all behind it away.
    fn close(&mut self, frame: Frame<'m>) {
        self.slots.truncate(frame.slots);
        self.sets.truncate(frame.sets);
        self.memos.truncate(frame.memos);
    }

    /// Reads the values that only the host knows; `false` where it knows no such value.
    fn host_values(&mut self, values: &[HostValue], frame: Frame<'m>) -> bool {
        values.iter().all(|value| {
            let read = H::read(&self.machine.program.sort(value.sort).name, &value.text);
            if let Some(read) = read {
                self.slots[frame.slots + value.slot.index()] = read;
            }
            read.is_some()
        })
    }

    #[inline]
    fn value(&self, operand: Operand, frame: Frame<'m>) -> Value {
        match operand {
            Operand::Slot(slot) => self.slots[frame.slots + slot.index()],
            Operand::Constant(value) => value,
        }
    }

    /// Executes steps; `done` is called for every way in which they succeed.
    fn block(
        &mut self,
        facts: &mut H::Facts,
        steps: &'m [Step],
        frame: Frame<'m>,
        done: Done<'_, 'm, H>,
    ) -> Flow {
        for (at, step) in steps.iter().enumerate() {
            let rest = &steps[at + 1..];
            let goes_on = match &step.action {
                Action::EachIn { slot, from } => {
                    return self.each_in(facts, frame.slots + slot.index(), from, frame, rest, done);
                }
                Action::Has { set, at_least, holds } => self.has(facts, set, *at_least, frame) == *holds,
                Action::Keep { set, from, at_least } => {
                    let words = self.meet(facts, from, frame);
                    self.keep(*set, &words, frame);
                    self.enough(*set, *at_least, frame)
                }
                Action::Collect { set, block, add, at_least, seen } => {
                    for set in seen.iter().chain([set]) {
                        self.keep(*set, &[0; MOST_WORDS], frame);
                    }
                    self.block(facts, &block.steps, frame, &mut |run, facts| {
                        let mut words = run.meet(facts, add, frame);
                        if let Some(seen) = seen {
                            let (first, count) = frame.layout.sets[seen.index()];
                            let seen = &mut run.sets[frame.sets + first..][..count];
                            for (word, seen) in words.iter_mut().zip(seen) {
                                (*word, *seen) = (*word & *seen, *word | *seen);
                            }
                        }
                        let (first, count) = frame.layout.sets[set.index()];
                        let kept = &mut run.sets[frame.sets + first..][..count];
                        kept.iter_mut().zip(words).for_each(|(word, new)| *word |= new);
                        Ok(())
                    })?;
                    self.enough(*set, *at_least, frame)
                }
                Action::Compare { left, right, equal } => {
                    (self.value(*left, frame) == self.value(*right, frame)) == *equal
                }
                Action::Assign { slot, value } => {
                    self.slots[frame.slots + slot.index()] = self.value(*value, frame);
                    true
                }
                Action::Within { slot, sort } => {
                    self.machine.program.sort(*sort).contains(self.slots[frame.slots + slot.index()])
                }
                Action::Test { access, inputs, holds, memo } => {
                    self.test(facts, *access, inputs, *memo, frame)? == *holds
                }
                Action::Call { routine, inputs, holds, memo } => {
                    self.holds(facts, *routine, inputs, *memo, frame)? == *holds
                }
                Action::Exists { block, holds } => {
                    let before = self.answers.len();
                    let flow = self.block(facts, &block.steps, frame, &mut |_, _| Err(Stop::Enough));
                    self.answers.truncate(before);
                    found(flow)? == *holds
                }
                Action::After { moves, block } => self.after(facts, moves, block, frame)?,
                Action::Fail => false,
                Action::Each { access, one, inputs, outputs } => {
                    return self.each(facts, (*access, *one), (inputs, outputs), frame, rest, done);
                }
                Action::EachCall { routine, inputs, outputs } => {
                    return self.each_call(facts, *routine, (inputs, outputs), frame, rest, done);
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
        done(self, facts)
    }

    fn gather(&mut self, inputs: &[Operand], frame: Frame<'m>) -> Vec<Value> {
        let mut values = std::mem::take(&mut self.inputs);
        values.clear();
        values.extend(inputs.iter().map(|operand| self.value(*operand, frame)));
        values
    }

    #[inline]
    fn mode(&self, id: PredicateId, mode: usize) -> u32 {
        self.machine.modes[id.index()][mode].expect("a machine is made only when the host answers all modes")
    }

    fn test(
        &mut self,
        facts: &mut H::Facts,
        access: Access,
        inputs: &[Operand],
        memo: bool,
        frame: Frame<'m>,
    ) -> Result<bool, LimitReached> {
        let values = self.gather(inputs, frame);
        let answer = match access {
            Access::Facts(id, mask) => !self.machine.tables.get(id, mask, &values).is_empty(),
            Access::Extern(id, at) => {
                let mode = self.mode(id, at);
                match &self.machine.program.predicate(id).kind {
                    PredicateKind::Extern(external) => match &external.asks {
                        Some(rules) => {
                            let question = Question::Predicate(id);
                            return self.remembered(question, &values, memo, frame, |run| {
                                run.ask_rules(facts, mode, &values, rules)
                            });
                        }
                        None => H::test(facts, mode, &values),
                    },
                    _ => unreachable!("an access of the host is an extern predicate"),
                }
            }
        };
        self.inputs = values;
        Ok(answer)
    }

    fn ask_rules(
        &mut self,
        facts: &mut H::Facts,
        mode: u32,
        values: &[Value],
        rules: &[RuleId],
    ) -> Result<bool, LimitReached> {
        // The rules put their own questions to the host, so the inputs stay taken.
        H::ask(facts, mode, values, &mut |facts| {
            self.budget.enter()?;
            for rule in rules {
                if self.applies(facts, *rule)? {
                    self.budget.leave();
                    return Ok(true);
                }
            }
            self.budget.leave();
            Ok(false)
        })
    }

    /// The answer to a dear question, which is kept if it is to be.
    fn remembered(
        &mut self,
        question: Question,
        values: &[Value],
        memo: bool,
        frame: Frame<'m>,
        ask: impl FnOnce(&mut Self) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        let place = frame.layout.questions.iter().position(|known| *known == question).filter(|_| memo);
        let Some(place) = place else { return ask(self) };
        let key = Memo::key(values);
        if let Some(answer) = self.memos[frame.memos + place].get(key) {
            return Ok(answer);
        }
        let answer = ask(self)?;
        self.memos[frame.memos + place].put(key, answer);
        Ok(answer)
    }

    /// Puts the answers of an access behind the others.
    fn ask_each(&mut self, facts: &mut H::Facts, access: Access, inputs: &[Operand], frame: Frame<'m>) {
        let values = self.gather(inputs, frame);
        match access {
            Access::Facts(id, mask) => {
                for tuple in self.machine.tables.get(id, mask, &values) {
                    self.answers.extend_from_slice(&tuple[values.len()..]);
                }
            }
            Access::Extern(id, mode) => H::each(facts, self.mode(id, mode), &values, &mut self.answers),
        }
        self.inputs = values;
    }

    fn each(
        &mut self,
        facts: &mut H::Facts,
        (access, one): (Access, bool),
        (inputs, outputs): (&[Operand], &[Output]),
        frame: Frame<'m>,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        let start = self.answers.len();
        self.ask_each(facts, access, inputs, frame);
        let end = self.answers.len();
        let mut at = start;
        while at < end {
            if !one {
                self.spend()?;
            }
            let taken = (0..outputs.len()).all(|column| {
                let value = self.answers[at + column];
                self.take(outputs[column], value, frame)
            });
            if taken {
                self.block(facts, rest, frame, done)?;
            }
            at += outputs.len();
        }
        self.answers.truncate(start);
        Ok(())
    }

    /// Keeps or compares a value that was given.
    fn take(&mut self, output: Output, value: Value, frame: Frame<'m>) -> bool {
        match output {
            Output::Bind(slot) => {
                self.slots[frame.slots + slot.index()] = value;
                true
            }
            Output::Equals(operand) => self.value(operand, frame) == value,
            Output::Ignore => true,
        }
    }

    /// Asks a routine for yes or no.
    fn holds(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        memo: bool,
        frame: Frame<'m>,
    ) -> Result<bool, LimitReached> {
        let mut ask = |run: &mut Self| {
            let before = run.answers.len();
            let flow = run.results(facts, routine, inputs, frame, &mut |_, _, _| Err(Stop::Enough));
            run.answers.truncate(before);
            found(flow)
        };
        if !memo {
            return ask(self);
        }
        let values: Vec<Value> = inputs.iter().map(|operand| self.value(*operand, frame)).collect();
        self.remembered(Question::Routine(routine), &values, memo, frame, ask)
    }

    fn each_call(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        (inputs, outputs): (&[Operand], &[Output]),
        frame: Frame<'m>,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        self.results(facts, routine, inputs, frame, &mut |run, facts, results| {
            run.spend()?;
            if results.iter().zip(outputs).all(|(value, output)| run.take(*output, *value, frame)) {
                run.block(facts, rest, frame, done)?;
            }
            Ok(())
        })
    }

    /// Hands on the results of a routine: from its table, where it has one.
    fn results(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        caller: Frame<'m>,
        take: Take<'_, 'm, H>,
    ) -> Flow {
        self.spend()?;
        let plan = &self.machine.plan.routines[routine.index()];
        if !plan.tabled {
            return self.clauses(facts, routine, inputs, caller, take);
        }
        let values: Vec<Value> = inputs.iter().map(|operand| self.value(*operand, caller)).collect();
        let answers = match self.budget.recall(routine.0, &values) {
            Some(answers) => answers,
            None => {
                let mut answers = Answers::new(plan.results());
                let (one, before) = (plan.is_test(), self.answers.len());
                let flow = self.clauses(facts, routine, inputs, caller, &mut |run, _, results| {
                    run.budget.collect(&mut answers, results)?;
                    if one { Err(Stop::Enough) } else { Ok(()) }
                });
                self.answers.truncate(before);
                found(flow)?;
                self.budget.table(routine.0, &values, answers)?
            }
        };
        (0..answers.len()).try_for_each(|at| take(self, facts, answers.row(at)))
    }

    /// Runs the clauses of a routine one after the other.
    fn clauses(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        caller: Frame<'m>,
        take: Take<'_, 'm, H>,
    ) -> Flow {
        let machine = self.machine;
        let clauses = &machine.plan.routines[routine.index()].clauses;
        for (clause, layout) in clauses.iter().zip(&machine.clauses[routine.index()]) {
            let frame = self.open(layout);
            for (slot, operand) in clause.inputs.iter().zip(inputs) {
                self.slots[frame.slots + slot.index()] = self.value(*operand, caller);
            }
            let mut flow = Ok(());
            if self.host_values(&clause.host_values, frame) {
                let mut results = Vec::new();
                flow = self.block(facts, &clause.body.steps, frame, &mut |run, facts| {
                    results.clear();
                    results.extend(clause.results.iter().map(|operand| run.value(*operand, frame)));
                    take(run, facts, &results)
                });
            }
            self.close(frame);
            flow?;
        }
        Ok(())
    }
}
