//! One question on its way through a plan.
//!
//! Steps that can only fail or bind a single value run in a loop; a step with several answers runs the rest of
//! its block once for each. What happens at the end of a block is a continuation: it hands on a solution, or
//! says that one is enough.

use super::{Host, Machine};
use crate::plan::{Access, Action, HostValue, Operand, Output, RoutineId, Step};
use crate::program::{PredicateId, PredicateKind, RuleId};
use crate::runtime::{Budget, Flow, LimitReached, Stop, Value, found};

/// What happens at the end of a block.
type Done<'d, 'm, H> = &'d mut dyn FnMut(&mut Run<'m, H>, &mut <H as Host>::Facts) -> Flow;

/// Who takes the results of a routine.
type Take<'t, 'm, H> = &'t mut dyn FnMut(&mut Run<'m, H>, &mut <H as Host>::Facts, &[Value]) -> Flow;

/// A question under way.
pub(super) struct Run<'m, H: Host> {
    machine: &'m Machine<H>,
    budget: Budget,
    /// The slots of all rules and routines under way, one frame behind the other.
    slots: Vec<Value>,
    /// Answers of the host that are being gone through, the innermost last.
    answers: Vec<Value>,
    /// Inputs of the question to the host that is being put together.
    inputs: Vec<Value>,
}

impl<'m, H: Host> Run<'m, H> {
    pub(super) fn new(machine: &'m Machine<H>, budget: Budget) -> Run<'m, H> {
        Run { machine, budget, slots: Vec::new(), answers: Vec::new(), inputs: Vec::new() }
    }

    /// Does a rule apply?
    pub(super) fn applies(&mut self, facts: &mut H::Facts, rule: RuleId) -> Result<bool, LimitReached> {
        let before = self.answers.len();
        let flow = self.rule(facts, rule, &mut |_| Err(Stop::Enough));
        self.answers.truncate(before);
        found(flow)
    }

    /// Hands every solution of a rule to `take`.
    pub(super) fn rule(
        &mut self,
        facts: &mut H::Facts,
        rule: RuleId,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Flow {
        let plan = &self.machine.plan.rules[rule.index()];
        let base = self.open(plan.frame.len());
        let mut tuple = Vec::with_capacity(plan.answer.len());
        if self.host_values(&plan.host_values, base) {
            let flow = self.block(facts, &plan.body.steps, base, &mut |run, _| {
                tuple.clear();
                tuple.extend(plan.answer.iter().map(|slot| run.slots[base + slot.index()]));
                take(&tuple)
            });
            self.slots.truncate(base);
            return flow;
        }
        self.slots.truncate(base);
        Ok(())
    }

    /// A frame behind the others.
    fn open(&mut self, size: usize) -> usize {
        let base = self.slots.len();
        self.slots.resize(base + size, 0);
        base
    }

    /// Reads the values that only the host knows; `false` where it knows no such value.
    fn host_values(&mut self, values: &[HostValue], base: usize) -> bool {
        values.iter().all(|value| {
            let read = H::read(&self.machine.program.sort(value.sort).name, &value.text);
            if let Some(read) = read {
                self.slots[base + value.slot.index()] = read;
            }
            read.is_some()
        })
    }

    fn value(&self, operand: Operand, base: usize) -> Value {
        match operand {
            Operand::Slot(slot) => self.slots[base + slot.index()],
            Operand::Constant(value) => value,
        }
    }

    /// Executes steps; `done` is called for every way in which they succeed.
    fn block(&mut self, facts: &mut H::Facts, steps: &[Step], base: usize, done: Done<'_, 'm, H>) -> Flow {
        for (at, step) in steps.iter().enumerate() {
            let goes_on = match &step.action {
                Action::Compare { left, right, equal } => {
                    (self.value(*left, base) == self.value(*right, base)) == *equal
                }
                Action::Assign { slot, value } => {
                    self.slots[base + slot.index()] = self.value(*value, base);
                    true
                }
                Action::Within { slot, sort } => {
                    self.machine.program.sort(*sort).contains(self.slots[base + slot.index()])
                }
                Action::Test { access, inputs, holds } => self.test(facts, *access, inputs, base)? == *holds,
                Action::Call { routine, inputs, holds } => {
                    self.holds(facts, *routine, inputs, base)? == *holds
                }
                Action::Exists { block, holds } => {
                    let before = self.answers.len();
                    let flow = self.block(facts, &block.steps, base, &mut |_, _| Err(Stop::Enough));
                    self.answers.truncate(before);
                    found(flow)? == *holds
                }
                Action::Fail => false,
                Action::Each { access, one, inputs, outputs } => {
                    return self.each(facts, (*access, *one), inputs, outputs, base, &steps[at + 1..], done);
                }
                Action::EachCall { routine, inputs, outputs } => {
                    return self.each_call(facts, *routine, inputs, outputs, base, &steps[at + 1..], done);
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
        done(self, facts)
    }

    fn gather(&mut self, inputs: &[Operand], base: usize) -> Vec<Value> {
        let mut values = std::mem::take(&mut self.inputs);
        values.clear();
        values.extend(inputs.iter().map(|operand| self.value(*operand, base)));
        values
    }

    fn mode(&self, id: PredicateId, mode: usize) -> u32 {
        self.machine.modes[id.index()][mode].expect("a machine is made only when the host answers all modes")
    }

    fn test(
        &mut self,
        facts: &mut H::Facts,
        access: Access,
        inputs: &[Operand],
        base: usize,
    ) -> Result<bool, LimitReached> {
        let values = self.gather(inputs, base);
        let answer = match access {
            Access::Facts(id, mask) => !self.machine.tables.get(id, mask, &values).is_empty(),
            Access::Extern(id, at) => {
                let mode = self.mode(id, at);
                match &self.machine.program.predicate(id).kind {
                    PredicateKind::Extern(external) => match &external.asks {
                        Some(rules) => {
                            // The rules put their own questions to the host, so the inputs stay taken.
                            return H::ask(facts, mode, &values, &mut |facts| {
                                self.budget.enter()?;
                                for rule in rules {
                                    if self.applies(facts, *rule)? {
                                        self.budget.leave();
                                        return Ok(true);
                                    }
                                }
                                self.budget.leave();
                                Ok(false)
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

    #[allow(clippy::too_many_arguments, reason = "one call in the innermost loop, taken apart for reading")]
    fn each(
        &mut self,
        facts: &mut H::Facts,
        (access, one): (Access, bool),
        inputs: &[Operand],
        outputs: &[Output],
        base: usize,
        rest: &[Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        let values = self.gather(inputs, base);
        let start = self.answers.len();
        match access {
            Access::Facts(id, mask) => {
                for tuple in self.machine.tables.get(id, mask, &values) {
                    self.answers.extend_from_slice(&tuple[values.len()..]);
                }
            }
            Access::Extern(id, mode) => H::each(facts, self.mode(id, mode), &values, &mut self.answers),
        }
        self.inputs = values;
        let end = self.answers.len();
        let mut at = start;
        while at < end {
            if !one {
                self.budget.spend()?;
            }
            let taken = (0..outputs.len()).all(|column| {
                let value = self.answers[at + column];
                self.take(outputs[column], value, base)
            });
            if taken {
                self.block(facts, rest, base, done)?;
            }
            at += outputs.len();
        }
        self.answers.truncate(start);
        Ok(())
    }

    /// Keeps or compares a value that was given.
    fn take(&mut self, output: Output, value: Value, base: usize) -> bool {
        match output {
            Output::Bind(slot) => {
                self.slots[base + slot.index()] = value;
                true
            }
            Output::Equals(operand) => self.value(operand, base) == value,
            Output::Ignore => true,
        }
    }

    /// Asks a routine for yes or no.
    fn holds(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        base: usize,
    ) -> Result<bool, LimitReached> {
        let before = self.answers.len();
        let flow = self.clauses(facts, routine, inputs, base, &mut |_, _, _| Err(Stop::Enough));
        self.answers.truncate(before);
        found(flow)
    }

    #[allow(clippy::too_many_arguments, reason = "the same as `each`")]
    fn each_call(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        outputs: &[Output],
        base: usize,
        rest: &[Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        self.clauses(facts, routine, inputs, base, &mut |run, facts, results| {
            run.budget.spend()?;
            if results.iter().zip(outputs).all(|(value, output)| run.take(*output, *value, base)) {
                run.block(facts, rest, base, done)?;
            }
            Ok(())
        })
    }

    /// Runs the clauses of a routine one after the other.
    fn clauses(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        caller: usize,
        take: Take<'_, 'm, H>,
    ) -> Flow {
        let machine = self.machine;
        for clause in &machine.plan.routines[routine.index()].clauses {
            let base = self.open(clause.frame.len());
            for (slot, operand) in clause.inputs.iter().zip(inputs) {
                self.slots[base + slot.index()] = self.value(*operand, caller);
            }
            let flow = if self.host_values(&clause.host_values, base) {
                let mut results = Vec::new();
                self.block(facts, &clause.body.steps, base, &mut |run, facts| {
                    results.clear();
                    results.extend(clause.results.iter().map(|operand| run.value(*operand, base)));
                    take(run, facts, &results)
                })
            } else {
                Ok(())
            };
            self.slots.truncate(base);
            flow?;
        }
        Ok(())
    }
}
