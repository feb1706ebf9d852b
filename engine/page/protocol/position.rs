//! Positions, boards and trees of moves, as the server sends them.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use super::{ClockTimes, OwnMarks, Player};

/// A position of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Position {
    /// The name of the game.
    pub game: String,
    /// The players, in order.
    pub players: Vec<Side>,
    /// The node of the position.
    pub at: usize,
    /// All nodes of the tree. The index of a node is its number.
    pub nodes: Vec<Node>,
    /// The nodes of the line through the position, without the root: the one that was visited last.
    pub line: Vec<usize>,
    /// The board.
    pub board: Board,
    /// The clocks; `None` in a game without them.
    pub clocks: Option<ClockTimes>,
    /// The index of the player to move.
    pub to_move: usize,
    /// What the board does not show, as a sentence.
    pub situation: String,
    /// The end of the game; `None` if it continues.
    pub end: Option<End>,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
    /// The moves that are forbidden to the player to move, and lose.
    pub forbidden: Vec<Forbidden>,
    /// Whether the player to move may pass.
    pub can_pass: bool,
    /// Whether the computer is about to move.
    pub is_computers_turn: bool,
    /// Whether moves that were taken back can be replayed.
    pub can_redo: bool,
    /// The extensions of file names that stand for formats in which the game can be saved.
    pub formats: Vec<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The kinds of pieces with which a position can be set up; none if that is not possible.
    pub pieces: Vec<Piece>,
    /// The name under which the game is kept on disk; `None` if it is not.
    pub id: Option<String>,
    /// Why the game is not kept on disk although games are, as a sentence; `None` if there is no reason.
    pub not_kept: Option<String>,
    /// A record of the initial position; `None` for the usual one.
    pub start: Option<String>,
}

/// A player of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Side {
    /// The name, in the language of the page.
    pub name: String,
    /// The own name of who plays; empty if there is none.
    pub own_name: String,
    /// Who chooses the moves.
    pub player: Player,
}

/// A node of the tree of moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Node {
    /// The node before; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads to the node; empty for the root.
    pub text: String,
    /// The number of the move, from 1; 0 for the root.
    pub number: usize,
    /// The field to which the move led.
    pub field: Option<String>,
    /// The comment on the node; empty if there is none.
    pub comment: String,
    /// What is marked on the board; `None` for nothing.
    pub own: Option<OwnMarks>,
}

/// The board of a node.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NodeBoard {
    /// The node.
    pub node: usize,
    /// The board of its position.
    pub board: Board,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct End {
    /// The index of the winner; `None` for a draw.
    pub winner: Option<usize>,
    /// How the game ended, as a sentence.
    pub sentence: String,
}

/// A legal move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LegalMove {
    /// The move, as the game writes it.
    pub text: String,
    /// The clicks that enter the move, in order, each as the fields that may be clicked. Empty if the move cannot be
    /// entered by clicks.
    pub clicks: Vec<Vec<String>>,
}

/// A forbidden move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Forbidden {
    /// The move.
    pub text: String,
    /// Its kind, such as `double three`.
    pub kind: Option<String>,
}

/// A board with everything that is drawn on it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Board {
    /// The grid on which the pieces are placed.
    pub ground: Ground,
    /// The letters of the columns.
    pub columns: Vec<String>,
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
    /// What is not on the fields.
    pub below: Vec<Below>,
}

/// The grid of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Lines, with pieces on their crossings.
    Lines,
    /// Squares, with pieces inside them.
    Squares,
    /// Hexagons that stand on a corner, with pieces inside them.
    Hexagons,
}

/// A part of a position that is not on the fields of the board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Below {
    /// What it is, in the words of the rule files.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// A row of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Row {
    /// The row number.
    pub number: u32,
    /// The distance by which the row is shifted to the right, in half squares.
    pub shift: usize,
    /// The fields from left to right; `None` where the board has no field.
    pub fields: Vec<Option<Field>>,
}

/// A field of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Field {
    /// The name of the field.
    pub name: String,
    /// The piece on the field.
    pub piece: Option<Piece>,
    /// The mark on an empty field.
    pub mark: Option<String>,
    /// Whether the field is highlighted.
    pub is_highlighted: bool,
    /// The part of the field in the last move.
    pub last: Option<Part>,
}

/// A piece on a field.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Piece {
    /// The sign of the piece.
    pub sign: String,
    /// The index of its owner.
    pub owner: Option<usize>,
    /// Whether the owner has several kinds of pieces, so that the sign must be shown.
    pub shows_sign: bool,
}

/// The part of a field in the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The field to which the move led.
    Target,
    /// The field that the piece has left.
    Origin,
}
