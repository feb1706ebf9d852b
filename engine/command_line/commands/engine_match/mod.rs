//! `noire match`: a match between two strategies.
//!
//! With `--format json` one object is printed:
//!
//! ```text
//! base, seed            as they were asked
//! contestants           for both: name, slowest (milliseconds of the slowest move), positions (examined)
//! games                 how many were played
//! wins, draws, losses   of the first
//! score                 the share of the points that the first has, from 0 to 1
//! low, high             its bounds at 95 %; null for fewer than two openings
//! ends                  how often each end came, by its name
//! unwritten             the text of the games, where --output could not be written; not there otherwise
//! ```

mod meanwhile;
pub(crate) mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::agents::{self, AgentSpec, BadSpec, Method};
use crate::bases::Backend;
use crate::facts::Base;
use crate::games::FiveInARow;
use crate::games::abilities::Asker;
use crate::laboratory::engine_match::played::Terms;
use crate::laboratory::engine_match::{Contestant, Match, MatchScore, Played, run as play_all};
use crate::laboratory::games::contest::{self as games_contest, Allowance, Openings};
use crate::lists::{hint, settings};
use crate::record::{Format as RecordFormat, GameRecord, of_stones, write_games};
use crate::search::player::DEEPEST;
use crate::search::strategy::Strategy;
use crate::search::time::TimeControl;
use blanche_compiler::markup;
use blanche_compiler::spelling::list;
use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};

use crate::command_line::amiss::{tell_lacks, tell_unplayable};
use crate::command_line::backend::BaseArguments;
use crate::command_line::commands::contest::fewer;
use crate::command_line::commands::solve::StrategyChoice;
use crate::command_line::games::contest;
use crate::command_line::games::{Opened, OptionalGame};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MACHINE, WRONG_USE, check_file, write_file};
use crate::command_line::seconds::{games, opening_moves, seconds};
use crate::command_line::threads::Threads;
use crate::command_line::width;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire match --games 200 --time 0.1                      ours against that of the thesis
  noire match --second threats --second-level 3           all rules against those up to level 3
  noire match --game my-game/ --second unguided            what its preferences are worth
  noire match --second threats --games 200 --output games.tsv";

/// Play a match between two strategies, and print the score with its error bar.
///
/// Every opening is played from both sides. The openings are the 26 of renju, and after them the same with two more
/// stones drawn at random, and so on. A move that
/// cannot be made or takes too long loses. The error bar comes from how the openings differ.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    base: BaseArguments,
    /// How the first plays. Of a base: `threats`, proof-number search over threats, or `classic`, the strategy of the thesis. Of a
    /// game in text an agent: `search`, alpha-beta with its scores, rules and preferences, `unguided`, the same without
    /// preferences, `minimax`, `random`, `winning`, or a name of `noire agents`; a colon and settings may follow, as in
    /// `minimax:depth=8,scores=man+king`
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "threats",
        default_value_if("text_game", ArgPredicate::IsPresent, "search")
    )]
    first: PlayerChoice,
    /// The first uses the rules up to this level only; 7 by default
    #[arg(long, value_name = "N")]
    first_level: Option<u32>,
    /// … and the second
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "classic",
        default_value_if("text_game", ArgPredicate::IsPresent, "random")
    )]
    second: PlayerChoice,
    /// The second uses the rules up to this level only; 7 by default
    #[arg(long, value_name = "N")]
    second_level: Option<u32>,
    /// The search depth of the first, in moves, where nothing can be proved; as far as time allows by default
    #[arg(long, value_name = "N")]
    first_depth: Option<u32>,
    /// … and the second
    #[arg(long, value_name = "N")]
    second_depth: Option<u32>,
    /// In a game in text: openings from a file, a game on each line
    #[arg(long, value_name = "FILE", requires = "text_game", conflicts_with = "opening_moves")]
    openings: Option<PathBuf>,
    /// In a game in text: so many moves drawn at random open a game
    #[arg(long, value_name = "N", requires = "text_game", default_value_t = 2, value_parser = opening_moves())]
    opening_moves: u64,
    /// In a game in text: the second has as much time as the first uses, and the first no limit
    #[arg(long, requires = "text_game", conflicts_with_all = ["time", "game_time", "nodes"])]
    time_of_first: bool,
    /// In a game in text: what each agent remembers, in MiB
    #[arg(long, value_name = "MIB", requires = "text_game", value_parser = crate::command_line::memory::mebibytes)]
    memory: Option<u64>,
    /// The number of games, two for each opening; an odd number is made even
    #[arg(long, value_name = "N", default_value_t = 52, value_parser = games())]
    games: u64,
    /// Seconds for a move; by default a tenth of a second
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Seconds for all moves of one side in a game
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    game_time: Option<Duration>,
    /// Positions to examine for a move: the match is then the same on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// A move that takes this many seconds longer than its limit loses
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "0.1")]
    tolerance: Duration,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Write the games to this file: a line for each (.tsv), or SGF (.sgf); games in text as lists of moves (.txt). It must be a new
    /// one: records are not replaced
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// text for people, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// How a contestant chooses its moves.
#[derive(Clone)]
enum PlayerChoice {
    /// Of a base.
    Strategy(StrategyChoice),
    /// Of a game in text.
    Agent(AgentSpec),
}

/// By which options strategies of a base are set.
const SET_BY_OPTIONS: &str = "its level is set by --first-level N or --second-level N, and its depth by --first-depth N or \
                              --second-depth N; behind a colon `noire contest` takes them";

impl FromStr for PlayerChoice {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<PlayerChoice, BadSpec> {
        let (name, _) = settings(text);
        match StrategyChoice::from_str(name, false) {
            Ok(strategy) if name == text => Ok(PlayerChoice::Strategy(strategy)),
            Ok(_) => Err(BadSpec(format!("no settings stand behind `{name}` here; {SET_BY_OPTIONS}"))),
            Err(_) if !agents::spec::names().any(|agent| agent == name) => {
                let strategies = StrategyChoice::value_variants().iter().map(|strategy| strategy.name());
                let hint = hint(name, strategies.chain(agents::spec::names()));
                Err(BadSpec(format!("there is no player `{name}`; {hint}")))
            }
            Err(_) => text.parse().map(PlayerChoice::Agent),
        }
    }
}

impl PlayerChoice {
    /// As a strategy of a base.
    fn strategy(&self) -> Result<StrategyChoice, Failure> {
        match self {
            PlayerChoice::Strategy(strategy) => Ok(*strategy),
            PlayerChoice::Agent(agent) => {
                Err(misplaced(&agent.name, "plays games in text: name one with --game"))
            }
        }
    }

    /// As an agent that plays a game in text.
    fn agent(&self, level: Option<u32>, depth: Option<u32>) -> Result<AgentSpec, Failure> {
        match self {
            PlayerChoice::Agent(agent) => {
                let spec = agent.clone().or(level, depth);
                spec.map_err(|bad| Failure::Said(format!("error: {bad}"), WRONG_USE))
            }
            PlayerChoice::Strategy(strategy) => {
                let methods = list(&Method::ALL.map(|(name, _)| name), "or");
                let words = format!("plays bases; a game in text is played by {methods}");
                Err(misplaced(strategy.name(), &words))
            }
        }
    }
}

fn misplaced(name: &str, words: &str) -> Failure {
    Failure::Said(format!("error: the strategy `{name}` {words}"), WRONG_USE)
}

/// Rules up to this level are asked where nothing else is said.
const LEVEL: u32 = 7;

/// The time for a move where no limit is given.
const TURN: Duration = Duration::from_millis(100);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game.game {
        return run_game(arguments, name);
    }
    let [first, second] = [arguments.first.strategy()?, arguments.second.strategy()?];
    let strategies = [first, second];
    let (base, backend) = arguments
        .base
        .open_beside(|base, building| meanwhile::of_base(arguments, strategies, base, building))?;
    // The two may ask for different things.
    tell_lacks(&base, &strategies.map(|strategy| Asker::Player(strategy.name())));
    let written = arguments.output.as_deref().map(output_format).transpose()?;
    // A match may take hours: whether its games can be written is found out before.
    if let Some(path) = &arguments.output {
        check_file(path, None)?;
    }
    let contestants = contestants(arguments, strategies);
    let threads = arguments.threads.count();
    let contest = contest(arguments, (&base, backend), &contestants, threads, interrupt::stop()?);
    let mut progress = Progress::begin();
    let games = play_all(&contest, &|games| {
        let MatchScore { wins, draws, losses, .. } = MatchScore::of(games);
        let done = games.len() as f64 / (2.0 * contest.pairs as f64);
        progress.show(done, &format!("{wins} won, {draws} drawn, {losses} lost"));
    });
    progress.end();
    tell_unplayable(&base, 0);
    let games = games?;
    let unsaved = match arguments.output.as_deref().zip(written) {
        Some((path, format)) => save(path, format, &games)?,
        None => None,
    };
    let lost = unsaved.as_ref().map(|(text, _)| text.as_str());
    let mut out = width::out(arguments.format == Format::Text);
    match arguments.format {
        Format::Json => writeln!(out, "{}", report::object(arguments, &contest, &games, lost))?,
        Format::Text => report::tell(&mut out, &contest, &games)?,
    }
    out.flush()?;
    let Some((text, failure)) = unsaved else { return Ok(interrupt::status(&contest.stop)) };
    let status = failure.report();
    // A match may have taken hours: its games go where they can still go.
    if arguments.format == Format::Text {
        eprintln!("note: the games follow on standard output");
        write!(out, "\n{text}")?;
        out.flush()?;
    }
    Ok(status)
}

fn contestants(arguments: &Arguments, [first, second]: [StrategyChoice; 2]) -> [Contestant; 2] {
    let depth = |given: Option<u32>| given.unwrap_or(DEEPEST);
    let level = |given: Option<u32>| given.unwrap_or(LEVEL);
    let mut contestants = [
        contestant(first, level(arguments.first_level), depth(arguments.first_depth), arguments.nodes),
        contestant(second, level(arguments.second_level), depth(arguments.second_depth), arguments.nodes),
    ];
    if contestants[0].name == contestants[1].name {
        contestants[1].name.push_str(" (second)");
    }
    contestants
}

/// The match that was asked for.
fn contest<'c>(
    arguments: &Arguments,
    (base, backend): (&'c Base, Backend),
    [first, second]: &'c [Contestant; 2],
    threads: usize,
    stop: Arc<AtomicBool>,
) -> Match<'c> {
    let is_unlimited = arguments.game_time.is_none() && arguments.nodes.is_none();
    let turn = arguments.time.or(is_unlimited.then_some(TURN));
    let time = TimeControl::new(turn, arguments.game_time);
    Match {
        terms: Terms { base, backend, time, tolerance: arguments.tolerance },
        contestants: [first, second],
        pairs: arguments.games.div_ceil(2),
        seed: arguments.seed,
        threads,
        stop,
    }
}

/// Runs a match in a game in text.
fn run_game(arguments: &Arguments, name: &str) -> Result<ExitCode, Failure> {
    let first = arguments.first.agent(arguments.first_level, arguments.first_depth)?;
    let second = arguments.second.agent(arguments.second_level, arguments.second_depth)?;
    if arguments.game_time.is_some() {
        let words = "error: --game-time does not go with --game\n  say --time, or --time-of-first";
        return Err(Failure::Said(words.to_owned(), WRONG_USE));
    }
    if let Some(path) = &arguments.output {
        form_of_text(path)?;
    }
    let agents = [&first, &second];
    let game = Opened::beside(name, arguments.base.choice(), |game, building| {
        meanwhile::of_game(arguments, agents, game, building);
    })?;
    let terms = game_terms(arguments, &game, interrupt::stop()?)?;
    if let Openings::Given(openings) = &terms.openings
        && (openings.len() as u64) < arguments.games.div_ceil(2)
    {
        eprintln!("note: {}", fewer(openings.len() as u64, arguments.games));
    }
    contest::run(&game, agents, &terms, arguments.output.as_deref(), arguments.format)
}

/// What is played in a game in text.
fn game_terms(
    arguments: &Arguments,
    game: &Opened,
    stop: Arc<AtomicBool>,
) -> Result<games_contest::Terms, Failure> {
    let limited = |turn: Option<Duration>| Allowance::Limited {
        time: arguments.time.or(turn),
        positions: arguments.nodes,
    };
    let allowances = match arguments.time_of_first {
        true => [limited(None), Allowance::AsTheOther],
        false => [limited(arguments.nodes.is_none().then_some(TURN)); 2],
    };
    let openings = match &arguments.openings {
        Some(path) => contest::openings(game, path)?,
        None => Openings::ByChance(arguments.opening_moves as usize),
    };
    Ok(games_contest::Terms {
        allowances,
        memory: arguments.memory.map(|memory| memory << 20),
        openings,
        games: arguments.games,
        seed: arguments.seed,
        stop,
    })
}

fn contestant(strategy: StrategyChoice, levels: u32, deepest: u32, positions: Option<u64>) -> Contestant {
    let strategy = strategy.strategy();
    let name = Strategy::<FiveInARow<'_>>::name(strategy);
    let depth = if deepest == DEEPEST { String::new() } else { format!(", {deepest} moves ahead") };
    Contestant { name: format!("{name}, level {levels}{depth}"), strategy, positions, levels, deepest }
}

/// The format that the ending of a file stands for, where it has room for many games.
fn output_format(path: &Path) -> Result<RecordFormat, Failure> {
    match RecordFormat::of_path(path) {
        Some(format @ (RecordFormat::Sgf | RecordFormat::Lines)) => Ok(format),
        _ => Err(Failure::Said(
            format!("error: {}: many games go into a file that ends in .tsv or .sgf", path.display()),
            WRONG_USE,
        )),
    }
}

/// Refuses a file whose ending stands for a form in which no game in text can be written.
fn form_of_text(path: &Path) -> Result<(), Failure> {
    of_stones(path).map_or(Ok(()), |format| {
        let file = markup::of_path(path);
        let words = format!(
            "error: {file}: games in text are written as lists of moves, and .{} holds games of stones on 15x15 fields\n  \
             name a file that ends in .txt",
            format.ending()
        );
        Err(Failure::Said(words, WRONG_USE))
    })
}

/// Writes the games into a file; gives their text back where it cannot be written, and why.
fn save(path: &Path, format: RecordFormat, games: &[Played]) -> Result<Option<(String, Failure)>, Failure> {
    let records: Vec<GameRecord> = games.iter().map(|played| played.record.clone()).collect();
    let text = match write_games(&records, format) {
        Ok(written) => written.text,
        Err(reason) => {
            return Err(Failure::Said(format!("error: {}: {reason}", path.display()), MACHINE));
        }
    };
    Ok(write_file(path, &text, None).err().map(|failure| (text, failure)))
}
