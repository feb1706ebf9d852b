//! What the formats cannot represent: information that is lost when a game is written, and games that cannot be written
//! at all.

use std::fmt;

use super::format::Format;
use super::game::{GameRecord, Start};
use super::problem::quoted;
use crate::board::Color;

/// Games written as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text of the file.
    pub text: String,
    /// The information about the games that is missing from the text.
    pub losses: Vec<Loss>,
}

/// Information in a record that a format cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The rules of the game.
    Rules,
    /// The names of the players.
    Players,
    /// The date.
    Date,
    /// The occasion, such as a tournament.
    Event,
    /// Remarks on the game or on moves.
    Remarks,
    /// Marks on fields, and lines between them.
    Marks,
    /// Annotation signs after moves, such as `!`.
    Signs,
    /// The times spent on moves.
    Times,
    /// Other tags of the game.
    Tags,
    /// The result, in formats that do not state it. A result that follows from the rules is not lost.
    Result,
    /// The moves, lost in formats that keep only positions.
    Moves,
    /// The part of a position that depends on earlier moves.
    Past,
}

impl Loss {
    /// A word for the information, for the names of messages.
    pub fn name(self) -> &'static str {
        match self {
            Loss::Rules => "rules",
            Loss::Players => "players",
            Loss::Date => "date",
            Loss::Event => "event",
            Loss::Remarks => "remarks",
            Loss::Marks => "marks",
            Loss::Signs => "signs",
            Loss::Times => "times",
            Loss::Tags => "tags",
            Loss::Result => "result",
            Loss::Moves => "moves",
            Loss::Past => "past",
        }
    }

    /// Removes duplicates, keeping the order.
    pub(crate) fn each_once(losses: Vec<Loss>) -> Vec<Loss> {
        losses.into_iter().fold(Vec::new(), |mut kept, loss| {
            if !kept.contains(&loss) {
                kept.push(loss);
            }
            kept
        })
    }

    /// Returns `Loss::Remarks` if the game has remarks.
    pub(super) fn of_remarks(game: &GameRecord) -> Option<Loss> {
        let has_remarks = game.remark.is_some() || game.moves.iter().any(|made| made.remark.is_some());
        has_remarks.then_some(Loss::Remarks)
    }

    /// Returns `Loss::Marks` if something is marked in the game.
    pub(super) fn of_marks(game: &GameRecord) -> Option<Loss> {
        let mut all = std::iter::once(&game.marking).chain(game.moves.iter().map(|made| &made.marking));
        all.any(Option::is_some).then_some(Loss::Marks)
    }

    /// Returns `Loss::Times` if the game has times.
    pub(super) fn of_times(game: &GameRecord) -> Option<Loss> {
        game.moves.iter().any(|made| made.milliseconds.is_some_and(|time| time > 0)).then_some(Loss::Times)
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loss::Rules => "the rules",
            Loss::Players => "who played",
            Loss::Date => "the date",
            Loss::Event => "the event",
            Loss::Remarks => "the remarks",
            Loss::Marks => "the marks on the board",
            Loss::Signs => "the annotations of moves, such as `!`",
            Loss::Times => "the times of the moves",
            Loss::Tags => "other information about the games",
            Loss::Result => "the result",
            Loss::Moves => "the moves",
            Loss::Past => "the history of a position",
        })
    }
}

impl Unwritable {
    /// The error for a game that does not start with black to move on the empty board, in a format that requires this
    /// start.
    pub(super) fn of_start(start: &Start, format: &'static str) -> Unwritable {
        let is_empty = start.black.is_empty() && start.white.is_empty();
        match is_empty && start.to_move == Some(Color::White) {
            true => Unwritable::WhiteFirst { format },
            false => Unwritable::SetUp { format },
        }
    }
}

/// Why games cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// The format requires the normal start of the game, and this game starts in another position.
    SetUp {
        /// The name of the format.
        format: &'static str,
    },
    /// The format requires black to make the first move, but white does.
    WhiteFirst {
        /// The name of the format.
        format: &'static str,
    },
    /// The format cannot represent a pass.
    Pass {
        /// The name of the format.
        format: &'static str,
    },
    /// A player's name that a reader of the format would take for something else.
    Name {
        /// The player's name that cannot be written.
        name: String,
        /// The name of the format.
        format: &'static str,
    },
    /// The format allows only one game per file.
    Several {
        /// The name of the format.
        format: &'static str,
        /// The number of games that were to be written.
        games: usize,
    },
    /// Some of the games have moves, and others are set-ups. A file of lines can contain only one of these kinds. A
    /// set-up in such a file has no moves.
    Mixed,
    /// The format is not available for this game.
    NotHere {
        /// The format that was requested, but is not available.
        format: Format,
        /// The formats that are available for this game.
        formats: Vec<Format>,
    },
    /// The file extension does not belong to any known format.
    Ending {
        /// The extensions of the formats, as a list.
        endings: String,
    },
    /// A position that cannot be written in a single line.
    NoLine,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::SetUp { format } => {
                write!(
                    f,
                    "a {format} file begins at the start of the game, and this game begins in another position"
                )
            }
            Unwritable::WhiteFirst { format } => {
                write!(f, "a {format} file begins with a move of Black, and in this game White moves first")
            }
            Unwritable::Pass { format } => write!(f, "a {format} file has no room for a pass"),
            Unwritable::Name { name, format } => {
                write!(
                    f,
                    "the player's name {} would be misread in a {format} file",
                    quoted(name)
                )
            }
            Unwritable::Several { format, games } => {
                write!(f, "a {format} file holds one game, and there are {games}")
            }
            Unwritable::NotHere { format, formats } => {
                let formats: Vec<String> = formats.iter().map(Format::to_string).collect();
                write!(f, "this game does not have the format {format}: it has {}", formats.join(", "))?;
                let is_of_text = !formats.iter().any(|known| known == Format::Sgf.name());
                match format {
                    Format::Pdn if is_of_text => f.write_str("\n  the sentence `notation pdn` in its text adds it"),
                    _ => Ok(()),
                }
            }
            Unwritable::Ending { endings } => {
                write!(f, "the name has none of the extensions {endings}, which select the format of games")
            }
            Unwritable::NoLine => f.write_str("a position of this game cannot be written on a line: that needs all its states to be `drawn` with signs of one letter"),
            Unwritable::Mixed => f.write_str(
                "lines hold either games by their moves or set-ups without moves, and these games have both",
            ),
        }
    }
}

impl std::error::Error for Unwritable {}
