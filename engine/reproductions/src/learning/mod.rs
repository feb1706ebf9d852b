//! How soon a learner is beaten no more, and how strong it is on the way.
//!
//! Where all lines of the opponent can be tried, a learner is as strong as its weakest answers: the share of lines that beat it is
//! counted (`all_lines`). Where there are too many it is its games that count (`results`). A curve has the share that is lost after
//! so many games, in the mean of runs with seeds one behind the other.

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
use noire::learning::lines::{Lines, Untried};
use noire::learning::spec::LearnerSpec;
use noire::learning::training::{Terms, play};
use noire::lists;
use noire::players::{BadSpec, PlayerSpec};

const EXPERIMENTS: &str = include_str!("../../data/learning.tsv");

/// What a learner keeps, in bytes.
const MEMORY: u64 = 64 << 20;

/// A row of an experiment.
#[derive(Clone, Debug)]
pub struct Row {
    /// The experiment.
    pub experiment: String,
    /// The game.
    pub game: String,
    /// The learner by its name.
    pub learner: String,
    /// Whom it plays; `itself` where it makes all moves.
    pub against: String,
    /// So many moves by lot open a game.
    pub opening_moves: usize,
    /// So many games are played.
    pub games: u64,
    /// So many runs there are, where nobody wants fewer.
    pub runs: u64,
    /// What is counted.
    pub measure: Measure,
    /// What the document says of it.
    pub document: String,
}

/// What of a learner is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// All lines of the opponent, which are tried after every game.
    Lines,
    /// The games that it plays.
    Games,
}

/// The rows of all experiments, in their order.
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

/// Why a row cannot be carried out.
#[derive(Debug)]
pub enum Trouble {
    /// The learner or the opponent does not play this game.
    Bad(BadSpec),
    /// The boards of the game have no numbers.
    NoNumbers(NoNumbers),
    /// Not all lines were tried.
    Untried(Untried),
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

impl From<Untried> for Trouble {
    fn from(untried: Untried) -> Trouble {
        Trouble::Untried(untried)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Untried(fault.into())
    }
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// After so many games it was beaten no more: by no line for the first time, or in no game until the end of the run, where at
    /// least a tenth of them were left.
    pub until: Option<u64>,
    /// What was won and lost by then after so many games, in growing order: of all lines, or of the games since the number before.
    /// The last is of all games, and then of the last tenth of them.
    pub strengths: Vec<(u64, Lines)>,
    /// What its games came to.
    pub games: Lines,
    /// So many patterns were seen, where it learns patterns.
    pub patterns: Option<usize>,
}

/// What the runs of a row came to.
#[derive(Clone, Debug)]
pub struct Measured {
    /// It.
    pub row: Row,
    /// The runs in the order of their seeds. Of a row in which nobody draws lots there is one.
    pub runs: Vec<Run>,
}

/// Carries out a row with seeds from this one on; nothing where somebody stopped it. `show` is told which run is at hand, and of how
/// many.
///
/// # Errors
/// Where it cannot be carried out.
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
    // Whoever plays with itself draws no lots.
    let draws_lots = against.is_some() || row.opening_moves > 0;
    let runs = if draws_lots { runs.min(row.runs) } else { 1 };
    let mut measured = Measured { row: row.clone(), runs: Vec::new() };
    for run in 0..runs {
        show(run, runs);
        let seed = first_seed + run;
        let terms = Terms {
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

/// When the strength of a learner is looked at.
fn is_looked_at(game: u64, last: u64) -> bool {
    let mut power = 1;
    while power <= game / 10 {
        power *= 10;
    }
    game == last || [1, 2, 5].iter().any(|factor| game == factor * power)
}

/// For whom it learns, and whose games are counted: the last player, and all of them where it plays itself.
fn players(rules: &Rules, terms: &Terms) -> (Value, Vec<Value>) {
    let all = rules.program().players.clone();
    let player = *all.last().expect("somebody plays");
    (player, if terms.against.is_none() { all } else { vec![player] })
}

/// Plays the game of this number, from which a learner learns; nothing where somebody stopped it.
fn played(
    rules: &Rules,
    learner: &mut dyn Learner,
    number: u64,
    terms: &Terms,
) -> Result<Option<Outcome>, Trouble> {
    let mut opponent = terms.opponent(rules, number)?;
    Ok(play(rules, learner, opponent.as_mut(), number, terms)?)
}

/// A number with how far it may be off, at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The bounds; nothing of a single run.
    pub bounds: Option<(f64, f64)>,
}

impl Measured {
    /// After how many games no line beats the learner, in the median; nothing where half of the runs never came so far. The bounds
    /// are those ranks between which the median of all runs lies in 95 of 100 cases.
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

    /// In how many runs no line beat it in the end.
    pub fn came_so_far(&self) -> usize {
        self.runs.iter().filter(|run| run.until.is_some()).count()
    }

    /// The share of points that it has of all its games, in the mean of the runs.
    pub fn score(&self) -> Estimate {
        let score =
            |run: &Run| (run.games.won as f64 + run.games.drawn as f64 / 2.0) / run.games.all().max(1) as f64;
        estimate(&self.runs.iter().map(score).collect::<Vec<f64>>())
    }

    /// The share that is lost after all games, in the mean of the runs.
    pub fn lost(&self) -> Estimate {
        let last = |run: &Run| run.strengths.last().map(|(_, lines)| share(*lines));
        estimate(&self.runs.iter().filter_map(last).collect::<Vec<f64>>())
    }

    /// The share that is lost, over the number of games.
    pub fn curve(&self) -> Curve {
        let Row { learner, against, .. } = &self.row;
        let name = format!("{learner} against {against}");
        let games = self.runs.first().map_or(&[][..], |run| &run.strengths);
        let point = |(at, (games, _)): (usize, &(u64, Lines))| {
            let shares: Vec<f64> = self.runs.iter().map(|run| share(run.strengths[at].1)).collect();
            let Estimate { value, bounds } = estimate(&shares);
            (*games, value, bounds.map_or(0.0, |(_, high)| high - value))
        };
        Curve { name, points: games.iter().enumerate().map(point).collect() }
    }
}

fn share(lines: Lines) -> f64 {
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
