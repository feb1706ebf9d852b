//! Executes a query.
//!
//! Steps that can only fail or bind a single value run in a loop. A step with several answers executes the rest of its
//! block once for each answer. The end of a block calls a continuation, which passes a solution on, adds to a set, or
//! stops the search.

mod calls;
mod counts;
mod moves;
mod recursion;
mod sets;

use super::code::{Body, Comparing, Layout, MAX_WORDS, Set, Solving, Step};
use super::{Host, Machine};
use crate::plan::{HostValue, Operand, Output, RoutineId};
use crate::program::RuleId;
use crate::runtime::{Budget, Flow, LimitReached, Memo, Pass, Stop, Value, found};

/// Interval, in steps of work, at which the flag to abort the query is checked.
const LOOK: u64 = 1 << 12;

/// The continuation at the end of a block.
type Done<'d, 'm, H> = &'d mut dyn FnMut(&mut Run<'m, H>, &mut <H as Host>::Facts) -> Flow;

/// The callback that receives the results of a routine.
type Take<'t, 'm, H> = &'t mut dyn FnMut(&mut Run<'m, H>, &mut <H as Host>::Facts, &[Value]) -> Flow;

/// Maximum number of values stored without a heap allocation.
const INLINE_VALUES: usize = 8;

/// A buffer for values.
#[derive(Default)]
struct Room {
    few: [Value; INLINE_VALUES],
    many: Vec<Value>,
}

impl Room {
    /// Copies values into the buffer.
    fn keep(&mut self, values: &[Value]) -> &[Value] {
        if values.len() > INLINE_VALUES {
            self.many = values.to_vec();
            return &self.many;
        }
        self.few[..values.len()].copy_from_slice(values);
        &self.few[..values.len()]
    }
}

/// The frame of a rule or clause in execution: the offsets of its slots, sets and memos.
#[derive(Clone, Copy)]
struct Frame {
    slots: usize,
    sets: usize,
    memos: usize,
}

/// A query in execution.
pub(super) struct Run<'m, H: Host> {
    machine: &'m Machine<H>,
    budget: Budget,
    /// The work that was left when the flag to abort was last read.
    last_look: u64,
    /// The slots of all active frames, concatenated.
    slots: Vec<Value>,
    /// The sets of all active frames.
    sets: Vec<u64>,
    /// The memos of all active frames.
    memos: Vec<Memo>,
    /// Answers of the host in active loops, the innermost loop last.
    answers: Vec<Value>,
    /// The active pass through the clauses of a recursive routine.
    pass: Option<Pass>,
}

impl<'m, H: Host> Run<'m, H> {
    pub(super) fn new(machine: &'m Machine<H>, budget: Budget) -> Run<'m, H> {
        Run {
            machine,
            last_look: budget.work_left(),
            budget,
            slots: Vec::new(),
            sets: Vec::new(),
            memos: Vec::new(),
            answers: Vec::new(),
            pass: None,
        }
    }

    /// The work and memory that the query may still use.
    pub(super) fn left(self) -> Budget {
        self.budget
    }

    /// Charges steps of work, and periodically checks whether the query should be aborted. Steps that the budget has
    /// charged itself, such as those for an answer, count too.
    #[inline]
    fn spend(&mut self, steps: u64) -> Result<(), LimitReached> {
        self.budget.spend_several(steps as usize)?;
        let left = self.budget.work_left();
        if self.last_look - left >= LOOK {
            self.last_look = left;
            if self.machine.is_stopped() {
                return Err(LimitReached::Stopped);
            }
        }
        Ok(())
    }

    /// Whether a rule has a solution.
    pub(super) fn applies(&mut self, facts: &mut H::Facts, rule: RuleId) -> Result<bool, LimitReached> {
        let before = self.answers.len();
        let flow = self.rule(facts, (rule, &[]), &mut |_| Err(Stop::Enough));
        self.answers.truncate(before);
        found(flow)
    }

    /// Passes every solution of a rule with these inputs to `take`.
    pub(super) fn rule(
        &mut self,
        facts: &mut H::Facts,
        (rule, inputs): (RuleId, &[Value]),
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Flow {
        let rule = &self.machine.rules[rule.index()];
        let frame = self.open(&rule.body.layout);
        for (slot, value) in rule.body.inputs.iter().zip(inputs) {
            self.slots[frame.slots + slot.index()] = *value;
        }
        let mut tuple = vec![0; rule.answer.len()];
        let flow = self.body(facts, &rule.body, frame, &mut |run, _| {
            for (at, slot) in rule.answer.iter().enumerate() {
                tuple[at] = run.slots[frame.slots + slot.index()];
            }
            take(&tuple)
        });
        self.close(frame);
        flow
    }

    /// Whether a routine holds for these values.
    pub(super) fn routine(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        values: &[Value],
    ) -> Result<bool, LimitReached> {
        let frame = self.open(&Layout::default());
        let inputs: Vec<Operand> = values.iter().map(|value| Operand::Constant(*value)).collect();
        let holds = self.holds(facts, routine, &inputs, None, frame);
        self.close(frame);
        holds
    }

    /// Appends a frame.
    fn open(&mut self, layout: &Layout) -> Frame {
        let frame = Frame { slots: self.slots.len(), sets: self.sets.len(), memos: self.memos.len() };
        self.slots.resize(frame.slots + layout.slots, 0);
        self.sets.resize(frame.sets + layout.words, 0);
        if layout.memos > 0 {
            self.memos.resize_with(frame.memos + layout.memos, Memo::default);
        }
        frame
    }

    /// Removes a frame and all later ones.
    fn close(&mut self, frame: Frame) {
        self.slots.truncate(frame.slots);
        self.sets.truncate(frame.sets);
        self.memos.truncate(frame.memos);
    }

    /// Executes a body in its frame.
    fn body(&mut self, facts: &mut H::Facts, body: &'m Body, frame: Frame, done: Done<'_, 'm, H>) -> Flow {
        if !self.host_values(&body.host_values, frame) {
            return Ok(());
        }
        self.block(facts, &body.code.steps, frame, done)
    }

    /// Parses the host values; returns `false` if the host does not know one of them.
    fn host_values(&mut self, values: &[HostValue], frame: Frame) -> bool {
        values.iter().all(|value| {
            let read = H::read(&self.machine.program.sort(value.sort).name, &value.text);
            if let Some(read) = read {
                self.slots[frame.slots + value.slot.index()] = read;
            }
            read.is_some()
        })
    }

    #[inline]
    fn value(&self, operand: Operand, frame: Frame) -> Value {
        match operand {
            Operand::Slot(slot) => self.slots[frame.slots + slot.index()],
            Operand::Constant(value) => value,
        }
    }

    /// Executes steps, and calls `done` for every way in which they succeed.
    fn block(
        &mut self,
        facts: &mut H::Facts,
        steps: &'m [Step],
        frame: Frame,
        done: Done<'_, 'm, H>,
    ) -> Flow {
        let mut left = steps;
        while let Some((step, rest)) = left.split_first() {
            left = rest;
            let goes_on = match step {
                Step::EachIn { slot, from, work } => {
                    let slot = frame.slots + slot.index();
                    return self.each_in(facts, (slot, from, *work), frame, rest, done);
                }
                Step::Has { set, at_least, holds } => self.has(facts, set, *at_least, frame) == *holds,
                Step::BindSet { set, from, at_least } => {
                    let words = self.intersection(facts, from, frame);
                    self.keep(*set, &words, frame);
                    self.enough(*set, *at_least, frame)
                }
                Step::Collect { set, code, add, at_least, seen } => {
                    for set in seen.iter().chain([set]) {
                        self.keep(*set, &[0; MAX_WORDS], frame);
                    }
                    self.block(facts, &code.steps, frame, &mut |run, facts| {
                        let mut words = run.intersection(facts, add, frame);
                        if let Some(seen) = seen {
                            for (word, seen) in words.iter_mut().zip(run.stored_words(*seen, frame)) {
                                (*word, *seen) = (*word & *seen, *word | *seen);
                            }
                        }
                        run.stored_words(*set, frame)
                            .iter_mut()
                            .zip(words)
                            .for_each(|(word, new)| *word |= new);
                        Ok(())
                    })?;
                    self.enough(*set, *at_least, frame)
                }
                Step::Compare { left, right, equal } => {
                    (self.value(*left, frame) == self.value(*right, frame)) == *equal
                }
                Step::Holds(comparing) => self.compares(comparing, frame),
                Step::Solve(solving) => self.solves(solving, frame),
                Step::Assign { slot, value } => {
                    self.slots[frame.slots + slot.index()] = self.value(*value, frame);
                    true
                }
                Step::Within { slot, part } => part.contains(self.slots[frame.slots + slot.index()]),
                Step::TestFact { table, inputs, holds } => {
                    let mut room = Room::default();
                    self.machine.tables[*table].holds(self.values(inputs, frame, &mut room)) == *holds
                }
                Step::TestHost { mode, inputs, holds } => {
                    let mut room = Room::default();
                    H::test(facts, *mode, self.values(inputs, frame, &mut room)) == *holds
                }
                Step::AskRules { mode, rules, inputs, holds, memo } => {
                    self.ask_rules(facts, (*mode, rules), inputs, *memo, frame)? == *holds
                }
                Step::Call { routine, inputs, holds, memo } => {
                    self.holds(facts, *routine, inputs, *memo, frame)? == *holds
                }
                Step::Exists { code, holds } => {
                    let before = self.answers.len();
                    let flow = self.block(facts, &code.steps, frame, &mut |_, _| Err(Stop::Enough));
                    self.answers.truncate(before);
                    found(flow)? == *holds
                }
                Step::Aggregate { fold, routine, inputs, output } => {
                    let result = self.folded(facts, (*routine, inputs), *fold, frame)?;
                    result.is_some_and(|value| self.take(*output, value, frame))
                }
                Step::After { moves, code } => self.after(facts, moves, code, frame)?,
                Step::Fail => false,
                Step::Spend { steps } => {
                    self.spend(*steps)?;
                    true
                }
                Step::EachFact { table, inputs, outputs, work } => {
                    return self.each_fact(facts, (*table, inputs, outputs, *work), frame, rest, done);
                }
                Step::EachOfHost { mode, inputs, outputs, work } => {
                    return self.each_of_host(facts, (*mode, inputs, outputs, *work), frame, rest, done);
                }
                Step::AddGoal { routine, inputs } => {
                    self.add_goal(*routine, inputs, frame)?;
                    return Ok(());
                }
                Step::EachKnown { asked, call, inputs, outputs, work } => {
                    let known = self.known((*asked, *call), inputs, frame)?;
                    return self.each_known(facts, (known, outputs, *work), frame, rest, done);
                }
                Step::EachCall { routine, inputs, outputs, work } => {
                    return self.each_call(facts, (*routine, inputs, outputs, *work), frame, rest, done);
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
        done(self, facts)
    }

    /// Whether a comparison has the required result. Not inlined, because its buffer would enlarge the stack frame
    /// of every block.
    #[inline(never)]
    fn compares(&self, comparing: &Comparing, frame: Frame) -> bool {
        let mut room = Room::default();
        comparing.linear.holds(self.values(&comparing.inputs, frame, &mut room)) == comparing.holds
    }

    /// Solves an equation and stores the solution. Returns whether there is a solution.
    #[inline(never)]
    fn solves(&mut self, solving: &Solving, frame: Frame) -> bool {
        let mut room = Room::default();
        let Solving { linear, free, inputs, place, output } = solving;
        let solved = linear.solved(*free, self.values(inputs, frame, &mut room));
        let value = solved.filter(|value| place.contains(*value));
        value.is_some_and(|value| self.take_all(std::slice::from_ref(output), &[value], frame))
    }

    /// The values of operands as a slice.
    #[inline]
    fn values<'v>(&self, operands: &[Operand], frame: Frame, room: &'v mut Room) -> &'v [Value] {
        if operands.len() > INLINE_VALUES {
            room.many.clear();
            room.many.extend(operands.iter().map(|operand| self.value(*operand, frame)));
            return &room.many;
        }
        // A loop by index, because iterators over two slices are not inlined into every caller.
        for (at, operand) in operands.iter().enumerate() {
            room.few[at] = self.value(*operand, frame);
        }
        &room.few[..operands.len()]
    }

    /// The words of a stored set.
    #[inline]
    fn stored_words(&mut self, set: Set, frame: Frame) -> &mut [u64] {
        &mut self.sets[frame.sets + set.first..][..set.words]
    }

    fn each_fact(
        &mut self,
        facts: &mut H::Facts,
        (table, inputs, outputs, work): (usize, &[Operand], &[Output], u64),
        frame: Frame,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        let machine = self.machine;
        let mut room = Room::default();
        for row in machine.tables[table].rows(self.values(inputs, frame, &mut room)) {
            self.spend(work)?;
            if self.take_all(outputs, row, frame) {
                self.block(facts, rest, frame, done)?;
            }
        }
        Ok(())
    }

    fn each_of_host(
        &mut self,
        facts: &mut H::Facts,
        (mode, inputs, outputs, work): (u32, &[Operand], &[Output], Option<u64>),
        frame: Frame,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        let start = self.answers.len();
        let mut room = Room::default();
        let values = self.values(inputs, frame, &mut room);
        H::each(facts, mode, values, &mut self.answers);
        let end = self.answers.len();
        let mut at = start;
        while at < end {
            if let Some(work) = work {
                self.spend(work)?;
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

    /// Stores or compares returned values. Returns whether all of them match.
    #[inline]
    fn take_all(&mut self, outputs: &[Output], values: &[Value], frame: Frame) -> bool {
        outputs.iter().enumerate().all(|(at, output)| self.take(*output, values[at], frame))
    }

    /// Stores or compares a returned value. Returns whether it matches.
    #[inline]
    fn take(&mut self, output: Output, value: Value, frame: Frame) -> bool {
        match output {
            Output::Bind(slot) => {
                self.slots[frame.slots + slot.index()] = value;
                true
            }
            Output::Equals(operand) => self.value(operand, frame) == value,
            Output::Ignore => true,
        }
    }
}
