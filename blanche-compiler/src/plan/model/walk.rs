//! Queries on steps and blocks: their nested blocks, moves, accesses and memoised queries.

use super::steps::{Access, Action, Block, Intersection, Move, Question, Source, Step};

impl Step {
    /// Whether the steps that follow this step may run more than once.
    pub fn gives_several(&self) -> bool {
        matches!(
            self.action,
            Action::Each { one: false, .. } | Action::EachIn { .. } | Action::EachCall { .. }
        )
    }

    /// Whether the step is a test: it binds nothing, and continues at most once.
    pub(crate) fn is_test(&self) -> bool {
        matches!(
            self.action,
            Action::Test { .. }
                | Action::Call { .. }
                | Action::Exists { .. }
                | Action::Has { .. }
                | Action::Compare { .. }
                | Action::Holds { .. }
        )
    }

    /// Removes the minimum size of a collected set, so that the following steps always run.
    pub(crate) fn allow_empty(&mut self) {
        if let Action::Collect { at_least, .. } = &mut self.action {
            *at_least = 0;
            self.estimate.answers = 1.0;
        }
    }
}

impl Action {
    /// The block nested in the action, if there is one.
    pub fn inner(&self) -> Option<&Block> {
        match self {
            Action::Exists { block, .. } | Action::Collect { block, .. } | Action::After { block, .. } => {
                Some(block)
            }
            _ => None,
        }
    }

    /// The mutable version of [`inner`](Self::inner).
    pub(crate) fn inner_mut(&mut self) -> Option<&mut Block> {
        match self {
            Action::Exists { block, .. } | Action::Collect { block, .. } | Action::After { block, .. } => {
                Some(block)
            }
            _ => None,
        }
    }
}

impl Block {
    /// Whether the block contains a `Fail` step and therefore has no answer.
    pub(crate) fn never_holds(&self) -> bool {
        self.steps.iter().any(|step| step.action == Action::Fail)
    }

    /// Calls `each` with every move in the block, nested blocks included.
    pub fn moves<'b>(&'b self, each: &mut dyn FnMut(&'b Move)) {
        for step in &self.steps {
            if let Action::After { moves, .. } = &step.action {
                moves.iter().for_each(&mut *each);
            }
            if let Some(block) = step.action.inner() {
                block.moves(each);
            }
        }
    }

    /// The queries whose answers are memoised, without duplicates.
    pub fn remembered(&self) -> Vec<Question> {
        fn walk(block: &Block, found: &mut Vec<Question>) {
            for step in &block.steps {
                let question = match &step.action {
                    Action::Test { access: Access::Extern(id, _), memo: true, .. } => {
                        Question::Predicate(*id)
                    }
                    Action::Call { routine, memo: true, .. } => Question::Routine(*routine),
                    _ => continue,
                };
                if !found.contains(&question) {
                    found.push(question);
                }
            }
            for step in &block.steps {
                if let Some(block) = step.action.inner() {
                    walk(block, found);
                }
            }
        }
        let mut found = Vec::new();
        walk(self, &mut found);
        found
    }

    /// Calls `each` with every access in the block, nested blocks included.
    pub fn accesses(&self, each: &mut impl FnMut(Access)) {
        fn intersection(intersection: &Intersection, each: &mut impl FnMut(Access)) {
            for source in intersection.of.iter().chain(&intersection.without) {
                if let Source::Answers { lookups, access, .. } = source {
                    lookups.iter().for_each(|lookup| each(lookup.access));
                    each(*access);
                }
            }
        }
        fn walk(block: &Block, each: &mut impl FnMut(Access)) {
            for step in &block.steps {
                match &step.action {
                    Action::Each { access, .. } | Action::Test { access, .. } => each(*access),
                    Action::Exists { block, .. } | Action::After { block, .. } => walk(block, each),
                    Action::EachIn { from, .. } | Action::BindSet { from, .. } => intersection(from, each),
                    Action::Has { set, .. } => intersection(set, each),
                    Action::Collect { block, add, .. } => {
                        walk(block, each);
                        intersection(add, each);
                    }
                    _ => {}
                }
            }
        }
        walk(self, each);
    }
}
