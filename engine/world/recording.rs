//! Records of games with all that they say, to be written in another format.

use std::path::Path;

use super::{Trouble, World};
use crate::record::{Format, Unwritable, Written};

/// A game whose records are read and written with all that they say.
pub trait Recording: World {
    /// A game with all that is kept of its record; or a position.
    type Kept;

    /// The formats of its records.
    fn formats(&self) -> Vec<Format>;

    /// The games of a file with this name and these bytes, in the format that is named or that these show; with the notes of the one
    /// with this number, from 1, or of all of them.
    ///
    /// # Errors
    /// When the text has mistakes, or such games are not in this format.
    fn records(
        &self,
        file: &str,
        bytes: &[u8],
        format: Option<Format>,
        only: Option<usize>,
    ) -> Result<Records<Self::Kept>, Trouble>;

    /// A game that was played.
    fn keep(&self, game: &Record<Self>) -> Self::Kept;

    /// Adds the result by the rules of the game where the record has none; says so, and where the two differ. The game may be played by
    /// these rules whatever its record says.
    fn complete(&self, game: &mut Self::Kept, is_by_these: bool) -> Vec<String>;

    /// Games as text.
    ///
    /// # Errors
    /// When the format has no room for what they are.
    fn write(&self, games: &[Self::Kept], format: Format) -> Result<Written, Unwritable>;

    /// Games that were played, as a file with this name has them.
    ///
    /// # Errors
    /// As of [`Recording::write`].
    fn write_games(&self, path: &Path, games: &[Record<Self>]) -> Result<String, Unwritable> {
        let format = Format::of_output(path);
        let format =
            format.ok_or_else(|| Unwritable::Ending { endings: Format::endings(&self.formats()) })?;
        let games: Vec<Self::Kept> = games.iter().map(|game| self.keep(game)).collect();
        self.write(&games, format).map(|written| written.text)
    }

    /// That records of this game are not in this format, unless they are.
    ///
    /// # Errors
    /// Where they are not.
    fn has(&self, format: Format) -> Result<(), Unwritable> {
        let formats = self.formats();
        if formats.contains(&format) { Ok(()) } else { Err(Unwritable::NotHere { format, formats }) }
    }
}

/// The games of a file.
pub struct Records<K> {
    /// Each with its line in the file, from 1.
    pub games: Vec<(usize, K)>,
    /// What to know of the text.
    pub notes: Vec<String>,
}

impl From<Unwritable> for Trouble {
    fn from(why: Unwritable) -> Trouble {
        Trouble::Wrong(format!("error: {why}"))
    }
}

/// A game that was played, to be written down.
#[derive(Clone, Debug)]
pub struct Record<W: World> {
    /// The names of those who played, in the order of the players.
    pub players: [String; 2],
    /// Its moves, from the start of the game.
    pub moves: Vec<W::Move>,
    /// How it ended; nothing where it was broken off.
    pub end: Option<Finish>,
}

/// How a game that was played ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The number of the player who won; nothing in a draw.
    pub winner: Option<usize>,
    /// Why, as in [`End::by`](super::End::by), or what the loser did wrong.
    pub by: String,
}
