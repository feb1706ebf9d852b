//! Attacks on the claims of bases about five in a row (stones).
//!
//! | module | what it holds |
//! |---|---|
//! | `contract` | the assumptions of the fast search about a game, and how they are tested |
//! | `solver` | within how many moves a position is won, and by which first moves |
//! | `claim` | which claims a rule makes, and whether they hold |
//! | `smallest_matches` | the smallest matches of a rule |
//! | `guided` | guided attack: adds stones to the smallest matches, at the centre, at edges and in corners |
//! | `subsets` | enumerates small sets of points by number |
//! | `match_keys` | identifies matches up to translation, symmetry and irrelevant stones |
//! | `shrink` | reduces counterexamples to the fewest stones |
//! | `export_check` | finds exports that name an occupied field as a move |
//! | `refutation` | the line that refutes a claim, in words |
//! | `run` | the whole run, on all cores, until a time limit or for a number of rounds |

pub(crate) mod claim;
mod claim_counts;
pub mod contract;
pub(crate) mod export_check;
pub(crate) mod guided;
pub(crate) mod match_keys;
pub(crate) mod refutation;
pub(crate) mod run;
pub(crate) mod shrink;
pub(crate) mod smallest_matches;
pub(crate) mod solver;
pub(crate) mod subsets;
