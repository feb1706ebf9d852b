//! Options that are a number of seconds.

use std::time::Duration;

/// Nobody waits longer than this, which is some thirty years.
const MOST: f64 = 1e9;

/// `2.5`: so many seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|number| (0.0..=MOST).contains(number));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "it is a number of seconds, such as 2.5, and none below zero".to_owned())
}
