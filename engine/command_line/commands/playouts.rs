//! `noire playouts`: random games of a game in text.
//!
//! With `--format json` an object is printed:
//!
//! ```text
//! game         its name
//! backend      who answered: "compiled" or "interpreted", or "both"
//! seed         of the random numbers
//! playouts     how many games
//! plies        how many moves all of them had together
//! won          how many each player won, by the players' names
//! drawn        how many nobody won
//! seconds      how long it took
//! per_second   how many games in a second
//! ```

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use crate::bases::Backend;
use crate::progress::Progress;
use blanche_compiler::game::{Tally, playouts};
use blanche_compiler::random::Random;
use clap::Args;
use serde_json::{Map, Value, json};

use crate::command_line::game::{GameArguments, failed};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MACHINE};
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire playouts --game my-game/
  noire playouts --game my-game/ --games 100 --backend both
  noire playouts --game my-game/ --seed 7 --format json";

/// Play random games of a game in text to their ends.
///
/// Every legal move is as likely as the others. How many games a second are played is the measure by which general game
/// systems are compared; it is a figure of one machine.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// So many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// text for people, json with one object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The games of a back end.
struct Played {
    backend: Backend,
    tally: Tally,
    seconds: f64,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (base, rules) = arguments.game.open()?;
    let stop = interrupt::stop()?;
    let mut all: Vec<Played> = Vec::new();
    let mut progress = Progress::begin();
    for (backend, rules) in &rules {
        let start = arguments.game.start(&base, rules)?;
        // The second back end plays as many games as the first has.
        let games = all.first().map_or(arguments.games, |played| played.tally.games);
        let told = |done: u64| {
            progress.show(done as f64 / games.max(1) as f64, &format!("{done} of {games} games, {backend}"));
        };
        let began = Instant::now();
        let tally = playouts(rules, &start, games, &mut Random::new(arguments.seed), &stop, &told);
        let tally = tally.map_err(|fault| failed(&base, &fault))?;
        all.push(Played { backend: *backend, tally, seconds: began.elapsed().as_secs_f64() });
    }
    progress.end();
    let player = |value| base.program().player(value);
    let mut out = width::out(arguments.format == Format::Text);
    let Some(first) = all.first() else { return Ok(ExitCode::SUCCESS) };
    let speed = |played: &Played| played.tally.games as f64 / played.seconds.max(1e-9);
    match arguments.format {
        Format::Json => {
            let backend = if all.len() > 1 { "both".to_owned() } else { first.backend.to_string() };
            let won = first.tally.won.iter().map(|(value, won)| (player(*value), json!(won)));
            let object = json!({
                "game": base.name(),
                "backend": backend,
                "seed": arguments.seed,
                "playouts": first.tally.games,
                "plies": first.tally.plies,
                "won": Value::Object(won.collect::<Map<_, _>>()),
                "drawn": first.tally.drawn,
                "seconds": first.seconds,
                "per_second": speed(first),
            });
            writeln!(out, "{object:#}")?;
        }
        Format::Text => {
            let Tally { games, plies, won, drawn } = &first.tally;
            let share = |number: u64| 100.0 * number as f64 / (*games).max(1) as f64;
            writeln!(out, "{}, {games} random games of seed {}", base.name(), arguments.seed)?;
            for (value, number) in won {
                writeln!(out, "{:>10} wins {number:>10}  {:5.1} %", player(*value), share(*number))?;
            }
            writeln!(out, "{:>15} {drawn:>10}  {:5.1} %", "drawn", share(*drawn))?;
            writeln!(
                out,
                "{:>15} {plies:>10}  {:5.1} a game",
                "moves",
                *plies as f64 / (*games).max(1) as f64
            )?;
            for played in &all {
                writeln!(
                    out,
                    "{:>15} {:>10.0}  games per second",
                    played.backend.to_string(),
                    speed(played)
                )?;
            }
        }
    }
    let stopped = interrupt::status(&stop);
    match all.iter().find(|played| played.tally != first.tally) {
        // What Ctrl-C ended early is no difference.
        Some(other) if stopped == ExitCode::SUCCESS => Err(Failure::Said(
            format!(
                "error: the back ends differ\n  {}: {:?}\n  {}: {:?}",
                first.backend, first.tally, other.backend, other.tally
            ),
            MACHINE,
        )),
        _ => Ok(stopped),
    }
}
