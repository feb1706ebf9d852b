//! Converts the timings for one kind of query to table cells, for all formats that have tables.

use super::{Line, Table, TimingCell, TimingReport, time_text};

/// The content of a cell without a timing.
const NONE: &str = "–";

/// A table with its header, and a row for each measured item. The first column has names, and the other columns have
/// numbers.
pub struct Cells {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows. Each row has a cell for every column.
    pub rows: Vec<Vec<String>>,
}

/// The table of a measured query: times, error and spread, and the ratio of the back ends if both were measured.
pub(super) fn of(figures: &TimingReport, table: &Table) -> Cells {
    let [interpreted, compiled] = figures.back_ends();
    let own = interpreted.zip(compiled);
    let mut head = vec![table.question.clone()];
    head.extend(figures.columns.iter().cloned());
    head.extend(own.map(|_| "ratio".to_owned()));
    head.extend(figures.compared.as_ref().map(|other| format!("to {}", other.name)));
    head.extend(["±", "spread"].map(str::to_owned));
    let row = |line: &Line| {
        let mut row = vec![line.marked_name()];
        row.extend(
            line.figures.iter().map(|figure| cell_text(figure.map(|figure| time_text(figure.microseconds)))),
        );
        row.extend(own.map(|(interpreted, compiled)| cell_text(ratio(line, interpreted, compiled, 1))));
        let compared = figures.compared.as_ref();
        row.extend(
            compared
                .map(|other| cell_text(other.columns.and_then(|(own, other)| ratio(line, own, other, 2)))),
        );
        row.extend([cell_text(error(line)), spread(line)]);
        row
    };
    Cells { head, rows: table.lines.iter().map(row).collect() }
}

fn cell_text(cell: Option<String>) -> String {
    cell.unwrap_or_else(|| NONE.to_owned())
}

/// The ratio of two columns of a line.
fn ratio(line: &Line, one: usize, other: usize, digits: usize) -> Option<String> {
    let (one, other): (TimingCell, TimingCell) = line.figures[one].zip(line.figures[other])?;
    Some(format!("{:.digits$}", one.microseconds / other.microseconds))
}

/// The widest relative error in a line: the distance from the timing to the farther end of its confidence interval.
fn error(line: &Line) -> Option<String> {
    let errors: Option<Vec<f64>> = line.figures.iter().flatten().map(TimingCell::error).collect();
    let error = errors?.into_iter().reduce(f64::max)?;
    Some(per_cent(error))
}

/// Formats a fraction in per cent, with one decimal place below ten.
pub fn per_cent(share: f64) -> String {
    match share * 100.0 {
        percent if percent < 9.95 => format!("{percent:.1} %"),
        percent if percent < 999.5 => format!("{percent:.0} %"),
        _ => ">999 %".to_owned(),
    }
}

/// The widest spread in a line, with a mark if the spread makes a timing unreliable.
fn spread(line: &Line) -> String {
    let mark = if line.is_doubtful() { " !" } else { "" };
    let spread = line.spread() * 100.0;
    if spread < 999.5 { format!("{spread:.0} %{mark}") } else { format!(">999 %{mark}") }
}
