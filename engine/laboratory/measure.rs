//! How long questions take: what `noire bench` prints.
//!
//! Wall-clock times on a machine that does other things too are worth little by themselves. So all rules, questions and
//! back ends take turns ([`timing`]), a figure is the least time of any turn and carries its spread, and the ratio of two
//! figures of one run says more than either. Nothing here judges a figure, and no test asks for one.

use std::hint::black_box;
use std::time::{Duration, Instant};

use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Timing};

use crate::bases::Backend;
use crate::bases::Question as OfBase;
use crate::board::{Colour, Point, Position};
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
/// [`Base::all_into`] and [`Base::count`]. `round` hears which share of the effort is spent.
///
/// # Errors
/// When the limit of work is reached.
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

/// How the times of many verdicts, or of an export or of values in many positions, are spread, in microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// How many verdicts, or positions.
    pub nodes: usize,
    /// Their mean.
    pub mean: f64,
    /// Half of them take less.
    pub median: f64,
    /// All but one in a hundred take less.
    pub percentile_99: f64,
}

/// What verdicts cost: [`Base::verdict`] with the stone set before and taken back after.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// All of them.
    pub all: Spread,
    /// Those that end at each level, and in the end those where no rule applies. Levels where none ends are
    /// left out.
    pub by_level: Vec<(Option<u32>, Spread)>,
}

/// Each verdict is asked so many times, and its time is the median.
const VERDICT_TURNS: usize = 5;

/// Asks the verdict of every node of these walks; nothing where there is no node. What the clock itself takes is
/// not counted. `turn` is called after each turn with the number of turns that are left.
///
/// # Errors
/// When the limit of work is reached.
pub fn verdicts(
    base: &Base,
    backend: Backend,
    walks: &[Walk],
    mut turn: impl FnMut(usize),
) -> Result<Option<Verdicts>, LimitReached> {
    let clock = timing::clock();
    let mut times: Vec<[Duration; VERDICT_TURNS]> = Vec::new();
    let mut levels: Vec<Option<u32>> = Vec::new();
    let mut failed = Ok(());
    for number in 0..VERDICT_TURNS {
        let mut node = 0;
        for walk in walks {
            walk.each_node(|position, stone| {
                let start = Instant::now();
                let verdict = node_verdict(base, backend, position, stone);
                let time = start.elapsed().saturating_sub(clock);
                let rule = verdict.unwrap_or_else(|limit| {
                    failed = Err(limit);
                    None
                });
                if number == 0 {
                    levels.push(rule.map(|rule| base.rules()[rule].level));
                    times.push([time; VERDICT_TURNS]);
                }
                times[node][number] = time;
                node += 1;
            });
            failed?;
        }
        turn(VERDICT_TURNS - 1 - number);
    }
    let nodes = levels.iter().zip(times).map(|(level, times)| (*level, of_turns(times)));
    let nodes: Vec<(Option<u32>, f64)> = nodes.collect();
    let Some(all) = spread(nodes.iter().map(|(_, time)| *time)) else { return Ok(None) };
    let mut ends: Vec<Option<u32>> = base.rules().iter().map(|rule| Some(rule.level)).collect();
    ends.dedup();
    ends.push(None);
    let of_level = |end: Option<u32>| {
        let times = nodes.iter().filter(|(level, _)| *level == end).map(|(_, time)| *time);
        spread(times).map(|spread| (end, spread))
    };
    Ok(Some(Verdicts { all, by_level: ends.into_iter().filter_map(of_level).collect() }))
}

/// Sets the stone for the side to move, asks, and takes it back.
///
/// # Errors
/// When the limit of work is reached; the stone is taken back all the same.
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

/// How long an export takes, with the stones set: all its answers, position by position. Each position is asked
/// several times, and its time is the median; nothing where there is no position.
///
/// # Errors
/// When the limit of work is reached.
pub fn exports(
    base: &Base,
    backend: Backend,
    export: usize,
    positions: &mut [Position],
) -> Result<Option<Spread>, LimitReached> {
    let clock = timing::clock();
    let mut room = Solutions::default();
    let mut times = vec![[Duration::ZERO; VERDICT_TURNS]; positions.len()];
    for turn in 0..VERDICT_TURNS {
        for (position, times) in positions.iter_mut().zip(&mut times) {
            let start = Instant::now();
            base.answers_into(backend, OfBase::Export(export), position, &mut room)?;
            black_box(&room);
            times[turn] = start.elapsed().saturating_sub(clock);
        }
    }
    Ok(spread(times.into_iter().map(of_turns)))
}

/// How long the value of a position for the side to move takes, with the stones set, position by position; for black
/// where nobody is to move. Each position is asked several times, and its time is the median; nothing where there is
/// no position.
///
/// # Errors
/// When the limit of work is reached.
pub fn values(
    base: &Base,
    backend: Backend,
    positions: &mut [Position],
) -> Result<Option<Spread>, LimitReached> {
    let clock = timing::clock();
    let mut times = vec![[Duration::ZERO; VERDICT_TURNS]; positions.len()];
    for turn in 0..VERDICT_TURNS {
        for (position, times) in positions.iter_mut().zip(&mut times) {
            let colour = position.to_move().unwrap_or(Colour::Black);
            let start = Instant::now();
            black_box(base.value(backend, position, colour)?);
            times[turn] = start.elapsed().saturating_sub(clock);
        }
    }
    Ok(spread(times.into_iter().map(of_turns)))
}

/// The median of the turns at one question, in microseconds.
fn of_turns(mut times: [Duration; VERDICT_TURNS]) -> f64 {
    times.sort();
    times[VERDICT_TURNS / 2].as_secs_f64() * 1e6
}

fn spread(times: impl Iterator<Item = f64>) -> Option<Spread> {
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    let nodes = times.len();
    let last = nodes.checked_sub(1)?;
    Some(Spread {
        nodes,
        mean: times.iter().sum::<f64>() / nodes as f64,
        median: times[nodes / 2],
        percentile_99: times[(nodes * 99 / 100).min(last)],
    })
}
