//! Finds the recursive routines that make only tail calls.
//!
//! A tail call is the last step of its clause and returns the results of the clause. If all recursive calls are tail
//! calls, the answers of all goals that the recursion reaches are answers of the first goal. Each answer is then stored
//! once instead of once per goal: `ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y)` takes time linear in what is
//! reachable from X.

use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Block, Operand, Output, Plan, RecursiveCall, Routine, RoutineClause, RoutineId,
};

/// Marks the recursive routines that make only tail calls, and these calls.
pub(crate) fn mark_tail_calls(plan: &mut Plan) {
    let mut is_tail: Vec<bool> = plan
        .routines
        .iter()
        .map(|routine| routine.recursion.is_some() && has_tail_calls(plan, routine))
        .collect();
    // A routine stores its own answers if it recursively calls a routine whose recursive calls are not all tail calls.
    let callees: Vec<Vec<usize>> = plan.routines.iter().map(callees).collect();
    loop {
        let lost = |at: &usize| is_tail[*at] && callees[*at].iter().any(|callee| !is_tail[*callee]);
        let lost: Vec<usize> = (0..is_tail.len()).filter(lost).collect();
        if lost.is_empty() {
            break;
        }
        lost.into_iter().for_each(|at| is_tail[at] = false);
    }
    for (routine, _) in plan.routines.iter_mut().zip(is_tail).filter(|(_, is_tail)| *is_tail) {
        if let Some(recursion) = &mut routine.recursion {
            recursion.is_tail = true;
        }
        for clause in &mut routine.clauses {
            clause.recursive_calls = 0;
            if let Some(Action::EachCall { recursion: Some(call), .. }) =
                clause.body.steps.last_mut().map(|step| &mut step.action)
            {
                *call = RecursiveCall::Tail;
            }
        }
    }
}

/// Whether each recursive call of a routine is the last step of its clause and returns the clause's results.
fn has_tail_calls(plan: &Plan, routine: &Routine) -> bool {
    routine.clauses.iter().all(|clause| match clause.recursive_calls {
        0 => true,
        1 => clause.body.steps.last().is_some_and(|step| match &step.action {
            Action::EachCall { routine: callee, outputs, recursion: Some(_), .. } => {
                gives_same(&plan.routines[callee.index()], routine, outputs, clause)
            }
            _ => false,
        }),
        _ => false,
    })
}

/// Whether the results of a recursive call are the results of the calling clause.
fn gives_same(callee: &Routine, caller: &Routine, outputs: &[Output], clause: &RoutineClause) -> bool {
    let is_same = |(output, result): (&Output, &Operand)| match (output, result) {
        (Output::Bind(slot), Operand::Slot(result)) if !faults::has(Fault::AnyLastCallIsATail) => {
            slot == result
        }
        _ => faults::has(Fault::AnyLastCallIsATail),
    };
    callee.results() == caller.results()
        && outputs.len() == clause.results.len()
        && outputs.iter().zip(&clause.results).all(is_same)
}

/// The indices of the routines that a routine calls recursively.
fn callees(routine: &Routine) -> Vec<usize> {
    fn add(block: &Block, found: &mut Vec<RoutineId>) {
        for step in &block.steps {
            if let Action::EachCall { routine, recursion: Some(_), .. } = &step.action {
                found.push(*routine);
            }
            step.action.inner().into_iter().for_each(|block| add(block, found));
        }
    }
    let mut found = Vec::new();
    routine.clauses.iter().for_each(|clause| add(&clause.body, &mut found));
    found.into_iter().map(RoutineId::index).collect()
}
