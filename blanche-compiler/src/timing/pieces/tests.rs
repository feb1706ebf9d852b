//! Tests with simulated clocks, for which the correct results are known.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use super::*;

const SHORT: Effort<'_> =
    Effort { time: Duration::ZERO, fewest_rounds: 4, most_rounds: 9, stop: None, seed: 1 };

/// A simulated clock that advances with work, and by random interruptions.
struct Busy {
    now: Cell<f64>,
    next: Cell<f64>,
    random: RefCell<Random>,
    /// The mean time between two interruptions, and the duration of an interruption, in microseconds.
    interrupted: Option<(usize, f64)>,
}

impl Busy {
    fn new(interrupted: Option<(usize, f64)>) -> Busy {
        let busy = Busy {
            now: Cell::new(0.0),
            next: Cell::new(f64::INFINITY),
            random: RefCell::new(Random::new(3)),
            interrupted,
        };
        busy.plan_interruption();
        busy
    }

    fn plan_interruption(&self) {
        if let Some((every, _)) = self.interrupted {
            let stretch = self.random.borrow_mut().between(every / 2, every * 3 / 2);
            self.next.set(self.now.get() + stretch as f64);
        }
    }

    fn work(&self, microseconds: f64) {
        self.now.set(self.now.get() + microseconds);
        while let Some((_, long)) = self.interrupted.filter(|_| self.now.get() >= self.next.get()) {
            self.now.set(self.now.get() + long);
            self.plan_interruption();
        }
    }

    fn now(&self) -> Duration {
        Duration::from_secs_f64(self.now.get() / 1e6)
    }
}

/// Measures simulated tasks, each given by its number of items and the time per item in microseconds.
fn measured(busy: &Busy, tasks: &[(usize, f64)], effort: Effort<'_>) -> Vec<Parts> {
    let items: Vec<usize> = tasks.iter().map(|(items, _)| *items).collect();
    let run = |task: usize, items: Range<usize>| -> Result<(), Infallible> {
        items.for_each(|_| busy.work(tasks[task].1));
        Ok(())
    };
    let Ok(measured) = by_clock(&|| busy.now(), &items, effort, run, |_| {});
    measured
}

#[test]
fn interruptions_do_not_distort_the_times_of_long_tasks() {
    // The system takes 4 ms every 10 ms, and a run of the first task takes 18 ms. A whole run is therefore never
    // undisturbed.
    let busy = Busy::new(Some((10_000, 4_000.0)));
    let tasks = [(600, 30.0), (600, 0.5), (600, 4.0), (5, 3.0)];
    let effort = Effort { fewest_rounds: 40, most_rounds: 40, ..SHORT };
    for (parts, (items, time)) in measured(&busy, &tasks, effort).iter().zip(tasks) {
        let (timing, expected) = (Parts::total(&[parts], 1).unwrap(), items as f64 * time);
        assert!((timing.least / expected - 1.0).abs() < 1e-3, "{timing:?} for {expected}");
        let interval = timing.interval.unwrap();
        assert!(interval.low <= expected * 1.001 && expected <= interval.high * 1.001, "{timing:?}");
    }
    // As a whole, the first task includes at least one interruption.
    let busy = Busy::new(Some((10_000, 4_000.0)));
    let whole = measured(&busy, &[(1, 18_000.0), (1, 300.0)], effort);
    let [long, short] = [0, 1].map(|task| Parts::total(&[&whole[task]], 1).unwrap().least);
    assert!(long >= 22_000.0 && short < 301.0, "{long} {short}");
}

#[test]
fn the_times_of_rules_add_up_to_the_time_of_their_level() {
    let busy = Busy::new(Some((3_000, 500.0)));
    let rules = [(600, 0.05), (600, 2.0), (600, 17.0)];
    let measured = measured(&busy, &rules, Effort { fewest_rounds: 30, most_rounds: 30, ..SHORT });
    let level = Parts::total(&measured.iter().collect::<Vec<&Parts>>(), 1).unwrap();
    let sum: f64 = measured.iter().map(|rule| Parts::total(&[rule], 1).unwrap().least).sum();
    assert!(
        (level.least - sum).abs() < 1e-6 && (level.least / (600.0 * 19.05) - 1.0).abs() < 1e-3,
        "{level:?}"
    );
}

#[test]
fn pieces_are_short_and_contain_every_item_once() {
    // Item times, and the expected ends of the pieces.
    let cases: [(&[f64], &[usize]); 6] = [
        (&[], &[]),
        (&[3.0, 4.0], &[2]),
        (&[60.0, 60.0, 60.0, 60.0], &[2, 4]),
        (&[60.0, 60.0, 60.0], &[3]),
        (&[500.0, 1.0, 99.0, 7.0], &[1, 4]),
        (&[1.0, 500.0, 500.0], &[2, 3]),
    ];
    for (times, expected) in cases {
        let pieces = cut(times);
        assert_eq!(pieces.iter().map(|piece| piece.end).collect::<Vec<_>>(), expected, "{times:?}");
        assert_eq!(pieces.iter().map(Range::len).sum::<usize>(), times.len(), "{times:?}");
    }
    for time in [0.7, 13.0, 99.0, 101.0] {
        let pieces = cut(&vec![time; 1000]);
        assert!(pieces.windows(2).all(|two| two[0].end == two[1].start));
        assert_eq!((pieces[0].start, pieces.last().unwrap().end), (0, 1000));
        let took = |piece: &Range<usize>| piece.len() as f64 * time;
        assert!(
            pieces.iter().all(|piece| took(piece) >= PIECE && took(piece) <= 2.0 * PIECE + time),
            "{time}"
        );
    }
}

#[test]
fn a_short_task_is_repeated_in_its_piece() {
    let busy = Busy::new(None);
    let parts = measured(&busy, &[(10, 0.02)], SHORT);
    assert_eq!((parts[0].len(), parts[0].rounds.len()), (1, 4));
    assert!((parts[0].least(0) / 0.2 - 1.0).abs() < 1e-2, "{parts:?}");
    // 512 runs of 0.2 µs take longer than the minimum duration of a piece, and 256 runs do not. In each round, the
    // first 500 µs are not counted.
    assert_eq!((busy.now.get() / 0.2).round(), 2.0 + 1023.0 + 4.0 * (5.0 * 512.0 + 512.0));
}

#[test]
fn a_turn_is_not_slowed_down_by_the_task_before_it() {
    // The first run after another task takes long.
    let busy = Busy::new(None);
    let last = Cell::new(None);
    let run = |task: usize, items: Range<usize>| -> Result<(), ()> {
        busy.work(if last.replace(Some(task)) == Some(task) { 0.0 } else { 1000.0 });
        items.for_each(|_| busy.work(60.0));
        Ok(())
    };
    let measured = by_clock(&|| busy.now(), &[1, 2, 100], SHORT, run, |_| {}).unwrap();
    let least: Vec<f64> =
        measured.iter().map(|task| Parts::total(&[task], 1).unwrap().least.round()).collect();
    assert_eq!(least, [60.0, 120.0, 6000.0]);
}

#[test]
fn a_task_is_warmed_up_before_its_turn() {
    // Item times, and the expected numbers of items and runs before a turn.
    let cases: [(&[f64], usize, u32); 6] = [
        (&[], 0, 0),
        (&[3_000.0, 1.0], 0, 0),
        (&[600.0, 1.0], 1, 1),
        (&[300.0, 300.0, 300.0], 2, 1),
        (&[100.0, 100.0], 2, 3),
        (&[499.0], 1, 2),
    ];
    for (times, items, runs) in cases {
        assert_eq!(warming(times), (0..items, runs), "{times:?}");
    }
}

#[test]
fn a_stopped_measurement_ends_after_the_first_round() {
    let stop = AtomicBool::new(true);
    let timings = measure(2, SHORT.until(&stop), |_| Ok::<(), ()>(()), |_| {}).unwrap();
    assert!(timings.iter().all(|timing| timing.rounds == 1), "{timings:?}");
}

#[test]
fn the_order_of_tasks_differs_in_each_round() {
    let busy = Busy::new(None);
    let asked = RefCell::new(Vec::new());
    let shares = RefCell::new(Vec::new());
    let run = |task: usize, _: Range<usize>| -> Result<(), ()> {
        busy.work(60_000.0);
        asked.borrow_mut().push(task);
        Ok(())
    };
    let effort = Effort { fewest_rounds: 8, ..SHORT };
    let told = |share| shares.borrow_mut().push(share);
    let measured = by_clock(&|| busy.now(), &[1; 3], effort, run, told).unwrap();
    let asked = asked.borrow();
    assert_eq!(asked.len(), 3 * (1 + 8), "once each before the rounds, then eight rounds");
    let mut orders: Vec<Vec<usize>> = asked[3..].chunks(3).map(<[usize]>::to_vec).collect();
    assert!(orders.iter().all(|order| {
        let mut order = order.clone();
        order.sort();
        order == [0, 1, 2]
    }));
    orders.sort();
    orders.dedup();
    assert!(orders.len() > 2, "{orders:?}");
    assert_eq!(*shares.borrow(), (1..=8).map(|round| f64::from(round) / 8.0).collect::<Vec<f64>>());
    assert!(measured.iter().all(|task| task.rounds.len() == 8 && task.least(0) == 60_000.0));
}

#[test]
fn the_work_of_only_the_first_run_is_not_measured() {
    let busy = Busy::new(None);
    let made = Cell::new(false);
    let run = |_: usize, _: Range<usize>| -> Result<(), ()> {
        busy.work(if made.replace(true) { 10.0 } else { 500_000.0 });
        Ok(())
    };
    let measured = by_clock(&|| busy.now(), &[1], SHORT, run, |_| {}).unwrap();
    assert_eq!(Parts::total(&[&measured[0]], 1).unwrap().median, 10.0);
}

#[test]
fn a_run_that_fails_ends_the_measurement() {
    let mut runs = 0;
    let run = |task: usize| {
        runs += 1;
        if task == 1 { Err("given up") } else { Ok(()) }
    };
    assert_eq!(measure(2, SHORT, run, |_| {}), Err("given up"));
    assert!(runs < 1 << 18);
}

#[test]
fn a_sleep_is_measured_by_the_real_clock() {
    let run = |_: usize| -> Result<(), ()> {
        std::thread::sleep(Duration::from_millis(1));
        Ok(())
    };
    let timings = measure(1, SHORT, run, |_| {}).unwrap();
    assert!(timings[0].least >= 1000.0 && timings[0].spread() >= 0.0, "{timings:?}");
}
