//! How long questions take: what `noire bench` prints.
//!
//! Wall-clock times on a machine that does other things too are worth little by themselves. So all rules, questions and
//! back ends take turns ([`timing`]), a figure is the least time of any turn and carries its spread, and the ratio of two
//! figures of one run says more than either. Nothing here judges a figure, and no test asks for one.

use std::hint::black_box;

use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Parts, Timing, Watch};

use crate::bases::Backend;
use crate::bases::Question as OfBase;
use crate::board::{Color, Point, Position};
use crate::facts::Base;
use crate::laboratory::corpus::Walk;

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

/// What a back end needs for a question.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The back end.
    pub backend: Backend,
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
    /// For each of [`Question::ALL`] the speeds of the back ends, in their order.
    pub speeds: Vec<(Question, Vec<Speed>)>,
}

/// Asks rules in all positions, in rounds that go through everything that is asked: each question of each row by each back
/// end takes its turn. The back ends answer as they do to everybody: by [`Base::applies`], [`Base::first`],
/// [`Base::answers_into`] and [`Base::count`]. `round` hears which share of the effort is spent.
///
/// # Errors
/// When the step limit is exceeded.
pub fn speeds(
    base: &Base,
    backends: &[Backend],
    asked: &[Asked],
    positions: &mut [Position],
    effort: Effort,
    round: impl FnMut(f64),
) -> Result<Vec<Row>, LimitReached> {
    let rules: Vec<Vec<usize>> = asked.iter().map(|asked| asked.rules(base)).collect();
    let tasks: Vec<(&[usize], Question, Backend)> = rules
        .iter()
        .flat_map(|rules| Question::ALL.map(|question| (rules.as_slice(), question)))
        .flat_map(|(rules, question)| backends.iter().map(move |backend| (rules, question, *backend)))
        .collect();
    let mut answers = vec![0; tasks.len()];
    let mut room = Solutions::default();
    let run = |task: usize| {
        let (rules, question, backend) = tasks[task];
        let mut found = 0;
        for position in positions.iter_mut() {
            for rule in rules {
                found += ask(base, backend, question, *rule, position, &mut room)?;
            }
        }
        answers[task] = found;
        Ok(())
    };
    let timings = timing::measure(tasks.len(), effort, run, round)?;
    let number = positions.len().max(1) as f64;
    let mut speeds = tasks.iter().zip(timings).zip(answers).map(|(((_, _, backend), timing), answers)| {
        let each = |time: f64| time / number;
        let timing = Timing { least: each(timing.least), median: each(timing.median), ..timing };
        Speed { backend: *backend, timing, answers: answers as f64 / number }
    });
    let row = |asked: &Asked| Row {
        asked: asked.clone(),
        speeds: Question::ALL
            .map(|question| (question, speeds.by_ref().take(backends.len()).collect()))
            .into(),
    };
    Ok(asked.iter().map(row).collect())
}

/// Gives the number of answers.
fn ask(
    base: &Base,
    backend: Backend,
    question: Question,
    rule: usize,
    position: &mut Position,
    room: &mut Solutions,
) -> Result<usize, LimitReached> {
    match question {
        Question::Applies => {
            black_box(base.applies(backend, rule, position)?);
        }
        Question::First => {
            black_box(base.first(backend, rule, position)?);
        }
        Question::All => {
            base.answers_into(backend, OfBase::Rule(rule), position, room)?;
            return Ok(black_box(&*room).len());
        }
        Question::Count => {
            black_box(base.count(backend, rule, position, room)?);
        }
    }
    Ok(1)
}

/// What is asked position by position, or node by node, and differs so much between them that its mean does not say enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// All answers of an export, by its place in the base, with the stones set.
    Export(usize),
    /// The value of a position for the side to move, with the stones set; for black where nobody is to move.
    Value,
    /// The verdict of every node of some walks: [`Base::verdict`] with the stone set before and taken back after.
    Verdict,
}

impl Subject {
    /// What can be measured of a base: every export, values where it has scores, and verdicts.
    pub fn each(base: &Base) -> Vec<Subject> {
        let exports = (0..base.exports().len()).map(Subject::Export);
        let values = (!base.scores().is_empty()).then_some(Subject::Value);
        exports.chain(values).chain([Subject::Verdict]).collect()
    }
}

/// How the times in many positions or nodes are spread, in microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    /// How many positions or nodes.
    pub number: usize,
    /// Their mean, each at its best, and with each at its median.
    pub mean: Timing,
    /// Half of them take less, each at its best.
    pub median: f64,
    /// All but one in a hundred take less, each at its best.
    pub percentile_99: f64,
}

impl Distribution {
    /// That of some of the parts; nothing of none.
    fn of(times: &Parts, parts: &[usize]) -> Option<Distribution> {
        let mean = times.mean(parts)?;
        let mut each: Vec<f64> = parts.iter().map(|part| times.timing(*part).least).collect();
        each.sort_by(f64::total_cmp);
        let number = each.len();
        let percentile_99 = each[(number * 99 / 100).min(number - 1)];
        Some(Distribution { number, mean, median: each[number / 2], percentile_99 })
    }
}

/// What was measured of a subject through a back end.
#[derive(Clone, Debug)]
pub struct Costs {
    /// The subject.
    pub subject: Subject,
    /// The back end.
    pub backend: Backend,
    /// All positions or nodes.
    pub all: Distribution,
    /// The verdicts that end at each level, and in the end those where no rule applies. Levels where none ends are left out,
    /// and other subjects have none.
    pub by_level: Vec<(Option<u32>, Distribution)>,
}

/// A subject, and where it is asked.
pub struct Asking<'w> {
    /// The subject.
    pub subject: Subject,
    /// The back end.
    pub backend: Backend,
    /// The nodes of verdicts.
    pub walks: &'w [Walk],
}

/// Asks subjects in all positions, and verdicts at the nodes of their walks, in rounds in which they take turns. What the
/// clock itself takes is not counted, and what has no position or node is left out. `round` hears which share of the effort
/// is spent.
///
/// # Errors
/// When the step limit is exceeded.
pub fn costs(
    base: &Base,
    asking: &[Asking<'_>],
    positions: &mut [Position],
    effort: Effort,
    round: impl FnMut(f64),
) -> Result<Vec<Costs>, LimitReached> {
    let mut room = Solutions::default();
    // The level at which each verdict ends.
    let mut ends: Vec<Vec<Option<u32>>> = vec![Vec::new(); asking.len()];
    let pass = |task: usize, watch: &mut Watch| -> Result<(), LimitReached> {
        let Asking { subject, backend, walks } = asking[task];
        match subject {
            Subject::Export(export) => positions.iter_mut().try_for_each(|position| {
                watch.time(|| base.answers_into(backend, OfBase::Export(export), position, &mut room))?;
                black_box(&room);
                Ok(())
            }),
            Subject::Value => positions.iter_mut().try_for_each(|position| {
                let color = position.to_move().unwrap_or(Color::Black);
                black_box(watch.time(|| base.value(backend, position, color))?);
                Ok(())
            }),
            Subject::Verdict => {
                let ends = &mut ends[task];
                ends.clear();
                let mut outcome = Ok(());
                for walk in walks {
                    walk.each_node(|position, stone| {
                        match watch.time(|| node_verdict(base, backend, position, stone)) {
                            Ok(rule) => ends.push(rule.map(|rule| base.rules()[rule].level)),
                            Err(limit) => outcome = Err(limit),
                        }
                    });
                    outcome?;
                }
                Ok(())
            }
        }
    };
    let measured = timing::measure_parts(asking.len(), effort, pass, round)?;
    let mut levels: Vec<Option<u32>> = base.rules().iter().map(|rule| Some(rule.level)).collect();
    levels.dedup();
    levels.push(None);
    let costs = asking.iter().zip(measured).zip(ends).filter_map(|((asking, times), ends)| {
        let Asking { subject, backend, .. } = *asking;
        let all: Vec<usize> = (0..times.len()).collect();
        let of_level = |level: Option<u32>| {
            let nodes: Vec<usize> = (0..ends.len()).filter(|node| ends[*node] == level).collect();
            Some((level, Distribution::of(&times, &nodes)?))
        };
        let by_level = levels.iter().copied().filter_map(of_level).collect();
        Some(Costs { subject, backend, all: Distribution::of(&times, &all)?, by_level })
    });
    Ok(costs.collect())
}

/// Sets the stone for the side to move, asks, and takes it back.
///
/// # Errors
/// When the step limit is reached; the stone is taken back all the same.
///
/// # Panics
/// When the field is not empty or nobody is to move.
#[inline]
pub fn node_verdict(
    base: &Base,
    backend: Backend,
    position: &mut Position,
    stone: Point,
) -> Result<Option<usize>, LimitReached> {
    position.play(stone).expect("a stone is tried on an empty field, by the side to move");
    let verdict = base.verdict(backend, position);
    position.take_back();
    verdict
}
