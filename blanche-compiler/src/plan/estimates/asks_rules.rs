//! What asks rules or makes moves: that sets the host in motion, and comes last.

use crate::plan::model::{Access, Action, Block, Callee, Conjunct, ConjunctKind, Step, asks_rules};
use crate::plan::planner::Planner;
use crate::program::PredicateKind;

impl Planner<'_> {
    /// Whether a block asks rules or makes moves, itself or by what it calls: then it sets the host in motion, and
    /// comes last.
    pub(crate) fn asks(&self, block: &Block) -> bool {
        block.steps.iter().any(|step| self.step_asks(step))
    }

    pub(crate) fn step_asks(&self, step: &Step) -> bool {
        match &step.action {
            Action::Test { access, .. } | Action::Each { access, .. } => asks_rules(self.program, *access),
            Action::Call { routine, .. }
            | Action::EachCall { routine, .. }
            | Action::Aggregate { routine, .. } => self.plan.routines[routine.index()].asks,
            Action::After { .. } => true,
            Action::Exists { block, .. } | Action::Collect { block, .. } => self.asks(block),
            _ => false,
        }
    }

    pub(crate) fn asks_in(&self, conjunct: &Conjunct) -> bool {
        match &conjunct.kind {
            ConjunctKind::Not(inner) => inner.iter().any(|conjunct| self.asks_in(conjunct)),
            // What a call costs is known once it is planned; it stays where it is.
            ConjunctKind::Call { .. } => true,
            ConjunctKind::Atom { predicate, .. } => {
                let access = Access::Extern(*predicate, 0);
                asks_rules(self.program, access)
            }
            _ => false,
        }
    }

    /// Whether asking a part asks rules.
    pub(crate) fn conjunct_asks(&self, conjunct: &Conjunct) -> bool {
        match &conjunct.kind {
            ConjunctKind::Atom { predicate, .. } => {
                matches!(&self.program.predicate(*predicate).kind, PredicateKind::Extern(e) if e.asks.is_some())
            }
            ConjunctKind::Not(inner) => inner.iter().any(|conjunct| self.conjunct_asks(conjunct)),
            ConjunctKind::Call { callee: Callee::After(_), .. } => true,
            ConjunctKind::Call { callee, .. } => self.asking.contains(callee),
            _ => false,
        }
    }
}
