//! The conditions of a measurement, which a reader needs to compare timings.

use std::env::consts::{ARCH, OS};
use std::path::Path;
use std::thread;

use blanche_compiler::files;
use blanche_compiler::timing;
use serde::Serialize;

use crate::measure::Rounds;

/// The file in which Linux names the processor.
const PROCESSOR: &str = "/proc/cpuinfo";

/// When and on which machine timings were measured.
#[derive(Clone, Debug, Serialize)]
pub struct Conditions {
    /// The name and version of this program.
    program: &'static str,
    /// The date and time in UTC.
    date: String,
    /// The operating system and the architecture.
    system: String,
    /// The name of the processor; `null` in JSON if the system does not report it.
    processor: Option<String>,
    /// Number of processors.
    processors: Option<usize>,
    /// The version of the Rust compiler.
    compiler: &'static str,
    /// The build profile, `release` or `debug`.
    profile: &'static str,
    /// Measuring time for one timing, in seconds.
    seconds: f64,
    /// Seed for the order in which items are measured, for the halving of rounds, and for random games.
    seed: u64,
    rounds: Rounds,
    clock: Clock,
    /// Confidence level of the intervals.
    confidence: f64,
}

/// Properties of the clock, in microseconds.
#[derive(Clone, Debug, Serialize)]
struct Clock {
    /// Time that it takes to read the clock.
    look: f64,
    /// Minimum time per position or node that can be measured. For shorter times, reading the clock takes most of the
    /// time.
    finest: f64,
}

impl Conditions {
    /// The conditions of a measurement that is made now.
    pub fn now(seed: u64, seconds: f64, rounds: Rounds) -> Conditions {
        let text = files::read(Path::new(PROCESSOR)).ok();
        Conditions {
            program: concat!("noire ", env!("CARGO_PKG_VERSION")),
            date: timing::now(),
            system: format!("{OS} {ARCH}"),
            processor: text.and_then(|text| processor(&String::from_utf8_lossy(&text))),
            processors: thread::available_parallelism().ok().map(usize::from),
            compiler: env!("NOIRE_COMPILER"),
            profile: crate::PROFILE,
            seconds,
            seed,
            rounds,
            clock: Clock { look: timing::clock(), finest: timing::finest() },
            confidence: timing::CONFIDENCE,
        }
    }

    /// Formats the conditions as one line.
    pub fn line(&self) -> String {
        let Conditions { program, date, profile, seed, rounds, .. } = self;
        let processor = self.processor.as_deref().unwrap_or("unknown processor");
        let compiler = self.compiler.split(" (").next().unwrap_or_default();
        let rounds = rounds.rules;
        format!("{program}, {profile}, {compiler}; {processor}; {date}; {rounds} rounds, seed {seed}")
    }
}

/// The name of the processor in the content of `/proc/cpuinfo`. `None` if there is no name, as on many ARM processors.
pub(crate) fn processor(text: &str) -> Option<String> {
    let name = |line: &str| {
        line.split_once(':')
            .filter(|(key, _)| key.trim() == "model name")
            .map(|(_, name)| name.trim().to_owned())
    };
    text.lines().find_map(name).filter(|name| !name.is_empty())
}
