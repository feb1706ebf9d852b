//! Plans negations. A negation can be tested once all slots that it shares with other conjuncts are bound.

use super::agenda::Entry;
use super::candidates::{AccessPath, Candidate, Class, Trial};
use super::order_state::Order;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{Block, ConjunctKind, Estimate, likely};
use crate::plan::params::{MAX_CHEAP_NEGATION_COST, MAX_EARLY_TEST_COST};
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// The candidate for a negation, or `None` while a slot that it shares with other conjuncts is unbound. The
    /// negation is planned on trial, and again only if the result would change.
    pub(crate) fn negation(&mut self, entry: &mut Entry, order: &mut Order<'_>) -> Option<Candidate> {
        let outer = order.outer(&entry.conjunct, &entry.slots);
        let is_early = faults::has(Fault::DeniedTooEarly) && !outer.is_disjoint(&order.bound);
        if !outer.is_subset(&order.bound) && !is_early {
            return None;
        }
        let known = entry.trial.take().filter(|trial| trial.holds(order));
        let trial = match known {
            Some(known) => known,
            None => self.trial(entry, order),
        };
        let block = &trial.block;
        // A negation that depends on no slot is tested only once.
        let alone = outer.is_empty() && !order.several;
        let class = match block.estimate.cost {
            _ if self.asks(block) => Class::Asks,
            cost if cost >= MAX_EARLY_TEST_COST && !alone => Class::Expensive,
            cost if cost <= MAX_CHEAP_NEGATION_COST => Class::Test,
            _ => Class::Question,
        };
        let answers = 1.0 - likely(block.estimate.answers);
        let estimate = Estimate { answers, cost: block.estimate.cost };
        entry.trial = Some(trial);
        Some(Candidate { class, estimate, path: AccessPath::Not })
    }

    /// Plans a negation on trial and leaves the draft unchanged.
    pub(crate) fn trial(&mut self, entry: &Entry, order: &mut Order<'_>) -> Trial {
        let (mark, looked_up) = (order.draft.mark(), order.draft.prelude.lookups);
        let block = self.negated(entry, order);
        let added = order.draft.take_back(&mark);
        let looked_up = order.draft.prelude.lookups != looked_up;
        Trial { block, added, mark, repeated: order.repeats(), looked_up }
    }

    pub(crate) fn negated(&mut self, entry: &Entry, order: &mut Order<'_>) -> Block {
        let ConjunctKind::Not(inner) = &entry.conjunct.kind else {
            unreachable!("only negations are negated")
        };
        let (bound, context) = order.inside(&entry.slots);
        self.conjunction(inner.clone(), bound, order.draft, &context, None)
    }

    /// The block of a negation at the point where it is tested. The trial plan is reused if nothing has changed
    /// since.
    pub(crate) fn denied(&mut self, entry: &mut Entry, order: &mut Order<'_>) -> Block {
        match entry.trial.take().filter(|trial| trial.is_ready(order)) {
            Some(trial) => {
                if !trial.added.is_empty() {
                    order.draft.put_back(trial.added);
                }
                trial.block
            }
            None => self.negated(entry, order),
        }
    }
}
