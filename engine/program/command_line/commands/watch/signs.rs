//! What ends a round before its time: Ctrl-C, and the next save.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::laboratory::watch::seen::Seen;
use noire_engine::alarm::Alarm;

use super::LOOKED;
use crate::command_line::interrupt::{sign, stop};
use crate::command_line::output::Failure;

/// The signs that the work of a round looks at.
pub(super) struct Signs {
    /// Ctrl-C.
    interrupted: Arc<AtomicBool>,
    /// The round is over: Ctrl-C, or another save.
    ended: Arc<AtomicBool>,
    /// The question at hand is given up: the round is over, or the time of this part of it is.
    halt: Arc<AtomicBool>,
}

impl Signs {
    /// From now on Ctrl-C sets them.
    pub(super) fn new() -> Result<Signs, Failure> {
        Ok(Signs { interrupted: stop()?, ended: sign()?, halt: sign()? })
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

    /// What a question looks at.
    pub(super) fn halt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.halt)
    }

    /// What a run of many questions looks at.
    pub(super) fn ended(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ended)
    }

    /// A round begins.
    pub(super) fn begin(&self) {
        self.ended.store(false, Ordering::SeqCst);
    }

    /// Does a part of a round, whose questions are given up after so long; nothing where the round was ended meanwhile.
    pub(super) fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> Option<T> {
        self.freely(|| {
            let _alarm = Alarm::new(time, &self.halt);
            work()
        })
    }

    /// The same without an alarm: the work looks at the time itself.
    pub(super) fn freely<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        self.halt.store(false, Ordering::SeqCst);
        // Whoever ended the round just now has set both signs, and one of them is gone.
        if self.is_ended() {
            return None;
        }
        let done = work();
        (!self.is_ended()).then_some(done)
    }
}

/// How long answers are compared.
const COMPARED: Duration = Duration::from_millis(250);

/// One question takes no longer than this.
const ASKED: Duration = Duration::from_secs(1);

/// The time for comparing answers. With what comes before it a round says what has changed within a second, if no question is
/// given up; the others have their time after one that is.
pub(super) struct Patience<'s> {
    signs: &'s Signs,
    /// No more positions are begun.
    over: Arc<AtomicBool>,
    alarms: Option<[Alarm; 2]>,
}

impl<'s> Patience<'s> {
    /// It begins; with the sign that is set at its end.
    pub(super) fn new(signs: &'s Signs) -> (Patience<'s>, Arc<AtomicBool>) {
        let over = Arc::new(AtomicBool::new(false));
        let mut patience = Patience { signs, over: Arc::clone(&over), alarms: None };
        patience.renew();
        (patience, over)
    }

    /// It begins anew.
    pub(super) fn renew(&mut self) {
        self.alarms = None;
        let signs = [(COMPARED, &self.over), (ASKED, &self.signs.halt)];
        signs.iter().for_each(|(_, sign)| sign.store(false, Ordering::SeqCst));
        // Whoever ended the round just now has set one of them, and it is gone.
        if self.signs.is_ended() {
            signs.iter().for_each(|(_, sign)| sign.store(true, Ordering::SeqCst));
        } else {
            self.alarms = Some(signs.map(|(time, sign)| Alarm::new(time, sign)));
        }
    }
}

/// Ends a round when a file is saved, until it is dropped.
pub(super) struct Sentinel {
    off: Option<Sender<()>>,
    looking: Option<JoinHandle<()>>,
}

impl Sentinel {
    /// Over the files of a folder, and these. Where no thread can be started a round goes on to its end.
    pub(super) fn new(folder: &str, files: &BTreeSet<PathBuf>, seen: &Seen, signs: &Signs) -> Sentinel {
        let (off, is_off) = mpsc::channel::<()>();
        let (folder, files, seen) = (PathBuf::from(folder), files.clone(), seen.clone());
        let (ended, halt) = (signs.ended(), signs.halt());
        let look = move || {
            while is_off.recv_timeout(LOOKED) == Err(RecvTimeoutError::Timeout) {
                if Seen::of(&folder, &files) != seen {
                    // Whoever takes the second back looks at the first.
                    ended.store(true, Ordering::SeqCst);
                    halt.store(true, Ordering::SeqCst);
                }
            }
        };
        Sentinel { off: Some(off), looking: thread::Builder::new().spawn(look).ok() }
    }
}

impl Drop for Sentinel {
    fn drop(&mut self) {
        drop(self.off.take());
        if let Some(looking) = self.looking.take() {
            let _ = looking.join();
        }
    }
}
