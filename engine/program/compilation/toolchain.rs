//! Cargo and rustc as processes that end when somebody wants them to. What they say is kept, and told while it comes.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::CompileError;

/// How often it is looked whether somebody wants a process to end.
const LOOKS: Duration = Duration::from_millis(50);

/// So many lines of what a process says are kept.
const MOST_LINES: usize = 100_000;

/// What runs cargo and rustc.
pub struct Toolchain<'a> {
    stop: &'a AtomicBool,
}

/// What a process said, line by line, and whether it did what it should.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Standard output.
    pub out: Vec<String>,
    /// Standard error.
    pub err: Vec<String>,
    /// Whether its exit status was 0.
    pub succeeded: bool,
}

/// A line of a process.
enum Line {
    Out(String),
    Err(String),
}

impl<'a> Toolchain<'a> {
    /// One that stops when the sign is set.
    pub fn new(stop: &'a AtomicBool) -> Toolchain<'a> {
        Toolchain { stop }
    }

    /// Cargo, or the one that runs this program.
    pub fn cargo(&self) -> Command {
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
    }

    /// The compiler of Rust.
    pub fn rustc(&self) -> Command {
        Command::new("rustc")
    }

    /// Runs a command to its end. `hear` hears each line of its standard error as it comes.
    ///
    /// # Errors
    /// When it cannot be run, and when the sign is set.
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
            match lines.recv_timeout(LOOKS) {
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
    if lines.len() < MOST_LINES {
        lines.push(line);
    }
}

/// What a process says, from both of its outputs.
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
