//! Runs cargo and rustc as processes that can be stopped. Their output is collected, and also reported while they run.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::CompileError;

/// Interval between checks of the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of lines to keep of standard output, and of standard error.
const MAX_LINES: usize = 100_000;

/// Runs cargo and rustc until a stop flag is set.
pub struct Toolchain<'a> {
    stop: &'a AtomicBool,
}

/// The output of a finished process, line by line, and whether it succeeded.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Lines of standard output.
    pub out: Vec<String>,
    /// Lines of standard error.
    pub err: Vec<String>,
    /// Whether the exit status of the process was 0.
    pub succeeded: bool,
}

/// A line of output, by the stream it came from.
enum Line {
    Out(String),
    Err(String),
}

impl<'a> Toolchain<'a> {
    /// Creates a toolchain whose processes are killed once `stop` is set.
    pub fn new(stop: &'a AtomicBool) -> Toolchain<'a> {
        Toolchain { stop }
    }

    /// A command that runs cargo. If this program was started by cargo, uses the same cargo. Otherwise uses the cargo
    /// on the path.
    pub fn cargo(&self) -> Command {
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
    }

    /// A command that runs the Rust compiler.
    pub fn rustc(&self) -> Command {
        Command::new("rustc")
    }

    /// Runs a command to its end. `hear` receives each line of its standard error as it arrives.
    ///
    /// # Errors
    /// If the command cannot be run, or the stop flag is set.
    pub fn run(
        &self,
        mut command: Command,
        name: &'static str,
        hear: &mut dyn FnMut(&str),
    ) -> Result<Outcome, CompileError> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => CompileError::NoToolchain(name),
            _ => CompileError::Unbuilt(format!("{name} cannot be run: {error}")),
        })?;
        let lines = lines(&mut child);
        let mut outcome = Outcome::default();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                let _ = child.kill();
                let _ = child.wait();
                return Err(CompileError::Stopped);
            }
            match lines.recv_timeout(POLL_INTERVAL) {
                Ok(Line::Out(line)) => keep(&mut outcome.out, line),
                Ok(Line::Err(line)) => {
                    hear(&line);
                    keep(&mut outcome.err, line);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = child.wait().map_err(|error| CompileError::Unbuilt(format!("{name}: {error}")))?;
        outcome.succeeded = status.success();
        Ok(outcome)
    }
}

fn keep(lines: &mut Vec<String>, line: String) {
    if lines.len() < MAX_LINES {
        lines.push(line);
    }
}

/// Starts threads that read both output streams of a process, and returns the channel that receives their lines.
fn lines(child: &mut Child) -> Receiver<Line> {
    let (send, lines) = mpsc::channel();
    let out = child
        .stdout
        .take()
        .map(|out| (Box::new(out) as Box<dyn Read + Send>, Line::Out as fn(String) -> Line));
    let err = child
        .stderr
        .take()
        .map(|err| (Box::new(err) as Box<dyn Read + Send>, Line::Err as fn(String) -> Line));
    for (from, line) in [out, err].into_iter().flatten() {
        let send = send.clone();
        thread::spawn(move || {
            for text in BufReader::new(from).split(b'\n') {
                let Ok(text) = text else { return };
                if send.send(line(String::from_utf8_lossy(&text).into_owned())).is_err() {
                    return;
                }
            }
        });
    }
    lines
}
