//! Mistakes in the record of a game, in any format, as plain data with their messages.

use super::problem::{Location, quoted};
use crate::board::Color;

/// A mistake in the record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// The file contains no game.
    NoGame {
        /// A description of how a game begins in this format.
        expected: &'static str,
    },
    /// A text in a place where it is not allowed.
    OutOfPlace {
        /// The text found; empty if something is missing.
        found: String,
        /// A description of what is allowed there.
        expected: String,
    },
    /// The file ends inside a construct.
    EndsInside {
        /// The construct, such as "a game".
        inside: &'static str,
        /// Where the unfinished construct begins.
        begins: Location,
        /// A description of what would end the construct.
        expected: &'static str,
    },
    /// A property that occurs twice in a node.
    PropertyTwice(String),
    /// A property that has several values but allows only one.
    SeveralValues(String),
    /// The record is of a different game.
    OtherGame(String),
    /// The record has an unknown version of the format.
    OtherVersion(String),
    /// A board that is not 15x15.
    BoardSize(String),
    /// A text where a point was expected.
    NoPoint {
        /// The text found in place of a point.
        found: String,
        /// Whether the text has the form of a point, but the point lies off the board.
        is_off_the_board: bool,
        /// How a point is written in this format.
        expected: &'static str,
    },
    /// A side that moves when it is not its turn.
    OutOfTurn(Color),
    /// A second move in a node.
    SecondMove,
    /// Stones that are set up after the first move.
    LateSetUp,
    /// Stones that are removed from the board.
    StonesTakenAway,
    /// More parts in a game than a game can have.
    TooLong {
        /// The noun for the parts: `moves` or `nodes`.
        parts: &'static str,
        /// The maximum number of these parts.
        most: usize,
    },
}

impl RecordFault {
    /// The message: what was found.
    pub fn message(&self) -> String {
        match self {
            RecordFault::NoGame { .. } => "no game begins in this file".to_owned(),
            RecordFault::OutOfPlace { found, .. } if found.is_empty() => "something is missing".to_owned(),
            RecordFault::OutOfPlace { found, .. } => format!("{} is out of place", quoted(found)),
            RecordFault::EndsInside { inside, begins, .. } => {
                format!("the file ends inside {inside} that begins at {begins}")
            }
            RecordFault::PropertyTwice(name) => format!("a second {} in one node", quoted(name)),
            RecordFault::SeveralValues(name) => format!("{} has several values", quoted(name)),
            RecordFault::OtherGame(found) => {
                format!("the record of another game, {}", quoted(&format!("GM[{found}]")))
            }
            RecordFault::OtherVersion(found) => {
                format!("an unknown version of SGF, {}", quoted(&format!("FF[{found}]")))
            }
            RecordFault::BoardSize(found) => format!("a board of the size {}", quoted(found)),
            RecordFault::NoPoint { found, is_off_the_board: true, .. } => {
                format!("{} is off the board", quoted(found))
            }
            RecordFault::NoPoint { found, .. } => format!("{} is not a point", quoted(found)),
            RecordFault::OutOfTurn(color) => format!("{color} moves, but it is {}'s turn", color.other()),
            RecordFault::SecondMove => "a second move in one node".to_owned(),
            RecordFault::LateSetUp => "stones are set up after the first move".to_owned(),
            RecordFault::StonesTakenAway => "stones are taken off the board".to_owned(),
            RecordFault::TooLong { parts, most } => format!("more than {most} {parts} in one game"),
        }
    }

    /// What was expected, as the continuation of a sentence after "expected".
    pub fn expected(&self) -> String {
        match self {
            RecordFault::NoGame { expected }
            | RecordFault::NoPoint { expected, .. }
            | RecordFault::EndsInside { expected, .. } => (*expected).to_owned(),
            RecordFault::OutOfPlace { expected, .. } => {
                expected.clone()
            }
            RecordFault::PropertyTwice(_) => "every property once in a node".to_owned(),
            RecordFault::SeveralValues(_) => "one value".to_owned(),
            RecordFault::OtherGame(_) => "`GM[4]`: go-moku and renju".to_owned(),
            RecordFault::OtherVersion(_) => "`FF[4]`, or an earlier one".to_owned(),
            RecordFault::BoardSize(_) => {
                "15 columns and 15 rows, as renju and go-moku are played; only a game in text can have another size"
                    .to_owned()
            },
            RecordFault::OutOfTurn(color) => {
                format!(
                    "a move of {} first, possibly a pass; or, before the first move, the side that begins",
                    color.other()
                )
            }
            RecordFault::SecondMove => "`;` before every move".to_owned(),
            RecordFault::LateSetUp => "all set-up stones before the first move".to_owned(),
            RecordFault::StonesTakenAway => "stones that stay where they are".to_owned(),
            RecordFault::TooLong { .. } => "a game that was played on 15x15 fields".to_owned(),
        }
    }
}
