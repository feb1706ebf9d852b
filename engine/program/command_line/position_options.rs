//! The options that specify positions, shared by all commands that need positions.

use std::path::{Path, PathBuf};

use blanche_compiler::markup;
use clap::Args;
use noire_engine::record::states_rules_of;

/// Positions: moves, a set-up, or a file of either; where none is given and one is needed, the built-in one.
#[derive(Args, Clone, Debug)]
#[group(id = "positions", multiple = true)]
pub(crate) struct PositionArguments {
    /// Moves in turn, black first: h8,i9,g7; `pass` or `-` for a pass
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["black", "white", "file"])]
    moves: Option<String>,
    /// The black stones of a set-up: h8,i9
    #[arg(long, value_name = "POINTS", conflicts_with = "file")]
    black: Option<String>,
    /// The white stones of a set-up
    #[arg(long, value_name = "POINTS", conflicts_with = "file")]
    white: Option<String>,
    /// The side to move in a set-up, if known: black or white
    #[arg(long, value_name = "COLOUR", conflicts_with_all = ["moves", "file"])]
    to_move: Option<String>,
    /// The last stone that was placed in a set-up
    #[arg(long, value_name = "POINT", conflicts_with_all = ["moves", "file"])]
    last: Option<String>,
    /// A file of positions: a header line that starts with # and names the columns, then one position per line. Can
    /// also be a file of game records (SGF, .psq, PDN, lists of moves) or of boards drawn as text. `-` is standard
    /// input
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Use every position of a game, from its start, instead of the last one
    // Without a position, `misplaced` rejects this option.
    #[arg(long)]
    every_ply: bool,
}

/// The name of the input of `--file -` in messages.
pub(crate) const STANDARD_INPUT: &str = "standard input";

impl PositionArguments {
    /// Whether no position is specified.
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_none()
            && self.black.is_none()
            && self.white.is_none()
            && self.to_move.is_none()
            && self.last.is_none()
            && self.file.is_none()
    }

    /// Returns these options with `file` as the file of positions.
    pub(crate) fn with_file(self, file: Option<PathBuf>) -> PositionArguments {
        PositionArguments { file, ..self }
    }

    /// The moves on the command line.
    pub(crate) fn moves(&self) -> Option<&str> {
        self.moves.as_deref()
    }

    /// The file of positions.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether the user asks for every position of a game.
    pub(crate) fn is_every_ply(&self) -> bool {
        self.every_ply
    }

    /// The first of the user's options that set up stones, if there is one.
    pub(crate) fn of_stones(&self) -> Option<&'static str> {
        let given = [
            (self.black.is_some(), "--black"),
            (self.white.is_some(), "--white"),
            (self.to_move.is_some(), "--to-move"),
            (self.last.is_some(), "--last"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// The values that set up stones: black stones, white stones, the side to move, and the last move.
    pub(crate) fn stones(&self) -> [Option<&str>; 4] {
        [&self.black, &self.white, &self.to_move, &self.last].map(Option::as_deref)
    }

    /// Whether the positions come from a file.
    pub(crate) fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Describes where the positions come from, for messages.
    pub(crate) fn source(&self) -> String {
        match self.file.as_deref() {
            Some(file) if file.as_os_str() == "-" => STANDARD_INPUT.to_owned(),
            Some(file) => markup::of_path(Path::new(file.file_name().unwrap_or_default())),
            None => "the command line".to_owned(),
        }
    }
}

/// A note for a game record that names other rules than those of the base. `None` if the record names the rules of the
/// base.
pub(crate) fn other_rules_note(stated: &str, base: &str) -> Option<String> {
    let words = || {
        let stated = stated.escape_debug();
        format!("the rules `{stated}` are stated, but all games are examined by those of {base} (--game)")
    };
    (!states_rules_of(stated, base)).then(words)
}
