//! The order of the parts of a conjunction, and the way of access for each.
//!
//! What can only fail or give one value is asked as soon as it can be. Then one variable after the other is
//! gone through, in the order that `variables` expects to cost least: its values are what all literals have in
//! common that speak of it and of bound variables only (`sources`). Parts that share no unbound variable with the
//! answer are questions of their own. What is dear waits until everything is bound, and what asks rules comes
//! last.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::{finish, holds_once, likely};
use super::components::{Component, components};
use super::parts::{Frame, Part, PartKind};
use super::{
    Access, Action, Argument, Block, Callee, Estimate, Meet, Operand, Output, Planner, Slot, Source, Step,
    asks_rules, sources,
};
use crate::program::{PredicateId, SortId};

/// A set of slots of one frame.
pub(super) type Slots = BTreeSet<Slot>;

/// A question that costs more than this waits until everything is bound.
pub(super) const DEAR: f64 = 40.0;

/// When a part should be asked, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// A look at a table that may end it.
    Test,
    /// At most one value.
    Value,
    /// A negation or a call that may end it.
    Question,
    /// Several values.
    Enumeration,
    /// A question that is dear.
    Dear,
    /// A question that asks rules.
    Asks,
}

/// A way to ask a part now.
pub(super) struct Choice {
    pub(super) class: Class,
    pub(super) estimate: Estimate,
    pub(super) way: Way,
}

/// How a part is asked.
pub(super) enum Way {
    Fail,
    Compare(Operand, Operand),
    Assign(Slot, Operand),
    Within(Slot, SortId),
    Access { access: Access, one: bool, inputs: Vec<Operand>, outputs: Vec<(Output, SortId)> },
    Member { set: Meet },
    Call { callee: Callee, arguments: Vec<Argument>, inputs: Vec<Operand>, outputs: Vec<(Output, SortId)> },
    Not,
}

/// What stands around a conjunction.
#[derive(Clone)]
pub(super) struct Around {
    /// Slots that matter outside the conjunction.
    pub(super) outside: Slots,
    /// Literals of extern predicates that hold already where it is asked.
    pub(super) known: Vec<(PredicateId, Vec<Operand>)>,
    /// It is asked again and again: it stands behind a loop.
    pub(super) repeated: bool,
}

/// A conjunction that is being ordered.
pub(super) struct Order<'o> {
    pub(super) parts: Vec<Part>,
    pub(super) bound: Slots,
    pub(super) frame: &'o mut Frame,
    pub(super) around: Around,
    pub(super) steps: Vec<Step>,
}

impl Order<'_> {
    /// How many parts use a slot.
    pub(super) fn uses(&self) -> BTreeMap<Slot, usize> {
        let mut uses: BTreeMap<Slot, usize> = BTreeMap::new();
        for slot in self.parts.iter().flat_map(Part::slots) {
            *uses.entry(slot).or_default() += 1;
        }
        uses
    }

    /// Whether what comes next is asked again and again.
    pub(super) fn repeats(&self) -> bool {
        self.around.repeated || self.steps.iter().any(Step::gives_several)
    }

    /// What stands around a question that is asked now.
    fn inside(&self) -> Around {
        Around {
            outside: self.around.outside.union(&self.bound).copied().collect(),
            known: self.around.known.clone(),
            repeated: self.repeats(),
        }
    }

    /// The slots of a part that matter outside it; of a negation, those that are not its own.
    pub(super) fn outer(&self, part: &Part, uses: &BTreeMap<Slot, usize>) -> Slots {
        let all = part.slots();
        match part.kind {
            PartKind::Not(_) => all
                .into_iter()
                .filter(|slot| {
                    self.around.outside.contains(slot) || self.bound.contains(slot) || uses[slot] > 1
                })
                .collect(),
            _ => all,
        }
    }

    /// For each part the unbound slots that it shares with others or gives.
    pub(super) fn open(&self) -> Vec<Slots> {
        let uses = self.uses();
        let open = |part: &Part| {
            let mut slots = self.outer(part, &uses);
            slots.retain(|slot| !self.bound.contains(slot));
            slots
        };
        self.parts.iter().map(open).collect()
    }
}

impl Planner<'_> {
    /// Orders a conjunction. `wanted` are the slots that its answers consist of; without them one answer is
    /// enough.
    pub(super) fn conjunction(
        &mut self,
        mut parts: Vec<Part>,
        bound: Slots,
        frame: &mut Frame,
        around: &Around,
        wanted: Option<&Slots>,
    ) -> Block {
        self.simplify(&mut parts, &bound, frame, around);
        // Beside what cannot hold nothing else need be asked, nor can it always be.
        if let Some(fail) = parts.iter().position(|part| part.kind == PartKind::Fail) {
            parts = vec![parts.swap_remove(fail)];
        }
        let mut around = around.clone();
        around.known.extend(parts.iter().filter_map(|part| match &part.kind {
            PartKind::Atom { predicate, arguments } => Some((*predicate, arguments.clone())),
            _ => None,
        }));
        if wanted.is_none() && around.repeated && frame.hoists {
            self.hoist_projections(&mut parts, &bound, frame, &around);
        }
        let mut order = Order { parts, bound, frame, around, steps: Vec::new() };
        self.order(&mut order, wanted);
        finish(order.steps)
    }

    fn order(&mut self, order: &mut Order<'_>, wanted: Option<&Slots>) {
        let none = Slots::new();
        let mut reduced = !order.frame.hoists || order.around.repeated;
        loop {
            // Step 1. Whatever costs little and gives no choice.
            self.settle(order, wanted.unwrap_or(&none));
            order.drop_implied();
            let open = order.open();
            if open.iter().all(BTreeSet::is_empty) {
                break;
            }
            // Step 2. Parts that have nothing to do with the answer are asked apart.
            if self.apart(order, &open, wanted) {
                continue;
            }
            // Step 3. Sets that follow for variables, made once.
            if let (false, Some(wanted)) = (reduced, wanted) {
                self.reduce(order, wanted);
                reduced = true;
            }
            // Step 4. The next variable, or what gives several.
            self.enumerate(order, wanted);
        }
        // Step 5. What had to wait.
        self.delayed(order);
    }

    /// Asks everything that is cheap and has one answer at most.
    fn settle(&mut self, order: &mut Order<'_>, wanted: &Slots) {
        loop {
            let Some((at, choice)) = self.best(order, wanted, Class::Question) else { return };
            if choice.class == Class::Question && self.ends_sooner(order, wanted, rank(&choice)) {
                return;
            }
            self.take(order, at, choice);
        }
    }

    /// Whether the next variable is expected to have no values more cheaply than a question of this rank fails; then
    /// the question is asked less often behind it.
    fn ends_sooner(&mut self, order: &mut Order<'_>, wanted: &Slots, question: f64) -> bool {
        if order.open().iter().all(BTreeSet::is_empty) {
            return false;
        }
        let sources::Next::Variable(slot) = self.next_variable(order, wanted) else { return false };
        let found = self.sources(slot, order);
        let Estimate { answers, .. } = self.expected_members(slot, &found, order);
        let cost = self.meet_cost(slot, found.len(), order.frame);
        answers < 1.0 && cost / (1.0 - likely(answers)) < question
    }

    /// Asks what is left when everything is bound: what asks rules last.
    fn delayed(&mut self, order: &mut Order<'_>) {
        while !order.parts.is_empty() {
            let best = self.best(order, &Slots::new(), Class::Asks);
            let (at, choice) = best.expect("the modes check has found an order");
            self.take(order, at, choice);
        }
    }

    /// The part that is best asked now, of those up to a class.
    pub(super) fn best(
        &mut self,
        order: &mut Order<'_>,
        wanted: &Slots,
        up_to: Class,
    ) -> Option<(usize, Choice)> {
        let uses = order.uses();
        let parts = std::mem::take(&mut order.parts);
        let best = parts
            .iter()
            .enumerate()
            .filter_map(|(at, part)| Some((at, self.choice(part, order, &uses, wanted)?)))
            .filter(|(_, choice)| choice.class <= up_to)
            .min_by(|(_, a), (_, b)| a.class.cmp(&b.class).then(rank(a).total_cmp(&rank(b))));
        order.parts = parts;
        best
    }

    fn take(&mut self, order: &mut Order<'_>, at: usize, choice: Choice) {
        let part = order.parts.remove(at);
        self.steps(choice, part, order);
    }

    /// Asks apart what shares no unbound slot with the wanted ones, or with the rest of the question. Says whether
    /// it did something.
    fn apart(&mut self, order: &mut Order<'_>, open: &[Slots], wanted: Option<&Slots>) -> bool {
        let groups = components(open);
        let is_wanted = |group: &Component| wanted.is_some_and(|wanted| !group.slots.is_disjoint(wanted));
        if wanted.is_none() && groups.len() < 2 {
            return false;
        }
        let Some(group) = groups.iter().find(|group| !is_wanted(group)) else { return false };
        let mut parts = Vec::new();
        for at in group.parts.iter().rev() {
            parts.insert(0, order.parts.remove(*at));
        }
        let mut literals: Vec<&str> = parts.iter().map(|part| part.literal.as_str()).collect();
        literals.dedup();
        let literal = literals.join(", ");
        let around = order.inside();
        let block = self.conjunction(parts, order.bound.clone(), order.frame, &around, None);
        let estimate = Estimate { answers: likely(block.estimate.answers), cost: block.estimate.cost };
        order.steps.push(Step { action: holds_once(block), literal, estimate });
        true
    }

    /// Goes through the values of the next variable, or through the answers of what gives several at once.
    fn enumerate(&mut self, order: &mut Order<'_>, wanted: Option<&Slots>) {
        let wanted_slots = wanted.cloned().unwrap_or_default();
        match self.next_variable(order, &wanted_slots) {
            sources::Next::Variable(slot) => {
                let found = self.sources(slot, order);
                let estimate = self.expected_members(slot, &found, order);
                let asked = order.asked_before(&found);
                let mut parts: Vec<usize> = found.iter().map(|source| source.part).collect();
                let found: Vec<sources::Found> =
                    found.into_iter().filter(|found| !asked.contains(&found.part)).collect();
                let place_sorts: Vec<SortId> = found.iter().filter_map(|source| source.place).collect();
                let mut literals: Vec<String> =
                    parts.iter().map(|part| order.parts[*part].literal.clone()).collect();
                literals.dedup();
                let literal = literals.join(", ");
                let own = order.frame.slots[slot.index()].sort;
                let (of, without): (Vec<_>, Vec<_>) =
                    found.into_iter().partition(|source| source.place.is_some());
                let sources = |found: Vec<sources::Found>| -> Vec<Source> {
                    let mut sources: Vec<Source> = found.into_iter().map(|found| found.source).collect();
                    sources.dedup();
                    sources
                };
                let sort = self.program.sort(own).root;
                let from = Meet { sort, of: sources(of), without: sources(without) };
                parts.sort_unstable();
                for part in parts.into_iter().rev() {
                    order.parts.remove(part);
                }
                order.bound.insert(slot);
                let narrow = !place_sorts.iter().any(|place| self.program.is_part(*place, own));
                let last = wanted.is_none() && order.parts.is_empty() && !narrow;
                let action = if last {
                    Action::Has { set: from, at_least: 1, holds: true }
                } else {
                    Action::EachIn { slot, from }
                };
                order.steps.push(Step { action, literal: literal.clone(), estimate });
                if narrow {
                    let estimate = Estimate { answers: 0.5, cost: 1.0 };
                    order.steps.push(Step { action: Action::Within { slot, sort: own }, literal, estimate });
                }
            }
            sources::Next::Part(part) => {
                let uses = order.uses();
                let parts = std::mem::take(&mut order.parts);
                let choice = self.choice(&parts[part], order, &uses, &wanted_slots);
                order.parts = parts;
                self.take(order, part, choice.expect("what was chosen can be asked"));
            }
        }
    }

    /// The best way to ask a part now, if there is one.
    pub(super) fn choice(
        &mut self,
        part: &Part,
        order: &mut Order<'_>,
        uses: &BTreeMap<Slot, usize>,
        wanted: &Slots,
    ) -> Option<Choice> {
        let bound = &order.bound;
        let is_bound = |operand: &Operand| operand.is_bound(bound);
        let elsewhere =
            |slot: &Slot| order.around.outside.contains(slot) || wanted.contains(slot) || uses[slot] > 1;
        let test = |way| Choice { class: Class::Test, estimate: Estimate { answers: 0.5, cost: 1.0 }, way };
        match &part.kind {
            PartKind::Fail => Some(test(Way::Fail)),
            PartKind::Within(slot, sort) => bound.contains(slot).then(|| test(Way::Within(*slot, *sort))),
            PartKind::Member(slot, set) => bound.contains(slot).then(|| {
                let of = vec![Source::Kept(*set), Source::Only(Operand::Slot(*slot))];
                let sort = order.frame.sets[set.index()].sort;
                test(Way::Member { set: Meet { sort, of, without: Vec::new() } })
            }),
            PartKind::Equal(left, right) => match (is_bound(left), is_bound(right), left, right) {
                (true, true, ..) => Some(test(Way::Compare(*left, *right))),
                (true, false, _, Operand::Slot(slot)) => Some(value(Way::Assign(*slot, *left))),
                (false, true, Operand::Slot(slot), _) => Some(value(Way::Assign(*slot, *right))),
                _ => None,
            },
            PartKind::Atom { predicate, arguments } => {
                let program = self.program;
                // A value matters where its slot is used elsewhere, and where its place gives more than the slot
                // takes.
                let slots = &order.frame.slots;
                let matters = |slot: &Slot, place: SortId| {
                    elsewhere(slot) || !program.is_part(place, slots[slot.index()].sort)
                };
                self.accesses(*predicate, arguments, bound, &matters).into_iter().min_by(|a, b| {
                    a.class.cmp(&b.class).then(a.estimate.answers.total_cmp(&b.estimate.answers))
                })
            }
            PartKind::Call { callee, arguments } => {
                let program = self.program;
                let slots = &order.frame.slots;
                let matters = |slot: &Slot, place: SortId| {
                    elsewhere(slot) || !program.is_part(place, slots[slot.index()].sort)
                };
                self.call(*callee, arguments, bound, &matters)
            }
            PartKind::Not(inner) => {
                if !order.outer(part, uses).is_subset(bound) {
                    return None;
                }
                let block = self.negated(inner.clone(), order, true);
                // What depends on nothing is asked once.
                let alone =
                    order.outer(part, uses).is_empty() && !order.steps.iter().any(Step::gives_several);
                let class = match block.estimate.cost {
                    _ if self.asks(&block) => Class::Asks,
                    cost if cost >= DEAR && !alone => Class::Dear,
                    cost if cost <= 2.0 => Class::Test,
                    _ => Class::Question,
                };
                let answers = 1.0 - likely(block.estimate.answers);
                let estimate = Estimate { answers, cost: block.estimate.cost };
                Some(Choice { class, estimate, way: Way::Not })
            }
        }
    }

    /// Whether a block asks rules or makes moves, itself or by what it calls: then it sets the host in motion, and
    /// comes last.
    pub(super) fn asks(&self, block: &Block) -> bool {
        block.steps.iter().any(|step| self.step_asks(step))
    }

    fn step_asks(&self, step: &Step) -> bool {
        match &step.action {
            Action::Test { access, .. } | Action::Each { access, .. } => asks_rules(self.program, *access),
            Action::Call { routine, .. } | Action::EachCall { routine, .. } => {
                self.plan.routines[routine.index()].asks
            }
            Action::After { .. } => true,
            Action::Exists { block, .. } | Action::Collect { block, .. } => self.asks(block),
            _ => false,
        }
    }

    /// The block of a negation; only `tried`, it leaves no trace in the frame.
    pub(super) fn negated(&mut self, inner: Vec<Part>, order: &mut Order<'_>, tried: bool) -> Block {
        let around = order.inside();
        if tried {
            let mut frame = order.frame.clone();
            self.conjunction(inner, order.bound.clone(), &mut frame, &around, None)
        } else {
            self.conjunction(inner, order.bound.clone(), order.frame, &around, None)
        }
    }
}

/// What it costs to be rid of a candidate: the lower, the earlier.
fn rank(choice: &Choice) -> f64 {
    choice.estimate.cost / (1.0 - choice.estimate.answers.min(0.95))
}

pub(super) fn value(way: Way) -> Choice {
    Choice { class: Class::Value, estimate: Estimate { answers: 1.0, cost: 1.0 }, way }
}
