//! Calls of routines. The answers of recursive routines are found by naive iteration.

use std::cell::RefCell;

use super::execution::{Entered, Flow, Frame, Machine, Memo};
use super::fixpoints::{Fixpoint, Goal};
use crate::plan::model::{RoutineClause, RoutineId};
use crate::runtime::Value;

impl Machine<'_, '_> {
    /// The answers of a routine, possibly with duplicates.
    pub(super) fn call(&self, id: RoutineId, inputs: &[Value]) -> Vec<Vec<Value>> {
        let routine = &self.plan.routines[id.index()];
        let Some(recursion) = routine.recursion else {
            let answers = |clause| self.clause(clause, inputs, None);
            return routine.clauses.iter().flat_map(answers).collect();
        };
        let goal = (id, inputs.to_vec());
        let fixpoint = RefCell::new(Fixpoint::default());
        fixpoint.borrow_mut().known(goal.clone());
        loop {
            let before = fixpoint.borrow().size();
            let goals: Vec<Goal> = fixpoint.borrow().goals();
            for (of, inputs) in goals {
                let clauses = &self.plan.routines[of.index()].clauses;
                let answers = clauses.iter().flat_map(|clause| self.clause(clause, &inputs, Some(&fixpoint)));
                let answers: Vec<Vec<Value>> = answers.collect();
                fixpoint.borrow_mut().add((of, inputs), answers);
            }
            if fixpoint.borrow().size() == before {
                break;
            }
        }
        let answers = fixpoint.into_inner().into_answers();
        // With tail calls, the answers of all goals are answers of the first goal.
        let is_tail = recursion.is_tail;
        let wanted = answers.into_iter().filter(|(of, _)| is_tail || *of == goal);
        wanted.flat_map(|(_, answers)| answers).collect()
    }

    fn clause(
        &self,
        clause: &RoutineClause,
        inputs: &[Value],
        fixpoint: Option<&RefCell<Fixpoint>>,
    ) -> Vec<Vec<Value>> {
        let mut frame = Frame::new(clause.frame.len(), clause.sets.len(), &clause.host_values);
        assert_eq!(clause.inputs.len(), inputs.len(), "there is a slot for each input");
        for (slot, value) in clause.inputs.iter().zip(inputs) {
            frame.slots[slot.index()] = Some(*value);
        }
        let mut found = Vec::new();
        let entered = Entered { memo: &Memo::default(), fixpoint };
        let flow = self.block(entered, &clause.body.steps, &mut frame, &mut |frame| {
            found.push(frame.values(&clause.results));
            Flow::Continue(())
        });
        assert!(flow.is_continue(), "all answers are wanted");
        found
    }
}
