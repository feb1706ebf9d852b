//! Games as they are kept: by the page over a reload, and on disk.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{OwnMarks, Player, SavedClocks};

/// A game as the page keeps it over a reload or a restart of the server.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedGame {
    /// The name of the game.
    pub game: String,
    /// The name under which it is kept on disk; `None` if it is not.
    pub id: Option<String>,
    /// Who plays, in the order of the players.
    pub players: Vec<Player>,
    /// The names of the players; empty if they have none of their own.
    #[serde(default)]
    pub names: Vec<String>,
    /// The clocks; `None` in a game without them.
    #[serde(default)]
    pub clocks: Option<SavedClocks>,
    /// A record of the initial position; `None` for the usual one.
    pub start: Option<String>,
    /// The comment on the initial position; empty if there is none.
    #[serde(default)]
    pub comment: String,
    /// What is marked on the board of the initial position; `None` for nothing.
    #[serde(default)]
    pub own: Option<OwnMarks>,
    /// The nodes of the tree, each after its parent, without the root.
    pub nodes: Vec<SavedNode>,
    /// The current node; 0 is the root.
    pub at: usize,
    /// Whether the computer is about to move. A game that is opened from the disk waits until it is asked to go on.
    #[serde(default, skip_serializing)]
    pub is_playing: bool,
}

/// A move of a [`SavedGame`].
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedNode {
    /// The node before the move; 0 is the root, and the moves are numbered from 1.
    pub parent: usize,
    /// The move, as the game writes it.
    pub text: String,
    /// The comment on the move; empty if there is none.
    #[serde(default)]
    pub comment: String,
    /// What is marked on the board after the move; `None` for nothing.
    #[serde(default)]
    pub own: Option<OwnMarks>,
}

/// A game that is kept on disk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct KeptGame {
    /// The name of its file, without the extension.
    pub id: String,
    /// The name of the game; empty if the file cannot be read.
    pub game: String,
    /// The moves up to the position that was shown last.
    pub moves: Vec<String>,
    /// Why it cannot be opened; `None` if it can.
    pub problem: Option<String>,
}
