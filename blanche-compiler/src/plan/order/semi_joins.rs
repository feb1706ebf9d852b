//! Semi-join reductions: sets of the values of a variable that can join with another variable, so that the first
//! variable can be enumerated early.
//!
//! In `in(Field, Group), white.three(Group)` the field lies in some white three. There are few such fields, and
//! enumerating them first costs less than enumerating all fields. The set is computed before the loops, and adds no
//! information once the group is bound. If two different groups of the same kind are needed, only fields that lie in at
//! least two of them remain.
//! CITE: Bernstein, Chiu 1981, using semi-joins to solve relational queries.

use blanche_sorted::Arrange;

use super::order_state::Order;
use super::set_sources::Restriction;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Conjunct, ConjunctKind, Draft, Estimate, Intersection, Operand, Reduction, SetSlot, Slot, Slots,
    Source, Step, finish, likely,
};
use crate::plan::params::{
    MAX_FREE_REDUCTION_COST_RATIO, MAX_REDUCTION_COST_RATIO, MAX_REDUCTION_SELECTIVITY, WORD_COST,
};
use crate::plan::planner::Planner;

/// A variable that joins with another variable, the conjuncts that determine its values, and the conjunct that joins
/// the two variables.
struct Neighbour {
    slot: Slot,
    /// The neighbour's values, as a set that depends on no slot.
    values: Intersection,
    /// The set of the other variable's values for one value of the neighbour.
    joined: Source,
    /// Expected number of values of the neighbour.
    count: f64,
    /// Expected number of values of the other variable for each value of the neighbour.
    each: f64,
    literals: Vec<String>,
}

impl Planner<'_> {
    /// Adds reduction sets as long as they make the cheapest order cheaper.
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
                    let (make, worth) = if known {
                        (0.0, MAX_FREE_REDUCTION_COST_RATIO)
                    } else {
                        (reduction.step.estimate.cost, MAX_REDUCTION_COST_RATIO)
                    };
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

    /// All possible reductions of unbound variables, each by one neighbour or by two different neighbours of the
    /// same kind.
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

    /// The sets known for a variable that depend on no other slot, and their conjuncts.
    fn values(&self, slot: Slot, order: &Order<'_>) -> (Vec<Source>, Vec<usize>) {
        let nothing = Slots::new();
        let alone = |(at, conjunct): (usize, &Conjunct)| {
            let ConjunctKind::Atom { .. } = &conjunct.kind else { return None };
            let (source, place) = self.source(conjunct, slot, &nothing, order)?;
            // The set of all values of a sort restricts nothing.
            place.filter(|_| !matches!(source, Source::All(_))).map(|_| (source, at))
        };
        order.agenda.conjuncts_with(slot).filter_map(alone).unzip()
    }

    /// Expected number of values of a variable that satisfy some conjuncts about it alone.
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

    /// The reduction of a variable by a neighbour, or by two neighbours of the same kind if there is a `twin`. `None`
    /// if the reduction would remove too few values.
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
        // A value occurs in the sets of `chance` neighbours on average. This number is assumed to have a Poisson
        // distribution.
        let chance = (one.count * each / left).min(1.0);
        let selectivity =
            if twin.is_some() { 1.0 - (-chance).exp() * (1.0 + chance) } else { likely(chance) };
        if selectivity > MAX_REDUCTION_SELECTIVITY {
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

/// Makes the order use a reduction. Returns the number of the conjunct that is added for it.
fn add(order: &mut Order<'_>, reduction: &Reduction) -> usize {
    let kind = ConjunctKind::Member(reduction.of, reduction.set);
    let conjunct = Conjunct { kind, literal: reduction.step.literal.clone() };
    order.draft.prelude.reductions.push(reduction.clone());
    order.agenda.push(conjunct, &order.bound)
}

/// The set that an equal reduction step already collects, if there is one.
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

/// A copy of a source with slot `from` replaced by `to`.
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

/// Whether a conjunct requires two variables to differ.
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
    /// Removes reductions that add no information because all variables from which they are derived are bound.
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
        implied.arrange();
        implied.dedup();
        for at in implied {
            self.remove(at);
        }
    }

    /// The conjuncts among `found` that need not be evaluated because a reduction already includes them.
    pub(crate) fn covered_by_reductions(&self, found: &[Restriction]) -> Vec<usize> {
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
    fn semi_joins_are_made_as_in_the_table() {
        check("order/semi_joins.txt", |case| case.ordered());
    }
}
