//! How long questions take: what `noire bench` prints.
//!
//! Wall-clock times on a machine that does other things too are worth little by themselves. So all rules, questions and
//! competitors take turns, in pieces so short that they are seldom interrupted ([`timing`]); a figure is the sum of the least times of its
//! pieces, and carries its spread and a confidence interval. The ratio of two figures of one run says more than either. Each rule goes
//! through all positions by itself; levels and the base are the sums of their rules. Steps and bytes are counted ([`Counts`]), and are the
//! same in every run. Nothing here judges a figure, and no test asks for one. What is timed was asked before: who answers otherwise
//! is not worth timing ([`agreement`]).
//!
//! | module | what it holds |
//! |---|---|
//! | [`agreement`] | whether all competitors answer the same |
//! | [`competitors`] | who answers: a back end of the base, or of another one |
//! | [`costs`] | exports, values and verdicts, position by position or node by node |

pub mod agreement;
pub mod competitors;
pub mod costs;

use std::ops::Range;

use blanche_compiler::runtime::{LimitReached, Solutions, Wanted};
use blanche_compiler::timing::{self, Effort, Parts, Timing};

use self::competitors::Competitor;
use crate::board::Position;
use crate::facts::Base;

/// What is asked of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether it applies.
    Applies,
    /// Its first solution.
    First,
    /// All its solutions in order.
    All,
    /// How many solutions it has.
    Count,
}

impl Question {
    /// The questions in the order in which they are measured.
    pub const ALL: [Question; 4] = [Question::Applies, Question::First, Question::All, Question::Count];

    /// `applies`, `first`, `all` or `count`.
    pub fn name(self) -> &'static str {
        match self {
            Question::Applies => "applies",
            Question::First => "first",
            Question::All => "all",
            Question::Count => "count",
        }
    }

    fn wanted(self) -> Wanted {
        match self {
            Question::Applies => Wanted::Applies,
            Question::First => Wanted::First,
            Question::All => Wanted::All,
            Question::Count => Wanted::Count,
        }
    }
}

/// Rules that are asked one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// One rule, by its place in the base.
    Rule(usize),
    /// The rules of a level.
    Level(u32),
    /// All rules.
    Base,
}

impl Asked {
    /// What can be measured of a base: every rule, every level, and the whole.
    pub fn each(base: &Base) -> Vec<Asked> {
        let mut levels: Vec<u32> = base.rules().iter().map(|rule| rule.level).collect();
        levels.dedup();
        let rules = (0..base.rules().len()).map(Asked::Rule);
        rules.chain(levels.into_iter().map(Asked::Level)).chain([Asked::Base]).collect()
    }

    /// The rules, by their places in the base.
    pub fn rules(&self, base: &Base) -> Vec<usize> {
        let all = 0..base.rules().len();
        match self {
            Asked::Rule(rule) => vec![*rule],
            Asked::Level(level) => all.filter(|rule| base.rules()[*rule].level == *level).collect(),
            Asked::Base => all.collect(),
        }
    }

    /// `t.threat for white`, `level 3`, or the name of the base.
    pub fn name(&self, base: &Base) -> String {
        match self {
            Asked::Rule(rule) => base.rules()[*rule].title(),
            Asked::Level(level) => format!("level {level}"),
            Asked::Base => base.name().to_owned(),
        }
    }
}

/// What a competitor needs for a question.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The microseconds per position.
    pub timing: Timing,
    /// The answers per position: a yes or no, a first solution or none, a number; of *all* each solution.
    pub answers: f64,
    /// Steps and bytes.
    pub counts: Counts,
}

/// How many rounds there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rounds {
    /// Through all rules.
    pub rules: usize,
    /// Through exports, values and verdicts, of which every position or node is timed by itself.
    pub single: usize,
}

/// What is counted of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Steps of work per position.
    pub steps: f64,
    /// The most bytes that were kept at one time, in any position.
    pub bytes: u64,
}

impl Speed {
    /// The microseconds per position when nothing disturbs.
    pub fn microseconds(&self) -> f64 {
        self.timing.least
    }

    /// Answers in a second; nothing where there is no answer.
    pub fn answers_per_second(&self) -> Option<f64> {
        (self.answers > 0.0).then(|| self.answers / self.microseconds() * 1e6)
    }
}

/// What was measured of a rule, a level or the base.
#[derive(Clone, Debug)]
pub struct Row {
    /// The rules that were asked.
    pub asked: Asked,
    /// For each question the speeds of the competitors, in their order; nothing of those who do not have all rules.
    pub speeds: Vec<(Question, Vec<Option<Speed>>)>,
}

/// A rule, by its place in what a competitor answers, and who asks what of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Task {
    question: Question,
    who: usize,
    rule: usize,
}

/// What was measured and counted of a task.
struct Measured {
    times: Parts,
    answers: usize,
    steps: u64,
    bytes: u64,
}

/// Asks rules in all positions, in rounds that go through everything that is asked: each question of each rule by each
/// competitor takes its turn. `round` is told which share of the effort is spent.
///
/// # Errors
/// When the step limit is exceeded.
pub fn speeds(
    asked: &[Asked],
    questions: &[Question],
    competitors: &[Competitor<'_>],
    positions: &mut [Position],
    effort: Effort<'_>,
    round: impl FnMut(f64),
) -> Result<Vec<Row>, LimitReached> {
    // Every rule that some row needs, once, with every question, by everyone who has it.
    let mut tasks: Vec<Task> = Vec::new();
    for (who, competitor) in competitors.iter().enumerate() {
        let mut rules: Vec<usize> =
            (0..asked.len()).filter_map(|row| competitor.rules(row)).flatten().copied().collect();
        rules.sort_unstable();
        rules.dedup();
        tasks.extend(questions.iter().flat_map(|question| {
            rules.iter().map(move |rule| Task { question: *question, who, rule: *rule })
        }));
    }
    let items = vec![positions.len(); tasks.len()];
    let mut answers = vec![0; tasks.len()];
    let mut room = Solutions::default();
    let run = |task: usize, items: Range<usize>| {
        let Task { question, who, rule } = tasks[task];
        let mut found = 0;
        let is_first = items.start == 0;
        for position in &mut positions[items] {
            found += competitors[who].ask(question, rule, position, &mut room)?;
        }
        answers[task] = if is_first { found } else { answers[task] + found };
        Ok(())
    };
    let times = timing::measure_items(&items, effort, run, round)?;
    let mut measured = Vec::with_capacity(tasks.len());
    for ((task, times), answers) in tasks.iter().zip(times).zip(answers) {
        measured.push(counted(task, competitors, positions, times, answers)?);
    }
    let number = positions.len().max(1) as f64;
    let of = |row: usize, question: Question, who: usize| {
        let task = |rule: &usize| {
            let wanted = Task { question, who, rule: *rule };
            Some(&measured[tasks.iter().position(|task| *task == wanted)?])
        };
        let rules: Option<Vec<&Measured>> = competitors[who].rules(row)?.iter().map(task).collect();
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

/// What was measured of a task, and what it costs in steps and bytes.
fn counted(
    task: &Task,
    competitors: &[Competitor<'_>],
    positions: &mut [Position],
    times: Parts,
    answers: usize,
) -> Result<Measured, LimitReached> {
    let (mut steps, mut bytes) = (0, 0);
    for position in positions {
        let cost = competitors[task.who].cost(task.question, task.rule, position)?;
        steps += cost.steps;
        bytes = bytes.max(cost.bytes);
    }
    Ok(Measured { times, answers, steps, bytes })
}

/// What rules take together, of which one is asked after the other; nothing of no rules.
fn together(rules: &[&Measured], positions: f64, seed: u64) -> Option<Speed> {
    let times: Vec<&Parts> = rules.iter().map(|rule| &rule.times).collect();
    let timing = Parts::total(&times, seed)?.over(positions);
    let answers = rules.iter().map(|rule| rule.answers).sum::<usize>() as f64 / positions;
    let steps: u64 = rules.iter().map(|rule| rule.steps).sum();
    let bytes = rules.iter().map(|rule| rule.bytes).max().unwrap_or_default();
    let counts = Counts { steps: steps as f64 / positions, bytes };
    Some(Speed { timing, answers, counts })
}
