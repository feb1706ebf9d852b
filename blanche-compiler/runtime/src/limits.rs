//! The limits of a query, and the budget that remains while the query is evaluated.
//!
//! Both back ends count the same events, so that they reach a limit at the same point. They count steps when a
//! candidate is enumerated, a derivation is called, or answers are sorted. They count bytes when answers are stored.
//! Neither consults a clock or the allocator.

use std::fmt;
use std::rc::Rc;

use super::fixpoint::Fixpoint;
use super::tables::{Answers, Fold, Tables};
use super::{Stop, Value};

/// The limits of one query, after which its evaluation stops with a [`LimitReached`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of steps. An answer that a loop enumerates costs one step, and so does a call of a derivation.
    /// They cost more if they cause more work. Two steps take the interpreter at most a few hundred nanoseconds.
    pub work: u64,
    /// Maximum size of the answers in bytes. The tables of derivations have a separate limit of the same size.
    pub memory: u64,
    /// Maximum nesting depth of extern predicates that evaluate rules, and of `after` within `after`.
    pub depth: u32,
}

impl Default for Limits {
    /// The defaults: 30 million steps, 256 MiB and a depth of 64. The steps take the interpreter at most two seconds,
    /// whatever the query is. They are a hundred times what any rule in `knowledge/` needs, in positions of games and
    /// in random positions.
    fn default() -> Limits {
        Limits { work: 30_000_000, memory: 256 << 20, depth: 64 }
    }
}

/// Cost in steps of inserting an answer into a table. `TABLED` is the cost of creating a table for new inputs, which
/// takes two microseconds, mostly for allocation and deallocation.
const COLLECTED: usize = 3;
const TABLED: usize = 32;

/// The limit that a query reached, so that it was given up. The query is then neither true nor false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    /// The query reached the maximum number of steps, or making its plan took too many steps.
    Work,
    /// The query reached the maximum size in bytes.
    Memory,
    /// The query reached the maximum nesting depth of rules that evaluate rules, or of `after` within `after`.
    Depth,
    /// The caller cancelled the query.
    Stopped,
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = match self {
            LimitReached::Work => "work",
            LimitReached::Memory => "memory",
            LimitReached::Depth => "depth",
            LimitReached::Stopped => return f.write_str("the question was stopped before it was answered"),
        };
        write!(f, "the limit of {limit} was reached before the question was answered")
    }
}

impl LimitReached {
    /// Says which limit the query exceeded, as a phrase for messages such as `exceeded the step limit`.
    pub fn exceeded(self) -> &'static str {
        match self {
            LimitReached::Work => "exceeded the step limit",
            LimitReached::Memory => "exceeded the memory limit",
            LimitReached::Depth => "exceeded the depth limit",
            LimitReached::Stopped => "was stopped with the command",
        }
    }
}

impl std::error::Error for LimitReached {}

impl From<LimitReached> for Stop {
    fn from(limit: LimitReached) -> Stop {
        Stop::Limit(limit)
    }
}

/// The budget that remains for a query while it is evaluated, and the tables that the evaluation fills.
#[derive(Clone, Debug)]
pub struct Budget {
    work: u64,
    depth: u32,
    memory: u64,
    /// The depth limit with which the query started.
    whole_depth: u32,
    /// The tables of the query; `None` until the answers of a derivation are stored in one.
    tables: Option<Box<Tables>>,
}

impl Budget {
    /// A new budget with these limits.
    #[inline]
    pub fn new(limits: Limits) -> Budget {
        let Limits { work, memory, depth } = limits;
        Budget { work, depth, memory, whole_depth: depth, tables: None }
    }

    /// Consumes one step.
    #[inline(always)]
    pub fn spend(&mut self) -> Result<(), LimitReached> {
        match self.work.checked_sub(1) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => Err(LimitReached::Work),
        }
    }

    /// Consumes several steps.
    #[inline(always)]
    pub fn spend_several(&mut self, steps: usize) -> Result<(), LimitReached> {
        self.work = self.work.checked_sub(steps as u64).ok_or(LimitReached::Work)?;
        Ok(())
    }

    /// Consumes one step for each of these solutions, and returns their number. Used if solutions are counted without
    /// being enumerated.
    #[inline(always)]
    pub fn spend_counted(&mut self, solutions: usize) -> Result<i64, LimitReached> {
        self.spend_several(solutions)?;
        Ok(solutions as i64)
    }

    /// Enters the next nesting level. Called when an extern predicate evaluates its rules, or when `after` makes moves.
    #[inline]
    pub fn enter(&mut self) -> Result<(), LimitReached> {
        self.depth = self.depth.checked_sub(1).ok_or(LimitReached::Depth)?;
        Ok(())
    }

    /// Returns from the nesting level that [`Budget::enter`] entered. The tables of that level are dropped, since they
    /// belong to another position.
    #[inline]
    pub fn leave(&mut self) {
        self.depth += 1;
        if let Some(tables) = &mut self.tables {
            tables.keep((self.whole_depth - self.depth) as usize + 1);
        }
    }

    /// The memory limit for answers, in bytes.
    #[inline]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The number of steps left.
    #[inline]
    pub fn work_left(&self) -> u64 {
        self.work
    }

    /// The peak size of the tables, in bytes.
    pub(super) fn most_tabled(&self) -> u64 {
        self.tables.as_ref().map_or(0, |tables| tables.most())
    }

    /// The answers of a tabled derivation (whose answers are stored) to these inputs. `None` if it was not yet called
    /// with them in this position.
    #[inline]
    pub fn recall(&self, routine: u32, inputs: &[Value]) -> Option<Rc<Answers>> {
        self.tables.as_ref()?.get(self.level(), routine, inputs)
    }

    /// Adds an answer of a tabled derivation to `answers`, unless the answer is already there.
    pub fn keep(&mut self, answers: &mut Answers, answer: &[Value]) -> Result<(), LimitReached> {
        self.spend_several(COLLECTED)?;
        let bytes = answers.take(answer);
        let tables = self.tables.get_or_insert_default();
        if tables.hold(bytes) > self.memory {
            return Err(LimitReached::Memory);
        }
        Ok(())
    }

    /// Computes an aggregate of the collected answers, and frees the memory that was counted for them. The result is
    /// `None` for the minimum or maximum of an empty list of answers.
    pub fn fold(&mut self, answers: &Answers, fold: Fold) -> Option<Value> {
        if let Some(tables) = &mut self.tables {
            tables.release(answers);
        }
        fold.of(answers)
    }

    /// Stores the answers to these inputs in the table of the derivation. The answers must be complete.
    pub fn table(
        &mut self,
        routine: u32,
        inputs: &[Value],
        answers: Answers,
    ) -> Result<Rc<Answers>, LimitReached> {
        self.spend_several(TABLED)?;
        let level = self.level();
        let answers = Rc::new(answers);
        let tables = self.tables.get_or_insert_default();
        if tables.put(level, routine, inputs, Rc::clone(&answers)) > self.memory {
            return Err(LimitReached::Memory);
        }
        Ok(answers)
    }

    /// The goals of a recursive component in the current position, with the answers that were found so far.
    pub(super) fn fixpoint(&mut self, component: u32) -> &mut Fixpoint {
        let level = self.level();
        self.tables.get_or_insert_default().fixpoint(level, component)
    }

    /// Counts bytes of memory that goals and their answers take.
    pub(super) fn hold(&mut self, bytes: u64) -> Result<(), LimitReached> {
        // The number of bytes is usually zero, since most answers and goals are already known.
        if bytes == 0 {
            return Ok(());
        }
        let level = self.level();
        match self.tables.get_or_insert_default().hold_goals(level, bytes) {
            all if all > self.memory => Err(LimitReached::Memory),
            _ => Ok(()),
        }
    }

    /// The current nesting depth of the query.
    fn level(&self) -> usize {
        (self.whole_depth - self.depth) as usize
    }
}
