//! Explains why something holds or does not hold, for users who want to know how a rule reached its result.
//!
//! - [`derivation`]: why something holds, down to basic facts. The result is [`reasons`], in which each literal that is
//!   proved occurs once. [`outline`] decides where each reason is shown in full, and [`tree`] draws them. `heights`
//!   finds the lowest proofs for recursive predicates.
//! - [`obstacles`]: why a body does not hold: how far it is satisfied, and which literals fail. `near_match` finds the
//!   similar tuples that do hold, `repeated` explains why two literals do not have different values, and [`failures`]
//!   is the result of all of them.
//! - [`trace`]: all ways in which a premise was tried, as a tree: literals down the side, values on the branches, ⊥
//!   where a branch fails.
//! - [`lines`]: explanations of failures as lines of text.
//! - `without`: whether a rule would apply without one of its literals.
//!
//! All of this is found by interpreting additional queries, planned on demand (`questions`), which costs far more than
//! the original answer did. Nothing here depends on the meaning of a host's predicates; a host may supply phrases for
//! them.

pub mod derivation;
pub mod failures;
mod heights;
pub mod lines;
mod near_match;
pub mod obstacles;
pub mod outline;
mod questions;
pub mod reasons;
mod repeated;
pub mod trace;
pub mod tree;
mod without;

pub use derivation::Why;
pub use failures::{Fact, FailureReason, Line, NearMatch, Obstacle, Obstacles, Partial, Refused};
pub use obstacles::WhyNot;
pub use reasons::{Derivation, Kind, LeftOut, Reason, ReasonId, Reasons};
pub use trace::{Branch, Trace};
pub use tree::{Draw, Tree};
