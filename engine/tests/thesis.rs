//! The test positions AN01 to AN11 of the thesis, with the lines that it found.

use noire::board::{Point, Position};
use noire::record::read_positions;

/// A test position of the thesis.
#[derive(Clone)]
pub(crate) struct Printed {
    pub(crate) name: String,
    pub(crate) position: Position,
    /// The winning line; `None` if the thesis found none.
    pub(crate) line: Option<Vec<Point>>,
}

/// All test positions AN01 to AN11.
pub(crate) fn nosovsky() -> Vec<Printed> {
    let text = include_bytes!("../data/nosovsky.tsv");
    let file = read_positions("nosovsky.tsv", text).expect("the positions are well written");
    let points = |text: &str| text.split(',').map(|point| point.parse().ok()).collect();
    let printed = file.entries.iter().map(|entry| Printed {
        name: entry.id.clone().expect("each has a name"),
        position: entry.spec.position(),
        line: file.cell(entry, "line").and_then(points),
    });
    printed.collect()
}
