//! What the page sends to save pictures and games as one file.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The kind of file in which the page saves a picture. The server always draws SVG.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PictureKind {
    /// A drawing of lines.
    Svg,
    /// A grid of pixels, which the page makes from the drawing.
    Png,
}

/// A mark on a field of a picture.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Mark {
    /// The name of the field.
    pub field: String,
    /// The sign, of one character.
    pub sign: String,
}

/// The analysis of a position of the line that is saved.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MoveValues {
    /// The number of moves before the position.
    pub moves: usize,
    /// The best moves, best first.
    pub lines: Vec<SavedLine>,
}

/// A move of an analysis as it is saved, from a [`Line`](super::Line).
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedLine {
    /// The move.
    pub text: String,
    /// Its value for the side to move, as one word.
    pub value: String,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The moves, beginning with this one.
    pub line: Vec<String>,
}

/// An explanation as it is saved.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedExplanation {
    /// Its title.
    pub title: String,
    /// Its reasons, one a line.
    pub text: String,
}
