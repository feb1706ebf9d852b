//! Recursive routines: their goals, and the passes through their clauses.

use super::super::code::Step;
use super::{Done, Frame, Host, Room, Run, Take};
use crate::plan::{Operand, Output, RoutineId};
use crate::runtime::{Budget, Clauses, Flow, Known, LimitReached, Pass, Recursive, Value, solve};

/// The clauses of a machine, evaluated for the facts of a position.
struct Asking<'r, 'm, H: Host> {
    run: &'r mut Run<'m, H>,
    facts: &'r mut H::Facts,
}

impl<H: Host> Clauses for Asking<'_, '_, H> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.run.budget
    }

    fn pass(&mut self, pass: Pass) -> Flow {
        self.run.pass(self.facts, pass)
    }
}

impl<'m, H: Host> Run<'m, H> {
    /// Finds all answers of a goal, and passes them to `take`.
    pub(super) fn solved(
        &mut self,
        facts: &mut H::Facts,
        recursive: Recursive,
        inputs: &[Operand],
        caller: Frame,
        take: Take<'_, 'm, H>,
    ) -> Flow {
        let mut room = Room::default();
        let values = self.values(inputs, caller, &mut room);
        let known = solve(&mut Asking { run: self, facts }, recursive, values)?;
        for at in known.places() {
            let mut room = Room::default();
            let answer = self.answer(known, at, &mut room);
            take(self, facts, answer)?;
        }
        Ok(())
    }

    /// Evaluates the clauses of a routine once for a goal.
    fn pass(&mut self, facts: &mut H::Facts, pass: Pass) -> Flow {
        let machine = self.machine;
        let mut room = Room::default();
        let inputs = room.keep(self.budget.inputs(pass));
        let around = self.pass;
        for clause in &machine.routines[pass.routine() as usize].clauses {
            for pass in pass.through(clause.recursive_calls) {
                self.pass = Some(pass);
                self.spend(clause.work)?;
                let frame = self.open(&clause.body.layout);
                for (slot, value) in clause.body.inputs.iter().zip(inputs) {
                    self.slots[frame.slots + slot.index()] = *value;
                }
                let mut room = Room::default();
                let flow = self.body(facts, &clause.body, frame, &mut |run, _| {
                    let results = run.values(&clause.results, frame, &mut room);
                    Ok(run.budget.answer(pass, results)?)
                });
                self.close(frame);
                flow?;
            }
        }
        self.pass = around;
        Ok(())
    }

    /// The answers known so far for a goal.
    pub(super) fn known(
        &mut self,
        (asked, call): (Recursive, u16),
        inputs: &[Operand],
        frame: Frame,
    ) -> Result<Known, LimitReached> {
        let mut room = Room::default();
        let values = self.values(inputs, frame, &mut room);
        let pass = self.pass.expect("recursive calls are made in a pass");
        self.budget.known(pass, call, asked, values)
    }

    /// Iterates over the answers known so far for a goal.
    pub(super) fn each_known(
        &mut self,
        facts: &mut H::Facts,
        (known, outputs, work): (Known, &[Output], u64),
        frame: Frame,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        for at in known.places() {
            self.spend(work)?;
            let mut room = Room::default();
            let answer = self.answer(known, at, &mut room);
            if self.take_all(outputs, answer, frame) {
                self.block(facts, rest, frame, done)?;
            }
        }
        Ok(())
    }

    /// Adds a goal with other inputs, whose answers count as answers of the current goal.
    pub(super) fn add_goal(
        &mut self,
        routine: RoutineId,
        inputs: &[Operand],
        frame: Frame,
    ) -> Result<(), LimitReached> {
        let mut room = Room::default();
        let values = self.values(inputs, frame, &mut room);
        let pass = self.pass.expect("recursive calls are made in a pass");
        self.budget.also_ask(pass, routine.0, values)
    }

    /// Copies an answer of a goal, because further answers may be added while this answer is in use.
    fn answer<'r>(&mut self, known: Known, at: u32, room: &'r mut Room) -> &'r [Value] {
        room.keep(self.budget.known_answer(known, at))
    }
}
