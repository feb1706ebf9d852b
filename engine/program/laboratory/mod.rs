//! Tools that check and measure the knowledge in rule bases. Playing a game does not need them, and nothing that
//! players use depends on them.
//! Only what other crates use is public; tests of the rest are inside, in the `tests` module of each part.
//!
//! | module | what it holds |
//! |---|---|
//! | `analysis` | evaluates the moves of a position or game and says what each move that was made has lost |
//! | [`corpus`] | built-in positions and games to measure on |
//! | `judged` | checks rules against the example positions in `positions.txt` |
//! | `refuted` | checks that moves marked as refuted in such a position do not win |
//! | [`answers`] | counts what the rules of a base answer over the corpus (`answers.txt`) |
//! | [`measure`] | times rules, levels, whole bases and moves |
//! | [`verify`] | attacks every claim of a base: searches, positions, counterexamples |
//! | `coverage` | counts how many wins of a corpus the rules of a base recognise, and shows the missed ones |
//! | `mutate` | mutation testing: changes one thing in a rule and checks whether any test notices (`survivors.txt`) |
//! | `figures` | timings as tables and charts |
//! | `reached` | sources of positions: random games, or all reachable positions |
//! | `running` | long runs: progress, threads and early stops |
//! | `tune` | fits the weights of scores to the results of games |
//! | `watch` | what saving a base has changed |
//! | [`contest`] | plays contests, with a sequential test of strength and a log from which they can be resumed |

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
