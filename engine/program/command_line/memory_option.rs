//! Parses options with an amount of memory in MiB.

use std::path::Path;

use blanche_compiler::files;

/// Maximum amount of memory, in MiB: one TiB.
const MAX_MEBIBYTES: u64 = 1 << 20;

/// The file in which Linux reports the available memory.
const MEMORY_INFO: &str = "/proc/meminfo";

/// Parses a number of MiB such as `64`. Fails if this machine has less memory available.
pub(crate) fn mebibytes(text: &str) -> Result<u64, String> {
    parse_within(text, available())
}

/// Parses a number of MiB. Fails if it exceeds `available`, which is in bytes, or `None` if unknown.
fn parse_within(text: &str, available: Option<u64>) -> Result<u64, String> {
    let number = text.parse::<u64>().ok().filter(|number| (1..=MAX_MEBIBYTES).contains(number));
    let number = number.ok_or_else(|| format!("expected a number of MiB, from 1 to {MAX_MEBIBYTES}"))?;
    match available.map(|bytes| (bytes >> 20).max(1)).filter(|most| number > *most) {
        Some(most) => Err(format!("only {most} MiB are available on this machine now")),
        None => Ok(number),
    }
}

/// Memory available on this machine, in bytes. `None` if the system does not report it.
fn available() -> Option<u64> {
    let info = files::read_whole(Path::new(MEMORY_INFO)).ok()?;
    parse_available(&String::from_utf8_lossy(&info))
}

/// Parses the line `MemAvailable:    6389412 kB` and returns the number in bytes.
fn parse_available(info: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::{parse_available, parse_within};

    #[test]
    fn an_amount_above_the_available_memory_is_rejected() {
        let info = "MemTotal:        8131000 kB\nMemFree: 1 kB\nMemAvailable:    6291456 kB\n";
        let available = parse_available(info);
        assert_eq!(available, Some(6144 << 20));
        assert_eq!(parse_within("6144", available), Ok(6144));
        assert_eq!(
            parse_within("6145", available),
            Err("only 6144 MiB are available on this machine now".to_owned())
        );
        assert_eq!(parse_within("1048576", None), Ok(1 << 20));
        for wrong in ["0", "1048577", "18446744073709551615", "-1", "64 MiB", ""] {
            assert!(
                parse_within(wrong, None).is_err_and(|said| said.contains("from 1 to 1048576")),
                "{wrong}"
            );
        }
    }
}
