//! The order of the parts of a conjunction, and the way of access for each.
//!
//! Greedy: whatever can be asked and costs little is asked at once, tests before anything that gives values;
//! then, of the enumerations that can be asked, the one with the fewest expected answers; what asks rules comes
//! last. Equal choices fall to the one that stands first in the text.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::{Frame, Part, PartKind};
use super::{
    Access, Action, Argument, Block, Callee, Estimate, Operand, Output, Planner, Routine, Slot, Step,
    asks_rules,
};
use crate::modes;
use crate::program::{Answers, PredicateId, PredicateKind, SortId};

/// A set of slots of one frame.
pub(super) type Slots = BTreeSet<Slot>;

/// Of values that are given and then compared with a known one, so many are expected to be equal.
const EQUAL_SHARE: f64 = 0.2;

/// Of the tuples of facts, so many are expected to agree in one bound argument.
const FACT_SHARE: f64 = 0.3;

/// What a question to a predicate that asks rules is expected to cost.
const ASK_COST: f64 = 2000.0;

/// What follows an answer is expected to cost so much.
const LATER: f64 = 20.0;

/// A test that costs more than this waits until everything is bound.
const DEAR: f64 = 1000.0;

/// When a part should be asked, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// A look at a table that may end it.
    Test,
    /// At most one value.
    Value,
    /// A negation or a call that may end it.
    Question,
    /// Several values.
    Enumeration,
    /// A test that is dear.
    Dear,
}

/// What a negation is expected to cost, and whether it asks rules.
#[derive(Clone, Copy)]
struct Question {
    estimate: Estimate,
    asks: bool,
}

/// A way to ask a part now.
struct Choice {
    class: Class,
    estimate: Estimate,
    way: Way,
}

impl Choice {
    /// What it costs to ask this now, with what each answer will cost later.
    fn price(&self) -> f64 {
        self.estimate.cost + LATER * self.estimate.answers
    }
}

/// How a part is asked.
enum Way {
    Fail,
    Compare(Operand, Operand),
    Assign(Slot, Operand),
    Within(Slot, SortId),
    Access { access: Access, one: bool, inputs: Vec<Operand>, outputs: Vec<(Output, SortId)> },
    Call { callee: Callee, arguments: Vec<Argument>, inputs: Vec<Operand>, outputs: Vec<(Output, SortId)> },
    Not,
}

/// What the ordering of one conjunction knows.
pub(super) struct Context<'f> {
    pub(super) frame: &'f Frame,
    /// Slots that matter outside the conjunction.
    pub(super) outside: &'f Slots,
}

impl Planner<'_> {
    /// Orders a conjunction. `wanted` are the slots that its answers consist of; without them one answer is
    /// enough.
    pub(super) fn conjunction(
        &mut self,
        parts: &mut [Part],
        mut bound: Slots,
        context: &Context<'_>,
        wanted: Option<&Slots>,
    ) -> Block {
        // Step 1. One part after the other, the best first.
        let slots: Vec<Slots> = parts.iter().map(Part::slots).collect();
        let mut uses: BTreeMap<Slot, usize> = BTreeMap::new();
        for slot in slots.iter().flatten() {
            *uses.entry(*slot).or_default() += 1;
        }
        let mut waiting: Vec<usize> = (0..parts.len()).collect();
        let mut questions: BTreeMap<usize, Question> = BTreeMap::new();
        let mut steps: Vec<Step> = Vec::new();
        // For each step: are all wanted slots bound in front of it?
        let mut complete: Option<usize> = None;
        while !waiting.is_empty() {
            if complete.is_none() && wanted.is_some_and(|wanted| wanted.is_subset(&bound)) {
                complete = Some(steps.len());
            }
            let elsewhere = |slot: &Slot| context.outside.contains(slot) || uses[slot] > 1;
            let best = waiting
                .iter()
                .enumerate()
                .filter_map(|(at, part)| {
                    let choice =
                        self.choice(*part, &parts[*part], &bound, context, &elsewhere, &mut questions)?;
                    Some((at, choice))
                })
                .min_by(|(_, a), (_, b)| a.class.cmp(&b.class).then(a.price().total_cmp(&b.price())));
            let (at, choice) = best.expect("the modes check has found an order");
            let part = waiting.remove(at);
            for slot in &slots[part] {
                *uses.entry(*slot).or_default() -= 1;
            }
            let literal = parts[part].literal.clone();
            self.steps(choice, &mut parts[part], literal, &mut bound, context, &mut steps);
        }
        // Step 2. Once the answer is complete, one way to satisfy the rest is enough.
        if let Some(at) = complete.filter(|at| *at > 0 && steps[*at..].iter().any(gives_several)) {
            let rest = finish(steps.split_off(at));
            let estimate = Estimate { answers: rest.estimate.answers.min(0.9), cost: rest.estimate.cost };
            let literal = rest.steps.iter().map(|step| step.literal.as_str()).collect::<Vec<_>>().join(", ");
            steps.push(Step { action: Action::Exists { block: rest, holds: true }, literal, estimate });
        }
        finish(steps)
    }

    /// The best way to ask a part now, if there is one.
    fn choice(
        &mut self,
        at: usize,
        part: &Part,
        bound: &Slots,
        context: &Context<'_>,
        elsewhere: &dyn Fn(&Slot) -> bool,
        questions: &mut BTreeMap<usize, Question>,
    ) -> Option<Choice> {
        let is_bound = |operand: &Operand| match operand {
            Operand::Constant(_) => true,
            Operand::Slot(slot) => bound.contains(slot),
        };
        let test = |way| Choice { class: Class::Test, estimate: Estimate { answers: 0.5, cost: 1.0 }, way };
        let program = self.program;
        // A value matters where its slot is used elsewhere, and where its place gives more than the slot takes.
        let matters = |slot: &Slot, place: SortId| {
            elsewhere(slot) || !program.is_part(place, context.frame.slots[slot.index()].sort)
        };
        match &part.kind {
            PartKind::Fail => Some(test(Way::Fail)),
            PartKind::Within(slot, sort) => bound.contains(slot).then(|| test(Way::Within(*slot, *sort))),
            PartKind::Equal(left, right) => match (is_bound(left), is_bound(right), left, right) {
                (true, true, ..) => Some(test(Way::Compare(*left, *right))),
                (true, false, _, Operand::Slot(slot)) => Some(value(Way::Assign(*slot, *left))),
                (false, true, Operand::Slot(slot), _) => Some(value(Way::Assign(*slot, *right))),
                _ => None,
            },
            PartKind::Atom { predicate, arguments } => self
                .accesses(*predicate, arguments, bound, &matters)
                .into_iter()
                .min_by(|a, b| a.class.cmp(&b.class).then(a.estimate.answers.total_cmp(&b.estimate.answers))),
            PartKind::Call { callee, arguments } => self.call(*callee, arguments, bound, &matters),
            PartKind::Not(inner) => {
                let needed = part.slots().into_iter().filter(|slot| elsewhere(slot));
                if !needed.into_iter().all(|slot| bound.contains(&slot)) {
                    return None;
                }
                let Question { estimate, asks } = *questions.entry(at).or_insert_with(|| {
                    let block = self.negated(&mut inner.clone(), bound, context);
                    let estimate = Estimate { answers: 0.5, cost: block.estimate.cost };
                    Question { estimate, asks: self.asks(&block) }
                });
                let class = match estimate.cost {
                    cost if asks || cost >= DEAR => Class::Dear,
                    cost if cost <= 2.0 => Class::Test,
                    _ => Class::Question,
                };
                Some(Choice { class, estimate, way: Way::Not })
            }
        }
    }

    /// Whether a block asks rules, itself or by what it calls: then it sets the host in motion, and comes last.
    pub(super) fn asks(&self, block: &Block) -> bool {
        block.steps.iter().any(|step| match &step.action {
            Action::Test { access, .. } | Action::Each { access, .. } => asks_rules(self.program, *access),
            Action::Call { routine, .. } | Action::EachCall { routine, .. } => {
                self.plan.routines[routine.index()].asks
            }
            Action::Exists { block, .. } => self.asks(block),
            _ => false,
        })
    }

    /// The block of a negation.
    fn negated(&mut self, inner: &mut [Part], bound: &Slots, context: &Context<'_>) -> Block {
        let outside: Slots = context.outside.union(bound).copied().collect();
        let context = Context { frame: context.frame, outside: &outside };
        self.conjunction(inner, bound.clone(), &context, None)
    }

    /// Every mode in which an extern predicate or facts can be asked now.
    fn accesses(
        &mut self,
        predicate: PredicateId,
        arguments: &[Operand],
        bound: &Slots,
        matters: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Vec<Choice> {
        let declared = self.program.predicate(predicate);
        let is_bound = |operand: &Operand| match operand {
            Operand::Constant(_) => true,
            Operand::Slot(slot) => bound.contains(slot),
        };
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
                    let cost = if external.asks.is_some() { ASK_COST } else { 1.0 };
                    let (answers, one) = match mode.answers {
                        Answers::Test { one_in } => (1.0 / f64::from(one_in.max(1)), true),
                        Answers::One => (1.0, true),
                        Answers::Many { about } => (f64::from(about), false),
                    };
                    found.push(access_choice(access, one, answers, cost, inputs, outputs));
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
            PredicateKind::Equal | PredicateKind::Derived(_) => unreachable!("these are no accesses"),
        }
        found
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
    fn call(
        &mut self,
        callee: Callee,
        operands: &[Operand],
        bound: &Slots,
        matters: &dyn Fn(&Slot, SortId) -> bool,
    ) -> Option<Choice> {
        let known = |operand: &Operand| match operand {
            Operand::Constant(_) => true,
            Operand::Slot(slot) => bound.contains(slot),
        };
        let mask = operands
            .iter()
            .enumerate()
            .fold(0, |mask, (at, operand)| if known(operand) { mask | 1 << at } else { mask });
        let answerable = match callee {
            Callee::Predicate(id) => self.modes.answerable(id, mask, operands.len()),
            Callee::Branches(at) => {
                let clauses = self.branches[at].clone();
                clauses.iter().all(|clause| self.modes.clause_answers(clause, mask))
            }
        };
        if !answerable {
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
        let Routine { estimate, asks, .. } = self.plan.routines[routine.index()];
        let class = match (outputs.is_empty(), estimate.cost) {
            (_, cost) if asks || cost >= DEAR => Class::Dear,
            (false, _) => Class::Enumeration,
            (true, _) => Class::Question,
        };
        Some(Choice { class, estimate, way: Way::Call { callee, arguments, inputs, outputs } })
    }

    fn callee_sort(&self, callee: Callee, at: usize) -> SortId {
        match callee {
            Callee::Predicate(id) => self.program.predicate(id).sort(at),
            Callee::Branches(branches) => {
                let clause = &self.branches[branches][0];
                let variables: Vec<_> = modes::variables(&clause.head).collect();
                clause.variables[variables[at].index()].sort
            }
        }
    }

    /// Turns a choice into steps.
    fn steps(
        &mut self,
        choice: Choice,
        part: &mut Part,
        literal: String,
        bound: &mut Slots,
        context: &Context<'_>,
        steps: &mut Vec<Step>,
    ) {
        let Choice { estimate, way, .. } = choice;
        let mut within = Vec::new();
        let action = match way {
            Way::Fail => Action::Fail,
            Way::Compare(left, right) => Action::Compare { left, right, equal: true },
            Way::Within(slot, sort) => Action::Within { slot, sort },
            Way::Assign(slot, value) => {
                let from = match value {
                    Operand::Slot(from) => Some(context.frame.slots[from.index()].sort),
                    Operand::Constant(_) => None,
                };
                bind(
                    &[(Output::Bind(slot), from.unwrap_or(context.frame.slots[slot.index()].sort))],
                    self,
                    context,
                    bound,
                    &mut within,
                );
                Action::Assign { slot, value }
            }
            Way::Access { access, inputs, outputs, .. } if outputs.is_empty() => {
                Action::Test { access, inputs, holds: true }
            }
            Way::Access { access, one, inputs, outputs } => {
                bind(&outputs, self, context, bound, &mut within);
                let outputs: Vec<Output> = outputs.into_iter().map(|(output, _)| output).collect();
                let each = Action::Each { access, one, inputs, outputs };
                once_if_ignored(each, &literal, estimate)
            }
            Way::Call { callee, arguments, inputs, outputs } => {
                let routine = self.routine(callee, &arguments);
                if outputs.is_empty() {
                    Action::Call { routine, inputs, holds: true }
                } else {
                    bind(&outputs, self, context, bound, &mut within);
                    let outputs = outputs.into_iter().map(|(output, _)| output).collect();
                    Action::EachCall { routine, inputs, outputs }
                }
            }
            Way::Not => {
                let PartKind::Not(inner) = &mut part.kind else { unreachable!("only negations are negated") };
                let block = self.negated(inner, bound, context);
                negate(block)
            }
        };
        steps.push(Step { action, literal: literal.clone(), estimate });
        for (slot, sort) in within {
            let estimate = Estimate { answers: 0.5, cost: 1.0 };
            steps.push(Step { action: Action::Within { slot, sort }, literal: literal.clone(), estimate });
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

/// Marks the slots that outputs bind; a slot of a narrower sort than its place must be tested.
fn bind(
    outputs: &[(Output, SortId)],
    planner: &Planner<'_>,
    context: &Context<'_>,
    bound: &mut Slots,
    within: &mut Vec<(Slot, SortId)>,
) {
    for (output, place) in outputs {
        if let Output::Bind(slot) = output {
            bound.insert(*slot);
            let sort = context.frame.slots[slot.index()].sort;
            if !planner.program.is_part(*place, sort) {
                within.push((*slot, sort));
            }
        }
    }
}

fn value(way: Way) -> Choice {
    Choice { class: Class::Value, estimate: Estimate { answers: 1.0, cost: 1.0 }, way }
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
        _ if cost >= DEAR => Class::Dear,
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

/// The opposite of a block: of a single test, the test that fails where it holds.
fn negate(mut block: Block) -> Action {
    if let [step] = block.steps.as_mut_slice() {
        match &mut step.action {
            Action::Test { holds, .. } | Action::Call { holds, .. } | Action::Exists { holds, .. } => {
                *holds = !*holds
            }
            Action::Compare { equal, .. } => *equal = !*equal,
            _ => return Action::Exists { block, holds: false },
        }
        return block.steps.remove(0).action;
    }
    Action::Exists { block, holds: false }
}

fn gives_several(step: &Step) -> bool {
    matches!(step.action, Action::Each { one: false, .. } | Action::EachCall { .. })
}

/// A block with its estimate: each step is executed once for every answer of those before it.
fn finish(steps: Vec<Step>) -> Block {
    let mut total = Estimate::default();
    for step in &steps {
        total.cost += total.answers * step.estimate.cost;
        total.answers *= step.estimate.answers;
    }
    Block { steps, estimate: total }
}
