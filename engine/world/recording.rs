//! Complete records of games, which can be converted to another format.

use std::path::Path;

use super::{World, WorldError};
use crate::record::{Format, Unwritable, Written};

/// A game whose records can be read and written completely, including names and remarks.
pub trait Recording: World {
    /// A game or a position, with all the information in its record.
    type FullRecord;

    /// The formats in which records of this game can be read and written.
    fn formats(&self) -> Vec<Format>;

    /// Reads the games of the file `file` from its contents `bytes`. If `format` is `None`, the format is guessed from
    /// the contents. If `only` is the number of a game, counted from 1, only notes about that game are kept; `None`
    /// keeps all notes.
    ///
    /// # Errors
    /// If the text has mistakes, or the format is not available for this game.
    fn records(
        &self,
        file: &str,
        bytes: &[u8],
        format: Option<Format>,
        only: Option<usize>,
    ) -> Result<Records<Self::FullRecord>, WorldError>;

    /// Converts a game that was played to a record.
    fn to_full_record(&self, game: &Record<Self>) -> Self::FullRecord;

    /// If the record has no result, adds the result that follows from the rules. Returns notes: that a result was
    /// added, or that the recorded result contradicts the rules. If `is_by_these` is `true`, the game is judged by the
    /// rules of this base, whatever rules its record states.
    fn complete(&self, game: &mut Self::FullRecord, is_by_these: bool) -> Vec<String>;

    /// Writes games as text.
    ///
    /// # Errors
    /// If the format cannot represent the games.
    fn write(&self, games: &[Self::FullRecord], format: Format) -> Result<Written, Unwritable>;

    /// Writes games that were played to the file `path`, in the format that its extension names.
    ///
    /// # Errors
    /// As for [`Recording::write`], and if the extension is unknown.
    fn write_games(&self, path: &Path, games: &[Record<Self>]) -> Result<String, Unwritable> {
        let format = Format::of_output(path);
        let format =
            format.ok_or_else(|| Unwritable::Ending { endings: Format::endings(&self.formats()) })?;
        let games: Vec<Self::FullRecord> = games.iter().map(|game| self.to_full_record(game)).collect();
        self.write(&games, format).map(|written| written.text)
    }

    /// Checks that the format is available for this game.
    ///
    /// # Errors
    /// If it is not available.
    fn has(&self, format: Format) -> Result<(), Unwritable> {
        let formats = self.formats();
        if formats.contains(&format) { Ok(()) } else { Err(Unwritable::NotHere { format, formats }) }
    }
}

/// The games of a file.
pub struct Records<K> {
    /// The games, each with its line in the file, from 1.
    pub games: Vec<(usize, K)>,
    /// Notes for the user that are not errors.
    pub notes: Vec<String>,
}

impl From<Unwritable> for WorldError {
    fn from(why: Unwritable) -> WorldError {
        WorldError::Wrong(format!("error: {why}"))
    }
}

/// A game that was played, to be written to a file.
#[derive(Clone, Debug)]
pub struct Record<W: World> {
    /// The names of the participants, in the order in which the game lists its players.
    pub players: [String; 2],
    /// The moves, from the start of the game.
    pub moves: Vec<W::Move>,
    /// How the game ended; `None` if it was broken off.
    pub end: Option<Finish>,
}

/// How a game that was played ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The index of the winning player; `None` for a draw.
    pub winner: Option<usize>,
    /// The reason, as in [`End::by`](super::End::by), or the mistake of the loser.
    pub by: String,
}
