//! Determines the order of a rule's solutions: sorted, distinct, or possibly with duplicates.

use crate::plan::faults::{self, Fault};
use crate::plan::model::{Action, HostValue, RulePlan, Slot, Step, bound_by};
use crate::runtime::ResultOrder;

impl RulePlan {
    /// The order in which the plan yields the solutions of the rule.
    pub fn order(&self) -> ResultOrder {
        order(&self.body.steps, &self.answer, &self.host_values)
    }
}

/// The order in which steps yield their solutions.
///
/// Nested loops over sets yield each combination of members once, in lexicographic order of the loop variables. The
/// answers are therefore sorted if the loops are in the order of the answer's variables, and everything else in the
/// answer is bound before the loops.
pub(crate) fn order(steps: &[Step], answer: &[Slot], host_values: &[HostValue]) -> ResultOrder {
    let mut known: Vec<Slot> = host_values.iter().map(|value| value.slot).collect();
    let mut loops: Vec<Slot> = Vec::new();
    let mut ordered = true;
    for step in steps {
        match &step.action {
            Action::EachIn { slot, .. } if answer.contains(slot) => loops.push(*slot),
            _ if step.gives_several() && !faults::has(Fault::BagsAreSets) => return ResultOrder::Bag,
            _ if loops.is_empty() => known.extend(bound_by(step)),
            _ => ordered &= bound_by(step).iter().all(|slot| !answer.contains(slot)),
        }
    }
    let looped: Vec<Slot> = answer.iter().copied().filter(|slot| !known.contains(slot)).collect();
    if ordered && looped == loops { ResultOrder::Sorted } else { ResultOrder::Set }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn answers_have_the_result_order_of_the_table() {
        check("finish/result_order.txt", |case| case.result_order());
    }
}
