//! How long work takes: the one place where a time is measured that a person reads.
//!
//! Each task first runs uncounted, until it takes long enough for a clock to see: the first run fetches memory and makes
//! what is made once, and would be ten times too long. Then rounds go through all tasks in turn, so that whatever else the
//! machine does meets all of them. Each turn of a short task begins with a run that does not count: what the task before it has
//! left in the caches would be told of this one. The *least* time of a task is what it takes when nothing disturbs it; the spread tells
//! how much did. Source: Chen and Revels 2016, *Robust benchmarking in noisy environments*.
//!
//! Where a task is made of parts of which one wants to know how they differ, each of its rounds goes through the parts in
//! their order ([`measure_parts`]).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a set of tasks is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// The time for which rounds go on, for each task.
    pub time: Duration,
    /// There are so many rounds at least.
    pub fewest_rounds: usize,
    /// And no more than this.
    pub most_rounds: usize,
    /// After this is set only the round at hand is ended, or the first one.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Effort<'a> {
    /// Rounds for so long, three at least.
    pub const fn of(time: Duration) -> Effort<'a> {
        Effort { time, fewest_rounds: 3, most_rounds: 300, stop: None }
    }

    /// The same, but that it may be stopped.
    #[must_use]
    pub const fn until(self, stop: &'a AtomicBool) -> Effort<'a> {
        Effort { stop: Some(stop), ..self }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// What one run of a task takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The least time of a run in any round, in microseconds.
    pub least: f64,
    /// The median over the rounds, in microseconds.
    pub median: f64,
    /// How many rounds there were.
    pub rounds: usize,
}

/// A spread above this makes a figure doubtful.
pub const DOUBTFUL_SPREAD: f64 = 0.2;

impl Timing {
    /// How far the median lies above the least time: 0.1 for a tenth.
    pub fn spread(&self) -> f64 {
        if self.least > 0.0 { self.median / self.least - 1.0 } else { 0.0 }
    }

    /// Whether the machine was so busy that the figure says little.
    pub fn is_doubtful(&self) -> bool {
        self.spread() > DOUBTFUL_SPREAD
    }

    fn of(mut rounds: Vec<f64>) -> Timing {
        rounds.sort_by(f64::total_cmp);
        let median = rounds[rounds.len() / 2];
        Timing { least: rounds[0], median, rounds: rounds.len() }
    }
}

/// A turn of a task takes so long at least: a look at the clock is a thousandth of it.
const LEAST_TURN: Duration = Duration::from_micros(50);

/// A first run that takes this long is not tried a second time before it counts.
const SLOW_RUN: Duration = Duration::from_millis(50);

/// A task of which one run takes less than this runs once more before each turn.
const SHORT_RUN: Duration = Duration::from_millis(2);

/// And a turn has no more runs than this, however little each of them does.
const MOST_RUNS: u32 = 1 << 16;

/// Measures tasks, which are called by their numbers, in rounds that take turns. `round` hears after each round which share
/// of the effort is spent.
///
/// # Errors
/// Those of a run, at once.
pub fn measure<E>(
    tasks: usize,
    effort: Effort<'_>,
    mut run: impl FnMut(usize) -> Result<(), E>,
    mut round: impl FnMut(f64),
) -> Result<Vec<Timing>, E> {
    let mut turn = |task: usize, runs: u32| -> Result<Duration, E> {
        let start = Instant::now();
        for _ in 0..runs {
            run(task)?;
        }
        Ok(start.elapsed())
    };
    // Step 1. How many runs a turn needs, found in turns that do not count.
    let mut plans = Vec::with_capacity(tasks);
    for task in 0..tasks {
        let (mut enough, mut took) = (1, turn(task, 1)?);
        if took < SLOW_RUN && !effort.is_stopped() {
            took = turn(task, enough)?;
            while took < LEAST_TURN && enough < MOST_RUNS {
                enough *= 2;
                took = turn(task, enough)?;
            }
        }
        plans.push((enough, took / enough < SHORT_RUN));
    }
    // Step 2. Rounds through all tasks.
    let mut times = vec![Vec::new(); tasks];
    let count = |task: usize| {
        let (runs, is_short) = plans[task];
        if is_short {
            turn(task, 1)?;
        }
        let time = turn(task, runs)?;
        times[task].push(microseconds(time) / f64::from(runs));
        Ok(())
    };
    rounds(tasks, effort, count, &mut round)?;
    Ok(times.into_iter().map(Timing::of).collect())
}

/// Goes through all tasks, round after round, as long as the effort is not spent.
fn rounds<E>(
    tasks: usize,
    effort: Effort<'_>,
    mut turn: impl FnMut(usize) -> Result<(), E>,
    round: &mut dyn FnMut(f64),
) -> Result<(), E> {
    let whole = effort.time.as_secs_f64() * tasks as f64;
    let start = Instant::now();
    for number in 0..effort.most_rounds.max(1) {
        let spent = start.elapsed().as_secs_f64();
        let is_enough = number >= effort.fewest_rounds.max(1) && spent >= whole;
        if is_enough || number > 0 && effort.is_stopped() {
            break;
        }
        (0..tasks).try_for_each(&mut turn)?;
        let by_rounds = (number + 1) as f64 / effort.fewest_rounds.max(1) as f64;
        let by_time = if whole > 0.0 { start.elapsed().as_secs_f64() / whole } else { 1.0 };
        round(by_rounds.min(by_time).min(1.0));
    }
    Ok(())
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Times the parts of a task as the task goes through them.
pub struct Watch {
    /// What a look at the clock takes.
    clock: Duration,
    times: Vec<f64>,
}

impl Watch {
    /// Runs a part, and takes its time.
    #[inline]
    pub fn time<T>(&mut self, part: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = part();
        self.times.push(microseconds(start.elapsed().saturating_sub(self.clock)));
        done
    }
}

/// What the parts of a task took, in microseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// By rounds; in each the parts in their order.
    rounds: Vec<Vec<f64>>,
}

impl Parts {
    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.rounds.first().map_or(0, Vec::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The mean of what these parts take: each at its least over the rounds, and each at its median. Nothing of no parts.
    ///
    /// # Panics
    /// When there is no such part.
    pub fn mean(&self, parts: &[usize]) -> Option<Timing> {
        let timings: Vec<Timing> = parts.iter().map(|part| self.timing(*part)).collect();
        let mean = |of: &dyn Fn(&Timing) -> f64| timings.iter().map(of).sum::<f64>() / timings.len() as f64;
        let first = timings.first()?;
        let (least, median) = (mean(&|timing| timing.least), mean(&|timing| timing.median));
        Some(Timing { least, median, rounds: first.rounds })
    }

    /// What a part takes.
    ///
    /// # Panics
    /// When there is no such part.
    pub fn timing(&self, part: usize) -> Timing {
        Timing::of(self.rounds.iter().map(|times| times[part]).collect())
    }
}

/// Measures tasks that are made of parts, in rounds that take turns, after a round that does not count: in each a task goes
/// through its parts, always the same in the same order, and the watch times them. Every part is run once in a round, as it
/// is where it belongs, so its own time is no better than the clock's. `round` hears as that of [`measure`].
///
/// # Errors
/// Those of a task, at once.
pub fn measure_parts<E>(
    tasks: usize,
    effort: Effort<'_>,
    mut pass: impl FnMut(usize, &mut Watch) -> Result<(), E>,
    mut round: impl FnMut(f64),
) -> Result<Vec<Parts>, E> {
    let clock = clock();
    let mut turn = |task: usize, parts: usize| -> Result<Vec<f64>, E> {
        let mut watch = Watch { clock, times: Vec::with_capacity(parts) };
        pass(task, &mut watch)?;
        Ok(watch.times)
    };
    let parts = (0..tasks).map(|task| Ok(turn(task, 0)?.len())).collect::<Result<Vec<usize>, E>>()?;
    let mut measured = vec![Parts::default(); tasks];
    let count = |task: usize| {
        measured[task].rounds.push(turn(task, parts[task])?);
        Ok(())
    };
    rounds(tasks, effort, count, &mut round)?;
    Ok(measured)
}

/// Runs a task once, and gives what it took: for what takes long, and is not to be done again.
pub fn once<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = run();
    (done, start.elapsed())
}

/// What a look at the clock takes.
fn clock() -> Duration {
    static CLOCK: OnceLock<Duration> = OnceLock::new();
    *CLOCK.get_or_init(|| {
        let mut looks: Vec<Duration> = (0..1001).map(|_| Instant::now().elapsed()).collect();
        looks.sort_unstable();
        looks[looks.len() / 2]
    })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    const SHORT: Effort<'_> = Effort { time: Duration::ZERO, fewest_rounds: 4, most_rounds: 9, stop: None };

    #[test]
    fn a_turn_is_not_slower_for_what_the_task_before_it_left_behind() {
        // The first run after another task takes long.
        let mut last = None;
        let run = |task: usize| -> Result<(), ()> {
            if last != Some(task) {
                std::thread::sleep(Duration::from_millis(1));
            }
            last = Some(task);
            Ok(())
        };
        let timings = measure(2, SHORT, run, |_| {}).unwrap();
        assert!(timings.iter().all(|timing| timing.least < 100.0), "{timings:?}");
    }

    #[test]
    fn what_is_stopped_ends_with_the_first_round() {
        let stop = AtomicBool::new(true);
        let timings = measure(2, SHORT.until(&stop), |_| Ok::<(), ()>(()), |_| {}).unwrap();
        assert!(timings.iter().all(|timing| timing.rounds == 1), "{timings:?}");
    }

    #[test]
    fn tasks_take_turns_after_a_run_that_does_not_count() {
        let asked = RefCell::new(Vec::new());
        let rounds = RefCell::new(Vec::new());
        let run = |task: usize| -> Result<(), ()> {
            if asked.borrow().last() != Some(&task) {
                asked.borrow_mut().push(task);
            }
            std::thread::sleep(Duration::from_millis(1));
            Ok(())
        };
        let timings = measure(3, SHORT, run, |share| rounds.borrow_mut().push(share)).unwrap();
        assert_eq!(*asked.borrow(), [0, 1, 2].repeat(5), "once each before the rounds, then four rounds");
        assert_eq!(*rounds.borrow(), [0.25, 0.5, 0.75, 1.0]);
        assert!(timings.iter().all(|timing| timing.rounds == 4 && timing.least >= 1000.0));
        assert!(timings.iter().all(|timing| timing.spread() >= 0.0));
    }

    #[test]
    fn what_only_the_first_run_has_to_do_is_not_measured() {
        let mut made = false;
        let run = |_: usize| -> Result<(), ()> {
            if !made {
                std::thread::sleep(Duration::from_millis(500));
            }
            made = true;
            Ok(())
        };
        let timings = measure(1, SHORT, run, |_| {}).unwrap();
        assert!(timings[0].median < 100_000.0, "{timings:?}");
    }

    #[test]
    fn a_short_task_runs_often_in_a_turn() {
        let mut runs = 0;
        let run = |_: usize| -> Result<(), ()> {
            runs += 1;
            Ok(())
        };
        let timings = measure(1, SHORT, run, |_| {}).unwrap();
        assert!(runs > 1000, "{runs}");
        assert_eq!(timings[0].rounds, 4);
    }

    #[test]
    fn a_run_that_fails_ends_it() {
        let mut runs = 0;
        let run = |task: usize| {
            runs += 1;
            if task == 1 { Err("given up") } else { Ok(()) }
        };
        assert_eq!(measure(2, SHORT, run, |_| {}), Err("given up"));
        assert!(runs < 1 << 18);
    }

    #[test]
    fn parts_are_timed_in_their_order_after_a_round_that_does_not_count() {
        let mut asked = Vec::new();
        let pass = |task: usize, watch: &mut Watch| -> Result<(), ()> {
            for part in 0..task + 1 {
                asked.push((task, part));
                watch.time(|| std::thread::sleep(Duration::from_millis(1 + part as u64)));
            }
            Ok(())
        };
        let measured = measure_parts(2, SHORT, pass, |_| {}).unwrap();
        assert_eq!(asked, [(0, 0), (1, 0), (1, 1)].repeat(5), "one round before the four that count");
        assert_eq!(measured.iter().map(Parts::len).collect::<Vec<_>>(), [1, 2]);
        let parts = &measured[1];
        let [short, long] = [0, 1].map(|part| parts.timing(part));
        assert!(short.least >= 900.0 && long.least >= 1900.0, "{parts:?}");
        let mean = parts.mean(&[0, 1]).unwrap();
        assert_eq!((mean.rounds, mean.least), (4, (short.least + long.least) / 2.0));
        assert_eq!(mean.median, (short.median + long.median) / 2.0);
        assert_eq!(parts.mean(&[]), None);
    }

    #[test]
    fn a_task_without_parts_and_one_that_fails() {
        let none = measure_parts(1, SHORT, |_, _| Ok::<(), ()>(()), |_| {}).unwrap();
        assert!(none[0].is_empty() && none[0].mean(&[]).is_none());
        assert_eq!(
            measure_parts(3, SHORT, |task, _| if task == 1 { Err(task) } else { Ok(()) }, |_| {}),
            Err(1)
        );
    }

    #[test]
    fn a_spread_of_more_than_a_fifth_is_doubtful() {
        let timing = |median| Timing { least: 10.0, median, rounds: 3 };
        assert!(timing(12.5).is_doubtful() && !timing(11.9).is_doubtful());
        assert!(!Timing { least: 0.0, median: 0.0, rounds: 1 }.is_doubtful());
        assert_eq!(Timing::of(vec![3.0, 1.0, 2.0]), Timing { least: 1.0, median: 2.0, rounds: 3 });
    }
}
