//! The working state of the order pass: a frame, and the steps to run before the body. Additions made on trial can
//! be undone without copying the rest.

use super::frame::{AddedSlots, Frame, FrameMark};
use super::free_slots::sets_read;
use super::semi_join_sets::Reduction;
use super::steps::{Action, Block, SetSlot, Step};

/// An ordered body with the sets that must be computed before it: the output of the order pass and the input of
/// hoisting.
pub(crate) struct Ordered {
    /// The steps of the body. Each can be executed at its position once the prelude has run.
    pub(crate) body: Block,
    /// The steps that compute sets before the body, each after the steps whose sets it uses.
    pub(crate) prelude: Vec<Step>,
    /// The semi-join reductions among these sets, with the estimates derived from them.
    pub(crate) reductions: Vec<Reduction>,
}

impl Ordered {
    /// All steps in their execution order before hoisting: the prelude, then the body.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.prelude.iter().chain(&self.body.steps)
    }
}

/// The frame and the prelude of a rule or clause while the order pass works on it.
#[derive(Clone, Default)]
pub(crate) struct Draft {
    pub(crate) frame: Frame,
    pub(crate) prelude: Prelude,
}

/// The steps that run before a body, with a key for each set that they compute.
#[derive(Clone, Default)]
pub(crate) struct Prelude {
    /// Whether sets may be computed here, because the body is entered only once per query.
    pub(crate) allowed: bool,
    /// The steps that compute the sets.
    pub(crate) steps: Vec<Step>,
    /// A key that describes what each set contains, without naming slots, so that no set is computed twice.
    pub(crate) made: Vec<(String, SetSlot)>,
    /// Number of calls of `find` so far.
    pub(crate) lookups: usize,
    /// The semi-join reductions: sets derived for one variable from the conjuncts that join it with other variables.
    pub(crate) reductions: Vec<Reduction>,
}

/// A snapshot of a draft's sizes, used to undo later additions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    frame: FrameMark,
    steps: usize,
    pub(crate) made: usize,
    reductions: usize,
}

/// What was added to a draft after a mark.
pub(crate) struct Added {
    frame: AddedSlots,
    steps: Vec<Step>,
    made: Vec<(String, SetSlot)>,
    reductions: Vec<Reduction>,
}

impl Draft {
    /// The draft of a body that is entered only once per query, so that sets may be computed before it.
    pub(crate) fn entered_once() -> Draft {
        Draft { prelude: Prelude { allowed: true, ..Prelude::default() }, ..Draft::default() }
    }

    /// The current sizes of the draft. Everything tried later only adds to the draft.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            frame: self.frame.mark(),
            steps: self.prelude.steps.len(),
            made: self.prelude.made.len(),
            reductions: self.prelude.reductions.len(),
        }
    }

    /// Removes and returns everything added since `mark`.
    pub(crate) fn take_back(&mut self, mark: &Mark) -> Added {
        Added {
            frame: self.frame.take_back(&mark.frame),
            steps: self.prelude.steps.split_off(mark.steps),
            made: self.prelude.made.split_off(mark.made),
            reductions: self.prelude.reductions.split_off(mark.reductions),
        }
    }

    /// Adds again what [`take_back`](Self::take_back) removed. The draft must be in the state that it had at the
    /// mark.
    pub(crate) fn put_back(&mut self, added: Added) {
        self.frame.put_back(added.frame);
        self.prelude.steps.extend(added.steps);
        self.prelude.made.extend(added.made);
        self.prelude.reductions.extend(added.reductions);
    }

    /// The ordered body with its prelude, without reduction sets that no step reads. The draft keeps the keys of
    /// the sets, for a later body planned in the same frame.
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
    /// The set already computed for the key `text`, if there is one.
    pub(crate) fn find(&mut self, text: &str) -> Option<SetSlot> {
        self.lookups += 1;
        self.made.iter().find(|(known, _)| known == text).map(|(_, set)| *set)
    }
}

impl Added {
    /// Whether nothing was added since the mark.
    pub(crate) fn is_empty(&self) -> bool {
        self.frame.is_empty() && self.steps.is_empty() && self.made.is_empty() && self.reductions.is_empty()
    }
}
