//! What a game must tell so that it can be played at the terminal.

use std::path::Path;

use crate::texts::Texts;
use noire_engine::world::{End, Finish, Record, Trouble, World};

/// A game that goes on after a file.
pub struct Resumed<W: Playing> {
    /// The position with which it begins; the start of the game where it is absent.
    pub start: Option<W::Position>,
    /// The moves so far.
    pub moves: Vec<W::Move>,
    /// What the file says of the game besides.
    pub file: W::File,
    /// The number of games in the file.
    pub games: usize,
    /// What to know of the file.
    pub notes: Vec<String>,
}

/// Why a word is no move.
pub enum Refused {
    /// It looks like none.
    NoMove,
    /// Why it cannot be played, in words of the game.
    Unplayable(String),
    /// There is something on the field already.
    Occupied,
}

/// Why a game cannot be written to a file.
pub enum Unwritten {
    /// The name has none of these endings.
    Ending(String),
    /// In words.
    Reason(String),
}

/// A game that can be played at the terminal.
pub trait Playing: World {
    /// What a file says of a game besides its moves, to be written with it again.
    type File: Clone + Default;

    /// The game of this number, counted from 1, in a file with this name; where there are fewer, how many there are.
    ///
    /// # Errors
    /// When the file has mistakes.
    fn resumed(
        &self,
        name: &str,
        bytes: &[u8],
        number: usize,
    ) -> Result<Result<Resumed<Self>, usize>, Trouble>;

    /// The game as the text of a file with this name.
    ///
    /// # Errors
    /// Where such a file has no room for it.
    fn written(
        &self,
        file: &Self::File,
        start: &Self::Position,
        game: &Record<Self>,
        path: &Path,
    ) -> Result<String, Unwritten>;

    /// How the game ended by the file in which it stood, as a sentence.
    fn recorded(&self, _file: &Self::File, _texts: &Texts) -> Option<String> {
        None
    }

    /// Whether openings have codes.
    const HAS_OPENINGS: bool = false;

    /// The moves of an opening with this code.
    fn opening_moves(&self, _code: &str) -> Option<Vec<Self::Move>> {
        None
    }

    /// The name and the code of the opening that these moves are.
    fn opening_name(&self, _moves: &[Self::Move]) -> Option<[&'static str; 2]> {
        None
    }

    /// The move that somebody writes.
    ///
    /// # Errors
    /// Why it is none here.
    fn move_of(&self, position: &mut Self::Position, word: &str) -> Result<Self::Move, Refused>;

    /// A move by which somebody moves nothing, where that is possible at any time.
    const PASS: Option<Self::Move>;

    /// The pass of a player who cannot move; it is made unasked.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn forced_pass(&self, _position: &mut Self::Position) -> Result<Option<Self::Move>, Trouble> {
        Ok(None)
    }

    /// The moves that the base forbids to the side to move.
    fn forbidden(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// The same with their kinds: `h8 (double three), i9 (overline)`.
    fn forbidden_text(&self, _position: &Self::Position, _texts: &Texts) -> String {
        String::new()
    }

    /// How the game has ended on the board, as a sentence. The position before the last move is given where there is one.
    ///
    /// # Errors
    /// When a limit is reached first.
    fn end_text(
        &self,
        end: &End,
        position: &mut Self::Position,
        last: Option<(&mut Self::Position, Self::Move)>,
        texts: &Texts,
    ) -> Result<String, Trouble>;

    /// The title of the rule that a claim of the search names.
    fn claim_title(&self, rule: usize) -> String;
}

/// The number of a player.
pub(super) fn number<W: World>(world: &W, name: &str) -> Option<usize> {
    world.players().iter().position(|player| player == name)
}

/// How a game ended on the board.
pub(super) fn finish<W: World>(world: &W, end: &End) -> Finish {
    let winner = end.winner.as_deref().and_then(|name| number(world, name));
    Finish { winner, by: end.by.clone() }
}

/// A player in the language of the game, where that has a word for it.
pub fn player_text(texts: &Texts, name: &str) -> String {
    if COLOURS.contains(&name) { texts.say(name, &[]) } else { name.to_owned() }
}

/// Players for whom languages have words.
const COLOURS: [&str; 2] = ["black", "white"];
