//! Two texts beside each other, line by line: what `fmt --check` shows.

use blanche_compiler::report::plain;

use crate::terminal::{Terminal, count};

/// More lines than this are counted and not shown.
const MOST: usize = 40;

/// Above this many pairs of lines the common ones are not looked for.
const MOST_PAIRS: usize = 4_000_000;

/// The lines that differ, each with its number, `-` or `+`.
pub(crate) fn lines(old: &str, new: &str, terminal: &Terminal) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let changes = changes(&a, &b);
    if changes.is_empty() {
        return "  only line ends, or a byte-order mark\n".to_owned();
    }
    let width = a.len().max(b.len()).to_string().len();
    let mut text = String::new();
    for change in changes.iter().take(MOST) {
        let (sign, at, line, ansi) = match *change {
            Change::Out(at) => ('-', at, a[at], "31"),
            Change::In(at) => ('+', at, b[at], "32"),
        };
        let line = format!("{sign} {}", with_end(line));
        text.push_str(&format!("  {:>width$} {}\n", at + 1, terminal.tinted(line.trim_end(), ansi)));
    }
    if changes.len() > MOST {
        text.push_str(&format!("  and {}\n", count(changes.len() - MOST, "more line")));
    }
    text
}

/// A line whose spaces at the end can be seen.
fn with_end(line: &str) -> String {
    let kept = line.trim_end();
    format!("{}{}", plain(kept), "·".repeat(line.chars().count() - kept.chars().count()))
}

/// A line that is taken out of the old text or put into the new one, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Out(usize),
    In(usize),
}

/// The changes around a longest common subsequence of lines.
fn changes(a: &[&str], b: &[&str]) -> Vec<Change> {
    let same = |(x, y): &(&&str, &&str)| x == y;
    let front = a.iter().zip(b).take_while(same).count();
    let (a, b) = (&a[front..], &b[front..]);
    let back = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    let (a, b) = (&a[..a.len() - back], &b[..b.len() - back]);
    // common[i][j]: how many lines `a[i..]` and `b[j..]` have in common.
    let width = b.len() + 1;
    let known = a.len() * b.len() <= MOST_PAIRS;
    let mut common = vec![0u32; if known { (a.len() + 1) * width } else { 0 }];
    for i in (0..if known { a.len() } else { 0 }).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut changes = Vec::new();
    while i < a.len() || j < b.len() {
        if known && i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let out = j == b.len()
            || (i < a.len() && (!known || common[(i + 1) * width + j] >= common[i * width + j + 1]));
        if out {
            changes.push(Change::Out(front + i));
            i += 1;
        } else {
            changes.push(Change::In(front + j));
            j += 1;
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::{Change, changes};

    #[test]
    fn what_two_texts_share_is_no_change() {
        let (a, b) = (["a", "x", "b", "c", "d"], ["a", "b", "y", "c", "d", "e"]);
        assert_eq!(changes(&a, &b), [Change::Out(1), Change::In(2), Change::In(5)]);
        assert_eq!(changes(&a, &a), []);
        assert_eq!(changes(&[], &["a"]), [Change::In(0)]);
    }
}
