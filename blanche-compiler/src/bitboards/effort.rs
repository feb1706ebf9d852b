//! How much work the translation of a program may take, so that its first answer does not wait for it.
//!
//! Effort is counted in steps and not timed, so that the same questions go by words on every machine. What is not translated goes
//! by its plan, which gives the same answers.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Unfit;
use super::solve::Solver;
use crate::program::Program;
use crate::runtime::Layout;

/// Maximum effort for all questions of a program together.
const MOST_OF_A_PROGRAM: usize = 120_000;

/// Maximum effort for a question.
pub(super) const MOST_OF_A_QUESTION: usize = 50_000;

/// Maximum effort for a question in each round in which all of them are tried: what takes little has its turn before what
/// takes much, whatever the order of the rules is.
pub const ROUNDS: [usize; 2] = [MOST_OF_A_QUESTION / 10, MOST_OF_A_QUESTION];

/// What is left of the effort for the questions of a program.
#[derive(Debug)]
pub struct Effort {
    left: AtomicUsize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { left: AtomicUsize::new(MOST_OF_A_PROGRAM) }
    }
}

/// Why there is no code for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCode {
    /// It does not fit into words.
    Unfit,
    /// It takes more effort than it may.
    TooMuch,
}

impl Effort {
    /// What was spent so far.
    pub fn spent(&self) -> usize {
        MOST_OF_A_PROGRAM - self.left.load(Ordering::Relaxed)
    }

    /// Translates something with this effort at most, and with what is left.
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
