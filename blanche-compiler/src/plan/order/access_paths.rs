//! The ways in which a part can be asked with what is bound, and the steps that they become.

use super::candidates::{AccessPath, Candidate, Class};
use crate::plan::model::{Access, Estimate, Meet, Operand, Output, Slot, Slots, Source};
use crate::plan::planner::Planner;
use crate::program::{Answers, PredicateId, PredicateKind, SortId};

/// Of values that are given and then compared with a known one, so many are expected to be equal.
const EQUAL_SELECTIVITY: f64 = 0.2;

/// Of the tuples of facts, so many are expected to agree in one bound argument.
const FACT_SELECTIVITY: f64 = 0.3;

/// What a question to a predicate that asks rules is expected to cost.
const ASK_COST: f64 = 2000.0;

impl Planner<'_> {
    /// Every mode in which an extern predicate or facts can be asked now.
    pub(crate) fn accesses(
        &mut self,
        predicate: PredicateId,
        arguments: &[Operand],
        bound: &Slots,
        is_live: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Vec<Candidate> {
        let declared = self.program.predicate(predicate);
        let is_bound = |operand: &Operand| operand.is_bound(bound);
        let mut found = Vec::new();
        match &declared.kind {
            PredicateKind::Extern(external) => {
                for (at, mode) in external.modes.iter().enumerate() {
                    let askable = arguments.iter().enumerate().all(|(at, a)| !mode.needs(at) || is_bound(a));
                    if !askable {
                        continue;
                    }
                    let needs = |at: usize| mode.needs(at);
                    let (inputs, outputs) = self.split(predicate, arguments, bound, &needs, is_live);
                    let access = Access::Extern(predicate, at);
                    let (answers, one) = match mode.answers {
                        Answers::Test { one_in } => (1.0 / f64::from(one_in.max(1)), true),
                        Answers::One => (1.0, true),
                        Answers::Many { about } => (f64::from(about), false),
                        Answers::Set { about } => {
                            found.extend(self.set_candidate(access, about, inputs, &outputs));
                            continue;
                        }
                    };
                    let cost = if external.asks.is_some() { ASK_COST } else { 1.0 };
                    found.push(access_candidate(access, one, answers, cost, inputs, outputs));
                    if let (Some(candidate), true) = (found.last_mut(), external.asks.is_some()) {
                        candidate.class = Class::Asks;
                    }
                }
            }
            PredicateKind::Facts(tuples) => {
                let mask: u32 = arguments
                    .iter()
                    .enumerate()
                    .fold(0, |mask, (at, a)| if is_bound(a) { mask | 1 << at } else { mask });
                let needs = |at: usize| mask & (1 << at) != 0;
                let (inputs, outputs) = self.split(predicate, arguments, bound, &needs, is_live);
                let count = mask.count_ones();
                let answers = (tuples.len() as f64) * FACT_SELECTIVITY.powi(count as i32);
                let all = outputs.is_empty();
                let answers = if all { answers.min(0.5) } else { answers.max(0.1) };
                found.push(access_candidate(
                    Access::Facts(predicate, mask),
                    all,
                    answers,
                    1.0,
                    inputs,
                    outputs,
                ));
            }
            PredicateKind::Equal | PredicateKind::Derived(_) | PredicateKind::Action { .. } => {
                unreachable!("these are no accesses")
            }
        }
        found
    }

    /// A set that is asked about one value, or whether it has any.
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
            Output::Ignore => (vec![answers], 0.9),
            // Values are gone through by the meet of everything that is known of them.
            Output::Bind(_) => return None,
        };
        let path = AccessPath::Member { set: Meet { sort, of, without: Vec::new() } };
        let estimate = Estimate { answers: selectivity.min(0.9), cost: 1.5 };
        Some(Candidate { class: Class::Test, estimate, path })
    }

    /// Inputs and outputs of an access; an output that nobody needs is ignored.
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

/// What becomes of a free argument at a place of a sort.
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
