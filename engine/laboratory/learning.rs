//! How soon a learner cannot be beaten, and how strong it is on the way.
//!
//! A learner is as strong as its weakest answers: all lines of the opponent are tried, and the share that beat it is counted. A
//! curve has that share after so many games, in the mean of runs with seeds one behind the other.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{Fault, Move, Rules};
use blanche_compiler::runtime::Value;

use super::curve::Curve;
use crate::agents::{Agent, AgentSpec, BadSpec};
use crate::games::numbering::{NoNumbers, Numbering};
use crate::learning::lines::{Lines, Untried, lines, refutation, still_loses};
use crate::learning::patterns::Patterns;
use crate::learning::spec::LearnerSpec;
use crate::learning::training::{Terms, play};
use crate::lists;

const EXPERIMENTS: &str = include_str!("../data/learning.tsv");

/// A game with more positions is not tried to its end.
const MOST_POSITIONS: usize = 100_000;

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
    /// So many games are played.
    pub games: u64,
    /// What the document says of it.
    pub document: String,
}

/// The rows of all experiments, in their order.
pub fn rows() -> Vec<Row> {
    let row = |columns: [&str; 6]| {
        let [experiment, game, learner, against, games, document] = columns.map(str::to_owned);
        Some(Row { experiment, game, learner, against, games: games.parse().ok()?, document })
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
#[derive(Clone, Debug)]
pub struct Run {
    /// After so many games no line beat it for the first time.
    pub until: Option<u64>,
    /// All lines after so many games, in growing order; the last of all games.
    pub strengths: Vec<(u64, Lines)>,
    /// So many patterns were seen.
    pub patterns: usize,
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
        name => Some(name.parse::<AgentSpec>()?),
    };
    // Whoever plays with itself draws no lots.
    let runs = if against.is_none() { 1 } else { runs };
    let mut measured = Measured { row: row.clone(), runs: Vec::new() };
    for run in 0..runs {
        show(run, runs);
        let seed = first_seed + run;
        let terms = Terms { against: against.clone(), seed, memory: Some(0), stop: Arc::clone(stop) };
        match run_of(rules, &spec, &terms, row.games)? {
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

/// A learner that is examined while it learns.
struct Examined<'r> {
    rules: &'r Rules,
    learner: Patterns<'r>,
    /// For whom its lines are tried.
    player: Value,
    /// A line that beat it when it was last looked for.
    refuted_by: Option<Vec<Move>>,
}

impl Examined<'_> {
    fn lines(&mut self) -> Result<Lines, Untried> {
        let learner = &mut self.learner;
        lines(self.rules, self.player, MOST_POSITIONS, &mut |position| learner.best(position))
    }

    /// Whether some line beats it.
    fn is_beaten(&mut self) -> Result<bool, Untried> {
        let (rules, player, learner) = (self.rules, self.player, &mut self.learner);
        if let Some(line) = &self.refuted_by
            && still_loses(rules, player, line, &mut |position| learner.best(position))?
        {
            return Ok(true);
        }
        self.refuted_by = refutation(rules, player, MOST_POSITIONS, &mut |position| learner.best(position))?;
        Ok(self.refuted_by.is_some())
    }
}

fn run_of(rules: &Rules, spec: &LearnerSpec, terms: &Terms, games: u64) -> Result<Option<Run>, Trouble> {
    let numbering = Numbering::new(rules, spec.fields.as_deref())?;
    let all = rules.program().players.clone();
    let player = *all.last().expect("somebody plays");
    let players = if terms.against.is_none() { all } else { vec![player] };
    let learner = Patterns::new(numbering, players, spec.rewards, MEMORY);
    let mut examined = Examined { rules, learner, player, refuted_by: None };
    let mut run = Run { until: None, strengths: Vec::new(), patterns: 0 };
    for number in 1..=games {
        let mut opponent = terms.opponent(rules, number)?;
        let opponent = opponent.as_mut().map(|agent| &mut **agent as &mut dyn Agent);
        if play(rules, &mut examined.learner, opponent, number, &terms.stop)?.is_none() {
            return Ok(None);
        }
        if run.until.is_none() && !examined.is_beaten()? {
            run.until = Some(number);
        }
        if is_looked_at(number, games) {
            run.strengths.push((number, examined.lines()?));
        }
        if terms.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    run.patterns = examined.learner.known().len();
    Ok(Some(run))
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

    /// The share of lines that beat it after all games, in the mean of the runs.
    pub fn lost(&self) -> Estimate {
        let last = |run: &Run| run.strengths.last().map(|(_, lines)| share(*lines));
        estimate(&self.runs.iter().filter_map(last).collect::<Vec<f64>>())
    }

    /// The share of lines that beat it, over the number of games.
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
