//! The log of a contest. An interrupted contest can be resumed from its log. Each line is a JSON object.
//!
//! ```text
//! the first line   contest (version of the format), settings (an object of strings), hash (of the settings)
//! each other line  pair (its number), games (two: score, by, loss, moves, used), hash (of the rest of the line)
//! used             for both contestants: moves, positions, time, slowest (in microseconds), late, depths, given_up
//! ```
//!
//! Lines are only ever appended. A damaged line, such as the last one after a crash, is reported, and its pair is
//! played again. A log of another contest is rejected and left unchanged.

use noire_engine::checksum::Checksum;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use blanche_compiler::files;
use blanche_sorted::SortedMap;
use serde_json::{Value, json};

use super::game::{Pair, PlayedGame, Used};
use super::score::GameScore;

/// Version of the log format.
pub(crate) const VERSION: u64 = 1;

/// The settings of a contest that affect how its games are played, by name. The number of games and the stopping
/// rule are not included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(pub SortedMap<String, String>);

impl Settings {
    /// Hash of all names and values.
    pub(crate) fn hash(&self) -> u64 {
        let lines: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}\t{value}\n")).collect();
        hash(&lines.concat())
    }

    /// The first line of a log.
    fn header(&self) -> Value {
        json!({ "contest": VERSION, "settings": self.0, "hash": format!("{:016x}", self.hash()) })
    }

    /// Explains why a log that begins with `line` belongs to another contest. Returns `None` if it belongs to this one.
    /// `work` is the word for the activity in messages, such as `contest`.
    fn differs(&self, line: &str, work: &str) -> Option<String> {
        let Ok(header) = serde_json::from_str::<Value>(line) else {
            return Some(format!("this is not a log of a {work}"));
        };
        match header["contest"].as_u64() {
            Some(VERSION) => {}
            Some(other) => {
                return Some(format!("the log has version {other}, and this program reads {VERSION}"));
            }
            None => return Some(format!("this is not a log of a {work}")),
        }
        if header["hash"] == format!("{:016x}", self.hash()) {
            return None;
        }
        let other = |name: &str| header["settings"][name].as_str().unwrap_or("not given").to_owned();
        let changed =
            self.0.iter().map(|(name, now)| (name, now, other(name))).find(|(_, now, was)| *now != was);
        Some(match changed {
            Some((name, now, was)) => {
                format!("the log is of another {work}: {name} was {was}, and is {now}")
            }
            None => format!("the log is of another {work}"),
        })
    }
}

/// The checksum of a text of the log.
pub fn hash(text: &str) -> u64 {
    Checksum::of(text)
}

/// Why a log cannot be used.
#[derive(Debug)]
pub enum LogError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file belongs to another contest or is not a log. Holds the line number and an explanation.
    Other(usize, String),
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Io(error) => write!(f, "{error}"),
            LogError::Other(_, words) => f.write_str(words),
        }
    }
}

impl From<io::Error> for LogError {
    fn from(error: io::Error) -> LogError {
        LogError::Io(error)
    }
}

/// A log file to which pairs are appended.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    /// Whether the last line of the file lacks its line break.
    is_open: bool,
}

/// The content of a log.
#[derive(Debug, Default)]
pub struct LoggedPairs {
    /// The pairs by number.
    pub pairs: SortedMap<u64, Pair>,
    /// The line numbers of ignored lines, each with the reason.
    pub damaged: Vec<(usize, &'static str)>,
}

impl Log {
    /// Opens the log of a contest with these settings, or creates it. `work` is the word for the activity in
    /// messages, such as `contest`.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or belongs to another contest.
    pub fn open(path: &Path, settings: &Settings, work: &str) -> Result<(Log, LoggedPairs), LogError> {
        let bytes = match files::read_whole(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        files::check_writable(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let log = |is_open| Log { path: path.to_owned(), is_open };
        if text.trim().is_empty() {
            files::write(path, &format!("{}\n", settings.header()))?;
            return Ok((log(false), LoggedPairs::default()));
        }
        if let Some(words) = settings.differs(text.lines().next().unwrap_or_default(), work) {
            return Err(LogError::Other(1, words));
        }
        Ok((log(!text.ends_with('\n')), read_pairs(&text)))
    }

    /// Appends a pair.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn add(&mut self, number: u64, pair: &Pair) -> io::Result<()> {
        let begin = if self.is_open { "\n" } else { "" };
        files::append(&self.path, &format!("{begin}{}\n", line(number, pair)))?;
        self.is_open = false;
        Ok(())
    }
}

/// Parses the pairs of a log.
fn read_pairs(text: &str) -> LoggedPairs {
    let mut known = LoggedPairs::default();
    for (number, line) in (1..).zip(text.lines()).skip(1).filter(|(_, line)| !line.trim().is_empty()) {
        match read_line(line) {
            None => known.damaged.push((number, "the line is damaged: its pair is played again")),
            Some((pair, _)) if known.pairs.contains_key(&pair) => {
                known.damaged.push((number, "the pair is on an earlier line, which counts"));
            }
            Some((pair, games)) => {
                known.pairs.insert(pair, games);
            }
        }
    }
    known
}

/// Formats a pair as a line, with its hash.
fn line(number: u64, pair: &Pair) -> Value {
    let mut line = json!({ "pair": number, "games": pair.each_ref().map(game) });
    line["hash"] = format!("{:016x}", hash(&line.to_string())).into();
    line
}

fn game(game: &PlayedGame) -> Value {
    json!({
        "score": word(game.score),
        "by": game.by,
        "loss": game.loss,
        "moves": game.moves,
        "used": game.used.each_ref().map(used),
    })
}

fn used(used: &Used) -> Value {
    json!({
        "moves": used.moves,
        "positions": used.positions,
        "time": used.time.as_micros() as u64,
        "slowest": used.slowest.as_micros() as u64,
        "late": used.late,
        "depths": used.depths,
        "given_up": used.given_up,
    })
}

fn word(score: GameScore) -> &'static str {
    match score {
        GameScore::Won => "won",
        GameScore::Drawn => "drawn",
        GameScore::Lost => "lost",
    }
}

/// Parses the line of a pair. Returns `None` if the line is malformed or its hash is wrong.
fn read_line(line: &str) -> Option<(u64, Pair)> {
    let mut line: Value = serde_json::from_str(line).ok()?;
    let stated = line.as_object_mut()?.remove("hash")?;
    if stated != format!("{:016x}", hash(&line.to_string())) {
        return None;
    }
    let [one, other] = &line["games"].as_array()?[..] else { return None };
    Some((line["pair"].as_u64()?, [read_game(one)?, read_game(other)?]))
}

fn read_game(game: &Value) -> Option<PlayedGame> {
    let scores = [GameScore::Won, GameScore::Drawn, GameScore::Lost];
    let [one, other] = &game["used"].as_array()?[..] else { return None };
    Some(PlayedGame {
        score: scores.into_iter().find(|score| game["score"] == word(*score))?,
        by: game["by"].as_str()?.to_owned(),
        loss: game["loss"].as_str().map(str::to_owned),
        moves: game["moves"].as_str()?.to_owned(),
        used: [read_used(one)?, read_used(other)?],
    })
}

fn read_used(used: &Value) -> Option<Used> {
    let number = |key: &str| used[key].as_u64();
    let time = |key: &str| number(key).map(Duration::from_micros);
    Some(Used {
        moves: number("moves")?,
        positions: number("positions")?,
        time: time("time")?,
        slowest: time("slowest")?,
        late: number("late")?,
        // Earlier versions did not write these fields.
        depths: number("depths").unwrap_or_default(),
        given_up: used["given_up"].as_str().map(str::to_owned),
    })
}
