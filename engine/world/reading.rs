//! Positions and games that a user gives: the text as input, and the entries parsed from it.

use crate::record::ProblemKind;
use crate::world::{World, WorldError};

/// A mistake in a diagram.
#[derive(Clone, Debug)]
pub struct DiagramMistake {
    /// The line of the diagram, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The kind of mistake.
    pub kind: ProblemKind,
}

/// The input from which positions are read.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// The moves of a game from its start, given in a command-line option.
    Moves(&'a str),
    /// A set-up of stones, given in command-line options.
    SetUp(&'a SetUp<'a>),
    /// A file of positions, or a record of games.
    File {
        /// The name of the file in messages.
        name: &'a str,
        /// The contents of the file.
        bytes: &'a [u8],
    },
}

/// A set-up of stones, as given in command-line options.
#[derive(Clone, Copy, Debug, Default)]
pub struct SetUp<'a> {
    /// The black stones, such as `h8,i9`.
    pub black: Option<&'a str>,
    /// The white stones, such as `g7,g8`.
    pub white: Option<&'a str>,
    /// The side to move, such as `black`.
    pub to_move: Option<&'a str>,
    /// The last move, which must be one of the stones.
    pub last: Option<&'a str>,
}

/// The positions that were read from an input.
pub struct Reading<W: World> {
    /// The names of the columns that hold the positions, separated by tabs: `moves`, `position`, or `black`, `white`
    /// and `to-move`.
    pub columns: &'static str,
    /// The positions, in the order of the input.
    pub entries: Vec<Entry<W>>,
    /// Notes for the user that are not errors.
    pub notes: Vec<String>,
}

/// A position given by a user, or a game that leads to it.
pub struct Entry<W: World> {
    /// The line in the file, from 1.
    pub line: usize,
    /// The name of the position in the file.
    pub id: Option<String>,
    /// The rules that are stated in the same line, if any.
    pub rules: Option<String>,
    /// The position in the text form in which it was given.
    pub text: String,
    /// The position or, for a game, its initial position. `None` for the normal start of the game. Boxed, because most
    /// games begin at the start, and a position takes more memory than a game.
    pub start: Option<Box<W::Position>>,
    /// The moves of a game; `None` if only a position was given.
    pub moves: Option<Vec<W::Move>>,
    /// Whether it was checked that the game does not end before its last move.
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
    /// Creates an entry for a position that is not from a file.
    pub fn alone(text: String, start: Option<W::Position>, moves: Option<Vec<W::Move>>) -> Entry<W> {
        let start = start.map(Box::new);
        Entry { line: 1, id: None, rules: None, text, start, moves, ends_in_time: false }
    }

    /// The initial position of the game.
    ///
    /// # Errors
    /// As for [`World::start`].
    pub fn start(&self, world: &W) -> Result<W::Position, WorldError> {
        self.start.as_deref().cloned().map_or_else(|| world.start(), Ok)
    }

    /// The position after all moves of the entry.
    ///
    /// # Errors
    /// As for [`World::replay`].
    pub fn position(&self, world: &W) -> Result<W::Position, WorldError> {
        let start = self.start(world)?;
        match &self.moves {
            Some(moves) => world.replay(&start, moves, &mut |_| true),
            None => Ok(start),
        }
    }

    /// The same game with only its first `moves` moves.
    #[must_use]
    pub fn after(&self, world: &W, moves: usize) -> Entry<W> {
        let made = self.moves.as_ref().map(|all| all[..moves].to_vec());
        let text = made.as_ref().map_or_else(|| self.text.clone(), |made| world.moves_text(made));
        Entry { text, moves: made, ..self.clone() }
    }
}
