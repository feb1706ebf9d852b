//! The eight symmetries of the board: rotations and reflections, which map rows of fields to rows.
//!
//! ```text
//! identity   quarter turn   half turn   three-quarter turn
//! 3 4        4 2            2 1         1 3
//! 1 2        3 1            4 3         2 4
//!
//! left-right   up-down   rising axis   falling axis
//! 4 3          1 2       2 4           3 1
//! 2 1          3 4       1 3           4 2
//! ```
//!
//! The rules of the game treat all sides of the board alike, so a symmetry maps solutions to solutions.

use super::direction::Direction;
use super::group::Group;
use super::point::{BOARD_SIZE, Point};

/// A symmetry of the square board. Rotations are anticlockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// The identity, which leaves every field in place.
    Identity,
    /// A rotation by 90 degrees.
    QuarterTurn,
    /// A rotation by 180 degrees.
    HalfTurn,
    /// A rotation by 270 degrees.
    ThreeQuarterTurn,
    /// The reflection that swaps left and right.
    LeftRight,
    /// The reflection that swaps top and bottom.
    UpDown,
    /// The reflection in the diagonal from a1 to o15, which swaps columns and rows.
    RisingAxis,
    /// The reflection in the diagonal from a15 to o1.
    FallingAxis,
}

impl Symmetry {
    /// The eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::LeftRight,
        Symmetry::UpDown,
        Symmetry::RisingAxis,
        Symmetry::FallingAxis,
    ];

    /// The image of a point.
    ///
    /// ```
    /// use noire::board::{Point, Symmetry};
    ///
    /// let point: Point = "b3".parse().unwrap();
    /// assert_eq!(Symmetry::RisingAxis.point(point).to_string(), "c2");
    /// assert_eq!(Symmetry::HalfTurn.point(point).to_string(), "n13");
    /// ```
    pub fn point(self, point: Point) -> Point {
        let (column, row) = (point.column(), point.row());
        let far = |near: u8| BOARD_SIZE - 1 - near;
        let (column, row) = match self {
            Symmetry::Identity => (column, row),
            Symmetry::QuarterTurn => (far(row), column),
            Symmetry::HalfTurn => (far(column), far(row)),
            Symmetry::ThreeQuarterTurn => (row, far(column)),
            Symmetry::LeftRight => (far(column), row),
            Symmetry::UpDown => (column, far(row)),
            Symmetry::RisingAxis => (row, column),
            Symmetry::FallingAxis => (far(row), far(column)),
        };
        Point::new(column, row).expect("a symmetry maps the board onto itself")
    }

    /// The image of a group.
    pub fn group(self, group: Group) -> Group {
        let base = group.base();
        Group::between(self.point(base[0]), self.point(base[4]))
            .expect("a symmetry maps five fields in a row to five fields in a row")
    }

    /// The image of a direction.
    pub fn direction(self, direction: Direction) -> Direction {
        let turned = matches!(
            self,
            Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn | Symmetry::RisingAxis | Symmetry::FallingAxis
        );
        let slanted = matches!(
            self,
            Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn | Symmetry::LeftRight | Symmetry::UpDown
        );
        match direction {
            Direction::Row if turned => Direction::Column,
            Direction::Column if turned => Direction::Row,
            Direction::Rising if slanted => Direction::Falling,
            Direction::Falling if slanted => Direction::Rising,
            kept => kept,
        }
    }

    /// The inverse symmetry.
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            own => own,
        }
    }
}
