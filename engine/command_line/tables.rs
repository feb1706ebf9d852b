//! Tables of what was measured, for a terminal and for a page.

use std::io::{self, Write};

use clap::ValueEnum;

/// How a table is asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Markdown,
}

/// How a table is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Text,
    Markdown,
}

impl Format {
    /// How it is drawn; nothing where an object is asked for.
    pub(crate) fn style(self) -> Option<Style> {
        match self {
            Format::Text => Some(Style::Text),
            Format::Markdown => Some(Style::Markdown),
            Format::Json => None,
        }
    }
}

/// Prints rows of cells, of which the first is the head.
pub(crate) fn print_cells(out: &mut impl Write, cells: &[Vec<String>], style: Style) -> io::Result<()> {
    let columns = cells[0].len();
    let width = |at: usize| cells.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    for (number, row) in cells.iter().enumerate() {
        match style {
            Style::Markdown => {
                writeln!(out, "| {} |", row.join(" | "))?;
                if number == 0 {
                    writeln!(out, "|{}", "---|".repeat(columns))?;
                }
            }
            Style::Text => {
                let padded = row.iter().enumerate().map(|(at, cell)| format!("{cell:<0$}", width(at)));
                writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
            }
        }
    }
    Ok(())
}
