//! Turns candidates into steps.

use super::agenda::Entry;
use super::candidates::{AccessPath, Candidate, Class};
use super::order_state::Order;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{Action, Estimate, Operand, Output, RecursiveCall, Slot, Step, finish, negate};
use crate::plan::params::TEST_SELECTIVITY;
use crate::plan::planner::Planner;
use crate::program::SortId;
use crate::runtime::internal::MAX_CACHED_ARGUMENTS;

impl Planner<'_> {
    /// Turns the best candidate of a conjunct into steps.
    pub(crate) fn steps(&mut self, mut entry: Entry, order: &mut Order<'_>) {
        let candidate = entry.candidate.take();
        let Candidate { estimate, path, class } = candidate.expect("what is taken can be asked");
        let literal = entry.conjunct.literal.clone();
        let mut within = Vec::new();
        let repeated = order.repeats();
        let remembers = |inputs: &[Operand]| {
            class == Class::Asks && repeated && !inputs.is_empty() && inputs.len() <= MAX_CACHED_ARGUMENTS
        };
        let action = match path {
            AccessPath::Fail => Action::Fail,
            AccessPath::Compare(left, right) => Action::Compare { left, right, equal: true },
            AccessPath::Holds { comparison, inputs } => Action::Holds { comparison, inputs, holds: true },
            AccessPath::Solve { comparison, free, inputs, output: (Output::Ignore, _) }
                if self.is_solved_by_any(comparison, free, &inputs, &order.draft.frame) =>
            {
                return;
            }
            AccessPath::Solve { comparison, free, inputs, output } => {
                self.bind(&[output], order, &mut within);
                Action::Solve { comparison, free, inputs, output: output.0 }
            }
            AccessPath::Within(slot, sort) => Action::Within { slot, sort },
            AccessPath::Member { set } => Action::Has { set, at_least: 1, holds: true },
            AccessPath::Assign(slot, value) => {
                let from = value.slot().unwrap_or(slot);
                let sort = order.draft.frame.slots[from.index()].sort;
                self.bind(&[(Output::Bind(slot), sort)], order, &mut within);
                Action::Assign { slot, value }
            }
            AccessPath::Access { access, inputs, outputs, .. } if outputs.is_empty() => {
                let memo = remembers(&inputs);
                Action::Test { access, inputs, holds: true, memo }
            }
            AccessPath::Access { access, one, inputs, outputs } => {
                self.bind(&outputs, order, &mut within);
                let outputs: Vec<Output> = outputs.into_iter().map(|(output, _)| output).collect();
                let each = Action::Each { access, one, inputs, outputs };
                once_if_ignored(each, &literal, estimate)
            }
            AccessPath::Call { callee, arguments, inputs, outputs } => {
                let routine = self.routine(callee, &arguments);
                let recursion = self.is_recursive_call(callee).then_some(RecursiveCall::Known(0));
                if outputs.is_empty() && recursion.is_none() {
                    let memo = remembers(&inputs);
                    Action::Call { routine, inputs, holds: true, memo }
                } else {
                    self.bind(&outputs, order, &mut within);
                    let outputs = outputs.into_iter().map(|(output, _)| output).collect();
                    Action::EachCall { routine, inputs, outputs, recursion }
                }
            }
            AccessPath::Not => negate(self.denied(&mut entry, order)),
        };
        order.push(Step { action, literal: literal.clone(), estimate });
        for (slot, sort) in within {
            let estimate = Estimate { answers: TEST_SELECTIVITY, cost: 1.0 };
            order.push(Step { action: Action::Within { slot, sort }, literal: literal.clone(), estimate });
        }
    }

    /// Marks the slots that outputs bind. A slot whose sort is narrower than the sort of the argument is added to
    /// `within`, to be tested.
    pub(crate) fn bind(
        &self,
        outputs: &[(Output, SortId)],
        order: &mut Order<'_>,
        within: &mut Vec<(Slot, SortId)>,
    ) {
        for (output, place) in outputs {
            if let Output::Bind(slot) = output {
                order.bind(*slot);
                let sort = order.draft.frame.slots[slot.index()].sort;
                if !self.program.is_part(*place, sort) && !faults::has(Fault::WidePlacesNotTested) {
                    within.push((*slot, sort));
                }
            }
        }
    }
}

/// Turns an enumeration that binds nothing into a test for existence.
fn once_if_ignored(each: Action, literal: &str, estimate: Estimate) -> Action {
    match &each {
        Action::Each { one: false, outputs, .. }
            if outputs.iter().all(|output| !matches!(output, Output::Bind(_))) =>
        {
            let step = Step { action: each, literal: literal.to_owned(), estimate };
            Action::Exists { block: finish(vec![step]), holds: true }
        }
        _ => each,
    }
}
