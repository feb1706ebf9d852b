//! Why something holds, and why it does not: for people who want to know what a rule saw.
//!
//! - [`derivation`]: why something holds, down to what is given; [`reasons`] is what it gives, in which what is proved once
//!   stands once. [`outline`] says where each of them is told, and [`tree`] draws them.
//!   `heights` finds the lowest of the derivations of what needs itself.
//! - [`obstacles`]: how far a body came that does not hold, and which literal stopped it; `near_match` finds what there
//!   is in its place, `repeated` what keeps two literals from having two values, and [`failures`] is what all of them give.
//! - [`trace`]: all ways that a premise was tried, as a tree: literals down the side, values on the branches, ⊥ where one
//!   ends.
//! - [`lines`]: obstacles as lines of text.
//! - `without`: whether a rule would apply without one of its literals.
//!
//! All of it is found by asking the interpreter questions that are planned there and then (`questions`); that costs far
//! more than the answer did. Nothing here knows what a host answers for: a host may lend words for what it says.

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
