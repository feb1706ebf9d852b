//! Orders the conjuncts of a body and chooses an access path for each.
//!
//! Conjuncts that can only fail or bind a single value run as early as possible. Then variables are enumerated one
//! by one, in the order that `join_order` estimates to be cheapest. The values of a variable are the intersection
//! of the sets from all literals whose other variables are bound (`set_sources`). Conjuncts that share no unbound
//! variable with the answer become separate existence tests. Expensive conjuncts wait until everything is bound,
//! and queries that evaluate rules come last.

mod access_paths;
mod agenda;
mod calls;
mod candidate_steps;
mod candidates;
mod canonical;
mod components;
mod join_graph;
mod join_order;
mod negations;
mod order_state;
mod projections;
mod semi_joins;
mod set_sources;

use self::agenda::{Agenda, Entry};
use self::candidates::{AccessPath, Candidate, Class, single_value, table_test};
pub(crate) use self::canonical::canonical;
use self::components::{Component, components};
use self::order_state::Order;
use self::set_sources::{Next, Restriction};
use crate::parallel::with_stack;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Block, Conjunct, ConjunctKind, Context, Draft, Estimate, Intersection, Operand, Slot, Slots,
    Source, Step, finish, holds_once, likely,
};
use crate::plan::params::TEST_SELECTIVITY;
use crate::plan::planner::Planner;
use crate::program::SortId;

impl Planner<'_> {
    /// Orders a conjunction. `wanted` are the slots that make up its answers; if `None`, one answer is enough.
    pub(crate) fn conjunction(
        &mut self,
        conjuncts: Vec<Conjunct>,
        bound: Slots,
        draft: &mut Draft,
        context: &Context,
        wanted: Option<&Slots>,
    ) -> Block {
        // Planning a routine may plan further routines, in a recursion as deep as the program is long.
        with_stack(|| self.ordered(conjuncts, bound, draft, context, wanted))
    }

    fn ordered(
        &mut self,
        mut conjuncts: Vec<Conjunct>,
        bound: Slots,
        draft: &mut Draft,
        context: &Context,
        wanted: Option<&Slots>,
    ) -> Block {
        self.budget.take(conjuncts.len());
        if self.budget.is_spent() {
            let estimate = Estimate { answers: 0.0, cost: 1.0 };
            return finish(vec![Step { action: Action::Fail, literal: String::new(), estimate }]);
        }
        self.simplify(&mut conjuncts, &bound, &draft.frame, context);
        // If one conjunct never holds, the other conjuncts need not be evaluated (and some of them cannot be
        // evaluated).
        if let Some(fail) = conjuncts.iter().position(|conjunct| conjunct.kind == ConjunctKind::Fail) {
            conjuncts = vec![conjuncts.swap_remove(fail)];
        }
        let context = Context { known: context.known.and(&conjuncts), ..context.clone() };
        if wanted.is_none() && context.repeated && draft.prelude.allowed {
            self.hoist_projections(&mut conjuncts, &bound, draft, &context);
        }
        let projections = draft.prelude.made.len();
        let mut order = Order {
            program: self.program,
            agenda: Agenda::new(conjuncts, &bound, &context.live),
            bound,
            draft,
            context,
            wanted: wanted.cloned().unwrap_or_default(),
            steps: Vec::new(),
            several: false,
            projections,
            next: None,
        };
        self.order(&mut order, wanted.is_some());
        finish(order.steps)
    }

    fn order(&mut self, order: &mut Order<'_>, gives: bool) {
        let mut reduced = !order.draft.prelude.allowed || order.context.repeated;
        while !self.budget.is_spent() {
            // Step 1. Evaluate cheap conjuncts that have at most one answer.
            self.place_cheap_conjuncts(order);
            order.drop_implied();
            if order.agenda.open().is_empty() {
                break;
            }
            // Step 2. Test components that are unrelated to the answer, each separately.
            if self.split_components(order, gives) {
                continue;
            }
            // Step 3. Compute semi-join reductions, once.
            if gives && !reduced {
                self.semi_joins(order);
                reduced = true;
            }
            // Step 4. Enumerate the next variable, or the answers of a conjunct.
            self.enumerate(order, gives);
        }
        // Step 5. Evaluate the delayed conjuncts.
        self.place_delayed(order);
    }

    /// Adds steps for all conjuncts that are cheap and have at most one answer.
    fn place_cheap_conjuncts(&mut self, order: &mut Order<'_>) {
        while let Some(at) = self.best(order, Class::Question) {
            let candidate = order.agenda.candidate(at).expect("the best part can be asked");
            let (class, rank) = (candidate.class, candidate.rank());
            if class == Class::Question && self.ends_sooner(order, rank.0) {
                return;
            }
            self.take(order, at);
        }
    }

    /// Whether enumerating the next variable is expected to fail more cheaply than a test of rank `question`. The test
    /// then comes after the variable, where it runs less often.
    fn ends_sooner(&mut self, order: &mut Order<'_>, question: f64) -> bool {
        if order.agenda.open().is_empty() {
            return false;
        }
        let found_out_of =
            (order.agenda.version, self.plan.routines.len(), order.draft.prelude.reductions.len());
        let known = order.next.take().filter(|(of, _)| *of == found_out_of);
        let expected = known.map_or_else(|| self.expected_next(order), |(_, expected)| expected);
        // If planning created new routines, the estimate may be outdated already.
        if found_out_of.1 == self.plan.routines.len() {
            order.next = Some((found_out_of, expected));
        }
        expected.is_some_and(|Estimate { answers, cost }| {
            answers < 1.0 && cost / (1.0 - likely(answers)) < question
        })
    }

    /// The expected number of values of the next variable, and the cost of finding out whether it has values.
    fn expected_next(&mut self, order: &mut Order<'_>) -> Option<Estimate> {
        let Next::Variable(slot) = self.next_variable(order) else { return None };
        let found = self.sources(slot, order);
        let Estimate { answers, .. } = self.expected_members(slot, &found, order);
        Some(Estimate { answers, cost: self.intersection_cost(slot, found.len(), &order.draft.frame) })
    }

    /// Adds the steps that must wait until everything is bound. Steps that evaluate rules come last.
    fn place_delayed(&mut self, order: &mut Order<'_>) {
        while !order.agenda.is_empty() && !self.budget.is_spent() {
            let best = self.best(order, Class::Asks);
            self.take(order, best.expect("the modes check has found an order"));
        }
    }

    /// The best conjunct to evaluate now, among the conjuncts whose candidate has a class of at most `up_to`.
    pub(crate) fn best(&mut self, order: &mut Order<'_>, up_to: Class) -> Option<usize> {
        if order.projections != order.draft.prelude.made.len() {
            // A newly computed set may be useful to another negation.
            order.projections = order.draft.prelude.made.len();
            order.agenda.reconsider_negations();
        }
        for at in order.agenda.stale() {
            self.update_candidate(order, at);
        }
        order.agenda.best(up_to)
    }

    /// Recomputes the best candidate for a conjunct.
    pub(crate) fn update_candidate(&mut self, order: &mut Order<'_>, at: usize) {
        let mut entry = order.agenda.take_entry(at);
        self.budget.take(1 + entry.slots.len());
        entry.candidate = self.candidate(&mut entry, order);
        order.agenda.put_entry(at, entry);
    }

    fn take(&mut self, order: &mut Order<'_>, at: usize) {
        let entry = order.remove(at);
        self.steps(entry, order);
    }

    /// Adds separate existence tests for components that share no unbound slot with the wanted slots. If one answer is
    /// enough, all components but the last are tested. Returns whether any tests were added.
    fn split_components(&mut self, order: &mut Order<'_>, gives: bool) -> bool {
        if !std::mem::replace(&mut order.agenda.may_be_split, false) {
            return false;
        }
        self.budget.take(order.agenda.open().values().map(|slots| 1 + slots.len()).sum());
        let groups = components(order.agenda.open(), &order.wanted);
        let is_wanted = |group: &Component| gives && group.is_wanted;
        // If one answer is enough, the last component needs no separate test.
        let apart = groups.iter().filter(|group| !is_wanted(group)).count() - usize::from(!gives);
        let mark = order.draft.mark();
        let chosen: Vec<Component> =
            groups.into_iter().filter(|group| !is_wanted(group)).take(apart).collect();
        for (at, group) in chosen.iter().enumerate() {
            self.test_component(order, group);
            if order.draft.mark() != mark || order.agenda.best(Class::Question).is_some() {
                // The remaining components may now be cheaper to test.
                order.agenda.may_be_split = at + 1 < chosen.len();
                break;
            }
        }
        !chosen.is_empty()
    }

    fn test_component(&mut self, order: &mut Order<'_>, group: &Component) {
        let conjuncts: Vec<Conjunct> = group.conjuncts.iter().map(|at| order.remove(*at).conjunct).collect();
        let mut literals: Vec<&str> = conjuncts.iter().map(|conjunct| conjunct.literal.as_str()).collect();
        literals.dedup();
        let literal = literals.join(", ");
        let slots = conjuncts.iter().flat_map(Conjunct::slots).collect();
        let (bound, context) = order.inside(&slots);
        let block = self.conjunction(conjuncts, bound, order.draft, &context, None);
        let estimate = Estimate { answers: likely(block.estimate.answers), cost: block.estimate.cost };
        order.push(Step { action: holds_once(block), literal, estimate });
    }

    /// Enumerates the values of the next variable, or the answers of a conjunct that has several.
    fn enumerate(&mut self, order: &mut Order<'_>, gives: bool) {
        match self.next_variable(order) {
            Next::Variable(slot) => self.enumerate_values(slot, order, gives),
            Next::Conjunct(conjunct) => {
                self.update_candidate(order, conjunct);
                self.take(order, conjunct);
            }
            Next::Nothing => {}
        }
    }

    /// Enumerates the values of a variable.
    fn enumerate_values(&mut self, slot: Slot, order: &mut Order<'_>, gives: bool) {
        let found = self.sources(slot, order);
        let estimate = self.expected_members(slot, &found, order);
        let asked = order.covered_by_reductions(&found);
        let conjuncts: Vec<usize> = found.iter().map(|source| source.conjunct).collect();
        let found: Vec<Restriction> =
            found.into_iter().filter(|found| !asked.contains(&found.conjunct)).collect();
        let place_sorts: Vec<SortId> = found.iter().filter_map(|source| source.place).collect();
        let mut literals: Vec<String> =
            conjuncts.iter().map(|conjunct| order.agenda.conjunct(*conjunct).literal.clone()).collect();
        literals.dedup();
        let literal = literals.join(", ");
        let own = order.draft.frame.slots[slot.index()].sort;
        let (mut of, mut without): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|source| source.place.is_some());
        if faults::has(Fault::ExceptionsForgotten) {
            without.clear();
        }
        if of.iter().any(|found| !matches!(found.source, Source::All(_))) {
            of.retain(|found| !matches!(found.source, Source::All(all) if self.program.is_part(own, all)));
        }
        let sources = |found: Vec<Restriction>| -> Vec<Source> {
            let mut sources: Vec<Source> = found.into_iter().map(|found| found.source).collect();
            sources.dedup();
            sources
        };
        let sort = self.program.sort(own).root;
        let from = Intersection { sort, of: sources(of), without: sources(without) };
        for conjunct in conjuncts {
            order.remove(conjunct);
        }
        order.bind(slot);
        let narrow = !place_sorts.iter().any(|place| self.program.is_part(*place, own));
        let last = !gives && order.agenda.is_empty() && !narrow;
        let action = if last {
            Action::Has { set: from, at_least: 1, holds: true }
        } else {
            Action::EachIn { slot, from }
        };
        order.push(Step { action, literal: literal.clone(), estimate });
        if narrow {
            let estimate = Estimate { answers: TEST_SELECTIVITY, cost: 1.0 };
            order.push(Step { action: Action::Within { slot, sort: own }, literal, estimate });
        }
    }

    /// The best candidate for a conjunct at this point, if it can be evaluated.
    fn candidate(&mut self, entry: &mut Entry, order: &mut Order<'_>) -> Option<Candidate> {
        if matches!(entry.conjunct.kind, ConjunctKind::Not(_)) {
            return self.negation(entry, order);
        }
        let (program, bound, frame) = (self.program, &order.bound, &order.draft.frame);
        // A value is live if its slot is used elsewhere, or if the argument's sort is wider than the slot's.
        let is_live = |slot: &Slot, place: SortId| {
            order.context.live.contains(slot)
                || order.wanted.contains(slot)
                || order.agenda.uses(*slot) > 1
                || !program.is_part(place, frame.slots[slot.index()].sort)
        };
        match &entry.conjunct.kind {
            ConjunctKind::Fail => Some(table_test(AccessPath::Fail)),
            ConjunctKind::Within(slot, sort) => {
                bound.contains(slot).then(|| table_test(AccessPath::Within(*slot, *sort)))
            }
            ConjunctKind::Member(slot, set) => bound.contains(slot).then(|| {
                let of = vec![Source::Set(*set), Source::Only(Operand::Slot(*slot))];
                let sort = frame.sets[set.index()].info.sort;
                table_test(AccessPath::Member { set: Intersection { sort, of, without: Vec::new() } })
            }),
            ConjunctKind::Equal(left, right) => equality(*left, *right, bound),
            ConjunctKind::Comparison { predicate, arguments } => {
                self.comparison_candidate(*predicate, arguments, bound, &is_live)
            }
            ConjunctKind::Atom { predicate, arguments } => {
                let accesses = self.accesses(*predicate, arguments, bound, &is_live).into_iter();
                accesses.min_by(|a, b| {
                    a.class.cmp(&b.class).then(a.estimate.answers.total_cmp(&b.estimate.answers))
                })
            }
            ConjunctKind::Call { callee, arguments } => self.call(*callee, arguments, bound, &is_live),
            ConjunctKind::Not(_) => unreachable!("a negation was seen to above"),
        }
    }
}

/// The candidate for an equality: a comparison if both operands are bound, an assignment if only one operand is bound.
fn equality(left: Operand, right: Operand, bound: &Slots) -> Option<Candidate> {
    match (left.is_bound(bound), right.is_bound(bound), left, right) {
        (true, true, ..) => Some(table_test(AccessPath::Compare(left, right))),
        (true, false, _, Operand::Slot(slot)) => Some(single_value(AccessPath::Assign(slot, left))),
        (false, true, Operand::Slot(slot), _) => Some(single_value(AccessPath::Assign(slot, right))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::tests::check;

    #[test]
    fn conjuncts_become_steps_as_in_the_table() {
        check("order/cases.txt", |case| case.ordered());
    }
}
