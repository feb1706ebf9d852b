//! A diff of two texts by lines, which `fmt --check` shows.

use std::time::{Duration, Instant};

use blanche_compiler::report::plain;
use similar::{Algorithm, ChangeTag, capture_diff_slices_deadline};

use crate::terminal::{Terminal, count};

/// Maximum number of lines to show. Further lines are only counted.
const MAX_LINES: usize = 40;

/// Time limit for the diff. If it is reached, unchanged lines between changed ones may also be reported as changed.
const TIME_LIMIT: Duration = Duration::from_secs(1);

/// The changed lines, each with its number and `-` or `+`.
pub(crate) fn lines(old: &str, new: &str, terminal: &Terminal) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let operations =
        capture_diff_slices_deadline(Algorithm::Myers, &a, &b, Some(Instant::now() + TIME_LIMIT));
    let all = operations.iter().flat_map(|operation| operation.iter_changes(&a, &b));
    let changes: Vec<_> = all.filter(|change| change.tag() != ChangeTag::Equal).collect();
    if changes.is_empty() {
        return "  only line ends, or a byte-order mark\n".to_owned();
    }
    let width = a.len().max(b.len()).to_string().len();
    let mut text = String::new();
    for change in changes.iter().take(MAX_LINES) {
        let ansi = if change.tag() == ChangeTag::Delete { "31" } else { "32" };
        let at = change.old_index().or(change.new_index()).unwrap_or_default();
        let line = format!("{} {}", change.tag(), with_end(change.value()));
        text.push_str(&format!("  {:>width$} {}\n", at + 1, terminal.tinted(line.trim_end(), ansi)));
    }
    if changes.len() > MAX_LINES {
        text.push_str(&format!("  and {}\n", count(changes.len() - MAX_LINES, "more line")));
    }
    text
}

/// A line with its trailing spaces made visible.
fn with_end(line: &str) -> String {
    let kept = line.trim_end();
    format!("{}{}", plain(kept), "·".repeat(line.chars().count() - kept.chars().count()))
}
