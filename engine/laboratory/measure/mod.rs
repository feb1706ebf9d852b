//! How long questions take: what `noire bench` prints.
//!
//! Wall-clock times on a machine that does other things too are worth little by themselves. So all rules, questions and
//! competitors take turns ([`timing`]), a figure is the least time of any turn and carries its spread, and the ratio of two
//! figures of one run says more than either. Nothing here judges a figure, and no test asks for one. What is timed was asked
//! before: who answers otherwise is not worth timing ([`agreement`]).
//!
//! | module | what it holds |
//! |---|---|
//! | [`agreement`] | whether all competitors answer the same |
//! | [`competitors`] | who answers: a back end of a base, or plain loops |
//! | [`costs`] | exports, values and verdicts, position by position or node by node |

pub mod agreement;
pub mod competitors;
pub mod costs;

use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Timing};

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

/// Asks rules in all positions, in rounds that go through everything that is asked: each question of each row by each
/// competitor takes its turn. `round` hears which share of the effort is spent.
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
    // Every row with every question, and who has its rules.
    let rows = (0..asked.len()).flat_map(|row| questions.iter().map(move |question| (row, *question)));
    let tasks: Vec<(usize, Question, usize)> = rows
        .flat_map(|(row, question)| (0..competitors.len()).map(move |who| (row, question, who)))
        .filter(|(row, _, who)| competitors[*who].rules(*row).is_some())
        .collect();
    let mut answers = vec![0; tasks.len()];
    let mut room = Solutions::default();
    let run = |task: usize| {
        let (row, question, who) = tasks[task];
        let competitor = &competitors[who];
        let rules = competitor.rules(row).unwrap_or_default();
        let mut found = 0;
        for position in positions.iter_mut() {
            for rule in rules {
                found += competitor.ask(question, *rule, position, &mut room)?;
            }
        }
        answers[task] = found;
        Ok(())
    };
    let timings = timing::measure(tasks.len(), effort, run, round)?;
    let number = positions.len().max(1) as f64;
    let speed = |task: usize| {
        let each = |time: f64| time / number;
        let timing: Timing = timings[task];
        let timing = Timing { least: each(timing.least), median: each(timing.median), ..timing };
        Speed { timing, answers: answers[task] as f64 / number }
    };
    let of = |row: usize, question: Question, who: usize| {
        tasks.iter().position(|task| *task == (row, question, who)).map(speed)
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
