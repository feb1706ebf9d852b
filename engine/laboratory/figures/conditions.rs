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
#[derive(Clone, Debug)]
pub struct Conditions {
    date: String,
    processor: Option<String>,
    seed: u64,
    rounds: Rounds,
    /// Seconds for a figure.
    seconds: f64,
}

/// How figures were measured, for other programs.
#[derive(Serialize)]
pub struct Measured<'a> {
    /// The name of this program, and its version.
    pub program: &'static str,
    /// The date and the time in UTC.
    pub date: &'a str,
    /// The operating system and the architecture.
    pub system: String,
    /// The name of the processor; null where the system does not say it.
    pub processor: Option<&'a str>,
    /// How many processors there are.
    pub processors: Option<usize>,
    /// The version of the Rust compiler.
    pub compiler: &'static str,
    /// `release` or `debug`.
    pub profile: &'static str,
    /// Seconds of measurement for one figure.
    pub seconds: f64,
    /// The seed of the order of turns, of the halvings of rounds, and of random games.
    pub seed: u64,
    /// How many rounds there were.
    pub rounds: Rounds,
    /// The clock.
    pub clock: Clock,
    /// The confidence of intervals.
    pub confidence: f64,
}

/// What the clock takes, in microseconds.
#[derive(Serialize)]
pub struct Clock {
    /// A look at it.
    pub look: f64,
    /// A time of a single position or node below this says as much of the clock.
    pub finest: f64,
}

impl Conditions {
    /// Those of now.
    pub fn now(seed: u64, seconds: f64, rounds: Rounds) -> Conditions {
        let text = files::read(Path::new(PROCESSOR)).ok();
        let processor = text.and_then(|text| processor(&String::from_utf8_lossy(&text)));
        Conditions { date: timing::now(), processor, seed, rounds, seconds }
    }

    /// As other programs read them.
    pub fn measured(&self) -> Measured<'_> {
        Measured {
            program: program(),
            date: &self.date,
            system: format!("{OS} {ARCH}"),
            processor: self.processor.as_deref(),
            processors: thread::available_parallelism().ok().map(usize::from),
            compiler: env!("NOIRE_COMPILER"),
            profile: env!("NOIRE_PROFILE"),
            seconds: self.seconds,
            seed: self.seed,
            rounds: self.rounds,
            clock: Clock { look: timing::clock(), finest: timing::finest() },
            confidence: timing::CONFIDENCE,
        }
    }

    /// In a line.
    pub fn line(&self) -> String {
        let processor = self.processor.as_deref().unwrap_or("unknown processor");
        let Rounds { rules, .. } = self.rounds;
        let (profile, seed) = (env!("NOIRE_PROFILE"), self.seed);
        let compiler = env!("NOIRE_COMPILER").split(" (").next().unwrap_or_default();
        format!(
            "{}, {profile}, {compiler}; {processor}; {}; {rules} rounds, seed {seed}",
            program(),
            self.date
        )
    }
}

/// `noire 0.1.0`
fn program() -> &'static str {
    concat!("noire ", env!("CARGO_PKG_VERSION"))
}

/// The name of the processor in what Linux says of it (`/proc/cpuinfo`); nothing where that has none, as on many processors of ARM.
pub fn processor(text: &str) -> Option<String> {
    let name = |line: &str| {
        line.split_once(':')
            .filter(|(key, _)| key.trim() == "model name")
            .map(|(_, name)| name.trim().to_owned())
    };
    text.lines().find_map(name).filter(|name| !name.is_empty())
}
