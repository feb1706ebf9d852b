//! How wide the terminal is.

use std::os::fd::AsFd;
use std::{env, io};

/// Lines are not made narrower than this: narrower terminals break them.
const LEAST: usize = 40;

/// The number of columns of standard output; nothing where lines may have any length.
pub fn of_output() -> Option<usize> {
    columns(io::stdout())
}

/// The number of columns of standard error; nothing where lines may have any length.
pub fn of_errors() -> Option<usize> {
    columns(io::stderr())
}

fn columns(stream: impl AsFd) -> Option<usize> {
    let set = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let terminal = || terminal_size::terminal_size_of(stream).map(|(width, _)| usize::from(width.0));
    Some(set.filter(|columns| *columns > 0).or_else(terminal)?.max(LEAST))
}
