//! Where a rule or a clause keeps what it binds while it runs.

use crate::plan::{Block, Question, SetInfo};
use crate::program::{LARGEST_SET, Program};

/// The words of the largest set.
pub(super) const MOST_WORDS: usize = LARGEST_SET as usize / 64;

/// The places of one frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// How many slots it has.
    pub(super) slots: usize,
    /// For each set its first word and their number.
    pub(super) sets: Vec<(usize, usize)>,
    /// How many words all sets have.
    pub(super) words: usize,
    /// What is remembered.
    pub(super) questions: Vec<Question>,
}

impl Layout {
    /// The layout of a frame with so many slots, these sets and this body.
    pub(super) fn new(program: &Program, slots: usize, sets: &[SetInfo], body: &Block) -> Layout {
        let mut layout = Layout { slots, questions: body.remembered(), ..Layout::default() };
        for set in sets {
            let words =
                program.sort(set.sort).set_words().expect("the planner makes sets of small sorts only");
            layout.sets.push((layout.words, words));
            layout.words += words;
        }
        layout
    }
}
