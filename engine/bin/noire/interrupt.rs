//! Ctrl-C: the first asks a long search to stop and tell what it has found so far, the second ends the program.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::output::{Failure, MACHINE};

/// The exit status of a program that Ctrl-C has ended, by the convention of shells: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// A sign that Ctrl-C sets, from now on.
pub(crate) fn stop() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    // What is registered first is done first: the second Ctrl-C finds the sign set.
    flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(&stop))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&stop)))
        .map_err(|error| Failure::Said(format!("error: Ctrl-C cannot be waited for: {error}"), MACHINE))?;
    Ok(stop)
}

/// The exit status of a command that came to its end, or was stopped before.
pub(crate) fn status(stop: &AtomicBool) -> ExitCode {
    if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
