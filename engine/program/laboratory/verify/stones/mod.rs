//! Attacks on the claims of bases about stones.
//!
//! | module | what it holds |
//! |---|---|
//! | `contract` | what the fast search takes for granted of a game, and how it is tried |
//! | `solver` | in how many moves a position is won, and by which first moves |
//! | `claim` | what may be claimed where, and what became of a claim |
//! | [`setups`] | random local set-ups |
//! | `shapes` | the smallest matches of a rule |
//! | `guided` | stones added to the smallest matches, at the centre, at edges and in corners |
//! | `subsets` | small sets of points by number, each number once |
//! | `distinct` | matches up to translation, symmetry, and stones that did not matter |
//! | `shrink` | counterexamples with the fewest stones |
//! | `exports` | fields that are named for stones and are not empty |
//! | `refutation` | the line that refutes a claim, in words |
//! | `run` | all of it, on all cores, for a time or a number of rounds |

pub(crate) mod claim;
pub(crate) mod contract;
pub(crate) mod distinct;
pub(crate) mod exports;
pub(crate) mod guided;
pub(crate) mod refutation;
pub(crate) mod run;
pub mod setups;
pub(crate) mod shapes;
pub(crate) mod shrink;
pub(crate) mod solver;
pub(crate) mod subsets;
mod tally;
