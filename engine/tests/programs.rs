//! Runs programs, and returns their status and output. Also creates folders with bases for them.

use std::process::Output;

pub(crate) use crate::folders::{HEAD, base, dear, folder};

pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
        let status = output.status.code().expect("no signal ends it");
        Ran { status, out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The progress lines on standard error. Each has the seconds passed, the percentage done, and the current activity.
pub(crate) fn told(err: &str) -> Vec<(u64, u32, &str)> {
    fn line(line: &str) -> Option<(u64, u32, &str)> {
        let (seconds, rest) = line.split_once(" s, ")?;
        let (done, what) = rest.split_once(" %: ")?;
        Some((seconds.parse().ok()?, done.parse().ok()?, what))
    }
    err.lines().filter_map(line).collect()
}
