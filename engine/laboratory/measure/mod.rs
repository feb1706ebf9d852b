//! Measures how long queries take. `noire bench` prints the measurements.
//!
//! Wall-clock times on a busy machine are unreliable. So all rules, kinds of query and competitors take turns, in
//! slices so short that they are seldom interrupted ([`timing`]). A figure is the sum of the minimum times of its
//! slices, with its spread and a confidence interval. The ratio of two figures of the same run is more reliable than
//! either figure.
//!
//! Each rule is run on all positions by itself. The figures of levels and of the base are sums over their rules. Steps
//! and bytes are counted (`Counts`), and are the same in every run. This module does not judge any figure, and no test
//! depends on one. Everything is evaluated once before it is timed, and a competitor whose answers differ is not timed
//! (`agreement`).
//!
//! | module | what it holds |
//! |---|---|
//! | `agreement` | checks that all competitors give the same answers |
//! | `competitors` | the back ends to time, of the base or of another base |
//! | [`costs`] | timings of exports, values, verdicts and moves, per position or node |
//! | `measurement_world` | what a game must implement so that its queries can be timed |
//! | `stones`, `text` | the implementations for five in a row and for games defined by rule files |

pub mod agreement;
pub mod competitors;
pub mod costs;
pub mod measurement_world;
mod stones;
mod text;

#[cfg(test)]
mod tests;

use std::ops::Range;

use blanche_sorted::Arrange;

pub use blanche_compiler::runtime::Wanted as Question;
use blanche_compiler::runtime::{Cost, LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Parts, Timing};
use serde::Serialize;

use self::competitors::Competitor;
use self::measurement_world::MeasurementWorld;
use noire_engine::bases::{Contents, Question as OfBase};

/// The item of a row. It is run on every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeasuredItem {
    /// A single rule, score or preference.
    One(OfBase),
    /// All rules of a level.
    Level(u32),
    /// All rules of the base.
    Base,
}

impl MeasuredItem {
    /// Everything that can be measured in a base. Each single query has a row of its own, and so have every level and
    /// the whole base.
    pub fn each(world: &impl MeasurementWorld) -> Vec<MeasuredItem> {
        let mut levels: Vec<u32> = world.contents().rules.iter().map(|rule| rule.level).collect();
        levels.dedup();
        let whole = (!levels.is_empty()).then_some(MeasuredItem::Base);
        let ones = world.rows().into_iter().map(MeasuredItem::One);
        ones.chain(levels.into_iter().map(MeasuredItem::Level)).chain(whole).collect()
    }

    /// The queries that make up this item.
    pub fn questions(&self, contents: &Contents) -> Vec<OfBase> {
        let all = 0..contents.rules.len();
        match self {
            MeasuredItem::One(question) => vec![*question],
            MeasuredItem::Level(level) => {
                all.filter(|rule| contents.rules[*rule].level == *level).map(OfBase::Rule).collect()
            }
            MeasuredItem::Base => all.map(OfBase::Rule).collect(),
        }
    }

    /// The rule, if the item is a single rule.
    pub fn rule(&self) -> Option<usize> {
        match self {
            MeasuredItem::One(OfBase::Rule(rule)) => Some(*rule),
            _ => None,
        }
    }

    /// The name of the item: `t.threat for white`, `level 3`, or the name of the base.
    pub fn name(&self, contents: &Contents) -> String {
        match self {
            MeasuredItem::One(question) => question.title(contents),
            MeasuredItem::Level(level) => format!("level {level}"),
            MeasuredItem::Base => contents.name.clone(),
        }
    }

    /// The kind of item: `rule`, `score`, `preference`, `level` or `base`.
    pub fn what(&self) -> &'static str {
        match self {
            MeasuredItem::One(OfBase::Score(_)) => "score",
            MeasuredItem::One(OfBase::Preference(_)) => "preference",
            MeasuredItem::One(_) => "rule",
            MeasuredItem::Level(_) => "level",
            MeasuredItem::Base => "base",
        }
    }

    /// Whether there are several back ends, and all of them interpret the same operations on bitboard words for all
    /// queries of the item.
    pub fn runs_same_code<W: MeasurementWorld>(&self, world: &W, question: Question) -> bool {
        let mut questions = self.questions(world.contents()).into_iter();
        world.backends().len() > 1 && questions.all(|one| world.runs_same_code(question, world.id(one)))
    }
}

/// The speed of a competitor for one kind of query.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Microseconds per position.
    pub timing: Timing,
    /// Number of answers per position. With [`Question::All`], each solution counts as an answer. Any other query has
    /// exactly one answer: yes or no, a first solution or none, or a count.
    pub answers: f64,
    /// Number of steps and bytes, if they are counted.
    pub counts: Option<Counts>,
}

/// Number of rounds of a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rounds {
    /// Rounds over all rules.
    pub rules: usize,
    /// Rounds over exports, values and other subjects, in which every position or node is timed separately.
    pub single: usize,
}

/// Resources used by a query.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// Steps of work per position.
    pub steps: f64,
    /// Peak memory over all positions, in bytes.
    pub bytes: u64,
}

impl Speed {
    /// Microseconds per position on an undisturbed machine.
    pub fn microseconds(&self) -> f64 {
        self.timing.least
    }

    /// Answers per second, or `None` if there are no answers.
    pub fn answers_per_second(&self) -> Option<f64> {
        (self.answers > 0.0).then(|| self.answers / self.microseconds() * 1e6)
    }
}

/// The measurements of a rule, a level or the base.
#[derive(Clone, Debug)]
pub struct Row {
    /// The rules that were measured.
    pub asked: MeasuredItem,
    /// The speeds of the competitors in order, for each kind of query. `None` for a competitor that lacks some of the
    /// rules.
    pub speeds: Vec<(Question, Vec<Option<Speed>>)>,
}

/// A rule and a kind of query, to be timed for one competitor.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Task<I> {
    question: Question,
    who: usize,
    rule: I,
}

/// The times and counts measured for a task.
struct Measured {
    times: Parts,
    answers: usize,
    cost: Option<Cost>,
}

/// Measures the times of rules in all positions, for the base and for the other base. In each round, every kind of
/// query about every rule is run once for each competitor. `round` receives the share of the effort that is used up.
///
/// # Errors
/// Fails if a limit is reached.
pub fn speeds<W: MeasurementWorld>(
    asked: &[MeasuredItem],
    questions: &[Question],
    competitors: &[Competitor<'_, W>],
    positions: &mut [Vec<W::Position>; 2],
    effort: Effort<'_>,
    round: impl FnMut(f64),
) -> Result<Vec<Row>, LimitReached> {
    // Every rule that occurs in some row is run once for each kind of query, by every competitor that has the rule.
    let mut tasks: Vec<Task<W::Id>> = Vec::new();
    for (who, competitor) in competitors.iter().enumerate() {
        let mut rules: Vec<W::Id> =
            (0..asked.len()).filter_map(|row| competitor.ids(row)).flatten().collect();
        rules.arrange();
        rules.dedup();
        tasks.extend(questions.iter().flat_map(|question| {
            rules.iter().map(move |rule| Task { question: *question, who, rule: *rule })
        }));
    }
    let items = vec![positions[0].len(); tasks.len()];
    let mut answers = vec![0; tasks.len()];
    let mut room = Solutions::default();
    let run = |task: usize, items: Range<usize>| {
        let Task { question, who, rule } = tasks[task];
        let (competitor, mut found) = (&competitors[who], 0);
        let is_first = items.start == 0;
        for position in &mut positions[usize::from(competitor.is_other)][items] {
            found += competitor.world.put(competitor.backend, question, rule, position, &mut room)?;
        }
        answers[task] = if is_first { found } else { answers[task] + found };
        Ok(())
    };
    let times = timing::measure_items(&items, effort, run, round)?;
    let mut measured = Vec::with_capacity(tasks.len());
    for ((task, times), answers) in tasks.iter().zip(times).zip(answers) {
        let competitor = &competitors[task.who];
        let cost = cost(task, competitor, &mut positions[usize::from(competitor.is_other)])?;
        measured.push(Measured { times, answers, cost });
    }
    let number = positions[0].len().max(1) as f64;
    let of = |row: usize, question: Question, who: usize| {
        let task = |rule: W::Id| {
            let wanted = Task { question, who, rule };
            Some(&measured[tasks.iter().position(|task| *task == wanted)?])
        };
        let rules: Option<Vec<&Measured>> = competitors[who].ids(row)?.into_iter().map(task).collect();
        together(&rules?, number, effort.seed)
    };
    let row = |(row, asked): (usize, &MeasuredItem)| Row {
        asked: asked.clone(),
        speeds: questions
            .iter()
            .map(|question| (*question, (0..competitors.len()).map(|who| of(row, *question, who)).collect()))
            .collect(),
    };
    Ok(asked.iter().enumerate().map(row).collect())
}

/// The cost of a task: the total number of steps over all positions, and the highest peak of memory in any position.
/// `None` if steps and bytes are not counted.
fn cost<W: MeasurementWorld>(
    task: &Task<W::Id>,
    Competitor { world, backend, .. }: &Competitor<'_, W>,
    positions: &mut [W::Position],
) -> Result<Option<Cost>, LimitReached> {
    let mut sum = Cost::default();
    for position in positions {
        let Some(cost) = world.cost(*backend, task.question, task.rule, position)? else { return Ok(None) };
        sum = Cost { steps: sum.steps + cost.steps, bytes: sum.bytes.max(cost.bytes) };
    }
    Ok(Some(sum))
}

/// The combined speed of rules that are run one after the other, or `None` if there are no rules.
fn together(rules: &[&Measured], positions: f64, seed: u64) -> Option<Speed> {
    let times: Vec<&Parts> = rules.iter().map(|rule| &rule.times).collect();
    let timing = Parts::total(&times, seed)?.over(positions);
    let answers = rules.iter().map(|rule| rule.answers).sum::<usize>() as f64 / positions;
    let costs: Option<Vec<Cost>> = rules.iter().map(|rule| rule.cost).collect();
    let counts = costs.map(|costs| Counts {
        steps: costs.iter().map(|cost| cost.steps).sum::<u64>() as f64 / positions,
        bytes: costs.iter().map(|cost| cost.bytes).max().unwrap_or_default(),
    });
    Some(Speed { timing, answers, counts })
}
