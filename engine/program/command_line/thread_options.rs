//! Options for the number of threads and for dividing work over machines, and the failures of such work.

use std::thread;

use clap::Args;
use noire_engine::world::World;
use noire_laboratory::running::RunError;

use crate::command_line::output::{Failure, INTERNAL_ERROR};
use crate::command_line::query_options::world_failure;

/// Maximum number of threads. A search has the same maximum.
const MAX_THREADS: u64 = 256;

/// How many threads work.
#[derive(Args)]
pub(crate) struct Threads {
    /// The number of threads; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: Option<u64>,
}

impl Threads {
    /// Number of threads to use.
    pub(crate) fn count(&self) -> usize {
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// The part of the work that is done here, and by how many threads.
#[derive(Args)]
pub(crate) struct Share {
    /// Do only a part of the work: 2/5 is the second part of five
    #[arg(long = "shard", value_name = "I/N", value_parser = shard, default_value = "1/1")]
    pub(crate) shard: (u64, u64),
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// Parses a part of the work such as `2/5`. Returns its index from 0 and the number of parts.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if (1..=of).contains(&part) => Ok((part - 1, of)),
        _ => Err("expected a part such as 2/5, from 1/5 to 5/5".to_owned()),
    }
}

/// The failure for a run that ended without a report.
pub(crate) fn run_failed(world: &impl World, error: RunError) -> Failure {
    match error {
        RunError::World(trouble) => world_failure(world, trouble),
        RunError::Thread(error) => {
            Failure::Message(format!("error: cannot start a thread: {error}"), INTERNAL_ERROR)
        }
    }
}
