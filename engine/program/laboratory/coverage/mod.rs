//! Coverage: how much a base knows. Of the positions of a corpus that are won for the side to move, in how many does a
//! rule say so, and with a move that does win?
//!
//! ## What counts
//!
//! A position counts when nobody has won in it by the rules of level 0. The side to move is the one that the record
//! names; where it names none, both colours are taken in turn. Positions are counted once up to the eight symmetries
//! of the board; the last move is asked for whether somebody has won, and then forgotten.
//!
//! *Won within exactly n* means: by exhaustive search, every move and every reply, the side to move wins within n moves
//! counted with its first one and the replies, and not within n - 2. The search also gives every first move that wins
//! so.
//!
//! ```text
//! situation     who has a four                        what is counted
//! free          nobody; or the side to move, who      wins within exactly 1, 3, 5, 7
//!               wins at once with it
//! answering     the other side, whatever else         the same, in rows of their own: rules above level 1 claim
//!                                                     nothing there (`language.md`, *Meaning* 6)
//! left out      the side to move alone, and it does   only how many
//!               not win at once (a black four that
//!               could only become six)
//! ```
//!
//! A win within exactly n is *recognised* when the rule that the program would take plays a winning first move: of the
//! rules of the colour to move, those of the lowest level that apply, of those the first in the base, and its first
//! solution; its level is at most n. A weaker measure is given beside it: some rule of a level up to n names a winning
//! first move by any of its solutions: it *names* the win. Wins that no rule names are what the base does not know; they
//! are made small and grouped (`stones::shape`).
//!
//! A rule that is taken and whose play does not win within the level of the rule is a false claim, counted wherever the
//! rule makes one.
//!
//! Where another base is compared, both are asked on the same wins. The game is that of the first base, and
//! a position in which the game of the other has another outcome, another level or other winning first moves is left
//! out and counted.
//!
//! ## The modules
//!
//! | module | what it holds |
//! |---|---|
//! | [`covering`] | what a game must tell, and how its corpus is covered |
//! | [`finding`] | what came of one position |
//! | [`report`] | counts, shares and groups |
//! | [`run`] | all of it, on all cores |
//! | [`stones`] | positions of stones: wins by a fast search, made small |
//! | [`text`] | positions of games in text: those that can be reached, or of random games |

pub(crate) mod covering;
pub(crate) mod finding;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod stones;
pub(crate) mod text;

#[cfg(test)]
mod tests;
