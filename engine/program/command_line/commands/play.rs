//! `noire play`: plays a game at the terminal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::play::command::check_words;
use crate::play::lines::Typed;
use crate::play::playing::{Playing, Resumed};
use crate::play::{Begun, Origin, Seat, Session, SessionError, Settings};
use crate::texts::Texts;
use blanche_compiler::runtime::Limits as Work;
use clap::Args;
use noire_engine::bases::DEFAULT_BASE;
use noire_engine::players::{BadSpec, Method, PlayerSpec};
use noire_engine::progress::Progress;
use noire_engine::record::{base_of_rules, read_all_games};
use noire_engine::search::player::Budget;
use noire_engine::search::time::TimeControl;
use noire_engine::with_world;
use noire_engine::world::Entry;

use crate::command_line::asked::{
    Ends, GameName, GameOrStated, Positions, no_number, opened, read_bytes, renamed, troubled,
};
use crate::command_line::backend::BackendChoice;
use crate::command_line::commands::contest::entrants::tell_missing;
use crate::command_line::commands::convert::no_such_game;
use crate::command_line::interrupt;
use crate::command_line::misplaced::refused;
use crate::command_line::output::{Failure, WRONG_USE};
use crate::command_line::seconds::seconds;
use crate::command_line::text::Boards;
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire play
  noire play --player computer --player human --opening D4 --lang nl
  noire play --resume game.sgf --show-rules
  noire play my-game/ --player minimax:depth=8 --player human";

/// Play a game at the terminal.
///
/// Play any game against the computer or another person. Ctrl-C makes the computer move at once; at the prompt, or if
/// the computer plays against itself, it ends the game.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Who plays: `human`, `computer`, or a player that `noire games --players` lists, with settings, such as
    /// `minimax:depth=8`. Give the option once for each side, in the order of the sides. By default the computer plays
    /// the last side
    #[arg(long, value_name = "PLAYER")]
    player: Vec<PlayerName>,
    #[command(flatten)]
    game: GameName<GameOrStated>,
    /// The back end; by default compiled if the base is compiled, otherwise interpreted
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// The computer uses the rules up to this level; 7 by default
    #[arg(long, value_name = "N")]
    level: Option<u32>,
    /// Seconds for each move of the computer
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "1")]
    time: Duration,
    /// Seconds for all moves of the computer in a game
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    game_time: Option<Duration>,
    /// Seconds added to --game-time after each move
    #[arg(long, value_name = "SECONDS", requires = "game_time", value_parser = seconds)]
    increment: Option<Duration>,
    /// Begin with one of the 26 openings: D1 to D13, I1 to I13
    #[arg(long, value_name = "CODE", conflicts_with = "resume")]
    opening: Option<String>,
    /// Continue a game from a file, in any format that other commands accept for `--file`
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// With --resume: the number of the game in the file, counted from 1
    #[arg(long, value_name = "N", requires = "resume", conflicts_with = "opening")]
    record: Option<usize>,
    /// Show at every turn which rule applies
    #[arg(long)]
    show_rules: bool,
    /// Show what the computer finds at each depth while it thinks, and why it plays its move
    #[arg(long)]
    analysis: bool,
    /// Show numbered moves with the boards they lead to; a number can then be entered as a move
    #[arg(long)]
    numbered: bool,
    /// The language, such as en, nl or nl_BE; by default that of the environment
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// A folder with further languages, each in a file such as eo.ftl
    #[arg(long, value_name = "DIR")]
    languages: Option<PathBuf>,
    #[command(flatten)]
    boards: Boards,
    #[arg(long, hide = true)]
    black: Option<String>,
    #[arg(long, hide = true)]
    white: Option<String>,
    #[arg(long, hide = true)]
    computer: Vec<String>,
    #[arg(long, hide = true)]
    agent: Option<String>,
}

/// A value of `--player`.
#[derive(Clone)]
struct PlayerName(Seat);

impl FromStr for PlayerName {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<PlayerName, BadSpec> {
        let spec: PlayerSpec = match text {
            "human" => return Ok(PlayerName(Seat::Human)),
            "computer" => usual(),
            text => text.parse()?,
        };
        if spec.method == Method::Program {
            return Err(BadSpec("external programs play in `noire contest` only".to_owned()));
        }
        match &spec.game {
            None => Ok(PlayerName(Seat::Computer(spec))),
            Some(_) => {
                Err(BadSpec("`game=` is for `noire contest`: here all players use the same base".to_owned()))
            }
        }
    }
}

/// The computer player to use by default.
fn usual() -> PlayerSpec {
    "search".parse().expect("it is a player")
}

/// Minimum time for a move.
const LEAST: Duration = Duration::from_millis(10);

impl Arguments {
    /// The time control of the computer.
    fn control(&self) -> TimeControl {
        TimeControl::new(Some(self.time.max(LEAST)), self.game_time)
            .with_increment(self.increment.unwrap_or_default())
    }

    /// Rejects the former options for players.
    fn no_old_names(&self) -> Result<(), Failure> {
        let seat = |old: &Option<String>, usual| {
            if old.as_deref().unwrap_or(usual) == "human" { "human" } else { "computer" }
        };
        if self.black.is_some() || self.white.is_some() {
            let [black, white] = [seat(&self.black, "human"), seat(&self.white, "computer")];
            let old = if self.black.is_some() { "--black" } else { "--white" };
            return Err(renamed(old, &format!("--player {black} --player {white}")));
        }
        let agent = self.agent.as_deref().unwrap_or("computer");
        let old = if self.agent.is_some() { "--agent" } else { "--computer" };
        match self.agent.is_some() || !self.computer.is_empty() {
            true => {
                Err(renamed(old, &format!("--player human --player {agent}, in the order of the players")))
            }
            false => Ok(()),
        }
    }

    /// Who moves for each player, in a game of `players` players.
    fn seats(&self, players: usize) -> Result<Vec<Seat>, Failure> {
        if self.player.len() > players {
            let words = format!("error: there are {} players, and the game has {players}", self.player.len());
            return Err(Failure::Said(words, WRONG_USE));
        }
        let mut seats: Vec<Seat> = self.player.iter().map(|PlayerName(seat)| seat.clone()).collect();
        let is_computer = |seat: &Seat| *seat != Seat::Human;
        while seats.len() < players {
            let is_last = seats.len() + 1 == players && !seats.iter().any(is_computer);
            seats.push(if is_last { Seat::Computer(usual()) } else { Seat::Human });
        }
        let seat = |seat| match seat {
            Seat::Human => Ok(Seat::Human),
            Seat::Computer(spec) => spec.with_defaults(self.level, None).map(Seat::Computer),
        };
        let seats: Result<Vec<Seat>, BadSpec> = seats.into_iter().map(seat).collect();
        seats.map_err(|bad| Failure::Said(format!("error: {bad}"), WRONG_USE))
    }
}

/// Runs `noire play`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    arguments.no_old_names()?;
    let game = arguments.game.stated()?;
    no_number(game.as_deref())?;
    let file = match &arguments.resume {
        Some(path) => Some((path.display().to_string(), read_bytes(path)?)),
        None => None,
    };
    let file = file.as_ref().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let name = match (game, file) {
        (Some(name), _) => name,
        (None, Some(file)) => stated(file, arguments.record)?,
        (None, None) => DEFAULT_BASE.to_owned(),
    };
    let backend = |base: &noire_engine::world::AnyBase| {
        vec![arguments.backend.map_or_else(|| base.backend(), BackendChoice::backend)]
    };
    let world = opened(&name, Work::default(), None, backend)?;
    with_world!(&world, |world| played(world, arguments, file))
}

/// The name of the base that the record to resume states, or of the default base.
fn stated((name, bytes): (&str, &[u8]), number: Option<usize>) -> Result<String, Failure> {
    let (read, _) = read_all_games(name, bytes, None)?;
    let number = number.unwrap_or(1);
    let game = number.checked_sub(1).and_then(|at| read.games.get(at));
    let Some(said) = game.and_then(|game| game.rules.as_deref()) else { return Ok(DEFAULT_BASE.to_owned()) };
    if let Some(name) = base_of_rules(said) {
        return Ok(name.to_owned());
    }
    eprintln!(
        "note: the rules are those of {DEFAULT_BASE}, because the record states `{}`, and no base has that name (--game chooses one)",
        said.escape_debug()
    );
    Ok(DEFAULT_BASE.to_owned())
}

/// Loads the messages of the requested language, or of the language that the environment selects.
fn texts(arguments: &Arguments) -> Result<Texts, Failure> {
    let folder = arguments.languages.as_deref();
    let environment = || Texts::of_environment(|name| std::env::var(name).ok(), folder);
    let language = arguments.lang.clone().unwrap_or_else(environment);
    let texts = Texts::open(&language, folder)
        .map_err(|error| Failure::Said(format!("error: {error}"), WRONG_USE))?;
    check_words(&texts).map_err(|same| {
        let language = texts.language();
        let words = format!("error: the language `{language}`: {same}\n  choose another word");
        Failure::Said(words, WRONG_USE)
    })?;
    Ok(texts)
}

fn played<W: Playing>(
    world: &W,
    arguments: &Arguments,
    file: Option<(&str, &[u8])>,
) -> Result<ExitCode, Failure> {
    let texts = texts(arguments)?;
    let seats = arguments.seats(world.players().len())?;
    let mut askers = seats.iter().filter_map(|seat| match seat {
        Seat::Computer(spec) => Some(spec),
        Seat::Human => None,
    });
    if let Some(spec) = askers.next() {
        tell_missing(world, spec);
    }
    let begun = begun(world, arguments, file, &texts)?;
    let stop = interrupt::stop()?;
    let budget = Budget { stop: Arc::clone(&stop), ..Budget::untimed() };
    let settings = Settings {
        seats,
        budget: Budget { levels: arguments.level.unwrap_or(budget.levels), ..budget },
        time: arguments.control(),
        show_rules: arguments.show_rules,
        show_analysis: arguments.analysis,
        are_numbered: arguments.numbered,
        style: arguments.boards.style(),
    };
    let session = Session::new(world, begun, settings, texts);
    let mut session = session.map_err(|trouble| troubled(world, trouble))?;
    let played = session.play(Typed::new(Arc::clone(&stop)), &mut width::out(true));
    world.problems_found().iter().for_each(|note| eprintln!("note: {note}"));
    match played {
        Ok(_) => Ok(interrupt::status(&stop)),
        Err(SessionError::Io(error)) => Err(error.into()),
        Err(SessionError::World(trouble)) => Err(troubled(world, trouble)),
    }
}

/// The game to play: a new game, a game after an opening, or a game from a file. Moves after the end of the game are
/// removed.
fn begun<W: Playing>(
    world: &W,
    arguments: &Arguments,
    file: Option<(&str, &[u8])>,
    texts: &Texts,
) -> Result<Begun<W>, Failure> {
    if let Some(code) = &arguments.opening {
        if !W::HAS_OPENINGS {
            return Err(refused(world, "opening", "the 26 openings are those of renju"));
        }
        let said = || {
            let said = texts.say("no-such-opening", &[("code", code.as_str().into())]);
            Failure::Said(texts.say("error", &[("text", said.as_str().into())]), WRONG_USE)
        };
        return Ok(Begun::new(world.opening_moves(code).ok_or_else(said)?));
    }
    let Some((name, bytes)) = file else { return Ok(Begun::new(Vec::new())) };
    let number = arguments.record.unwrap_or(1);
    let resumed = world.resumed(name, bytes, number).map_err(|trouble| troubled(world, trouble))?;
    let Resumed { start, moves, file, games, notes } =
        resumed.map_err(|games| no_such_game(number, games))?;
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    let entries = vec![Entry::alone(String::new(), start, Some(moves))];
    let mut positions = Positions::of(entries);
    let mut ends = Ends::of(&positions, world);
    ends.cut(&mut positions.entries[0], &Progress::begin())?;
    let Some(Entry { start, moves, .. }) = positions.entries.pop() else { return Ok(Begun::new(Vec::new())) };
    Ok(Begun { start, moves: moves.unwrap_or_default(), file, origin: Origin::File { number, games } })
}
