//! Writes a Markdown table for each measured query.

use std::io::{self, Write};

use blanche_compiler::markup::in_markdown;

use super::{Cells, SAME_CODE_NOTE, TimingReport, UNRELIABLE_NOTE};

/// Writes all tables.
pub(super) fn write(out: &mut impl Write, figures: &TimingReport) -> io::Result<()> {
    writeln!(out, "**{}**: microseconds per position, the least of the rounds", in_markdown(&figures.title))?;
    for table in &figures.tables {
        let Cells { head, rows } = figures.cells(table);
        writeln!(out)?;
        line(out, &head)?;
        writeln!(out, "|---|{}", "---:|".repeat(head.len() - 1))?;
        rows.iter().try_for_each(|row| line(out, row))?;
    }
    if figures.has_doubtful() {
        writeln!(out, "\n{}", in_markdown(UNRELIABLE_NOTE))?;
    }
    if figures.is_starred() {
        writeln!(out, "\n{}", in_markdown(SAME_CODE_NOTE))?;
    }
    writeln!(out, "\n{}", in_markdown(&figures.conditions.line()))
}

fn line(out: &mut impl Write, cells: &[String]) -> io::Result<()> {
    let cells: Vec<String> = cells.iter().map(|cell| in_markdown(cell)).collect();
    writeln!(out, "| {} |", cells.join(" | "))
}
