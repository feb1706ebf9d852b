//! Timings for people, other programs and papers: text tables, CSV, Markdown, LaTeX, and a chart.
//!
//! The measurements of `noire bench` are converted to [`TimingReport`], from which every format is written.
//!
//! | module | what it holds |
//! |---|---|
//! | `conditions` | when and on which machine timings were measured |
//! | `cells` | the timings of one measured query as cells of a table |
//! | `csv`, `markdown`, `latex`, `chart` | one output format each |

mod cells;
mod chart;
mod conditions;
mod csv;
mod latex;
mod markdown;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use blanche_compiler::timing::{DOUBTFUL_SPREAD, Interval, Timing};
use blanche_sorted::Arrange;
use serde::{Serialize, Serializer};

pub use cells::{Cells, per_cent};
pub use conditions::Conditions;

use crate::measure::{Counts, Speed};

/// An output format of timings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimingFormat {
    /// CSV, with a line for each timing.
    Csv,
    /// Markdown tables.
    Markdown,
    /// LaTeX tables.
    Latex,
    /// A chart (SVG).
    Svg,
}

/// The order of the lines of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// The order in the source of the base.
    Text,
    /// By name.
    Name,
    /// Slowest first.
    Time,
    /// By speed-up of compiled over interpreted rules, largest first.
    Ratio,
}

/// Timings of a base, with the conditions under which they were measured.
#[derive(Clone, Debug)]
pub struct TimingReport {
    /// The title, such as `renju, 600 positions of the built-in corpus`.
    pub title: String,
    /// What each column measures: `interpreted`, `compiled`, …
    pub columns: Vec<String>,
    /// The other base or the earlier run in the comparison, if there is one.
    pub compared: Option<ComparedRun>,
    /// A table for each measured query.
    pub tables: Vec<Table>,
    /// The conditions of the measurement.
    pub conditions: Conditions,
}

/// The other base or the earlier run that a base is compared with.
#[derive(Clone, Debug)]
pub struct ComparedRun {
    /// Short name of the other base.
    pub name: String,
    /// Indices of two columns to compare: a back end of the base, and the same back end of the other base. `None` if
    /// there are no two such columns.
    pub columns: Option<(usize, usize)>,
}

/// The timings of one measured query.
#[derive(Clone, Debug)]
pub struct Table {
    /// What was measured: `applies`, `all`, …
    pub question: String,
    /// A line for each rule, level or other measured item.
    pub lines: Vec<Line>,
}

/// The timings of a rule, level or other measured item.
#[derive(Clone, Debug)]
pub struct Line {
    /// The kind of item: `rule`, `level`, `export`, …
    pub what: &'static str,
    /// The name of the item.
    pub name: String,
    /// Whether all back ends run the same code, namely operations on bitboard words.
    pub runs_same_code: bool,
    /// The timing in each column, if it was measured.
    pub figures: Vec<Option<TimingCell>>,
}

/// A timing.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TimingCell {
    /// Microseconds per position or node: the minimum over the rounds.
    pub microseconds: f64,
    /// Relative distance of the median from the minimum: 0.1 for 10 %.
    pub spread: f64,
    /// The 95 % confidence interval, in microseconds; `None` after a single round.
    #[serde(serialize_with = "ends")]
    pub interval: Option<Interval>,
    /// Number of answers per second, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers_per_second: Option<f64>,
    /// Number of steps and bytes, if these are counted.
    #[serde(flatten)]
    pub counts: Option<Counts>,
}

/// Serializes an interval as an array of its two ends.
fn ends<S: Serializer>(interval: &Option<Interval>, serializer: S) -> Result<S::Ok, S::Error> {
    interval.map(|Interval { low, high }| [low, high]).serialize(serializer)
}

impl TimingCell {
    /// The cell for a measured speed.
    pub fn of(speed: Speed) -> TimingCell {
        let answers_per_second = speed.answers_per_second();
        TimingCell { answers_per_second, counts: speed.counts, ..TimingCell::of_timing(speed.timing) }
    }

    /// The cell for a timing without further data.
    pub fn of_timing(timing: Timing) -> TimingCell {
        let Timing { least, interval, .. } = timing;
        let spread = timing.spread();
        TimingCell { microseconds: least, spread, interval, answers_per_second: None, counts: None }
    }

    /// Relative distance of the farther end of the confidence interval: 0.1 for 10 %.
    pub fn error(&self) -> Option<f64> {
        let Interval { low, high } = self.interval?;
        let farther = (self.microseconds - low).max(high - self.microseconds);
        Some(if self.microseconds > 0.0 { farther / self.microseconds } else { 0.0 })
    }
}

/// Explanation of an exclamation mark next to a spread in a table.
pub(crate) const UNRELIABLE_NOTE: &str =
    "!: the median is more than 20 % above the least, because the machine was busy";

/// Explanation of a star next to a name in a table.
pub const SAME_CODE_NOTE: &str = "* by operations on words, which both back ends interpret";

impl Line {
    /// The name. A star follows it if several back ends were measured and run the same code.
    pub(crate) fn marked_name(&self) -> String {
        if self.is_starred() { format!("{} *", self.name) } else { self.name.clone() }
    }

    fn is_starred(&self) -> bool {
        self.runs_same_code && self.figures.iter().flatten().count() > 1
    }

    /// The widest spread in the line.
    fn spread(&self) -> f64 {
        self.figures.iter().flatten().map(|figure| figure.spread).fold(0.0, f64::max)
    }

    /// Whether the machine was so busy that the timings are unreliable.
    fn is_doubtful(&self) -> bool {
        self.spread() > DOUBTFUL_SPREAD
    }
}

impl TimingReport {
    /// The lines of all tables.
    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.tables.iter().flat_map(|table| &table.lines)
    }

    /// Indices of the columns for interpreted and compiled rules.
    fn back_ends(&self) -> [Option<usize>; 2] {
        ["interpreted", "compiled"].map(|name| self.columns.iter().position(|column| column == name))
    }

    /// Whether some timing is unreliable.
    fn has_doubtful(&self) -> bool {
        self.lines().any(Line::is_doubtful)
    }

    /// Whether some name has a star.
    pub fn is_starred(&self) -> bool {
        self.lines().any(Line::is_starred)
    }

    /// Sorts the rules of every table. The lines that sum up several rules stay at the end, in their order.
    pub fn sort(&mut self, order: RowOrder) {
        let [interpreted, compiled] = self.back_ends();
        let time = |line: &Line, column: Option<usize>| Some(line.figures[column?]?.microseconds);
        let key = |line: &Line| match order {
            RowOrder::Text | RowOrder::Name => None,
            RowOrder::Time => time(line, compiled).or_else(|| time(line, interpreted)),
            RowOrder::Ratio => Some(time(line, interpreted)? / time(line, compiled)?),
        };
        for table in &mut self.tables {
            let is_sum = |line: &Line| matches!(line.what, "level" | "base");
            let rules = table.lines.iter().take_while(|line| !is_sum(line)).count();
            let rules = &mut table.lines[..rules];
            match order {
                RowOrder::Text => {}
                RowOrder::Name => rules.arrange_by(|one, other| one.name.cmp(&other.name)),
                RowOrder::Time | RowOrder::Ratio => {
                    let number = |line: &Line| key(line).unwrap_or(f64::NEG_INFINITY);
                    rules.arrange_by(|one, other| number(other).total_cmp(&number(one)));
                }
            }
        }
    }

    /// The table of a measured query: its header, and a row for each line.
    pub fn cells(&self, table: &Table) -> Cells {
        cells::of(self, table)
    }

    /// Writes the timings in the given format.
    ///
    /// # Errors
    /// Fails if writing fails.
    pub fn write(&self, out: &mut impl Write, form: TimingFormat) -> io::Result<()> {
        match form {
            TimingFormat::Csv => csv::write(out, self),
            TimingFormat::Markdown => markdown::write(out, self),
            TimingFormat::Latex => latex::write(out, self),
            TimingFormat::Svg => out.write_all(chart::chart(self).as_bytes()),
        }
    }
}

/// Formats a time with the number of digits that are significant.
fn time_text(microseconds: f64) -> String {
    match microseconds {
        time if time >= 100.0 => format!("{time:.0}"),
        time if time >= 10.0 => format!("{time:.1}"),
        time if time >= 1.0 => format!("{time:.2}"),
        time => format!("{time:.3}"),
    }
}
