//! What a format has no room for: what is lost when a game is written in it, and what cannot be written at all.

use std::fmt;

use super::format::Format;
use super::game::{GameRecord, Start};
use super::problem::quoted;
use crate::board::Color;

/// Games as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text of the file.
    pub text: String,
    /// What the games have and the text has not.
    pub losses: Vec<Loss>,
}

/// Something that a record has and a format has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// By which rules they played.
    Rules,
    /// Who played.
    Players,
    /// The date.
    Date,
    /// The occasion.
    Event,
    /// Remarks.
    Remarks,
    /// Signs of praise behind moves.
    Signs,
    /// How long moves took.
    Times,
    /// What else is said of a game.
    Tags,
    /// How it ended, where the rules do not say that.
    Result,
    /// The moves, where only positions are kept.
    Moves,
    /// What a position remembers of the moves before it.
    Past,
}

impl Loss {
    /// The same without repetitions.
    pub(crate) fn each_once(losses: Vec<Loss>) -> Vec<Loss> {
        losses.into_iter().fold(Vec::new(), |mut kept, loss| {
            if !kept.contains(&loss) {
                kept.push(loss);
            }
            kept
        })
    }

    /// The loss of the remarks of this game, where it has some.
    pub(super) fn of_remarks(game: &GameRecord) -> Option<Loss> {
        let has_remarks = game.remark.is_some() || game.moves.iter().any(|made| made.remark.is_some());
        has_remarks.then_some(Loss::Remarks)
    }

    /// The loss of the times of this game, where it has some.
    pub(super) fn of_times(game: &GameRecord) -> Option<Loss> {
        game.moves.iter().any(|made| made.milliseconds.is_some_and(|time| time > 0)).then_some(Loss::Times)
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loss::Rules => "by which rules they played",
            Loss::Players => "who played",
            Loss::Date => "the date",
            Loss::Event => "the event",
            Loss::Remarks => "the remarks",
            Loss::Signs => "the signs of praise behind moves, such as `!`",
            Loss::Times => "how long the moves took",
            Loss::Tags => "what else is said of the games",
            Loss::Result => "the result",
            Loss::Moves => "the moves",
            Loss::Past => "what a position remembers of the moves before it",
        })
    }
}

impl Unwritable {
    /// That a format of games that begin on the empty board, black to move, has no room for one that begins otherwise.
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
    /// The format begins at the start of the game.
    SetUp {
        /// The format.
        format: &'static str,
    },
    /// The format begins with Black's move, and White moves first.
    WhiteFirst {
        /// The format.
        format: &'static str,
    },
    /// The format knows no pass.
    Pass {
        /// The format.
        format: &'static str,
    },
    /// A name that would be read as something else.
    Name {
        /// The name.
        name: String,
        /// The format.
        format: &'static str,
    },
    /// A file holds one game.
    Several {
        /// The format.
        format: &'static str,
        /// How many games there are.
        games: usize,
    },
    /// A file holds either games by their moves or set-ups, and a set-up has no moves.
    Mixed,
    /// Games of this kind are not written so.
    NotHere {
        /// The format.
        format: Format,
        /// Those in which they are.
        formats: Vec<Format>,
    },
    /// The name of the file does not end as one of a format does.
    Ending {
        /// The endings of the formats.
        endings: String,
    },
    /// A position that has no room in a line.
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
                    "the player's name {} would be read as something else in a {format} file",
                    quoted(name)
                )
            }
            Unwritable::Several { format, games } => {
                write!(f, "a {format} file holds one game, and there are {games}")
            }
            Unwritable::NotHere { format, formats } => {
                let formats: Vec<String> = formats.iter().map(Format::to_string).collect();
                write!(f, "the format {format} is not one of this game: it has {}", formats.join(", "))?;
                let is_of_text = !formats.iter().any(|known| known == Format::Sgf.name());
                match format {
                    Format::Pdn if is_of_text => f.write_str("\n  the sentence `notation pdn` in its text adds it"),
                    _ => Ok(()),
                }
            }
            Unwritable::Ending { endings } => {
                write!(f, "the name has none of the endings {endings}, which say how games are written")
            }
            Unwritable::NoLine => f.write_str("a position of this game has no room in a line: for that all that it consists of is `drawn` with signs of one letter"),
            Unwritable::Mixed => f.write_str(
                "lines hold either games by their moves or set-ups without moves, and these games are both",
            ),
        }
    }
}

impl std::error::Error for Unwritable {}
