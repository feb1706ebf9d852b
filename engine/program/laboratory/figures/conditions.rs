//! Under which conditions times were measured: what one has to know to compare them with others.

use std::env::consts::{ARCH, OS};
use std::path::Path;
use std::thread;

use blanche_compiler::files;
use blanche_compiler::timing;
use serde::Serialize;

use crate::laboratory::measure::Rounds;

/// Where Linux says what the processor is called.
const PROCESSOR: &str = "/proc/cpuinfo";

/// When and on what figures were measured.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Conditions {
    /// The name of this program, and its version.
    program: &'static str,
    /// The date and the time in UTC.
    date: String,
    /// The operating system and the architecture.
    system: String,
    /// The name of the processor; null where the system does not say it.
    processor: Option<String>,
    /// How many processors there are.
    processors: Option<usize>,
    /// The version of the Rust compiler.
    compiler: &'static str,
    /// `release` or `debug`.
    profile: &'static str,
    /// Seconds for a figure.
    seconds: f64,
    /// The seed of the order of turns, of the halvings of rounds, and of random games.
    seed: u64,
    rounds: Rounds,
    clock: Clock,
    /// The confidence of intervals.
    confidence: f64,
}

/// What the clock takes, in microseconds.
#[derive(Clone, Debug, Serialize)]
struct Clock {
    /// A look at it.
    look: f64,
    /// The time of a single position or node below which it says as much of the clock.
    finest: f64,
}

impl Conditions {
    /// Those of now.
    pub(crate) fn now(seed: u64, seconds: f64, rounds: Rounds) -> Conditions {
        let text = files::read(Path::new(PROCESSOR)).ok();
        Conditions {
            program: concat!("noire ", env!("CARGO_PKG_VERSION")),
            date: timing::now(),
            system: format!("{OS} {ARCH}"),
            processor: text.and_then(|text| processor(&String::from_utf8_lossy(&text))),
            processors: thread::available_parallelism().ok().map(usize::from),
            compiler: env!("NOIRE_COMPILER"),
            profile: env!("NOIRE_PROFILE"),
            seconds,
            seed,
            rounds,
            clock: Clock { look: timing::clock(), finest: timing::finest() },
            confidence: timing::CONFIDENCE,
        }
    }

    /// In a line.
    pub(crate) fn line(&self) -> String {
        let Conditions { program, date, profile, seed, rounds, .. } = self;
        let processor = self.processor.as_deref().unwrap_or("unknown processor");
        let compiler = self.compiler.split(" (").next().unwrap_or_default();
        let rounds = rounds.rules;
        format!("{program}, {profile}, {compiler}; {processor}; {date}; {rounds} rounds, seed {seed}")
    }
}

/// The name of the processor in what Linux says of it (`/proc/cpuinfo`); nothing where that has none, as on many processors of ARM.
pub(crate) fn processor(text: &str) -> Option<String> {
    let name = |line: &str| {
        line.split_once(':')
            .filter(|(key, _)| key.trim() == "model name")
            .map(|(_, name)| name.trim().to_owned())
    };
    text.lines().find_map(name).filter(|name| !name.is_empty())
}
