//! What proves and measures knowledge. Players of a game never need it, and nothing that they use depends on it.
//! Public is what other crates use; tests of the rest stand inside, in the `tests` of each part.
//!
//! | module | what it holds |
//! |---|---|
//! | `analysis` | values the moves of a position or of a game, and says what was lost by those that were made |
//! | [`corpus`] | built-in positions and games to measure on |
//! | `judged` | whether rules do what the positions beside them say |
//! | `refuted` | checks that moves which such a position calls refuted do not win |
//! | [`answers`] | counts what the rules of a base answer over the corpus (`answers.txt`) |
//! | [`measure`] | times rules, levels, whole bases and moves |
//! | [`verify`] | attacks every claim of a base: searches, positions, counterexamples |
//! | `coverage` | counts the wins of a corpus that the rules of a base recognise, and shows those they miss |
//! | `mutate` | changes one thing in a rule and asks whether anything notices (`survivors.txt`) |
//! | `figures` | figures of times in tables and charts |
//! | `reached` | positions to look at: of games by chance, or all that can be reached |
//! | `running` | runs that take long: how far they are, their threads, and why they end early |
//! | `tune` | fits the weights of scores to the results of games |
//! | `watch` | what a save of a base has changed |
//! | [`contest`] | plays contests, with a sequential test of who is stronger and a log from which they go on |

pub(crate) mod analysis;
pub mod answers;
pub mod contest;
pub mod corpus;
pub(crate) mod coverage;
pub(crate) mod figures;
pub(crate) mod judged;
pub mod measure;
pub(crate) mod mutate;
pub(crate) mod reached;
pub(crate) mod refuted;
pub(crate) mod running;
pub(crate) mod tune;
pub mod verify;
pub(crate) mod watch;

#[cfg(test)]
mod tests;
