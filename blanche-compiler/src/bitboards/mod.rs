//! Questions about positions as operations on words, a bit for each value of a sort: what a person writes by hand for a game on
//! a small board, found by the compiler.
//!
//! A program has words of 64, 128 or 256 bits: the narrowest in which its board fits, and what is played. A question fits where
//! it asks for the values of one variable of a sort that fits into a word, or for a few such variables, of which all but one
//! have few values; what it says of several variables at once must be static. What does not fit goes by the plan, which gives
//! the same answers.
//!
//! 1. `query` takes goals from the program.
//! 2. `solve`, with `literals`, `split` and `trees`, finds words for them; `operations` writes them down and `seen` says what
//!    they have in common, `relation` finds the shifts in static pairs.
//! 3. `masks` leaves out what changes nothing, and `runs` looks at pairs where a word is looked at four times. After this:
//!    [`Code`], which uses every operation in it.
//! 4. `run` executes code in words of its width, which `places` finds for a program; `sized` hides which it is. The emitter
//!    prints code.
//! 5. `asked` lists what a search asks, for the emitter and for whoever runs what was emitted.
//! 6. `effort` bounds the work of all of that for the questions of a program.
//! 7. `game`, with `groups`, `effects` and `chains`, makes code of a whole game: moves, what they do, how they go on, and the
//!    ends.

mod asked;
mod chains;
mod code;
mod counts;
mod effects;
mod effort;
mod game;
mod groups;
mod literals;
mod masks;
mod operations;
mod places;
mod query;
mod relation;
mod run;
mod runs;
mod seen;
mod sized;
mod solve;
mod split;
#[cfg(test)]
mod tests;
mod translate;
mod trees;

pub use asked::{Asked, counted};
pub use chains::{Begins, Begun, Continuation};
pub use code::{Code, Loop, Output};
pub use effects::Play;
pub use effort::{Effort, NoCode, ROUNDS};
pub use game::{Ends, Game, Group, Side};
pub use groups::Plays;
pub use operations::{CountTest, Operation, Rows, WordId};
pub use places::Places;
pub use run::Room;
pub use sized::{Answering, CompiledCode, Played};
pub use translate::translate_counts;

/// A question does not fit.
#[derive(Clone, Copy, Debug)]
struct Unfit;
