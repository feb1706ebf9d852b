//! Replaces tests of a single variable by sets computed before the loops, if the tests would otherwise run for more
//! candidates than the set has members.

use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Estimate, Frame, Intersection, Operand, SetSlot, Slot, Source, Step, constant_part, finish,
    free_slots, likely, renamed, use_instead,
};
use crate::plan::params::MIN_TESTS_PER_VALUE;
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// Moves tests of a single variable out of loops, by collecting the values that pass the tests into sets. This is
    /// done if the tests would otherwise run for more candidates than the set has members. Returns the steps that
    /// collect these sets.
    pub(crate) fn filter(&mut self, steps: &mut Vec<Step>, frame: &mut Frame) -> Vec<Step> {
        let mut made: Vec<(Intersection, Vec<Action>, SetSlot)> = Vec::new();
        let mut collected = Vec::new();
        let first_loop = steps.iter().position(Step::gives_several).unwrap_or(steps.len());
        let mut alone: Vec<Option<Slot>> = steps.iter().map(|step| self.asks_alone(step)).collect();
        let mut at = first_loop + 1;
        let mut before: f64 = steps[..at.min(steps.len())].iter().map(|step| step.estimate.answers).product();
        while at < steps.len() {
            before *= steps[at].estimate.answers;
            if let Action::EachIn { slot, from } = &steps[at].action {
                let (slot, base) = (*slot, constant_part(from));
                let tests = tests_of(slot, &alone, at);
                if let (Some(base), false) = (base, tests.is_empty())
                    && before >= MIN_TESTS_PER_VALUE * self.members(&base, frame)
                {
                    let set = self.collect(slot, &base, &tests, steps, &mut made, &mut collected, frame);
                    use_in_loop(&mut steps[at], &base, set);
                    for test in tests.iter().rev() {
                        steps.remove(*test);
                        alone.remove(*test);
                    }
                }
            }
            at += 1;
        }
        // If the first loop applies the same tests as a later loop, it uses the set made for the later loop.
        if let Some(Step { action: Action::EachIn { slot, from }, .. }) = steps.get(first_loop) {
            let (slot, base) = (*slot, constant_part(from));
            let tests = tests_of(slot, &alone, first_loop);
            let actions: Vec<Action> =
                tests.iter().map(|test| renamed(&steps[*test].action, slot, Slot(u16::MAX))).collect();
            let same =
                made.iter().find(|(known, asked, _)| Some(known) == base.as_ref() && *asked == actions);
            if let (Some((_, _, set)), Some(base)) = (same, &base) {
                use_in_loop(&mut steps[first_loop], base, *set);
                for test in tests.iter().rev() {
                    steps.remove(*test);
                }
            }
        }
        collected
    }

    /// The only free variable of a test step, if the step has exactly one and evaluates no rules.
    fn asks_alone(&self, step: &Step) -> Option<Slot> {
        let is_test = matches!(
            step.action,
            Action::Test { .. } | Action::Call { .. } | Action::Exists { .. } | Action::Has { .. }
        );
        if !is_test || self.step_asks(step) {
            return None;
        }
        let free = free_slots(step);
        free.first().filter(|_| free.len() == 1 || faults::has(Fault::TestsOfOthers)).copied()
    }

    #[allow(clippy::too_many_arguments, reason = "a step of one pass over a rule")]
    fn collect(
        &mut self,
        slot: Slot,
        base: &Intersection,
        tests: &[usize],
        steps: &[Step],
        made: &mut Vec<(Intersection, Vec<Action>, SetSlot)>,
        collected: &mut Vec<Step>,
        frame: &mut Frame,
    ) -> SetSlot {
        let actions: Vec<Action> =
            tests.iter().map(|test| renamed(&steps[*test].action, slot, Slot(u16::MAX))).collect();
        if let Some((_, _, set)) = made.iter().find(|(known, asked, _)| known == base && *asked == actions) {
            return *set;
        }
        let all = self.members(base, frame);
        let selectivity: f64 = tests.iter().map(|test| steps[*test].estimate.answers).product();
        let name = format!("{}.chosen", self.set_name(base, frame));
        let set = frame.add_set(&name, base.sort, all * selectivity);
        let mut inner = vec![Step {
            action: Action::EachIn { slot, from: base.clone() },
            literal: String::new(),
            estimate: Estimate { answers: all, cost: 1.0 + all },
        }];
        inner.extend(tests.iter().map(|test| steps[*test].clone()));
        let mut literals: Vec<&str> = tests.iter().map(|test| steps[*test].literal.as_str()).collect();
        literals.dedup();
        let literal = literals.join(", ");
        let add = Intersection {
            sort: base.sort,
            of: vec![Source::Only(Operand::Slot(slot))],
            without: Vec::new(),
        };
        let block = finish(inner);
        let estimate = Estimate { answers: likely(all * selectivity), cost: block.estimate.cost };
        let action = Action::Collect { set, block, add, at_least: 1, seen: None };
        collected.push(Step { action, literal, estimate });
        made.push((base.clone(), actions, set));
        set
    }
}

/// Replaces the constant part of a loop's intersection by a set.
fn use_in_loop(step: &mut Step, base: &Intersection, set: SetSlot) {
    if let Action::EachIn { from, .. } = &mut step.action {
        use_instead(from, base, set);
    }
}

/// The indices of the tests after step `at` whose only free variable is `slot`.
fn tests_of(slot: Slot, alone: &[Option<Slot>], at: usize) -> Vec<usize> {
    (at + 1..alone.len()).filter(|at| alone[*at] == Some(slot)).collect()
}
