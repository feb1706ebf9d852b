//! The manager's side of the protocol: runs a foreign program and asks it for moves. The program may be slow, send
//! invalid moves or other output, exit, or never answer. Every such failure is reported to the caller, who never waits
//! longer than the time that the caller sets.

use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::command::{point_text, quoted, read_point};
use super::read_line;
use noire_engine::board::{BOARD_SIZE, Point};
use noire_engine::search::time::TimeControl;

/// Interval between checks of the stop flag while the program thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The program is killed if it does not exit by itself within this number of intervals.
const EXIT_POLLS: u32 = 20;

/// Maximum number of output lines of the program to buffer.
const MAX_LINES_AHEAD: usize = 256;

/// The command that starts a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The name of the program, followed by its arguments.
    words: Vec<String>,
    /// Maximum time that the program may take to confirm that it is ready.
    ready: Duration,
}

impl CommandLine {
    /// Parses a command such as `path/engine --level 3` into words. A word in quotes, `'…'` or `"…"`, may contain
    /// spaces.
    ///
    /// # Errors
    /// If the command is malformed. The error holds a description of the mistake.
    pub fn new(text: &str, ready: Duration) -> Result<CommandLine, String> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for sign in text.chars() {
            match quote {
                Some(open) if sign == open => quote = None,
                None if sign == '\'' || sign == '"' => {
                    quote = Some(sign);
                    word.get_or_insert_default();
                }
                None if sign.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(sign),
            }
        }
        words.extend(word);
        if let Some(open) = quote {
            return Err(format!("a quote {open} is not closed"));
        }
        match words.is_empty() {
            true => Err("it names no program".to_owned()),
            false => Ok(CommandLine { words, ready }),
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}

/// Why a program did not return a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramFailure {
    /// The program sent no answer in time, or the stop flag was set.
    Silent,
    /// The program sent this text, which is not a valid move.
    Said(String),
    /// The program exited, or closed its input or output. Holds a description.
    Ended(String),
}

/// How long to wait for an answer.
#[derive(Clone, Copy)]
pub struct Wait<'s> {
    /// Maximum time to wait, or `None` for no limit.
    pub time: Option<Duration>,
    /// Flag that ends the wait when it is set.
    pub stop: &'s AtomicBool,
}

/// A running program.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    ready: Duration,
}

impl Program {
    /// Starts a program. Its standard error is discarded.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(command: &CommandLine) -> io::Result<Program> {
        let mut process = Command::new(&command.words[0]);
        process.args(&command.words[1..]);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        apart(&mut process);
        let mut child = process.spawn()?;
        let (sender, lines) = sync_channel(MAX_LINES_AHEAD);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let program = Program { child, input, lines, ready: command.ready };
        let output = output.ok_or(io::ErrorKind::BrokenPipe)?;
        thread::Builder::new().spawn(move || read_lines(BufReader::new(output), &sender))?;
        Ok(program)
    }

    /// Starts a game by the rules with this Gomocup number and with these time limits.
    ///
    /// # Errors
    /// If the program does not confirm the start in time, or fails.
    pub fn begin(
        &mut self,
        rule: u32,
        time: &TimeControl,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), ProgramFailure> {
        self.say(&format!("START {BOARD_SIZE}"))?;
        let wait = Wait { time: Some(self.ready), stop };
        self.wait_for(wait, |line| match line.split_whitespace().next() {
            Some(word) if word.eq_ignore_ascii_case("OK") => Some(Ok(())),
            _ => None,
        })?;
        let whole = time.per_game.map_or(0, milliseconds);
        let turn = time.per_move.or(time.per_game).map(milliseconds);
        self.say(&format!("INFO rule {rule}"))?;
        self.say("INFO game_type 1")?;
        self.say(&format!("INFO timeout_match {whole}"))?;
        if !time.increment.is_zero() {
            self.say(&format!("INFO time_increment {}", milliseconds(time.increment)))?;
        }
        turn.map_or(Ok(()), |turn| self.say(&format!("INFO timeout_turn {turn}")))
    }

    /// Asks for the program's move after `moves`. The last of these moves is the opponent's.
    ///
    /// # Errors
    /// If the program does not return a move.
    pub fn position(
        &mut self,
        moves: &[Point],
        time: &TimeControl,
        wait: Wait<'_>,
    ) -> Result<Point, ProgramFailure> {
        self.time_left(time)?;
        let owner = |at: usize| if (moves.len() - at).is_multiple_of(2) { 1 } else { 2 };
        let stones = moves.iter().enumerate().map(|(at, mv)| format!("{},{}\n", point_text(*mv), owner(at)));
        let text: String = stones.collect();
        self.say(&format!("BOARD\n{text}DONE"))?;
        self.answer(wait)
    }

    /// Sends the opponent's move `mv`, and asks for the program's answer to it.
    ///
    /// # Errors
    /// If the program does not return a move.
    pub fn turn(&mut self, mv: Point, time: &TimeControl, wait: Wait<'_>) -> Result<Point, ProgramFailure> {
        self.time_left(time)?;
        self.say(&format!("TURN {}", point_text(mv)))?;
        self.answer(wait)
    }

    /// Sends the time left for the rest of the game, if the game has a time limit.
    fn time_left(&mut self, time: &TimeControl) -> Result<(), ProgramFailure> {
        let left = time.left.map(milliseconds);
        left.map_or(Ok(()), |left| self.say(&format!("INFO time_left {left}")))
    }

    /// Waits for a move.
    fn answer(&mut self, wait: Wait<'_>) -> Result<Point, ProgramFailure> {
        self.wait_for(wait, |line| {
            let is_move = line.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
            let point = read_point(line).map_err(|_| ProgramFailure::Said(quoted(line)));
            // Programs send other lines too, such as `MESSAGE`, `DEBUG`, or complaints about an unknown `INFO`. Any
            // other line is taken for a move.
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            let is_beside = ["MESSAGE", "DEBUG", "UNKNOWN", "OK", "SUGGEST"].contains(&word.as_str());
            (is_move || !is_beside).then_some(point)
        })
    }

    /// Waits until `read` accepts a line as the answer. Fails if the program sends `ERROR`.
    fn wait_for<T>(
        &mut self,
        wait: Wait<'_>,
        read: impl Fn(&str) -> Option<Result<T, ProgramFailure>>,
    ) -> Result<T, ProgramFailure> {
        let begun = Instant::now();
        while !wait.stop.load(Ordering::Relaxed) {
            let left = wait.time.map(|time| time.saturating_sub(begun.elapsed()));
            if left == Some(Duration::ZERO) {
                break;
            }
            match self.lines.recv_timeout(POLL_INTERVAL.min(left.unwrap_or(POLL_INTERVAL))) {
                Ok(line) if is_error(&line) => return Err(ProgramFailure::Said(quoted(&line))),
                Ok(line) if line.is_empty() => {}
                Ok(line) => {
                    if let Some(answer) = read(&line) {
                        return answer;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
        Err(ProgramFailure::Silent)
    }

    /// Sends one or more lines.
    fn say(&mut self, text: &str) -> Result<(), ProgramFailure> {
        let said = self.input.as_mut().map(|input| writeln!(input, "{text}").and_then(|()| input.flush()));
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// A description of how the program ended. Waits a moment for its exit status.
    fn ended(&mut self) -> ProgramFailure {
        let status = self.end_within(EXIT_POLLS);
        ProgramFailure::Ended(match status {
            Some(status) => format!("it ended: {status}"),
            None => "it closed its output".to_owned(),
        })
    }

    /// Waits up to `looks` intervals for the program to exit. Returns its exit status, or `None` if the program is
    /// still running.
    fn end_within(&mut self, looks: u32) -> Option<std::process::ExitStatus> {
        for _ in 0..looks {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(POLL_INTERVAL);
        }
        None
    }
}

impl Drop for Program {
    /// Sends `END`, and kills the program if it does not exit.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "END");
        }
        if self.end_within(EXIT_POLLS).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Puts the program in a process group of its own. Otherwise Ctrl-C at the terminal would end the program, and the
/// program would lose its game.
#[cfg(unix)]
fn apart(process: &mut Command) {
    use std::os::unix::process::CommandExt;
    process.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Reads lines until the program ends or the receiver is dropped.
fn read_lines(mut output: impl io::BufRead, lines: &SyncSender<String>) {
    let mut line = Vec::new();
    while let Ok(true) = read_line(&mut output, &mut line) {
        if lines.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
            return;
        }
    }
}

fn is_error(line: &str) -> bool {
    line.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("ERROR"))
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}
