//! `noire play`: plays a game at the terminal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::play::command::check_words;
use crate::play::input::StandardInput;
use crate::play::{Controller, Origin, Session, SessionError, SessionStart, Settings};
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
use noire_interactive::interactive_game::{InteractiveGame, LoadedGame};
use noire_interactive::translations::Translations;

use crate::command_line::answer_text::BoardOptions;
use crate::command_line::backend_options::BackendChoice;
use crate::command_line::commands::contest::entrants::note_missing;
use crate::command_line::commands::convert::no_such_game;
use crate::command_line::ineffective_options::{no_effect_failure, note_high_level};
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, USAGE_ERROR};
use crate::command_line::query_options::{
    GameEnds, GameName, GameOrRecorded, Positions, open_game, read_bytes, reject_game_number, renamed_option,
    world_failure,
};
use crate::command_line::width;
use crate::command_line::{interrupt, language};

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
    game: GameName<GameOrRecorded>,
    /// The back end; by default compiled if the base is compiled, otherwise interpreted
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// The computer uses the rules up to this level; 7 by default
    #[arg(long, value_name = "N")]
    level: Option<u32>,
    /// Seconds for each move of the computer [default: 1]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
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
    boards: BoardOptions,
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
struct PlayerName(Controller);

impl FromStr for PlayerName {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<PlayerName, BadSpec> {
        let spec: PlayerSpec = match text {
            "human" => return Ok(PlayerName(Controller::Human)),
            "computer" => default_player(),
            text => text.parse()?,
        };
        if spec.method == Method::Program {
            return Err(BadSpec("external programs play in `noire contest` only".to_owned()));
        }
        match &spec.game {
            None => Ok(PlayerName(Controller::Computer(spec))),
            Some(_) => {
                Err(BadSpec("`game=` is for `noire contest`: here all players use the same base".to_owned()))
            }
        }
    }
}

/// The computer player to use by default.
fn default_player() -> PlayerSpec {
    "search".parse().expect("it is a player")
}

/// Default time for a move.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Minimum time for a move.
const MIN_TIME: Duration = Duration::from_millis(10);

impl Arguments {
    /// The time control of the computer.
    fn control(&self) -> TimeControl {
        TimeControl::new(Some(self.time.unwrap_or(DEFAULT_TIME).max(MIN_TIME)), self.game_time)
            .with_increment(self.increment.unwrap_or_default())
    }

    /// Rejects options of the computer if it plays no side.
    fn reject_options_of_computer(&self, controllers: &[Controller]) -> Result<(), Failure> {
        let options = [
            (self.level.is_some(), "level"),
            (self.time.is_some(), "time"),
            (self.game_time.is_some(), "game-time"),
            (self.analysis, "analysis"),
        ];
        match options.into_iter().find(|(is_given, _)| *is_given) {
            Some((_, option)) if controllers.iter().all(|seat| *seat == Controller::Human) => {
                let words = format!(
                    "error: --{option} is for the computer, and it plays no side\n  write for instance: --player human --player computer"
                );
                Err(Failure::Message(words, USAGE_ERROR))
            }
            _ => Ok(()),
        }
    }

    /// Prints a note if an option for the search has no effect, because no player searches. A person may ask for a hint,
    /// which searches.
    fn note_options_of_search(&self, controllers: &[Controller]) {
        let searches = |seat: &Controller| match seat {
            Controller::Computer(spec) => spec.method.searches(),
            Controller::Human => true,
        };
        let options = [
            (self.time.is_some(), "time"),
            (self.game_time.is_some(), "game-time"),
            (self.analysis, "analysis"),
        ];
        let given = options.into_iter().find(|(is_given, _)| *is_given);
        if let Some((_, option)) = given.filter(|_| !controllers.iter().any(searches)) {
            eprintln!("note: --{option} changes nothing: none of the players looks ahead");
        }
    }

    /// Rejects the former options for players.
    fn reject_former_options(&self) -> Result<(), Failure> {
        let seat = |old: &Option<String>, usual| {
            if old.as_deref().unwrap_or(usual) == "human" { "human" } else { "computer" }
        };
        if self.black.is_some() || self.white.is_some() {
            let [black, white] = [seat(&self.black, "human"), seat(&self.white, "computer")];
            let old = if self.black.is_some() { "--black" } else { "--white" };
            return Err(renamed_option(old, &format!("--player {black} --player {white}")));
        }
        let agent = self.agent.as_deref().unwrap_or("computer");
        let old = if self.agent.is_some() { "--agent" } else { "--computer" };
        match self.agent.is_some() || !self.computer.is_empty() {
            true => Err(renamed_option(
                old,
                &format!("--player human --player {agent}, in the order of the players"),
            )),
            false => Ok(()),
        }
    }

    /// Who moves for each player, in a game of `players` players.
    fn controllers(&self, players: usize) -> Result<Vec<Controller>, Failure> {
        if self.player.len() > players {
            let words = format!("error: there are {} players, and the game has {players}", self.player.len());
            return Err(Failure::Message(words, USAGE_ERROR));
        }
        let mut controllers: Vec<Controller> =
            self.player.iter().map(|PlayerName(seat)| seat.clone()).collect();
        let is_computer = |seat: &Controller| *seat != Controller::Human;
        while controllers.len() < players {
            let is_last = controllers.len() + 1 == players && !controllers.iter().any(is_computer);
            controllers.push(if is_last {
                Controller::Computer(default_player())
            } else {
                Controller::Human
            });
        }
        let seat = |seat| match seat {
            Controller::Human => Ok(Controller::Human),
            Controller::Computer(spec) => spec.with_defaults(self.level, None).map(Controller::Computer),
        };
        let controllers: Result<Vec<Controller>, BadSpec> = controllers.into_iter().map(seat).collect();
        controllers.map_err(|bad| Failure::Message(format!("error: {bad}"), USAGE_ERROR))
    }
}

/// Runs `noire play`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    arguments.reject_former_options()?;
    let game = arguments.game.given_game()?;
    reject_game_number(game.as_deref())?;
    let file = match &arguments.resume {
        Some(path) => Some((path.display().to_string(), read_bytes(path)?)),
        None => None,
    };
    let file = file.as_ref().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let name = match (game, file) {
        (Some(name), _) => name,
        (None, Some(file)) => recorded_base(file, arguments.record)?,
        (None, None) => DEFAULT_BASE.to_owned(),
    };
    let backend = |base: &noire_engine::world::AnyBase| {
        vec![arguments.backend.map_or_else(|| base.backend(), BackendChoice::backend)]
    };
    let world = open_game(&name, Work::default(), None, backend)?;
    with_world!(&world, |world| play_game(world, arguments, file))
}

/// The name of the base whose rules the resumed game record names, or of the default base if the record names no known
/// rules.
fn recorded_base((name, bytes): (&str, &[u8]), number: Option<usize>) -> Result<String, Failure> {
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
fn translations(arguments: &Arguments) -> Result<Translations, Failure> {
    let translations = language::translations(arguments.lang.as_deref(), arguments.languages.as_deref())?;
    check_words(&translations).map_err(|same| {
        let language = translations.language();
        let words = format!("error: the language `{language}`: {same}\n  choose another word");
        Failure::Message(words, USAGE_ERROR)
    })?;
    Ok(translations)
}

fn play_game<W: InteractiveGame>(
    world: &W,
    arguments: &Arguments,
    file: Option<(&str, &[u8])>,
) -> Result<ExitCode, Failure> {
    let translations = translations(arguments)?;
    let controllers = arguments.controllers(world.players().len())?;
    arguments.reject_options_of_computer(&controllers)?;
    arguments.note_options_of_search(&controllers);
    arguments.level.into_iter().for_each(|level| note_high_level(world.contents(), level));
    let mut askers = controllers.iter().filter_map(|seat| match seat {
        Controller::Computer(spec) => Some(spec),
        Controller::Human => None,
    });
    if let Some(spec) = askers.next() {
        note_missing(world, spec);
    }
    let begun = session_start(world, arguments, file, &translations)?;
    let stop = interrupt::stop_flag()?;
    let budget = Budget { stop: Arc::clone(&stop), ..Budget::untimed() };
    let settings = Settings {
        controllers,
        budget: Budget { levels: arguments.level.unwrap_or(budget.levels), ..budget },
        time: arguments.control(),
        show_rules: arguments.show_rules,
        show_analysis: arguments.analysis,
        are_numbered: arguments.numbered,
        style: arguments.boards.style(),
    };
    let session = Session::new(world, begun, settings, translations);
    let mut session = session.map_err(|trouble| world_failure(world, trouble))?;
    let played = session.play(StandardInput::new(Arc::clone(&stop)), &mut width::wrapped_stdout(true));
    world.problems_found().iter().for_each(|note| eprintln!("note: {note}"));
    match played {
        Ok(_) => Ok(interrupt::status(&stop)),
        Err(SessionError::Io(error)) => Err(error.into()),
        Err(SessionError::World(trouble)) => Err(world_failure(world, trouble)),
    }
}

/// The game to play: a new game, a game after an opening, or a game from a file. Moves after the end of the game are
/// removed.
fn session_start<W: InteractiveGame>(
    world: &W,
    arguments: &Arguments,
    file: Option<(&str, &[u8])>,
    translations: &Translations,
) -> Result<SessionStart<W>, Failure> {
    if let Some(code) = &arguments.opening {
        if !W::HAS_OPENINGS {
            return Err(no_effect_failure(world, "opening", "the 26 openings are those of renju"));
        }
        let said = || {
            let said = translations.format("no-such-opening", &[("code", code.as_str().into())]);
            Failure::Message(translations.format("error", &[("text", said.as_str().into())]), USAGE_ERROR)
        };
        return Ok(SessionStart::new(world.opening_moves(code).ok_or_else(said)?));
    }
    let Some((name, bytes)) = file else { return Ok(SessionStart::new(Vec::new())) };
    let number = arguments.record.unwrap_or(1);
    let resumed = world.load_game(name, bytes, number).map_err(|trouble| world_failure(world, trouble))?;
    let LoadedGame { start, moves, file, games, notes, variations: _, left_out: _ } =
        resumed.map_err(|games| no_such_game(number, games))?;
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    let entries = vec![Entry::alone(String::new(), start, Some(moves))];
    let mut positions = Positions::of(entries);
    let mut ends = GameEnds::of(&positions, world);
    ends.cut_after_end(&mut positions.entries[0], &Progress::begin())?;
    let Some(Entry { start, moves, .. }) = positions.entries.pop() else {
        return Ok(SessionStart::new(Vec::new()));
    };
    let start = start.map(|start| *start);
    Ok(SessionStart { start, moves: moves.unwrap_or_default(), file, origin: Origin::File { number, games } })
}
