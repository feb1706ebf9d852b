//! What proves and measures games in text. The rules of a text say all that is asked here: positions come from games by chance,
//! and an exhaustive search over the moves of the text decides what is won.
//!
//! | module | what it holds |
//! |---|---|
//! | [`positions`] | positions to look at: of random games, or all that there are |
//! | [`prover`] | whether a player wins within so many moves, whatever the others do |
//! | [`claims`] | what a rule claims in a position, and whether that is so |
//! | [`verify`] | attacks what every rule of a game claims |
//! | [`coverage`] | counts the wins that the rules of a game recognise |

pub mod claims;
pub mod coverage;
pub mod positions;
pub mod prover;
pub mod verify;
