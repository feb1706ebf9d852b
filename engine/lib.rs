//! NOIRE matches the rules of renju and go-moku, written in BLANCHE, on boards.
//!
//! | module | what it holds |
//! |---|---|
//! | [`additions`] | a base that a program has compiled in besides those of `knowledge/` |
//! | [`players`] | programs that choose the moves of games |
//! | [`alarm`] | a sign that is set when a time is over |
//! | [`bases`] | knowledge bases by name or from a folder, compiled and interpreted |
//! | [`board`] | the vocabulary: points, groups, colours, positions, and how they are drawn |
//! | [`command_line`] | what the program `noire` does with its arguments |
//! | [`compilation`] | bases of one's own compiled to programs |
//! | [`drawing`] | boards as text and as pictures, whatever the game |
//! | [`facts`] | the answers of a position to what the domains in `knowledge/` declare as `extern` |
//! | [`games`] | games as a search sees them: moves, and what a base says of a position |
//! | [`gomocup`] | the protocol by which tournament managers let programs play, on both sides |
//! | [`learning`] | players that know nothing and learn, and what they write |
//! | [`lists`] | lists that are built in as tables, and names that they do not have |
//! | [`play`] | a game at the terminal |
//! | [`progress`] | how far a long run is, told while it goes on |
//! | [`proof_check`] | proofs played out against every reply, and the exhaustive search behind it |
//! | [`record`] | positions and games from text, and what is wrong with the text |
//! | [`rules`] | the rules of `knowledge/`, compiled |
//! | [`search`] | wins found by forcing moves and quiet ones, with their proofs |
//! | [`texts`] | what is said to people, in their language |
//! | [`world`] | a game together with what a base knows of it |
//!
//! A position is set up or played, and then asked:
//!
//! ```
//! use noire::board::{Color, Diagram, GroupContent, Point, Position};
//!
//! let moves: Vec<Point> = ["h8", "i9", "g7", "j10"].iter().map(|text| text.parse().unwrap()).collect();
//! let position = Position::after_moves(&moves).unwrap();
//! let twos = position.groups(GroupContent::Only(Color::Black, 2));
//! assert_eq!(format!("{twos:?}"), "{d4.h8}");
//! print!("{}", Diagram::of(&position));
//! ```

/// Some helpers of tests are used in the library and outside of it, under the same name.
#[cfg(test)]
extern crate self as noire;

pub mod additions;
pub mod alarm;
pub mod bases;
pub mod board;
pub mod command_line;
pub mod compilation;
pub mod drawing;
pub mod facts;
pub mod games;
pub mod gomocup;
pub mod laboratory;
pub mod learning;
pub mod lists;
pub mod play;
pub mod players;
pub mod presentation;
pub mod progress;
pub mod proof_check;
pub mod record;
pub mod rules;
pub mod search;
pub mod texts;
pub mod world;
