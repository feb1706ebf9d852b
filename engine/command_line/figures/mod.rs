//! Figures of times in the forms that other programs and papers take: CSV, tables of Markdown and a chart.
//!
//! What `noire bench` has measured, of a base or of a game in text, becomes [`Figures`]; every form is made of these.

mod chart;
mod csv;
mod markdown;

use std::io::{self, Write};

use clap::ValueEnum;

/// For whom figures are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FigureFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A line for each figure
    Csv,
    /// Tables of Markdown
    Markdown,
    /// A chart with bars, and how far the figures are spread
    Svg,
}

/// In which order lines stand.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// As in the text of the base
    Text,
    /// By name
    Name,
    /// What takes longest first
    Time,
    /// What gains most by being compiled first
    Ratio,
}

/// Figures of times.
pub(crate) struct Figures {
    /// `renju, 600 positions of the built-in corpus`
    pub(crate) title: String,
    /// Whose figures they are: `interpreted`, `compiled`, …
    pub(crate) columns: Vec<String>,
    /// A table for each question.
    pub(crate) tables: Vec<Table>,
}

/// The figures of a question.
pub(crate) struct Table {
    /// `applies`, `all`, …
    pub(crate) question: String,
    pub(crate) lines: Vec<Line>,
}

/// The figures of a rule, a level, or whatever was asked.
pub(crate) struct Line {
    /// `rule`, `level`, …
    pub(crate) what: &'static str,
    pub(crate) name: String,
    /// All back ends answer in the same way.
    pub(crate) is_alike: bool,
    /// One for each column, where there is one.
    pub(crate) figures: Vec<Option<Figure>>,
}

/// A time.
#[derive(Clone, Copy)]
pub(crate) struct Figure {
    /// Microseconds per position, or node: the least of the rounds.
    pub(crate) microseconds: f64,
    /// How far the median of the rounds lies above it: 0.1 for a tenth.
    pub(crate) spread: f64,
    /// Answers in a second, where that is known.
    pub(crate) answers_per_second: Option<f64>,
}

impl Figures {
    /// Puts the lines of every table in order: rules among themselves, and what sums them up behind them as it stands.
    pub(crate) fn sort(&mut self, order: Order) {
        let columns = &self.columns;
        let place = |name: &str| columns.iter().position(|column| column == name);
        let [interpreted, compiled] = ["interpreted", "compiled"].map(place);
        let time = |line: &Line, column: Option<usize>| Some(line.figures[column?]?.microseconds);
        let key = |line: &Line| match order {
            Order::Text | Order::Name => None,
            Order::Time => time(line, compiled).or_else(|| time(line, interpreted)),
            Order::Ratio => Some(time(line, interpreted)? / time(line, compiled)?),
        };
        for table in &mut self.tables {
            let rules = table.lines.iter().take_while(|line| line.what == "rule").count();
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

    /// Writes them in a form that is neither text nor JSON.
    pub(crate) fn write(&self, out: &mut impl Write, format: FigureFormat) -> io::Result<()> {
        match format {
            FigureFormat::Markdown => markdown::write(out, self),
            FigureFormat::Svg => out.write_all(chart::chart(self).as_bytes()),
            FigureFormat::Csv | FigureFormat::Text | FigureFormat::Json => csv::write(out, self),
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
