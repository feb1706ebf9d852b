//! The ways in which a part can be asked with what is bound, and the steps that they become.

use std::rc::Rc;

use super::agenda::Entry;
use super::blocks::{finish, negate};
use super::order::{Choice, Class, DEAR, Order, Slots, Way};
use super::{
    Access, Action, Argument, Callee, Estimate, Meet, Operand, Output, Planner, Routine, Slot, Source, Step,
};
use crate::modes;
use crate::program::{Answers, PredicateId, PredicateKind, SortId};
use crate::runtime::MOST_REMEMBERED;

/// Of values that are given and then compared with a known one, so many are expected to be equal.
const EQUAL_SHARE: f64 = 0.2;

/// Of the tuples of facts, so many are expected to agree in one bound argument.
const FACT_SHARE: f64 = 0.3;

/// What a question to a predicate that asks rules is expected to cost.
const ASK_COST: f64 = 2000.0;

impl Planner<'_> {
    /// Every mode in which an extern predicate or facts can be asked now.
    pub(super) fn accesses(
        &mut self,
        predicate: PredicateId,
        arguments: &[Operand],
        bound: &Slots,
        matters: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Vec<Choice> {
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
                    let (inputs, outputs) = self.split(predicate, arguments, bound, &needs, matters);
                    let access = Access::Extern(predicate, at);
                    let (answers, one) = match mode.answers {
                        Answers::Test { one_in } => (1.0 / f64::from(one_in.max(1)), true),
                        Answers::One => (1.0, true),
                        Answers::Many { about } => (f64::from(about), false),
                        Answers::Set { about } => {
                            found.extend(self.set_choice(access, about, inputs, &outputs));
                            continue;
                        }
                    };
                    let cost = if external.asks.is_some() { ASK_COST } else { 1.0 };
                    found.push(access_choice(access, one, answers, cost, inputs, outputs));
                    if let (Some(choice), true) = (found.last_mut(), external.asks.is_some()) {
                        choice.class = Class::Asks;
                    }
                }
            }
            PredicateKind::Facts(tuples) => {
                let mask: u32 = arguments
                    .iter()
                    .enumerate()
                    .fold(0, |mask, (at, a)| if is_bound(a) { mask | 1 << at } else { mask });
                let needs = |at: usize| mask & (1 << at) != 0;
                let (inputs, outputs) = self.split(predicate, arguments, bound, &needs, matters);
                let count = mask.count_ones();
                let answers = (tuples.len() as f64) * FACT_SHARE.powi(count as i32);
                let all = outputs.is_empty();
                let answers = if all { answers.min(0.5) } else { answers.max(0.1) };
                found.push(access_choice(Access::Facts(predicate, mask), all, answers, 1.0, inputs, outputs));
            }
            PredicateKind::Equal | PredicateKind::Derived(_) | PredicateKind::Action { .. } => {
                unreachable!("these are no accesses")
            }
        }
        found
    }

    /// A set that is asked about one value, or whether it has any.
    fn set_choice(
        &self,
        access: Access,
        about: u32,
        inputs: Vec<Operand>,
        outputs: &[(Output, SortId)],
    ) -> Option<Choice> {
        let [(output, place)] = outputs else { return None };
        let sort = self.program.sort(*place).root;
        let answers = Source::Answers { lookups: Vec::new(), access, inputs };
        let (of, share) = match output {
            Output::Equals(operand) => (
                vec![answers, Source::Only(*operand)],
                f64::from(about) / f64::from(self.program.sort(sort).size()),
            ),
            Output::Ignore => (vec![answers], 0.9),
            // Values are gone through by the meet of everything that is known of them.
            Output::Bind(_) => return None,
        };
        let way = Way::Member { set: Meet { sort, of, without: Vec::new() } };
        let estimate = Estimate { answers: share.min(0.9), cost: 1.5 };
        Some(Choice { class: Class::Test, estimate, way })
    }

    /// Inputs and outputs of an access; an output that nobody needs is ignored.
    fn split(
        &self,
        predicate: PredicateId,
        arguments: &[Operand],
        bound: &Slots,
        needs: &dyn Fn(usize) -> bool,
        matters: &dyn Fn(&Slot, SortId) -> bool,
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
                outputs.push((output(*operand, sort, arguments, bound, &mut here, matters), sort));
            }
        }
        (inputs, outputs)
    }

    /// A call with what is bound now.
    pub(super) fn call(
        &mut self,
        callee: Callee,
        operands: &[Operand],
        bound: &Slots,
        matters: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Option<Choice> {
        let known: Vec<bool> = operands.iter().map(|operand| operand.is_bound(bound)).collect();
        if !self.callee_answers(callee, &known) {
            return None;
        }
        let mut here = Vec::new();
        let (mut arguments, mut inputs, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for (at, operand) in operands.iter().enumerate() {
            match operand {
                Operand::Constant(value) => arguments.push(Argument::Constant(*value)),
                Operand::Slot(slot) if bound.contains(slot) => {
                    arguments.push(Argument::Input);
                    inputs.push(*operand);
                }
                Operand::Slot(_) => {
                    let sort = self.callee_sort(callee, at);
                    match output(*operand, sort, operands, bound, &mut here, matters) {
                        Output::Ignore => arguments.push(Argument::Any),
                        other => {
                            arguments.push(Argument::Result);
                            outputs.push((other, sort));
                        }
                    }
                }
            }
        }
        let routine = self.routine(callee, &arguments);
        let Routine { mut estimate, asks, .. } = self.plan.routines[routine.index()];
        if let (true, Some(share)) = (outputs.is_empty(), self.measured_call(callee, operands)) {
            estimate.answers = share;
        }
        let class = match (outputs.is_empty(), estimate.cost) {
            _ if asks => Class::Asks,
            (false, _) => Class::Enumeration,
            (_, cost) if cost >= DEAR => Class::Dear,
            (true, _) => Class::Question,
        };
        Some(Choice { class, estimate, way: Way::Call { callee, arguments, inputs, outputs } })
    }

    /// Whether a derivation or branches can be asked with these arguments bound.
    pub(super) fn callee_answers(&mut self, callee: Callee, bound: &[bool]) -> bool {
        match callee {
            Callee::Predicate(id) => {
                let mask = bound.iter().rev().fold(0, |mask, is_bound| mask << 1 | u32::from(*is_bound));
                self.modes.answerable(id, mask, bound.len())
            }
            Callee::Branches(at) => {
                let clauses = Rc::clone(&self.branches[at]);
                clauses.iter().all(|clause| self.modes.clause_gives(clause, &|at| bound[at]))
            }
            Callee::After(at) => {
                let clause = Rc::clone(&self.afters[at]);
                self.modes.clause_gives(&clause, &|at| bound[at])
            }
        }
    }

    fn callee_sort(&self, callee: Callee, at: usize) -> SortId {
        match callee {
            Callee::Predicate(id) => self.program.predicate(id).sort(at),
            Callee::Branches(_) | Callee::After(_) => {
                let clause = match callee {
                    Callee::After(after) => &self.afters[after],
                    Callee::Branches(branches) => &self.branches[branches][0],
                    Callee::Predicate(_) => unreachable!("a predicate has sorts of its own"),
                };
                let variables: Vec<_> = modes::variables(&clause.head).collect();
                clause.variables[variables[at].index()].sort
            }
        }
    }

    /// Turns the best way to ask a part into steps.
    pub(super) fn steps(&mut self, mut entry: Entry, order: &mut Order<'_>) {
        let choice = entry.choice.take();
        let Choice { estimate, way, class } = choice.expect("what is taken can be asked");
        let literal = entry.part.literal.clone();
        let mut within = Vec::new();
        let repeated = order.repeats();
        let remembers = |inputs: &[Operand]| {
            class == Class::Asks && repeated && !inputs.is_empty() && inputs.len() <= MOST_REMEMBERED
        };
        let action = match way {
            Way::Fail => Action::Fail,
            Way::Compare(left, right) => Action::Compare { left, right, equal: true },
            Way::Within(slot, sort) => Action::Within { slot, sort },
            Way::Member { set } => Action::Has { set, at_least: 1, holds: true },
            Way::Assign(slot, value) => {
                let from = match value {
                    Operand::Slot(from) => Some(order.frame.slots[from.index()].sort),
                    Operand::Constant(_) => None,
                };
                let sort = from.unwrap_or(order.frame.slots[slot.index()].sort);
                self.bind(&[(Output::Bind(slot), sort)], order, &mut within);
                Action::Assign { slot, value }
            }
            Way::Access { access, inputs, outputs, .. } if outputs.is_empty() => {
                let memo = remembers(&inputs);
                Action::Test { access, inputs, holds: true, memo }
            }
            Way::Access { access, one, inputs, outputs } => {
                self.bind(&outputs, order, &mut within);
                let outputs: Vec<Output> = outputs.into_iter().map(|(output, _)| output).collect();
                let each = Action::Each { access, one, inputs, outputs };
                once_if_ignored(each, &literal, estimate)
            }
            Way::Call { callee, arguments, inputs, outputs } => {
                let routine = self.routine(callee, &arguments);
                if outputs.is_empty() {
                    let memo = remembers(&inputs);
                    Action::Call { routine, inputs, holds: true, memo }
                } else {
                    self.bind(&outputs, order, &mut within);
                    let outputs = outputs.into_iter().map(|(output, _)| output).collect();
                    Action::EachCall { routine, inputs, outputs }
                }
            }
            Way::Not => {
                let block = self.denied(&mut entry, order);
                negate(block)
            }
        };
        order.push(Step { action, literal: literal.clone(), estimate });
        for (slot, sort) in within {
            let estimate = Estimate { answers: 0.5, cost: 1.0 };
            order.push(Step { action: Action::Within { slot, sort }, literal: literal.clone(), estimate });
        }
    }

    /// Marks the slots that outputs bind; a slot of a narrower sort than its place must be tested.
    fn bind(&self, outputs: &[(Output, SortId)], order: &mut Order<'_>, within: &mut Vec<(Slot, SortId)>) {
        for (output, place) in outputs {
            if let Output::Bind(slot) = output {
                order.bind(*slot);
                let sort = order.frame.slots[slot.index()].sort;
                if !self.program.is_part(*place, sort) {
                    within.push((*slot, sort));
                }
            }
        }
    }
}

/// What becomes of a free argument at a place of a sort.
fn output(
    operand: Operand,
    place: SortId,
    arguments: &[Operand],
    bound: &Slots,
    here: &mut Vec<Slot>,
    matters: &dyn Fn(&Slot, SortId) -> bool,
) -> Output {
    match operand {
        Operand::Slot(slot) if !bound.contains(&slot) => {
            if here.contains(&slot) {
                return Output::Equals(operand);
            }
            let twice = arguments.iter().filter(|other| **other == operand).count() > 1;
            if twice || matters(&slot, place) {
                here.push(slot);
                Output::Bind(slot)
            } else {
                Output::Ignore
            }
        }
        known => Output::Equals(known),
    }
}

fn access_choice(
    access: Access,
    one: bool,
    answers: f64,
    cost: f64,
    inputs: Vec<Operand>,
    outputs: Vec<(Output, SortId)>,
) -> Choice {
    let compared = outputs.iter().filter(|(output, _)| matches!(output, Output::Equals(_))).count();
    let binds = outputs.iter().any(|(output, _)| matches!(output, Output::Bind(_)));
    let share = EQUAL_SHARE.powi(compared as i32);
    let cost = if one { cost } else { cost + answers };
    let class = match (one, binds) {
        (true, false) => Class::Test,
        (true, true) => Class::Value,
        (false, true) => Class::Enumeration,
        (false, false) => Class::Question,
    };
    let estimate = Estimate { answers: answers * share, cost };
    Choice { class, estimate, way: Way::Access { access, one, inputs, outputs } }
}

/// An enumeration whose values nobody needs only asks whether there is one.
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
