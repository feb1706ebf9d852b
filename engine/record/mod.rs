//! Positions and games from text: the options of the command line, files of a position per line, and the drawn
//! examples that lie beside the rules of a base. A mistake in
//! the text is data with a place, [`Problem`]; all of a text are found in one reading, and a text with a problem
//! gives no position at all. Nothing here prints, and whatever the bytes, nothing panics.

mod examples;
mod given;
mod layout;
mod points;
mod positions;
mod problem;

pub use examples::{Claim, Example, read_examples};
pub use given::{Given, SetUpText, moves_text};
pub use positions::{
    Entry, MOST_BYTES, Note, PositionFile, ReadError, open_positions, read_all, read_positions,
};
pub use problem::{Place, Problem, ProblemKind, Problems};
