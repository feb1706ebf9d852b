//! What a reader of records should know that is no mistake: what was left out, and what was taken for granted.

use std::fmt;

use blanche_compiler::game::wrong_number_text;

use super::positions;
use super::problem::{Place, quoted};

/// How many names of properties a note lists.
const MOST_NAMES: usize = 12;

/// What to know about a record that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordNote {
    /// A variation that is left out; the main line is read.
    Variation {
        /// Where it begins.
        place: Place,
        /// How many moves it has, with those of its own variations.
        moves: usize,
    },
    /// Properties for which a game has no room.
    LeftOut {
        /// Where the game begins.
        place: Place,
        /// Their names.
        names: Vec<String>,
    },
    /// The record does not say which game it is, and is read as five in a row.
    GameNotNamed {
        /// Where the game begins.
        place: Place,
    },
    /// The record says that its game is another one, for which many programs take five in a row too.
    OtherGame {
        /// Where it says so.
        place: Place,
        /// What it says.
        found: String,
    },
    /// A text that is no result, and is left out.
    UnknownResult {
        /// Where it stands.
        place: Place,
        /// The text.
        found: String,
    },
    /// A reason for the result that is none of ours, and is left out.
    UnknownReason {
        /// Where it stands first.
        place: Place,
        /// The reason.
        found: String,
        /// How many more games have it.
        more: usize,
    },
    /// Something is said again of a game, and only one of the two counts.
    Again {
        /// Where it is said again.
        place: Place,
        /// What it is.
        name: String,
        /// Whether the last one counts, and not the first: of columns it is the first.
        is_last: bool,
    },
    /// The first number of a move in a game that is not what its moves come to.
    MoveNumber {
        /// Where it stands.
        place: Place,
        /// The number.
        found: String,
        /// The number of this move.
        expected: usize,
    },
    /// What is to be known of a file of positions.
    Positions(positions::Note),
    /// So many more notes, which are left out.
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
                let shown: Vec<String> = names.iter().take(MOST_NAMES).map(|name| quoted(name)).collect();
                write!(f, "{place}: a game has no room for {}", shown.join(", "))?;
                match names.len() - shown.len() {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            RecordNote::GameNotNamed { place } => {
                write!(
                    f,
                    "{place}: no `GM` says which game it is; it is read as five in a row on 15x15 fields"
                )
            }
            RecordNote::OtherGame { place, found } => {
                let found = quoted(&format!("GM[{found}]"));
                write!(f, "{place}: {found} is another game; it is read as five in a row on 15x15 fields")
            }
            RecordNote::UnknownResult { place, found } => {
                write!(f, "{place}: {} is no result; the game is read without one", quoted(found))
            }
            RecordNote::UnknownReason { place, found, more } => {
                let found = quoted(found);
                write!(f, "{place}: the reason {found} is not known; the result is kept without one")?;
                match more {
                    0 => Ok(()),
                    1 => f.write_str(", in another game as well"),
                    more => write!(f, ", in {more} other games as well"),
                }
            }
            RecordNote::Again { place, name, is_last } => {
                let (what, counts) = if *is_last { ("", "last") } else { ("column ", "first") };
                write!(f, "{place}: a second {what}`{name}`; the {counts} one counts")
            }
            RecordNote::MoveNumber { place, found, expected } => {
                write!(f, "{place}: {}", wrong_number_text(found, *expected))
            }
            RecordNote::Positions(note) => note.fmt(f),
            RecordNote::More(1) => f.write_str("and 1 note more"),
            RecordNote::More(more) => write!(f, "and {more} notes more"),
        }
    }
}

impl RecordNote {
    /// How many notes are kept of a file: a screenful.
    pub const MOST: usize = 20;

    /// The line of the one game that it speaks of; nothing where it speaks of several, or of the whole file.
    pub(super) fn line(&self) -> Option<usize> {
        match self {
            RecordNote::Variation { place, .. }
            | RecordNote::LeftOut { place, .. }
            | RecordNote::GameNotNamed { place }
            | RecordNote::OtherGame { place, .. }
            | RecordNote::UnknownResult { place, .. }
            | RecordNote::UnknownReason { place, more: 0, .. }
            | RecordNote::MoveNumber { place, .. }
            | RecordNote::Again { place, is_last: true, .. } => Some(place.line),
            RecordNote::UnknownReason { .. }
            | RecordNote::Again { .. }
            | RecordNote::Positions(_)
            | RecordNote::More(_) => None,
        }
    }

    /// Keeps the first, and how many more there are.
    pub(super) fn shorten(notes: &mut Vec<RecordNote>) {
        // One note more says as much as a line that counts it.
        if let Some(more @ 2..) = notes.len().checked_sub(RecordNote::MOST) {
            notes.truncate(RecordNote::MOST);
            notes.push(RecordNote::More(more));
        }
    }
}
