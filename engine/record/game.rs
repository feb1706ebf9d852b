//! A game as it was played: the players, the rules, the moves, the result and its reason.
//!
//! Whether five stones are in a row is decided by rules (`games::judge`), not by a record. The moves of a record
//! alternate between the colours and can be made on the board; nothing else is guaranteed.

use crate::board::{Color, Point, Position};
use crate::drawing::Marking;

use super::outcome::Outcome;

/// The record of a game.
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
    /// The rules. The name of a base such as `renju` if a base has these rules, otherwise the text in the record.
    pub rules: Option<String>,
    /// The names of the players, black first.
    pub players: [Option<String>; 2],
    /// The date, as written.
    pub date: Option<String>,
    /// The occasion, such as a tournament.
    pub event: Option<String>,
    /// A remark on the whole game.
    pub remark: Option<String>,
    /// What is marked on the board before the first move.
    pub marking: Option<Box<Marking>>,
    /// The stones on the board before the first move; `None` for an empty board with black to move.
    pub start: Option<Start>,
    /// The moves, alternating between the colours. The first move is made by the side to move of `start`, or by black
    /// if there is no `start`.
    pub moves: Vec<Move>,
    /// The result, if known.
    pub result: Option<Outcome>,
}

/// The initial position of a game that does not begin on the empty board with black to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The black stones.
    pub black: Vec<Point>,
    /// The white stones.
    pub white: Vec<Point>,
    /// The side to move. If it is unknown, the game has no moves.
    pub to_move: Option<Color>,
}

/// A move of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// The field of the stone; `None` for a pass.
    pub field: Option<Point>,
    /// The time spent on the move, in milliseconds.
    pub milliseconds: Option<u64>,
    /// A remark on the move.
    pub remark: Option<String>,
    /// What is marked on the board after the move.
    pub marking: Option<Box<Marking>>,
}

impl From<Point> for Move {
    fn from(field: Point) -> Move {
        Move { field: Some(field), ..Move::default() }
    }
}

impl GameRecord {
    /// A game with these moves, starting from the empty board.
    pub fn of_moves(moves: &[Point]) -> GameRecord {
        GameRecord { moves: moves.iter().copied().map(Move::from).collect(), ..GameRecord::default() }
    }

    /// The colour of the first move; `None` for a set-up that does not state it.
    pub fn begins(&self) -> Option<Color> {
        self.start.as_ref().map_or(Some(Color::Black), |start| start.to_move)
    }

    /// The side to move after the last move.
    pub fn to_move(&self) -> Option<Color> {
        let begins = self.begins()?;
        Some(if self.moves.len().is_multiple_of(2) { begins } else { begins.other() })
    }

    /// The fields of the moves; `None` if any of them is a pass.
    pub fn fields(&self) -> Option<Vec<Point>> {
        self.moves.iter().map(|made| made.field).collect()
    }

    /// The fields of the moves, with `None` for each pass.
    pub fn turns(&self) -> Vec<Option<Point>> {
        self.moves.iter().map(|made| made.field).collect()
    }

    /// The position before the first move.
    ///
    /// # Panics
    /// If the start has two stones on a field; readers never return such a game.
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
    /// If a field is used twice, or if there are moves but no side to make them; readers never return such a game.
    pub fn position(&self) -> Position {
        self.positions().last().expect("there is the start at least")
    }

    /// The positions of the game, from the position before the first move to the position after the last move.
    ///
    /// # Panics
    /// As for [`GameRecord::position`].
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut position = self.start();
        let moves = self.moves.iter().map(|made| made.field);
        std::iter::once(None).chain(moves.map(Some)).map(move |made| {
            match made {
                None => {}
                Some(Some(field)) => position.play(field).expect("the moves of a game can be made"),
                Some(None) => {
                    let to_move = position.to_move().expect("a side passes");
                    position.set_to_move(Some(to_move.other()));
                }
            }
            position.clone()
        })
    }
}
