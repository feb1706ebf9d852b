//! Parses options with an amount of memory in MiB.

use std::path::Path;

use blanche_compiler::files;

/// Maximum amount of memory, in MiB: one TiB.
const MOST: u64 = 1 << 20;

/// The file in which Linux reports the available memory.
const TOLD: &str = "/proc/meminfo";

/// Parses a number of MiB such as `64`. Fails if this machine has less memory available.
pub(crate) fn mebibytes(text: &str) -> Result<u64, String> {
    within(text, available())
}

/// Parses a number of MiB. Fails if it exceeds `available`, which is in bytes, or `None` if unknown.
fn within(text: &str, available: Option<u64>) -> Result<u64, String> {
    let number = text.parse::<u64>().ok().filter(|number| (1..=MOST).contains(number));
    let number = number.ok_or_else(|| format!("expected a number of MiB, from 1 to {MOST}"))?;
    match available.map(|bytes| (bytes >> 20).max(1)).filter(|most| number > *most) {
        Some(most) => Err(format!("only {most} MiB are available on this machine now")),
        None => Ok(number),
    }
}

/// Memory available on this machine, in bytes. `None` if the system does not report it.
fn available() -> Option<u64> {
    let told = files::read_whole(Path::new(TOLD)).ok()?;
    of_told(&String::from_utf8_lossy(&told))
}

/// Parses the line `MemAvailable:    6389412 kB` and returns the number in bytes.
fn of_told(told: &str) -> Option<u64> {
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::{of_told, within};

    #[test]
    fn no_more_memory_is_taken_than_the_machine_can_give() {
        let told = "MemTotal:        8131000 kB\nMemFree: 1 kB\nMemAvailable:    6291456 kB\n";
        let available = of_told(told);
        assert_eq!(available, Some(6144 << 20));
        assert_eq!(within("6144", available), Ok(6144));
        assert_eq!(
            within("6145", available),
            Err("only 6144 MiB are available on this machine now".to_owned())
        );
        assert_eq!(within("1048576", None), Ok(1 << 20));
        for wrong in ["0", "1048577", "18446744073709551615", "-1", "64 MiB", ""] {
            assert!(within(wrong, None).is_err_and(|said| said.contains("from 1 to 1048576")), "{wrong}");
        }
    }
}
