//! Coverage: how much a base knows. Of the positions of a corpus that are won for the side to move, in how many
//! does a rule claim the win, with a move that does win?
//!
//! ## What counts
//!
//! A position counts if the game is not over by the rules of level 0. The side to move is taken from the record; if
//! the record does not name it, both sides are tried. Positions that are equal up to the eight symmetries of the
//! board are counted once. The last move is used only to decide whether the game is over, and then ignored.
//!
//! *Won within exactly n* means that the side to move can force a win within n moves of both sides, counting its
//! first one, but not within n - 2. This is decided by exhaustive search over every move and reply, which also
//! finds all first moves that win within n.
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
//! A win within exactly n is *recognised* if the rule that the program would use plays a winning first move and has
//! a level of at most n. That rule is the first, in the order of the base, among the applicable rules of the lowest
//! level for the side to move; its first solution is played. A weaker measure is counted as well: a win is *named*
//! if any solution of any rule of a level up to n plays a winning first move. Wins that no rule names are missing
//! from the base; they are reduced to the essential stones and grouped (`stones::shape`).
//!
//! If the rule that is used plays a move that does not win within the level of the rule, that is a false claim. It
//! is counted in every situation in which the rule makes a claim.
//!
//! To compare another base, both are evaluated on the same wins. The game is that of the first base. A position in
//! which the game of the other base has another outcome, level or set of winning first moves is excluded and
//! counted.
//!
//! ## The modules
//!
//! | module | what it holds |
//! |---|---|
//! | [`covering`] | what a game must implement for its coverage to be measured |
//! | [`finding`] | the result for one position |
//! | [`report`] | counts, shares and groups |
//! | [`run`] | the whole measurement, on all cores |
//! | [`stones`] | positions of five in a row: finds wins by a fast search and reduces them |
//! | [`text`] | positions of games in text (defined entirely by rules): all reachable ones, or of random games |

pub mod covering;
pub mod finding;
pub mod report;
pub mod run;
pub(crate) mod stones;
pub(crate) mod text;

#[cfg(test)]
mod tests;
