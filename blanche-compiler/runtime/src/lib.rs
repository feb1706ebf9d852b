//! The library that compiled rules call: values, positions, limits and query results.
//!
//! The Rust that `blanche-compiler` generates names this crate and no other. A program that includes compiled rules
//! depends on it; the compiler is needed only by the program's build script. The interpreter uses the same code,
//! re-exported as `blanche_compiler::runtime`.

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
pub use bit_chains::{MOST_CHAINS, MOST_STEPS, Unended};
pub use bit_game::{
    BitEnd, BitFault, BitGame, BitStart, BitTally, CompiledGame, GroupRoom, bit_perft, bit_playouts,
};
pub use bit_past::{MOST_OCCURRENCES, past_key};
pub use compiled_matcher as matcher;
pub use compiled_numbered as numbered;
pub use compiled_numbers as numbers;
pub use compiled_words as words;
pub use cost::{Cost, Wanted};
pub use fixpoint::{Clauses, Known, Pass, Recursive, solve, solve_compiled};
pub use host::Host;
pub use layout::{Layout, MOST_ARGUMENTS, MOST_BITS, Shape, Table};
pub use limits::{Budget, LimitReached, Limits};
pub use memo::Memo;
pub use position::Position;
pub use rule::{CompiledQuestion, Found, Matcher};
pub use score::{
    CompiledPreference, CompiledScore, CompiledSum, LARGEST_WEIGHT, LARGEST_WORTH, MOST_WEIGHED, Weight,
    Weights, counted, weighed,
};
pub use set::{BitSet, BitSetIter, Numbered};
pub use solutions::{ResultOrder, Solutions};
pub use sorted::stated;
pub use tables::{Answers, Fold};
pub use wide::U256;
pub use word::{Word, bit_image, bit_least, bit_word};

/// Items that only the compiler and interpreter of the same version use; not a stable API.
#[doc(hidden)]
pub mod internal {
    pub use crate::cost::{of_finding, of_keeping};
    pub use crate::memo::MOST_REMEMBERED;
    pub use crate::sorted::{beginning_with, has_beginning};

    /// The source of this file, from which the emitter takes the exported names: no generated item may have one of
    /// them.
    pub const EXPORTS: &str = include_str!("lib.rs");
}

/// A value of any sort: its index in the order of the sort. Only the interpreter and the tables of facts use this type;
/// generated code has a type for each sort.
pub type Value = u32;

/// Why the enumeration of solutions stopped before it had seen all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The consumer of the solutions needs no more of them.
    Enough,
    /// A limit was reached.
    Limit(LimitReached),
}

/// The result of a step of an enumeration: `Ok` to continue, `Err` to stop early.
pub type Flow = Result<(), Stop>;

/// Whether an enumeration that stops at its first solution found one.
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

/// The facts trait of a program without extern predicates, which needs no host.
pub trait NoFacts {}

impl NoFacts for () {}
