//! The vocabulary of five in a row, one type per file: points, groups, positions and diagrams. Points and groups are
//! numbered in the order in which solutions are listed, so sets and tables need no sorting. This module implements no
//! rules of the game.

mod bitboard;
mod color;
mod content;
mod counter;
mod diagram;
mod direction;
mod group;
mod key;
mod point;
mod position;
mod symmetry;

pub use bitboard::{BitSet, BitSetIter, GroupSet, Numbered, PointSet};
pub use color::{Color, ParseColorError};
pub use content::GroupContent;
pub use diagram::is_mark;
pub use diagram::{Diagram, DiagramError, DiagramProblem, Region, Style};
pub use direction::Direction;
pub use group::{Group, Membership, ParseGroupError};
pub use point::{BOARD_SIZE, ParsePointError, Point};
pub use position::{Position, PositionError};
pub use symmetry::Symmetry;
