//! Finds steps that make the host evaluate rules or make moves. Such steps need mutable access to the host, and run
//! last.

use crate::plan::model::{Access, Action, Block, Callee, Conjunct, ConjunctKind, Step, asks_rules};
use crate::plan::planner::Planner;
use crate::program::PredicateKind;

impl Planner<'_> {
    /// Whether a block evaluates rules or makes moves, directly or through its calls. Such steps need mutable
    /// access to the host, and run last.
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
            // The cost of a call is unknown until the call is planned, so calls are not moved.
            ConjunctKind::Call { .. } => true,
            ConjunctKind::Atom { predicate, .. } => {
                let access = Access::Extern(*predicate, 0);
                asks_rules(self.program, access)
            }
            _ => false,
        }
    }

    /// Whether evaluating a conjunct makes the host evaluate rules or make moves.
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
