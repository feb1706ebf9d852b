//! Boards, games and the search of NOIRE, which plays and proves with rules written in BLANCHE.
//!
//! It knows the domain of five in a row and any game in text, and no base: the package `noire` has the bases of
//! `knowledge/` compiled, and registers them ([`built_in`]).
//!
//! | module | what it holds |
//! |---|---|
//! | [`alarm`] | a sign that is set when a time is over |
//! | [`bases`] | knowledge bases by name or from a folder, compiled and interpreted |
//! | [`board`] | the vocabulary: points, groups, colours, positions, and how they are drawn |
//! | [`built_in`] | the bases that are compiled into a program |
//! | [`checksum`] | a checksum of answers and positions |
//! | [`data`] | positions and games that are built in |
//! | [`drawing`] | boards as text and as pictures, whatever the game |
//! | [`facts`] | what bases on the domain of five in a row are asked about |
//! | [`games`] | games as a search sees them: moves, and what a base says of a position |
//! | [`host_table`] | how the interpreter asks a position, as data |
//! | [`lists`] | lists that are built in as tables, and names that they do not have |
//! | [`players`] | programs that choose the moves of games |
//! | [`presentation`] | answers as text, boards and pictures |
//! | [`progress`] | how far a long run is, told while it goes on |
//! | [`proof_check`] | proofs played out against every reply, and the exhaustive search behind it |
//! | [`record`] | positions and games from text, and what is wrong with the text |
//! | [`search`] | wins found by forcing moves and quiet ones, with their proofs |
//! | [`world`] | a game together with what a base knows of it |
//!
//! A position is set up or played, and then asked:
//!
//! ```
//! use noire_engine::board::{Color, Diagram, GroupContent, Point, Position};
//!
//! let moves: Vec<Point> = ["h8", "i9", "g7", "j10"].iter().map(|text| text.parse().unwrap()).collect();
//! let position = Position::after_moves(&moves).unwrap();
//! let twos = position.groups(GroupContent::Only(Color::Black, 2));
//! assert_eq!(format!("{twos:?}"), "{d4.h8}");
//! print!("{}", Diagram::of(&position));
//! ```

pub mod alarm;
pub mod bases;
pub mod board;
pub mod built_in;
pub mod checksum;
pub mod data;
pub mod drawing;
pub mod facts;
pub mod games;
pub mod host_table;
pub mod lists;
pub mod players;
pub mod presentation;
pub mod progress;
pub mod proof_check;
pub mod record;
pub mod search;
pub mod world;
