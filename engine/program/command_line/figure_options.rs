//! The options for the format and the order of measured times.

use clap::ValueEnum;

use noire_laboratory::timing_report::{RowOrder, TimingFormat};

/// For whom figures are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FigureFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// One line per measurement
    Csv,
    /// Markdown tables
    Markdown,
    /// LaTeX tables
    Latex,
    /// A chart with a dot for each measurement, and a line for its spread
    Svg,
}

impl FigureFormat {
    /// The form of output for formats that contain only figures. `None` for text and JSON, which contain more.
    pub(crate) fn form(self) -> Option<TimingFormat> {
        match self {
            FigureFormat::Text | FigureFormat::Json => None,
            FigureFormat::Csv => Some(TimingFormat::Csv),
            FigureFormat::Markdown => Some(TimingFormat::Markdown),
            FigureFormat::Latex => Some(TimingFormat::Latex),
            FigureFormat::Svg => Some(TimingFormat::Svg),
        }
    }
}

/// In which order lines stand.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FigureOrder {
    /// As in the text of the base
    Text,
    /// By name
    Name,
    /// Slowest first
    Time,
    /// Largest gain from compilation first
    Ratio,
}

impl FigureOrder {
    /// The order in which to list the rules.
    pub(crate) fn order(self) -> RowOrder {
        match self {
            FigureOrder::Text => RowOrder::Text,
            FigureOrder::Name => RowOrder::Name,
            FigureOrder::Time => RowOrder::Time,
            FigureOrder::Ratio => RowOrder::Ratio,
        }
    }
}
