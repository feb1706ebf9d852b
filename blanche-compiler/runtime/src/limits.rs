//! What a question may cost, and what is left of it while the question is answered.
//!
//! Both back ends count the same things in the same places, so that they give up alike: steps of work as candidates are
//! taken up, derivations called and answers sorted, and bytes as answers are kept. Neither looks at a clock or asks the
//! allocator.

use std::fmt;
use std::rc::Rc;

use super::fixpoint::Fixpoint;
use super::tables::{Answers, Fold, Tables};
use super::{Stop, Value};

/// How much one question may cost before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps: for each answer that a loop takes up and each derivation that is asked one, and more where much is done with
    /// it. Two steps take the interpreter some hundred nanoseconds at most.
    pub work: u64,
    /// Bytes: so many for the answers, and as many for the tables of derivations on the way to them.
    pub memory: u64,
    /// How deep extern predicates that ask rules may be nested in the rules they ask, and `after` in `after`.
    pub depth: u32,
}

impl Default for Limits {
    /// Thirty million steps, which take the interpreter two seconds at most, whatever is asked, and are a hundred times what
    /// any rule in `knowledge/` takes in positions of games and in random ones; 256 MiB; and a depth of 64.
    fn default() -> Limits {
        Limits { work: 30_000_000, memory: 256 << 20, depth: 64 }
    }
}

/// The steps that it takes to put an answer into a table, and to make a table for new inputs: two microseconds, most of which
/// it takes to find room and to give it back.
const COLLECTED: usize = 3;
const TABLED: usize = 32;

/// The question was given up at a limit. It is neither a yes nor a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    /// Too many steps, or a plan that takes too many to make.
    Work,
    /// Too many bytes.
    Memory,
    /// Rules that ask rules, or `after` in `after`, nested too deep.
    Depth,
    /// Whoever asked does not want to know any more.
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
    /// What a question did that reached it: `exceeded the step limit`.
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

/// What is left of the limits while a question is answered, and the tables that it fills.
#[derive(Clone, Debug)]
pub struct Budget {
    work: u64,
    depth: u32,
    memory: u64,
    /// The depth at the beginning.
    whole_depth: u32,
    /// `None` until a derivation is tabled.
    tables: Option<Box<Tables>>,
}

impl Budget {
    /// A fresh budget.
    #[inline]
    pub fn new(limits: Limits) -> Budget {
        let Limits { work, memory, depth } = limits;
        Budget { work, depth, memory, whole_depth: depth, tables: None }
    }

    /// Takes one step.
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

    /// Takes so many steps at once.
    #[inline(always)]
    pub fn spend_several(&mut self, steps: usize) -> Result<(), LimitReached> {
        self.work = self.work.checked_sub(steps as u64).ok_or(LimitReached::Work)?;
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
        self.depth = self.depth.checked_sub(1).ok_or(LimitReached::Depth)?;
        Ok(())
    }

    /// Comes back from a question that [`Budget::enter`] began and that was answered. What was tabled there was so of
    /// another position, and goes.
    #[inline]
    pub fn leave(&mut self) {
        self.depth += 1;
        if let Some(tables) = &mut self.tables {
            tables.keep((self.whole_depth - self.depth) as usize + 1);
        }
    }

    /// The bytes that answers may take.
    #[inline]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The steps that are left.
    #[inline]
    pub fn work_left(&self) -> u64 {
        self.work
    }

    /// The most bytes that tables took at one time.
    pub(super) fn most_tabled(&self) -> u64 {
        self.tables.as_ref().map_or(0, |tables| tables.most())
    }

    /// The answers of a tabled derivation to these inputs, if it was asked before in this position.
    #[inline]
    pub fn recall(&self, routine: u32, inputs: &[Value]) -> Option<Rc<Answers>> {
        self.tables.as_ref()?.get(self.level(), routine, inputs)
    }

    /// Takes up an answer of a tabled derivation, if it is new.
    pub fn keep(&mut self, answers: &mut Answers, answer: &[Value]) -> Result<(), LimitReached> {
        self.spend_several(COLLECTED)?;
        let bytes = answers.take(answer);
        let tables = self.tables.get_or_insert_default();
        if tables.hold(bytes) > self.memory {
            return Err(LimitReached::Memory);
        }
        Ok(())
    }

    /// What answers that were collected come to; there is no value where a least or a greatest one is wanted of none. The room
    /// that they take is free again.
    pub fn fold(&mut self, answers: &Answers, fold: Fold) -> Option<Value> {
        if let Some(tables) = &mut self.tables {
            tables.release(answers);
        }
        fold.of(answers)
    }

    /// Puts all the answers to these inputs into the table of the derivation.
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

    /// The goals of a recursive component, as they are known in this position.
    pub(super) fn fixpoint(&mut self, component: u32) -> &mut Fixpoint {
        let level = self.level();
        self.tables.get_or_insert_default().fixpoint(level, component)
    }

    /// Counts bytes that goals take.
    pub(super) fn hold(&mut self, bytes: u64) -> Result<(), LimitReached> {
        // Most answers and goals are there already.
        if bytes == 0 {
            return Ok(());
        }
        let level = self.level();
        match self.tables.get_or_insert_default().hold_goals(level, bytes) {
            all if all > self.memory => Err(LimitReached::Memory),
            _ => Ok(()),
        }
    }

    /// How many levels deep the question is.
    fn level(&self) -> usize {
        (self.whole_depth - self.depth) as usize
    }
}
