//! The sets to which literals restrict a variable once the other arguments of the literals are bound.

use super::order_state::Order;
use crate::plan::model::{Access, Conjunct, ConjunctKind, Estimate, Lookup, Operand, Slot, Slots, Source};
use crate::plan::planner::Planner;
use crate::program::{Answers, PredicateId, PredicateKind, SortId};

/// A conjunct that restricts a variable to a set, or excludes a set.
pub(crate) struct Restriction {
    /// The conjunct's number on the agenda.
    pub(crate) conjunct: usize,
    /// The set to which the variable is restricted, or the set that is excluded.
    pub(crate) source: Source,
    /// The sort of the argument position of the variable; `None` if the set is excluded.
    pub(crate) place: Option<SortId>,
}

/// The next element to enumerate.
pub(crate) enum Next {
    /// The values of a variable: the intersection of its sets.
    Variable(Slot),
    /// The answers of a conjunct.
    Conjunct(usize),
    /// Nothing, because the planning budget is spent.
    Nothing,
}

impl Planner<'_> {
    /// All conjuncts that currently restrict a variable by a set.
    pub(crate) fn sources(&self, slot: Slot, order: &Order<'_>) -> Vec<Restriction> {
        let found = |(at, conjunct): (usize, &Conjunct)| {
            let (source, place) = self.source(conjunct, slot, &order.bound, order)?;
            Some(Restriction { conjunct: at, source, place })
        };
        order.agenda.conjuncts_with(slot).filter_map(found).collect()
    }

    /// Whether values of a sort can be stored in sets.
    pub(crate) fn has_sets(&self, sort: SortId) -> bool {
        self.program.sort(self.program.sort(sort).root).set_words().is_some()
    }

    /// The set to which a conjunct restricts a variable, if all its other slots are bound. The sort is that of the
    /// argument position, or `None` if the set is excluded.
    pub(crate) fn source(
        &self,
        conjunct: &Conjunct,
        slot: Slot,
        bound: &Slots,
        order: &Order<'_>,
    ) -> Option<(Source, Option<SortId>)> {
        let frame = &order.draft.frame;
        if !self.has_sets(frame.slots[slot.index()].sort) {
            return None;
        }
        match &conjunct.kind {
            ConjunctKind::Atom { predicate, arguments }
                if arguments.as_slice() == [Operand::Slot(slot)]
                    && self.program.enumerated(*predicate).is_some() =>
            {
                let sort = self.program.enumerated(*predicate)?;
                Some((Source::All(sort), Some(sort)))
            }
            ConjunctKind::Atom { predicate, arguments } => {
                let (access, inputs, place) = self.set_access(*predicate, arguments, slot, bound)?;
                Some((Source::Answers { lookups: Vec::new(), access, inputs }, Some(place)))
            }
            ConjunctKind::Member(member, set) if *member == slot => {
                Some((Source::Set(*set), Some(frame.sets[set.index()].info.sort)))
            }
            ConjunctKind::Not(inner) => Some((self.excluded(inner, slot, bound, order)?, None)),
            _ => None,
        }
    }

    /// The access and inputs that yield the values of one argument as a set, with the sort of that argument.
    fn set_access(
        &self,
        predicate: PredicateId,
        arguments: &[Operand],
        slot: Slot,
        bound: &Slots,
    ) -> Option<(Access, Vec<Operand>, SortId)> {
        let mut places = (0..arguments.len()).filter(|at| arguments[*at] == Operand::Slot(slot));
        let (place, None) = (places.next()?, places.next()) else { return None };
        let others =
            || arguments.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, operand)| *operand);
        let known = |operand: &Operand| operand.is_bound(bound);
        if !others().all(|operand| known(&operand)) {
            return None;
        }
        let declared = self.program.predicate(predicate);
        let access = match &declared.kind {
            PredicateKind::Facts(_) => {
                let mask = (0..arguments.len()).filter(|at| *at != place).fold(0, |mask, at| mask | 1 << at);
                Access::Facts(predicate, mask)
            }
            PredicateKind::Extern(external) => {
                let fits = external.modes.iter().position(|mode| {
                    matches!(mode.answers, Answers::Set { .. })
                        && (0..arguments.len()).all(|at| mode.needs(at) == (at != place))
                })?;
                Access::Extern(predicate, fits)
            }
            PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Aggregate(_)
            | PredicateKind::Derived(_)
            | PredicateKind::Action { .. } => return None,
        };
        Some((access, others().collect(), declared.sort(place)))
    }

    /// The set that a negation excludes. Its inputs may first be looked up, if the lookups have at most one answer.
    fn excluded(&self, inner: &[Conjunct], slot: Slot, bound: &Slots, order: &Order<'_>) -> Option<Source> {
        let mut known = bound.clone();
        let mut rest: Vec<&Conjunct> = inner.iter().collect();
        let mut lookups = Vec::new();
        while rest.len() > 1 {
            let (at, lookup) = rest.iter().enumerate().find_map(|(at, conjunct)| {
                if conjunct.slots().contains(&slot) {
                    return None;
                }
                Some((at, self.lookup(conjunct, &known, order)?))
            })?;
            known.insert(lookup.slot);
            lookups.push(lookup);
            rest.remove(at);
        }
        match &rest.first()?.kind {
            ConjunctKind::Equal(left, right) if lookups.is_empty() => {
                let other = if *left == Operand::Slot(slot) { right } else { left };
                let is_known = match other {
                    Operand::Constant(_) => true,
                    Operand::Slot(other) => *other != slot && known.contains(other),
                };
                let is_slot = *left == Operand::Slot(slot) || *right == Operand::Slot(slot);
                (is_known && is_slot).then_some(Source::Only(*other))
            }
            ConjunctKind::Atom { predicate, arguments } => {
                let (access, inputs, _) = self.set_access(*predicate, arguments, slot, &known)?;
                Some(Source::Answers { lookups, access, inputs })
            }
            ConjunctKind::Member(member, set) if *member == slot && lookups.is_empty() => {
                Some(Source::Set(*set))
            }
            _ => None,
        }
    }

    /// Converts a conjunct of a negation into a lookup that binds a local slot from known slots, if possible.
    fn lookup(&self, conjunct: &Conjunct, known: &Slots, order: &Order<'_>) -> Option<Lookup> {
        let ConjunctKind::Atom { predicate, arguments } = &conjunct.kind else { return None };
        let PredicateKind::Extern(external) = &self.program.predicate(*predicate).kind else { return None };
        let is_known = |operand: &Operand| operand.is_bound(known);
        external.modes.iter().enumerate().find_map(|(at, mode)| {
            if mode.answers != Answers::One {
                return None;
            }
            let free: Vec<usize> = (0..arguments.len()).filter(|at| !mode.needs(*at)).collect();
            let ([argument], true) =
                (free.as_slice(), (0..arguments.len()).all(|at| !mode.needs(at) || is_known(&arguments[at])))
            else {
                return None;
            };
            let Operand::Slot(slot) = arguments[*argument] else { return None };
            // A lookup cannot test whether the value belongs to a narrower sort.
            let place = self.program.predicate(*predicate).sort(*argument);
            let is_wide = !self.program.is_part(place, order.draft.frame.slots[slot.index()].sort);
            // If other conjuncts mention the slot, those conjuncts bind it.
            let is_own = order.agenda.uses(slot) == 1 && !order.context.live.contains(&slot);
            if known.contains(&slot) || is_wide || !is_own {
                return None;
            }
            let inputs = (0..arguments.len()).filter(|at| mode.needs(*at)).map(|at| arguments[at]).collect();
            Some(Lookup { access: Access::Extern(*predicate, at), inputs, slot })
        })
    }

    /// The expected number of values of a variable and the cost of enumerating them.
    pub(crate) fn expected_members(
        &mut self,
        slot: Slot,
        found: &[Restriction],
        order: &mut Order<'_>,
    ) -> Estimate {
        let mut answers = self.slot_size(&order.draft.frame, slot);
        let mut given = order.bound.clone();
        given.insert(slot);
        for source in found {
            answers *= self.selectivity(order.agenda.conjunct(source.conjunct), &given, order.draft);
        }
        // The value of the joined variable was chosen because it joins with some value of this variable, so this
        // variable has a possible value.
        for reduction in &order.draft.prelude.reductions {
            if reduction.through.contains(&slot) && order.bound.contains(&reduction.of) {
                let taken = reduction.through.iter().filter(|other| order.bound.contains(other)).count();
                answers = (reduction.given - taken as f64).max(answers);
            }
        }
        Estimate { answers, cost: self.intersection_cost(slot, found.len(), &order.draft.frame) + answers }
    }
}
