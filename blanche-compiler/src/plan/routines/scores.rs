//! Plans the sums of scores. All scores of a player share one frame, so that a set needed by several scores is computed
//! once. Only the number of solutions of each score matters. If the scores have more slots in total than can be
//! numbered, the remaining scores are counted by their own plans.

use blanche_sorted::Arrange;

use crate::plan::budget::Subject;
use crate::plan::faults::{self, Fault};
use crate::plan::finish::order;
use crate::plan::model::{
    Action, Block, Count, Counted, Draft, Frame, Ordered, SetSlot, Step, SumPlan, finish, sets_read,
};
use crate::plan::params::MAX_SHARED_SCORE_SLOTS;
use crate::plan::planner::Planner;
use crate::program::{RuleId, RuleKind};
use crate::runtime::{ResultOrder, Value};

impl Planner<'_> {
    /// Plans the sum of the scores of a player.
    pub(crate) fn sum(&mut self, player: Value, scores: &[RuleId]) -> SumPlan {
        let mut draft = Draft::entered_once();
        let mut shared = Vec::new();
        // The most expensive scores come first: they profit most from sets, which the later scores then share.
        let expected = |planner: &Self, id: RuleId| planner.plan.rules[id.index()].body.estimate.cost;
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.arrange_by(|a, b| expected(self, scores[*b]).total_cmp(&expected(self, scores[*a])));
        let mut counts: Vec<Count> =
            scores.iter().map(|score| Count { score: *score, counted: Counted::Separately }).collect();
        for at in order {
            self.budget.set_subject(Some(Subject::Rule(scores[at])));
            // All scores share the slots of one frame. A score that no longer fits is counted by its own plan.
            let own = self.plan.rules[scores[at].index()].frame.len();
            if draft.frame.slots.len() + own > MAX_SHARED_SCORE_SLOTS {
                continue;
            }
            // Sets are kept for other scores, but the additions of a score that cannot be counted here are undone.
            let before = draft.mark();
            match self.counted(scores[at], &mut draft) {
                Some((sets, block)) => {
                    shared.extend(sets);
                    counts[at].counted = Counted::InSum(block);
                }
                None => drop(draft.take_back(&before)),
            }
            draft.frame.unfolded = 0;
        }
        let Frame { slots, sets, .. } = draft.frame;
        SumPlan { player, frame: slots, sets: Frame::set_infos(sets), shared: finish(shared), counts }
    }

    /// The shared steps that compute sets for all scores, and the steps that count one score. `None` if the score
    /// must be counted by its own plan.
    fn counted(&mut self, id: RuleId, draft: &mut Draft) -> Option<(Vec<Step>, Block)> {
        let score = self.program.rule(id);
        let is_same = matches!(score.kind, RuleKind::Score(weights) if weights.numbers().is_some());
        if !is_same {
            return None;
        }
        let known = draft.prelude.made.len();
        let (ordered, answer) = self.premise(score, &[], draft);
        if !draft.frame.host_values.is_empty() {
            return None;
        }
        // Anti-join sets, and the sets from which they are computed, are computed once for all scores. Each other set
        // is computed for its own score.
        let mut wanted: Vec<SetSlot> = draft.prelude.made[known..].iter().map(|(_, set)| *set).collect();
        let (mut shared, mut prelude) = (Vec::new(), Vec::new());
        for mut step in ordered.prelude.into_iter().rev() {
            match &step.action {
                Action::Collect { set, .. } if wanted.contains(set) => {
                    if !faults::has(Fault::SharedSetsWithoutSources) {
                        wanted.extend(sets_read(&step.action));
                    }
                    // Other scores may hold even if the set is empty.
                    step.allow_empty();
                    shared.push(step);
                }
                _ => prelude.push(step),
            }
        }
        shared.reverse();
        prelude.reverse();
        let body = self.hoist(Ordered { prelude, ..ordered }, &mut draft.frame);
        let body = self.each_once(body, &answer, &mut draft.frame);
        (order(&body.steps, &answer, &[]) != ResultOrder::Bag).then_some((shared, body))
    }
}
