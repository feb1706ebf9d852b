//! The options that give positions, for every command that takes some.

use std::path::{Path, PathBuf};

use crate::bases::Backend;
use crate::board::Position;
use crate::facts::Base;
use crate::games::{Judged, first_end};
use crate::laboratory::corpus;
use crate::progress::Progress;
use crate::record::{Entry, PositionSpec, SetUpText, gomocup_rule, read_given};
use blanche_compiler::markup;
use clap::Args;

use crate::command_line::asked::{name_of, read_bytes};
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE};

/// Positions: moves, a set-up, or a file of either; where none is given and one is needed, the built-in one.
#[derive(Args, Clone, Debug)]
#[group(id = "positions", multiple = true)]
pub(crate) struct PositionArguments {
    /// Moves in turn, black first: h8,i9,g7; `pass` or `-` where somebody sets no stone
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["black", "white", "file"])]
    moves: Option<String>,
    /// The black stones of a set-up: h8,i9
    #[arg(long, value_name = "POINTS", conflicts_with = "file")]
    black: Option<String>,
    /// The white stones of a set-up
    #[arg(long, value_name = "POINTS", conflicts_with = "file")]
    white: Option<String>,
    /// Who is to move in a set-up, where that is known: black or white
    #[arg(long, value_name = "COLOUR", conflicts_with_all = ["moves", "file"])]
    to_move: Option<String>,
    /// The last move of a set-up, one of its stones
    #[arg(long, value_name = "POINT", conflicts_with_all = ["moves", "file"])]
    last: Option<String>,
    /// A file with a position per line, whose first line starts with # and names the columns, or a record of games: SGF, .psq, PDN,
    /// lists of moves; or boards as they are drawn. `-` is standard input
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// With moves: every position of the game, from the empty board on
    // Where no position is given, `misplaced` refuses it.
    #[arg(long)]
    every_ply: bool,
}

/// How messages call what is read with `--file -`.
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// Positions that were given.
pub(crate) struct Positions {
    /// The positions.
    pub(crate) entries: Vec<Entry>,
}

impl PositionArguments {
    /// Whether no position is given at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_none()
            && self.black.is_none()
            && self.white.is_none()
            && self.to_move.is_none()
            && self.last.is_none()
            && self.file.is_none()
    }

    /// The same with the file that is given, if one is.
    pub(crate) fn with_file(self, file: Option<PathBuf>) -> PositionArguments {
        PositionArguments { file, ..self }
    }

    /// The moves that are given.
    pub(crate) fn moves(&self) -> Option<&str> {
        self.moves.as_deref()
    }

    /// The file that is given.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether every position of a game is meant.
    pub(crate) fn is_every_ply(&self) -> bool {
        self.every_ply
    }

    /// An option that speaks of stones, if one is given.
    pub(crate) fn of_stones(&self) -> Option<&'static str> {
        let given = [
            (self.black.is_some(), "--black"),
            (self.white.is_some(), "--white"),
            (self.to_move.is_some(), "--to-move"),
            (self.last.is_some(), "--last"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// What gives a set-up: black stones, white ones, who is to move, and the last move.
    pub(crate) fn stones(&self) -> [Option<&str>; 4] {
        [&self.black, &self.white, &self.to_move, &self.last].map(Option::as_deref)
    }

    /// Whether they come from a file.
    pub(crate) fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// The positions that are given, or else those that are built in, and where they come from in words. What was played after the
    /// end of a game by the rules of the base is left out.
    pub(crate) fn or_built_in(
        &self,
        base: &Base,
        backend: Backend,
    ) -> Result<(Vec<Position>, String), Failure> {
        self.given_or_built_in(|| self.read_until_ends(base, backend))
    }

    /// The same as they are given: with what was played after ends.
    pub(crate) fn or_built_in_with_rest(&self) -> Result<(Vec<Position>, String), Failure> {
        self.given_or_built_in(|| self.read())
    }

    fn given_or_built_in(
        &self,
        read: impl FnOnce() -> Result<Positions, Failure>,
    ) -> Result<(Vec<Position>, String), Failure> {
        if self.is_empty() {
            return Ok((corpus::positions(), "the built-in corpus".to_owned()));
        }
        Ok((read()?.entries.iter().map(|entry| entry.spec.position()).collect(), self.source()))
    }

    /// Reads the positions, and leaves out what was played after the ends of games by the rules of this base.
    pub(crate) fn read_until_ends(&self, base: &Base, backend: Backend) -> Result<Positions, Failure> {
        let mut positions = self.read()?;
        let mut ends = GameEnds::new(self, base, backend);
        let (mut progress, mut at, of) = (Progress::begin(), 0, positions.entries.len());
        positions.entries.retain_mut(|entry| {
            at += 1;
            // What the command itself does to them comes behind this.
            progress.show(0.0, &format!("the end of line {at} of {of}"));
            ends.cut(entry, &progress)
        });
        progress.end();
        Ok(positions)
    }

    /// Where the positions come from, in words.
    pub(crate) fn source(&self) -> String {
        match self.file.as_deref() {
            Some(file) if file.as_os_str() == "-" => STANDARD_INPUT.to_owned(),
            Some(file) => markup::of_path(Path::new(file.file_name().unwrap_or_default())),
            None => "the command line".to_owned(),
        }
    }

    /// Reads the positions, or takes the built-in one; remarks go to standard error.
    pub(crate) fn read(&self) -> Result<Positions, Failure> {
        let mut positions = self.read_given()?;
        if self.every_ply {
            self.are_games(&positions)?;
            positions.entries = positions.entries.iter().flat_map(every_ply).collect();
        }
        Ok(positions)
    }

    /// Refuses a set-up where games are walked through.
    pub(crate) fn are_games(&self, positions: &Positions) -> Result<(), Failure> {
        let Some(entry) = positions.entries.iter().find(|entry| entry.spec.moves().is_none()) else {
            return Ok(());
        };
        let place =
            self.file.as_ref().map_or(String::new(), |file| format!(" at {}:{}", name_of(file), entry.line));
        Err(Failure::Said(
            format!(
                "error: --every-ply walks through games, and there is a set-up{place}\n  give moves instead, \
                 or leave --every-ply away"
            ),
            WRONG_USE,
        ))
    }

    /// The same as they are given, a game as one position.
    pub(crate) fn read_given(&self) -> Result<Positions, Failure> {
        let said = |problems: crate::record::Problems| Failure::Said(problems.to_string(), MISTAKES);
        Ok(if let Some(moves) = &self.moves {
            let given = PositionSpec::from_moves("--moves", moves).map_err(said)?;
            one(given)
        } else if let Some(file) = &self.file {
            let file = read_given(&name_of(file), &read_bytes(file)?).map_err(said)?;
            for note in &file.notes {
                eprintln!("note: {note}");
            }
            Positions { entries: file.entries }
        } else if self.is_empty() {
            let entry = built_in();
            let name = entry.id.as_deref().unwrap_or_default();
            eprintln!(
                "note: no position is given; this is the built-in {name} (--moves, --black with --white, or --file give another)"
            );
            Positions { entries: vec![entry] }
        } else {
            let given = PositionSpec::from_set_up(SetUpText {
                black: self.black.as_deref().unwrap_or(""),
                white: self.white.as_deref().unwrap_or(""),
                to_move: self.to_move.as_deref(),
                last_move: self.last.as_deref(),
            })
            .map_err(said)?;
            one(given)
        })
    }
}

/// Leaves out of games what was played after their ends: the first to win has won. Each is looked at when its turn comes, as a
/// base that is interpreted may take a while.
pub(crate) struct GameEnds<'b> {
    base: &'b Base,
    backend: Backend,
    /// The file of the games, where they come from one.
    file: Option<String>,
    is_every_ply: bool,
    /// The line of the game that has ended, whose further positions follow.
    ended: Option<usize>,
    /// It was told that a line states other rules.
    is_told: bool,
}

impl<'b> GameEnds<'b> {
    /// By the rules of this base, for the positions that the options give.
    pub(crate) fn new(positions: &PositionArguments, base: &'b Base, backend: Backend) -> GameEnds<'b> {
        let (file, is_every_ply) = (positions.file().map(name_of), positions.is_every_ply());
        GameEnds { base, backend, file, is_every_ply, ended: None, is_told: false }
    }

    /// Leaves out of an entry what was played after the end, which a note tells once for each game. Whether a position is left:
    /// where every position of a game is an entry, those behind its end are none.
    pub(crate) fn cut(&mut self, entry: &mut Entry, progress: &Progress) -> bool {
        let place = self.file.as_ref().map_or_else(String::new, |file| format!("{file}:{}: ", entry.line));
        if let Some(words) = other_rules(entry, self.base).filter(|_| !self.is_told) {
            self.is_told = true;
            progress.aside(|| eprintln!("note: {place}{words}"));
        }
        let Some(made) = entry.spec.moves().map(<[_]>::len) else { return true };
        if self.is_every_ply && self.ended == Some(entry.line) {
            return false;
        }
        // The last position is asked by the command itself, and of plies one after the other those before it were seen already.
        let first = if self.is_every_ply { made.saturating_sub(1) } else { 0 };
        let positions = entry.spec.prefixes().map(|spec| spec.position()).take(made).skip(first);
        // What cannot be asked within its limits is told where the position itself is asked.
        let Ok(Some(judged)) = first_end(positions, self.base, self.backend) else { return true };
        let judged = Judged { moves: first + judged.moves, ..judged };
        // Rules by which a game is over before its first move are asked of the position as it is.
        if judged.moves == 0 {
            return true;
        }
        let words = judged.before_the_last_move(self.base.name());
        progress.aside(|| eprintln!("note: {place}{words}; what follows is left out"));
        if self.is_every_ply {
            self.ended = Some(entry.line);
            return false;
        }
        let played = entry.spec.prefixes().nth(judged.moves);
        if let Some(spec) = played {
            entry.text = spec.to_string();
            entry.spec = spec;
        }
        true
    }
}

/// That a game states other rules than those of the base by which all of them are looked at.
pub(crate) fn other_rules(entry: &Entry, base: &Base) -> Option<String> {
    states_other_rules(entry.rules.as_deref()?, base.name())
}

/// That these rules are stated, where they are not those of the base.
pub(crate) fn states_other_rules(stated: &str, base: &str) -> Option<String> {
    let words = || {
        let stated = stated.escape_debug();
        format!("the rules `{stated}` are stated; all games are looked at by those of {base} (--game)")
    };
    (!states_rules_of(stated, base)).then(words)
}

/// Whether the rules of this name are those of a base: it has the name, or one that goes on from it (`renju-2001`).
pub(crate) fn states_rules_of(stated: &str, base: &str) -> bool {
    let goes_on = base.strip_prefix(stated).is_some_and(|rest| rest.starts_with('-'));
    stated == base || goes_on && gomocup_rule(base).is_none()
}

/// Test position AN07 of the thesis (figure 5.4, after Nosovsky): a win for Black that no rule sees yet, in
/// which three rules apply.
pub(crate) fn built_in() -> Entry {
    let set_up = SetUpText {
        black: "h8,i5,i7,j7,k5,k6,k8,l5,l7,m6,o5",
        white: "h6,i8,j6,j9,k7,k9,l4,l9,m5,m8,o6",
        to_move: Some("black"),
        last_move: None,
    };
    let spec = PositionSpec::from_set_up(set_up).expect("the built-in position is well written");
    Entry { id: Some("AN07".to_owned()), ..alone(spec) }
}

fn one(spec: PositionSpec) -> Positions {
    Positions { entries: vec![alone(spec)] }
}

/// A position that stands in no file.
fn alone(spec: PositionSpec) -> Entry {
    Entry { line: 1, id: None, rules: None, text: spec.to_string(), spec, cells: Vec::new() }
}

fn every_ply(entry: &Entry) -> Vec<Entry> {
    entry.spec.prefixes().map(|spec| Entry { text: spec.to_string(), spec, ..entry.clone() }).collect()
}
