//! Labels that fit into a terminal: ariadne writes each in one line, and what is too long of it continues below.

use super::FRAME;
use super::width::{seen, wrapped};

/// Stands in front of a label in what ariadne writes; `excerpt::plain` keeps it out of all texts.
const MARK: char = '\u{3}';

/// A label is not made narrower than this.
const LEAST: usize = 12;

/// The text of a label for ariadne.
pub(super) fn marked(text: &str) -> String {
    format!("{MARK}{text}")
}

/// What ariadne wrote, in lines that fit into so many columns where a label is too long.
pub(super) fn fitted(boxes: &str, columns: Option<usize>) -> Vec<String> {
    let lines: Vec<&str> = boxes.lines().collect();
    let mut fitted = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let (Some((drawn, label)), Some(columns)) = (line.split_once(MARK), columns) else {
            fitted.push(line.replace(MARK, ""));
            continue;
        };
        let below = bars(drawn, lines.get(at + 1).copied().unwrap_or_default());
        let width = seen(&below).count();
        let mut pieces = wrapped(label, columns.saturating_sub(width).max(LEAST), "").into_iter();
        fitted.push(format!("{drawn}{}", pieces.next().unwrap_or_default()));
        fitted.extend(pieces.map(|piece| format!("{below}{piece}")));
    }
    fitted
}

/// What stands below the part of a line in front of its label: the frame, and the bars that the next line goes on with.
fn bars(drawn: &str, next: &str) -> String {
    let frame = seen(drawn).position(|c| matches!(c, '│' | '|'));
    let is_source = seen(next).take(frame.unwrap_or_default()).any(|c| c.is_ascii_digit());
    let mut next = seen(next);
    let mut bars = String::new();
    for (column, above) in seen(drawn).enumerate() {
        let bar = match next.next() {
            _ if Some(column) == frame => Some(above),
            Some('│' | '├' | '╰') if !is_source => Some('│'),
            Some('|' | '`') if !is_source => Some('|'),
            _ => None,
        };
        match bar {
            Some(bar) if drawn.contains('\x1b') => bars.push_str(&format!("\x1b[{FRAME}m{bar}\x1b[0m")),
            bar => bars.push(bar.unwrap_or(' ')),
        }
    }
    bars
}
