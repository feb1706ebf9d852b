//! The boards, games and search of NOIRE, a program that plays and proves with rules written in BLANCHE.
//!
//! The engine supports the domain of five in a row and any game that is defined in rule files. It contains no base: the
//! package `noire` compiles the bases of `knowledge/` and registers them ([`built_in`]).
//!
//! | module | what it holds |
//! |---|---|
//! | [`alarm`] | a timer that sets a flag |
//! | [`bases`] | knowledge bases by name or from a folder, compiled and interpreted |
//! | [`board`] | the vocabulary: points, groups, colours, positions, and how they are drawn |
//! | [`built_in`] | the bases that are compiled into a program |
//! | [`checksum`] | a checksum of answers and positions |
//! | [`data`] | built-in positions and games |
//! | [`drawing`] | boards of any game as text and as pictures |
//! | [`facts`] | bases on the domain of five in a row |
//! | [`games`] | the interface between the search and a game: its moves, and what a base knows about a position |
//! | [`host_table`] | the function table with which the interpreter queries a position |
//! | [`lists`] | built-in tables, and hints for names that they do not contain |
//! | [`players`] | programs that choose the moves of games |
//! | [`presentation`] | answers as text, boards and pictures |
//! | [`progress`] | progress output of long runs |
//! | [`proof_check`] | checks proofs against every reply, with an exhaustive search |
//! | [`record`] | reads and writes positions and games, and reports mistakes in their text |
//! | [`search`] | proof search, positional search, and the player |
//! | [`world`] | a game together with what a base knows about it |
//!
//! A position is set up or played, and then queried:
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
