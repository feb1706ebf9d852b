//! `noire contest`: plays two or more players against each other. It ends after a number of games, or when a test shows
//! which player is stronger.
//!
//! With `--format json` one object is printed for each pair of players, on a line of its own:
//!
//! ```text
//! game, seed            the game and the seed
//! contestants           for both players: name, moves, positions, seconds, slowest (milliseconds),
//!                       depth (mean, in plies), late (moves over the time limit),
//!                       losses (by a breach of the rules: number of each kind)
//! games                 number of games played
//! wins, draws, losses   results of the first player
//! score                 share of the points of the first player, from 0 to 1
//! low, high             95 % confidence interval of the score; null for fewer than two openings
//! elo                   the score in Elo points: elo, low, high; null if it is infinite or unknown
//! normalized_elo        the score in normalized Elo points; null if all pairs have the same result
//! pairs                 numbers of openings that scored 0, 0.5, 1, 1.5 and 2 points
//! sprt                  the test: low, high, model, alpha, beta, ratio (log-likelihood ratio),
//!                       lower, upper (its bounds), verdict (accepted, rejected or undecided); null without --sprt
//! ends                  number of games with each kind of end
//! known                 number of pairs of all players that the log contained before
//! unwritten             the text of all games if --output could not be written; otherwise absent
//! ```

mod during_build;
pub(crate) mod entrants;
mod execution;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};

pub(super) use self::entrants::base_identity;
pub(super) use self::execution::{contest_failure, open_log};
use crate::command_line::backend_options::BackendChoice;
use crate::command_line::number_options::{games, opening_moves, seconds};
use crate::command_line::output::{Failure, Format, USAGE_ERROR};
use crate::command_line::query_options::{GameName, renamed_option};
use crate::command_line::thread_options::Threads;
use noire_engine::players::PlayerSpec;
use noire_engine::search::time::TimeControl;
use noire_laboratory::contest::{Allowance, EloModel, Sprt};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire contest --nodes 2000 --games 200
  noire contest --player search --player search:depth=2 --sprt 0,20
  noire contest --player search --player search:game=my-base/
  noire contest my-game/ --player search --player unguided --player random
  noire contest --openings engine/data/even_openings.tsv --nodes 5000
  noire contest --player search --player 'program:other/program' --time 1
  noire contest my-game/ --player unguided --sprt 0,30 --log pref.log";

/// Find out which of several players is stronger, and by how much.
///
/// Every player plays every other one, from both sides of each opening. The score is counted in pairs of games, and the
/// error bar is computed from the differences between openings. The openings of renju and go-moku are the 26 of renju,
/// then the same with two more random stones, and so on; other games begin with random moves. An illegal or late move
/// loses the game. With `--sprt`, a contest of two players ends as soon as its pairs decide the test; with `--log`, a
/// contest that was stopped can be continued.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameName,
    /// The back end; by default compiled if the game is compiled, otherwise interpreted
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// A player, with settings after a colon: `search:level=3,depth=2`, `minimax:width=3`, `random`; `noire games
    /// --players` lists them. With `game=DIR` it uses another base of the same game, and `program:COMMAND` starts a
    /// program that speaks the Gomocup protocol. If only one player is given, it plays against `search`. If none is
    /// given, `search` plays against `classic`, or against `random` in games that `classic` does not play
    #[arg(long, value_name = "PLAYER")]
    player: Vec<PlayerSpec>,
    /// Seconds for a program to report that it is ready; 10 by default
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    ready: Option<Duration>,
    /// Use the openings of this file, in the order of its lines. Each line lists the moves of one opening
    #[arg(long, value_name = "FILE", conflicts_with = "opening_moves")]
    openings: Option<PathBuf>,
    /// Number of random moves that open a game
    #[arg(long, value_name = "N", value_parser = opening_moves())]
    opening_moves: Option<u64>,
    /// Memory limit for each player, in MiB
    #[arg(long, value_name = "MIB", value_parser = crate::command_line::memory_option::mebibytes)]
    memory: Option<u64>,
    /// Number of games between each pair of players, two for each opening; an odd number is rounded up. With --sprt, the maximum. By
    /// default 52, and 1000 with --sprt
    #[arg(long, value_name = "N", value_parser = games())]
    games: Option<u64>,
    /// Seconds for a move; 0.1 if no other limit is given
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Seconds for all moves of one side in a game
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    game_time: Option<Duration>,
    /// Seconds added to --game-time after each move
    #[arg(long, value_name = "SECONDS", requires = "game_time", value_parser = seconds)]
    increment: Option<Duration>,
    /// Maximum number of positions to search per move. With this limit, a contest gives the same result on every
    /// machine and with any number of threads
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Allow the second player only as much time in a game as the first has used so far; the first has no limit
    #[arg(long, conflicts_with_all = ["time", "game_time", "nodes"])]
    time_of_first: bool,
    /// A player loses the game if a move exceeds its time limit by more than this many seconds; 0.1 by default
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    tolerance: Option<Duration>,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Sequential test: end as soon as it is clear whether the first player is stronger by LOW or by HIGH Elo points
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = bounds)]
    sprt: Option<[f64; 2]>,
    /// The probability of accepting HIGH if LOW is true
    #[arg(long, value_name = "SHARE", requires = "sprt", default_value_t = 0.05)]
    alpha: f64,
    /// The probability of rejecting HIGH if it is true
    #[arg(long, value_name = "SHARE", requires = "sprt", default_value_t = 0.05)]
    beta: f64,
    /// The unit of LOW and HIGH: Elo points computed from the score, or normalised Elo, which measures the distance of the
    /// score from 1/2 in standard deviations
    #[arg(long, value_name = "MODEL", value_enum, requires = "sprt", default_value = "logistic")]
    elo: EloChoice,
    /// Write each pair of games to this file, and continue from the pairs that are already in it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the games to this new file; records are never overwritten. The extension determines the format: .tsv (a
    /// table with one game per line) for all games; .sgf for five in a row; for games defined by rule files, .txt
    /// (lists of moves), and .pdn if the game can be written as PDN
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// text for people, or json objects
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    old: FormerOptions,
}

/// Options that have other names now.
#[derive(Args)]
struct FormerOptions {
    #[arg(long, hide = true)]
    first: Option<String>,
    #[arg(long, hide = true)]
    second: Option<String>,
    #[arg(long, hide = true)]
    first_base: Option<String>,
    #[arg(long, hide = true)]
    second_base: Option<String>,
    #[arg(long, hide = true)]
    first_program: Option<String>,
    #[arg(long, hide = true)]
    second_program: Option<String>,
    #[arg(long, hide = true)]
    first_level: Option<String>,
    #[arg(long, hide = true)]
    second_level: Option<String>,
    #[arg(long, hide = true)]
    first_depth: Option<String>,
    #[arg(long, hide = true)]
    second_depth: Option<String>,
}

impl FormerOptions {
    /// Rejects options of earlier versions, and says how to write them now.
    fn reject(&self) -> Result<(), Failure> {
        let own = |player: &str| {
            if player == "threats" { "search".to_owned() } else { player.replacen("threats:", "search:", 1) }
        };
        let player = |player: &str| format!("--player {}", own(player));
        let old = [
            ("--first", &self.first, &player as &dyn Fn(&str) -> String),
            ("--second", &self.second, &player),
            ("--first-base", &self.first_base, &|name| format!("--player search:game={name}")),
            ("--second-base", &self.second_base, &|name| format!("--player search:game={name}")),
            ("--first-program", &self.first_program, &|command| format!("--player 'program:{command}'")),
            ("--second-program", &self.second_program, &|command| format!("--player 'program:{command}'")),
            ("--first-level", &self.first_level, &|level| format!("--player search:level={level}")),
            ("--second-level", &self.second_level, &|level| format!("--player search:level={level}")),
            ("--first-depth", &self.first_depth, &|depth| format!("--player search:depth={depth}")),
            ("--second-depth", &self.second_depth, &|depth| format!("--player search:depth={depth}")),
        ];
        let given = old.iter().find_map(|(name, value, now)| Some((*name, now(value.as_deref()?))));
        given.map_or(Ok(()), |(name, now)| Err(renamed_option(name, &now)))
    }
}

/// What Elo points mean.
#[derive(Clone, Copy, ValueEnum)]
enum EloChoice {
    Logistic,
    Normalized,
}

/// Parses two numbers of Elo points such as `0,10`.
fn bounds(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let bounds = text.split_once(',').and_then(|(low, high)| Some([number(low)?, number(high)?]));
    bounds.ok_or_else(|| "expected two numbers of Elo points, such as 0,10".to_owned())
}

/// Default time for a move.
const TIME_PER_MOVE: Duration = Duration::from_millis(100);

/// Default tolerance: the time by which a move may exceed its limit.
const TOLERANCE: Duration = Duration::from_millis(100);

/// Default numbers of games: without a sequential test, and with one.
const DEFAULT_GAMES: [u64; 2] = [52, 1000];

impl Arguments {
    /// Number of games for each pair of players.
    fn games(&self) -> u64 {
        self.games.unwrap_or(DEFAULT_GAMES[usize::from(self.sprt.is_some())])
    }

    /// The limits for the moves of a player.
    fn allowance(&self) -> Allowance {
        let is_unlimited = self.game_time.is_none() && self.nodes.is_none() && !self.time_of_first;
        let turn = self.time.or(is_unlimited.then_some(TIME_PER_MOVE));
        let time = TimeControl::new(turn, self.game_time).with_increment(self.increment.unwrap_or_default());
        let (positions, tolerance) = (self.nodes, self.tolerance.unwrap_or(TOLERANCE));
        Allowance { time, positions, tolerance, second_follows: self.time_of_first }
    }

    /// The first specified option that matters only for players that look ahead.
    fn of_searches(&self) -> Option<&'static str> {
        let options = [
            (self.memory.is_some(), "memory"),
            (self.time.is_some(), "time"),
            (self.game_time.is_some(), "game-time"),
            (self.nodes.is_some(), "nodes"),
            (self.tolerance.is_some(), "tolerance"),
            (self.time_of_first, "time-of-first"),
        ];
        options.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// Rejects a tolerance if no move has a time limit.
    fn check_tolerance(&self) -> Result<(), Failure> {
        let Allowance { time, second_follows, .. } = self.allowance();
        let is_limited = time.per_move.is_some() || time.per_game.is_some() || second_follows;
        if self.tolerance.is_none() || is_limited {
            return Ok(());
        }
        let words = "error: --tolerance: with --nodes alone no move has a time limit\n  --time or --game-time sets one";
        Err(Failure::Message(words.to_owned(), USAGE_ERROR))
    }

    /// The specified sequential test, if there is one.
    fn test(&self) -> Result<Option<Sprt>, Failure> {
        let model = match self.elo {
            EloChoice::Logistic => EloModel::Logistic,
            EloChoice::Normalized => EloModel::Normalized,
        };
        let test = self.sprt.map(|bounds| Sprt::new(bounds, model, [self.alpha, self.beta]));
        test.transpose().map_err(|words| Failure::Message(format!("error: --sprt: {words}"), USAGE_ERROR))
    }
}

/// Runs `noire contest`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    arguments.old.reject()?;
    arguments.check_tolerance()?;
    let test = arguments.test()?;
    entrants::open_and_run(arguments, test)
}
