//! Figures of times in the forms that people, other programs and papers take: tables of text, CSV, Markdown and LaTeX, and a chart.
//!
//! What `noire bench` has measured becomes [`Figures`]; every form is made of these.
//!
//! | module | what it holds |
//! |---|---|
//! | `conditions` | when and on what figures were measured |
//! | `cells` | the figures of a question as cells of a table |
//! | `csv`, `markdown`, `latex`, `chart` | a form each |

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
use serde::{Serialize, Serializer};

pub(crate) use cells::{Cells, per_cent};
pub(crate) use conditions::Conditions;

use crate::laboratory::measure::{Counts, Speed};

/// A form of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A line for each figure.
    Csv,
    /// Tables of Markdown.
    Markdown,
    /// Tables of LaTeX.
    Latex,
    /// A chart.
    Svg,
}

/// In which order lines stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As in the text of the base.
    Text,
    /// By name.
    Name,
    /// What takes longest first.
    Time,
    /// What gains most by being compiled first.
    Ratio,
}

/// Figures of times.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    /// `renju, 600 positions of the built-in corpus`
    pub(crate) title: String,
    /// Whose figures they are: `interpreted`, `compiled`, …
    pub(crate) columns: Vec<String>,
    /// What stands beside the base.
    pub(crate) compared: Option<Compared>,
    /// A table for each question.
    pub(crate) tables: Vec<Table>,
    /// How they were measured.
    pub(crate) conditions: Conditions,
}

/// What a base is compared with.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    /// Its short name.
    pub(crate) name: String,
    /// The columns of a back end of the base, and of the same of the other one, where there are both.
    pub(crate) columns: Option<(usize, usize)>,
}

/// The figures of a question.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// `applies`, `all`, …
    pub(crate) question: String,
    /// A line for each rule, level, or whatever was asked.
    pub(crate) lines: Vec<Line>,
}

/// The figures of a rule, a level, or whatever was asked.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// `rule`, `level`, `export`, …
    pub(crate) what: &'static str,
    /// Its name.
    pub(crate) name: String,
    /// Whether all back ends answer in the same way.
    pub(crate) is_alike: bool,
    /// One for each column, where there is one.
    pub(crate) figures: Vec<Option<Figure>>,
}

/// A time.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Figure {
    /// Microseconds per position, or node: the least of the rounds.
    pub(crate) microseconds: f64,
    /// How far the median of the rounds lies above it: 0.1 for a tenth.
    pub(crate) spread: f64,
    /// Where it lies with a confidence of 95 %, in microseconds; nothing of a single round.
    #[serde(serialize_with = "ends")]
    pub(crate) interval: Option<Interval>,
    /// Answers in a second, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answers_per_second: Option<f64>,
    /// Steps and bytes, where they are counted.
    #[serde(flatten)]
    pub(crate) counts: Option<Counts>,
}

/// Its low end and its high one.
fn ends<S: Serializer>(interval: &Option<Interval>, serializer: S) -> Result<S::Ok, S::Error> {
    interval.map(|Interval { low, high }| [low, high]).serialize(serializer)
}

impl Figure {
    /// That of a speed.
    pub(crate) fn of(speed: Speed) -> Figure {
        let answers_per_second = speed.answers_per_second();
        Figure { answers_per_second, counts: speed.counts, ..Figure::of_timing(speed.timing) }
    }

    /// That of a timing, of which nothing else is known.
    pub(crate) fn of_timing(timing: Timing) -> Figure {
        let Timing { least, interval, .. } = timing;
        let spread = timing.spread();
        Figure { microseconds: least, spread, interval, answers_per_second: None, counts: None }
    }

    /// How far the farther end of its interval lies from it: 0.1 for a tenth.
    pub(crate) fn error(&self) -> Option<f64> {
        let Interval { low, high } = self.interval?;
        let farther = (self.microseconds - low).max(high - self.microseconds);
        Some(if self.microseconds > 0.0 { farther / self.microseconds } else { 0.0 })
    }
}

/// What an exclamation mark at a spread says.
pub(crate) const DOUBTFUL: &str =
    "!: the median lies more than 20 % above the least, as the machine was busy";

/// What a star at a name says.
pub(crate) const ALIKE: &str = "* by operations on words, which both back ends interpret";

impl Line {
    /// Its name, with a star where several back ends were asked and answer in the same way.
    pub(crate) fn marked_name(&self) -> String {
        if self.is_starred() { format!("{} *", self.name) } else { self.name.clone() }
    }

    fn is_starred(&self) -> bool {
        self.is_alike && self.figures.iter().flatten().count() > 1
    }

    /// Its widest spread.
    fn spread(&self) -> f64 {
        self.figures.iter().flatten().map(|figure| figure.spread).fold(0.0, f64::max)
    }

    /// Whether the machine was so busy that a figure says little.
    fn is_doubtful(&self) -> bool {
        self.spread() > DOUBTFUL_SPREAD
    }
}

impl Figures {
    /// The lines of all tables.
    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.tables.iter().flat_map(|table| &table.lines)
    }

    /// The columns of the interpreter and of the compiled rules.
    fn back_ends(&self) -> [Option<usize>; 2] {
        ["interpreted", "compiled"].map(|name| self.columns.iter().position(|column| column == name))
    }

    /// Whether some figure is doubtful.
    fn has_doubtful(&self) -> bool {
        self.lines().any(Line::is_doubtful)
    }

    /// Whether some name has a star.
    pub(crate) fn is_starred(&self) -> bool {
        self.lines().any(Line::is_starred)
    }

    /// Puts the lines of every table in order: rules among themselves, and what sums them up behind them as it stands.
    pub(crate) fn sort(&mut self, order: Order) {
        let [interpreted, compiled] = self.back_ends();
        let time = |line: &Line, column: Option<usize>| Some(line.figures[column?]?.microseconds);
        let key = |line: &Line| match order {
            Order::Text | Order::Name => None,
            Order::Time => time(line, compiled).or_else(|| time(line, interpreted)),
            Order::Ratio => Some(time(line, interpreted)? / time(line, compiled)?),
        };
        for table in &mut self.tables {
            let is_sum = |line: &Line| matches!(line.what, "level" | "base");
            let rules = table.lines.iter().take_while(|line| !is_sum(line)).count();
            let rules = &mut table.lines[..rules];
            match order {
                Order::Text => {}
                Order::Name => rules.sort_by(|one, other| one.name.cmp(&other.name)),
                Order::Time | Order::Ratio => {
                    let number = |line: &Line| key(line).unwrap_or(f64::NEG_INFINITY);
                    rules.sort_by(|one, other| number(other).total_cmp(&number(one)));
                }
            }
        }
    }

    /// The table of a question: its head, and a row for each line.
    pub(crate) fn cells(&self, table: &Table) -> Cells {
        cells::of(self, table)
    }

    /// Writes them in a form.
    ///
    /// # Errors
    /// Those of writing.
    pub(crate) fn write(&self, out: &mut impl Write, form: Form) -> io::Result<()> {
        match form {
            Form::Csv => csv::write(out, self),
            Form::Markdown => markdown::write(out, self),
            Form::Latex => latex::write(out, self),
            Form::Svg => out.write_all(chart::chart(self).as_bytes()),
        }
    }
}

/// A time with as many digits as say something.
fn digits(microseconds: f64) -> String {
    match microseconds {
        time if time >= 100.0 => format!("{time:.0}"),
        time if time >= 10.0 => format!("{time:.1}"),
        time if time >= 1.0 => format!("{time:.2}"),
        time => format!("{time:.3}"),
    }
}
