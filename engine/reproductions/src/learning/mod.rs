//! Measures how many games a learner needs until it is no longer beaten, and how strong it is before that.
//!
//! If all lines of the opponent can be tried, the share of lines that beat the learner is measured (`all_lines`). If
//! there are too many lines, the results of the learner's games are measured (`results`). A curve shows the share of
//! lost lines or games over the number of games, averaged over runs with consecutive seeds.

mod all_lines;
mod results;
pub mod tables;

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Fault, Outcome, Rules};
use blanche_compiler::runtime::Value;

use crate::curve::Curve;
use noire::games::numbering::NoNumbers;
use noire::learning::Learner;
use noire::learning::exhaustive_play::{LineCounts, LinesError};
use noire::learning::spec::LearnerSpec;
use noire::learning::training_games::{TrainingTerms, play};
use noire::lists;
use noire::players::{BadSpec, PlayerSpec};

const EXPERIMENTS: &str = include_str!("../../data/learning.tsv");

/// Memory limit of a learner, in bytes.
const MEMORY: u64 = 64 << 20;

/// A row of an experiment.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the experiment.
    pub experiment: String,
    /// The name of the game.
    pub game: String,
    /// The specification of the learner.
    pub learner: String,
    /// The name of the opponent. It is `itself` if the learner makes all moves.
    pub against: String,
    /// Number of random moves at the start of a game.
    pub opening_moves: usize,
    /// Number of games in a run.
    pub games: u64,
    /// Maximum number of runs.
    pub runs: u64,
    /// How the strength of the learner is measured.
    pub measure: Measure,
    /// The result reported in the document.
    pub document: String,
}

/// How the strength of a learner is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// By all lines of the opponent, which are tried after every game.
    Lines,
    /// By the results of its games.
    Games,
}

/// The rows of all experiments, in the order of the data file.
pub fn rows() -> Vec<Row> {
    let row = |columns: [&str; 9]| {
        let [experiment, game, learner, against, opening, games, runs, measure, document] =
            columns.map(str::to_owned);
        let measure = if measure == "lines" { Measure::Lines } else { Measure::Games };
        let (opening_moves, games, runs) = (opening.parse().ok()?, games.parse().ok()?, runs.parse().ok()?);
        Some(Row { experiment, game, learner, against, opening_moves, games, runs, measure, document })
    };
    lists::rows(EXPERIMENTS).filter_map(row).collect()
}

/// Why a row cannot be measured.
#[derive(Debug)]
pub enum Trouble {
    /// The learner or the opponent does not support the game.
    Bad(BadSpec),
    /// The boards of the game cannot be numbered.
    NoNumbers(NoNumbers),
    /// Not all lines could be tried.
    Untried(LinesError),
}

impl From<BadSpec> for Trouble {
    fn from(bad: BadSpec) -> Trouble {
        Trouble::Bad(bad)
    }
}

impl From<NoNumbers> for Trouble {
    fn from(none: NoNumbers) -> Trouble {
        Trouble::NoNumbers(none)
    }
}

impl From<LinesError> for Trouble {
    fn from(untried: LinesError) -> Trouble {
        Trouble::Untried(untried)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Untried(fault.into())
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Number of games after which the learner was no longer beaten; `None` if it was still beaten at the end. If all
    /// lines are tried, this is the first time at which no line beats the learner. If games are counted, the learner
    /// loses no game from this time until the end of the run. The time until the end must then be at least a tenth of
    /// the run.
    pub until: Option<u64>,
    /// Wins and losses, each with the number of games after which they were counted, in ascending order. They are
    /// counted over all lines of the opponent, or over the games since the previous entry. If games are counted, the
    /// last entry covers the last tenth of all games.
    pub strengths: Vec<(u64, LineCounts)>,
    /// The results of all games of the run.
    pub games: LineCounts,
    /// Number of patterns seen, if the learner learns patterns.
    pub patterns: Option<usize>,
}

/// The results of all runs of a row.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The row that was measured.
    pub row: Row,
    /// The runs in the order of their seeds. There is only one if nothing in the row is random.
    pub runs: Vec<Run>,
}

/// Measures a row with consecutive seeds from `first_seed` on. Returns `None` if stopped. `show` is called with the
/// index of the current run and the number of runs.
///
/// # Errors
/// When the row cannot be measured.
pub fn measure(
    rules: &Rules,
    row: &Row,
    (first_seed, runs): (u64, u64),
    stop: &Arc<AtomicBool>,
    show: &mut dyn FnMut(u64, u64),
) -> Result<Option<Measured>, Trouble> {
    let spec = LearnerSpec::from_str(&row.learner)?;
    let against = match row.against.as_str() {
        "itself" => None,
        name => Some(name.parse::<PlayerSpec>()?),
    };
    // A learner that plays against itself without random openings is deterministic.
    let draws_lots = against.is_some() || row.opening_moves > 0;
    let runs = if draws_lots { runs.min(row.runs) } else { 1 };
    let mut measured = Measured { row: row.clone(), runs: Vec::new() };
    for run in 0..runs {
        show(run, runs);
        let seed = first_seed + run;
        let terms = TrainingTerms {
            against: against.clone(),
            seed,
            opening_moves: row.opening_moves,
            memory: None,
            stop: Arc::clone(stop),
        };
        let run = match row.measure {
            Measure::Lines => all_lines::run(rules, &spec, &terms, row.games)?,
            Measure::Games => results::run(rules, &spec, &terms, row.games)?,
        };
        match run {
            Some(run) => measured.runs.push(run),
            None => return Ok(None),
        }
    }
    Ok(Some(measured))
}

/// Whether the strength of the learner is measured after the game with this number.
fn is_looked_at(game: u64, last: u64) -> bool {
    let mut power = 1;
    while power <= game / 10 {
        power *= 10;
    }
    game == last || [1, 2, 5].iter().any(|factor| game == factor * power)
}

/// The player whose results are measured, and the players whose moves the learner makes. The first is the last player
/// of the game. The learner makes only that player's moves, unless it plays against itself and makes all moves.
fn players(rules: &Rules, terms: &TrainingTerms) -> (Value, Vec<Value>) {
    let all = rules.program().players.clone();
    let player = *all.last().expect("a player plays");
    (player, if terms.against.is_none() { all } else { vec![player] })
}

/// Plays the game with this number, from which the learner learns. Returns `None` if stopped.
fn played(
    rules: &Rules,
    learner: &mut dyn Learner,
    number: u64,
    terms: &TrainingTerms,
) -> Result<Option<Outcome>, Trouble> {
    let mut opponent = terms.opponent(rules, number)?;
    Ok(play(rules, learner, opponent.as_mut(), number, terms)?)
}

/// A number with its confidence interval, at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated value.
    pub value: f64,
    /// The bounds; `None` for a single run.
    pub bounds: Option<(f64, f64)>,
}

impl Measured {
    /// The median number of games until the learner was no longer beaten; `None` if it was still beaten in half of the
    /// runs. The bounds are the values at the two ranks between which the true median lies with a probability of 95 %.
    pub fn until(&self) -> Option<Estimate> {
        let mut games: Vec<u64> = self.runs.iter().map(|run| run.until.unwrap_or(u64::MAX)).collect();
        games.sort_unstable();
        let count = games.len();
        let at = |rank: f64| games[(rank.max(0.0) as usize).min(count - 1)];
        let median = at((count as f64 - 1.0) / 2.0);
        let half = 1.96 * (count as f64).sqrt() / 2.0;
        let middle = count as f64 / 2.0;
        let bounds = (at((middle - half).floor()), at((middle + half).ceil()));
        let known = |games: u64| if games == u64::MAX { f64::INFINITY } else { games as f64 };
        (median != u64::MAX).then(|| Estimate {
            value: median as f64,
            bounds: (count > 1).then(|| (known(bounds.0), known(bounds.1))),
        })
    }

    /// The number of runs in which the learner was no longer beaten at the end.
    pub fn came_so_far(&self) -> usize {
        self.runs.iter().filter(|run| run.until.is_some()).count()
    }

    /// The learner's share of points in all its games, averaged over the runs.
    pub fn score(&self) -> Estimate {
        let score =
            |run: &Run| (run.games.won as f64 + run.games.drawn as f64 / 2.0) / run.games.all().max(1) as f64;
        estimate(&self.runs.iter().map(score).collect::<Vec<f64>>())
    }

    /// The share of lost lines or games at the end, averaged over the runs.
    pub fn lost(&self) -> Estimate {
        let last = |run: &Run| run.strengths.last().map(|(_, lines)| share(*lines));
        estimate(&self.runs.iter().filter_map(last).collect::<Vec<f64>>())
    }

    /// The share of lost lines or games, as a curve over the number of games.
    pub fn curve(&self) -> Curve {
        let Row { learner, against, .. } = &self.row;
        let name = format!("{learner} against {against}");
        let games = self.runs.first().map_or(&[][..], |run| &run.strengths);
        let point = |(at, (games, _)): (usize, &(u64, LineCounts))| {
            let shares: Vec<f64> = self.runs.iter().map(|run| share(run.strengths[at].1)).collect();
            let Estimate { value, bounds } = estimate(&shares);
            (*games, value, bounds.map_or(0.0, |(_, high)| high - value))
        };
        Curve { name, points: games.iter().enumerate().map(point).collect() }
    }
}

fn share(lines: LineCounts) -> f64 {
    lines.lost as f64 / lines.all().max(1) as f64
}

/// The mean with its bounds at 95 %.
fn estimate(values: &[f64]) -> Estimate {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let off = || {
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        1.96 * (squares / (count - 1.0)).sqrt() / count.sqrt()
    };
    Estimate { value: mean, bounds: (values.len() > 1).then(|| (mean - off(), mean + off())) }
}
