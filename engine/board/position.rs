//! A position: the stones, the last move, the side to move, and what follows from the stones for every group.
//!
//! ```text
//!  9 . . . . . . .      black stones on e7, f7 and h7, the last of them h7:
//!  8 . . . . . . .      e7.i7 holds three black stones,
//!  7 . x x . X . .      d7.h7 holds three as well,
//!  6 . . . . . . .      g7.k7 and h7.l7 hold one
//!    d e f g h i j
//! ```
//!
//! The stones of every group are counted as they come and go, for all groups of a field at once, and the groups
//! of any content are read from the counts in a few operations on words. Setting a stone and taking it back
//! allocate nothing. A position never judges: five in a row, forbidden points and whose win it is are the business
//! of rules.

use std::fmt;

use super::bitboard::{GroupSet, PointSet};
use super::color::Color;
use super::content::GroupContent;
use super::counter::Counter;
use super::group::Group;
use super::key;
use super::point::Point;
use super::symmetry::Symmetry;

/// What a stone that is taken back gives back.
#[derive(Clone, Copy)]
struct Before {
    field: Point,
    last_move: Option<Point>,
    to_move: Option<Color>,
}

/// The stones on the board and what follows from them.
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
    /// The groups with a stone of each colour.
    held: [GroupSet; 2],
    last_move: Option<Point>,
    to_move: Option<Color>,
    history: [Before; Point::COUNT],
    made: u8,
    key: u64,
}

/// Why stones do not make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// Two stones on one field.
    Occupied(Point),
    /// The last move is a field without a stone.
    LastMoveEmpty(Point),
    /// A move in a position that does not say whose turn it is.
    NobodyToMove,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Occupied(point) => write!(f, "there is a stone on {point} already"),
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

    /// The position after these moves on the empty board, black first.
    ///
    /// # Errors
    /// When a field comes twice.
    pub fn after_moves(moves: &[Point]) -> Result<Position, PositionError> {
        let mut position = Position::empty();
        for &point in moves {
            position.play(point)?;
        }
        Ok(position)
    }

    /// A position of any stones, as many of a colour as one likes. Its stones cannot be taken back.
    ///
    /// # Errors
    /// When a field comes twice, or the last move is a field without a stone.
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

    /// Sets a stone as the last move and leaves the side to move as it is.
    ///
    /// # Panics
    /// When there is a stone on the field.
    #[inline]
    pub fn set(&mut self, field: Point, color: Color) {
        assert!(self.is_empty(field), "a stone is set on an empty field");
        self.history[usize::from(self.made)] =
            Before { field, last_move: self.last_move, to_move: self.to_move };
        self.made += 1;
        self.last_move = Some(field);
        self.put(field, color);
    }

    /// Makes a move: the side to move places a stone, and the other side is to move.
    ///
    /// # Errors
    /// When there is a stone on the field, or the position does not say whose turn it is.
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

    /// Takes back the latest stone of [`Position::set`] or [`Position::play`], with the last move and the side
    /// to move as they were before, and gives its field. Does nothing where no such stone is left.
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

    /// There is no stone on this field.
    #[inline]
    pub fn is_empty(&self, field: Point) -> bool {
        self.empty.contains(field)
    }

    /// The fields with a stone of this colour.
    #[inline]
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color.index()]
    }

    /// The fields without a stone.
    #[inline]
    pub fn empty_fields(&self) -> PointSet {
        self.empty
    }

    /// The field of the last move, if there was one or the set-up named one.
    #[inline]
    pub fn last_move(&self) -> Option<Point> {
        self.last_move
    }

    /// Whose turn it is; nothing in a set-up that does not say.
    #[inline]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// Says whose turn it is. Stones taken back later give back what was said when they were set.
    #[inline]
    pub fn set_to_move(&mut self, to_move: Option<Color>) {
        self.to_move = to_move;
    }

    /// The fields of the stones that can be taken back, the earliest first.
    pub fn made(&self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        self.history[..usize::from(self.made)].iter().map(|before| before.field)
    }

    /// A number for the stones: the same for the same stones, however they came about, and nearly never the same for
    /// others. The side to move and the last move are not in it.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key of the position with a stone of this colour on this empty field as well.
    #[inline]
    pub fn key_with(&self, field: Point, color: Color) -> u64 {
        self.key ^ key::of_stone(field, color)
    }

    /// How many stones of this colour stand on the base fields of this group.
    #[inline]
    pub fn count(&self, group: Group, color: Color) -> u8 {
        self.counters[color.index()].of(group)
    }

    /// What stands on the base fields of this group.
    #[inline]
    pub fn content(&self, group: Group) -> GroupContent {
        GroupContent::of(self.count(group, Color::Black), self.count(group, Color::White))
    }

    /// The groups with this content. Of contents that no group can have, such as six stones, there are none.
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

    /// The position turned or mirrored. Its stones cannot be taken back.
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

    /// Puts a stone on an empty field and counts it in its groups.
    #[inline]
    fn put(&mut self, field: Point, color: Color) {
        self.stones[color.index()].insert(field);
        self.key ^= key::of_stone(field, color);
        self.empty.remove(field);
        let groups = Group::with(field, 1, 5);
        self.counters[color.index()].add(groups);
        self.held[color.index()] |= groups;
    }

    /// Takes the stone from a field.
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

/// Two positions are equal when stones, last move and side to move are; how they came about does not count.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.stones == other.stones && self.last_move == other.last_move && self.to_move == other.to_move
    }
}

impl Eq for Position {}

/// The position as a diagram, with the side to move below it.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to_move = self.to_move.map_or_else(|| "nobody".to_owned(), |color| color.to_string());
        write!(f, "\n{}   {to_move} to move\n", super::diagram::Diagram::of(self))
    }
}
