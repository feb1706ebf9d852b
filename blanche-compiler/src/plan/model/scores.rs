//! The plan for the sum of the scores of a player.

use super::combinators::finish;
use super::steps::{Block, SetInfo, SlotInfo};
use crate::program::RuleId;
use crate::runtime::Value;

/// The plan that adds up the scores of one player.
#[derive(Clone, Debug)]
pub struct SumPlan {
    /// The player whose scores these are.
    pub player: Value,
    /// The slots shared by all scores.
    pub frame: Vec<SlotInfo>,
    /// The sets shared by all scores.
    pub sets: Vec<SetInfo>,
    /// Computes the shared sets, before any score is counted.
    pub shared: Block,
    /// The scores in source order.
    pub counts: Vec<Count>,
}

/// How the solutions of one score are counted.
#[derive(Clone, Debug)]
pub struct Count {
    /// The score whose solutions are counted.
    pub score: RuleId,
    /// How the solutions are counted.
    pub counted: Counted,
}

/// How the solutions of a score are counted: as part of the sum, or separately.
#[derive(Clone, Debug)]
pub enum Counted {
    /// Counted within the sum: each way in which the steps succeed is a distinct solution.
    InSum(Block),
    /// Counted by the score's own plan, for one of three reasons. The solutions may repeat and must be compared, each
    /// solution has its own worth, or the score names a value that only the host can parse.
    Separately,
}

impl SumPlan {
    /// The block of shared sets and the blocks of all scores counted within the sum.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let counts = self.counts.iter().filter_map(|count| match &count.counted {
            Counted::InSum(block) => Some(block),
            Counted::Separately => None,
        });
        std::iter::once(&self.shared).chain(counts)
    }

    /// The mutable version of [`blocks`](Self::blocks).
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let counts = self.counts.iter_mut().filter_map(|count| match &mut count.counted {
            Counted::InSum(block) => Some(block),
            Counted::Separately => None,
        });
        std::iter::once(&mut self.shared).chain(counts)
    }

    /// The steps of all blocks, joined into one block. It is used to find what is memoised or accessed in any of them.
    pub fn all(&self) -> Block {
        finish(self.blocks().flat_map(|block| block.steps.iter().cloned()).collect())
    }
}
