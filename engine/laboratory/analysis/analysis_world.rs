//! What a game must implement so that its positions and games can be analysed.

use super::Analyst;
use super::game_analysis::AnalysedGame;
use noire_engine::record::{GameRecord, Judgment};
use noire_engine::search::player::Budget;
use noire_engine::world::{AnyWorld, Entry, World, WorldError};

/// A game from a record.
pub struct RecordedGame<W: AnalysisWorld> {
    /// The names of the players, if the record has them.
    pub name: Option<String>,
    /// The first position, or `None` if it is the start of the game.
    pub start: Option<W::Position>,
    pub moves: Vec<W::Move>,
    /// The rules named by the record, in its own words.
    pub rules: Option<String>,
    /// Anything else that the record says about the game.
    pub record_data: W::RecordData,
}

/// The games of a record, and notes about it for the user.
pub(crate) type Records<W> = (Vec<RecordedGame<W>>, Vec<String>);

/// A game record with remarks on its moves, and judgments of the bad ones.
pub type RemarkedGame = (GameRecord, Vec<Judgment>);

/// A game whose positions can be analysed.
pub trait AnalysisWorld: World + TryFrom<AnyWorld> {
    /// What a record says about a game besides its moves.
    type RecordData: Default;

    /// A position with the context that the search needs.
    type SearchPosition;

    /// The type that analyses positions of this game.
    type Analyst<'w>: Analyst<SearchPosition = Self::SearchPosition, Move = Self::Step>
    where
        Self: 'w;

    /// Whether games can be written to a record with remarks on their moves.
    const HAS_REMARKS: bool;

    /// Whether some search can prove wins.
    const HAS_PROOFS: bool;

    /// Creates an analyst. It uses `budget` once for each of the best moves that it looks for.
    ///
    /// # Errors
    /// Fails if no search can play the game.
    fn analyst(&self, budget: Budget) -> Result<Self::Analyst<'_>, WorldError>;

    /// Returns the positions of a game, starting with the first.
    ///
    /// # Errors
    /// Fails if a move is illegal.
    fn search_positions(
        &self,
        start: &Self::Position,
        moves: &[Self::Move],
    ) -> Result<Vec<Self::SearchPosition>, WorldError>;

    fn position(place: &Self::SearchPosition) -> &Self::Position;

    /// Returns the games of a file that is a record, or `None` if the file contains positions.
    ///
    /// # Errors
    /// Fails if the record has mistakes.
    fn records(&self, _name: &str, _bytes: &[u8]) -> Result<Option<Records<Self>>, WorldError> {
        Ok(None)
    }

    /// The information that records keep about a game, for a game that did not come from a record.
    fn record_data(_game: &Entry<Self>) -> Self::RecordData {
        Self::RecordData::default()
    }

    /// The margin by which a finished game is won, in words for the player, or `None` if the game has no margins.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn margin(&self, _place: &Self::SearchPosition) -> Result<Option<String>, WorldError> {
        Ok(None)
    }

    /// Returns the record of the game with a remark on each move. `None` if records of this game cannot contain
    /// remarks.
    fn remarked(
        _analyst: &Self::Analyst<'_>,
        _kept: &Self::RecordData,
        _walked: &AnalysedGame<Self::Step>,
    ) -> Option<RemarkedGame> {
        None
    }
}
