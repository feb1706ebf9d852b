//! Reads positions and games from text: command-line options, files with one position per line, example files, and game
//! records in the formats of other programs ([`Format`]). What an example file states about a rule is parsed in
//! [`example_line`].
//!
//! A mistake in the text is data with a location ([`Problem`]). One pass finds all mistakes of a text, and a text with
//! a mistake yields no position or game at all. Nothing in this module prints, and no input causes a panic.

mod any_format;
mod diagrams;
pub mod example_line;
mod fault;
mod format;
mod game;
mod game_builder;
mod layout;
mod lines;
mod losses;
mod moves;
mod notes;
mod outcome;
mod points;
mod position_spec;
mod positions;
mod problem;
mod psq;
mod sgf;
mod source;
mod variant;

/// Maximum number of games or positions in one file. All of them are in memory at the same time: with this number, and
/// with files of at most 16 MiB, a command needs a few hundred megabytes.
pub const MAX_GAMES: usize = 200_000;

/// Maximum number of moves in a game of stones, including passes, and of nodes in the main line of an SGF game.
pub const MAX_MOVES: usize = 1_000_000;

pub use any_format::read_any_format;
pub use fault::RecordFault;
pub use format::{Format, GameFile, read_all_games, read_games, read_games_noting, write_games};
pub use game::{GameRecord, Move, Start};
pub use layout::Line;
pub(crate) use layout::first_word;
pub use losses::{Loss, Unwritable, Written};
pub use notes::RecordNote;
pub use outcome::{DrawReason, Outcome, ParseOutcomeError, WinReason};
pub use position_spec::{PositionSpec, SetUpText, moves_text, turns_text};
pub use positions::lines;
pub(crate) use positions::split_at_surplus;
pub use positions::{Entry, Note, PositionFile, ReadError, read_positions};
pub(crate) use problem::A_POINT;
pub use problem::quoted;
pub use problem::{Location, Problem, ProblemKind, Problems};
pub use sgf::{Judgment, Mark, TreeMove, Variations, read_variations, write_judged, write_tree};
pub use variant::{base_of_gomocup_rule, base_of_rules, gomocup_bases, gomocup_rule, states_rules_of};
