//! How long exports, values and verdicts take, position by position or node by node.

use std::hint::black_box;

use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Parts, Timing, Watch};

use crate::bases::Backend;
use crate::bases::Question as OfBase;
use crate::board::{Color, Point, Position};
use crate::facts::Base;
use crate::laboratory::corpus::Walk;

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
    fn of(times: &Parts, parts: &[usize], seed: u64) -> Option<Distribution> {
        let mean = times.mean(parts, seed)?;
        let mut each: Vec<f64> = parts.iter().map(|part| times.least(*part)).collect();
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
/// clock itself takes is not counted, and what has no position or node is left out. `round` is told which share of the effort
/// is spent. Each position or node is timed by itself: below [`timing::finest`] a time says as much of the clock.
///
/// # Errors
/// When the step limit is exceeded.
pub fn costs(
    base: &Base,
    asking: &[Asking<'_>],
    positions: &mut [Position],
    effort: Effort<'_>,
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
            Some((level, Distribution::of(&times, &nodes, effort.seed)?))
        };
        let by_level = levels.iter().copied().filter_map(of_level).collect();
        Some(Costs { subject, backend, all: Distribution::of(&times, &all, effort.seed)?, by_level })
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
