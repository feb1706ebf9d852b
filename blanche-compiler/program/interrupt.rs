//! Handles Ctrl-C, which stops the running query. If no query is running, or if the user presses Ctrl-C a second time,
//! the program ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use blanche_compiler::repl::standard_input::INTERRUPTED;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::Failure;

/// The message about a query that was stopped.
pub(crate) const STOPPED: &str = "stopped: neither yes nor no";

/// The handler of Ctrl-C.
pub(crate) struct Interrupt {
    /// The flag that Ctrl-C sets during a query.
    stop: Arc<AtomicBool>,
    /// The flag that is set while no query is running.
    idle: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler.
    pub(crate) fn wait_for() -> Result<Interrupt, Failure> {
        let interrupt =
            Interrupt { stop: Arc::new(AtomicBool::new(false)), idle: Arc::new(AtomicBool::new(true)) };
        let ends = |when: &Arc<AtomicBool>| {
            flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(when))
        };
        // Handlers run in the order in which they are registered. A first Ctrl-C during a query finds neither flag set,
        // and then the last handler sets `stop`. A second Ctrl-C finds `stop` set and ends the program.
        ends(&interrupt.idle)
            .and_then(|_| ends(&interrupt.stop))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&interrupt.stop)))
            .map_err(|error| Failure::Machine(format!("Ctrl-C cannot be waited for: {error}")))?;
        Ok(interrupt)
    }

    /// The flag that Ctrl-C sets during a query.
    pub(crate) fn sign(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Runs a query. The query must check the flag regularly.
    pub(crate) fn while_asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.idle.store(false, Ordering::SeqCst);
        let answer = ask();
        self.idle.store(true, Ordering::SeqCst);
        answer
    }
}
