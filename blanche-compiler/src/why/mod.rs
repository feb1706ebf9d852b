//! Explains why something holds or does not hold, for users who want to know how a rule reached its result.
//!
//! - [`derivation`]: why something holds, down to basic facts. The result is a value of [`reasons`], in which each
//!   proved literal occurs once. [`outline`] decides where each reason is shown in full, and [`tree`] draws them.
//!   `heights` finds the lowest proofs for recursive predicates.
//! - [`obstacles`]: why a body does not hold, that is, how far it is satisfied and which literals fail. `near_match`
//!   finds the similar tuples that do hold, and `failed_inequalities` explains why two literals do not have different
//!   values. [`failures`] has the data types of the result.
//! - [`trace`]: all ways in which a premise was tried, as a tree: literals down the side, values on the branches, ⊥
//!   where a branch fails.
//! - [`failure_text`]: explanations of failures as lines of text.
//! - `without_literal`: whether a rule would apply without one of its literals.
//!
//! Explanations are found by interpreting additional queries, which are planned on demand (`queries`). This takes far
//! longer than computing the original answer. Nothing here depends on the meaning of the predicates of a host, but a
//! host may supply phrases for them.

pub mod derivation;
mod failed_inequalities;
pub mod failure_text;
pub mod failures;
mod heights;
mod near_match;
pub mod obstacles;
pub mod outline;
mod queries;
pub mod reasons;
pub mod trace;
pub mod tree;
mod without_literal;

pub use derivation::ProofSearch;
pub use failures::{Fact, FailureReason, Line, NearMatch, Obstacle, Obstacles, Partial, Refused};
pub use obstacles::ObstacleSearch;
pub use reasons::{Derivation, Kind, LeftOut, Reason, ReasonId, Reasons};
pub use trace::{Branch, Trace};
pub use tree::{Draw, Tree};
