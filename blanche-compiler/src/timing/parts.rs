//! The times of the parts of a task, round by round, and the figures computed from them.

use blanche_sorted::Arrange;

use crate::random::Random;

/// The time that one run of a task takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The least time, in microseconds: the sum of each part's minimum over the rounds.
    pub least: f64,
    /// The typical time, in microseconds: the sum of each part's median over the rounds.
    pub median: f64,
    /// Number of rounds.
    pub rounds: usize,
    /// The 95 % confidence interval of the least time; `None` for a single round.
    pub interval: Option<Interval>,
}

/// A confidence interval, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end, in microseconds.
    pub low: f64,
    /// The upper end, in microseconds.
    pub high: f64,
}

/// Spread above which a figure is doubtful.
pub const DOUBTFUL_SPREAD: f64 = 0.2;

impl Timing {
    /// How far the typical time is above the least time, as a fraction of the least time.
    pub fn spread(&self) -> f64 {
        if self.least > 0.0 { self.median / self.least - 1.0 } else { 0.0 }
    }

    /// Whether the machine was so busy that the figure is unreliable.
    pub fn is_doubtful(&self) -> bool {
        self.spread() > DOUBTFUL_SPREAD
    }

    /// The time per item, for a run of `items` items.
    #[must_use]
    pub fn over(&self, items: f64) -> Timing {
        let interval =
            self.interval.map(|Interval { low, high }| Interval { low: low / items, high: high / items });
        Timing { least: self.least / items, median: self.median / items, interval, ..*self }
    }
}

/// Number of random halvings of the rounds used to estimate an error. A larger number does not change the first digit
/// of the error.
const HALVINGS: usize = 200;

/// Confidence of an interval: the fraction of halvings in which the two halves differ by no more than the error.
pub const CONFIDENCE: f64 = 0.95;

/// The times of the parts of a task, in microseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// For each round, the times of the parts in order.
    pub(super) rounds: Vec<Vec<f64>>,
}

impl Parts {
    /// Number of parts.
    pub fn len(&self) -> usize {
        self.rounds.first().map_or(0, Vec::len)
    }

    /// Whether there are no parts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The least time of a part, in microseconds.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn least(&self, part: usize) -> f64 {
        self.rounds.iter().map(|times| times[part]).fold(f64::INFINITY, f64::min)
    }

    /// The mean time of the given parts; `None` if there are no parts or no rounds. `seed` is for the confidence
    /// interval.
    ///
    /// # Panics
    /// If one of the parts does not exist.
    pub fn mean(&self, parts: &[usize], seed: u64) -> Option<Timing> {
        if parts.is_empty() || self.rounds.is_empty() {
            return None;
        }
        let columns = parts.iter().map(|part| self.column(*part)).collect();
        Some(Columns(columns).timing(seed).over(parts.len() as f64))
    }

    /// The total time of all parts of several tasks, which were measured in the same rounds. `None` if there are no
    /// tasks or no rounds. `seed` is for the random halvings of the rounds from which the confidence interval is
    /// computed.
    pub fn total(tasks: &[&Parts], seed: u64) -> Option<Timing> {
        tasks.first().filter(|task| !task.rounds.is_empty())?;
        let columns = tasks.iter().flat_map(|task| (0..task.len()).map(|part| task.column(part))).collect();
        Some(Columns(columns).timing(seed))
    }

    fn column(&self, part: usize) -> Vec<f64> {
        self.rounds.iter().map(|times| times[part]).collect()
    }
}

/// The times of some parts: for each part, a list with its time in each round.
struct Columns(Vec<Vec<f64>>);

impl Columns {
    fn timing(&self, seed: u64) -> Timing {
        let rounds = self.0.first().map_or(0, Vec::len);
        let middle = |column: &Vec<f64>| {
            let mut column = column.clone();
            column.arrange_by(f64::total_cmp);
            column[rounds / 2]
        };
        let least = self.least(&(0..rounds).collect::<Vec<usize>>());
        let median = self.0.iter().map(middle).sum();
        Timing { least, median, rounds, interval: self.interval(least, rounds, seed) }
    }

    /// The sum of each part's minimum over the given rounds.
    fn least(&self, rounds: &[usize]) -> f64 {
        let of = |column: &Vec<f64>| rounds.iter().map(|round| column[*round]).fold(f64::INFINITY, f64::min);
        self.0.iter().map(of).sum()
    }

    /// The confidence interval of the least time. Each half of the rounds is treated as a separate run. The difference
    /// of two halves bounds the error with the given confidence. All rounds together are twice as many, so their error
    /// is smaller. Because fewer rounds find larger minima, infinitely many rounds would find a still lower minimum.
    /// The expected difference is about as large as the difference between the minimum of all rounds and the minimum of
    /// a half.
    fn interval(&self, least: f64, rounds: usize, seed: u64) -> Option<Interval> {
        if rounds < 2 {
            return None;
        }
        let mut random = Random::of(seed, &[rounds as u64]);
        let mut order: Vec<usize> = (0..rounds).collect();
        let (mut differences, mut above) = (Vec::with_capacity(HALVINGS), 0.0);
        for _ in 0..HALVINGS {
            random.shuffle(&mut order);
            let (one, other) = order.split_at(rounds / 2);
            let [one, other] = [self.least(one), self.least(other)];
            differences.push((one - other).abs());
            above += (one + other) / 2.0 - least;
        }
        differences.arrange_by(f64::total_cmp);
        let error = differences[((HALVINGS as f64 * CONFIDENCE) as usize).min(HALVINGS - 1)];
        let below = above / HALVINGS as f64;
        Some(Interval { low: (least - below - error).max(0.0), high: least + error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random times of parts, given as each part's undisturbed time and its mean delay.
    fn noisy(parts: &[(f64, f64)], rounds: usize, random: &mut Random) -> Parts {
        let mut time = |(least, noise): &(f64, f64)| {
            let share = (random.below(1 << 20) + 1) as f64 / f64::from(1 << 20);
            least - noise * share.ln()
        };
        Parts { rounds: (0..rounds).map(|_| parts.iter().map(&mut time).collect()).collect() }
    }

    #[test]
    fn a_spread_of_more_than_a_fifth_is_doubtful() {
        let timing = |least, median| Timing { least, median, rounds: 3, interval: None };
        assert!(timing(10.0, 12.5).is_doubtful() && !timing(10.0, 11.9).is_doubtful());
        assert!(!timing(0.0, 0.0).is_doubtful());
    }

    #[test]
    fn totals_add_the_minimum_and_the_median_of_every_part() {
        let parts = Parts { rounds: vec![vec![3.0, 10.0], vec![1.0, 30.0], vec![2.0, 20.0]] };
        assert_eq!((parts.len(), parts.least(0), parts.least(1)), (2, 1.0, 10.0));
        let total = Parts::total(&[&parts], 1).unwrap();
        assert_eq!((total.least, total.median, total.rounds), (11.0, 22.0, 3));
        let mean = parts.mean(&[0, 1], 1).unwrap();
        assert_eq!((mean.least, mean.median), (5.5, 11.0));
        assert_eq!((parts.mean(&[], 1), Parts::total(&[], 1), Parts::default().len()), (None, None, 0));
    }

    #[test]
    fn the_times_of_tasks_add_up_to_their_total() {
        let mut random = Random::new(7);
        let tasks: Vec<Parts> =
            (1..6).map(|size| noisy(&vec![(f64::from(size), 0.3); size as usize], 20, &mut random)).collect();
        let all: Vec<&Parts> = tasks.iter().collect();
        let total = Parts::total(&all, 1).unwrap();
        let each: Vec<Timing> = all.iter().map(|task| Parts::total(&[task], 1).unwrap()).collect();
        let sum = |of: fn(&Timing) -> f64| each.iter().map(of).sum::<f64>();
        assert!((total.least - sum(|timing| timing.least)).abs() < 1e-9);
        assert!((total.median - sum(|timing| timing.median)).abs() < 1e-9);
        let Interval { low, high } = total.interval.unwrap();
        assert!(low < total.least && total.least < high);
    }

    #[test]
    fn an_interval_contains_the_true_time_and_that_of_another_run() {
        let mut random = Random::new(11);
        for parts in [1, 4, 100] {
            let work = vec![(100.0, 8.0); parts];
            let (mut truths, mut again, mut width) = (0, 0, 0.0);
            for run in 0..200 {
                let timing = Parts::total(&[&noisy(&work, 30, &mut random)], run).unwrap();
                let Interval { low, high } = timing.interval.unwrap();
                let holds = |time: f64| usize::from(low <= time && time <= high);
                truths += holds(100.0 * parts as f64);
                again += holds(Parts::total(&[&noisy(&work, 30, &mut random)], run).unwrap().least);
                width += (high - low) / timing.least / 200.0;
            }
            assert!(truths >= 180 && again >= 180, "{parts}: {truths} {again} of 200");
            assert!(width < 0.03, "{parts}: an interval that says nothing holds everything: {width}");
        }
    }

    #[test]
    fn a_single_round_has_no_interval_and_equal_rounds_a_narrow_one() {
        let one = Parts { rounds: vec![vec![1.0, 2.0]] };
        assert_eq!(Parts::total(&[&one], 1).unwrap().interval, None);
        let two = Parts { rounds: vec![vec![1.0, 2.0]; 2] };
        assert_eq!(Parts::total(&[&two], 1).unwrap().interval, Some(Interval { low: 3.0, high: 3.0 }));
    }
}
