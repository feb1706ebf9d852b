//! Ctrl-C: stops a question that is asked, and ends the program at once where none is, or when it comes a second time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use blanche_compiler::repl::waited::INTERRUPTED;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::Failure;

/// What is told of a question that was stopped.
pub(crate) const STOPPED: &str = "stopped: neither yes nor no";

/// Who waits for Ctrl-C.
pub(crate) struct Interrupt {
    /// It came while something was asked.
    stop: Arc<AtomicBool>,
    /// Nothing is asked.
    idle: Arc<AtomicBool>,
}

impl Interrupt {
    /// Waits from now on.
    pub(crate) fn wait_for() -> Result<Interrupt, Failure> {
        let interrupt =
            Interrupt { stop: Arc::new(AtomicBool::new(false)), idle: Arc::new(AtomicBool::new(true)) };
        let ends = |when: &Arc<AtomicBool>| {
            flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(when))
        };
        // What is registered first is done first: the second Ctrl-C finds the sign set.
        ends(&interrupt.idle)
            .and_then(|_| ends(&interrupt.stop))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&interrupt.stop)))
            .map_err(|error| Failure::Machine(format!("Ctrl-C cannot be waited for: {error}")))?;
        Ok(interrupt)
    }

    /// What Ctrl-C sets while something is asked.
    pub(crate) fn sign(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Asks something that looks at the sign now and then.
    pub(crate) fn while_asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.idle.store(false, Ordering::SeqCst);
        let answer = ask();
        self.idle.store(true, Ordering::SeqCst);
        answer
    }
}
