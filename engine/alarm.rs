//! A timer that sets an atomic flag when its time is up, for work that polls flags instead of a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Time in which queries that are still running may end after a run has ended. After it, they are aborted.
pub const GRACE_PERIOD: Duration = Duration::from_secs(1);

/// Sets a flag after a given time, unless the alarm is dropped first.
pub struct Alarm {
    off: Option<Sender<()>>,
    waiting: Option<JoinHandle<()>>,
}

impl Alarm {
    /// Starts a thread that sets the flag `sign` after `time`. If the thread cannot be started, the flag is not set
    /// after `time`. If `time` is zero, the flag is set immediately.
    pub fn new(time: Duration, sign: &Arc<AtomicBool>) -> Alarm {
        if time.is_zero() {
            sign.store(true, Ordering::Relaxed);
        }
        let (off, is_off) = mpsc::channel::<()>();
        let sign = Arc::clone(sign);
        let wait = move || {
            if is_off.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                sign.store(true, Ordering::Relaxed);
            }
        };
        Alarm { off: Some(off), waiting: thread::Builder::new().spawn(wait).ok() }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        drop(self.off.take());
        if let Some(waiting) = self.waiting.take() {
            let _ = waiting.join();
        }
    }
}
