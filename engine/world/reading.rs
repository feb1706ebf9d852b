//! Positions and games that a user gives, as they are read.

use crate::record::ProblemKind;
use crate::world::{Trouble, World};

/// A mistake in a diagram.
#[derive(Clone, Debug)]
pub struct DiagramMistake {
    /// The line of the diagram, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What it is.
    pub kind: ProblemKind,
}

/// Where positions come from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// Moves of a game from its start, as an option gives them.
    Moves(&'a str),
    /// Pieces in their places, as options give them.
    SetUp(&'a SetUp<'a>),
    /// A file of positions, or a record of a game.
    File {
        /// How messages call it.
        name: &'a str,
        /// What it holds.
        bytes: &'a [u8],
    },
}

/// A set-up of stones, as options give it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SetUp<'a> {
    /// Black stones: `h8,i9`.
    pub black: Option<&'a str>,
    /// White stones.
    pub white: Option<&'a str>,
    /// Who is to move.
    pub to_move: Option<&'a str>,
    /// The last move.
    pub last: Option<&'a str>,
}

/// Positions that were read.
pub struct Reading<W: World> {
    /// The columns in which they are given: `moves`, or `black`, `white` and `to-move`.
    pub columns: &'static str,
    /// The positions, in their order.
    pub entries: Vec<Entry<W>>,
    /// What to know of the text.
    pub notes: Vec<String>,
}

/// A position that a user gave, or the game that leads to it.
pub struct Entry<W: World> {
    /// Its line in a file, from 1.
    pub line: usize,
    /// Its name in a file.
    pub id: Option<String>,
    /// The rules that its line states.
    pub rules: Option<String>,
    /// As it was given.
    pub text: String,
    /// The position, or the one with which its game begins; the start of the game where it is absent.
    pub start: Option<W::Position>,
    /// The moves of a game; nothing where only a position is given.
    pub moves: Option<Vec<W::Move>>,
    /// The rules of the game let none of its moves stand behind the end.
    pub ends_in_time: bool,
}

impl<W: World> Clone for Entry<W> {
    fn clone(&self) -> Entry<W> {
        let (id, rules, text) = (self.id.clone(), self.rules.clone(), self.text.clone());
        let (start, moves) = (self.start.clone(), self.moves.clone());
        Entry { id, rules, text, start, moves, ..*self }
    }
}

impl<W: World> Entry<W> {
    /// A position that stands in no file.
    pub fn alone(text: String, start: Option<W::Position>, moves: Option<Vec<W::Move>>) -> Entry<W> {
        Entry { line: 1, id: None, rules: None, text, start, moves, ends_in_time: false }
    }

    /// The position with which its game begins.
    ///
    /// # Errors
    /// As [`World::start`].
    pub fn start(&self, world: &W) -> Result<W::Position, Trouble> {
        self.start.clone().map_or_else(|| world.start(), Ok)
    }

    /// The position itself.
    ///
    /// # Errors
    /// As [`World::replay`].
    pub fn position(&self, world: &W) -> Result<W::Position, Trouble> {
        let start = self.start(world)?;
        match &self.moves {
            Some(moves) => world.replay(&start, moves, &mut |_| true),
            None => Ok(start),
        }
    }

    /// The same game after its first moves only.
    #[must_use]
    pub fn after(&self, world: &W, moves: usize) -> Entry<W> {
        let made = self.moves.as_ref().map(|all| all[..moves].to_vec());
        let text = made.as_ref().map_or_else(|| self.text.clone(), |made| world.moves_text(made));
        Entry { text, moves: made, ..self.clone() }
    }
}
