//! The options of commands that query a game about positions: the game, the back ends, and the positions.
//!
//! A game folder and a file of positions may also be given as positional arguments.

mod game_ends;
mod given_positions;
mod open;
mod position_files;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::command_line::backend_options::{BackendOption, BackendsChoice, LimitOptions};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, USAGE_ERROR, count, quoted};
use crate::command_line::position_options::PositionArguments;
use blanche_compiler::markup;
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::bases::{Backend, DEFAULT_BASE};
use noire_engine::progress::Progress;
use noire_engine::world::{AnyBase, AnyWorld, Entry, SetUp, Source, World, open};

pub(crate) use game_ends::GameEnds;
pub(crate) use given_positions::GivenPositions;
pub(crate) use open::{
    no_plan_failure, open_for_timing, open_game, open_text_game, open_with_backends, print_base_warnings,
    world_failure,
};
pub(crate) use position_files::{file_name, is_game, read_bytes, read_file, read_games, sample_entry};

use open::open_with_plans;
use position_files::{check_are_games, missing_file, read_source};

/// A game.
#[derive(Args)]
pub(crate) struct GameOption {
    /// A built-in game, or a folder that contains a game
    #[arg(long, value_name = "NAME-OR-DIR", default_value = DEFAULT_BASE)]
    game: String,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
}

/// Options of commands that query rules: the game, the back ends, and the limits of a query.
#[derive(Args)]
pub(crate) struct EvaluationOptions {
    #[command(flatten)]
    compared: BackendsOption,
    #[command(flatten)]
    work: LimitOptions,
}

/// The back ends to use: one of them or both.
#[derive(Args)]
pub(crate) struct BackendsOption {
    /// The back end; `both` compares them and ends with status 3 at the first difference. By default compiled if the
    /// game is compiled, otherwise interpreted
    #[arg(long, value_enum)]
    backend: Option<BackendsChoice>,
}

impl BackendsOption {
    /// The chosen back ends, or the fastest one of the base.
    fn of(&self, base: &AnyBase) -> Vec<Backend> {
        self.backend.map_or_else(|| vec![base.backend()], BackendsChoice::backends)
    }
}

/// A game, where a record can say itself by which rules it was played.
#[derive(Args)]
pub(crate) struct GameOrRecorded {
    /// A built-in game, or a folder that contains a game [default: the game that the record states, otherwise renju]
    #[arg(long, value_name = "NAME-OR-DIR")]
    game: Option<String>,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
}

/// A game, where a record says itself by which rules it was played, and no rules are taken for granted.
#[derive(Args)]
pub(crate) struct GameOfRecord {
    /// A built-in game, or a folder that contains a game. Required for records of games defined by rule files. Without
    /// this option, the file must contain games of five in a row. The rules of each game are those named in its record;
    /// if the record names no rules, the result of the game is neither checked nor filled in
    #[arg(long, value_name = "NAME-OR-DIR")]
    game: Option<String>,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
}

/// The options that name a game.
pub(crate) trait GameSource: Args {
    /// The name of the game or its folder. `None` if the options do not name a game.
    fn given_name(&self) -> Result<Option<&str>, Failure>;
}

impl GameSource for GameOption {
    fn given_name(&self) -> Result<Option<&str>, Failure> {
        self.name().map(Some)
    }
}

impl GameSource for GameOrRecorded {
    fn given_name(&self) -> Result<Option<&str>, Failure> {
        game_option(self.base.as_deref(), self.game.as_deref())
    }
}

impl GameSource for GameOfRecord {
    fn given_name(&self) -> Result<Option<&str>, Failure> {
        game_option(self.base.as_deref(), self.game.as_deref())
    }
}

/// The name in `--game`. Fails if its former name `--base` is used.
fn game_option<'a>(base: Option<&str>, game: Option<&'a str>) -> Result<Option<&'a str>, Failure> {
    base.map_or(Ok(game), |name| Err(former_base_option(name)))
}

/// A game and positions of it.
#[derive(Args)]
pub(crate) struct GameAndPositions<G: GameSource = GameOption> {
    #[command(flatten)]
    game: G,
    #[command(flatten)]
    positions: PositionArguments,
    /// A folder that contains a game, or a file of positions
    #[arg(value_name = "DIR-OR-FILE")]
    bare: Vec<PathBuf>,
}

/// The positions that the user specified. Each entry is one of a file or of the command line. With `--every-ply`, each
/// position of its game is one of the positions.
pub(crate) struct Positions<W: World> {
    /// The column names of the entries, separated by tabs.
    pub(crate) columns: &'static str,
    pub(crate) entries: Vec<Entry<W>>,
    /// Name of the file that the positions come from, for messages.
    file: Option<String>,
    is_every_ply: bool,
}

impl<W: World> Positions<W> {
    /// Creates the list of positions from entries that do not come from a file.
    pub(crate) fn of(entries: Vec<Entry<W>>) -> Positions<W> {
        Positions { columns: "moves", entries, file: None, is_every_ply: false }
    }

    /// Number of positions.
    pub(crate) fn number(&self) -> usize {
        self.entries.iter().map(|entry| self.number_in(entry)).sum()
    }

    /// Number of positions of an entry.
    fn number_in(&self, entry: &Entry<W>) -> usize {
        let moves = entry.moves.as_ref().filter(|_| self.is_every_ply);
        moves.map_or(1, |moves| moves.len() + 1)
    }

    /// A position of an entry: with `--every-ply` the position after `moves` moves.
    fn entry(&self, entry: &Entry<W>, moves: usize, world: &W) -> Entry<W> {
        if self.is_every_ply { entry.after(world, moves) } else { entry.clone() }
    }

    /// All positions, also those after the ends of games.
    pub(crate) fn iter(&self, world: &W) -> impl Iterator<Item = Entry<W>> {
        let of_entry =
            move |entry| (0..self.number_in(entry)).map(move |moves| self.entry(entry, moves, world));
        self.entries.iter().flat_map(of_entry)
    }

    /// The location of an entry in its file, as `FILE:LINE`.
    pub(crate) fn place(&self, entry: &Entry<W>) -> Option<String> {
        Some(format!("{}:{}", self.file.as_ref()?, entry.line))
    }
}

/// A game, which may stand without its option.
#[derive(Args)]
pub(crate) struct GameName<G: GameSource = GameOption> {
    #[command(flatten)]
    option: G,
    /// A built-in game, or a folder that contains a game
    #[arg(value_name = "GAME-OR-DIR", conflicts_with = "game")]
    bare: Option<String>,
}

impl<G: GameSource> GameName<G> {
    /// The name of the game or its folder. `None` if it is not specified.
    pub(crate) fn given_game(&self) -> Result<Option<String>, Failure> {
        Ok(self.bare.clone().or(self.option.given_name()?.map(str::to_owned)))
    }
}

impl GameName {
    /// The name of the game or its folder.
    pub(crate) fn name(&self) -> Result<String, Failure> {
        Ok(self.given_game()?.unwrap_or_default())
    }
}

impl GameOption {
    /// The name of the game or its folder.
    pub(crate) fn name(&self) -> Result<&str, Failure> {
        match &self.base {
            Some(name) => Err(former_base_option(name)),
            None => Ok(&self.game),
        }
    }
}

impl<G: GameSource> GameAndPositions<G> {
    /// The name of the game or its folder. `None` if it is not specified.
    pub(crate) fn given_game(&self) -> Result<Option<String>, Failure> {
        let mut bare: Vec<String> =
            self.bare.iter().filter(|path| is_game(path)).map(|path| path.display().to_string()).collect();
        match bare.as_slice() {
            [first, second, ..] => Err(several_games_failure(first, second)),
            [_] => Ok(bare.pop()),
            [] => Ok(self.game.given_name()?.map(str::to_owned)),
        }
    }

    /// The options for positions, with the file of positions filled in if it is a positional argument.
    pub(crate) fn positions(&self) -> Result<PositionArguments, Failure> {
        Ok(self.positions.clone().with_file(self.file()?.map(Path::to_path_buf)))
    }

    /// The file of positions, if there is one.
    fn file(&self) -> Result<Option<&Path>, Failure> {
        let bare: Vec<&Path> = self.bare.iter().filter(|path| !is_game(path)).map(PathBuf::as_path).collect();
        if let Some(missing) = bare.iter().find(|path| !path.exists() && path.as_os_str() != "-") {
            return Err(missing_file(missing));
        }
        let files: Vec<&Path> = self.positions.file().into_iter().chain(bare).collect();
        let others = self.positions.moves().is_some() || self.positions.of_stones().is_some();
        match files.as_slice() {
            [] => Ok(None),
            [file] if !others => Ok(Some(file)),
            [file, ..] => {
                let words = format!(
                    "error: positions can come from one source only, and {} is not the only one",
                    file.display()
                );
                Err(Failure::Message(words, USAGE_ERROR))
            }
        }
    }

    /// Whether no position is specified.
    pub(crate) fn has_no_position(&self) -> bool {
        self.positions.is_empty() && self.bare.iter().all(|path| is_game(path))
    }
}

impl GameAndPositions {
    /// The name of the game or its folder.
    pub(crate) fn game(&self) -> Result<String, Failure> {
        Ok(self.given_game()?.unwrap_or_default())
    }

    /// Opens the game, and prints warnings and notes about its rules. Setting `stop` aborts a running query.
    pub(crate) fn open(
        &self,
        evaluation: &EvaluationOptions,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<AnyWorld, Failure> {
        open_game(&self.game()?, evaluation.work.limits(), stop, |base| evaluation.compared.of(base))
    }

    /// Opens the game for one back end, and prints warnings and notes about its rules. Setting `stop` aborts a running
    /// query.
    pub(crate) fn open_with_backend(
        &self,
        backend: &BackendOption,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<AnyWorld, Failure> {
        open_game(&self.game()?, Limits::default(), stop, |base| vec![backend.of_base(base)])
    }

    /// Opens the game to count its positions. A compiled game counts with bitboards. If both back ends are compared,
    /// the interpreter uses the query plans instead, so that the two methods check each other.
    pub(crate) fn open_for_counting(&self, compared: &BackendsOption) -> Result<AnyWorld, Failure> {
        let base = open(&self.game()?, Limits::default())?;
        let backends = compared.of(&base);
        open_with_plans(base, backends, Some(Backend::Interpreted))
    }

    /// The single position or game that a command starts from, or the start of the game if none is specified. Moves
    /// after the end of the game are removed.
    pub(crate) fn single_entry<W: World>(&self, world: &W) -> Result<Entry<W>, Failure> {
        if self.has_no_position() {
            return match self.positions.is_every_ply() {
                true => Err(every_ply_without_game()),
                false => Ok(Entry::alone(String::new(), None, Some(Vec::new()))),
            };
        }
        let _reading = interrupt::ends_at_once();
        let file = self.file()?.map(markup::of_path);
        let mut given = self.given(world)?;
        let all = given.number();
        let (Some(mut entry), true) = (given.entries.pop(), all == 1) else {
            let source = file.unwrap_or_else(|| "what is given".to_owned());
            let all = count(all, "position");
            let words =
                format!("error: {source} has {all}, and the command takes one\n  leave out the others");
            return Err(Failure::Message(words, USAGE_ERROR));
        };
        if let (Some(file), Some([])) = (file, entry.moves.as_deref()) {
            eprintln!("note: {file} has neither moves nor a position: the game begins at its start");
        }
        GameEnds::of(&given, world).cut_after_end(&mut entry, &Progress::begin())?;
        Ok(entry)
    }

    /// The results of `of_entry` for the specified positions, each without the moves after the end of its game. Empty if
    /// none is specified. Until all are there, the first Ctrl-C ends the program.
    pub(crate) fn map_up_to_end<W: World, T>(
        &self,
        world: &W,
        of_entry: impl FnMut(Entry<W>) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        if self.has_no_position() {
            return match self.positions.is_every_ply() {
                true => Err(every_ply_without_game()),
                false => Ok(Vec::new()),
            };
        }
        let _reading = interrupt::ends_at_once();
        let mut progress = Progress::begin();
        let results = GivenPositions::of(world, self.given(world)?).map(&progress, of_entry);
        progress.end();
        results
    }

    /// The specified positions, or a sample position if there are none, one at a time.
    pub(crate) fn each<'w, W: World>(&self, world: &'w W) -> Result<GivenPositions<'w, W>, Failure> {
        Ok(GivenPositions::of(world, self.read(world)?))
    }

    /// Opens the base of the game.
    pub(crate) fn open_base(&self, work: &LimitOptions) -> Result<AnyBase, Failure> {
        Ok(open(&self.game()?, work.limits())?)
    }

    /// The specified positions, or a sample position if there are none.
    pub(crate) fn read<W: World>(&self, world: &W) -> Result<Positions<W>, Failure> {
        let is_every_ply = self.positions.is_every_ply();
        if !self.has_no_position() {
            return self.given(world);
        }
        if is_every_ply {
            return Err(every_ply_without_game());
        }
        let sample = sample_entry(world)?;
        let columns = if sample.moves.is_some() { "moves" } else { "black\twhite\tto-move" };
        Ok(Positions { columns, entries: vec![sample], file: None, is_every_ply })
    }
}

impl<G: GameSource> GameAndPositions<G> {
    /// The specified positions.
    fn given<W: World>(&self, world: &W) -> Result<Positions<W>, Failure> {
        self.games(world, self.read_file()?.as_ref())
    }

    /// The name and contents of the file of positions, if there is one.
    pub(crate) fn read_file(&self) -> Result<Option<(String, Vec<u8>)>, Failure> {
        let Some(path) = self.file()? else { return Ok(None) };
        Ok(Some((file_name(path), read_bytes(path)?)))
    }

    /// The specified positions, from a file that was read.
    pub(crate) fn games<W: World>(
        &self,
        world: &W,
        file: Option<&(String, Vec<u8>)>,
    ) -> Result<Positions<W>, Failure> {
        let set_up = self.positions.set_up();
        let mut given = match (file, self.positions.moves()) {
            (Some((name, bytes)), _) => read_source(world, Source::File { name, bytes })?,
            (None, Some(moves)) => read_source(world, Source::Moves(moves))?,
            (None, None) => read_source(world, Source::SetUp(&set_up))?,
        };
        given.is_every_ply = self.positions.is_every_ply();
        if given.is_every_ply {
            check_are_games(&given)?;
        }
        Ok(given)
    }

    /// Whether the user asks for every position of each game.
    pub(crate) fn is_every_ply(&self) -> bool {
        self.positions.is_every_ply()
    }
}

/// The failure for `--every-ply` without a game.
fn every_ply_without_game() -> Failure {
    let words = "error: --every-ply walks through games, and none is given\n  write for instance: --moves \"MOVES\"\n  or: --file games.tsv";
    Failure::Message(words.to_owned(), USAGE_ERROR)
}

/// The failure for the option `--base`, which is now called `--game`.
pub(crate) fn former_base_option(name: &str) -> Failure {
    renamed_option("--base", &format!("--game {}", quoted(name)))
}

/// Rejects `--game` with a number, because the option that chooses a game of a file is now `--record`.
pub(crate) fn reject_game_number(name: Option<&str>) -> Result<(), Failure> {
    match name.filter(|name| name.parse::<usize>().is_ok() && !Path::new(name).exists()) {
        Some(number) => Err(renamed_option(&format!("--game {number}"), &format!("--record {number}"))),
        None => Ok(()),
    }
}

/// The failure for an option or command that has a new name.
pub(crate) fn renamed_option(old: &str, new: &str) -> Failure {
    Failure::Message(format!("error: `{old}` has been renamed\n  write: {new}"), USAGE_ERROR)
}

/// The failure for naming two games.
pub(crate) fn several_games_failure(first: &str, second: &str) -> Failure {
    Failure::Message(
        format!("error: only one game can be given, and there are {first} and {second}"),
        USAGE_ERROR,
    )
}

/// The failure for `--against` with a base that cannot be compared with the first one.
pub(crate) fn different_games_failure(name: &str, other: &str) -> Failure {
    let words = format!(
        "error: {} and {} are not bases of the same game\n  --against takes another base on the domain of the first",
        quoted(name),
        quoted(other)
    );
    Failure::Message(words, USAGE_ERROR)
}

impl PositionArguments {
    fn set_up(&self) -> SetUp<'_> {
        let [black, white, to_move, last] = self.stones();
        SetUp { black, white, to_move, last }
    }
}
