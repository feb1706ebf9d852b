//! The marks and lines that people draw on the board.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What is drawn by a click on a field, or by clicks on two fields.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum MarkTool {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// The next free letter.
    Letter,
    /// Nothing: the mark on the field and its lines are removed.
    Erase,
}

/// What a mark looks like.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum MarkShape {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A diagonal cross.
    Cross,
    /// A short text.
    Label,
}

/// A mark on a field.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnMark {
    /// The name of the field.
    pub field: String,
    /// What it looks like.
    pub shape: MarkShape,
    /// The text of a label; empty for other marks.
    #[serde(default)]
    pub text: String,
}

/// A line between two fields.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnLine {
    /// The name of the field at which it begins.
    pub from: String,
    /// The name of the field at which it ends.
    pub to: String,
    /// Whether it is an arrow.
    pub is_arrow: bool,
}

/// What people have drawn on the board of a position.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnMarks {
    /// The marks, at most one on a field.
    pub marks: Vec<OwnMark>,
    /// The lines.
    pub lines: Vec<OwnLine>,
}
