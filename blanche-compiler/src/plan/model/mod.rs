//! The plan that the back ends read, and the data types that the planner's passes exchange.
//!
//! Everything here is data with simple queries on it. This module makes no planning decisions and depends on no
//! pass.

mod combinators;
mod conjuncts;
mod constant_part;
mod context;
mod draft;
mod fact_rows;
mod frame;
mod free_slots;
mod guards;
mod known_literals;
mod levels;
mod plan;
mod reachable_routines;
mod scores;
mod semi_join_sets;
mod steps;
mod walk;

pub(crate) use combinators::{all_of, finish, holds_once, likely, negate};
pub(crate) use conjuncts::{Callee, Conjunct, ConjunctKind, Slots, uses};
pub(crate) use constant_part::{constant_part, use_instead};
pub(crate) use context::{Conjunction, Context};
pub(crate) use draft::{Added, Draft, Mark, Ordered};
pub(crate) use fact_rows::fact_rows;
pub(crate) use frame::Frame;
pub(crate) use free_slots::{bound_by, each_intersection, free_slots, renamed, sets_read, source_slots};
pub use guards::Guard;
pub(crate) use known_literals::KnownLiterals;
pub use levels::Level;
pub use plan::{Argument, Plan, Recursive, Routine, RoutineClause, RulePlan, asks_rules};
pub(crate) use reachable_routines::reach;
pub use scores::{Count, Counted, SumPlan};
pub(crate) use semi_join_sets::Reduction;
pub(crate) use steps::for_each;
pub use steps::{
    Access, Action, Block, Estimate, HostValue, Intersection, Lookup, Move, Operand, Output, Question,
    RecursiveCall, RoutineId, SetInfo, SetSlot, Slot, SlotInfo, Source, Step,
};
