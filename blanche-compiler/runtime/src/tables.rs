//! Tables of the answers of derivations. They are kept while a query is evaluated.
//!
//! The planner decides which derivations are tabled, that is, have their answers stored (`Routine::tabled`). All
//! answers are found before the first one is returned. They have no duplicates, and are in the order in which they are
//! found. The next call with the same inputs returns them from the table.
//!
//! For example, if each of several derivations calls the previous one twice, the last one takes twice as long as with
//! single calls, and not 2^length times as long. A table entry holds for one position only, so there are separate
//! tables for every nesting level of moves. Source: tabling, as in XSB (Chen and Warren 1996).

use std::collections::HashMap;
use std::rc::Rc;

use super::Value;
use super::fixpoint::Fixpoint;
use super::rows::Rows;

/// Estimated size of a table entry in bytes, in addition to its values. It includes keys, counters and spare capacity.
const ENTRY: u64 = 96;

/// The answers of a derivation to some inputs, as distinct rows of values.
#[derive(Clone, Debug)]
pub struct Answers {
    rows: Rows,
    bytes: u64,
}

impl Answers {
    /// An empty table for answers of `width` values.
    pub fn new(width: usize) -> Answers {
        Answers { rows: Rows::new(width), bytes: 0 }
    }

    /// Whether there are no answers.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of answers.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The answer with this index.
    #[inline]
    pub fn row(&self, at: usize) -> &[Value] {
        self.rows.row(at)
    }

    /// Adds an answer if it is new. Returns the bytes that the answer takes (0 if it was already there).
    pub(super) fn take(&mut self, answer: &[Value]) -> u64 {
        let bytes = self.rows.take(answer);
        self.bytes += bytes;
        bytes
    }
}

/// An aggregate function over distinct answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The number of answers.
    Count,
    /// The sum of the first column, whose values stand for numbers.
    Sum {
        /// The number that value 0 of the first column represents.
        first: i64,
        /// The number that value 0 of the result's sort represents.
        result: i64,
    },
    /// The minimum of the first column.
    Min,
    /// The maximum of the first column.
    Max,
}

impl Fold {
    /// The keyword for the aggregate function in the language.
    pub fn word(self) -> &'static str {
        match self {
            Fold::Count => "count",
            Fold::Sum { .. } => "sum",
            Fold::Min => "min",
            Fold::Max => "max",
        }
    }

    /// The value of the aggregate function for these answers. `None` if there is no value, or if it is out of range.
    pub(super) fn of(self, answers: &Answers) -> Option<Value> {
        let mut first = (0..answers.len()).map(|at| answers.row(at)[0]);
        match self {
            Fold::Count => Value::try_from(answers.len()).ok(),
            Fold::Sum { first: origin, result } => {
                let sum: i64 = first.map(|value| origin + i64::from(value)).sum();
                Value::try_from(sum - result).ok()
            }
            Fold::Min => first.by_ref().min(),
            Fold::Max => first.max(),
        }
    }
}

/// The tables of one nesting level, which belong to one position. They have the answers for each routine and its
/// inputs.
#[derive(Clone, Debug, Default)]
struct Level {
    answers: HashMap<(u32, Box<[Value]>), Rc<Answers>>,
    /// The goals of the recursive components, indexed by component.
    fixpoints: Vec<Fixpoint>,
    bytes: u64,
}

/// The tables of a query, separate for each nesting level.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    levels: Vec<Level>,
    /// The bytes that all levels take, and the answers that are still being collected.
    bytes: u64,
    /// The largest value that `bytes` has had.
    most: u64,
}

impl Tables {
    pub(super) fn get(&self, level: usize, routine: u32, inputs: &[Value]) -> Option<Rc<Answers>> {
        self.levels.get(level)?.answers.get(&(routine, inputs.into())).cloned()
    }

    /// Counts bytes of answers that are being collected, and returns the total.
    pub(super) fn hold(&mut self, bytes: u64) -> u64 {
        self.bytes += bytes;
        self.most = self.most.max(self.bytes);
        self.bytes
    }

    /// The peak size, in bytes.
    pub(super) fn most(&self) -> u64 {
        self.most
    }

    /// Subtracts the bytes of answers that are no longer needed.
    pub(super) fn release(&mut self, answers: &Answers) {
        self.bytes -= answers.bytes;
    }

    /// Stores answers whose bytes have already been counted. Returns the total number of bytes.
    pub(super) fn put(&mut self, level: usize, routine: u32, inputs: &[Value], answers: Rc<Answers>) -> u64 {
        let entry = ENTRY + size(inputs);
        self.bytes += entry;
        self.most = self.most.max(self.bytes);
        let of_level = self.level(level);
        of_level.bytes += entry + answers.bytes;
        of_level.answers.insert((routine, inputs.into()), answers);
        self.bytes
    }

    /// The tables of a nesting level. They are created if necessary.
    fn level(&mut self, level: usize) -> &mut Level {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Level::default);
        }
        &mut self.levels[level]
    }

    /// The goals of a recursive component at a nesting level.
    pub(super) fn fixpoint(&mut self, level: usize, component: u32) -> &mut Fixpoint {
        let fixpoints = &mut self.level(level).fixpoints;
        if fixpoints.len() <= component as usize {
            fixpoints.resize_with(component as usize + 1, Fixpoint::default);
        }
        &mut fixpoints[component as usize]
    }

    /// Counts bytes that the goals of a level take, and returns the total.
    pub(super) fn hold_goals(&mut self, level: usize, bytes: u64) -> u64 {
        self.level(level).bytes += bytes;
        self.hold(bytes)
    }

    /// Drops all levels except the first `levels` ones.
    pub(super) fn keep(&mut self, levels: usize) {
        for level in self.levels.drain(levels.min(self.levels.len())..) {
            self.bytes -= level.bytes;
        }
    }
}

fn size(values: &[Value]) -> u64 {
    size_of_val(values) as u64
}
