//! Evaluates queries about positions by operations on words that have a bit for each value of a sort. The compiler
//! finds the bitboard code that people write by hand for games on small boards.
//!
//! A program has words of 64, 128 or 256 bits: the smallest width that its board and its played values fit into. A
//! query fits if its answer consists of the value of one variable whose sort fits into a word. The answer may contain a
//! few such variables if all but one of them have few values. Relations between several variables must be the same in
//! every position. Queries that do not fit use their plans, which give the same answers.
//!
//! 1. `query` converts goals of the program.
//! 2. `solve`, with `literals`, `split` and `trees`, translates them into words. `operations` records the operations,
//!    `word_properties` finds out what words have in common, and `relation` finds shifts that replace pairs of values.
//! 3. `redundant_masks` removes redundant masks, and `bit_runs` replaces four tests in a row by two tests of pairs.
//!    After this: [`Code`], which uses all of its operations.
//! 4. `executor` executes code in words of its width, which `word_layout` determines for a program; `any_width` hides
//!    the width. The emitter prints code as Rust.
//! 5. `search_queries` lists the queries of a search, for the emitter and for the users of emitted code.
//! 6. `effort` limits the work of all this for the queries of a program.
//! 7. `game`, with `groups`, `effects` and `chains`, generates code for a whole game: moves, their effects and
//!    continuations, and the ends.

mod any_width;
mod bit_runs;
mod chains;
mod code;
mod counts;
mod effects;
mod effort;
mod executor;
mod game;
mod groups;
mod literals;
mod operations;
mod query;
mod redundant_masks;
mod relation;
mod search_queries;
mod solve;
mod split;
#[cfg(test)]
mod tests;
mod translate;
mod trees;
mod word_layout;
mod word_properties;

pub use any_width::{CompiledCode, GameRunner, QueryEvaluator};
pub use chains::{Continuation, FirstValue, NextMoves};
pub use code::{Code, Loop, Output};
pub use effects::Play;
pub use effort::{Effort, NoCode, ROUNDS};
pub use executor::Room;
pub use game::{Ends, Game, Group, Side};
pub use groups::Plays;
pub use operations::{CountTest, Operation, Rows, WordId};
pub use search_queries::{SearchQuery, counted};
pub use translate::translate_counts;
pub use word_layout::WordLayout;

/// The error that a query does not fit into bitboards.
#[derive(Clone, Copy, Debug)]
struct Unfit;
