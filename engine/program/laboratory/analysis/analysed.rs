//! What a game must tell so that its positions and games can be looked at.

use super::Analyst;
use super::walk::Walked;
use noire_engine::record::{GameRecord, Judgment};
use noire_engine::search::player::Budget;
use noire_engine::world::{AnyWorld, Entry, Trouble, World};

/// A game of a record.
pub(crate) struct Recorded<W: Analysed> {
    /// Who played, where it says that.
    pub(crate) name: Option<String>,
    /// The position with which it begins; the start of the game where it is absent.
    pub(crate) start: Option<W::Position>,
    /// Its moves.
    pub(crate) moves: Vec<W::Move>,
    /// The rules that it states, in its words.
    pub(crate) rules: Option<String>,
    /// What it says of the game besides.
    pub(crate) kept: W::Kept,
}

/// The games of a record, and what to know of it.
pub(crate) type Records<W> = (Vec<Recorded<W>>, Vec<String>);

/// A game with remarks on its moves, and marks on the bad ones.
pub(crate) type Remarked = (GameRecord, Vec<Judgment>);

/// A game whose positions can be looked at.
pub(crate) trait Analysed: World + TryFrom<AnyWorld> {
    /// What a record says of a game besides its moves.
    type Kept: Default;

    /// A position, with what else is to be known of it.
    type Place;

    /// Who looks at positions.
    type Analyst<'w>: Analyst<Place = Self::Place, Move = Self::Step>
    where
        Self: 'w;

    /// Whether games can be written down with remarks.
    const HAS_REMARKS: bool;

    /// Whether wins can be proved, in one way or another.
    const HAS_PROOFS: bool;

    /// Who looks at positions, and uses so much for every move that is looked for.
    ///
    /// # Errors
    /// Where no search plays the game.
    fn analyst(&self, budget: Budget) -> Result<Self::Analyst<'_>, Trouble>;

    /// The positions of a game, from the first one on.
    ///
    /// # Errors
    /// When a move cannot be made.
    fn places(&self, start: &Self::Position, moves: &[Self::Move]) -> Result<Vec<Self::Place>, Trouble>;

    /// The position itself.
    fn position(place: &Self::Place) -> &Self::Position;

    /// The games of a file that is a record; nothing where it holds positions.
    ///
    /// # Errors
    /// When the record has mistakes.
    fn records(&self, _name: &str, _bytes: &[u8]) -> Result<Option<Records<Self>>, Trouble> {
        Ok(None)
    }

    /// What a record would say of a game that is given otherwise.
    fn kept(_game: &Entry<Self>) -> Self::Kept {
        Self::Kept::default()
    }

    /// By how much a game is won that is over here, in the words in which whoever plays it hears that.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn margin(&self, _place: &Self::Place) -> Result<Option<String>, Trouble> {
        Ok(None)
    }

    /// A game with remarks on its moves, where it can be written down so.
    fn remarked(
        _analyst: &Self::Analyst<'_>,
        _kept: &Self::Kept,
        _walked: &Walked<Self::Step>,
    ) -> Option<Remarked> {
        None
    }
}
