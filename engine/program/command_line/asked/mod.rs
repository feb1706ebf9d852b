//! The options of commands that ask a game about positions: which game, who answers, and which positions.
//!
//! A folder with a game and a file of positions may stand without an option in front of them.

mod ends;
mod opened;
mod read;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::command_line::backend::{BackendsChoice, OneBackend, WorkLimit};
use crate::command_line::output::{Failure, WRONG_USE, count, quoted};
use crate::command_line::positions::PositionArguments;
use blanche_compiler::markup;
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::bases::{Backend, DEFAULT_BASE};
use noire_engine::progress::Progress;
use noire_engine::world::{AnyBase, AnyWorld, Entry, SetUp, Source, World, open};

pub(crate) use ends::Ends;
pub(crate) use opened::{answered_as_always, answered_by, in_text, opened, troubled, unplanned, warned};
pub(crate) use read::{games_of, in_file, is_game, name_of, read_bytes, sample};

use ends::cut;
use opened::answered_by_plans;
use read::{are_games, no_file, read_from};

/// A game.
#[derive(Args)]
pub(crate) struct GameOptions {
    /// A built-in game, or a folder with one
    #[arg(long, value_name = "NAME-OR-DIR", default_value = DEFAULT_BASE)]
    game: String,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
}

/// A game, one back end or both, and how much a question may take.
#[derive(Args)]
pub(crate) struct Answering {
    #[command(flatten)]
    compared: Compared,
    #[command(flatten)]
    work: WorkLimit,
}

/// One back end or both.
#[derive(Args)]
pub(crate) struct Compared {
    /// The back end; `both` compares them and ends with status 3 at the first difference. By default compiled where
    /// the game is compiled, and interpreted otherwise
    #[arg(long, value_enum)]
    backend: Option<BackendsChoice>,
}

impl Compared {
    /// The back ends that answer for a base.
    fn of(&self, base: &AnyBase) -> Vec<Backend> {
        self.backend.map_or_else(|| vec![base.backend()], BackendsChoice::backends)
    }
}

/// A game, where a record can say itself by which rules it was played.
#[derive(Args)]
pub(crate) struct GameOrStated {
    /// A built-in game, or a folder with one; a record says itself, if it can [default: renju]
    #[arg(long, value_name = "NAME-OR-DIR")]
    game: Option<String>,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
}

/// A game, where a record says itself by which rules it was played, and no rules are taken for granted.
#[derive(Args)]
pub(crate) struct GameOfRecord {
    /// A built-in game, or a folder with one; records of a game in text need it. By default the file holds games of stones, each by the
    /// rules that it states; where it states none, no result is added or checked
    #[arg(long, value_name = "NAME-OR-DIR")]
    game: Option<String>,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
}

/// The options that say which game is meant.
pub(crate) trait GameOption: Args {
    /// The name of the game or its folder; nothing where it is not said.
    fn named(&self) -> Result<Option<&str>, Failure>;
}

impl GameOption for GameOptions {
    fn named(&self) -> Result<Option<&str>, Failure> {
        self.name().map(Some)
    }
}

impl GameOption for GameOrStated {
    fn named(&self) -> Result<Option<&str>, Failure> {
        chosen(self.base.as_deref(), self.game.as_deref())
    }
}

impl GameOption for GameOfRecord {
    fn named(&self) -> Result<Option<&str>, Failure> {
        chosen(self.base.as_deref(), self.game.as_deref())
    }
}

/// The game that is named, unless by its former option.
fn chosen<'a>(base: Option<&str>, game: Option<&'a str>) -> Result<Option<&'a str>, Failure> {
    base.map_or(Ok(game), |name| Err(no_base(name)))
}

/// A game and positions of it.
#[derive(Args)]
pub(crate) struct Subject<G: GameOption = GameOptions> {
    #[command(flatten)]
    game: G,
    #[command(flatten)]
    positions: PositionArguments,
    /// A folder with a game, or a file of positions
    #[arg(value_name = "DIR-OR-FILE")]
    bare: Vec<PathBuf>,
}

/// The positions that were asked for.
pub(crate) struct Positions<W: World> {
    /// The names of their columns.
    pub(crate) columns: &'static str,
    pub(crate) entries: Vec<Entry<W>>,
    /// The file that they come from, as messages call it.
    file: Option<String>,
    is_every_ply: bool,
}

impl<W: World> Positions<W> {
    /// These, which come from no file of positions.
    pub(crate) fn of(entries: Vec<Entry<W>>) -> Positions<W> {
        Positions { columns: "moves", entries, file: None, is_every_ply: false }
    }

    /// Where in a file an entry stands, as `FILE:LINE`.
    pub(crate) fn place(&self, entry: &Entry<W>) -> Option<String> {
        Some(format!("{}:{}", self.file.as_ref()?, entry.line))
    }
}

/// A game, which may stand without its option.
#[derive(Args)]
pub(crate) struct GameName<G: GameOption = GameOptions> {
    #[command(flatten)]
    option: G,
    /// A built-in game, or a folder with one
    #[arg(value_name = "GAME-OR-DIR", conflicts_with = "game")]
    bare: Option<String>,
}

impl<G: GameOption> GameName<G> {
    /// The name of the game or its folder; nothing where it is not said.
    pub(crate) fn stated(&self) -> Result<Option<String>, Failure> {
        Ok(self.bare.clone().or(self.option.named()?.map(str::to_owned)))
    }
}

impl GameName {
    /// The name of the game or its folder.
    pub(crate) fn name(&self) -> Result<String, Failure> {
        Ok(self.stated()?.unwrap_or_default())
    }
}

impl GameOptions {
    /// The name of the game or its folder.
    pub(crate) fn name(&self) -> Result<&str, Failure> {
        match &self.base {
            Some(name) => Err(no_base(name)),
            None => Ok(&self.game),
        }
    }
}

impl<G: GameOption> Subject<G> {
    /// The name of the game or its folder; nothing where it is not said.
    pub(crate) fn stated(&self) -> Result<Option<String>, Failure> {
        let mut bare: Vec<String> =
            self.bare.iter().filter(|path| is_game(path)).map(|path| path.display().to_string()).collect();
        match bare.as_slice() {
            [first, second, ..] => Err(one_game(first, second)),
            [_] => Ok(bare.pop()),
            [] => Ok(self.game.named()?.map(str::to_owned)),
        }
    }

    /// The positions that are given, as options for stones give them.
    pub(crate) fn positions(&self) -> Result<PositionArguments, Failure> {
        Ok(self.positions.clone().with_file(self.file()?.map(Path::to_path_buf)))
    }

    /// The file of positions, if one is given.
    fn file(&self) -> Result<Option<&Path>, Failure> {
        let bare: Vec<&Path> = self.bare.iter().filter(|path| !is_game(path)).map(PathBuf::as_path).collect();
        if let Some(missing) = bare.iter().find(|path| !path.exists() && path.as_os_str() != "-") {
            return Err(no_file(missing));
        }
        let files: Vec<&Path> = self.positions.file().into_iter().chain(bare).collect();
        let others = self.positions.moves().is_some() || self.positions.of_stones().is_some();
        match files.as_slice() {
            [] => Ok(None),
            [file] if !others => Ok(Some(file)),
            [file, ..] => {
                let words = format!(
                    "error: one source of positions at a time, and {} is not the only one",
                    file.display()
                );
                Err(Failure::Said(words, WRONG_USE))
            }
        }
    }

    /// Whether no position is given at all.
    pub(crate) fn has_no_position(&self) -> bool {
        self.positions.is_empty() && self.bare.iter().all(|path| is_game(path))
    }
}

impl Subject {
    /// The name of the game or its folder.
    pub(crate) fn game(&self) -> Result<String, Failure> {
        Ok(self.stated()?.unwrap_or_default())
    }

    /// Opens the game and says what there is to know of it. A question that is asked is given up once the sign is set.
    pub(crate) fn open(
        &self,
        answering: &Answering,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<AnyWorld, Failure> {
        opened(&self.game()?, answering.work.limits(), stop, |base| answering.compared.of(base))
    }

    /// The same for one back end.
    pub(crate) fn open_by(
        &self,
        backend: &OneBackend,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<AnyWorld, Failure> {
        opened(&self.game()?, Limits::default(), stop, |base| vec![backend.of_any(base)])
    }

    /// The same for games that are counted. Compiled games count in words of their own; where both are compared the interpreter goes
    /// by its plans.
    pub(crate) fn open_counted(&self, compared: &Compared) -> Result<AnyWorld, Failure> {
        let base = open(&self.game()?, Limits::default())?;
        let backends = compared.of(&base);
        answered_by_plans(base, backends, Some(Backend::Interpreted))
    }

    /// The one position in which a command begins, or the game that leads to it: the start of the game, unless another one is given.
    /// What was played after its end is left out.
    pub(crate) fn only<W: World>(&self, world: &W) -> Result<Entry<W>, Failure> {
        if self.has_no_position() {
            return match self.positions.is_every_ply() {
                true => Err(no_game()),
                false => Ok(Entry::alone(String::new(), None, Some(Vec::new()))),
            };
        }
        let file = self.file()?.map(markup::of_path);
        let mut given = self.given(world)?;
        let all = given.entries.len();
        let (Some(mut entry), true) = (given.entries.pop(), all == 1) else {
            let source = file.unwrap_or_else(|| "what is given".to_owned());
            let all = count(all, "position");
            let words = format!("error: {source} has {all}, and one is wanted\n  leave the others out");
            return Err(Failure::Said(words, WRONG_USE));
        };
        if let (Some(file), Some([])) = (file, entry.moves.as_deref()) {
            eprintln!("note: {file} has neither moves nor a position: the game is at its start");
        }
        Ends::of(&given, world).cut(&mut entry, &Progress::begin())?;
        Ok(entry)
    }

    /// The positions that are given, each without what was played after the end of its game; none where none is given.
    pub(crate) fn given_until_ends<W: World>(&self, world: &W) -> Result<Vec<Entry<W>>, Failure> {
        self.chosen_until_ends(world, |_| Ok(()))
    }

    /// The same of those that are chosen. Where every position of a game is one, all of them are told from each other first.
    pub(crate) fn chosen_until_ends<W: World>(
        &self,
        world: &W,
        choose: impl Fn(&mut Vec<Entry<W>>) -> Result<(), Failure>,
    ) -> Result<Vec<Entry<W>>, Failure> {
        if self.has_no_position() {
            return match self.positions.is_every_ply() {
                true => Err(no_game()),
                false => Ok(Vec::new()),
            };
        }
        let mut given = self.given(world)?;
        let is_every_ply = given.is_every_ply;
        if !is_every_ply {
            choose(&mut given.entries)?;
        }
        let mut progress = Progress::begin();
        let mut open = cut(world, given, &progress);
        if let (true, Ok(open)) = (is_every_ply, &mut open) {
            choose(open)?;
        }
        progress.end();
        open
    }

    /// The positions that are given, or else one that shows something, without what was played after the ends of games.
    pub(crate) fn until_ends<W: World>(
        &self,
        world: &W,
        progress: &mut Progress,
    ) -> Result<Vec<W::Position>, Failure> {
        let position = |entry: Entry<W>| entry.position(world).map_err(|trouble| troubled(world, trouble));
        cut(world, self.read(world)?, progress)?.into_iter().map(position).collect()
    }

    /// Opens the base of the game.
    pub(crate) fn open_base(&self, work: &WorkLimit) -> Result<AnyBase, Failure> {
        Ok(open(&self.game()?, work.limits())?)
    }

    /// The positions that are given, or else one that shows something.
    pub(crate) fn read<W: World>(&self, world: &W) -> Result<Positions<W>, Failure> {
        let is_every_ply = self.positions.is_every_ply();
        if !self.has_no_position() {
            return self.given(world);
        }
        if is_every_ply {
            return Err(no_game());
        }
        let sample = sample(world)?;
        let columns = if sample.moves.is_some() { "moves" } else { "black\twhite\tto-move" };
        Ok(Positions { columns, entries: vec![sample], file: None, is_every_ply })
    }
}

impl<G: GameOption> Subject<G> {
    /// The positions that are given.
    fn given<W: World>(&self, world: &W) -> Result<Positions<W>, Failure> {
        let file = self.read_file()?;
        let mut games = self.games(world, file.as_ref())?;
        if games.is_every_ply {
            let plies = |entry: &Entry<W>| 0..=entry.moves.as_ref().map_or(0, Vec::len);
            games.entries = games
                .entries
                .iter()
                .flat_map(|entry| plies(entry).map(|moves| entry.after(world, moves)))
                .collect();
        }
        Ok(games)
    }

    /// The file of positions, if one is given: its name, and what it holds.
    pub(crate) fn read_file(&self) -> Result<Option<(String, Vec<u8>)>, Failure> {
        let Some(path) = self.file()? else { return Ok(None) };
        Ok(Some((name_of(path), read_bytes(path)?)))
    }

    /// The positions that are given, and of games the last ones.
    pub(crate) fn games<W: World>(
        &self,
        world: &W,
        file: Option<&(String, Vec<u8>)>,
    ) -> Result<Positions<W>, Failure> {
        let set_up = self.positions.set_up();
        let mut given = match (file, self.positions.moves()) {
            (Some((name, bytes)), _) => read_from(world, Source::File { name, bytes })?,
            (None, Some(moves)) => read_from(world, Source::Moves(moves))?,
            (None, None) => read_from(world, Source::SetUp(&set_up))?,
        };
        given.is_every_ply = self.positions.is_every_ply();
        if given.is_every_ply {
            are_games(&given)?;
        }
        Ok(given)
    }

    /// Whether every position of each game is meant.
    pub(crate) fn is_every_ply(&self) -> bool {
        self.positions.is_every_ply()
    }
}

/// That there is no game to walk through.
fn no_game() -> Failure {
    let words = "error: --every-ply walks through games, and none is given\n  write for instance: --moves \"MOVES\"\n  or: --file games.tsv";
    Failure::Said(words.to_owned(), WRONG_USE)
}

/// That `--base` is `--game` now.
pub(crate) fn no_base(name: &str) -> Failure {
    renamed("--base", &format!("--game {}", quoted(name)))
}

/// That a game of a file is chosen by `--record` now, where `--game` has a number.
pub(crate) fn no_number(name: Option<&str>) -> Result<(), Failure> {
    match name.filter(|name| name.parse::<usize>().is_ok() && !Path::new(name).exists()) {
        Some(number) => Err(renamed(&format!("--game {number}"), &format!("--record {number}"))),
        None => Ok(()),
    }
}

/// That an option or a command has another name now.
pub(crate) fn renamed(old: &str, new: &str) -> Failure {
    Failure::Said(format!("error: `{old}` has another name now\n  write: {new}"), WRONG_USE)
}

/// That two games are named.
pub(crate) fn one_game(first: &str, second: &str) -> Failure {
    Failure::Said(format!("error: one game at a time, and there are {first} and {second}"), WRONG_USE)
}

/// That `--against` names a base that can never be held against the first.
pub(crate) fn of_two_kinds(name: &str, other: &str) -> Failure {
    let words = format!(
        "error: {} and {} are no bases of one game\n  --against names another base on the domain of the first",
        quoted(name),
        quoted(other)
    );
    Failure::Said(words, WRONG_USE)
}

/// A set-up as options give it.
impl PositionArguments {
    fn set_up(&self) -> SetUp<'_> {
        let [black, white, to_move, last] = self.stones();
        SetUp { black, white, to_move, last }
    }
}
