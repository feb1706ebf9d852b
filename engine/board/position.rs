//! A position: the stones, the last move, the side to move, and the number of stones in every group.
//!
//! ```text
//!  9 . . . . . . .      black stones on e7, f7 and h7, the last of them h7:
//!  8 . . . . . . .      e7.i7 holds three black stones,
//!  7 . x x . X . .      d7.h7 holds three as well,
//!  6 . . . . . . .      g7.k7 and h7.l7 hold one
//!    d e f g h i j
//! ```
//!
//! When a stone is placed or removed, the counts of all groups that contain its field are updated together. The set of
//! groups with a given content is computed from the counts in a few word operations. Placing and removing stones
//! allocates nothing. A position does not know what five in a row, a forbidden point or a win is; these are left to the
//! rules.

use std::fmt;

use super::bitboard::{GroupSet, PointSet};
use super::color::Color;
use super::content::GroupContent;
use super::counter::Counter;
use super::group::Group;
use super::key;
use super::point::Point;
use super::symmetry::Symmetry;

/// The state before a move, for undoing it.
#[derive(Clone, Copy)]
struct Before {
    field: Point,
    last_move: Option<Point>,
    to_move: Option<Color>,
}

/// The stones on the board, with derived information about the groups.
///
/// ```
/// use noire::board::{Color, GroupContent, Position};
///
/// let mut position = Position::empty();
/// let centre = "h8".parse().unwrap();
/// position.play(centre).unwrap();
/// assert_eq!(position.to_move(), Some(Color::White));
/// assert_eq!(position.groups(GroupContent::Only(Color::Black, 1)).len(), 20);
/// position.take_back();
/// assert_eq!(position, Position::empty());
/// ```
#[derive(Clone)]
pub struct Position {
    stones: [PointSet; 2],
    empty: PointSet,
    counters: [Counter; 2],
    /// For each colour, the groups that contain a stone of this colour.
    held: [GroupSet; 2],
    last_move: Option<Point>,
    to_move: Option<Color>,
    history: [Before; Point::COUNT],
    made: u8,
    key: u64,
}

/// The reason why stones do not form a valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// Two stones on the same field.
    Occupied(Point),
    /// The last move is a field without a stone.
    LastMoveEmpty(Point),
    /// A move in a position where the side to move is unknown.
    NobodyToMove,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Occupied(point) => write!(f, "there is already a stone on {point}"),
            PositionError::LastMoveEmpty(point) => {
                write!(f, "the last move {point} is a field without a stone")
            }
            PositionError::NobodyToMove => f.write_str("the position does not say whose turn it is"),
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// The empty board, black to move.
    pub fn empty() -> Position {
        let nothing =
            Before { field: Point::new(0, 0).expect("a1 is a point"), last_move: None, to_move: None };
        Position {
            stones: [PointSet::EMPTY; 2],
            empty: PointSet::full(),
            counters: [Counter::NONE; 2],
            held: [GroupSet::EMPTY; 2],
            last_move: None,
            to_move: Some(Color::Black),
            history: [nothing; Point::COUNT],
            made: 0,
            key: 0,
        }
    }

    /// The position after these moves from the empty board, black first.
    ///
    /// # Errors
    /// If a field occurs twice.
    pub fn after_moves(moves: &[Point]) -> Result<Position, PositionError> {
        let mut position = Position::empty();
        for &point in moves {
            position.play(point)?;
        }
        Ok(position)
    }

    /// A position with these stones. Each colour may have any number of stones. The stones cannot be taken back.
    ///
    /// # Errors
    /// If a field occurs twice, or the last move is a field without a stone.
    pub fn set_up(
        black: &[Point],
        white: &[Point],
        to_move: Option<Color>,
        last_move: Option<Point>,
    ) -> Result<Position, PositionError> {
        let mut position = Position::empty();
        for (points, color) in [(black, Color::Black), (white, Color::White)] {
            for &point in points {
                if !position.is_empty(point) {
                    return Err(PositionError::Occupied(point));
                }
                position.put(point, color);
            }
        }
        if let Some(point) = last_move
            && position.is_empty(point)
        {
            return Err(PositionError::LastMoveEmpty(point));
        }
        position.to_move = to_move;
        position.last_move = last_move;
        Ok(position)
    }

    /// Places a stone as the last move, without changing the side to move.
    ///
    /// # Panics
    /// If the field is occupied.
    #[inline]
    pub fn set(&mut self, field: Point, color: Color) {
        assert!(self.is_empty(field), "a stone is set on an empty field");
        self.history[usize::from(self.made)] =
            Before { field, last_move: self.last_move, to_move: self.to_move };
        self.made += 1;
        self.last_move = Some(field);
        self.put(field, color);
    }

    /// Makes a move: places a stone of the side to move, and passes the turn to the other side.
    ///
    /// # Errors
    /// If the field is occupied, or the side to move is unknown.
    #[inline]
    pub fn play(&mut self, field: Point) -> Result<(), PositionError> {
        let color = self.to_move.ok_or(PositionError::NobodyToMove)?;
        if !self.is_empty(field) {
            return Err(PositionError::Occupied(field));
        }
        self.set(field, color);
        self.to_move = Some(color.other());
        Ok(())
    }

    /// Undoes the latest [`Position::set`] or [`Position::play`], restores the last move and the side to move, and
    /// returns the field. Returns `None`, without any effect, if there is nothing to undo.
    #[inline]
    pub fn take_back(&mut self) -> Option<Point> {
        let latest = self.made.checked_sub(1)?;
        let before = self.history[usize::from(latest)];
        self.made = latest;
        self.last_move = before.last_move;
        self.to_move = before.to_move;
        self.lift(before.field);
        Some(before.field)
    }

    /// The stone on this field.
    #[inline]
    pub fn stone(&self, field: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.stones[color.index()].contains(field))
    }

    /// Whether the field is empty.
    #[inline]
    pub fn is_empty(&self, field: Point) -> bool {
        self.empty.contains(field)
    }

    /// The fields with a stone of this colour.
    #[inline]
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color.index()]
    }

    /// The empty fields.
    #[inline]
    pub fn empty_fields(&self) -> PointSet {
        self.empty
    }

    /// The field of the last move, if there is one.
    #[inline]
    pub fn last_move(&self) -> Option<Point> {
        self.last_move
    }

    /// The side to move; `None` in a set-up that does not state it.
    #[inline]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// Sets the side to move. When [`Position::take_back`] undoes the last move, it restores the side that was to move
    /// before that move.
    #[inline]
    pub fn set_to_move(&mut self, to_move: Option<Color>) {
        self.to_move = to_move;
    }

    /// The fields of the stones that can be taken back, in the order in which they were placed.
    pub fn made(&self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        self.history[..usize::from(self.made)].iter().map(|before| before.field)
    }

    /// The Zobrist key of the stones: equal for equal stones, and almost never equal for different ones. The key does
    /// not depend on the side to move or the last move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after adding a stone of this colour to an empty field.
    #[inline]
    pub fn key_with(&self, field: Point, color: Color) -> u64 {
        self.key ^ key::of_stone(field, color)
    }

    /// The number of stones of this colour on the base fields of a group.
    #[inline]
    pub fn count(&self, group: Group, color: Color) -> u8 {
        self.counters[color.index()].of(group)
    }

    /// The stones on the base fields of a group.
    #[inline]
    pub fn content(&self, group: Group) -> GroupContent {
        GroupContent::of(self.count(group, Color::Black), self.count(group, Color::White))
    }

    /// The groups with this content. For impossible contents, such as six stones, the set is empty.
    #[inline(always)]
    pub fn groups(&self, content: GroupContent) -> GroupSet {
        let [black, white] = self.held;
        match content {
            GroupContent::Empty => GroupSet::full() - black - white,
            GroupContent::Only(color, stones) => {
                self.counters[color.index()].exactly(stones) - self.held[color.other().index()]
            }
            GroupContent::Both => black & white,
        }
    }

    /// The position rotated or reflected. The stones of the result cannot be taken back.
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let mut position = Position::empty();
        for color in Color::ALL {
            for point in self.stones(color) {
                position.put(symmetry.point(point), color);
            }
        }
        position.to_move = self.to_move;
        position.last_move = self.last_move.map(|point| symmetry.point(point));
        position
    }

    /// Adds a stone to an empty field and to the counts of its groups.
    #[inline]
    fn put(&mut self, field: Point, color: Color) {
        self.stones[color.index()].insert(field);
        self.key ^= key::of_stone(field, color);
        self.empty.remove(field);
        let groups = Group::with(field, 1, 5);
        self.counters[color.index()].add(groups);
        self.held[color.index()] |= groups;
    }

    /// Removes the stone from a field.
    #[inline]
    fn lift(&mut self, field: Point) {
        let color = self.stone(field).expect("a stone is taken from where one stands");
        self.stones[color.index()].remove(field);
        self.key ^= key::of_stone(field, color);
        self.empty.insert(field);
        let counter = &mut self.counters[color.index()];
        counter.subtract(Group::with(field, 1, 5));
        self.held[color.index()] = counter.any();
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::empty()
    }
}

/// Compares the stones, the last move and the side to move, but not the moves that led to the position.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.stones == other.stones && self.last_move == other.last_move && self.to_move == other.to_move
    }
}

impl Eq for Position {}

/// Formats the position as a diagram, with the side to move below it.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to_move = self.to_move.map_or_else(|| "nobody".to_owned(), |color| color.to_string());
        write!(f, "\n{}   {to_move} to move\n", super::diagram::Diagram::of(self))
    }
}
