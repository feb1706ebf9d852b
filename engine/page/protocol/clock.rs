//! The times of a game with clocks.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The time of each side.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TimeControl {
    /// The time for all moves of a side, in seconds.
    pub seconds: f64,
    /// The time that each move adds, in seconds.
    pub increment: f64,
}

/// Clocks as they are kept.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedClocks {
    /// The time that each player has left, in seconds.
    pub left: Vec<f64>,
    /// The time that each move adds, in seconds.
    pub increment: f64,
}

/// Clocks as they are shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClockTimes {
    /// The time that each player had left when the message was sent, in seconds.
    pub left: Vec<f64>,
    /// The index of the player whose clock runs; `None` if none does.
    pub running: Option<usize>,
    /// The time that each move adds, in seconds.
    pub increment: f64,
}
