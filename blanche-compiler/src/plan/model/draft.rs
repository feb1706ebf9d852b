//! What ordering works on: a frame, and the steps that it puts in front of the body. What is added on trial is taken back
//! without a copy of the rest.

use super::frame::{AddedSlots, Frame, FrameMark};
use super::free_slots::sets_read;
use super::semi_join_sets::Reduction;
use super::steps::{Action, Block, SetSlot, Step};

/// A body in its order, and the sets that it needs in front of it: what ordering hands to hoisting.
pub(crate) struct Ordered {
    /// The steps of the body. Each can be executed where it stands once the prelude has been.
    pub(crate) body: Block,
    /// The steps that make sets before anything else, each after those whose sets it uses.
    pub(crate) prelude: Vec<Step>,
    /// Which of these sets follow for a variable from others, and what is known of it because of them.
    pub(crate) reductions: Vec<Reduction>,
}

impl Ordered {
    /// All its steps, in the order in which they are executed where nothing is hoisted.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.prelude.iter().chain(&self.body.steps)
    }
}

/// The frame of a rule or clause, and what is made in front of its body, while it is ordered.
#[derive(Clone, Default)]
pub(crate) struct Draft {
    pub(crate) frame: Frame,
    pub(crate) prelude: Prelude,
}

/// Steps in front of a body, and what they stand for.
#[derive(Clone, Default)]
pub(crate) struct Prelude {
    /// Sets may be made here: the body is entered once for a question.
    pub(crate) allowed: bool,
    /// The steps that make them.
    pub(crate) steps: Vec<Step>,
    /// What the sets stand for, in a spelling that does not depend on slots, so that none is made twice.
    pub(crate) made: Vec<(String, SetSlot)>,
    /// How often one was looked for.
    pub(crate) lookups: usize,
    /// Sets that follow for a variable from what hangs together with it.
    pub(crate) reductions: Vec<Reduction>,
}

/// How much there is in a draft.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    frame: FrameMark,
    steps: usize,
    pub(crate) made: usize,
    reductions: usize,
}

/// What was added to a draft behind a mark.
pub(crate) struct Added {
    frame: AddedSlots,
    steps: Vec<Step>,
    made: Vec<(String, SetSlot)>,
    reductions: Vec<Reduction>,
}

impl Draft {
    /// The draft of what is entered once for a question.
    pub(crate) fn entered_once() -> Draft {
        Draft { prelude: Prelude { allowed: true, ..Prelude::default() }, ..Draft::default() }
    }

    /// How much there is now. What is tried only adds.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            frame: self.frame.mark(),
            steps: self.prelude.steps.len(),
            made: self.prelude.made.len(),
            reductions: self.prelude.reductions.len(),
        }
    }

    /// Takes out what was added since, so that the draft is again what it was.
    pub(crate) fn take_back(&mut self, mark: &Mark) -> Added {
        Added {
            frame: self.frame.take_back(&mark.frame),
            steps: self.prelude.steps.split_off(mark.steps),
            made: self.prelude.made.split_off(mark.made),
            reductions: self.prelude.reductions.split_off(mark.reductions),
        }
    }

    /// Puts what was taken back in again. The draft must be what it was when that was added.
    pub(crate) fn put_back(&mut self, added: Added) {
        self.frame.put_back(added.frame);
        self.prelude.steps.extend(added.steps);
        self.prelude.made.extend(added.made);
        self.prelude.reductions.extend(added.reductions);
    }

    /// The ordered body with its prelude, without the sets that no step of it goes through after all. What the sets
    /// stand for stays known in the draft, for a body that is planned in the same frame.
    pub(crate) fn ordered(&mut self, body: Block) -> Ordered {
        let reductions = std::mem::take(&mut self.prelude.reductions);
        let mut prelude = std::mem::take(&mut self.prelude.steps);
        let steps = body.steps.iter().chain(&prelude);
        let used: Vec<SetSlot> = steps.flat_map(|step| sets_read(&step.action)).collect();
        prelude.retain(|step| match &step.action {
            Action::Collect { set, .. } => {
                used.contains(set) || !reductions.iter().any(|reduction| reduction.set == *set)
            }
            _ => true,
        });
        Ordered { body, prelude, reductions }
    }
}

impl Prelude {
    /// The set that was made for this already.
    pub(crate) fn find(&mut self, text: &str) -> Option<SetSlot> {
        self.lookups += 1;
        self.made.iter().find(|(known, _)| known == text).map(|(_, set)| *set)
    }
}

impl Added {
    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.frame.is_empty() && self.steps.is_empty() && self.made.is_empty() && self.reductions.is_empty()
    }
}
