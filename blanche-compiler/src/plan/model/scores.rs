//! The plan of what the scores of a player add up to.

use super::combinators::finish;
use super::steps::{Block, SetInfo, SlotInfo};
use crate::program::RuleId;
use crate::runtime::Value;

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
    /// By the score's own plan: its solutions may come again and have to be compared, each is worth something else, or it
    /// speaks of a value that only the host can read.
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
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
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
