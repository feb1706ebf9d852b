//! Verification: attacks the claims of all rules of a base.
//!
//! A rule of level n plays moves, one for each distinct value of the variable that it plays. For each it claims
//! that its player, if to move in an undecided game in which the suppositions of claims hold, wins within n moves,
//! including this one and the replies, against any defence. The game is the one defined by the rules of level 0 of
//! the rule's own base. Those rules are not attacked.
//!
//! | module | what it holds |
//! |---|---|
//! | `attacking` | what a game must implement so that its claims can be attacked |
//! | `report` | the results for every rule |
//! | `bound` | an upper bound on how often a rule may still be wrong |
//! | [`stones`] | set-ups of stones around the smallest matches of a rule, and a fast search |
//! | `text` | all reachable positions or those of random games, and an exhaustive search |
//!
//! A rule that withstands the attacks is *not refuted in n matches*. This proves a rule only if all reachable
//! positions were examined.

pub mod attacking;
pub(crate) mod bound;
pub mod report;
pub mod stones;
pub mod text;

#[cfg(test)]
mod tests;
