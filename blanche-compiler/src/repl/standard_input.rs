//! Standard input that can be interrupted: Ctrl-C ends the program while a read blocks.

use std::io::{self, BufRead, Read, StdinLock};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// Exit status of a program ended by Ctrl-C, by the convention of shells: 128 plus the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// A reader, and a flag that is set while it blocks.
pub struct Waited<R> {
    from: R,
    is_waiting: Arc<AtomicBool>,
}

/// Standard input. While a read blocks, no code checks the flag that Ctrl-C may set. The first Ctrl-C then ends the
/// program with the status [`INTERRUPTED`].
///
/// # Errors
/// When the platform does not support the signal.
pub fn standard_input() -> io::Result<Waited<StdinLock<'static>>> {
    let is_waiting = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(&is_waiting))?;
    Ok(Waited { from: io::stdin().lock(), is_waiting })
}

impl<R: BufRead> BufRead for Waited<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.is_waiting.store(true, Ordering::SeqCst);
        let filled = self.from.fill_buf();
        self.is_waiting.store(false, Ordering::SeqCst);
        filled
    }

    fn consume(&mut self, amount: usize) {
        self.from.consume(amount);
    }
}

impl<R: BufRead> Read for Waited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let filled = self.fill_buf()?;
        let length = filled.len().min(into.len());
        into[..length].copy_from_slice(&filled[..length]);
        self.consume(length);
        Ok(length)
    }
}
