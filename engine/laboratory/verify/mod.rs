//! Verification: attacks the claims of all rules of a base.
//!
//! A rule of level n plays moves, one for each distinct value of the variable that it plays. It claims for each of
//! these moves that its player wins within n moves against any defence. The n moves include the move itself and the
//! replies. The claim is made if the player is to move, the game is undecided, and the suppositions of claims hold.
//!
//! The game is defined by the rules of level 0 in the base of the rule. Rules of level 0 are not attacked.
//!
//! | module | what it holds |
//! |---|---|
//! | `verification_world` | what a game must implement so that its claims can be attacked |
//! | `report` | the results for every rule |
//! | `bound` | an upper bound on how often a rule may still be wrong |
//! | [`stones`] | set-ups of stones around the smallest matches of a rule, and a fast search |
//! | `text` | all reachable positions or positions of random games, and an exhaustive search |
//!
//! A rule that withstands the attacks is *not refuted in n matches*. This proves the rule only if all reachable
//! positions were examined.

pub(crate) mod bound;
pub mod report;
pub mod stones;
pub mod text;
pub mod verification_world;

#[cfg(test)]
mod tests;
