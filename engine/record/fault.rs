//! What can be wrong with the record of a game, whatever its format: data, and the sentences made of it.

use super::problem::{Place, quoted};
use crate::board::Color;

/// A mistake in the record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// Nothing in the file begins a game.
    NoGame {
        /// What would.
        expected: &'static str,
    },
    /// Something that cannot stand where it stands.
    OutOfPlace {
        /// What stands there; empty where nothing does.
        found: String,
        /// What can.
        expected: String,
    },
    /// The file ends inside of something.
    EndsInside {
        /// What it is.
        inside: &'static str,
        /// Where that begins.
        begins: Place,
        /// What would end it.
        expected: &'static str,
    },
    /// A property that a node has twice.
    PropertyTwice(String),
    /// A property with several values that has one.
    SeveralValues(String),
    /// The record of another game.
    OtherGame(String),
    /// A version of the format that is not known.
    OtherVersion(String),
    /// A board that does not have 15 columns and 15 rows.
    BoardSize(String),
    /// A text where a point should stand.
    NoPoint {
        /// The text.
        found: String,
        /// It has the form of a point, but lies off the board.
        is_off_the_board: bool,
        /// How a point is written here.
        expected: &'static str,
    },
    /// A side that moves when it is not its turn.
    OutOfTurn(Color),
    /// Moves in a node that has one already.
    SecondMove,
    /// Stones that are set up after the first move.
    LateSetUp,
    /// Stones that are taken off the board.
    StonesTakenAway,
}

impl RecordFault {
    /// What was found, as a sentence.
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
                format!("a version of SGF that is not known, {}", quoted(&format!("FF[{found}]")))
            }
            RecordFault::BoardSize(found) => format!("a board of the size {}", quoted(found)),
            RecordFault::NoPoint { found, is_off_the_board: true, .. } => {
                format!("{} is off the board", quoted(found))
            }
            RecordFault::NoPoint { found, .. } => format!("{} is no point", quoted(found)),
            RecordFault::OutOfTurn(color) => format!("{color} moves, and it is {}'s turn", color.other()),
            RecordFault::SecondMove => "a second move in one node".to_owned(),
            RecordFault::LateSetUp => "stones are set up after the first move".to_owned(),
            RecordFault::StonesTakenAway => "stones are taken off the board".to_owned(),
        }
    }

    /// What should stand there instead, to follow the word "expected".
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
                    "a move of {} first, be it a pass; or, before the first move, who begins",
                    color.other()
                )
            }
            RecordFault::SecondMove => "`;` in front of every move".to_owned(),
            RecordFault::LateSetUp => "all stones that are set up in front of the first move".to_owned(),
            RecordFault::StonesTakenAway => "stones that stay where they are".to_owned(),
        }
    }
}
