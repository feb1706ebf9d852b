//! Rounds through tasks that are divided into pieces.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::parts::{Parts, Timing};
use super::{Effort, microseconds};
use crate::random::Random;

/// Minimum duration of a piece, in microseconds. Reading the clock takes a thousandth of this time. The maximum is
/// twice this duration, unless a single item takes longer. The system rarely interrupts a program in so short a time.
const PIECE: f64 = 100.0;

/// A first run that takes at least this many microseconds is not repeated before counting begins.
const SLOW_RUN: f64 = 50_000.0;

/// Time for which a task runs uncounted before each turn, in microseconds. The task runs at least this long, because
/// caches and branch predictors take this time to forget the previous task.
const WARM: f64 = 500.0;

/// An item that takes at least this many microseconds needs no uncounted run before it.
const LONG_ITEM: f64 = 2_000.0;

/// Maximum number of runs in a piece. It limits the runs of a task that does almost nothing.
const MAX_RUNS: u32 = 1 << 16;

/// Measures tasks, identified by their numbers, without dividing them into pieces. `round` is called after each
/// round with the fraction of the effort spent.
///
/// # Errors
/// Returns the first error of a run immediately.
pub fn measure<E>(
    tasks: usize,
    effort: Effort<'_>,
    mut run: impl FnMut(usize) -> Result<(), E>,
    round: impl FnMut(f64),
) -> Result<Vec<Timing>, E> {
    let measured = measure_items(&vec![1; tasks], effort, |task, _| run(task), round)?;
    let timing = |parts: &Parts| Parts::total(&[parts], effort.seed).expect("there is a round");
    Ok(measured.iter().map(timing).collect())
}

/// Measures tasks in pieces; `items` are the numbers of items of each task. A task is called with its number and
/// the range of items to process. Returns the times of the pieces for each task. `round` is called after each round
/// with the fraction of the effort spent.
///
/// # Errors
/// Returns the first error of a run immediately.
pub fn measure_items<E>(
    items: &[usize],
    effort: Effort<'_>,
    run: impl FnMut(usize, Range<usize>) -> Result<(), E>,
    round: impl FnMut(f64),
) -> Result<Vec<Parts>, E> {
    let start = Instant::now();
    by_clock(&|| start.elapsed(), items, effort, run, round)
}

/// How a task is timed.
struct Plan {
    /// The items of each piece.
    pieces: Vec<Range<usize>>,
    /// Number of runs per piece. It is above 1 only if there is a single piece.
    runs: u32,
    /// The items that run uncounted before each turn, and how many times they run.
    before: (Range<usize>, u32),
}

/// Implements [`measure_items`] for any clock.
fn by_clock<E>(
    clock: &dyn Fn() -> Duration,
    items: &[usize],
    effort: Effort<'_>,
    mut run: impl FnMut(usize, Range<usize>) -> Result<(), E>,
    mut round: impl FnMut(f64),
) -> Result<Vec<Parts>, E> {
    let mut piece = |task: usize, items: &Range<usize>, runs: u32| -> Result<f64, E> {
        let start = clock();
        for _ in 0..runs {
            run(task, items.clone())?;
        }
        Ok(microseconds(clock().saturating_sub(start)))
    };
    let mut plans = Vec::with_capacity(items.len());
    for (task, &items) in items.iter().enumerate() {
        plans.push(planned(task, items, effort, &mut piece)?);
    }
    let mut measured = vec![Parts::default(); items.len()];
    let turn = |task: usize| {
        let Plan { pieces, runs, before } = &plans[task];
        piece(task, &before.0, before.1)?;
        let times = pieces.iter().map(|items| Ok(piece(task, items, *runs)? / f64::from(*runs)));
        measured[task].rounds.push(times.collect::<Result<Vec<f64>, E>>()?);
        Ok(())
    };
    rounds(clock, items.len(), effort, turn, &mut round)?;
    Ok(measured)
}

/// Runs a task until its plan is determined.
fn planned<E>(
    task: usize,
    items: usize,
    effort: Effort<'_>,
    piece: &mut impl FnMut(usize, &Range<usize>, u32) -> Result<f64, E>,
) -> Result<Plan, E> {
    let all = 0..items;
    let mut pass =
        || all.clone().map(|item| piece(task, &(item..item + 1), 1)).collect::<Result<Vec<f64>, E>>();
    // Step 1. Run the task, and run it again unless the first run took long. The lesser of the two times of an item
    // counts, in case a run was interrupted.
    let mut times = pass()?;
    if times.iter().sum::<f64>() < SLOW_RUN && !effort.is_stopped() {
        let again = pass()?;
        times.iter_mut().zip(again).for_each(|(time, again)| *time = time.min(again));
    }
    let took: f64 = times.iter().sum();
    if took >= PIECE || effort.is_stopped() {
        // Step 2. Divide a long task into pieces.
        return Ok(Plan { pieces: cut(&times), runs: 1, before: warming(&times) });
    }
    // Step 3. Run a short task several times in one piece.
    let (mut runs, mut took) = (1, piece(task, &all, 1)?);
    while runs < MAX_RUNS && took < PIECE {
        runs *= 2;
        took = piece(task, &all, runs)?;
    }
    // Limits the number of runs of a task that does nothing.
    let before = (WARM / took).ceil() * f64::from(runs);
    let before = before.clamp(f64::from(runs), f64::from(MAX_RUNS));
    Ok(Plan { pieces: vec![all.clone()], runs, before: (all, before as u32) })
}

/// The items that run uncounted before each turn of a task, and how many times they run. `times` are the durations of
/// the task's items.
fn warming(times: &[f64]) -> (Range<usize>, u32) {
    if times.first().is_none_or(|first| *first >= LONG_ITEM) {
        return (0..0, 0);
    }
    let mut took = 0.0;
    let enough = times.iter().position(|time| {
        took += time;
        took >= WARM
    });
    match enough {
        Some(last) => (0..last + 1, 1),
        None => (0..times.len(), (WARM / took).ceil() as u32),
    }
}

/// Divides items that take these times into pieces. A remainder that is too short is added to the last piece.
fn cut(times: &[f64]) -> Vec<Range<usize>> {
    let (mut pieces, mut first, mut took): (Vec<Range<usize>>, usize, f64) = (Vec::new(), 0, 0.0);
    for (item, time) in times.iter().enumerate() {
        took += time;
        if took >= PIECE {
            pieces.push(first..item + 1);
            (first, took) = (item + 1, 0.0);
        }
    }
    match pieces.last_mut() {
        _ if first == times.len() => {}
        Some(last) => last.end = times.len(),
        None => pieces.push(first..times.len()),
    }
    pieces
}

/// Runs all tasks in rounds, each in a different order, until the effort is spent.
pub(super) fn rounds<E>(
    clock: &dyn Fn() -> Duration,
    tasks: usize,
    effort: Effort<'_>,
    mut turn: impl FnMut(usize) -> Result<(), E>,
    round: &mut dyn FnMut(f64),
) -> Result<(), E> {
    let whole = effort.time.as_secs_f64() * tasks as f64;
    let mut random = Random::new(effort.seed);
    let mut order: Vec<usize> = (0..tasks).collect();
    let start = clock();
    let spent = || clock().saturating_sub(start).as_secs_f64();
    for number in 0..effort.most_rounds.max(1) {
        let is_enough = number >= effort.fewest_rounds.max(1) && spent() >= whole;
        if is_enough || number > 0 && effort.is_stopped() {
            break;
        }
        random.shuffle(&mut order);
        order.iter().try_for_each(|task| turn(*task))?;
        let by_rounds = (number + 1) as f64 / effort.fewest_rounds.max(1) as f64;
        let by_time = if whole > 0.0 { spent() / whole } else { 1.0 };
        round(by_rounds.min(by_time).min(1.0));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
