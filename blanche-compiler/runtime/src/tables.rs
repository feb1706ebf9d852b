//! Tables of what derivations answered while a question is answered.
//!
//! The planner says which derivations are tabled (`Routine::tabled`). All their answers are found
//! before the first is handed on, each once, in the order in which they are found; the next call with the same inputs
//! gives them again. So a chain of derivations of which each asks the one before twice takes twice as long as one that
//! asks once, and not 2^length times as long. What is tabled is so of one position: there are tables for every level of
//! moves.
//! Source: tabling, as in XSB (Chen and Warren 1996).

use std::collections::HashMap;
use std::rc::Rc;

use super::Value;
use super::fixpoint::Fixpoint;
use super::rows::Rows;

/// What an entry of a table takes besides its values: keys, counters and spare room.
const ENTRY: u64 = 96;

/// The answers of a derivation to some inputs: rows of values, each once.
#[derive(Clone, Debug)]
pub struct Answers {
    rows: Rows,
    bytes: u64,
}

impl Answers {
    /// None yet, of so many values each.
    pub fn new(width: usize) -> Answers {
        Answers { rows: Rows::new(width), bytes: 0 }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// One of them.
    #[inline]
    pub fn row(&self, at: usize) -> &[Value] {
        self.rows.row(at)
    }

    /// Takes one up if it is new; gives the bytes that it takes.
    pub(super) fn take(&mut self, answer: &[Value]) -> u64 {
        let bytes = self.rows.take(answer);
        self.bytes += bytes;
        bytes
    }
}

/// What is made of different answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// How many there are.
    Count,
    /// The numbers of their first values, added up.
    Sum {
        /// The number that value 0 of the first column stands for.
        first: i64,
        /// The number that value 0 of the result stands for.
        result: i64,
    },
    /// The least first value.
    Min,
    /// The greatest first value.
    Max,
}

impl Fold {
    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Fold::Count => "count",
            Fold::Sum { .. } => "sum",
            Fold::Min => "min",
            Fold::Max => "max",
        }
    }

    /// What some answers come to.
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

/// The tables of one position: for each routine what it answered to which inputs.
#[derive(Clone, Debug, Default)]
struct Level {
    answers: HashMap<(u32, Box<[Value]>), Rc<Answers>>,
    /// For each recursive component its goals.
    fixpoints: Vec<Fixpoint>,
    bytes: u64,
}

/// The tables of a question.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    levels: Vec<Level>,
    /// The bytes of all levels and of answers that are in no table yet.
    bytes: u64,
    /// The most that they were.
    most: u64,
}

impl Tables {
    pub(super) fn get(&self, level: usize, routine: u32, inputs: &[Value]) -> Option<Rc<Answers>> {
        self.levels.get(level)?.answers.get(&(routine, inputs.into())).cloned()
    }

    /// Counts bytes of answers that are being found; gives what all take.
    pub(super) fn hold(&mut self, bytes: u64) -> u64 {
        self.bytes += bytes;
        self.most = self.most.max(self.bytes);
        self.bytes
    }

    /// The most bytes that they took at one time.
    pub(super) fn most(&self) -> u64 {
        self.most
    }

    /// Answers whose bytes were counted are needed no more.
    pub(super) fn release(&mut self, answers: &Answers) {
        self.bytes -= answers.bytes;
    }

    /// Keeps answers whose bytes were counted; gives what all take.
    pub(super) fn put(&mut self, level: usize, routine: u32, inputs: &[Value], answers: Rc<Answers>) -> u64 {
        let entry = ENTRY + size(inputs);
        self.bytes += entry;
        self.most = self.most.max(self.bytes);
        let of_level = self.level(level);
        of_level.bytes += entry + answers.bytes;
        of_level.answers.insert((routine, inputs.into()), answers);
        self.bytes
    }

    /// The tables of a level.
    fn level(&mut self, level: usize) -> &mut Level {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Level::default);
        }
        &mut self.levels[level]
    }

    /// The goals of a recursive component.
    pub(super) fn fixpoint(&mut self, level: usize, component: u32) -> &mut Fixpoint {
        let fixpoints = &mut self.level(level).fixpoints;
        if fixpoints.len() <= component as usize {
            fixpoints.resize_with(component as usize + 1, Fixpoint::default);
        }
        &mut fixpoints[component as usize]
    }

    /// Counts bytes that the goals of a level take; gives what all take.
    pub(super) fn hold_goals(&mut self, level: usize, bytes: u64) -> u64 {
        self.level(level).bytes += bytes;
        self.hold(bytes)
    }

    /// Forgets all but so many levels.
    pub(super) fn keep(&mut self, levels: usize) {
        for level in self.levels.drain(levels.min(self.levels.len())..) {
            self.bytes -= level.bytes;
        }
    }
}

/// The bytes of some values.
fn size(values: &[Value]) -> u64 {
    size_of_val(values) as u64
}
