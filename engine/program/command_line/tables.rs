//! Prints tables of measurements for terminals and for Markdown pages.

use std::io::{self, Write};
use std::ops::Range;

use blanche_compiler::report::width::wrapped;
use clap::ValueEnum;

use super::width;

/// How a table is asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "help would show a description of each")]
pub enum Format {
    Text,
    Json,
    Markdown,
}

/// The style of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Aligned columns for a terminal.
    Text,
    /// A Markdown table.
    Markdown,
}

impl Format {
    /// The style of the table, or `None` for JSON.
    pub fn style(self) -> Option<Style> {
        match self {
            Format::Text => Some(Style::Text),
            Format::Markdown => Some(Style::Markdown),
            Format::Json => None,
        }
    }
}

/// Space between two columns, in characters.
const GAP: usize = 2;

/// Prints rows of cells. The first row is the head. If the terminal is narrower than the table, wraps cells that have
/// several words.
///
/// # Errors
/// If the output cannot be written.
pub fn print_cells(out: &mut impl Write, cells: &[Vec<String>], style: Style) -> io::Result<()> {
    match style {
        Style::Text => print_text(out, cells, width::columns()),
        Style::Markdown => print_markdown(out, cells),
    }
}

fn print_markdown(out: &mut impl Write, cells: &[Vec<String>]) -> io::Result<()> {
    for (number, row) in cells.iter().enumerate() {
        writeln!(out, "| {} |", row.join(" | "))?;
        if number == 0 {
            writeln!(out, "|{}", "---|".repeat(row.len()))?;
        }
    }
    Ok(())
}

fn print_text(out: &mut impl Write, cells: &[Vec<String>], most: Option<usize>) -> io::Result<()> {
    let widths = widths(cells, most);
    for row in cells {
        let pieces: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, width)| wrapped(cell, *width, "")).collect();
        let lines = pieces.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..lines {
            let piece = |pieces: &Vec<String>| pieces.get(line).cloned().unwrap_or_default();
            let padded =
                pieces.iter().zip(&widths).map(|(pieces, width)| format!("{:<width$}", piece(pieces)));
            writeln!(out, "{}", padded.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end())?;
        }
    }
    Ok(())
}

/// The widths of the columns. Each column is as wide as its longest cell, unless the table is then wider than `most`.
/// In that case, each step narrows the widest column, and no column becomes narrower than its longest word.
fn widths(cells: &[Vec<String>], most: Option<usize>) -> Vec<usize> {
    let columns = cells[0].len();
    let longest =
        |at: usize, length: fn(&str) -> usize| cells.iter().map(|row| length(&row[at])).max().unwrap_or(0);
    let word = |cell: &str| cell.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(|at| longest(at, |cell| cell.chars().count())).collect();
    let least: Vec<usize> = (0..columns).map(|at| longest(at, word)).collect();
    let Some(most) = most else { return widths };
    while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > most {
        let breakable = (0..columns).filter(|at| widths[*at] > least[*at]);
        let Some(widest) = breakable.max_by_key(|at| widths[*at]) else { break };
        widths[widest] -= 1;
    }
    widths
}

/// Prints rows of numbers. The first row is the head. Names are on the left, and numbers are right-aligned in their
/// columns.
///
/// If the terminal is narrower than the table, the heads are wrapped first, then the names. If that is not enough, the
/// columns are divided over several tables.
///
/// # Errors
/// If the output cannot be written.
pub fn print_figures(out: &mut impl Write, cells: &[Vec<String>]) -> io::Result<()> {
    print_columns(out, cells, width::columns())
}

fn print_columns(out: &mut impl Write, cells: &[Vec<String>], most: Option<usize>) -> io::Result<()> {
    let widths = figure_widths(cells, most);
    let most = most.unwrap_or(usize::MAX);
    let (mut first, mut is_first) = (1, true);
    while first < widths.len() || is_first {
        let (mut end, mut wide) = (first, widths[0]);
        while end < widths.len() && (wide + GAP + widths[end] <= most || end == first) {
            wide += GAP + widths[end];
            end += 1;
        }
        if !is_first {
            writeln!(out)?;
        }
        for (at, row) in cells.iter().enumerate() {
            figure_row(out, row, &widths, first..end, at == 0)?;
        }
        (first, is_first) = (end, false);
    }
    Ok(())
}

/// Prints the name and some columns of a row. In the head of a table, the texts of all cells end on the same line.
fn figure_row(
    out: &mut impl Write,
    row: &[String],
    widths: &[usize],
    columns: Range<usize>,
    is_head: bool,
) -> io::Result<()> {
    let pieces = |at: usize| match (at, is_head) {
        (0, _) => wrapped(&row[0], widths[0], CONTINUED),
        (_, true) => wrapped(&row[at], widths[at], ""),
        (_, false) => vec![row[at].clone()],
    };
    let name = pieces(0);
    let numbers: Vec<Vec<String>> = columns.clone().map(pieces).collect();
    let lines = numbers.iter().chain([&name]).map(Vec::len).max().unwrap_or(0);
    let line_of = |pieces: &[String], line: usize| {
        let above = if is_head { lines - pieces.len() } else { 0 };
        line.checked_sub(above).and_then(|line| pieces.get(line)).cloned().unwrap_or_default()
    };
    for line in 0..lines {
        let mut text = format!("{:<wide$}", line_of(&name, line), wide = widths[0]);
        for (pieces, at) in numbers.iter().zip(columns.clone()) {
            text += &format!("{:>wide$}", line_of(pieces, line), wide = GAP + widths[at]);
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// The widths of the columns. Each column is as wide as its longest cell. If the table is then wider than `most`, the
/// columns of numbers are narrowed first, and then the column of names.
fn figure_widths(cells: &[Vec<String>], most: Option<usize>) -> Vec<usize> {
    let columns = cells.first().map_or(0, Vec::len);
    let length = |cell: &String| cell.chars().count();
    let word = |cell: &String| cell.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    let longest = |at: usize| cells.iter().map(|row| length(&row[at])).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(longest).collect();
    let least = |at: usize| match at {
        0 => cells.iter().map(|row| word(&row[0])).max().unwrap_or(0) + CONTINUED.len(),
        _ => cells[1..].iter().map(|row| length(&row[at])).chain([word(&cells[0][at])]).max().unwrap_or(0),
    };
    let least: Vec<usize> = (0..columns).map(least).collect();
    let Some(most) = most else { return widths };
    while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > most {
        let breakable = (1..columns).filter(|at| widths[*at] > least[*at]);
        let widest = breakable.max_by_key(|at| widths[*at]).or_else(|| (widths[0] > least[0]).then_some(0));
        let Some(widest) = widest else { break };
        widths[widest] -= 1;
    }
    widths
}

/// Indent of the further lines of a wrapped name.
const CONTINUED: &str = "  ";

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(most: Option<usize>) -> String {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let cells = [
            row(["move", "lost", "line"]),
            row(["k12", "allows a win in 6", "m8 n9 o10 k8 j7 h6"]),
            row(["m8", "", "m8"]),
        ];
        let mut out = Vec::new();
        print_text(&mut out, &cells, most).expect("a vector takes everything");
        String::from_utf8(out).expect("it is text")
    }

    #[test]
    fn a_table_that_is_too_wide_wraps_its_widest_cells_between_words() {
        let whole = "move  lost               line\n\
                     k12   allows a win in 6  m8 n9 o10 k8 j7 h6\n\
                     m8                       m8\n";
        assert_eq!(printed(None), whole);
        assert_eq!(printed(Some(43)), whole);
        let narrow = [
            "move  lost           line",
            "k12   allows a win   m8 n9 o10 k8",
            "      in 6           j7 h6",
            "m8                   m8",
        ];
        assert_eq!(printed(Some(34)).lines().collect::<Vec<_>>(), narrow);
        for most in 20..50 {
            let table = printed(Some(most));
            let is_narrow = |line: &str| line.chars().count() <= most.max(4 + 2 + 6 + 2 + 4);
            assert!(table.lines().all(is_narrow), "{most}: {table}");
            let words = |text: &str| {
                let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
                words.sort();
                words
            };
            assert_eq!(words(&table), words(whole));
        }
    }
}
