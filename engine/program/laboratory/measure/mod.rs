//! How long questions take: what `noire bench` prints.
//!
//! Wall-clock times on a machine that does other things too are worth little by themselves. So all rules, questions and
//! competitors take turns, in pieces so short that they are seldom interrupted ([`timing`]); a figure is the sum of the least times of its
//! pieces, and carries its spread and a confidence interval. The ratio of two figures of one run says more than either. Each rule goes
//! through all positions by itself; levels and the base are the sums of their rules. Steps and bytes are counted (`Counts`), and are the
//! same in every run. Nothing here judges a figure, and no test asks for one. What is timed was asked before: who answers otherwise
//! is not worth timing (`agreement`).
//!
//! | module | what it holds |
//! |---|---|
//! | `agreement` | whether all competitors answer the same |
//! | `competitors` | who answers: a back end of the base, or of another one |
//! | [`costs`] | exports, values, verdicts and moves, position by position or node by node |
//! | `timed` | what a game must tell so that its questions can be timed |
//! | `stones`, `text` | what each kind of game tells |

pub(crate) mod agreement;
pub(crate) mod competitors;
pub mod costs;
mod stones;
mod text;
pub(crate) mod timed;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub(crate) use blanche_compiler::runtime::Wanted as Question;
use blanche_compiler::runtime::{Cost, LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Parts, Timing};
use serde::Serialize;

use self::competitors::Competitor;
use self::timed::Timed;
use noire_engine::bases::{Contents, Question as OfBase};

/// What is asked, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// One rule, score or preference.
    One(OfBase),
    /// The rules of a level.
    Level(u32),
    /// All rules.
    Base,
}

impl Asked {
    /// What can be measured of a base: all that has a row of its own, every level, and the whole.
    pub(crate) fn each(world: &impl Timed) -> Vec<Asked> {
        let mut levels: Vec<u32> = world.contents().rules.iter().map(|rule| rule.level).collect();
        levels.dedup();
        let whole = (!levels.is_empty()).then_some(Asked::Base);
        let ones = world.rows().into_iter().map(Asked::One);
        ones.chain(levels.into_iter().map(Asked::Level)).chain(whole).collect()
    }

    /// The questions.
    pub(crate) fn questions(&self, contents: &Contents) -> Vec<OfBase> {
        let all = 0..contents.rules.len();
        match self {
            Asked::One(question) => vec![*question],
            Asked::Level(level) => {
                all.filter(|rule| contents.rules[*rule].level == *level).map(OfBase::Rule).collect()
            }
            Asked::Base => all.map(OfBase::Rule).collect(),
        }
    }

    /// The rule, if it is one.
    pub(crate) fn rule(&self) -> Option<usize> {
        match self {
            Asked::One(OfBase::Rule(rule)) => Some(*rule),
            _ => None,
        }
    }

    /// `t.threat for white`, `level 3`, or the name of the base.
    pub(crate) fn name(&self, contents: &Contents) -> String {
        match self {
            Asked::One(question) => question.title(contents),
            Asked::Level(level) => format!("level {level}"),
            Asked::Base => contents.name.clone(),
        }
    }

    /// `rule`, `score`, `preference`, `level` or `base`
    pub(crate) fn what(&self) -> &'static str {
        match self {
            Asked::One(OfBase::Score(_)) => "score",
            Asked::One(OfBase::Preference(_)) => "preference",
            Asked::One(_) => "rule",
            Asked::Level(_) => "level",
            Asked::Base => "base",
        }
    }

    /// Whether several back ends answer all of it by operations on words that they interpret.
    pub(crate) fn is_alike<W: Timed>(&self, world: &W, question: Question) -> bool {
        let mut questions = self.questions(world.contents()).into_iter();
        world.backends().len() > 1 && questions.all(|one| world.is_alike(question, world.id(one)))
    }
}

/// What a competitor needs for a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Speed {
    /// The microseconds per position.
    pub(crate) timing: Timing,
    /// The answers per position: a yes or no, a first solution or none, a number; of *all* each solution.
    pub(crate) answers: f64,
    /// Steps and bytes, where they are counted.
    pub(crate) counts: Option<Counts>,
}

/// How many rounds there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Rounds {
    /// Through all rules.
    pub(crate) rules: usize,
    /// Through subjects, of which every position or node is timed by itself.
    pub(crate) single: usize,
}

/// What is counted of a question.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Counts {
    /// Steps of work per position.
    pub(crate) steps: f64,
    /// The most bytes that were kept at one time, in any position.
    pub(crate) bytes: u64,
}

impl Speed {
    /// The microseconds per position when nothing disturbs.
    pub(crate) fn microseconds(&self) -> f64 {
        self.timing.least
    }

    /// Answers in a second; nothing where there is no answer.
    pub(crate) fn answers_per_second(&self) -> Option<f64> {
        (self.answers > 0.0).then(|| self.answers / self.microseconds() * 1e6)
    }
}

/// What was measured of a rule, a level or the base.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The rules that were asked.
    pub(crate) asked: Asked,
    /// For each question the speeds of the competitors, in their order; nothing of those who do not have all rules.
    pub(crate) speeds: Vec<(Question, Vec<Option<Speed>>)>,
}

/// A rule, and who asks what of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Task<I> {
    question: Question,
    who: usize,
    rule: I,
}

/// What was measured and counted of a task.
struct Measured {
    times: Parts,
    answers: usize,
    cost: Option<Cost>,
}

/// Asks rules in all positions, as the base has them and as the other one has, in rounds that go through everything that is asked:
/// each question of each rule by each competitor takes its turn. `round` is told which share of the effort is spent.
///
/// # Errors
/// When a limit is reached.
pub(crate) fn speeds<W: Timed>(
    asked: &[Asked],
    questions: &[Question],
    competitors: &[Competitor<'_, W>],
    positions: &mut [Vec<W::Position>; 2],
    effort: Effort<'_>,
    round: impl FnMut(f64),
) -> Result<Vec<Row>, LimitReached> {
    // Every rule that some row needs, once, with every question, by everyone who has it.
    let mut tasks: Vec<Task<W::Id>> = Vec::new();
    for (who, competitor) in competitors.iter().enumerate() {
        let mut rules: Vec<W::Id> =
            (0..asked.len()).filter_map(|row| competitor.ids(row)).flatten().collect();
        rules.sort_unstable();
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
    let row = |(row, asked): (usize, &Asked)| Row {
        asked: asked.clone(),
        speeds: questions
            .iter()
            .map(|question| (*question, (0..competitors.len()).map(|who| of(row, *question, who)).collect()))
            .collect(),
    };
    Ok(asked.iter().enumerate().map(row).collect())
}

/// What a task costs: the steps of all positions, and the most bytes of any; nothing where they are not counted.
fn cost<W: Timed>(
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

/// What rules take together, of which one is asked after the other; nothing of no rules.
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
