//! A position given as text, either as moves or as a set-up of stones. The text is validated when it is read, so
//! constructing the [`Position`] cannot fail.

use std::fmt;

use super::game::GameRecord;
use super::points::{Cell, Stones, read_color, read_point};
use super::problem::{ProblemKind, Problems};
use crate::board::{Color, Point, Position, PositionError};

/// A position that was read from text and is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSpec {
    given: Given,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Given {
    /// The moves in order, black first; `None` for a pass.
    Moves(Vec<Option<Point>>),
    SetUp {
        black: Vec<Point>,
        white: Vec<Point>,
        to_move: Option<Color>,
        last_move: Option<Point>,
    },
}

/// The text of a set-up: lists of points, the side to move and the last move.
#[derive(Clone, Copy, Debug, Default)]
pub struct SetUpText<'a> {
    /// The black stones, such as `h8,i9`; empty for none.
    pub black: &'a str,
    /// The white stones, such as `g7,g8`; empty for none.
    pub white: &'a str,
    /// The side to move: `b`, `w`, `black` or `white`.
    pub to_move: Option<&'a str>,
    /// The last move, which must be one of the stones.
    pub last_move: Option<&'a str>,
}

impl PositionSpec {
    /// Reads a move list, black first, from the value of a command-line option. A pass is written `pass` or `-`.
    ///
    /// ```
    /// use noire::record::PositionSpec;
    ///
    /// let spec = PositionSpec::from_moves("--moves", "h8,i9,g7").unwrap();
    /// assert_eq!(spec.position().last_move().unwrap().to_string(), "g7");
    ///
    /// let problems = PositionSpec::from_moves("--moves", "h8,q17").unwrap_err();
    /// assert_eq!(problems.to_string().lines().next(), Some("--moves:1:4: `q17` is off the board"));
    /// ```
    ///
    /// # Errors
    /// All mistakes in the text, located within the option.
    pub fn from_moves(option: &str, text: &str) -> Result<PositionSpec, Problems> {
        let mut problems = Problems::default();
        let given = PositionSpec::read_moves(Cell::new(option, 1, 1, text), &mut problems);
        given.ok_or(problems)
    }

    /// Reads a set-up from the options `--black`, `--white`, `--to-move` and `--last`.
    ///
    /// # Errors
    /// All mistakes in the texts, located within these options.
    pub fn from_set_up(text: SetUpText<'_>) -> Result<PositionSpec, Problems> {
        let mut problems = Problems::default();
        let given = PositionSpec::read_set_up(
            Cell::new("--black", 1, 1, text.black),
            Cell::new("--white", 1, 1, text.white),
            text.to_move.map(|text| Cell::new("--to-move", 1, 1, text)),
            text.last_move.map(|text| Cell::new("--last", 1, 1, text)),
            &mut problems,
        );
        given.ok_or(problems)
    }

    /// Reads moves from a cell. Returns `None` if the cell has a mistake, which is added to `problems`.
    pub(super) fn read_moves(cell: Cell<'_>, problems: &mut Problems) -> Option<PositionSpec> {
        let before = problems.count();
        let moves = Stones::default().read_moves(cell, problems);
        (problems.count() == before).then_some(PositionSpec { given: Given::Moves(moves) })
    }

    /// Checks that the cells with the side to move and the last move agree with the moves. Returns `None` if a cell
    /// disagrees or cannot be read. Empty cells are ignored.
    pub(super) fn agreeing(
        self,
        to_move: Option<Cell<'_>>,
        last_move: Option<Cell<'_>>,
        problems: &mut Problems,
    ) -> Option<PositionSpec> {
        let before = problems.count();
        let position = self.position();
        if let Some(cell) = to_move.filter(|cell| !cell.text.is_empty()) {
            let said = read_color(cell, problems);
            if said.is_some() && said != position.to_move() {
                let by_moves = position.to_move().map(|color| color.to_string());
                problems.add(cell.place(0), ProblemKind::OtherByMoves { column: "to-move", by_moves });
            }
        }
        if let Some(cell) = last_move.filter(|cell| !cell.text.is_empty()) {
            let said = read_point(cell, problems);
            if said.is_some() && said != position.last_move() {
                let by_moves = position.last_move().map(|field| field.to_string());
                problems.add(cell.place(0), ProblemKind::OtherByMoves { column: "last", by_moves });
            }
        }
        (problems.count() == before).then_some(self)
    }

    /// Reads a set-up from its cells. Returns `None` if a cell has a mistake, which is added to `problems`.
    pub(super) fn read_set_up(
        black: Cell<'_>,
        white: Cell<'_>,
        to_move: Option<Cell<'_>>,
        last_move: Option<Cell<'_>>,
        problems: &mut Problems,
    ) -> Option<PositionSpec> {
        let before = problems.count();
        let mut stones = Stones::default();
        let black = stones.read(black, problems);
        let white = stones.read(white, problems);
        let to_move = to_move.and_then(|cell| read_color(cell, problems));
        let last_move = last_move.and_then(|cell| stones.read_last_move(cell, problems));
        (problems.count() == before)
            .then_some(PositionSpec { given: Given::SetUp { black, white, to_move, last_move } })
    }

    /// The moves of a game record. For a game that does not start on an empty board, the last position instead.
    pub(super) fn of_record(game: &GameRecord) -> PositionSpec {
        if game.start.is_none() {
            return PositionSpec { given: Given::Moves(game.turns()) };
        }
        let position = game.position();
        let [black, white] = Color::ALL.map(|color| position.stones(color).iter().collect());
        let (to_move, last_move) = (position.to_move(), position.last_move());
        PositionSpec { given: Given::SetUp { black, white, to_move, last_move } }
    }

    /// Constructs the position that is specified.
    pub fn position(&self) -> Position {
        match &self.given {
            Given::Moves(moves) => after(moves),
            Given::SetUp { black, white, to_move, last_move } => {
                Position::set_up(black, white, *to_move, *last_move)
            }
        }
        .expect("a given position was checked when it was read")
    }

    /// The moves, with `None` for each pass. Returns `None` if the position was given as a set-up.
    pub fn moves(&self) -> Option<&[Option<Point>]> {
        match &self.given {
            Given::Moves(moves) => Some(moves),
            Given::SetUp { .. } => None,
        }
    }

    /// The positions of the game from the empty board to the last move, in order. A set-up yields only its own
    /// position.
    pub fn prefixes(&self) -> impl Iterator<Item = PositionSpec> {
        let moves = self.moves();
        let set_up = moves.is_none().then(|| self.clone());
        let lengths = moves.map(|moves| 0..=moves.len()).into_iter().flatten();
        let prefixes = lengths.filter_map(move |length| moves?.get(..length));
        set_up.into_iter().chain(prefixes.map(|moves| PositionSpec { given: Given::Moves(moves.to_vec()) }))
    }
}

/// Formats in a canonical form: the moves, or `black<TAB>white<TAB>to-move`.
impl fmt::Display for PositionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.given {
            Given::Moves(moves) => f.write_str(&turns_text(moves)),
            Given::SetUp { black, white, to_move, .. } => {
                let to_move = to_move.map_or(String::new(), |color| color.to_string());
                write!(f, "{}\t{}\t{to_move}", moves_text(black), moves_text(white))
            }
        }
    }
}

/// The position after these moves from the empty board, black first, where `None` is a pass.
fn after(moves: &[Option<Point>]) -> Result<Position, PositionError> {
    let mut position = Position::empty();
    for made in moves {
        match made {
            Some(field) => position.play(*field)?,
            None => position.set_to_move(position.to_move().map(Color::other)),
        }
    }
    Ok(position)
}

/// The word for a pass in a move list.
pub(super) const PASS: &str = "pass";

/// Whether this word in a move list is a pass.
pub(super) fn is_pass(word: &str) -> bool {
    word == "-" || word.eq_ignore_ascii_case(PASS)
}

/// The word for a move in a move list: its field, or `pass`.
pub(super) fn turn_text(field: Option<Point>) -> String {
    field.map_or_else(|| PASS.to_owned(), |field| field.to_string())
}

/// Formats moves as they are read, such as `h8,i9,pass,g7`. A `None` is a pass.
pub fn turns_text(moves: &[Option<Point>]) -> String {
    let words: Vec<String> = moves.iter().map(|field| turn_text(*field)).collect();
    words.join(",")
}

/// Formats points in the same form as moves, such as `h8,i9,g7`.
pub fn moves_text(moves: &[Point]) -> String {
    let words: Vec<String> = moves.iter().map(Point::to_string).collect();
    words.join(",")
}
