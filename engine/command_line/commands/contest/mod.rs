//! `noire contest`: two players against each other, until the games say enough of who is stronger.
//!
//! With `--format json` one object is printed:
//!
//! ```text
//! base or game, seed    as they were asked
//! contestants           for both: name, moves, positions, seconds, slowest (milliseconds), late (moves over the limit),
//!                       losses (those against the rules of play: how often each came, by its name)
//! games                 how many were played
//! wins, draws, losses   of the first
//! score                 the share of the points that the first has, from 0 to 1
//! low, high             its bounds at 95 %; null for fewer than two openings
//! elo                   the same in Elo points: elo, low, high; null where it is infinite or unknown
//! normalized_elo        in normalized Elo points; null where all pairs brought the same
//! pairs                 how many openings brought 0, 0.5, 1, 1.5 and 2 points
//! sprt                  the test: low, high, model, alpha, beta, ratio (the logarithm), lower, upper (its bounds), verdict
//!                       (accepted, rejected or undecided); null without --sprt
//! ends                  how often each end came, by its name
//! known                 how many pairs stood in the log before
//! ```

mod entrants;
mod held;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};

use self::entrants::Side;
pub(super) use self::entrants::identity;
pub(super) use self::held::{broken_off, fewer, opened};
use crate::command_line::backend::BaseArguments;
use crate::command_line::games::OptionalGame;
use crate::command_line::output::{Failure, Format, WRONG_USE};
use crate::command_line::seconds::{games, opening_moves, seconds};
use crate::command_line::threads::Threads;
use crate::laboratory::contest::{Allowance, EloModel, Sprt};
use crate::search::time::TimeControl;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire contest --nodes 2000 --games 200                       ours against that of the thesis
  noire contest --second threats:depth=2 --sprt 0,20           is looking further worth 20 Elo?
  noire contest --second threats --second-base my-base/        what other rules are worth
  noire contest --openings engine/data/even_openings.tsv --second threats:depth=4 --nodes 5000
  noire contest --second-program 'other/program' --time 1      against a program of somebody else
  noire contest --game my-game/ --second unguided --sprt 0,30 --log preferences.log";

/// Find out which of two players is stronger: play until a test is sure, and go on from a log.
///
/// Every opening is played from both sides; a pair of games is what counts. The openings are those of `noire match`. A move
/// that cannot be made or comes too late loses. With `--sprt` the contest ends as soon as its pairs say enough, and with
/// `--log` it goes on where it stopped.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    base: BaseArguments,
    /// How the first plays. By a base: `threats`, proof-number search over threats, or `classic`, the strategy of the thesis; a
    /// colon and settings may follow, as in `threats:level=3,depth=2,nodes=500`. In a game in text: an agent of `noire agents`
    /// with its settings
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "threats",
        default_value_if("text_game", ArgPredicate::IsPresent, "search")
    )]
    first: String,
    /// … and the second
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "classic",
        default_value_if("text_game", ArgPredicate::IsPresent, "random")
    )]
    second: String,
    /// What the first knows, where it is not what the judge does: a base, or with --game a text of the same game
    #[arg(long, value_name = "NAME-OR-DIR")]
    first_base: Option<String>,
    /// … and the second
    #[arg(long, value_name = "NAME-OR-DIR")]
    second_base: Option<String>,
    /// The first is a program that speaks the protocol of Gomocup: its path, and what it is given. It is started for each game
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["text_game", "first", "first_base"])]
    first_program: Option<String>,
    /// … and the second
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["text_game", "second", "second_base"])]
    second_program: Option<String>,
    /// A program gets so many seconds to say that it is ready
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    ready: Duration,
    /// Openings from a file, one after the other: in a game in text a game on each line, else positions by their moves
    #[arg(long, value_name = "FILE", conflicts_with = "opening_moves")]
    openings: Option<PathBuf>,
    /// In a game in text: so many moves drawn at random open a game
    #[arg(long, value_name = "N", requires = "text_game", default_value_t = 2, value_parser = opening_moves())]
    opening_moves: u64,
    /// In a game in text: what each agent remembers, in MiB
    #[arg(long, value_name = "MIB", requires = "text_game", value_parser = crate::command_line::memory::mebibytes)]
    memory: Option<u64>,
    /// The number of games at most, two for each opening; an odd number is made even
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = games())]
    games: u64,
    /// Seconds for a move; a tenth of a second where no other limit is given
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Seconds for all moves of one side in a game
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    game_time: Option<Duration>,
    /// Seconds that each move adds to the time for all moves
    #[arg(long, value_name = "SECONDS", requires = "game_time", value_parser = seconds)]
    increment: Option<Duration>,
    /// Positions to examine for a move: the contest is then the same on every machine, with any number of threads
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
    /// End as soon as it is clear whether the first is stronger by LOW or by HIGH Elo points
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = bounds)]
    sprt: Option<[f64; 2]>,
    /// The share of tests that may accept HIGH where LOW is true
    #[arg(long, value_name = "SHARE", requires = "sprt", default_value_t = 0.05)]
    alpha: f64,
    /// The share of tests that may reject HIGH where it is true
    #[arg(long, value_name = "SHARE", requires = "sprt", default_value_t = 0.05)]
    beta: f64,
    /// What the Elo points of the test mean: the share of the points, or its distance from a half in standard deviations of a game
    #[arg(long, value_name = "MODEL", value_enum, requires = "sprt", default_value = "logistic")]
    elo: EloChoice,
    /// Write each pair to this file, and go on from what stands in it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// text for people, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What Elo points mean.
#[derive(Clone, Copy, ValueEnum)]
enum EloChoice {
    Logistic,
    Normalized,
}

/// `0,10`: two numbers of Elo points.
fn bounds(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let bounds = text.split_once(',').and_then(|(low, high)| Some([number(low)?, number(high)?]));
    bounds.ok_or_else(|| "two numbers of Elo points are expected, such as 0,10".to_owned())
}

/// The time for a move where no limit is given.
const TURN: Duration = Duration::from_millis(100);

impl Arguments {
    /// What was said of both contestants.
    fn sides(&self) -> [Side<'_>; 2] {
        let first = (&self.first, &self.first_base, &self.first_program);
        let second = (&self.second, &self.second_base, &self.second_program);
        [first, second].map(|(player, base, program)| Side {
            player,
            base: base.as_deref(),
            program: program.as_deref(),
        })
    }

    /// What both may use for their moves.
    fn allowance(&self) -> Allowance {
        let is_unlimited = self.game_time.is_none() && self.nodes.is_none();
        let turn = self.time.or(is_unlimited.then_some(TURN));
        let time = TimeControl::new(turn, self.game_time).with_increment(self.increment.unwrap_or_default());
        Allowance { time, positions: self.nodes, tolerance: self.tolerance }
    }

    /// The test that was asked for.
    fn test(&self) -> Result<Option<Sprt>, Failure> {
        let model = match self.elo {
            EloChoice::Logistic => EloModel::Logistic,
            EloChoice::Normalized => EloModel::Normalized,
        };
        let test = self.sprt.map(|bounds| Sprt::new(bounds, model, [self.alpha, self.beta]));
        test.transpose().map_err(|words| Failure::Said(format!("error: --sprt: {words}"), WRONG_USE))
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let test = arguments.test()?;
    match &arguments.game.game {
        Some(name) => entrants::of_game(arguments, name, test),
        None => entrants::of_base(arguments, test),
    }
}
