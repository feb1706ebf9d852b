//! The current date, for recording when a figure was measured.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// Number of days in 400 years, after which the calendar repeats.
const DAYS_PER_ERA: u64 = 146_097;

/// The current date and time in UTC, in the format of RFC 3339: `2026-11-28T23:58:25Z`.
pub fn now() -> String {
    // A clock set before 1970 yields 1970.
    date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()))
}

/// The date and time for a number of seconds after the beginning of 1970.
/// CITE: Hinnant 2014, *chrono-compatible low-level date algorithms*.
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / SECONDS_PER_DAY, seconds % SECONDS_PER_DAY);
    // Years begin in March, so that the leap day comes last.
    let since_march_of_year_0 = days + 719_468;
    let (era, day) = (since_march_of_year_0 / DAYS_PER_ERA, since_march_of_year_0 % DAYS_PER_ERA);
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let [hour, minute, second] = [second / 3600, second / 60 % 60, second % 60];
    format!("{year:04}-{month:02}-{day_of_month:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::{date, now};

    #[test]
    fn dates_equal_those_of_the_date_command() {
        // Printed by `date -u -d @SECONDS`.
        let known = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_795_910_305, "2026-11-28T23:58:25Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ];
        for (seconds, expected) in known {
            assert_eq!(date(seconds), expected);
        }
        assert!(now() > date(1_735_689_599), "it is later than 2024");
    }
}
