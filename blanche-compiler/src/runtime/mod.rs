//! What the interpreter and the generated Rust share at run time: values, the limit of work, and the outcome of
//! a question. Generated code names only this module of the crate.

mod memo;
mod rule;
mod score;
mod set;
mod solutions;

use std::fmt;

pub(crate) use memo::MOST_REMEMBERED;
pub use memo::Memo;
pub use rule::{Arrival, CompiledBase, CompiledExport, CompiledLevel, CompiledRule, Found, Matcher};
pub use score::{CompiledScore, CompiledSum, LARGEST_WEIGHT, Weights, counted};
pub use set::{BitSet, BitSetIter, Numbered};
pub use solutions::Solutions;

/// A value of any sort: its number in the sort's own order. Only the interpreter and the tables of facts use
/// it; generated code has a type for each sort.
pub type Value = u16;

/// How much work one question may cost before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Candidates: one for each answer that a loop takes up, and one for each derivation that is asked.
    pub work: u64,
    /// How deep extern predicates that ask rules may be nested in the rules they ask, and `after` in `after`.
    pub depth: u32,
}

impl Default for Limits {
    /// Three hundred million candidates and a depth of 64: some seconds of compiled rules, and ten times what
    /// any rule in `knowledge/` was seen to take, on thousands of random positions.
    fn default() -> Limits {
        Limits { work: 300_000_000, depth: 64 }
    }
}

/// The question was given up at the limit of work or depth. It is neither a yes nor a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached;

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the limit of work was reached before the question was answered")
    }
}

impl std::error::Error for LimitReached {}

/// What is left of the limits while a question is answered.
#[derive(Clone, Debug)]
pub struct Budget {
    work: u64,
    depth: u32,
}

impl Budget {
    /// A fresh budget.
    #[inline]
    pub fn new(limits: Limits) -> Budget {
        Budget { work: limits.work, depth: limits.depth }
    }

    /// Takes up one candidate.
    #[inline(always)]
    pub fn spend(&mut self) -> Result<(), LimitReached> {
        match self.work.checked_sub(1) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => Err(LimitReached),
        }
    }

    /// Takes up so many candidates at once.
    #[inline(always)]
    pub fn spend_several(&mut self, candidates: usize) -> Result<(), LimitReached> {
        self.work = self.work.checked_sub(candidates as u64).ok_or(LimitReached)?;
        Ok(())
    }

    /// Takes up so many solutions that are only counted, and gives their number.
    #[inline(always)]
    pub fn take_up(&mut self, solutions: usize) -> Result<i64, LimitReached> {
        self.spend_several(solutions)?;
        Ok(solutions as i64)
    }

    /// Goes one level deeper: an extern predicate asks its rules, or moves are made.
    #[inline]
    pub fn enter(&mut self) -> Result<(), LimitReached> {
        self.depth = self.depth.checked_sub(1).ok_or(LimitReached)?;
        Ok(())
    }

    /// Comes back from a question that [`Budget::enter`] began and that was answered.
    #[inline]
    pub fn leave(&mut self) {
        self.depth += 1;
    }

    /// The candidates that are left.
    pub fn work_left(&self) -> u64 {
        self.work
    }
}

/// Why a search for solutions ended before it had seen all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Whoever takes the solutions needs no more.
    Enough,
    /// The limit was reached.
    Limit,
}

impl From<LimitReached> for Stop {
    fn from(_: LimitReached) -> Stop {
        Stop::Limit
    }
}

/// How a search for solutions goes on: to its end, or it stops early.
pub type Flow = Result<(), Stop>;

/// Whether a search that stops at its first solution has found one.
#[inline]
pub fn found(flow: Flow) -> Result<bool, LimitReached> {
    match flow {
        Ok(()) => Ok(false),
        Err(Stop::Enough) => Ok(true),
        Err(Stop::Limit) => Err(LimitReached),
    }
}

/// The facts whose first columns are `known`; the table is sorted.
pub fn stated<'t, const N: usize>(table: &'t [[Value; N]], known: &[Value]) -> &'t [[Value; N]] {
    let from = table.partition_point(|tuple| tuple[..known.len()] < *known);
    let to = from + table[from..].partition_point(|tuple| tuple[..known.len()] == *known);
    &table[from..to]
}

/// The facts of a program that no host stands behind: there are none to ask for.
pub trait NoFacts {}

impl NoFacts for () {}
