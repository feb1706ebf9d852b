//! `noire play`: a game at the terminal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::bases::{Backend, DEFAULT_BASE, is_game};
use crate::facts::Base;
use crate::games::abilities::Asker;
use crate::games::{judge, openings};
use crate::play::command::check_words;
use crate::play::lines::Typed;
use crate::play::{Origin, Player, Session, Settings};
use crate::players::PlayerSpec;
use crate::record::{GameRecord, base_of_rules, open_games};
use crate::search::player::Budget;
use crate::search::time::TimeControl;
use crate::texts::Texts;
use blanche_compiler::runtime::Limits as Work;
use clap::{Args, ValueEnum};

use crate::command_line::amiss::{tell_lacks, tell_unplayable};
use crate::command_line::asked::{GameName, GameOrStated, no_number};
use crate::command_line::backend::{self, BackendChoice};
use crate::command_line::commands::convert::numbered;
use crate::command_line::commands::play_text;
use crate::command_line::commands::solve::StrategyChoice;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE, remarks};
use crate::command_line::seconds::seconds;
use crate::command_line::text::Boards;
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire play
  noire play --black computer --white human --opening D4 --lang nl
  noire play --resume game.sgf --show-rules
  noire play my-game/ --computer all";

/// Play a game at the terminal.
///
/// Play renju, go-moku or the game of another base, against the computer or each other. Ctrl-C makes the computer
/// move at once, and ends the game at the prompt or where the computer plays itself.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Who plays black [default: human]
    #[arg(long, value_enum)]
    pub(super) black: Option<PlayerChoice>,
    /// Who plays white [default: computer]
    #[arg(long, value_enum)]
    pub(super) white: Option<PlayerChoice>,
    #[command(flatten)]
    game: GameName<GameOrStated>,
    /// The back end; by default compiled where the base is compiled, and interpreted otherwise
    #[arg(long, value_enum)]
    pub(super) backend: Option<BackendChoice>,
    /// The computer knows the rules up to this level; 7 by default
    #[arg(long, value_name = "N")]
    pub(super) level: Option<u32>,
    /// The computer thinks so many seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "1")]
    pub(super) time: Duration,
    /// … and so many for all its moves of a game
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(super) game_time: Option<Duration>,
    /// Seconds that each move adds to the time for all moves
    #[arg(long, value_name = "SECONDS", requires = "game_time", value_parser = seconds)]
    pub(super) increment: Option<Duration>,
    /// Begin with one of the 26 openings: D1 to D13, I1 to I13
    #[arg(long, value_name = "CODE", conflicts_with = "resume")]
    opening: Option<String>,
    /// Go on with a game from a file: SGF, .psq, moves, lines
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// With --resume: this one of the games in the file, counted from 1
    #[arg(long, value_name = "N", requires = "resume", conflicts_with = "opening")]
    record: Option<usize>,
    /// In a game in text the computer plays for this player; `all` and `none` are players too. By default the last one
    #[arg(long, value_name = "PLAYER")]
    pub(super) computer: Vec<String>,
    /// In a game in text the computer plays like this: `search`, `unguided`, `minimax`, `random`, `winning`, or a name of `noire
    /// games --players`; a colon and settings may follow, as in `minimax:depth=8`
    #[arg(long, value_name = "AGENT", default_value = "search")]
    pub(super) agent: PlayerSpec,
    /// Show at every turn which rule applies
    #[arg(long)]
    pub(super) show_rules: bool,
    /// Tell what the computer finds at each depth while it thinks, and why it plays its move
    #[arg(long)]
    pub(super) analysis: bool,
    /// In a game in text, show moves with numbers and the boards they lead to; a number is a move then
    #[arg(long)]
    pub(super) numbered: bool,
    /// The language, such as en, nl or nl_BE; that of the environment if it is not given
    #[arg(long, value_name = "LANGUAGE")]
    pub(super) lang: Option<String>,
    /// A folder with further languages, a file such as eo.ftl for each
    #[arg(long, value_name = "DIR")]
    pub(super) languages: Option<PathBuf>,
    #[command(flatten)]
    pub(super) boards: Boards,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PlayerChoice {
    Human,
    Computer,
}

impl From<PlayerChoice> for Player {
    fn from(choice: PlayerChoice) -> Player {
        match choice {
            PlayerChoice::Human => Player::Human,
            PlayerChoice::Computer => Player::Computer,
        }
    }
}

/// Rules up to this level are known where nothing else is said.
const LEVEL: u32 = 7;

/// Less time than this is none to think in.
const LEAST: Duration = Duration::from_millis(10);

impl Arguments {
    /// How much time the computer has.
    pub(super) fn control(&self) -> TimeControl {
        TimeControl::new(Some(self.time.max(LEAST)), self.game_time)
            .with_increment(self.increment.unwrap_or_default())
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let game = arguments.game.stated()?;
    no_number(game.as_deref())?;
    if let Some(name) = game.as_deref().filter(|name| is_game(name)) {
        return play_text::run(arguments, name);
    }
    let folder = arguments.languages.as_deref();
    let environment = || Texts::of_environment(|name| std::env::var(name).ok(), folder);
    let language = arguments.lang.clone().unwrap_or_else(environment);
    let texts = Texts::open(&language, folder)
        .map_err(|error| Failure::Said(format!("error: {error}"), WRONG_USE))?;
    check_words(&texts).map_err(|same| {
        let language = texts.language();
        let words = format!("error: the language `{language}`: {same}\n  give it another word");
        Failure::Said(words, WRONG_USE)
    })?;
    let (record, origin) = begun(arguments, &texts)?;
    let named = record.rules.as_deref().and_then(base_of_rules);
    let name = game.as_deref().or(named).unwrap_or(DEFAULT_BASE);
    if let (None, None, Some(said)) = (&game, named, &record.rules) {
        let said = said.escape_debug();
        eprintln!(
            "note: the rules are those of {name}, because no base is called `{said}` as in the record (--game chooses)"
        );
    }
    let base = Base::open(name, Work::default())?;
    let backend = backend::chosen(arguments.backend, &base)?;
    remarks(&base);
    tell_lacks(&base, &[Asker::Player(StrategyChoice::Threats.name())]);
    let record = without_what_follows(record, &base, backend);
    let stop = interrupt::stop()?;
    let settings = Settings {
        players: [
            arguments.black.unwrap_or(PlayerChoice::Human).into(),
            arguments.white.unwrap_or(PlayerChoice::Computer).into(),
        ],
        budget: Budget {
            levels: arguments.level.unwrap_or(LEVEL),
            stop: Arc::clone(&stop),
            ..Budget::default()
        },
        time: arguments.control(),
        show_rules: arguments.show_rules,
        show_analysis: arguments.analysis,
        style: arguments.boards.style(),
        origin,
    };
    let mut session = Session::new(&base, backend, record, settings, texts);
    let played = session.play(Typed::new(Arc::clone(&stop)), &mut width::out(true));
    tell_unplayable(&base, 0);
    played?;
    Ok(interrupt::status(&stop))
}

/// The game up to its end: the first to win has won, and what the record has behind it is left out.
fn without_what_follows(mut record: GameRecord, base: &Base, backend: Backend) -> GameRecord {
    // A question that cannot be answered within its limits is told where the game goes on.
    if let Ok(Some(judged)) = judge(&record, base, backend)
        && judged.moves < record.moves.len()
    {
        eprintln!("note: {}; what follows is left out", judged.before_the_last_move(base.name()));
        record.moves.truncate(judged.moves);
    }
    record
}

/// The game as it begins, empty, after an opening, or as it stands in a file; and where it comes from.
fn begun(arguments: &Arguments, texts: &Texts) -> Result<(GameRecord, Origin), Failure> {
    if let Some(code) = &arguments.opening {
        let Some(opening) = openings::opening(code) else {
            let said = texts.say("no-such-opening", &[("code", code.as_str().into())]);
            return Err(Failure::Said(texts.say("error", &[("text", said.as_str().into())]), WRONG_USE));
        };
        return Ok((GameRecord::of_moves(&opening.moves), Origin::New));
    }
    let Some(file) = &arguments.resume else { return Ok((GameRecord::default(), Origin::New)) };
    let name = file.display().to_string();
    let (read, _) = open_games(file, None)?;
    for note in &read.notes {
        eprintln!("note: {note}");
    }
    let said = |what: &str| Failure::Said(format!("error: {name}: {what}"), MISTAKES);
    if read.games.is_empty() {
        return Err(said("there is no game in it"));
    }
    let number = arguments.record.unwrap_or(1);
    let origin = Origin::File { number, games: read.games.len() };
    let game = numbered(read.games, number)?;
    if game.to_move().is_none() { Err(said("it does not say whose turn it is")) } else { Ok((game, origin)) }
}
