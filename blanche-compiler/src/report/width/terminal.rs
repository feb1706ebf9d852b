//! Determines the width of the terminal.

use std::os::fd::AsFd;
use std::{env, io};

/// Minimum width in columns. Narrower terminals wrap the lines themselves.
const MIN_WIDTH: usize = 40;

/// The width of standard output in columns; `None` if it is not limited.
pub fn of_output() -> Option<usize> {
    columns(io::stdout())
}

/// The width of standard error in columns; `None` if it is not limited.
pub fn of_errors() -> Option<usize> {
    columns(io::stderr())
}

fn columns(stream: impl AsFd) -> Option<usize> {
    let set = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let terminal = || terminal_size::terminal_size_of(stream).map(|(width, _)| usize::from(width.0));
    Some(set.filter(|columns| *columns > 0).or_else(terminal)?.max(MIN_WIDTH))
}
