//! The messages that a tab has sent and its thread has not read yet. Some messages end a running search.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use noire_engine::search::limits::{Clock, SearchLimits};

use crate::protocol::{Purpose, Request};

/// Maximum number of messages that wait. A person cannot click so fast.
const MAX_WAITING: usize = 64;

/// The messages from a tab.
#[derive(Default)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
    /// Ends the running search when it is set.
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Request>,
    running: Option<Purpose>,
    is_closed: bool,
}

/// No message came in time.
#[derive(Debug)]
pub(crate) struct TimeIsUp;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// It was complete, or the user has stopped it. Its result counts.
    Kept,
    /// The user wants something else. Its result does not count.
    Dropped,
    /// It made room for a search of another tab, and may go on later.
    Paused,
}

impl Request {
    /// Whether the request ends a search for a move or a hint. Every request ends an analysis.
    fn ends_search(&self) -> bool {
        match self {
            Request::Hello { .. }
            | Request::New(_)
            | Request::SetPlayer { .. }
            | Request::Undo
            | Request::Redo
            | Request::Go { .. }
            | Request::Resign
            | Request::SetUp { .. }
            | Request::Stop
            | Request::FilePart { .. }
            | Request::OpenKept { .. }
            | Request::OpenLink { .. }
            | Request::Open { .. } => true,
            Request::Play { .. }
            | Request::Pass
            | Request::Move
            | Request::OfferDraw
            | Request::Hint
            | Request::Analyse { .. }
            | Request::CheckLine { .. }
            | Request::Review
            | Request::Solve
            | Request::Preview { .. }
            | Request::Boards { .. }
            | Request::ExplainMove { .. }
            | Request::Rules
            | Request::ExplainRule { .. }
            | Request::KeptGames
            | Request::DeleteKept { .. }
            | Request::Save { .. }
            | Request::Picture { .. }
            | Request::Link
            | Request::OneFile { .. }
            | Request::Comment { .. }
            | Request::Mark { .. }
            | Request::DrawLine { .. }
            | Request::ClearMarks { .. }
            | Request::Language { .. } => false,
        }
    }
}

impl Inbox {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message. Returns `false` if too many messages wait.
    pub(crate) fn push(&self, request: Request) -> bool {
        let mut state = self.state();
        if state.waiting.len() >= MAX_WAITING {
            return false;
        }
        if state.running == Some(Purpose::Analysis) || state.running.is_some() && request.ends_search() {
            self.stop.store(true, Ordering::Relaxed);
        }
        state.waiting.push_back(request);
        self.changed.notify_all();
        true
    }

    /// Tells the thread of the tab that the tab is closed, and ends its search.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits for the next message. Returns `None` if the tab is closed.
    pub(crate) fn next(&self) -> Option<Request> {
        self.next_within(None).ok().flatten()
    }

    /// Waits for the next message, at most for a time; without limit if it is `None`. Returns `None` if the tab is
    /// closed.
    pub(crate) fn next_within(&self, time: Option<Duration>) -> Result<Option<Request>, TimeIsUp> {
        let clock = Clock::start(SearchLimits::default());
        let mut state = self.state();
        loop {
            if state.is_closed {
                return Ok(None);
            }
            if let Some(request) = state.waiting.pop_front() {
                return Ok(Some(request));
            }
            state = match time.map(|time| time.saturating_sub(clock.elapsed())) {
                Some(Duration::ZERO) => return Err(TimeIsUp),
                Some(rest) => {
                    self.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Prepares a search. Returns the flag that ends it, or `None` if a waiting message would end it at once.
    pub(crate) fn begin_search(&self, purpose: Purpose) -> Option<Arc<AtomicBool>> {
        let mut state = self.state();
        let ends = |request: &Request| purpose == Purpose::Analysis || request.ends_search();
        if state.is_closed || state.waiting.iter().any(ends) {
            return None;
        }
        self.stop.store(false, Ordering::Relaxed);
        state.running = Some(purpose);
        Some(Arc::clone(&self.stop))
    }

    /// Ends a search. The first message that could have ended it tells whether its result counts.
    pub(crate) fn end_search(&self) -> SearchEnd {
        let mut state = self.state();
        state.running = None;
        match state.waiting.iter().find(|request| request.ends_search()) {
            _ if state.is_closed => SearchEnd::Dropped,
            None if state.waiting.is_empty() && self.stop.load(Ordering::Relaxed) => SearchEnd::Paused,
            None | Some(Request::Stop) => SearchEnd::Kept,
            Some(_) => SearchEnd::Dropped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_keeps_the_result_of_a_search_and_other_messages_drop_it() {
        let inbox = Inbox::default();
        let stop = inbox.begin_search(Purpose::Move).expect("nothing waits");
        assert!(inbox.push(Request::Rules) && !stop.load(Ordering::Relaxed), "it can wait");
        assert!(inbox.push(Request::Stop) && stop.load(Ordering::Relaxed));
        assert!(inbox.push(Request::Undo));
        assert_eq!(inbox.end_search(), SearchEnd::Kept, "the first one counts");
        assert!(inbox.begin_search(Purpose::Hint).is_none(), "it would be ended at once");
        for wanted in ["Rules", "Stop", "Undo"] {
            assert_eq!(inbox.next().map(|request| format!("{request:?}")).as_deref(), Some(wanted));
        }
        let stop = inbox.begin_search(Purpose::Move).expect("nothing waits");
        assert!(inbox.push(Request::Undo) && stop.load(Ordering::Relaxed));
        assert_eq!(inbox.end_search(), SearchEnd::Dropped);
    }

    #[test]
    fn every_message_ends_an_analysis() {
        let inbox = Inbox::default();
        let stop = inbox.begin_search(Purpose::Analysis).expect("nothing waits");
        assert!(inbox.push(Request::Rules) && stop.load(Ordering::Relaxed));
        assert_eq!(inbox.end_search(), SearchEnd::Kept);
        assert!(inbox.begin_search(Purpose::Analysis).is_none());
        assert!(inbox.next().is_some());
        let stop = inbox.begin_search(Purpose::Analysis).expect("nothing waits");
        stop.store(true, Ordering::Relaxed);
        assert_eq!(inbox.end_search(), SearchEnd::Paused, "another tab has set the flag");
    }

    #[test]
    fn closing_a_tab_ends_its_search_and_its_thread() {
        let inbox = Inbox::default();
        let stop = inbox.begin_search(Purpose::Move).expect("nothing waits");
        inbox.close();
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(inbox.end_search(), SearchEnd::Dropped);
        assert!(inbox.next().is_none() && inbox.begin_search(Purpose::Move).is_none());
    }

    #[test]
    fn a_flood_of_messages_is_refused() {
        let inbox = Inbox::default();
        assert!((0..MAX_WAITING).all(|_| inbox.push(Request::Rules)));
        assert!(!inbox.push(Request::Rules));
    }
}
