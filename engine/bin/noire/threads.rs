//! Work that is shared among threads and machines: how many, which part, and why it ended early.

use std::thread;

use noire::verify::run::RunError;

use crate::output::{Failure, MACHINE, MISTAKES};

/// So many threads work where nothing else was asked for.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// `2/5`: the second part of five, as 1 of 5.
pub(crate) fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if (1..=of).contains(&part) => Ok((part - 1, of)),
        _ => Err("a part is written 2/5, from 1/5 to 5/5".to_owned()),
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Limit(limit) => Failure::Said(format!("error: {limit}"), MISTAKES),
            RunError::Thread(error) => Failure::Said(format!("error: no thread starts: {error}"), MACHINE),
        }
    }
}
