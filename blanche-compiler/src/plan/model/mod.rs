//! The plan that back ends read, and the types that the passes hand to each other.
//!
//! Everything here is data with small questions about it. Nothing here decides anything, and nothing here knows a pass.

mod blocks;
mod conjuncts;
mod context;
mod draft;
mod facts;
mod frame;
mod guards;
mod known;
mod levels;
mod plan;
mod reach;
mod reductions;
mod scores;
mod sets;
mod slots;
mod steps;
mod walk;

pub(crate) use blocks::{all_of, finish, holds_once, likely, negate};
pub(crate) use conjuncts::{Callee, Conjunct, ConjunctKind, Slots, uses};
pub(crate) use context::{Conjunction, Context};
pub(crate) use draft::{Added, Draft, Mark, Ordered};
pub(crate) use facts::fact_rows;
pub(crate) use frame::Frame;
pub use guards::Guard;
pub(crate) use known::Known;
pub use levels::Level;
pub use plan::{Argument, Plan, Routine, RoutineClause, RulePlan, asks_rules};
pub(crate) use reach::reach;
pub(crate) use reductions::Reduction;
pub use scores::{Count, Counted, SumPlan};
pub(crate) use sets::{constant_part, use_instead};
pub(crate) use slots::{bound_by, each_meet, free_slots, renamed, source_slots};
pub(crate) use steps::for_each;
pub use steps::{
    Access, Action, Block, Estimate, HostValue, Intersection, Lookup, Move, Operand, Output, Question,
    RoutineId, SetInfo, SetSlot, Slot, SlotInfo, Source, Step,
};
