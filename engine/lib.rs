//! NOIRE matches the rules of renju and go-moku, written in BLANCHE, on boards.
//!
//! | room | what it holds |
//! |---|---|
//! | [`alarm`] | a sign that is set when a time is over |
//! | [`answers`] | what the rules of a base answer in the built-in corpus, as a text to hold them against |
//! | [`bases`] | knowledge bases by name or from a folder, compiled and interpreted |
//! | [`board`] | the vocabulary: points, groups, colours, positions, and how they are drawn |
//! | [`contest`] | programs against each other, judged, and their score with its error bar |
//! | [`corpus`] | positions that are built in, to measure on |
//! | [`coverage`] | how many of the wins of a corpus the rules of a base recognise, and which they miss |
//! | [`expect`] | whether rules do what the positions beside them say |
//! | [`experiment`] | the experiments of the thesis, printed and carried out again |
//! | [`explain`] | why rules apply or do not: trees, sentences, marks on a board, pictures |
//! | [`facts`] | the answers of a position to what the domains in `knowledge/` declare as `extern` |
//! | [`games`] | games as a search sees them: moves, and what a base says of a position |
//! | [`gomocup`] | the protocol by which tournament managers let programs play |
//! | [`measure`] | how long questions take |
//! | [`mutate`] | whether anything notices when one thing is changed in a rule |
//! | [`play`] | a game at the terminal |
//! | [`progress`] | how far a long run is, told while it goes on |
//! | [`record`] | positions and games from text, and what is wrong with the text |
//! | [`repl`] | a conversation with a base about a position |
//! | [`rules`] | the rules of `knowledge/`, compiled |
//! | [`search`] | wins found by forcing moves and quiet ones, with their proofs |
//! | [`texts`] | what is said to people, in their language |
//! | [`verify`] | every claim of a base attacked: searches, positions, counterexamples |
//!
//! A position is set up or played, and then asked:
//!
//! ```
//! use noire::board::{Colour, Diagram, GroupContent, Point, Position};
//!
//! let moves: Vec<Point> = ["h8", "i9", "g7", "j10"].iter().map(|text| text.parse().unwrap()).collect();
//! let position = Position::after_moves(&moves).unwrap();
//! let twos = position.groups(GroupContent::Only(Colour::Black, 2));
//! assert_eq!(format!("{twos:?}"), "{d4.h8}");
//! print!("{}", Diagram::of(&position));
//! ```

pub mod alarm;
pub mod answers;
pub mod bases;
pub mod board;
pub mod contest;
pub mod corpus;
pub mod coverage;
pub mod expect;
pub mod experiment;
pub mod explain;
pub mod facts;
pub mod games;
pub mod gomocup;
pub mod measure;
pub mod mutate;
pub mod play;
pub mod progress;
mod random;
pub mod record;
pub mod repl;
pub mod rules;
pub mod search;
pub mod texts;
pub mod verify;
