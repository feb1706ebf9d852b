//! Deep runs: the ignored tests, which take minutes to hours. `cargo deep` runs all of them, `cargo deep definition::`
//! those of a module. `BLANCHE_DEEP_SECONDS=N` limits each of them to N seconds, as in `.ci/run`; without it they test
//! everything. A limited run tests its cases in a seeded random order, so that the tested cases are a random sample.

use std::time::{Duration, Instant};

use blanche_compiler::random::Random;

/// The seed of the order.
const SEED: u64 = 1;

/// The time limit of a deep run.
pub(crate) struct Bound {
    begin: Instant,
    time: Option<Duration>,
}

impl Bound {
    /// The limit set by `BLANCHE_DEEP_SECONDS`, counted from now.
    pub(crate) fn begin() -> Bound {
        let seconds = std::env::var("BLANCHE_DEEP_SECONDS").ok();
        let seconds = seconds.map(|text| text.parse().expect("BLANCHE_DEEP_SECONDS is a number of seconds"));
        Bound { begin: Instant::now(), time: seconds.map(Duration::from_secs_f64) }
    }

    /// No limit.
    pub(crate) fn none() -> Bound {
        Bound { begin: Instant::now(), time: None }
    }

    /// Whether the time is over, so that no further case may begin.
    pub(crate) fn is_over(&self) -> bool {
        self.end().is_some_and(|end| Instant::now() >= end)
    }

    fn end(&self) -> Option<Instant> {
        Some(self.begin + self.time?)
    }

    /// Divides the time of this limit into `parts` equal parts, and returns the part with this number, counted from 0.
    pub(crate) fn part(&self, number: usize, parts: usize) -> Bound {
        let Some(time) = self.time else { return Bound::none() };
        Bound {
            begin: self.begin + time.mul_f64(number as f64 / parts as f64),
            time: Some(time / parts as u32),
        }
    }

    /// Whether there is a limit, so that not everything is tested.
    pub(crate) fn is_set(&self) -> bool {
        self.time.is_some()
    }

    /// The cases in the order in which they are tested. The order is random if there is a limit.
    pub(crate) fn ordered<T>(&self, mut cases: Vec<T>) -> Vec<T> {
        if self.is_set() {
            Random::new(SEED).shuffle(&mut cases);
        }
        cases
    }
}

#[test]
fn a_time_bound_ends_its_parts_in_turn_and_an_order_visits_every_case() {
    let bound = Bound { begin: Instant::now(), time: Some(Duration::ZERO) };
    assert!(bound.is_set() && bound.part(0, 3).is_over() && bound.part(2, 3).is_over());
    let long = Bound { begin: Instant::now(), time: Some(Duration::from_secs(10_000)) };
    assert!(!long.part(0, 2).is_over() && long.part(0, 2).end() < long.part(1, 2).end());
    let second = long.part(1, 2);
    assert!(second.part(0, 1).end() == second.end() && long.part(0, 2).end() < second.part(0, 2).end());
    let mut cases = long.ordered((0..1000).collect());
    assert!(!cases.is_sorted());
    cases.sort_unstable();
    assert!(cases.into_iter().eq(0..1000));
    let none = Bound::none();
    assert!(!none.is_set() && !none.part(0, 1).is_over() && none.ordered(vec![3, 1, 2]) == [3, 1, 2]);
}
