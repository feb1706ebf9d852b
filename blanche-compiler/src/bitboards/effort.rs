//! Limits the work of translating a program, so that its first answer is not delayed.
//!
//! Effort is counted in steps instead of time, so that the same queries use bitboards on every machine. Queries
//! that are not translated use their plans, which give the same answers.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Unfit;
use super::solve::Solver;
use crate::program::Program;
use crate::runtime::Layout;

/// Maximum effort for all queries of a program together, in steps.
const MAX_PROGRAM_EFFORT: usize = 120_000;

/// Maximum effort for a single query, in steps.
pub(super) const MAX_QUERY_EFFORT: usize = 50_000;

/// Maximum effort per query in each round over all queries. Cheap queries are thus translated before expensive queries,
/// whatever the order of the rules.
pub const ROUNDS: [usize; 2] = [MAX_QUERY_EFFORT / 10, MAX_QUERY_EFFORT];

/// The remaining effort for the queries of a program.
#[derive(Debug)]
pub struct Effort {
    left: AtomicUsize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { left: AtomicUsize::new(MAX_PROGRAM_EFFORT) }
    }
}

/// The reason why there is no code for a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCode {
    /// The query does not fit into bitboards.
    Unfit,
    /// The query takes too much effort.
    TooMuch,
}

impl Effort {
    /// Effort spent so far, in steps.
    pub fn spent(&self) -> usize {
        MAX_PROGRAM_EFFORT - self.left.load(Ordering::Relaxed)
    }

    /// Translates something with at most `most` effort, without exceeding the effort that is left for the program.
    pub(super) fn translate<T>(
        &self,
        (program, layout): (&Program, &Layout),
        most: usize,
        translate: impl FnOnce(&mut Solver<'_>) -> Result<T, Unfit>,
    ) -> Result<T, NoCode> {
        let left = self.left.load(Ordering::Relaxed);
        let mut solver = Solver::new(program, layout, None).with_effort(most.min(left));
        let result = translate(&mut solver);
        let spent = solver.effort;
        self.left.fetch_sub(spent.min(left), Ordering::Relaxed);
        result.map_err(|Unfit| if solver.is_exhausted() { NoCode::TooMuch } else { NoCode::Unfit })
    }
}
