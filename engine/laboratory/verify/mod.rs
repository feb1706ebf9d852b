//! Verification: every rule of a base is taken at its word, and its claim attacked.
//!
//! A rule of level n claims, for every distinct value of the variable that it plays, that its colour, to move in an
//! undecided game in which nobody has a four, wins within n moves counted from and including its own, against any
//! defence, in the game that the rules of level 0 of its own base define. Rules of level 0 define that game and are
//! not attacked.
//!
//! | module | what it holds |
//! |---|---|
//! | [`contract`] | what the fast search takes for granted of a game, and how it is tried |
//! | [`claim`] | what may be claimed where, and what became of a claim |
//! | [`setups`] | random local set-ups |
//! | [`shapes`] | the smallest matches of a rule |
//! | [`guided`] | stones added to the smallest matches, at the centre, at edges and in corners |
//! | [`subsets`] | small sets of points by number, each number once |
//! | [`distinct`] | matches up to translation, symmetry, and stones that did not matter |
//! | [`shrink`] | counterexamples with the fewest stones |
//! | [`exports`] | fields that are named for stones and are not empty |
//! | [`refutation`] | the line that refutes a claim, in words |
//! | [`bound`] | how often a rule may still be wrong |
//! | [`report`] | what became of every rule |
//! | `told` | how far a run is |
//! | [`run`] | all of it, on all cores, for a time or a number of rounds |
//!
//! A rule that was attacked in vain is *not refuted in so many matches*; nothing here proves one.

pub mod bound;
pub mod claim;
pub mod contract;
pub mod distinct;
pub mod exports;
pub mod guided;
pub mod refutation;
pub mod report;
pub mod run;
pub mod setups;
pub mod shapes;
pub mod shrink;
pub mod subsets;
mod tally;
pub(crate) mod threads;
pub(crate) mod told;
