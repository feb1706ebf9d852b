//! The other side of the protocol: a program of somebody else, with us as its manager. It may be slow, say what is no move, say
//! much that nobody asked for, end, or never say anything: whoever waits for it is told, and never waits longer than he wants.

use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::command::{read_point, shown, written};
use super::read_line;
use noire_engine::board::{BOARD_SIZE, Point};
use noire_engine::search::time::TimeControl;

/// While a program thinks it is looked so often whether anybody wants its move.
const LOOK: Duration = Duration::from_millis(10);

/// A program that was told that the session is over gets so many looks before it is ended.
const LOOKS_AT_END: u32 = 20;

/// So many lines of a program are kept until they are looked at.
const AHEAD: usize = 256;

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The words: the program, and what it is given.
    words: Vec<String>,
    /// It gets so long to say that it is ready.
    ready: Duration,
}

impl CommandLine {
    /// Reads `path/engine --level 3`: words that spaces divide. A word in quotes, `'…'` or `"…"`, may have spaces in it.
    ///
    /// # Errors
    /// What is wrong, in words.
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

/// Why a program has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failing {
    /// It said nothing in time, or nobody wanted to wait any longer.
    Silent,
    /// It said this, which is no move.
    Said(String),
    /// It ended, or takes nothing any more; how.
    Ended(String),
}

/// How long somebody waits.
#[derive(Clone, Copy)]
pub struct Wait<'s> {
    /// So long; without it as long as it takes.
    pub time: Option<Duration>,
    /// No longer than until this is set.
    pub stop: &'s AtomicBool,
}

/// A program that runs.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    ready: Duration,
}

impl Program {
    /// Starts a program. What it says on standard error nobody reads.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &CommandLine) -> io::Result<Program> {
        let mut process = Command::new(&command.words[0]);
        process.args(&command.words[1..]);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        apart(&mut process);
        let mut child = process.spawn()?;
        let (sender, lines) = sync_channel(AHEAD);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let program = Program { child, input, lines, ready: command.ready };
        let output = output.ok_or(io::ErrorKind::BrokenPipe)?;
        thread::Builder::new().spawn(move || read_lines(BufReader::new(output), &sender))?;
        Ok(program)
    }

    /// Begins a game by the rules of this number, with these limits of time.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn begin(&mut self, rule: u32, time: &TimeControl, stop: &Arc<AtomicBool>) -> Result<(), Failing> {
        self.say(&format!("START {BOARD_SIZE}"))?;
        let wait = Wait { time: Some(self.ready), stop };
        self.wait_for(wait, |line| match line.split_whitespace().next() {
            Some(word) if word.eq_ignore_ascii_case("OK") => Some(Ok(())),
            _ => None,
        })?;
        let whole = time.whole.map_or(0, milliseconds);
        let turn = time.turn.or(time.whole).map(milliseconds);
        self.say(&format!("INFO rule {rule}"))?;
        self.say("INFO game_type 1")?;
        self.say(&format!("INFO timeout_match {whole}"))?;
        if !time.increment.is_zero() {
            self.say(&format!("INFO time_increment {}", milliseconds(time.increment)))?;
        }
        turn.map_or(Ok(()), |turn| self.say(&format!("INFO timeout_turn {turn}")))
    }

    /// Its move after these, the last of which is not its own.
    ///
    /// # Errors
    /// Why there is none.
    pub fn position(
        &mut self,
        moves: &[Point],
        time: &TimeControl,
        wait: Wait<'_>,
    ) -> Result<Point, Failing> {
        self.time_left(time)?;
        let owner = |at: usize| if (moves.len() - at).is_multiple_of(2) { 1 } else { 2 };
        let stones = moves.iter().enumerate().map(|(at, mv)| format!("{},{}\n", written(*mv), owner(at)));
        let text: String = stones.collect();
        self.say(&format!("BOARD\n{text}DONE"))?;
        self.answer(wait)
    }

    /// Its move after this one of the other side.
    ///
    /// # Errors
    /// Why there is none.
    pub fn turn(&mut self, mv: Point, time: &TimeControl, wait: Wait<'_>) -> Result<Point, Failing> {
        self.time_left(time)?;
        self.say(&format!("TURN {}", written(mv)))?;
        self.answer(wait)
    }

    /// Says what is left of the time for the game, where it is limited.
    fn time_left(&mut self, time: &TimeControl) -> Result<(), Failing> {
        let left = time.left.map(milliseconds);
        left.map_or(Ok(()), |left| self.say(&format!("INFO time_left {left}")))
    }

    /// Waits for a move.
    fn answer(&mut self, wait: Wait<'_>) -> Result<Point, Failing> {
        self.wait_for(wait, |line| {
            let is_move = line.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
            let point = read_point(line).map_err(|_| Failing::Said(shown(line)));
            // Programs say much beside: `MESSAGE`, `DEBUG`, that they do not know an `INFO`. What is none of it was to be a move.
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            let is_beside = ["MESSAGE", "DEBUG", "UNKNOWN", "OK", "SUGGEST"].contains(&word.as_str());
            (is_move || !is_beside).then_some(point)
        })
    }

    /// Waits for a line that is an answer. One that says of an error is none, but the last.
    fn wait_for<T>(
        &mut self,
        wait: Wait<'_>,
        read: impl Fn(&str) -> Option<Result<T, Failing>>,
    ) -> Result<T, Failing> {
        let begun = Instant::now();
        while !wait.stop.load(Ordering::Relaxed) {
            let left = wait.time.map(|time| time.saturating_sub(begun.elapsed()));
            if left == Some(Duration::ZERO) {
                break;
            }
            match self.lines.recv_timeout(LOOK.min(left.unwrap_or(LOOK))) {
                Ok(line) if is_error(&line) => return Err(Failing::Said(shown(&line))),
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
        Err(Failing::Silent)
    }

    /// Says a line, or several.
    fn say(&mut self, text: &str) -> Result<(), Failing> {
        let said = self.input.as_mut().map(|input| writeln!(input, "{text}").and_then(|()| input.flush()));
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// How it ended, as far as that is known by now.
    fn ended(&mut self) -> Failing {
        let status = self.end_within(LOOKS_AT_END);
        Failing::Ended(match status {
            Some(status) => format!("it ended: {status}"),
            None => "it closed its output".to_owned(),
        })
    }

    /// Its status, once it has ended; nothing where it runs on after so many looks.
    fn end_within(&mut self, looks: u32) -> Option<std::process::ExitStatus> {
        for _ in 0..looks {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(LOOK);
        }
        None
    }
}

impl Drop for Program {
    /// Tells the program that the session is over, and ends it where that does not.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "END");
        }
        if self.end_within(LOOKS_AT_END).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ctrl-C at a terminal is for us: a program that it ended would lose its game.
#[cfg(unix)]
fn apart(process: &mut Command) {
    use std::os::unix::process::CommandExt;
    process.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Reads lines until the program ends, or nobody wants them.
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
