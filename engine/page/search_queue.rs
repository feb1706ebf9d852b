//! Lets the searches of all tabs run one after the other, in the order in which they were requested.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use noire_engine::search::limits::{Clock, SearchLimits};

/// Maximum number of searches that wait.
pub(crate) const MAX_WAITING: usize = 16;

/// Time after which an analysis makes room for a search that waits.
const SLICE: Duration = Duration::from_secs(2);

/// Interval at which a waiting search checks whether it is still wanted.
const INTERVAL: Duration = Duration::from_millis(20);

/// The searches of all tabs.
#[derive(Default)]
pub(crate) struct SearchQueue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    tickets: u64,
    waiting: VecDeque<u64>,
    running: Option<Running>,
}

/// The running search.
struct Running {
    clock: Clock,
    /// The flag that ends the search if it has no end of its own.
    stop: Option<Arc<AtomicBool>>,
}

/// Why a search may not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is no longer wanted.
    Cancelled,
    /// Too many searches wait.
    Full,
}

/// The permission to search, until it is dropped.
pub(crate) struct Permit(Arc<SearchQueue>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.state().running = None;
        self.0.changed.notify_all();
    }
}

impl SearchQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a search may run. `stop` is the flag that ends the search. A search that is `endless` is stopped
    /// after some seconds if another one waits. Calls `each_place` with the place in the queue, from 1, whenever it
    /// changes.
    ///
    /// # Errors
    /// If too many searches wait, or the flag is set.
    pub(crate) fn wait(
        self: &Arc<Self>,
        stop: &Arc<AtomicBool>,
        endless: bool,
        each_place: &mut dyn FnMut(usize),
    ) -> Result<Permit, Refusal> {
        let mut state = self.state();
        if state.waiting.len() >= MAX_WAITING {
            return Err(Refusal::Full);
        }
        let ticket = state.tickets;
        state.tickets += 1;
        state.waiting.push_back(ticket);
        let mut told = 0;
        loop {
            let place = state.waiting.iter().position(|one| *one == ticket).unwrap_or(0);
            if stop.load(Ordering::Relaxed) {
                state.waiting.remove(place);
                self.changed.notify_all();
                return Err(Refusal::Cancelled);
            }
            match &state.running {
                None if place == 0 => {
                    state.waiting.pop_front();
                    let clock = Clock::start(SearchLimits::default());
                    state.running = Some(Running { clock, stop: endless.then(|| Arc::clone(stop)) });
                    return Ok(Permit(Arc::clone(self)));
                }
                Some(Running { clock, stop: Some(running) }) if clock.elapsed() >= SLICE => {
                    running.store(true, Ordering::Relaxed);
                }
                _ => {}
            }
            if told != place + 1 {
                told = place + 1;
                each_place(told);
            }
            let waited = self.changed.wait_timeout(state, INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn flag() -> Arc<AtomicBool> {
        Arc::default()
    }

    #[test]
    fn searches_run_one_after_the_other_in_order() {
        let (queue, order) = (Arc::new(SearchQueue::default()), Mutex::new(Vec::new()));
        let first = queue.wait(&flag(), false, &mut |_| {}).expect("nothing runs");
        thread::scope(|scope| {
            for number in 0..MAX_WAITING {
                let (queue, order) = (&queue, &order);
                scope.spawn(move || {
                    let permit = queue.wait(&flag(), false, &mut |_| {});
                    order.lock().expect("no thread panics").push(number);
                    drop(permit.expect("there is room"));
                });
                while queue.state().waiting.len() <= number {
                    thread::yield_now();
                }
            }
            assert_eq!(queue.wait(&flag(), false, &mut |_| {}).err(), Some(Refusal::Full));
            drop(first);
        });
        assert_eq!(order.into_inner().expect("no thread panics"), (0..MAX_WAITING).collect::<Vec<_>>());
    }

    #[test]
    fn a_waiting_search_can_be_cancelled_and_knows_its_place() {
        let (queue, stop) = (Arc::new(SearchQueue::default()), flag());
        let running = queue.wait(&flag(), false, &mut |_| {}).expect("nothing runs");
        let mut places = Vec::new();
        let refused = queue.wait(&stop, false, &mut |place| {
            places.push(place);
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!((refused.err(), places), (Some(Refusal::Cancelled), vec![1]));
        drop(running);
        assert!(queue.wait(&flag(), false, &mut |_| {}).is_ok(), "the queue is empty again");
    }

    #[test]
    fn an_analysis_makes_room_for_others() {
        let (queue, analysis) = (Arc::new(SearchQueue::default()), flag());
        let permit = queue.wait(&analysis, true, &mut |_| {}).expect("nothing runs");
        thread::scope(|scope| {
            let other = scope.spawn(|| queue.wait(&flag(), false, &mut |_| {}).is_ok());
            while !analysis.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            drop(permit);
            assert!(other.join().expect("no thread panics"));
        });
    }
}
