//! A game as it was played: who played whom, by which rules, the moves, and how it ended and why.
//!
//! A record judges nothing: whether five stones stand in a row is the business of rules ([`super::judge`]). It holds
//! moves that can be made on the board, one colour after the other, and nothing else.

use crate::board::{Color, Point, Position};

use super::outcome::Outcome;

/// A game.
///
/// ```
/// use noire::board::Color;
/// use noire::record::{Format, read_games};
///
/// let games = read_games("a.sgf", b"(;FF[4]GM[4]SZ[15]RE[W+Resign];B[hh];W[ig])", Format::Sgf).unwrap();
/// let game = &games.games[0];
/// assert_eq!(game.result.unwrap().to_string(), "white wins by resignation");
/// assert_eq!(game.position().last_move().unwrap().to_string(), "i9");
/// assert_eq!(game.to_move(), Some(Color::Black));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The rules, by the name of a base such as `renju`, or else in the words of the record.
    pub rules: Option<String>,
    /// Who played, black first.
    pub players: [Option<String>; 2],
    /// When.
    pub date: Option<String>,
    /// At which occasion.
    pub event: Option<String>,
    /// What is said of the whole game.
    pub remark: Option<String>,
    /// The stones that were on the board before the first move.
    pub start: Option<Start>,
    /// The moves. Black makes the first, or the side to move of the start, and then they take turns.
    pub moves: Vec<Move>,
    /// How it ended, where that is known.
    pub result: Option<Outcome>,
}

/// The stones of a game that does not begin on the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The black stones.
    pub black: Vec<Point>,
    /// The white stones.
    pub white: Vec<Point>,
    /// The side to move; where it is not known, there are no moves either.
    pub to_move: Option<Color>,
}

/// A move of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// Where the stone was set; nothing for a pass.
    pub field: Option<Point>,
    /// The time that it took, in milliseconds.
    pub milliseconds: Option<u64>,
    /// What is said of it.
    pub remark: Option<String>,
}

impl From<Point> for Move {
    fn from(field: Point) -> Move {
        Move { field: Some(field), ..Move::default() }
    }
}

impl GameRecord {
    /// A game of these moves on the empty board.
    pub fn of_moves(moves: &[Point]) -> GameRecord {
        GameRecord { moves: moves.iter().copied().map(Move::from).collect(), ..GameRecord::default() }
    }

    /// The colour that makes the first move; nothing in a set-up that does not say.
    pub fn begins(&self) -> Option<Color> {
        self.start.as_ref().map_or(Some(Color::Black), |start| start.to_move)
    }

    /// The side to move after the last move.
    pub fn to_move(&self) -> Option<Color> {
        let begins = self.begins()?;
        Some(if self.moves.len().is_multiple_of(2) { begins } else { begins.other() })
    }

    /// The fields of the moves, when none of them is a pass.
    pub fn fields(&self) -> Option<Vec<Point>> {
        self.moves.iter().map(|made| made.field).collect()
    }

    /// The fields of the moves, and nothing for each that is a pass.
    pub fn turns(&self) -> Vec<Option<Point>> {
        self.moves.iter().map(|made| made.field).collect()
    }

    /// The position before the first move.
    ///
    /// # Panics
    /// When a field of the start comes twice: readers give no such game.
    pub fn start(&self) -> Position {
        match &self.start {
            None => Position::empty(),
            Some(Start { black, white, to_move }) => {
                Position::set_up(black, white, *to_move, None).expect("a start has every field at most once")
            }
        }
    }

    /// The position after the last move.
    ///
    /// # Panics
    /// When a field comes twice, or there are moves and nobody to make them: readers give no such game.
    pub fn position(&self) -> Position {
        self.positions().last().expect("there is the start at least")
    }

    /// The position before the first move, after it, and so on to the last.
    ///
    /// # Panics
    /// As [`GameRecord::position`].
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut position = self.start();
        let moves = self.moves.iter().map(|made| made.field);
        std::iter::once(None).chain(moves.map(Some)).map(move |made| {
            match made {
                None => {}
                Some(Some(field)) => position.play(field).expect("the moves of a game can be made"),
                Some(None) => {
                    let to_move = position.to_move().expect("somebody passes");
                    position.set_to_move(Some(to_move.other()));
                }
            }
            position.clone()
        })
    }
}
