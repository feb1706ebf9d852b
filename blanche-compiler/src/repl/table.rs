//! Answers as a table.

use crate::interpret::Host;
use crate::program::{Program, Rule, Sort, SortKind};
use crate::runtime::Solutions;
use crate::runtime::Value;

/// Maximum number of answers listed. The remaining answers are only counted.
const LISTED: usize = 100;

/// Maximum number of answers kept as text, for output that shows all of them together.
const KEPT: usize = 10_000;

/// Maximum size, in bytes, of the text of all answers that are kept. It is needed because names may be long.
const KEPT_TEXT: usize = 16 << 20;

/// Maximum width of a column, in characters. Longer cells extend beyond the column.
pub const MAX_COLUMN_WIDTH: usize = 100;

/// Answers as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The variables, and the root sorts of their values.
    pub variables: Vec<(String, String)>,
    /// The values of the answers that are kept, one row for each answer.
    pub rows: Vec<Vec<String>>,
    /// The number of all answers.
    pub count: usize,
}

impl Table {
    /// Converts the solutions of a rule or query to text.
    pub fn new<H: Host>(program: &Program, rule: &Rule, solutions: &Solutions) -> Table {
        let variables = rule.answer.iter().map(|id| &rule.variables[id.index()]);
        let roots: Vec<_> = variables.clone().map(|one| program.sort(program.sort(one.sort).root)).collect();
        let text = |(value, sort): (&Value, &&Sort)| {
            let written = match sort.kind {
                SortKind::Opaque { .. } => H::write(&sort.name, *value),
                SortKind::Constants(_) | SortKind::Range(..) => None,
            };
            written.unwrap_or_else(|| sort.text(*value))
        };
        let (mut rows, mut room) = (Vec::new(), KEPT_TEXT);
        for tuple in solutions.iter().take(KEPT) {
            let row: Vec<String> = tuple.iter().zip(&roots).map(text).collect();
            let bytes = row.iter().map(String::len).sum();
            // The first answer is kept in any case, to show that there is one.
            if bytes > room && !rows.is_empty() {
                break;
            }
            room = room.saturating_sub(bytes);
            rows.push(row);
        }
        let variables =
            variables.zip(&roots).map(|(one, sort)| (one.name.clone(), sort.name.clone())).collect();
        Table { variables, rows, count: solutions.len() }
    }

    /// Formats the table as lines: a heading, a line for each answer, and the number of answers. Just `yes` or `no` for
    /// a query without variables.
    pub fn lines(&self) -> Vec<String> {
        match (self.variables.as_slice(), self.rows.len()) {
            ([], 0) => return vec!["no".to_owned()],
            ([], _) => return vec!["yes".to_owned()],
            (_, 0) => return vec!["no answers".to_owned()],
            _ => {}
        }
        let shown = &self.rows[..self.rows.len().min(LISTED)];
        let head: Vec<String> = self.variables.iter().map(|(name, _)| name.clone()).collect();
        let widths: Vec<usize> = (0..head.len())
            .map(|at| {
                let cells = shown.iter().chain([&head]).map(|row| row[at].chars().count());
                cells.max().unwrap_or_default().min(MAX_COLUMN_WIDTH)
            })
            .collect();
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> =
                cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            cells.join("  ").trim_end().to_owned()
        };
        let mut lines: Vec<String> = std::iter::once(line(&head)).chain(shown.iter().map(line)).collect();
        if self.count > shown.len() {
            lines.push(format!("… and {} more", self.count - shown.len()));
        }
        lines.push(count(self.count, "answer"));
        lines
    }
}

/// A count with its noun, such as `1 answer` or `3 answers`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
