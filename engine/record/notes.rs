//! Notes about records that are not errors: information that was left out, and assumptions that were made.

use std::fmt;

use blanche_compiler::game::wrong_number_text;

use super::positions;
use super::problem::{Location, quoted};

/// Maximum number of property names that a note lists.
pub(super) const MAX_NAMES: usize = 12;

/// A note about a record that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordNote {
    /// A variation that was left out; only the main line is read.
    Variation {
        /// Where the variation begins.
        place: Location,
        /// The number of moves in the variation, including moves in variations inside it.
        moves: usize,
    },
    /// Properties that were left out, because a game record cannot store them.
    LeftOut {
        /// Where the game begins.
        place: Location,
        /// The names of the properties that were left out.
        names: Vec<String>,
    },
    /// The record does not name its game; it was read as five in a row.
    GameNotNamed {
        /// Where the game begins.
        place: Location,
    },
    /// The record has the game number of another game. It was accepted, because many programs also use that number for
    /// five in a row.
    OtherGame {
        /// Where the game is named.
        place: Location,
        /// The number of the game, as written.
        found: String,
    },
    /// A text that is not a result, and was left out.
    UnknownResult {
        /// Where the unreadable result is in the text.
        place: Location,
        /// The text that is not a result.
        found: String,
    },
    /// An unknown reason for the result, which was left out.
    UnknownReason {
        /// Where the reason first occurs.
        place: Location,
        /// The unknown reason.
        found: String,
        /// The number of further games with this reason.
        more: usize,
    },
    /// A negative time of a move, which was left out.
    NegativeTime {
        /// Where the time is.
        place: Location,
        /// The time, as written.
        found: String,
    },
    /// A number of the end of a game that says nothing about the result, and was left out.
    EndNumber {
        /// Where the number is.
        place: Location,
        /// The number, as written.
        found: String,
    },
    /// An item of information about a game that occurs twice. Only one occurrence is used.
    Again {
        /// Where the second occurrence is.
        place: Location,
        /// The name of the property, key or column.
        name: String,
        /// Whether the last occurrence is used instead of the first. For columns, the first occurrence is used.
        is_last: bool,
    },
    /// The first move number in a game that does not match its moves.
    MoveNumber {
        /// Where the wrong move number is.
        place: Location,
        /// The wrong move number, as written.
        found: String,
        /// The correct number of this move.
        expected: usize,
    },
    /// A note about a file of positions.
    Positions(positions::Note),
    /// The number of further notes, which were left out.
    More(usize),
}

impl fmt::Display for RecordNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordNote::Variation { place, moves } => {
                let noun = if *moves == 1 { "move" } else { "moves" };
                write!(f, "{place}: a variation of {moves} {noun} is left out; the main line is read")
            }
            RecordNote::LeftOut { place, names } => {
                let shown: Vec<String> = names.iter().take(MAX_NAMES).map(|name| quoted(name)).collect();
                write!(f, "{place}: a game has no room for {}", shown.join(", "))?;
                match names.len() - shown.len() {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            RecordNote::GameNotNamed { place } => {
                write!(f, "{place}: no `GM` names the game; it is read as five in a row on 15x15 fields")
            }
            RecordNote::OtherGame { place, found } => {
                let found = quoted(&format!("GM[{found}]"));
                write!(f, "{place}: {found} is another game; it is read as five in a row on 15x15 fields")
            }
            RecordNote::UnknownResult { place, found } => {
                write!(f, "{place}: {} is not a result; the game is read without one", quoted(found))
            }
            RecordNote::UnknownReason { place, found, more } => {
                let found = quoted(found);
                write!(f, "{place}: the reason {found} is unknown; the result is kept without one")?;
                match more {
                    0 => Ok(()),
                    1 => f.write_str(", in another game as well"),
                    more => write!(f, ", in {more} other games as well"),
                }
            }
            RecordNote::NegativeTime { place, found } => {
                write!(f, "{place}: {} is not a time; the move is read without one", quoted(found))
            }
            RecordNote::EndNumber { place, found } => {
                write!(f, "{place}: the number {} of the end of the game is not read", quoted(found))
            }
            RecordNote::Again { place, name, is_last } => {
                let (what, counts) = if *is_last { ("", "last") } else { ("column ", "first") };
                write!(f, "{place}: a second {what}`{name}`; the {counts} one counts")
            }
            RecordNote::MoveNumber { place, found, expected } => {
                write!(f, "{place}: {}", wrong_number_text(found, *expected))
            }
            RecordNote::Positions(note) => note.fmt(f),
            RecordNote::More(1) => f.write_str("and 1 more note"),
            RecordNote::More(more) => write!(f, "and {more} more notes"),
        }
    }
}

impl RecordNote {
    /// Maximum number of notes kept per file: a screenful.
    pub const MAX_SHOWN: usize = 20;

    /// The line of the game that the note is about; `None` if it is about several games or the whole file.
    pub(super) fn line(&self) -> Option<usize> {
        match self {
            RecordNote::Variation { place, .. }
            | RecordNote::LeftOut { place, .. }
            | RecordNote::GameNotNamed { place }
            | RecordNote::OtherGame { place, .. }
            | RecordNote::UnknownResult { place, .. }
            | RecordNote::UnknownReason { place, more: 0, .. }
            | RecordNote::NegativeTime { place, .. }
            | RecordNote::EndNumber { place, .. }
            | RecordNote::MoveNumber { place, .. }
            | RecordNote::Again { place, is_last: true, .. } => Some(place.line),
            RecordNote::UnknownReason { .. }
            | RecordNote::Again { .. }
            | RecordNote::Positions(_)
            | RecordNote::More(_) => None,
        }
    }

    /// Keeps the first [`RecordNote::MAX_SHOWN`] notes. If notes are left out, adds a last note that states their
    /// number.
    pub(super) fn shorten(notes: &mut Vec<RecordNote>) {
        // A single surplus note is kept: it takes no more space than the line that would count it.
        if let Some(more @ 2..) = notes.len().checked_sub(RecordNote::MAX_SHOWN) {
            notes.truncate(RecordNote::MAX_SHOWN);
            notes.push(RecordNote::More(more));
        }
    }
}
