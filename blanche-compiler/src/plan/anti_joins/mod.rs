//! Anti-joins in scores. The values that a negation excludes are collected into a set, if that costs less than testing
//! the negation for every value of its variable. The remaining values can then be counted without iterating over them.
//! (Anti-joins in other bodies are made by the order pass, in `order::set_sources`.)
//!
//! The scores of one player are planned in one frame, and a set needed by several scores is computed once.

use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Callee, Conjunct, ConjunctKind, Context, Draft, Frame, KnownLiterals, Operand, SetSlot, Slot,
    Slots, uses,
};
use crate::plan::order::canonical;
use crate::plan::planner::Planner;
use crate::program::PredicateKind;

impl Planner<'_> {
    /// Replaces negations by sets. A negation qualifies if exactly one of its slots also occurs in other conjuncts
    /// or is needed outside.
    pub(crate) fn anti_joins(&mut self, conjuncts: &mut Vec<Conjunct>, live: &Slots, draft: &mut Draft) {
        let positive: Vec<Conjunct> = conjuncts
            .iter()
            .filter(|conjunct| !matches!(conjunct.kind, ConjunctKind::Not(_)))
            .cloned()
            .collect();
        let mut left = Vec::new();
        let uses = uses(conjuncts);
        for conjunct in conjuncts.iter() {
            self.budget.take(conjuncts.len());
            if self.budget.is_spent() {
                return;
            }
            let elsewhere = |slot: &Slot| live.contains(slot) || uses[slot] > 1;
            match self.anti_join(conjunct, &elsewhere, &positive, draft) {
                Some(sets) => left.extend(sets),
                None => left.push(conjunct.clone()),
            }
        }
        *conjuncts = left;
    }

    /// Tests of set membership that are equivalent to a negation. `None` if the negation does not qualify or is cheaper
    /// to test value by value.
    fn anti_join(
        &mut self,
        conjunct: &Conjunct,
        elsewhere: &dyn Fn(&Slot) -> bool,
        positive: &[Conjunct],
        draft: &mut Draft,
    ) -> Option<Vec<Conjunct>> {
        let ConjunctKind::Not(inner) = &conjunct.kind else { return None };
        let read: Slots = draft.frame.read_slots().collect();
        let mut shared = conjunct.slots().into_iter().filter(|slot| elsewhere(slot) && !read.contains(slot));
        let (slot, None) = (shared.next()?, shared.next()) else { return None };
        let sort = self.program.sort(draft.frame.slots[slot.index()].sort).root;
        self.program.sort(sort).set_words()?;
        // If the sets are not worth it, all additions are undone.
        let before = draft.mark();
        let tried = self.denied_sets(conjunct, inner, slot, positive, draft);
        let added = draft.take_back(&before);
        let (sets, cost, turns) = tried?;
        let asked = turns * self.cost_of_asking(inner, slot, draft);
        (cost < asked).then(|| {
            draft.put_back(added);
            sets
        })
    }

    /// The sets equivalent to a negation of `inner` on `slot`, the cost of computing them, and the expected number of
    /// tests that the sets replace.
    fn denied_sets(
        &mut self,
        conjunct: &Conjunct,
        inner: &[Conjunct],
        slot: Slot,
        positive: &[Conjunct],
        draft: &mut Draft,
    ) -> Option<(Vec<Conjunct>, f64, f64)> {
        let denied = self.clauses(inner, &conjunct.literal, draft);
        let turns = self.answers(positive, &Slots::new(), draft);
        let bound: Slots = draft.frame.read_slots().collect();
        let context = Context {
            live: bound.iter().copied().chain([slot]).collect(),
            known: KnownLiterals::default(),
            repeated: false,
        };
        let (mut sets, mut cost) = (Vec::new(), 0.0);
        for mut conjuncts in denied {
            self.simplify(&mut conjuncts, &bound, &draft.frame, &context);
            if conjuncts.iter().any(|conjunct| conjunct.kind == ConjunctKind::Fail) {
                continue;
            }
            let speaks = conjuncts.iter().any(|conjunct| conjunct.slots().contains(&slot));
            let asks = conjuncts.iter().any(|conjunct| self.asks_in(conjunct));
            if !speaks || asks || !self.bind_themselves(&conjuncts, slot, &draft.frame) {
                return None;
            }
            let is_set = matches!(conjuncts.as_slice(), [one]
                if matches!(one.kind, ConjunctKind::Atom { .. } | ConjunctKind::Equal(..)));
            let denied = if is_set {
                conjuncts
            } else {
                let name = self.anti_join_name(inner, slot, &draft.frame);
                let (set, made) = self.denied_set(conjuncts, slot, (&conjunct.literal, &name), draft);
                cost += made;
                vec![Conjunct { kind: ConjunctKind::Member(slot, set), literal: conjunct.literal.clone() }]
            };
            sets.push(Conjunct { kind: ConjunctKind::Not(denied), literal: conjunct.literal.clone() });
        }
        Some((sets, cost, turns))
    }

    /// The set of values of `slot` for which the conjuncts hold, and the cost of computing it (0 if the set exists
    /// already).
    fn denied_set(
        &mut self,
        mut conjuncts: Vec<Conjunct>,
        slot: Slot,
        (literal, name): (&str, &str),
        draft: &mut Draft,
    ) -> (SetSlot, f64) {
        let text = canonical(&conjuncts, slot, &draft.frame);
        if let Some((_, set)) = draft.prelude.made.iter().find(|(known, _)| *known == text) {
            return (*set, 0.0);
        }
        // The variable is bound a second time inside the set, so it needs a slot of its own.
        let of = draft.frame.slots[slot.index()].clone();
        let sort = self.program.sort(of.sort).root;
        let member = draft.frame.add(&of.name, of.sort);
        self.substitute(&mut conjuncts, slot, Operand::Slot(member), &draft.frame);
        let set = self.project(conjuncts, member, sort, literal, name, draft);
        draft.prelude.made.push((text, set));
        let cost = draft.prelude.steps.last().map_or(0.0, |step| match &step.action {
            Action::Collect { block, add, .. } => {
                block.estimate.cost + block.estimate.answers * self.keep_cost(add)
            }
            _ => step.estimate.cost,
        });
        (set, cost)
    }

    /// A name for the set: the negated predicate and its constants, such as `border.black`, or the variable's name
    /// with `.denied`.
    fn anti_join_name(&self, inner: &[Conjunct], slot: Slot, frame: &Frame) -> String {
        let [Conjunct { kind: ConjunctKind::Call { callee: Callee::Predicate(id), arguments }, .. }] = inner
        else {
            return format!("{}.denied", frame.slots[slot.index()].name);
        };
        let predicate = self.program.predicate(*id);
        let constants = arguments.iter().enumerate().filter_map(|(at, argument)| {
            let root = self.program.sort(predicate.sort(at)).root;
            Some(self.program.sort(root).text(argument.constant()?))
        });
        constants.fold(predicate.name.clone(), |name, constant| format!("{name}.{constant}"))
    }

    /// The negated conjuncts as a disjunction: for a negated call of a derivation, one conjunction for each clause
    /// that can hold.
    fn clauses(&mut self, inner: &[Conjunct], literal: &str, draft: &mut Draft) -> Vec<Vec<Conjunct>> {
        let [Conjunct { kind: ConjunctKind::Call { callee, arguments }, .. }] = inner else {
            return vec![inner.to_vec()];
        };
        let clauses = match callee {
            Callee::Predicate(id) => match &self.program.predicate(*id).kind {
                PredicateKind::Derived(clauses) if self.recursion.component(*id).is_none() => clauses.clone(),
                _ => return vec![inner.to_vec()],
            },
            Callee::Branches(_) | Callee::After(_) => return vec![inner.to_vec()],
        };
        let fitting: Vec<_> =
            self.fitting(&clauses, arguments).into_iter().map(|(_, clause)| clause.clone()).collect();
        let kept = if faults::has(Fault::OneClauseDenied) { 1 } else { fitting.len() };
        let unfolded = fitting.iter().take(kept).map(|clause| {
            let mut conjuncts = Vec::new();
            self.unfold(clause, arguments, literal.to_owned(), &mut draft.frame, &mut conjuncts);
            conjuncts
        });
        unfolded.collect()
    }

    /// The cost of testing once whether some conjuncts hold for a value of `slot`.
    fn cost_of_asking(&mut self, inner: &[Conjunct], slot: Slot, draft: &mut Draft) -> f64 {
        let bound: Slots = draft.frame.read_slots().chain([slot]).collect();
        let context = Context { live: bound.clone(), known: KnownLiterals::default(), repeated: false };
        let mark = draft.mark();
        let block = self.conjunction(inner.to_vec(), bound, draft, &context, None);
        draft.take_back(&mark);
        1.0 + block.estimate.cost
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn negations_of_scores_become_anti_joins_as_in_the_table() {
        check("anti_joins/cases.txt", |case| case.anti_joined());
    }
}
