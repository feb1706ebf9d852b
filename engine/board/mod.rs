//! The vocabulary of five in a row: one type per file, from the point to the position, and how positions are
//! drawn. Numbers follow the order in which rules hand out solutions, so that sets and tables are in order by
//! themselves. Nothing here knows a rule.

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
