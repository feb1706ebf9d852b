//! In a test that runs repeatedly, the part that does not depend on outer variables is replaced by a set that is
//! computed once. The set is the projection of some conjuncts onto one variable.

use std::collections::HashMap;

use blanche_sorted::SortedSet;

use super::canonical::canonical;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Conjunct, ConjunctKind, Context, Draft, Estimate, Frame, Intersection, KnownLiterals, Operand,
    SetSlot, Slot, Slots, Source, Step, finish, uses,
};
use crate::plan::params::{MAX_NEGATED_FRACTION, MAX_PROJECTED_VARIABLES};
use crate::plan::planner::Planner;
use crate::program::{PredicateKind, SortId};

impl Planner<'_> {
    /// In a test that runs repeatedly, replaces conjuncts that do not depend on outer variables by a set that is
    /// computed once.
    pub(crate) fn hoist_projections(
        &mut self,
        conjuncts: &mut Vec<Conjunct>,
        bound: &Slots,
        draft: &mut Draft,
        context: &Context,
    ) {
        let own: Vec<Slot> = {
            let read: Slots = draft.frame.read_slots().collect();
            let outer =
                |slot: &Slot| bound.contains(slot) || context.live.contains(slot) || read.contains(slot);
            let all: Slots = conjuncts.iter().flat_map(Conjunct::slots).collect();
            all.into_iter().filter(|slot| !outer(slot)).collect()
        };
        for slot in own.iter().take(MAX_PROJECTED_VARIABLES) {
            self.budget.take(conjuncts.len());
            let sort = self.program.sort(draft.frame.slots[slot.index()].sort).root;
            if self.program.sort(sort).set_words().is_none() {
                continue;
            }
            let chosen = projection(conjuncts, *slot, &own);
            if chosen.is_empty() || chosen.iter().any(|at| self.asks_in(&conjuncts[*at])) {
                continue;
            }
            let removed: Vec<Conjunct> = chosen.iter().map(|at| conjuncts[*at].clone()).collect();
            if !self.bind_themselves(&removed, *slot, &draft.frame) {
                continue;
            }
            let text = canonical(&removed, *slot, &draft.frame);
            let mut literals: Vec<String> = removed.iter().map(|conjunct| conjunct.literal.clone()).collect();
            literals.dedup();
            let literal = literals.join(", ");
            let known = draft.prelude.find(&text);
            let set = match known {
                Some(set) => set,
                None => {
                    let name = format!("{}.of.some", draft.frame.slots[slot.index()].name);
                    let set = self.project(removed, *slot, sort, &literal, &name, draft);
                    draft.prelude.made.push((text, set));
                    set
                }
            };
            let mut at = 0;
            conjuncts.retain(|_| {
                at += 1;
                !chosen.contains(&(at - 1))
            });
            conjuncts.push(Conjunct { kind: ConjunctKind::Member(*slot, set), literal });
            return;
        }
    }

    /// Whether the conjuncts can be evaluated if only the host values are bound, and whether they bind `slot`.
    pub(crate) fn bind_themselves(&mut self, conjuncts: &[Conjunct], slot: Slot, frame: &Frame) -> bool {
        let bound = self.reached(conjuncts, frame.read_slots().collect());
        let uses = uses(conjuncts);
        // A slot that occurs only in one negation is local to it.
        let is_own = |slot: &Slot| bound.contains(slot) || uses[slot] == 1;
        bound.contains(&slot)
            && conjuncts.iter().all(|conjunct| match &conjunct.kind {
                ConjunctKind::Not(_) => conjunct.slots().iter().all(is_own) && self.can_ask(conjunct, &bound),
                _ => conjunct.slots().is_subset(&bound),
            })
    }

    /// The slots that are bound after evaluating every conjunct that can be evaluated, if the slots in `bound` are
    /// bound first.
    fn reached(&mut self, conjuncts: &[Conjunct], mut bound: Slots) -> Slots {
        loop {
            let before = bound.len();
            for conjunct in conjuncts {
                let binds = !matches!(conjunct.kind, ConjunctKind::Not(_) | ConjunctKind::Call { .. });
                if binds && self.can_ask(conjunct, &bound) {
                    bound.extend(conjunct.slots());
                }
            }
            if bound.len() == before {
                return bound;
            }
        }
    }

    /// Whether a conjunct can be evaluated with these slots bound.
    fn can_ask(&mut self, conjunct: &Conjunct, bound: &Slots) -> bool {
        let known = |operand: &Operand| operand.is_bound(bound);
        match &conjunct.kind {
            ConjunctKind::Atom { predicate, arguments } => match &self.program.predicate(*predicate).kind {
                PredicateKind::Extern(external) => external
                    .modes
                    .iter()
                    .any(|mode| (0..arguments.len()).all(|at| !mode.needs(at) || known(&arguments[at]))),
                _ => true,
            },
            ConjunctKind::Equal(left, right) => known(left) || known(right),
            ConjunctKind::Comparison { predicate, arguments } => {
                let unbound = arguments.iter().filter(|operand| !known(operand)).count();
                let comparison = self.program.comparison(*predicate);
                unbound == 0 || unbound == 1 && comparison.is_solved_for_one(arguments.len())
            }
            ConjunctKind::Call { callee, arguments } => {
                let known: Vec<bool> = arguments.iter().map(known).collect();
                self.callee_answers(*callee, &known)
            }
            ConjunctKind::Not(inner) => {
                let inside = self.reached(inner, bound.clone());
                inner.iter().all(|conjunct| self.can_ask(conjunct, &inside))
            }
            ConjunctKind::Within(slot, _) => bound.contains(slot),
            ConjunctKind::Member(..) | ConjunctKind::Fail => true,
        }
    }

    /// Adds a step that collects the values of a slot for which some conjuncts hold, and returns the set. `name` is
    /// the beginning of the set's name.
    #[allow(clippy::too_many_arguments, reason = "a step of one pass over a conjunction")]
    pub(crate) fn project(
        &mut self,
        conjuncts: Vec<Conjunct>,
        slot: Slot,
        sort: SortId,
        literal: &str,
        name: &str,
        draft: &mut Draft,
    ) -> SetSlot {
        let wanted = Slots::from([slot]);
        let members = self
            .answers(&conjuncts, &Slots::new(), draft)
            .min(self.slot_size(&draft.frame, slot) * MAX_NEGATED_FRACTION);
        let context = Context { live: wanted.clone(), known: KnownLiterals::default(), repeated: false };
        let bound = draft.frame.read_slots().collect();
        let made = draft.prelude.steps.len();
        let mut block = self.conjunction(conjuncts, bound, draft, &context, Some(&wanted));
        // The conjuncts whose values are collected need not hold, so the sets that they use may be empty.
        if !faults::has(Fault::DeniedSetsMustHaveMembers) {
            draft.prelude.steps[made..].iter_mut().for_each(Step::allow_empty);
        }
        let add = match block.steps.last() {
            Some(Step { action: Action::EachIn { slot: last, from }, .. }) if *last == slot => {
                let from = from.clone();
                block.steps.pop();
                block = finish(block.steps);
                from
            }
            // Conjuncts that never hold add no values.
            _ if block.never_holds() => {
                Intersection { sort, of: vec![Source::All(sort)], without: Vec::new() }
            }
            _ => Intersection { sort, of: vec![Source::Only(Operand::Slot(slot))], without: Vec::new() },
        };
        let set = draft.frame.add_set(name, sort, members);
        let estimate = Estimate { answers: 1.0, cost: block.estimate.cost };
        let action = Action::Collect { set, block, add, at_least: 0, seen: None };
        draft.prelude.steps.push(Step { action, literal: literal.to_owned(), estimate });
        set
    }
}

/// The conjuncts that mention only `slot` and slots that are connected to the rest only through `slot`. Empty if these
/// conjuncts mention no other slot than `slot`, or if no other conjunct uses `slot`.
fn projection(conjuncts: &[Conjunct], slot: Slot, own: &[Slot]) -> SortedSet<usize> {
    let inside: Vec<Slots> = conjuncts.iter().map(Conjunct::slots).collect();
    let own: Slots = own.iter().copied().collect();
    let is_own = |other: &Slot| own.contains(other);
    // Slots other than `slot` that are connected to outer slots.
    let mut users: HashMap<Slot, Vec<usize>> = HashMap::new();
    for (at, slots) in inside.iter().enumerate() {
        slots.iter().for_each(|other| users.entry(*other).or_default().push(at));
    }
    let mut outer: Slots = Slots::new();
    let mut waiting: Vec<usize> =
        (0..conjuncts.len()).filter(|at| inside[*at].iter().any(|other| !is_own(other))).collect();
    if faults::has(Fault::ProjectionsReachOutside) {
        waiting.clear();
    }
    while let Some(at) = waiting.pop() {
        for other in inside[at].iter().filter(|other| is_own(other) && **other != slot) {
            if outer.insert(*other) {
                waiting.extend(&users[other]);
            }
        }
    }
    let chosen: SortedSet<usize> = (0..conjuncts.len())
        .filter(|at| {
            !inside[*at].is_empty() && inside[*at].iter().all(|other| is_own(other) && !outer.contains(other))
        })
        .collect();
    let connected = |at: &usize| inside[*at].contains(&slot);
    let more = chosen.iter().any(|at| inside[*at].iter().any(|other| *other != slot));
    let used_outside = (0..conjuncts.len()).any(|at| !chosen.contains(&at) && inside[at].contains(&slot));
    if more && used_outside && chosen.iter().any(connected) { chosen } else { SortedSet::new() }
}
