//! Writes a LaTeX `tabular` for each measured query. It needs no LaTeX package.

use std::io::{self, Write};

use super::{Cells, SAME_CODE_NOTE, TimingReport, UNRELIABLE_NOTE};

/// Writes all tables.
pub(super) fn write(out: &mut impl Write, figures: &TimingReport) -> io::Result<()> {
    writeln!(out, "% {}", comment(&figures.conditions.line()))?;
    writeln!(out, "% {}: microseconds per position, the least of the rounds", comment(&figures.title))?;
    if figures.has_doubtful() {
        writeln!(out, "% {UNRELIABLE_NOTE}")?;
    }
    for table in &figures.tables {
        let Cells { head, rows } = figures.cells(table);
        writeln!(out, "\n\\begin{{tabular}}{{l{}}}\n\\hline", "r".repeat(head.len() - 1))?;
        let head: Vec<String> = head.iter().map(|cell| escaped(cell)).collect();
        writeln!(out, "{} \\\\\n\\hline", head.join(" & "))?;
        for row in &rows {
            let row: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
            writeln!(out, "{} \\\\", row.join(" & "))?;
        }
        writeln!(out, "\\hline\n\\end{{tabular}}")?;
    }
    if figures.is_starred() {
        writeln!(out, "\n{}", escaped(SAME_CODE_NOTE))?;
    }
    Ok(())
}

/// Escapes a text so that LaTeX prints it literally. Non-Latin letters need LuaLaTeX or XeLaTeX with a suitable font.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            // The classic TeX fonts have no straight quotes.
            '"' => escaped.push_str("{''}"),
            '±' => escaped.push_str("$\\pm$"),
            '–' => escaped.push_str("--"),
            // Braces keep two hyphens from becoming a dash, and a quote after a question mark from forming a
            // ligature.
            '-' | '`' | '\'' => escaped.extend(['{', c, '}']),
            // At the start of a row, LaTeX would take a bracket or a star as an argument of the `\\` that ends the
            // previous row.
            '[' | ']' | '*' => escaped.extend(['{', c, '}']),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A text for a LaTeX comment (`%`), in one line.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
