//! Evaluates queries about positions by operations on words that have a bit for each value of a sort. The compiler
//! finds the bitboard code that people write by hand for games on small boards.
//!
//! A program has words of 64, 128 or 256 bits: the smallest width that its board and its played values fit into. A
//! query fits if its answer consists of the values of one variable whose sort fits into a word, or of a few such
//! variables of which all but one have few values; what it says about several variables at once must be static.
//! Queries that do not fit use their plans, which give the same answers.
//!
//! 1. `query` converts goals of the program.
//! 2. `solve`, with `literals`, `split` and `trees`, translates them into words; `operations` records the
//!    operations, `seen` finds out what words have in common, and `relation` finds the shifts in static pairs.
//! 3. `masks` removes redundant masks, and `runs` replaces four tests in a row by two tests of pairs. After this:
//!    [`Code`], which uses all of its operations.
//! 4. `run` executes code in words of its width, which `places` determines for a program; `sized` hides the width.
//!    The emitter prints code as Rust.
//! 5. `asked` lists the queries of a search, for the emitter and for the users of emitted code.
//! 6. `effort` limits the work of all this for the queries of a program.
//! 7. `game`, with `groups`, `effects` and `chains`, generates code for a whole game: moves, their effects and
//!    continuations, and the ends.

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

/// The error that a query does not fit into bitboards.
#[derive(Clone, Copy, Debug)]
struct Unfit;
