//! Queries inside a query: calls of routines, and rules that the host evaluates. A memoised query is evaluated only
//! once.

use super::super::code::Step;
use super::{Done, Frame, Host, Room, Run, Take};
use crate::plan::{Operand, Output, RoutineId};
use crate::program::RuleId;
use crate::runtime::internal::MAX_CACHED_ARGUMENTS;
use crate::runtime::{Answers, Flow, Fold, LimitReached, Memo, Stop, Value, found};

impl<'m, H: Host> Run<'m, H> {
    /// The result of a test that makes the host evaluate rules.
    pub(super) fn ask_rules(
        &mut self,
        facts: &mut H::Facts,
        (mode, rules): (u32, &'m [RuleId]),
        inputs: &[Operand],
        memo: Option<usize>,
        frame: Frame,
    ) -> Result<bool, LimitReached> {
        let mut room = Room::default();
        let values = self.values(inputs, frame, &mut room);
        self.remembered(values, memo, frame, |run| {
            H::ask(facts, mode, values, &mut |facts| {
                run.budget.enter()?;
                for rule in rules {
                    if run.applies(facts, *rule)? {
                        run.budget.leave();
                        return Ok(true);
                    }
                }
                run.budget.leave();
                Ok(false)
            })
        })
    }

    /// The answer to an expensive query, memoised if there is a memo.
    fn remembered(
        &mut self,
        values: &[Value],
        memo: Option<usize>,
        frame: Frame,
        ask: impl FnOnce(&mut Self) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        let Some(place) = memo else { return ask(self) };
        debug_assert!(values.len() <= MAX_CACHED_ARGUMENTS, "the planner remembers short questions only");
        let Some(key) = Memo::key(values) else { return ask(self) };
        if let Some(answer) = self.memos[frame.memos + place].get(key) {
            return Ok(answer);
        }
        let answer = ask(self)?;
        self.memos[frame.memos + place].put(key, answer);
        Ok(answer)
    }

    /// Whether a routine has an answer.
    pub(super) fn holds(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        memo: Option<usize>,
        frame: Frame,
    ) -> Result<bool, LimitReached> {
        let mut ask = |run: &mut Self| {
            let before = run.answers.len();
            let flow = run.results(facts, routine, inputs, frame, &mut |_, _, _| Err(Stop::Enough));
            run.answers.truncate(before);
            found(flow)
        };
        if memo.is_none() {
            return ask(self);
        }
        let mut room = Room::default();
        let values = self.values(inputs, frame, &mut room);
        self.remembered(values, memo, frame, ask)
    }

    /// Iterates over the results of a routine.
    pub(super) fn each_call(
        &mut self,
        facts: &mut H::Facts,
        (routine, inputs, outputs, work): (RoutineId, &[Operand], &[Output], u64),
        frame: Frame,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        self.results(facts, routine, inputs, frame, &mut |run, facts, results| {
            run.spend(work)?;
            if run.take_all(outputs, results, frame) {
                run.block(facts, rest, frame, done)?;
            }
            Ok(())
        })
    }

    /// The fold of all answers of a routine.
    pub(super) fn folded(
        &mut self,
        facts: &mut H::Facts,
        (routine, inputs): (RoutineId, &[Operand]),
        fold: Fold,
        frame: Frame,
    ) -> Result<Option<Value>, LimitReached> {
        let mut answers = Answers::new(self.machine.routines[routine.index()].results);
        let flow = self.results(facts, routine, inputs, frame, &mut |run, _, results| {
            run.budget.keep(&mut answers, results)?;
            Ok(())
        });
        found(flow)?;
        Ok(self.budget.fold(&answers, fold))
    }

    /// Passes the results of a routine to `take`. The results of a tabled routine come from its table.
    fn results(
        &mut self,
        facts: &mut H::Facts,
        id: RoutineId,
        inputs: &[Operand],
        caller: Frame,
        take: Take<'_, 'm, H>,
    ) -> Flow {
        let routine = &self.machine.routines[id.index()];
        self.spend(routine.work)?;
        if let Some(recursive) = routine.recursive {
            return self.solved(facts, recursive, inputs, caller, take);
        }
        if !routine.tabled {
            return self.clauses(facts, id, inputs, caller, take);
        }
        let mut room = Room::default();
        let values = self.values(inputs, caller, &mut room);
        let answers = match self.budget.recall(id.0, values) {
            Some(answers) => answers,
            None => {
                let mut answers = Answers::new(routine.results);
                let (one, before) = (routine.is_test, self.answers.len());
                let flow = self.clauses(facts, id, inputs, caller, &mut |run, _, results| {
                    run.budget.keep(&mut answers, results)?;
                    if one { Err(Stop::Enough) } else { Ok(()) }
                });
                self.answers.truncate(before);
                found(flow)?;
                self.budget.table(id.0, values, answers)?
            }
        };
        (0..answers.len()).try_for_each(|at| take(self, facts, answers.row(at)))
    }

    /// Executes the clauses of a routine in order.
    fn clauses(
        &mut self,
        facts: &mut H::Facts,
        routine: RoutineId,
        inputs: &[Operand],
        caller: Frame,
        take: Take<'_, 'm, H>,
    ) -> Flow {
        let machine = self.machine;
        for clause in &machine.routines[routine.index()].clauses {
            if clause.work > 0 {
                self.spend(clause.work)?;
            }
            let frame = self.open(&clause.body.layout);
            for (slot, operand) in clause.body.inputs.iter().zip(inputs) {
                self.slots[frame.slots + slot.index()] = self.value(*operand, caller);
            }
            let mut room = Room::default();
            let flow = self.body(facts, &clause.body, frame, &mut |run, facts| {
                let results = run.values(&clause.results, frame, &mut room);
                take(run, facts, results)
            });
            self.close(frame);
            flow?;
        }
        Ok(())
    }
}
