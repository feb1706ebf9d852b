//! Wraps labels to the width of the terminal. Ariadne writes each label on one line, so the excess is moved to extra
//! lines below.

use super::FRAME;
use super::width::{seen, wrapped};

/// Marks the start of a label in the output of ariadne. `excerpt::plain` removes it from all texts.
const MARK: char = '\u{3}';

/// Minimum width of a label, in characters.
const MIN_WIDTH: usize = 12;

/// The text of a label, marked for [`fitted`].
pub(super) fn marked(text: &str) -> String {
    format!("{MARK}{text}")
}

/// The lines of ariadne's output, with labels wrapped to the given width.
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
        let mut pieces = wrapped(label, columns.saturating_sub(width).max(MIN_WIDTH), "").into_iter();
        fitted.push(format!("{drawn}{}", pieces.next().unwrap_or_default()));
        fitted.extend(pieces.map(|piece| format!("{below}{piece}")));
    }
    fitted
}

/// The prefix for a continuation line of a label: the frame, and the vertical bars that continue in the next line.
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
