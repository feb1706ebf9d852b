//! Where a rule or a clause keeps what it binds while it runs.

use crate::plan::{Access, Action, Block, RoutineId, SetInfo};
use crate::program::{LARGEST_SET, PredicateId, Program};

/// The words of the largest set.
pub(super) const MOST_WORDS: usize = LARGEST_SET as usize / 64;

/// A dear question whose answers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Predicate(PredicateId),
    Routine(RoutineId),
}

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
        let mut layout = Layout { slots, ..Layout::default() };
        for set in sets {
            let words =
                program.sort(set.sort).set_words().expect("the planner makes sets of small sorts only");
            layout.sets.push((layout.words, words));
            layout.words += words;
        }
        layout.remember(body);
        layout
    }

    fn remember(&mut self, block: &Block) {
        for step in &block.steps {
            let question = match &step.action {
                Action::Test { access: Access::Extern(id, _), memo: true, .. } => Question::Predicate(*id),
                Action::Call { routine, memo: true, .. } => Question::Routine(*routine),
                Action::Exists { block, .. } | Action::Collect { block, .. } => {
                    self.remember(block);
                    continue;
                }
                _ => continue,
            };
            if !self.questions.contains(&question) {
                self.questions.push(question);
            }
        }
    }
}
