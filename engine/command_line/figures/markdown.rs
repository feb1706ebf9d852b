//! A table of Markdown for each question.

use std::io::{self, Write};

use super::{Figures, digits};

/// Writes them.
pub(super) fn write(out: &mut impl Write, figures: &Figures) -> io::Result<()> {
    writeln!(out, "**{}**: microseconds per position, the least of the rounds", figures.title)?;
    let columns: Vec<String> = figures.columns.iter().map(|column| column.replace('|', "\\|")).collect();
    let own = ["interpreted", "compiled"].map(|name| columns.iter().position(|column| column == name));
    let has_ratio = own.iter().all(Option::is_some);
    for table in &figures.tables {
        let ratio = if has_ratio { " ratio | " } else { " " };
        writeln!(out, "\n| {} | {} |{ratio}spread |", table.question, columns.join(" | "))?;
        let numbers = columns.len() + usize::from(has_ratio) + 1;
        writeln!(out, "|---|{}", "---:|".repeat(numbers))?;
        for line in &table.lines {
            write!(out, "| {} |", line.name.replace('|', "\\|"))?;
            for figure in &line.figures {
                let time = figure.map_or_else(|| "–".to_owned(), |figure| digits(figure.microseconds));
                write!(out, " {time} |")?;
            }
            if has_ratio {
                let [interpreted, compiled] = own.map(|at| line.figures[at.unwrap_or_default()]);
                let ratio = interpreted.zip(compiled);
                let ratio = ratio.map(|(one, other)| format!("{:.1}", one.microseconds / other.microseconds));
                write!(out, " {} |", ratio.as_deref().unwrap_or("–"))?;
            }
            let spread = line.figures.iter().flatten().map(|figure| figure.spread).fold(0.0, f64::max);
            writeln!(out, " {:.0} % |", spread * 100.0)?;
        }
    }
    Ok(())
}
