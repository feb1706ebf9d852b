//! Coverage measures how many wins a base knows. It counts the positions of a corpus that are won for the side to move.
//! It then counts in how many of them a rule claims the win with a move that does win.
//!
//! ## What counts
//!
//! A position counts if the game is not over by the rules of level 0. If the record does not say which side is to move,
//! both sides are tried. Positions that are equal up to the eight symmetries of the board are counted once. The last
//! move is used only to decide whether the game is over, and is ignored after that.
//!
//! *Won within exactly n* means that the side to move can force a win within n moves, but not within n - 2. The moves
//! of both sides count, including its own first move. An exhaustive search over every move and reply decides this. It
//! also finds all first moves that win within n.
//!
//! ```text
//! situation     who has a four                        what is counted
//! free          neither side; or the side to move,    wins within exactly 1, 3, 5, 7
//!               which wins at once with it
//! answering     the opponent, in any case             the same, in separate rows: rules above level 1 claim
//!                                                     nothing there (`language.md`, *Meaning* 6)
//! left out      only the side to move, and it does    only the number of positions
//!               not win at once (a black four that
//!               could only become six)
//! ```
//!
//! A win within exactly n is *recognised* if the rule that the program would use plays a winning first move and has a
//! level of at most n. The program uses a rule of the lowest level that applies for the side to move. Of these rules it
//! uses the first in the order of the base, and plays the first solution.
//!
//! A weaker measure is counted as well: a win is *named* if any solution of any rule of a level up to n plays a winning
//! first move. Wins that no rule names are missing from the base. They are reduced to the essential stones and grouped
//! (`stones::shape`).
//!
//! A rule makes a false claim if it is used and its move does not win within the level of the rule. False claims are
//! counted in every situation in which the rule makes a claim.
//!
//! To compare another base, both bases are evaluated on the same wins. The game is that of the first base. A position
//! is excluded and counted if its outcome, level or winning first moves differ in the game of the other base.
//!
//! ## The modules
//!
//! | module | what it holds |
//! |---|---|
//! | [`coverage_world`] | what a game must implement for its coverage to be measured |
//! | [`case_result`] | the result for one position |
//! | [`report`] | counts, shares and groups |
//! | [`run`] | the whole measurement, on all cores |
//! | `stones` | positions of five in a row: finds wins by a fast search and reduces them |
//! | `text` | positions of games defined by rule files: all reachable positions, or positions of random games |

pub mod case_result;
pub mod coverage_world;
pub mod report;
pub mod run;
pub(crate) mod stones;
pub(crate) mod text;

#[cfg(test)]
mod tests;
