//! The flags that end a round early: after Ctrl-C, or after another save.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use blanche_sorted::SortedSet;

use noire_engine::alarm::Alarm;
use noire_laboratory::watch::file_versions::FileVersions;

use super::POLL_INTERVAL;
use crate::command_line::interrupt::{second_stop_flag, stop_flag};
use crate::command_line::output::Failure;

/// The flags that the work of a round checks.
pub(super) struct StopFlags {
    /// Set by Ctrl-C.
    interrupted: Arc<AtomicBool>,
    /// Set when the round must end, by Ctrl-C or another save.
    ended: Arc<AtomicBool>,
    /// Set to abort the running query, because the round must end or the time for this part of the round is over.
    halt: Arc<AtomicBool>,
}

impl StopFlags {
    /// Creates flags that Ctrl-C sets from now on.
    pub(super) fn new() -> Result<StopFlags, Failure> {
        Ok(StopFlags { interrupted: stop_flag()?, ended: second_stop_flag()?, halt: second_stop_flag()? })
    }

    pub(super) fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    pub(super) fn is_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst) || self.is_interrupted()
    }

    /// The flag that aborts a query.
    pub(super) fn halt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.halt)
    }

    /// The flag that ends a series of queries.
    pub(super) fn ended(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ended)
    }

    /// Clears the flag that ends a series of queries, for a new round.
    pub(super) fn begin_round(&self) {
        self.ended.store(false, Ordering::SeqCst);
    }

    /// Runs a part of a round, and aborts its queries after `time`. Returns `None` if the round was ended meanwhile.
    pub(super) fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> Option<T> {
        self.without_alarm(|| {
            let _alarm = Alarm::new(time, &self.halt);
            work()
        })
    }

    /// Runs a part of a round without an alarm, because the work itself checks the time. Returns `None` if the round
    /// was ended meanwhile.
    pub(super) fn without_alarm<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        self.halt.store(false, Ordering::SeqCst);
        // The end of a round sets both flags, and `halt` was just cleared, so the other flag must be checked.
        if self.is_ended() {
            return None;
        }
        let done = work();
        (!self.is_ended()).then_some(done)
    }
}

/// Time for comparing answers.
const COMPARISON_TIME: Duration = Duration::from_millis(250);

/// Maximum time for one query.
const MAX_QUERY_TIME: Duration = Duration::from_secs(1);

/// The time limit for comparing answers. It is short enough to show changes within a second. If a query is aborted, the
/// limit starts again for the other queries, so the comparison may take longer.
pub(super) struct ComparisonTime<'s> {
    flags: &'s StopFlags,
    /// Set when no further positions should be started.
    over: Arc<AtomicBool>,
    alarms: Option<[Alarm; 2]>,
}

impl<'s> ComparisonTime<'s> {
    /// Starts the time limit. Also returns the flag that is set at the end of the time.
    pub(super) fn new(flags: &'s StopFlags) -> (ComparisonTime<'s>, Arc<AtomicBool>) {
        let over = Arc::new(AtomicBool::new(false));
        let mut patience = ComparisonTime { flags, over: Arc::clone(&over), alarms: None };
        patience.renew();
        (patience, over)
    }

    /// Restarts the time limit.
    pub(super) fn renew(&mut self) {
        self.alarms = None;
        let flags = [(COMPARISON_TIME, &self.over), (MAX_QUERY_TIME, &self.flags.halt)];
        flags.iter().for_each(|(_, sign)| sign.store(false, Ordering::SeqCst));
        // The end of a round may have set one of these flags before it was cleared above, so both are set again.
        if self.flags.is_ended() {
            flags.iter().for_each(|(_, sign)| sign.store(true, Ordering::SeqCst));
        } else {
            self.alarms = Some(flags.map(|(time, sign)| Alarm::new(time, sign)));
        }
    }
}

/// A thread that ends the round when a file is saved. Dropping this value stops the thread.
pub(super) struct FileWatcher {
    off: Option<Sender<()>>,
    looking: Option<JoinHandle<()>>,
}

impl FileWatcher {
    /// Watches the files of a folder and the additional `files`. If no thread can be started, the round runs to its
    /// end.
    pub(super) fn new(
        folder: &str,
        files: &SortedSet<PathBuf>,
        seen: &FileVersions,
        flags: &StopFlags,
    ) -> FileWatcher {
        let (off, is_off) = mpsc::channel::<()>();
        let (folder, files, seen) = (PathBuf::from(folder), files.clone(), seen.clone());
        let (ended, halt) = (flags.ended(), flags.halt());
        let look = move || {
            while is_off.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if FileVersions::of(&folder, &files) != seen {
                    // The order matters, because other code first clears `halt` and then checks `ended`.
                    ended.store(true, Ordering::SeqCst);
                    halt.store(true, Ordering::SeqCst);
                }
            }
        };
        FileWatcher { off: Some(off), looking: thread::Builder::new().spawn(look).ok() }
    }
}

impl Drop for FileWatcher {
    fn drop(&mut self) {
        drop(self.off.take());
        if let Some(looking) = self.looking.take() {
            let _ = looking.join();
        }
    }
}
