//! Tools that check and measure the knowledge in rule bases, and players that learn. Playing a game does not need these
//! tools, and no part of the program for playing depends on them.
//!
//! Modules that only the commands of `noire-program` use are public but hidden from the documentation. Their tests are
//! in a module `tests` of their own. The laboratory is a crate of its own because its loops are optimised, unlike the
//! commands.
//!
//! | module | what it holds |
//! |---|---|
//! | `analysis` | evaluates the moves of a position or game, and tells what each move in the game lost |
//! | [`corpus`] | built-in positions and games to measure on |
//! | `example_check` | checks rules against the example positions in `positions.txt` |
//! | `refuted_move_check` | checks that moves marked as refuted in `positions.txt` do not win |
//! | [`answers`] | counts the answers of the rules of a base over the corpus (`answers.txt`) |
//! | [`measure`] | measures the times of rules, levels, whole bases and moves |
//! | [`verify`] | attacks every claim of a base: searches, positions, counterexamples |
//! | `coverage` | counts how many wins of a corpus the rules of a base recognise, and shows the missed ones |
//! | `mutants` | the mutants of a base: copies of the base with one change in a rule |
//! | `line_check` | checks a line of moves: whether the side that begins it keeps the win |
//! | [`random_setups`] | random local set-ups: clusters of stones |
//! | `mutate` | mutation testing: changes one thing in a rule and checks whether any test notices (`survivors.txt`) |
//! | `timing_report` | timings as tables and charts |
//! | `position_sources` | sources of positions: random games, or all reachable positions |
//! | `running` | long runs: progress, threads and early stops |
//! | `tune` | fits the weights of scores to the results of games |
//! | `watch` | finds what a saved file has changed in a base |
//! | `win_proof` | solves a position, with the proof as a tree of moves |
//! | [`gomocup`] | both sides of the Gomocup protocol, by which tournament managers run programs |
//! | [`learning`] | players that start without knowledge and learn from their games, and the rules they write |
//! | [`contest`] | plays contests, with a sequential test of strength and a log from which they can be resumed |

#[doc(hidden)]
pub mod analysis;
pub mod answers;
pub mod contest;
pub mod corpus;
#[doc(hidden)]
pub mod coverage;
#[doc(hidden)]
pub mod example_check;
pub mod gomocup;
pub mod learning;
#[doc(hidden)]
pub mod line_check;
pub mod measure;
#[doc(hidden)]
pub mod mutants;
#[doc(hidden)]
pub mod mutate;
#[doc(hidden)]
pub mod position_sources;
pub mod random_setups;
#[doc(hidden)]
pub mod refuted_move_check;
#[doc(hidden)]
pub mod running;
#[doc(hidden)]
pub mod timing_report;
#[doc(hidden)]
pub mod tune;
pub mod verify;
#[doc(hidden)]
pub mod watch;
pub mod win_proof;

/// The build profile of this program: `release` or `debug`.
pub const PROFILE: &str = env!("NOIRE_PROFILE");

#[cfg(test)]
mod tests;
