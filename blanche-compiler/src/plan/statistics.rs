//! Measured numbers of tuples, as `noire profile` writes them beside a base.
//!
//! A line is the mean number of tuples of a literal in a position, a tab, and the literal: what a variable
//! stands for is written `_`. Lines that begin with `#` say where the numbers come from.
//!
//! ```text
//! # 15773 positions of renju-engine-games.tsv
//! 2.310   group(_, white, 3)
//! 187.400 color(_, none)
//! ```

use std::collections::BTreeMap;

use crate::program::{Predicate, Program};
use crate::runtime::Value;

/// What the planner wants to know the number of tuples of: a predicate with some constants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    /// The predicate's name.
    pub predicate: String,
    /// Its arguments, as far as they are constant.
    pub constants: Vec<Option<Value>>,
}

/// Mean numbers of tuples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    tuples: BTreeMap<Literal, f64>,
}

/// A line that is no measured literal of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: String,
}

impl std::fmt::Display for BadLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.expected)
    }
}

impl Statistics {
    /// The mean number of tuples of a literal, if it was measured.
    pub fn tuples(&self, predicate: &str, constants: &[Option<Value>]) -> Option<f64> {
        if self.tuples.is_empty() {
            return None;
        }
        let literal = Literal { predicate: predicate.to_owned(), constants: constants.to_vec() };
        self.tuples.get(&literal).copied()
    }

    /// Takes a number up.
    pub fn insert(&mut self, literal: Literal, mean: f64) {
        self.tuples.insert(literal, mean);
    }

    /// Nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Reads the lines of a file.
    ///
    /// # Errors
    /// The first line that is no number and literal of this program.
    pub fn parse(program: &Program, text: &str) -> Result<Statistics, BadLine> {
        let mut statistics = Statistics::default();
        for (at, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let bad = |expected: String| BadLine { line: at + 1, expected };
            let (number, literal) = line
                .split_once('\t')
                .ok_or_else(|| bad("expected a number, a tab and a literal".to_owned()))?;
            let mean: f64 = number
                .trim()
                .parse()
                .ok()
                .filter(|mean: &f64| mean.is_finite() && *mean >= 0.0)
                .ok_or_else(|| bad(format!("`{number}` is no number of tuples")))?;
            let literal = read_literal(program, literal.trim()).ok_or_else(|| {
                bad(format!("`{literal}` is no predicate of the base with constants and `_`"))
            })?;
            statistics.insert(literal, mean);
        }
        Ok(statistics)
    }

    /// The lines of a file, without the remarks.
    pub fn print(&self, program: &Program) -> String {
        let lines = self
            .tuples
            .iter()
            .map(|(literal, mean)| format!("{mean:.3}\t{}\n", print_literal(program, literal)));
        lines.collect()
    }
}

/// The predicate of this name and number of arguments.
fn declared<'p>(program: &'p Program, name: &str, arity: usize) -> Option<&'p Predicate> {
    program.predicates.iter().find(|predicate| predicate.name == name && predicate.arity() == arity)
}

fn read_literal(program: &Program, text: &str) -> Option<Literal> {
    let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let predicate = declared(program, name, arguments.len())?;
    let constants = arguments.iter().enumerate().map(|(at, argument)| {
        if *argument == "_" {
            return Some(None);
        }
        let sort = program.sort(predicate.sort(at)).root;
        program.sort(sort).value(argument).map(Some)
    });
    Some(Literal { predicate: name.to_owned(), constants: constants.collect::<Option<Vec<_>>>()? })
}

/// `group(_, white, 3)`
fn print_literal(program: &Program, literal: &Literal) -> String {
    let predicate = declared(program, &literal.predicate, literal.constants.len());
    let arguments = literal.constants.iter().enumerate().map(|(at, constant)| match (constant, predicate) {
        (Some(value), Some(predicate)) => program.sort(program.sort(predicate.sort(at)).root).text(*value),
        (Some(value), None) => value.to_string(),
        (None, _) => "_".to_owned(),
    });
    format!("{}({})", literal.predicate, arguments.collect::<Vec<_>>().join(", "))
}
