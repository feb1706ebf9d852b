//! Rounds through tasks that time their own parts one by one. This is used if the times of individual parts are of
//! interest.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use blanche_sorted::Arrange;

use super::parts::Parts;
use super::pieces::rounds;
use super::{Effort, microseconds};

/// Times the parts of a task while the task runs.
pub struct Watch {
    /// The time that reading the clock takes.
    clock: Duration,
    times: Vec<f64>,
}

impl Watch {
    /// Runs a part and records its time.
    #[inline]
    pub fn time<T>(&mut self, part: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = part();
        self.times.push(microseconds(start.elapsed().saturating_sub(self.clock)));
        done
    }
}

/// Measures tasks that consist of parts, in rounds. In each round a task runs all of its parts, always the same parts
/// in the same order, and times them with the watch. An additional first round is not counted. Every part runs once per
/// round in its usual context, so its time is no more precise than the clock ([`finest`]). `round` is called as by
/// [`measure`](super::measure).
///
/// # Errors
/// Returns the first error of a task immediately.
pub fn measure_parts<E>(
    tasks: usize,
    effort: Effort<'_>,
    mut pass: impl FnMut(usize, &mut Watch) -> Result<(), E>,
    mut round: impl FnMut(f64),
) -> Result<Vec<Parts>, E> {
    let clock = look();
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
    let start = Instant::now();
    rounds(&|| start.elapsed(), tasks, effort, count, &mut round)?;
    Ok(measured)
}

/// Shortest time of a single part, in microseconds, that says more about the part than about the clock.
const MIN_REPORTED: f64 = 0.05;

/// The shortest meaningful time of a single part, in microseconds: 0.05, or twice the time of reading this
/// machine's clock if that is longer. Times measured over many runs together are more precise.
pub fn finest() -> f64 {
    MIN_REPORTED.max(2.0 * clock())
}

/// The time that reading the clock takes, in microseconds.
pub fn clock() -> f64 {
    microseconds(look())
}

fn look() -> Duration {
    static LOOK: OnceLock<Duration> = OnceLock::new();
    *LOOK.get_or_init(|| {
        let mut looks: Vec<Duration> = (0..1001).map(|_| Instant::now().elapsed()).collect();
        looks.arrange();
        looks[looks.len() / 2]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Effort<'_> =
        Effort { time: Duration::ZERO, fewest_rounds: 4, most_rounds: 9, stop: None, seed: 1 };

    #[test]
    fn parts_are_timed_in_order_after_a_warm_up_round() {
        let mut asked = Vec::new();
        let pass = |task: usize, watch: &mut Watch| -> Result<(), ()> {
            for part in 0..task + 1 {
                asked.push((task, part));
                watch.time(|| std::thread::sleep(Duration::from_millis(1 + part as u64)));
            }
            Ok(())
        };
        let measured = measure_parts(2, SHORT, pass, |_| {}).unwrap();
        assert_eq!(asked[..3], [(0, 0), (1, 0), (1, 1)], "one round before the four that count");
        assert_eq!(asked.len(), 3 * 5);
        for round in asked.chunks(3) {
            assert!(round == [(0, 0), (1, 0), (1, 1)] || round == [(1, 0), (1, 1), (0, 0)], "{round:?}");
        }
        assert_eq!(measured.iter().map(Parts::len).collect::<Vec<_>>(), [1, 2]);
        let parts = &measured[1];
        let [short, long] = [0, 1].map(|part| parts.least(part));
        assert!(short >= 900.0 && long >= 1900.0, "{parts:?}");
        let mean = parts.mean(&[0, 1], 1).unwrap();
        assert_eq!((mean.rounds, mean.least), (4, (short + long) / 2.0));
        assert!(mean.median >= mean.least && parts.mean(&[], 1).is_none());
    }

    #[test]
    fn a_task_may_have_no_parts_and_a_failure_ends_the_measurement() {
        let none = measure_parts(1, SHORT, |_, _| Ok::<(), ()>(()), |_| {}).unwrap();
        assert!(none[0].is_empty() && none[0].mean(&[], 1).is_none());
        let fails = |task, _: &mut Watch| if task == 1 { Err(task) } else { Ok(()) };
        assert_eq!(measure_parts(3, SHORT, fails, |_| {}), Err(1));
    }

    #[test]
    fn the_finest_reported_time_is_no_finer_than_the_clock() {
        assert!(finest() >= MIN_REPORTED && finest() >= 2.0 * clock());
    }
}
