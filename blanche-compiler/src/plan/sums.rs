//! The plans of what scores add up to: all scores of a player in one frame, so that a set that several of them need
//! is made once. No solution of a score is of interest here, only how many there are.

use super::arrival::arrival;
use super::blocks::finish;
use super::frame::Frame;
use super::{Action, Block, HostValue, Meet, Operand, Planner, SetInfo, Slot, SlotInfo, Source, Step};
use crate::program::{RuleId, SortId};
use crate::runtime::{Arrival, Value};

/// How the scores of one player are added up.
#[derive(Clone, Debug)]
pub struct SumPlan {
    /// The player.
    pub player: Value,
    /// The slots of all of them.
    pub frame: Vec<SlotInfo>,
    /// Their sets.
    pub sets: Vec<SetInfo>,
    /// The sets that are made in front of all scores.
    pub shared: Block,
    /// Every score in the order of the text.
    pub counts: Vec<Count>,
}

/// How the solutions of a score are counted.
#[derive(Clone, Debug)]
pub struct Count {
    /// The score.
    pub score: RuleId,
    /// How it is done.
    pub counted: Counted,
}

/// The two ways to count.
#[derive(Clone, Debug)]
pub enum Counted {
    /// Each way in which the steps succeed is another solution.
    Here(Block),
    /// By the score's own plan: its solutions may come again and have to be compared, or it speaks of a value that
    /// only the host can read.
    Apart,
}

impl SumPlan {
    /// The blocks in it.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let counts = self.counts.iter().filter_map(|count| match &count.counted {
            Counted::Here(block) => Some(block),
            Counted::Apart => None,
        });
        std::iter::once(&self.shared).chain(counts)
    }

    /// The same, to be changed.
    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let counts = self.counts.iter_mut().filter_map(|count| match &mut count.counted {
            Counted::Here(block) => Some(block),
            Counted::Apart => None,
        });
        std::iter::once(&mut self.shared).chain(counts)
    }

    /// All steps, one behind the other: what is remembered and what is asked in any of them.
    pub fn all(&self) -> Block {
        finish(self.blocks().flat_map(|block| block.steps.iter().cloned()).collect())
    }
}

impl Planner<'_> {
    /// The plan of the scores of a player.
    pub(super) fn sum(&mut self, player: Value, scores: &[RuleId]) -> SumPlan {
        let mut frame = Frame::entered_once();
        let mut shared = Vec::new();
        // What is asked most pays for a set, and then it is there for the others.
        let expected = |planner: &Self, id: RuleId| planner.plan.rules[id.index()].body.estimate.cost;
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|a, b| expected(self, scores[*b]).total_cmp(&expected(self, scores[*a])));
        let mut counts: Vec<Count> =
            scores.iter().map(|score| Count { score: *score, counted: Counted::Apart }).collect();
        for at in order {
            // Another score may need the same set; but what this one alone leaves behind goes with it.
            let before = frame.clone();
            match self.counted(scores[at], &mut frame) {
                Some(block) => {
                    shared.append(&mut frame.hoisted);
                    counts[at].counted = Counted::Here(block);
                }
                None => frame = before,
            }
            frame.reductions.clear();
            frame.unfolded = 0;
        }
        let Frame { slots, sets, .. } = frame;
        SumPlan { player, frame: slots, sets, shared: finish(shared), counts }
    }

    /// The steps of a score, in a frame with those of others; `None` where its own plan has to count.
    fn counted(&mut self, id: RuleId, frame: &mut Frame) -> Option<Block> {
        let score = self.program.rule(id);
        let known = frame.projections.len();
        let (body, answer) = self.premise(score, &[], frame);
        if !frame.host_values.is_empty() {
            return None;
        }
        // Sets of what is denied are made once for all scores; all others stay where they are used.
        let projected: Vec<_> = frame.projections[known..].iter().map(|(_, set)| *set).collect();
        let (mine, others): (Vec<Step>, Vec<Step>) =
            std::mem::take(&mut frame.hoisted).into_iter().partition(|step| match &step.action {
                Action::Collect { set, .. } => projected.contains(set),
                _ => false,
            });
        frame.hoisted = others;
        let body = self.hoist(body, frame);
        frame.hoisted = mine;
        let body = self.each_once(body, &answer, frame);
        (arrival(&body.steps, &answer, &[]) != Arrival::Anyhow).then_some(body)
    }

    /// Steps that give each solution once, where that takes no more than a set: the values of the one variable are
    /// collected before they are counted.
    pub(super) fn each_once(&self, body: Block, answer: &[Slot], frame: &mut Frame) -> Block {
        let host_values: &[HostValue] = &frame.host_values;
        let [slot] = answer else { return body };
        let sort: SortId = self.program.sort(frame.slots[slot.index()].sort).root;
        let known = host_values.iter().any(|value| value.slot == *slot);
        let in_sets = self.program.sort(sort).set_words().is_some() && !known;
        if !in_sets || arrival(&body.steps, answer, host_values) != Arrival::Anyhow {
            return body;
        }
        let estimate = body.estimate;
        let set = frame.add_set(&format!("{}.all", frame.slots[slot.index()].name), sort, estimate.answers);
        let only = Meet { sort, of: vec![Source::Only(Operand::Slot(*slot))], without: Vec::new() };
        let all = Meet { sort, of: vec![Source::Kept(set)], without: Vec::new() };
        let step = |action, estimate| Step { action, literal: String::new(), estimate };
        let collect = Action::Collect { set, block: body, add: only, at_least: 0, seen: None };
        let made = super::Estimate { answers: 1.0, cost: estimate.cost };
        finish(vec![
            step(collect, made),
            step(
                Action::EachIn { slot: *slot, from: all },
                super::Estimate { answers: estimate.answers, cost: 1.0 },
            ),
        ])
    }
}
