//! What the interpreter and the generated Rust share at run time: values, the limit of work, and the outcome of
//! a question. Generated code names only this module of the crate.

use std::fmt;

/// A value of any sort: its number in the sort's own order. Only the interpreter and the tables of facts use
/// it; generated code has a type for each sort.
pub type Value = u16;

/// How much work one question may cost before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Candidates: one for each answer that a loop takes up.
    pub work: u64,
    /// How deep extern predicates that ask rules may be nested in the rules they ask.
    pub depth: u32,
}

impl Default for Limits {
    /// Twenty million candidates and a depth of 64: some seconds of the interpreter, and far more than any
    /// rule in `knowledge/` takes.
    fn default() -> Limits {
        Limits { work: 20_000_000, depth: 64 }
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

    /// Answers a question that an extern predicate asks, one level deeper.
    #[inline]
    pub fn deeper<T>(
        &mut self,
        question: impl FnOnce(&mut Budget) -> Result<T, LimitReached>,
    ) -> Result<T, LimitReached> {
        self.depth = self.depth.checked_sub(1).ok_or(LimitReached)?;
        let answer = question(self);
        self.depth += 1;
        answer
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
