//! Parses options with a number of seconds, games, boards or moves.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::value_parser;

/// Maximum number of seconds, about thirty years.
const MAX_SECONDS: f64 = 1e9;

/// Parses a number of seconds such as `2.5`.
///
/// # Errors
/// If the text is not a number, or the number is negative or too large.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    if number.is_some_and(|number| number > MAX_SECONDS) {
        return Err(format!("expected at most {MAX_SECONDS} seconds"));
    }
    let number = number.filter(|number| (0.0..=MAX_SECONDS).contains(number));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds that is not negative, such as 2.5".to_owned())
}

/// Maximum number of games to play. The results of all games are kept in memory until the end.
pub(crate) const MAX_GAMES: u64 = 10_000_000;

/// Maximum number of random positions to examine. Each position is kept in memory until the end, with its moves and its
/// result: in `noire coverage` some 2 KiB for each, so 1 GiB for this number.
const MAX_RANDOM_POSITIONS: u64 = 500_000;

/// Parser for a number of random positions.
pub(crate) fn random_positions() -> RangedU64ValueParser<u64> {
    value_parser!(u64).range(1..=MAX_RANDOM_POSITIONS)
}

/// Parser for a number of games to play.
pub fn games() -> RangedU64ValueParser<u64> {
    value_parser!(u64).range(1..=MAX_GAMES)
}

/// Parser for the number of random moves at the beginning of a game.
pub(crate) fn opening_moves() -> RangedU64ValueParser<u64> {
    value_parser!(u64).range(0..=1000)
}
