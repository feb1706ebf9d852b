//! Sets that follow from what hangs together with a variable, so that it may be gone through first.
//!
//! Where `in(Field, Group)` and `white.three(Group)` are wanted, the field is one of the fields of some white
//! three: there are few of them, and going through these first costs less than going through all fields. The set
//! is made in front of the loops, and says nothing new once the group is bound. Where two different groups of the
//! same kind are wanted, the field is one that comes twice.
//! CITE: Bernstein, Chiu 1981, using semi-joins to solve relational queries.

use super::order_state::Order;
use super::set_sources::Restriction;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Conjunct, ConjunctKind, Draft, Estimate, Intersection, Operand, Reduction, SetSlot, Slot, Slots,
    Source, Step, finish, likely,
};
use crate::plan::params::{MOST_LEFT, WORD_COST, WORTH, WORTH_USING};
use crate::plan::planner::Planner;

/// A variable, the parts that say what it is from the beginning, and the part that joins it to another.
struct Neighbour {
    slot: Slot,
    /// Its values, as a set that depends on nothing.
    values: Intersection,
    /// The other variable's values for one of this.
    joined: Source,
    /// How many values it has.
    count: f64,
    /// How many values the other has for each of them.
    each: f64,
    literals: Vec<String>,
}

impl Planner<'_> {
    /// Adds the sets by which the cheapest order becomes cheaper, one after the other.
    pub(crate) fn semi_joins(&mut self, order: &mut Order<'_>) {
        if !self.compares_orders(order) {
            return;
        }
        let mut possible = self.reductions(order);
        let mut cheapest = self.cheapest_order(order);
        while !possible.is_empty() {
            let costs: Vec<(f64, f64)> = possible
                .iter()
                .map(|reduction| {
                    let known = made(order.draft, reduction).is_some();
                    let (make, worth) =
                        if known { (0.0, WORTH_USING) } else { (reduction.step.estimate.cost, WORTH) };
                    let at = add(order, reduction);
                    let cost = make + self.cheapest_order(order);
                    order.remove(at);
                    order.draft.prelude.reductions.pop();
                    (cost, worth)
                })
                .collect();
            let worth = costs.iter().enumerate().filter(|(_, (cost, worth))| *cost < worth * cheapest);
            let Some((at, (cost, _))) = worth.min_by(|a, b| a.1.0.total_cmp(&b.1.0)) else { return };
            cheapest = *cost;
            let mut chosen = possible.remove(at);
            match made(order.draft, &chosen) {
                Some(set) => chosen.set = set,
                None => order.draft.prelude.steps.push(chosen.step.clone()),
            }
            possible.retain(|other| other.of != chosen.of);
            add(order, &chosen);
        }
    }

    /// All sets that follow for a variable through one other, or through two of a kind.
    fn reductions(&mut self, order: &mut Order<'_>) -> Vec<Reduction> {
        let unbound: Slots = order
            .agenda
            .conjuncts()
            .flat_map(|(_, conjunct)| conjunct.slots())
            .filter(|slot| !order.bound.contains(slot))
            .collect();
        let mut found = Vec::new();
        for slot in &unbound {
            let neighbours: Vec<Neighbour> =
                unbound.iter().filter_map(|other| self.neighbour(*slot, *other, order)).collect();
            for (at, one) in neighbours.iter().enumerate() {
                let twin = neighbours[at + 1..].iter().find(|other| {
                    other.values == one.values
                        && same_but(&other.joined, &one.joined, other.slot, one.slot)
                        && (differ(order, one.slot, other.slot) || faults::has(Fault::TwinsDiffer))
                });
                found.extend(self.reduction(*slot, one, twin.map(|twin| twin.slot), order));
            }
        }
        found
    }

    /// What is known of a variable from the beginning: a set that depends on nothing.
    fn values(&self, slot: Slot, order: &Order<'_>) -> (Vec<Source>, Vec<usize>) {
        let nothing = Slots::new();
        let alone = |(at, conjunct): (usize, &Conjunct)| {
            let ConjunctKind::Atom { .. } = &conjunct.kind else { return None };
            let (source, place) = self.source(conjunct, slot, &nothing, order)?;
            // All values of a sort are no set that says something.
            place.filter(|_| !matches!(source, Source::All(_))).map(|_| (source, at))
        };
        order.agenda.conjuncts_with(slot).filter_map(alone).unzip()
    }

    /// How many values some parts leave to the one variable in them.
    fn left(&mut self, slot: Slot, conjuncts: &[usize], order: &Order<'_>) -> f64 {
        let bound = Slots::from([slot]);
        let mut left = self.slot_size(&order.draft.frame, slot);
        for at in conjuncts {
            left *= self.selectivity(order.agenda.conjunct(*at), &bound, order.draft);
        }
        left
    }

    fn neighbour(&mut self, slot: Slot, other: Slot, order: &Order<'_>) -> Option<Neighbour> {
        if slot == other {
            return None;
        }
        let (values, conjuncts) = self.values(other, order);
        if values.is_empty() {
            return None;
        }
        let bound = Slots::from([other]);
        let joins = order.agenda.conjuncts_with(slot).find_map(|(at, conjunct)| {
            let ConjunctKind::Atom { .. } = &conjunct.kind else { return None };
            let (source, place) = self.source(conjunct, slot, &bound, order)?;
            (place.is_some() && conjunct.slots().contains(&other)).then_some((at, source))
        });
        let (at, joined) = joins?;
        let sort = self.program.sort(order.draft.frame.slots[other.index()].sort).root;
        let count = self.left(other, &conjuncts, order);
        let both = Slots::from([slot, other]);
        let each = self.slot_size(&order.draft.frame, slot)
            * self.selectivity(order.agenda.conjunct(at), &both, order.draft);
        let mut literals: Vec<String> =
            conjuncts.iter().chain([&at]).map(|at| order.agenda.conjunct(*at).literal.clone()).collect();
        literals.dedup();
        let values = Intersection { sort, of: values, without: Vec::new() };
        Some(Neighbour { slot: other, values, joined, count, each, literals })
    }

    /// The set that follows through a neighbour, or through it and its twin.
    fn reduction(
        &mut self,
        slot: Slot,
        one: &Neighbour,
        twin: Option<Slot>,
        order: &mut Order<'_>,
    ) -> Option<Reduction> {
        let (alone, conjuncts) = self.values(slot, order);
        let left = self.left(slot, &conjuncts, order);
        let each = one.each * left / self.slot_size(&order.draft.frame, slot);
        // Of so many values each is in one set of a neighbour with this chance, and in two with that.
        let chance = (one.count * each / left).min(1.0);
        let selectivity =
            if twin.is_some() { 1.0 - (-chance).exp() * (1.0 + chance) } else { likely(chance) };
        if selectivity > MOST_LEFT {
            return None;
        }
        let given = if twin.is_some() { chance * likely(chance) / selectivity } else { chance / selectivity };
        let half = selectivity * given / chance;
        let sort = self.program.sort(order.draft.frame.slots[slot.index()].sort).root;
        let add = Intersection {
            sort,
            of: alone.into_iter().chain([one.joined.clone()]).collect(),
            without: Vec::new(),
        };
        let times = if twin.is_some() { "twice" } else { "some" };
        let name = format!("{}.{times}", order.draft.frame.slots[slot.index()].name);
        let members = left * selectivity;
        let words = |sort| self.program.sort(sort).set_words().unwrap_or(64) as f64;
        let cost =
            1.0 + WORD_COST * words(one.values.sort) + one.count * (1.0 + 2.0 * WORD_COST * words(sort));
        let loops = Step {
            action: Action::EachIn { slot: one.slot, from: one.values.clone() },
            literal: String::new(),
            estimate: Estimate { answers: one.count, cost },
        };
        let set = order.draft.frame.add_set(&name, sort, members);
        let seen =
            twin.map(|_| order.draft.frame.add_set(&format!("{name}.seen"), sort, left * likely(chance)));
        let action = Action::Collect { set, block: finish(vec![loops]), add, at_least: 1, seen };
        let estimate = Estimate { answers: likely(members), cost };
        let step = Step { action, literal: one.literals.join(", "), estimate };
        let through = [Some(one.slot), twin].into_iter().flatten().collect();
        Some(Reduction { set, of: slot, through, selectivity, given, half, step })
    }
}

/// Lets an order use a reduction; gives the number of the part that says so.
fn add(order: &mut Order<'_>, reduction: &Reduction) -> usize {
    let kind = ConjunctKind::Member(reduction.of, reduction.set);
    let conjunct = Conjunct { kind, literal: reduction.step.literal.clone() };
    order.draft.prelude.reductions.push(reduction.clone());
    order.agenda.push(conjunct, &order.bound)
}

/// The set that is made by the same step already.
fn made(draft: &Draft, reduction: &Reduction) -> Option<SetSlot> {
    let plain = |step: &Step| match &step.action {
        Action::Collect { block, add, seen, .. } => {
            let inner = block.steps.first().map(|step| match &step.action {
                Action::EachIn { slot, from } => (*slot, from.clone()),
                _ => (Slot(u16::MAX), add.clone()),
            });
            inner.map(|(slot, from)| {
                let mut add = add.clone();
                add.of = add.of.iter().map(|source| placed(source, slot, Slot(u16::MAX))).collect();
                (from, add, seen.is_some())
            })
        }
        _ => None,
    };
    let wanted = plain(&reduction.step);
    let same = |known: &&Reduction| plain(&known.step) == wanted;
    draft.prelude.reductions.iter().find(same).map(|known| known.set)
}

/// A source with one slot in the place of another.
fn placed(source: &Source, from: Slot, to: Slot) -> Source {
    let mut source = source.clone();
    if let Source::Answers { inputs, .. } = &mut source {
        for input in inputs.iter_mut().filter(|input| **input == Operand::Slot(from)) {
            *input = Operand::Slot(to);
        }
    }
    source
}

fn same_but(one: &Source, other: &Source, of_one: Slot, of_other: Slot) -> bool {
    placed(one, of_one, of_other) == *other
}

/// Whether two variables are said to differ.
fn differ(order: &Order<'_>, slot: Slot, other: Slot) -> bool {
    let (one, other) = (Operand::Slot(slot), Operand::Slot(other));
    order.agenda.conjuncts_with(slot).any(|(_, conjunct)| match &conjunct.kind {
        ConjunctKind::Not(inner) => match inner.as_slice() {
            [Conjunct { kind: ConjunctKind::Equal(left, right), .. }] => {
                (*left, *right) == (one, other) || (*left, *right) == (other, one)
            }
            _ => false,
        },
        _ => false,
    })
}

impl Order<'_> {
    /// Drops what says nothing new any more.
    pub(crate) fn drop_implied(&mut self) {
        let mut implied = Vec::new();
        for reduction in
            self.draft.prelude.reductions.iter().filter(|known| known.through.is_subset(&self.bound))
        {
            let kind = ConjunctKind::Member(reduction.of, reduction.set);
            let members =
                self.agenda.conjuncts_with(reduction.of).filter(|(_, conjunct)| conjunct.kind == kind);
            implied.extend(members.map(|(at, _)| at));
        }
        implied.sort_unstable();
        implied.dedup();
        for at in implied {
            self.remove(at);
        }
    }

    /// Of what says something of a variable: what need not be asked because a reduction has asked it.
    pub(crate) fn asked_before(&self, found: &[Restriction]) -> Vec<usize> {
        let reductions: Vec<&Reduction> = found
            .iter()
            .filter_map(|found| match &found.source {
                Source::Set(set) => self.draft.prelude.reductions.iter().find(|known| known.set == *set),
                _ => None,
            })
            .collect();
        let asked = |source: &Source| {
            reductions.iter().any(|reduction| match &reduction.step.action {
                Action::Collect { add, .. } => {
                    add.of.contains(source)
                        || faults::has(Fault::AllIsAskedBefore) && !matches!(source, Source::Set(_))
                }
                _ => false,
            })
        };
        found.iter().filter(|found| asked(&found.source)).map(|found| found.conjunct).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn sets_that_follow_are_made_as_in_the_table() {
        check("order/semi_joins.txt", |case| case.ordered());
    }
}
