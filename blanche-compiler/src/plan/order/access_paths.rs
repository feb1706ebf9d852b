//! The access paths available for an atom with the slots that are currently bound, as candidates with their costs.

use std::collections::HashSet;

use super::candidates::{AccessPath, Candidate, Class};
use crate::plan::estimates::comparison_selectivity;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{Access, Estimate, Frame, Intersection, Operand, Output, Slot, Slots, Source};
use crate::plan::params::{
    ASK_COST, COMPARISON_COST, EQUAL_SELECTIVITY, MAX_FACT_SELECTIVITY, MAX_MEMBER_SELECTIVITY, MEMBER_COST,
    NONEMPTY_PROBABILITY, SOLVED_SELECTIVITY,
};
use crate::plan::planner::Planner;
use crate::program::{Answers, Extern, PredicateId, PredicateKind, SortId};
use crate::runtime::Value;

impl Planner<'_> {
    /// The candidates for all modes in which an extern predicate or facts can be queried with the slots in `bound`.
    pub(crate) fn accesses(
        &self,
        predicate: PredicateId,
        arguments: &[Operand],
        bound: &Slots,
        is_live: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Vec<Candidate> {
        match &self.program.predicate(predicate).kind {
            PredicateKind::Extern(external) => (0..external.modes.len())
                .filter_map(|mode| {
                    self.mode_candidate(predicate, (external, mode), arguments, bound, is_live)
                })
                .collect(),
            PredicateKind::Facts(tuples) => {
                vec![self.facts_candidate(predicate, tuples, arguments, bound, is_live)]
            }
            PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Aggregate(_)
            | PredicateKind::Derived(_)
            | PredicateKind::Action { .. } => {
                unreachable!("these are no accesses")
            }
        }
    }

    /// The candidate for a comparison: a test if all arguments are bound, or the solution of an equation if exactly
    /// one is unbound.
    pub(crate) fn comparison_candidate(
        &self,
        comparison: PredicateId,
        arguments: &[Operand],
        bound: &Slots,
        is_live: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Option<Candidate> {
        let declared = self.program.comparison(comparison);
        let unbound: Vec<usize> = (0..arguments.len()).filter(|at| !arguments[*at].is_bound(bound)).collect();
        match unbound.as_slice() {
            [] => {
                let answers = comparison_selectivity(declared.operator);
                let path = AccessPath::Holds { comparison, inputs: arguments.to_vec() };
                let estimate = Estimate { answers, cost: COMPARISON_COST };
                Some(Candidate { class: Class::Test, estimate, path })
            }
            [free] if declared.is_solved_for_one(arguments.len()) => {
                let place = self.program.predicate(comparison).sort(*free);
                let output = output(arguments[*free], place, arguments, bound, &mut Vec::new(), is_live);
                let mut inputs = arguments.to_vec();
                inputs.remove(*free);
                let path = AccessPath::Solve { comparison, free: *free, inputs, output: (output, place) };
                let estimate = Estimate { answers: SOLVED_SELECTIVITY, cost: COMPARISON_COST };
                Some(Candidate { class: Class::Value, estimate, path })
            }
            _ => None,
        }
    }

    /// Whether the solution of an equation always belongs to the sort of argument `free`, whatever values the other
    /// arguments have.
    pub(crate) fn is_solved_by_any(
        &self,
        comparison: PredicateId,
        free: usize,
        inputs: &[Operand],
        frame: &Frame,
    ) -> bool {
        let linear = self.program.linear(comparison);
        let factor = linear.factors[free];
        let others = linear.factors.iter().enumerate().filter(|(at, _)| *at != free);
        let (mut least, mut greatest) = (-factor * linear.constant, -factor * linear.constant);
        for ((_, other), operand) in others.zip(inputs) {
            let (low, high) = match operand {
                Operand::Slot(slot) => self.program.sort(frame.slots[slot.index()].sort).value_bounds(),
                Operand::Constant(value) => (i64::from(*value), i64::from(*value)),
            };
            let (low, high) = if factor == *other { (-high, -low) } else { (low, high) };
            least += low;
            greatest += high;
        }
        let (low, high) = self.program.sort(self.program.predicate(comparison).sort(free)).value_bounds();
        low <= least && greatest <= high
    }

    /// The candidate for a mode of an extern predicate, or `None` if one of the mode's inputs is unbound.
    fn mode_candidate(
        &self,
        predicate: PredicateId,
        (external, at): (&Extern, usize),
        arguments: &[Operand],
        bound: &Slots,
        is_live: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Option<Candidate> {
        let mode = &external.modes[at];
        if !arguments.iter().enumerate().all(|(at, operand)| !mode.needs(at) || operand.is_bound(bound)) {
            return None;
        }
        let needs = |at: usize| mode.needs(at);
        let (inputs, outputs) = self.split(predicate, arguments, bound, &needs, is_live);
        let access = Access::Extern(predicate, at);
        let (answers, one) = match mode.answers {
            Answers::Test { one_in } => (1.0 / f64::from(one_in.max(1)), true),
            Answers::One => (1.0, true),
            Answers::Many { about } => (f64::from(about), false),
            Answers::Set { about } => return self.set_candidate(access, about, inputs, &outputs),
        };
        if external.asks.is_none() {
            return Some(access_candidate(access, one, answers, 1.0, inputs, outputs));
        }
        let candidate = access_candidate(access, one, answers, ASK_COST, inputs, outputs);
        Some(Candidate { class: Class::Asks, ..candidate })
    }

    /// The candidate for facts: a lookup in an index over the bound arguments.
    fn facts_candidate(
        &self,
        predicate: PredicateId,
        tuples: &[Vec<Value>],
        arguments: &[Operand],
        bound: &Slots,
        is_live: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Candidate {
        let mask: u32 = arguments
            .iter()
            .enumerate()
            .fold(0, |mask, (at, operand)| if operand.is_bound(bound) { mask | 1 << at } else { mask });
        let needs = |at: usize| mask & (1 << at) != 0;
        let (inputs, outputs) = self.split(predicate, arguments, bound, &needs, is_live);
        let all = outputs.is_empty();
        let answers = match all {
            true => self.share_of_facts(predicate, tuples).min(MAX_FACT_SELECTIVITY),
            false => tuples.len() as f64 / self.keys_of_facts(predicate, tuples, mask),
        };
        access_candidate(Access::Facts(predicate, mask), all, answers, 1.0, inputs, outputs)
    }

    /// The number of facts divided by the number of possible tuples.
    fn share_of_facts(&self, predicate: PredicateId, tuples: &[Vec<Value>]) -> f64 {
        let sorts = &self.program.predicate(predicate).sorts;
        tuples.len() as f64 / sorts.iter().map(|sort| self.sort_size(*sort)).product::<f64>()
    }

    /// The number of distinct values that the facts have in the columns of `mask`.
    fn keys_of_facts(&self, predicate: PredicateId, tuples: &[Vec<Value>], mask: u32) -> f64 {
        *self.fact_keys.borrow_mut().entry((predicate, mask)).or_insert_with(|| {
            let key = |tuple: &Vec<Value>| -> Vec<Value> {
                let columns = tuple.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0);
                columns.map(|(_, value)| *value).collect()
            };
            tuples.iter().map(key).collect::<HashSet<_>>().len().max(1) as f64
        })
    }

    /// The candidate for a mode whose answers are a set: a membership test, or a test for any member.
    fn set_candidate(
        &self,
        access: Access,
        about: u32,
        inputs: Vec<Operand>,
        outputs: &[(Output, SortId)],
    ) -> Option<Candidate> {
        let [(output, place)] = outputs else { return None };
        let sort = self.program.sort(*place).root;
        let answers = Source::Answers { lookups: Vec::new(), access, inputs };
        let (of, selectivity) = match output {
            Output::Equals(operand) => (
                vec![answers, Source::Only(*operand)],
                f64::from(about) / f64::from(self.program.sort(sort).size()),
            ),
            Output::Ignore => (vec![answers], NONEMPTY_PROBABILITY),
            // To iterate, the planner first intersects all sets known for the variable.
            Output::Bind(_) => return None,
        };
        let path = AccessPath::Member { set: Intersection { sort, of, without: Vec::new() } };
        let estimate = Estimate { answers: selectivity.min(MAX_MEMBER_SELECTIVITY), cost: MEMBER_COST };
        Some(Candidate { class: Class::Test, estimate, path })
    }

    /// The inputs and outputs of an access. Outputs that nothing needs are ignored.
    fn split(
        &self,
        predicate: PredicateId,
        arguments: &[Operand],
        bound: &Slots,
        needs: &dyn Fn(usize) -> bool,
        is_live: &dyn Fn(&Slot, SortId) -> bool,
    ) -> (Vec<Operand>, Vec<(Output, SortId)>) {
        let declared = self.program.predicate(predicate);
        let mut inputs = Vec::new();
        let mut outputs = Vec::new();
        let mut here: Vec<Slot> = Vec::new();
        for (at, operand) in arguments.iter().enumerate() {
            if needs(at) {
                inputs.push(*operand);
            } else {
                let sort = declared.sort(at);
                outputs.push((output(*operand, sort, arguments, bound, &mut here, is_live), sort));
            }
        }
        (inputs, outputs)
    }
}

/// What to do with the value of a free argument. `place` is the sort of the argument. `here` are the slots that outputs
/// of the same access have bound so far.
pub(crate) fn output(
    operand: Operand,
    place: SortId,
    arguments: &[Operand],
    bound: &Slots,
    here: &mut Vec<Slot>,
    is_live: &dyn Fn(&Slot, SortId) -> bool,
) -> Output {
    match operand {
        Operand::Slot(slot) if !bound.contains(&slot) => {
            if here.contains(&slot) {
                return Output::Equals(operand);
            }
            let twice = arguments.iter().filter(|other| **other == operand).count() > 1;
            if twice || is_live(&slot, place) {
                here.push(slot);
                Output::Bind(slot)
            } else {
                Output::Ignore
            }
        }
        Operand::Slot(_) if faults::has(Fault::BoundOutputsIgnored) => Output::Ignore,
        known => Output::Equals(known),
    }
}

fn access_candidate(
    access: Access,
    one: bool,
    answers: f64,
    cost: f64,
    inputs: Vec<Operand>,
    outputs: Vec<(Output, SortId)>,
) -> Candidate {
    let compared = outputs.iter().filter(|(output, _)| matches!(output, Output::Equals(_))).count();
    let binds = outputs.iter().any(|(output, _)| matches!(output, Output::Bind(_)));
    let selectivity = EQUAL_SELECTIVITY.powi(compared as i32);
    let cost = if one { cost } else { cost + answers };
    let class = match (one, binds) {
        (true, false) => Class::Test,
        (true, true) => Class::Value,
        (false, true) => Class::Enumeration,
        (false, false) => Class::Question,
    };
    let estimate = Estimate { answers: answers * selectivity, cost };
    Candidate { class, estimate, path: AccessPath::Access { access, one, inputs, outputs } }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn access_paths_are_chosen_as_in_the_table() {
        check("order/access_paths.txt", |case| case.ordered());
    }
}
