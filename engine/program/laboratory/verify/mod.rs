//! Verification: every rule of a base is taken at its word, and its claim attacked.
//!
//! A rule of level n claims, for every distinct value of the variable that it plays, that its player, to move in an
//! undecided game in which all that claims suppose holds, wins within n moves counted from and including its own, against any
//! defence, in the game that the rules of level 0 of its own base define. Rules of level 0 define that game and are
//! not attacked.
//!
//! | module | what it holds |
//! |---|---|
//! | `attacking` | what a game must tell, and how its claims are attacked |
//! | `report` | what became of every rule |
//! | `bound` | how often a rule may still be wrong |
//! | [`stones`] | set-ups of stones around the smallest matches of a rule, and a fast search |
//! | `text` | all positions that can be reached, or those of random games, and a search that leaves out no move |
//!
//! A rule that was attacked in vain is *not refuted in so many matches*; nothing here proves one, but where all positions were
//! looked at.

pub(crate) mod attacking;
pub(crate) mod bound;
pub(crate) mod report;
pub mod stones;
pub(crate) mod text;

#[cfg(test)]
mod tests;
