//! The options of commands that ask a game about positions: which game, who answers, and which positions.
//!
//! A folder with a game and a file of positions may stand without an option in front of them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::bases::{Backend, DEFAULT_BASE};
use crate::command_line::backend::{BackendsChoice, OneBackend, WorkLimit};
use crate::command_line::built::in_place;
use crate::command_line::handed_over::is_handed_over;
use crate::command_line::interrupt;
use crate::command_line::output::{
    Failure, MACHINE, MISTAKES, WRONG_USE, count, quoted, remarks, style, tell, warn,
};
use crate::command_line::positions::{PositionArguments, STANDARD_INPUT, states_other_rules};
use crate::progress::Progress;
use crate::world::Saying as _;
use crate::world::{AnyBase, AnyWorld, Entry, SetUp, Source, Text, Trouble, World, built_in, open};
use blanche_compiler::files;
use blanche_compiler::markup;
use blanche_compiler::report;
use blanche_compiler::runtime::Limits;
use blanche_compiler::spelling::nearest;
use clap::Args;

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
        match &self.base {
            Some(name) => Err(no_base(name)),
            None => Ok(self.game.as_deref()),
        }
    }
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
        if self.has_no_position() {
            return match self.positions.is_every_ply() {
                true => Err(no_game()),
                false => Ok(Vec::new()),
            };
        }
        let mut progress = Progress::begin();
        let open = cut(world, self.given(world)?, &progress);
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

/// A position that shows something.
pub(crate) fn sample<W: World>(world: &W) -> Result<Entry<W>, Failure> {
    let sample = world.sample().map_err(|trouble| troubled(world, trouble))?;
    if let Some(name) = &sample.id {
        eprintln!(
            "note: no position is given; this is the built-in {name} (--moves, --black with --white, or --file give another)"
        );
    }
    Ok(sample)
}

/// The positions of a file.
pub(crate) fn in_file<W: World>(world: &W, path: &Path) -> Result<Positions<W>, Failure> {
    read_from(world, Source::File { name: &name_of(path), bytes: &read_bytes(path)? })
}

/// The positions of a source; what there is to know of it is said.
fn read_from<W: World>(world: &W, source: Source<'_>) -> Result<Positions<W>, Failure> {
    let reading = world.read(source).map_err(|trouble| troubled(world, trouble))?;
    reading.notes.iter().for_each(|note| eprintln!("note: {note}"));
    let file = match source {
        Source::File { name, .. } => Some(name.to_owned()),
        Source::Moves(_) | Source::SetUp(_) => None,
    };
    Ok(Positions { columns: reading.columns, entries: reading.entries, file, is_every_ply: false })
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

/// Positions and games, without what was played after their ends.
fn cut<W: World>(world: &W, mut given: Positions<W>, progress: &Progress) -> Result<Vec<Entry<W>>, Failure> {
    let (mut ends, all) = (Ends::of(&given, world), given.entries.len());
    let mut open = Vec::with_capacity(all);
    for (at, mut entry) in given.entries.drain(..).enumerate() {
        // What the command itself does to them comes behind this.
        progress.show(0.0, &format!("the end of game {} of {all}", at + 1));
        if ends.cut(&mut entry, progress)? {
            open.push(entry);
        }
    }
    Ok(open)
}

/// The games of a file, without what was played after their ends.
pub(crate) fn games_of<W: World>(world: &W, path: &Path) -> Result<Vec<Entry<W>>, Failure> {
    let given = in_file(world, path)?;
    let mut progress = Progress::begin();
    let open = cut(world, given, &progress);
    progress.end();
    open
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

/// Whether a word behind a command is a game rather than a file.
pub(crate) fn is_game(path: &Path) -> bool {
    path.is_dir()
        || !path.exists() && path.to_str().is_some_and(|name| built_in().iter().any(|known| known == name))
}

/// Refuses positions where games are walked through.
fn are_games<W: World>(given: &Positions<W>) -> Result<(), Failure> {
    let Some(entry) = given.entries.iter().find(|entry| entry.moves.is_none()) else { return Ok(()) };
    let place = given.place(entry).map_or_else(String::new, |place| format!(" at {place}"));
    let words = format!(
        "error: --every-ply walks through games, and there is a set-up{place}\n  give moves instead, or leave \
         --every-ply away"
    );
    Err(Failure::Said(words, WRONG_USE))
}

/// That a file is not there, which may be a misspelt game.
fn no_file(path: &Path) -> Failure {
    let name = markup::of_path(path);
    let games = built_in();
    let near = nearest(&name, games.iter().map(String::as_str));
    let hint = near.map(|game| format!("\n  did you mean the game `{game}`?")).unwrap_or_default();
    Failure::Said(format!("error: there is no file `{name}`{hint}"), WRONG_USE)
}

/// How messages call a file, or the standard input for `-`.
pub(crate) fn name_of(file: &Path) -> String {
    if file.as_os_str() == "-" { STANDARD_INPUT.to_owned() } else { file.display().to_string() }
}

/// What a file holds, or the standard input for `-`.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let read = match file.as_os_str() == "-" {
        true => files::read_stream(interrupt::standard_input()?),
        false => files::read_named(file),
    };
    let name = file.display();
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no_file(file),
        io::ErrorKind::FileTooLarge => {
            let most = files::LARGEST >> 20;
            let words = format!("error: {name}: more than {most} MiB; divide it into several files");
            Failure::Said(words, MISTAKES)
        }
        _ => Failure::Said(format!("error: {name} cannot be read: {error}"), MACHINE),
    })
}

/// Opens a game, for which these back ends answer; a question to it is given up once the sign is set.
pub(crate) fn opened(
    name: &str,
    limits: Limits,
    stop: Option<Arc<AtomicBool>>,
    backends: impl FnOnce(&AnyBase) -> Vec<Backend>,
) -> Result<AnyWorld, Failure> {
    let base = open(name, limits)?;
    let base = match stop {
        Some(sign) => base.stopped_by(sign),
        None => base,
    };
    let backends = backends(&base);
    answered_by(base, backends)
}

/// Opens a game whose moves stand in its text, as a learner has to see them. It is answered by this back end, or the faster one.
pub(crate) fn in_text(name: &str, backend: Option<Backend>) -> Result<Text, Failure> {
    match opened(name, Limits::default(), None, |base| vec![backend.unwrap_or_else(|| base.backend())])? {
        AnyWorld::Text(world) => Ok(world),
        AnyWorld::Stones(_) => {
            let words = format!(
                "error: a learner has to see the moves of a game, and no text of {} says them\n  `move NAME for Color …` \
                 declares one",
                quoted(name)
            );
            Err(Failure::Said(words, WRONG_USE))
        }
    }
}

/// Says what there is to know of a base, and makes these back ends answer for its game.
pub(crate) fn answered_by(base: AnyBase, backends: Vec<Backend>) -> Result<AnyWorld, Failure> {
    answered_by_plans(base, backends, Some(Backend::Compiled))
}

/// The same for games that are timed: each back end answers as it always does.
pub(crate) fn answered_as_always(base: AnyBase, backends: Vec<Backend>) -> Result<AnyWorld, Failure> {
    answered_by_plans(base, backends, None)
}

/// The same; where several back ends are compared, this one goes by the plans of its rules.
fn answered_by_plans(
    base: AnyBase,
    backends: Vec<Backend>,
    by_plans: Option<Backend>,
) -> Result<AnyWorld, Failure> {
    if backends.iter().any(|backend| !base.has(*backend)) {
        told_before(&base);
        return Err(in_place((&base).into()));
    }
    told(&base);
    base.answered_by(backends, by_plans).map_err(|(base, trouble)| unplanned(&base, trouble))
}

/// Why the rules of a base cannot answer.
pub(crate) fn unplanned(base: &AnyBase, trouble: Trouble) -> Failure {
    match (base, trouble) {
        (AnyBase::Text(base), Trouble::Rules(message)) => drawn(base.sources(), &message),
        (_, trouble) => Failure::Said(format!("error: {trouble}"), MISTAKES),
    }
}

/// Says which warnings there are of a base, and the notes where they are wanted; gives the number of the warnings.
pub(crate) fn warned(base: &AnyBase, with_notes: bool) -> usize {
    match base {
        AnyBase::Stones(base) => {
            if with_notes {
                remarks(base);
            } else {
                warn(base);
            }
            base.own_warnings().map_or(0, |(_, warnings)| warnings.len())
        }
        AnyBase::Text(text) => {
            if with_notes {
                told(base);
            } else {
                tell(text.sources(), text.warnings());
            }
            text.warnings().len()
        }
    }
}

/// Says what there is to know of a game in text in whose place a program with compiled rules is run, which says it of stones only.
pub(crate) fn told_before(base: &AnyBase) {
    if matches!(base, AnyBase::Text(_)) {
        told(base);
    }
}

/// Says what there is to know of a base.
fn told(base: &AnyBase) {
    match base {
        AnyBase::Stones(base) => remarks(base),
        AnyBase::Text(_) if is_handed_over() => {}
        AnyBase::Text(base) => {
            tell(base.sources(), base.warnings());
            base.notes().iter().for_each(|note| eprintln!("note: {note}"));
        }
    }
}

fn drawn(sources: &files::Sources, message: &blanche_compiler::diagnostic::Diagnostic) -> Failure {
    Failure::Drawn(report::render(sources, std::slice::from_ref(message), style()), MISTAKES)
}

/// Why a command cannot go on: with the place in the text of the game where its author can mend it.
pub(crate) fn troubled(world: &impl World, trouble: Trouble) -> Failure {
    let message = match &trouble {
        Trouble::Game(fault) => fault.diagnostic(world.program()),
        Trouble::Rules(message) => Some((**message).clone()),
        Trouble::Limit(_) | Trouble::Mistakes(_) | Trouble::Wrong(_) => None,
    };
    match (message, trouble) {
        (Some(message), _) => drawn(world.sources(), &message),
        (None, Trouble::Mistakes(text)) => Failure::Said(text, MISTAKES),
        (None, Trouble::Wrong(text)) => Failure::Said(text, WRONG_USE),
        (None, trouble) => Failure::Said(format!("error: {trouble}"), MISTAKES),
    }
}

/// Leaves out of games what was played after their ends: the first to win has won. Each is looked at when its turn comes, as a
/// base that is interpreted may take a while.
pub(crate) struct Ends<'w, W: World> {
    world: &'w W,
    /// The file of the positions, where they come from one.
    file: Option<String>,
    is_every_ply: bool,
    /// The line of the game that has ended, whose further positions follow.
    ended: Option<usize>,
    /// It was told that a line states other rules.
    is_told: bool,
}

impl<'w, W: World> Ends<'w, W> {
    /// Of these positions, by the rules of the world.
    pub(crate) fn of(positions: &Positions<W>, world: &'w W) -> Ends<'w, W> {
        let (file, is_every_ply) = (positions.file.clone(), positions.is_every_ply);
        Ends { world, file, is_every_ply, ended: None, is_told: false }
    }

    /// Leaves out of an entry what was played after the end, which a note tells once for each game. Whether a position is left:
    /// where every position of a game is an entry, those behind its end are none.
    pub(crate) fn cut(&mut self, entry: &mut Entry<W>, progress: &Progress) -> Result<bool, Failure> {
        let place = self.file.as_ref().map_or_else(String::new, |file| format!("{file}:{}: ", entry.line));
        if let Some(words) = other_rules(entry, self.world).filter(|_| !self.is_told) {
            self.is_told = true;
            progress.aside(|| eprintln!("note: {place}{words}"));
        }
        let Some(made) = entry.moves.as_ref().map(Vec::len).filter(|_| !entry.ends_in_time) else {
            return Ok(true);
        };
        if self.is_every_ply && self.ended == Some(entry.line) {
            return Ok(false);
        }
        // The last position is asked by the command itself, and of plies one after the other those before it were seen already.
        let first = if self.is_every_ply { made.saturating_sub(1) } else { 0 };
        let Some((moves, words)) = self.first_end(entry, first, made)? else { return Ok(true) };
        let noun = if moves == 1 { "move" } else { "moves" };
        let game = &self.world.contents().name;
        progress.aside(|| {
            eprintln!(
                "note: {place}by the rules of {game} the game ended after {moves} {noun}: {words}; what follows is left out"
            );
        });
        if self.is_every_ply {
            self.ended = Some(entry.line);
            return Ok(false);
        }
        *entry = entry.after(self.world, moves);
        Ok(true)
    }

    /// The first end before the last move of a game, not before so many moves: after how many, and how it ended. Rules by which a
    /// game is over before its first move are asked of the position as it is; what cannot be asked within its limits is told
    /// where the position itself is asked.
    fn first_end(
        &self,
        entry: &Entry<W>,
        first: usize,
        made: usize,
    ) -> Result<Option<(usize, String)>, Failure> {
        let (mut at, mut found) = (0, None);
        let mut look = |position: &W::Position| {
            if at >= made || found.is_some() {
                return false;
            }
            if at >= first {
                match self.world.end(&mut position.clone()) {
                    Ok(end) => found = end.map(|end| (at, end.words)),
                    Err(_) => return false,
                }
            }
            at += 1;
            found.is_none()
        };
        let start = entry.start(self.world).map_err(|trouble| troubled(self.world, trouble))?;
        let moves = entry.moves.as_deref().unwrap_or_default();
        self.world.replay(&start, moves, &mut look).map_err(|trouble| troubled(self.world, trouble))?;
        Ok(found.filter(|(moves, _)| *moves > 0))
    }
}

/// That a game states other rules than those by which all of them are looked at.
pub(crate) fn other_rules<W: World>(entry: &Entry<W>, world: &W) -> Option<String> {
    states_other_rules(entry.rules.as_deref()?, &world.contents().name)
}

/// A set-up as options give it.
impl PositionArguments {
    fn set_up(&self) -> SetUp<'_> {
        let [black, white, to_move, last] = self.stones();
        SetUp { black, white, to_move, last }
    }
}
