//! Lines and columns as the protocol counts them: from 0, columns in units of UTF-16.
//!
//! A line ends with `\n`, `\r\n` or a `\r` alone. A place behind the end of its line means that end, and a line behind
//! the last one the end of the text: no position is wrong.

use crate::files::Span;
use serde_json::{Value, json};

/// The lines of a text.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let bytes = text.as_bytes();
        let ends = |(at, byte): (usize, &u8)| match byte {
            b'\n' => Some(at + 1),
            b'\r' if bytes.get(at + 1) != Some(&b'\n') => Some(at + 1),
            _ => None,
        };
        let starts = std::iter::once(0).chain(bytes.iter().enumerate().filter_map(ends)).collect();
        Lines { text, starts }
    }

    /// The byte at a line and a column.
    pub(super) fn offset(&self, line: u64, column: u64) -> usize {
        let Some(start) = usize::try_from(line).ok().and_then(|line| self.starts.get(line)) else {
            return self.text.len();
        };
        let rest = self.text[*start..].split(['\n', '\r']).next().unwrap_or("");
        let mut units = 0;
        for (at, letter) in rest.char_indices() {
            units += letter.len_utf16() as u64;
            // The middle of a character of two units means its beginning.
            if units > column {
                return start + at;
            }
        }
        start + rest.len()
    }

    /// The byte of a position of the protocol.
    pub(super) fn offset_of(&self, position: &Value) -> usize {
        let number = |name: &str| position.get(name).and_then(Value::as_u64).unwrap_or(0);
        self.offset(number("line"), number("character"))
    }

    /// Line and column of a byte.
    pub(super) fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let column = self.text[self.starts[line]..offset].chars().map(char::len_utf16).sum();
        (line, column)
    }

    /// A byte as a position of the protocol.
    pub(super) fn json(&self, offset: usize) -> Value {
        let (line, column) = self.position(offset);
        json!({ "line": line, "character": column })
    }

    /// A span as a range of the protocol.
    pub(super) fn range(&self, span: Span) -> Value {
        json!({ "start": self.json(span.start as usize), "end": self.json(span.end as usize) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let lines = Lines::new("¬p(🙂, X)\r\n% ¬¬\rlast");
        assert_eq!(lines.position("¬p(🙂".len()), (0, 5));
        assert_eq!(lines.offset(0, 5), "¬p(🙂".len());
        assert_eq!(lines.offset(0, 4), "¬p(".len(), "the middle of a character is its beginning");
        assert_eq!(lines.offset(1, 3), "¬p(🙂, X)\r\n% ¬".len());
        assert_eq!(lines.position("¬p(🙂, X)\r\n% ¬¬\rla".len()), (2, 2));
    }

    #[test]
    fn no_position_is_wrong() {
        let text = "one\r\ntwo\n";
        let lines = Lines::new(text);
        assert_eq!(lines.offset(0, 99), 3, "a line ends in front of its line end");
        assert_eq!(lines.offset(1, 99), 8);
        assert_eq!(lines.offset(2, 7), text.len());
        assert_eq!(lines.offset(u64::MAX, u64::MAX), text.len());
        assert_eq!(Lines::new("").offset(0, 0), 0);
        assert_eq!(Lines::new("").position(5), (0, 0));
    }

    #[test]
    fn every_place_is_found_again() {
        let text = "a¬🙂\r\n\r\n%% é\n🙂🙂\r¬";
        let lines = Lines::new(text);
        // Between `\r` and `\n` there is no place.
        let places = (0..=text.len()).filter(|at| text.is_char_boundary(*at) && !text[..*at].ends_with('\r'));
        for at in places.chain([text.len()]) {
            let (line, column) = lines.position(at);
            assert_eq!(lines.offset(line as u64, column as u64), at, "{line}:{column}");
        }
    }
}
