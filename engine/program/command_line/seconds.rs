//! Options that are a number of seconds, of games, of threads: how large each may be.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::value_parser;

/// Nobody waits longer than this, which is some thirty years.
const MOST: f64 = 1e9;

/// `2.5`: so many seconds.
///
/// # Errors
/// When the text is no number, or that of no time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|number| (0.0..=MOST).contains(number));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "it is a number of seconds, such as 2.5, and none below zero".to_owned())
}

/// Nobody plays more games at once; so many are kept until the end.
pub(crate) const MOST_GAMES: u64 = 10_000_000;

/// The number of games that are played, or of boards that are drawn.
pub fn games() -> RangedU64ValueParser<u64> {
    value_parser!(u64).range(1..=MOST_GAMES)
}

/// The number of moves by chance with which a game begins.
pub(crate) fn opening_moves() -> RangedU64ValueParser<u64> {
    value_parser!(u64).range(0..=1000)
}
