//! The library that compiled rules call: values, positions, limits and query results.
//!
//! The Rust code that `blanche-compiler` generates mentions no other crate. A program that includes compiled rules
//! depends on this crate; only the program's build script needs the compiler. The interpreter uses the same code, which
//! is re-exported as `blanche_compiler::runtime`.

#![warn(clippy::self_named_module_files)]

pub mod random;

mod base;
mod bit_answers;
mod bit_chains;
mod bit_choice;
mod bit_game;
mod bit_past;
mod cost;
mod fixpoint;
mod host;
mod layout;
mod limits;
#[macro_use]
mod macros;
mod memo;
mod position;
mod rows;
mod rule;
mod score;
mod set;
mod solutions;
mod sorted;
mod tables;
mod wide;
mod word;

pub use base::{CompiledBase, CompiledExport, CompiledLevel, CompiledRule};
pub use bit_answers::{AnswersIn, CompiledAnswers};
pub use bit_chains::{MAX_CHAINS, MAX_MOVE_STEPS, Unended};
pub use bit_game::{
    BitEnd, BitFault, BitGame, BitStart, BitTally, CompiledGame, GroupRoom, bit_perft, bit_playouts,
};
pub use bit_past::{MAX_OCCURRENCES, past_key};
pub use compiled_matcher as matcher;
pub use compiled_numbered as numbered;
pub use compiled_numbers as numbers;
pub use compiled_words as words;
pub use cost::{Cost, Wanted};
pub use fixpoint::{Clauses, Known, Pass, Recursive, solve, solve_compiled};
pub use host::Host;
pub use layout::{Layout, MAX_STATE_ARGUMENTS, MAX_STATE_BITS, Shape, Table};
pub use limits::{Budget, LimitReached, Limits};
pub use memo::Memo;
pub use position::Position;
pub use rule::{CompiledQuestion, Found, Matcher};
pub use score::{
    CompiledPreference, CompiledScore, CompiledSum, MAX_COMPUTED_WEIGHT, MAX_WEIGHT, MAX_WEIGHT_VARIABLES,
    Weight, Weights, counted, weighed,
};
pub use set::{BitSet, BitSetIter, Numbered, intersect_words, subtract_words};
pub use solutions::{ResultOrder, Solutions};
pub use sorted::stated;
pub use tables::{Answers, Fold};
pub use wide::U256;
pub use word::{Word, bit_image, bit_least, bit_word};

/// Items that only the compiler and the interpreter of the same version use. They are not a stable API.
#[doc(hidden)]
pub mod internal {
    pub use crate::cost::{of_finding, of_keeping};
    pub use crate::memo::MAX_CACHED_ARGUMENTS;
    pub use crate::sorted::{beginning_with, has_beginning};

    /// The source text of this file. The emitter takes the exported names from it, since no generated item may have one
    /// of these names.
    pub const EXPORTS: &str = include_str!("lib.rs");
}

/// A value of any sort, represented by its index in the order of the sort. Only the interpreter and the tables of facts
/// use this type. Generated code has a type for each sort.
pub type Value = u32;

/// Why an enumeration of solutions stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller needs no more solutions.
    Enough,
    /// A limit was reached.
    Limit(LimitReached),
}

/// The result of a step of an enumeration: `Ok` to continue, `Err` to stop early.
pub type Flow = Result<(), Stop>;

/// Whether an enumeration has found a solution. The enumeration must be one that stops at its first solution.
#[inline]
pub fn found(flow: Flow) -> Result<bool, LimitReached> {
    match flow {
        Ok(()) => Ok(false),
        Err(Stop::Enough) => Ok(true),
        Err(Stop::Limit(limit)) => Err(limit),
    }
}

/// Whether a rule has a solution. The enumeration stops at the first one.
#[inline]
pub fn applies<F>(
    rule: impl Fn(&mut F, &mut Budget, &mut Found<'_>) -> Flow,
    facts: &mut F,
    budget: &mut Budget,
) -> Result<bool, LimitReached> {
    found(rule(facts, budget, &mut Found::One))
}

/// The trait of the facts of a program without extern predicates. Such a program needs no host.
pub trait NoFacts {}

impl NoFacts for () {}
