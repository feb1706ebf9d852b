//! `reproduce learning`: measures how many games learners need until they are no longer beaten, and how strong they are
//! before that.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use blanche_compiler::files::OutputMark;
use clap::Args;
use noire::progress::Progress;
use noire_reproductions::curve;
use noire_reproductions::learning::{Estimate, Measure, Measured, Row, Trouble, measure, rows};
use serde_json::{Value, json};

use super::unknown;
use noire::command_line::public_api::{
    self, Failure, Format, MISTAKES, Style, USAGE_ERROR, check_file, print_cells, write_file,
};

/// Examples at the end of the help.
const EXAMPLES: &str = "\
Examples:
  reproduce learning
  reproduce learning --runs 20 --svg curves.svg";

/// Let learners play, and see when they are no longer beaten.
///
/// Each row is a learner against an opponent. It shows the number of games after which the learner is no longer beaten
/// (the median of all runs), its losses in the end, and its share of the points of all games. In a small game, all
/// lines of the opponent are tried after every game; in others, the games themselves count, and the end is the last
/// tenth of them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The experiment; by default the first of the built-in list
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Maximum number of runs, with consecutive seeds
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    runs: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the curves as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Text or a markdown table, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The width and height of a plotted curve, in characters.
const LETTERS: (usize, usize) = (64, 13);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let rows = chosen(arguments.name.as_deref())?;
    if let Some(path) = &arguments.svg {
        check_file(path, OutputMark::MARKUP)?;
    }
    let (stop, mut progress) = (public_api::stop_flag()?, Progress::begin());
    let (count, mut measured) = (rows.len() as f64, Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let world = public_api::open_game(&row.game)?;
        let mut show = |run: u64, runs: u64| {
            let done = (at as f64 + run as f64 / runs as f64) / count;
            progress
                .show(done, &format!("{} against {}, run {} of {runs}", row.learner, row.against, run + 1));
        };
        let seeds = (arguments.seed, arguments.runs);
        match measure(world.rules(), row, seeds, &stop, &mut show).map_err(told)? {
            Some(row) => measured.push(row),
            None => break,
        }
    }
    progress.end();
    if measured.len() < rows.len() {
        public_api::note(&format!("stopped: {} of {} rows are complete", measured.len(), rows.len()));
    }
    let curves: Vec<_> = measured.iter().map(Measured::curve).collect();
    if let Some(path) = arguments.svg.as_ref().filter(|_| !curves.is_empty()) {
        let title = format!("{}: {}", rows[0].experiment, lost_words(&rows[0]));
        write_file(path, &curve::svg(&title, "games", &curves), OutputMark::MARKUP)?;
    }
    let mut out = public_api::unwrapped_stdout(arguments.format.style().is_some());
    match arguments.format.style() {
        None => writeln!(out, "{:#}", object(arguments, &measured))?,
        Some(style) => {
            print_cells(&mut out, &cells(&measured), style)?;
            if style == Style::Text && !curves.is_empty() {
                let (width, height) = LETTERS;
                let words = lost_words(&rows[0]);
                writeln!(out, "\n{}{}\n", words[..1].to_uppercase(), &words[1..])?;
                write!(out, "{}", curve::letters("games", &curves, width, height))?;
            }
        }
    }
    Ok(public_api::status(&stop))
}

/// The rows of the experiment with this name, or of the first experiment if no name is given.
fn chosen(name: Option<&str>) -> Result<Vec<Row>, Failure> {
    let all = rows();
    let name = name.or_else(|| all.first().map(|row| row.experiment.as_str())).unwrap_or_default();
    let chosen: Vec<Row> = all.iter().filter(|row| row.experiment == name).cloned().collect();
    match chosen.is_empty() {
        true => Err(unknown(name, all.iter().map(|row| row.experiment.as_str()))),
        false => Ok(chosen),
    }
}

/// What the curve of a row shows, in words.
fn lost_words(row: &Row) -> &'static str {
    match row.measure {
        Measure::Lines => "the share of all lines that beat the learner",
        Measure::Games => "the share of games that the learner loses",
    }
}

fn cells(measured: &[Measured]) -> Vec<Vec<String>> {
    let head = [
        "learner",
        "against",
        "runs",
        "games",
        "unbeaten after",
        "of the runs",
        "lost in the end",
        "score",
        "patterns",
        "the document",
    ];
    let mut cells = vec![head.map(str::to_owned).to_vec()];
    for one in measured {
        let Row { learner, against, games, document, .. } = &one.row;
        let runs = one.runs.len();
        let patterns: Option<usize> = one.runs.iter().map(|run| run.patterns).sum();
        let after = match one.row.opening_moves {
            0 => String::new(),
            moves => format!(", after {moves} random moves"),
        };
        let of = if one.row.measure == Measure::Lines { "lines" } else { "games" };
        cells.push(vec![
            learner.clone(),
            format!("{against}{after}"),
            runs.to_string(),
            games.to_string(),
            one.until().map_or_else(|| "-".to_owned(), games_text),
            format!("{:.0} %", 100.0 * one.came_so_far() as f64 / runs.max(1) as f64),
            format!("{} of {of}", share_text(one.lost())),
            share_text(one.score()),
            patterns.map_or_else(|| "-".to_owned(), |patterns| (patterns / runs.max(1)).to_string()),
            document.clone(),
        ]);
    }
    cells
}

/// A number of games with its bounds, such as `2043 [1950, 2180]`.
fn games_text(Estimate { value, bounds }: Estimate) -> String {
    let number = |value: f64| if value.is_finite() { format!("{value:.0}") } else { "never".to_owned() };
    match bounds {
        Some((low, high)) => format!("{} [{}, {}]", number(value), number(low), number(high)),
        None => number(value),
    }
}

/// A share with its error, such as `12.3 % ± 0.4`.
fn share_text(Estimate { value, bounds }: Estimate) -> String {
    match bounds {
        Some((_, high)) => format!("{:.1} % ± {:.1}", 100.0 * value, 100.0 * (high - value)),
        None => format!("{:.1} %", 100.0 * value),
    }
}

fn object(arguments: &Arguments, measured: &[Measured]) -> Value {
    let rows = measured.iter().map(|one| {
        let points = one.curve().points;
        json!({
            "learner": one.row.learner,
            "against": one.row.against,
            "games": one.row.games,
            "runs": one.runs.len(),
            "until": one.runs.iter().map(|run| run.until).collect::<Vec<_>>(),
            "median": one.until().map(|until| until.value),
            "lost": one.lost().value,
            "score": one.score().value,
            "curve": points.iter().map(|(games, share, off)| json!([games, share, off])).collect::<Vec<_>>(),
        })
    });
    json!({ "experiment": measured.first().map(|one| one.row.experiment.as_str()), "seed": arguments.seed, "rows": rows.collect::<Vec<_>>() })
}

pub(super) fn told(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Bad(bad) => Failure::Message(format!("error: {bad}"), USAGE_ERROR),
        Trouble::NoNumbers(none) => Failure::Message(format!("error: {none}"), USAGE_ERROR),
        Trouble::Untried(why) => {
            Failure::Message(format!("error: not all lines were tried: {why}"), MISTAKES)
        }
    }
}
