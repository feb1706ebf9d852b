//! `reproduce matches`: plays the matches that documents report.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use noire::laboratory::contest::{ContestError, Pair, Report, Used};
use noire::progress::Progress;
use noire_reproductions::matches::{Row, play, rows};
use serde_json::{Value, json};

use super::unknown;
use noire::command_line::public_api::{self, Failure, Format, INTERNAL_ERROR, USAGE_ERROR, print_cells};
use noire::world::WorldError;

/// Examples at the end of the help.
const EXAMPLES: &str = "\
Examples:
  reproduce matches
  reproduce matches --games 20";

/// Play the matches of documents: programs as described there, against each other and against ours.
///
/// Prints the score of the second player with its 95 % bounds, and the mean depth of both. If the second player has the
/// time of the first, it gets at most the time that the first has used in the game.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The experiment; by default all of them
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Maximum number of games of each match
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true,
          value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// The seed of openings and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Text or a markdown table, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let rows = chosen(arguments.name.as_deref())?;
    let (stop, mut progress) = (public_api::stop_flag()?, Progress::begin());
    let (count, mut played) = (rows.len() as f64, Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let world = public_api::open_game(&row.game)?;
        let [first, second] = &row.players;
        progress.show(at as f64 / count, &format!("{first} against {second}"));
        let mut show = |game: u64, games: u64, _: &Pair| {
            let done = (at as f64 + game as f64 / games as f64) / count;
            progress.show(done, &format!("{first} against {second}, {game} of {games} games"));
        };
        let terms = (arguments.seed, arguments.games);
        let report = play(&world, row, terms, &stop, &mut show).map_err(|error| match error {
            ContestError::Player(bad) => Failure::Message(format!("error: {}: {bad}", row.game), USAGE_ERROR),
            ContestError::World(trouble @ WorldError::Game(_)) => public_api::game_failure(&world, trouble),
            ContestError::World(trouble) => {
                Failure::Message(format!("error: {}: {trouble}", row.game), USAGE_ERROR)
            }
            ContestError::Thread(error) => {
                Failure::Message(format!("error: cannot start a thread: {error}"), INTERNAL_ERROR)
            }
        })?;
        let is_stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
        if report.score.games() > 0 {
            played.push((row, report));
        }
        if is_stopped {
            break;
        }
    }
    progress.end();
    if played.len() < rows.len() {
        public_api::note(&format!("stopped: {} of {} matches were begun", played.len(), rows.len()));
    }
    let mut out = public_api::unwrapped_stdout(arguments.format.style().is_some());
    match arguments.format.style() {
        Some(style) => print_cells(&mut out, &cells(&played), style)?,
        None => writeln!(out, "{:#}", object(arguments, &played))?,
    }
    Ok(public_api::status(&stop))
}

/// The matches of the experiment with this name, or all matches.
fn chosen(name: Option<&str>) -> Result<Vec<Row>, Failure> {
    let all = rows();
    let Some(name) = name else { return Ok(all) };
    let chosen: Vec<Row> = all.iter().filter(|row| row.experiment == name).cloned().collect();
    match chosen.is_empty() {
        true => Err(unknown(name, all.iter().map(|row| row.experiment.as_str()))),
        false => Ok(chosen),
    }
}

fn per_move(sum: f64, used: &Used) -> f64 {
    sum / used.moves.max(1) as f64
}

fn cells(played: &[(&Row, Report)]) -> Vec<Vec<String>> {
    let head = [
        "game",
        "first",
        "second",
        "games",
        "won, drawn, lost by the second",
        "its score",
        "moves ahead",
        "ms a move",
        "late",
        "the document",
    ];
    let mut cells = vec![head.map(str::to_owned).to_vec()];
    for (row, report) in played {
        let Report { score, used: [first, second], .. } = report;
        let rate = match score.interval() {
            Some((low, high)) => format!(
                "{:.1} % [{:.1}, {:.1}]",
                100.0 * (1.0 - score.rate()),
                100.0 * (1.0 - high),
                100.0 * (1.0 - low)
            ),
            None => format!("{:.1} %", 100.0 * (1.0 - score.rate())),
        };
        let both = |of: fn(&Used) -> f64| {
            format!("{:.1}, {:.1}", per_move(of(first), first), per_move(of(second), second))
        };
        cells.push(vec![
            row.game.clone(),
            row.players[0].clone(),
            row.players[1].clone() + if row.has_time_of_first { " in its time" } else { "" },
            score.games().to_string(),
            format!("{}, {}, {}", score.losses, score.draws, score.wins),
            rate,
            both(|used| used.depths as f64),
            both(|used| used.time.as_secs_f64() * 1e3),
            second.late.to_string(),
            row.document.clone(),
        ]);
    }
    cells
}

fn object(arguments: &Arguments, played: &[(&Row, Report)]) -> Value {
    let matches = played.iter().map(|(row, report)| {
        let Report { score, used, .. } = report;
        json!({
            "experiment": row.experiment,
            "game": row.game,
            "first": row.players[0],
            "second": row.players[1],
            "has_time_of_first": row.has_time_of_first,
            "games": score.games(),
            "wins": score.losses,
            "draws": score.draws,
            "losses": score.wins,
            "score": 1.0 - score.rate(),
            "depth": used.each_ref().map(|used| per_move(used.depths as f64, used)),
            "positions": used.each_ref().map(|used| per_move(used.positions as f64, used)),
            "late": used[1].late,
        })
    });
    json!({ "seed": arguments.seed, "matches": matches.collect::<Vec<_>>() })
}
