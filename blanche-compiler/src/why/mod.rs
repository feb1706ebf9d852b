//! Why something holds, and why it does not: for people who want to know what a rule saw.
//!
//! - [`reasons`]: why something holds, as a tree down to what is given.
//! - [`obstacles`]: how far a sentence came that does not hold, and which literal stopped it; `instead` finds what there
//!   is in its place, and [`hindrances`] is what both give.
//! - [`figure`]: all ways that a premise was tried, as a tree: literals down the side, values on the branches, ⊥ where one
//!   ends.
//! - [`lines`]: obstacles as lines of text.
//!
//! All of it is found by asking the interpreter questions that are planned there and then (`questions`); that costs far
//! more than the answer did. Nothing here knows what a host answers for: a host may lend words for what it says.

pub mod figure;
pub mod hindrances;
mod instead;
pub mod lines;
pub mod obstacles;
mod questions;
pub mod reasons;

pub use figure::{Branch, Figure};
pub use hindrances::{Fact, Hindrance, Instead, Line, Obstacle, Partial, Refused};
pub use obstacles::WhyNot;
pub use reasons::{Kind, Reason, Why};
