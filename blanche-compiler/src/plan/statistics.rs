//! Measured numbers of tuples, as `noire statistics` writes them next to a base (a folder of rule files).
//!
//! A line is the mean number of tuples of a literal per position, a tab, and the literal with `_` for variables.
//! Lines that begin with `#` are comments and say where the numbers come from.
//!
//! ```text
//! # 15773 positions of renju-engine-games.tsv
//! 2.310   group(_, white, 3)
//! 187.400 color(_, none)
//! ```

use std::collections::HashMap;

use blanche_sorted::SortedMap;

use crate::program::{Predicate, Program};
use crate::runtime::Value;

/// Maximum number of characters of a bad line that a message quotes.
const MAX_QUOTED_LETTERS: usize = 80;

/// A predicate with some constants, whose number of tuples the planner needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    /// The name of the predicate.
    pub predicate: String,
    /// The arguments; `None` for an argument that is not constant.
    pub constants: Vec<Option<Value>>,
}

/// Mean numbers of tuples per position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    tuples: SortedMap<Literal, f64>,
}

/// A line of a statistics file that is not a measured literal of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The line number, from 1.
    pub line: usize,
    /// The kind of error.
    pub reason: BadLineReason,
    /// A description of what was expected instead.
    pub expected: String,
}

/// The kinds of errors in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLineReason {
    /// The line does not consist of a number, a tab and a literal, which is an error in any program.
    Malformed,
    /// The program has no such literal. The line may still be correct if the program has errors.
    Unknown,
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

    /// Adds or replaces a measurement.
    pub fn insert(&mut self, literal: Literal, mean: f64) {
        self.tuples.insert(literal, mean);
    }

    /// Whether there are no measurements.
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Parses a statistics file.
    ///
    /// # Errors
    /// The first line that does not consist of a number and a literal of this program.
    pub fn parse(program: &Program, text: &str) -> Result<Statistics, BadLine> {
        match Statistics::parse_lines(program, text) {
            (statistics, bad) if bad.is_empty() => Ok(statistics),
            (_, bad) => Err(bad.into_iter().next().expect("there is a bad line")),
        }
    }

    /// Parses a statistics file for a program that may have errors. Returns the measured literals, and the first
    /// bad line of each kind in file order. Predicates that lost their sorts to an error have no measured literals.
    pub fn parse_lines(program: &Program, text: &str) -> (Statistics, Vec<BadLine>) {
        let declared = declared(program);
        let (mut statistics, mut bad) = (Statistics::default(), Vec::<BadLine>::new());
        for (at, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            match read_line(program, &declared, line) {
                Ok((literal, mean)) => statistics.insert(literal, mean),
                Err((reason, _)) if bad.iter().any(|known| known.reason == reason) => {}
                Err((reason, expected)) => bad.push(BadLine { line: at + 1, reason, expected }),
            }
        }
        (statistics, bad)
    }

    /// Formats the measurements as lines of a statistics file, without comments.
    pub fn print(&self, program: &Program) -> String {
        let declared = declared(program);
        let print = |(literal, mean): (&Literal, &f64)| {
            format!("{mean:.3}\t{}\n", print_literal(program, &declared, literal))
        };
        self.tuples.iter().map(print).collect()
    }
}

/// The predicates by name and arity.
type Declared<'p> = HashMap<(&'p str, usize), &'p Predicate>;

fn declared(program: &Program) -> Declared<'_> {
    let predicates = program.predicates.iter();
    predicates.map(|predicate| ((predicate.name.as_str(), predicate.arity()), predicate)).collect()
}

/// Parses a line into a literal and its mean number of tuples.
fn read_line(
    program: &Program,
    declared: &Declared<'_>,
    line: &str,
) -> Result<(Literal, f64), (BadLineReason, String)> {
    let malformed = |expected: String| (BadLineReason::Malformed, expected);
    let (number, literal) = line
        .split_once('\t')
        .ok_or_else(|| malformed("expected a number, a tab and a literal".to_owned()))?;
    let mean: Option<f64> = number.trim().parse().ok();
    let mean = mean
        .filter(|mean| mean.is_finite() && *mean >= 0.0)
        .ok_or_else(|| malformed(format!("`{}` is not a number of tuples", shortened(number))))?;
    let literal = literal.trim();
    let expected =
        || format!("`{}` is not a predicate of the base with constants and `_`", shortened(literal));
    let (name, arguments) = literal
        .strip_suffix(')')
        .and_then(|literal| literal.split_once('('))
        .ok_or_else(|| malformed(expected()))?;
    let known = read_literal(program, declared, name, arguments);
    Ok((known.ok_or_else(|| (BadLineReason::Unknown, expected()))?, mean))
}

/// Shortens a text to the length that a message may quote.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn read_literal(program: &Program, declared: &Declared<'_>, name: &str, arguments: &str) -> Option<Literal> {
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let predicate = declared.get(&(name, arguments.len()))?;
    let constants = arguments.iter().enumerate().map(|(at, argument)| {
        let sort = program.sort(predicate.known_sort(at)?).root;
        if *argument == "_" { Some(None) } else { program.sort(sort).value(argument).map(Some) }
    });
    Some(Literal { predicate: name.to_owned(), constants: constants.collect::<Option<Vec<_>>>()? })
}

/// Formats a literal, such as `group(_, white, 3)`.
fn print_literal(program: &Program, declared: &Declared<'_>, literal: &Literal) -> String {
    let predicate = declared.get(&(literal.predicate.as_str(), literal.constants.len()));
    let sort = |at: usize| predicate.and_then(|predicate| predicate.known_sort(at));
    let arguments = literal.constants.iter().enumerate().map(|(at, constant)| match (constant, sort(at)) {
        (Some(value), Some(sort)) => program.sort(program.sort(sort).root).text(*value),
        (Some(value), None) => value.to_string(),
        (None, _) => "_".to_owned(),
    });
    format!("{}({})", literal.predicate, arguments.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    /// Loads rules and statistics. Returns whether the rules are free of errors, and the labels of the diagnostics
    /// about the statistics.
    fn soundness_and_labels(rules: &str, statistics: &str) -> (bool, Vec<String>) {
        let mut project = crate::project::Project::default();
        let root = project.add("base.blanche", rules.as_bytes());
        let mut checked = crate::load(&mut project, root, &crate::project::SearchPath::default());
        let file = project.sources.add("statistics.txt", statistics.as_bytes());
        let is_sound = !crate::has_errors(&checked.diagnostics);
        checked.read_statistics(&project.sources, file);
        let of_statistics = checked.diagnostics.iter().filter(|message| message.label.span.file == file);
        (is_sound, of_statistics.map(|message| message.label.text.clone()).collect())
    }

    const RULES: &str = "sort field = a, b words Field\nplayers white, black\nfact next(a, b)\n\
        near(Field1, Field2) :- next(Field1, Field2)\nrule r for white at level 0 if near(Field1, Field2)\n";

    #[test]
    fn statistics_of_a_predicate_without_sorts_are_ignored() {
        let statistics = "1.0\tnext(_, _)\n2.0\tnear(_, b)\n0.5\tnear(a, _)\n";
        assert_eq!(soundness_and_labels(RULES, statistics), (true, Vec::new()));
        // `near` lost its only clause, so its sorts are unknown.
        assert_eq!(
            soundness_and_labels(&RULES.replace(":- next", ":- nxet"), statistics),
            (false, Vec::new())
        );
        assert_eq!(
            soundness_and_labels(
                &RULES.replace("near(Field1, Field2) :-", "naer(Field1, Field2) :-"),
                statistics
            )
            .1,
            [""; 0]
        );
    }

    #[test]
    fn a_malformed_statistics_line_is_reported_despite_other_errors() {
        let expected = ["expected a number, a tab and a literal"];
        for rules in [RULES.to_owned(), RULES.replace(":- next", ":- nxet")] {
            assert_eq!(soundness_and_labels(&rules, "1.0\tnext(_, _)\n1.0 next(_, b)\n").1, expected);
        }
        let unknown = "1.0\tfar(_, _)\n-1\tnext(_, _)\n";
        assert_eq!(
            soundness_and_labels(RULES, unknown).1,
            ["`far(_, _)` is not a predicate of the base with constants and `_`"]
        );
        assert_eq!(
            soundness_and_labels(&RULES.replace(":- next", ":- nxet"), unknown).1,
            ["`-1` is not a number of tuples"]
        );
    }

    #[test]
    fn a_message_quotes_no_overlong_line() {
        let (_, said) = soundness_and_labels(RULES, &format!("1\tnext({})\n", "x".repeat(100_000)));
        assert!(said[0].len() < 200, "{said:?}");
    }
}
