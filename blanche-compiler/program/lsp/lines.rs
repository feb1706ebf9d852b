//! Lines and columns as the protocol counts them: from 0, with columns in UTF-16 code units.
//!
//! A line ends with `\n`, `\r\n` or a single `\r`. A position after the end of its line means the end of this line, and
//! a line after the last one means the end of the text. So no position is invalid.
//!
//! `str_indices` supports these three line ends and clamps every index to the nearest valid position. (`line-index`
//! supports only `\n`, and leaves positions after the end of a line to its caller.) But `str_indices` counts from the
//! beginning of the text, and a whole file may be a single line. So columns are counted from the beginning of the
//! nearest block.

use blanche_compiler::files::Span;
use gen_lsp_types::{Position, Range};
use serde_json::Value;
use str_indices::{lines_crlf, utf16};

/// The size of a block, in bytes. The UTF-16 units before each block are counted in advance.
const BLOCK: usize = 256;

/// The line index of a text.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// The number of UTF-16 units before each block.
    units: Vec<u32>,
}

/// The number of UTF-16 units of the characters that begin within `bytes`.
fn units(bytes: &[u8]) -> u32 {
    tests_count(bytes.len());
    let of_byte = |byte: &u8| match byte {
        0b1000_0000..=0b1011_1111 => 0,
        0b1111_0000.. => 2,
        _ => 1,
    };
    bytes.iter().map(of_byte).sum()
}

#[cfg(test)]
thread_local! {
    /// How many bytes have been read so far to find lines and columns.
    pub(super) static READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Adds to the number of bytes that were read. Tests compare this number with the size of the texts.
#[cfg_attr(not(test), expect(unused_variables, reason = "only tests count"))]
fn tests_count(bytes: usize) {
    #[cfg(test)]
    READ.with(|read| read.set(read.get() + bytes));
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let next = |start: &mut usize, _| {
            *start += lines_crlf::to_byte_idx(&text[*start..], 1);
            Some(*start)
        };
        let starts = std::iter::once(0).chain((0..lines_crlf::count_breaks(text)).scan(0, next)).collect();
        let counted = text.as_bytes().chunks(BLOCK).scan(0, |sum, block| {
            *sum += units(block);
            Some(*sum)
        });
        Lines { text, starts, units: std::iter::once(0).chain(counted).collect() }
    }

    /// The byte offset of a line and column.
    pub(super) fn offset(&self, line: u64, column: u64) -> usize {
        let Some(start) = usize::try_from(line).ok().and_then(|line| self.starts.get(line)) else {
            return self.text.len();
        };
        let rest = self.text[*start..].split(['\n', '\r']).next().unwrap_or("");
        tests_count(rest.len());
        start + utf16::to_byte_idx(rest, usize::try_from(column).unwrap_or(usize::MAX))
    }

    /// The byte offset of a protocol position as sent by an editor. Missing or invalid fields count as 0.
    pub(super) fn offset_of(&self, position: &Value) -> usize {
        let number = |name: &str| position.get(name).and_then(Value::as_u64).unwrap_or(0);
        self.offset(number("line"), number("character"))
    }

    /// The protocol position of a byte offset.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let column = self.units_before(offset) - self.units_before(self.starts[line]);
        // The casts are safe because files are smaller than 16 MiB.
        Position { line: line as u32, character: column }
    }

    /// The number of UTF-16 units before a byte offset.
    fn units_before(&self, end: usize) -> u32 {
        let block = end / BLOCK;
        self.units[block] + units(&self.text.as_bytes()[block * BLOCK..end])
    }

    /// The protocol range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start as usize), end: self.position(span.end as usize) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(lines: &Lines<'_>, offset: usize) -> (u32, u32) {
        let Position { line, character } = lines.position(offset);
        (line, character)
    }

    #[test]
    fn columns_are_counted_in_utf_16() {
        let lines = Lines::new("¬p(🙂, X)\r\n% ¬¬\rlast");
        assert_eq!(place(&lines, "¬p(🙂".len()), (0, 5));
        assert_eq!(lines.offset(0, 5), "¬p(🙂".len());
        assert_eq!(lines.offset(0, 4), "¬p(".len(), "the middle of a character is its beginning");
        assert_eq!(lines.offset(1, 3), "¬p(🙂, X)\r\n% ¬".len());
        assert_eq!(place(&lines, "¬p(🙂, X)\r\n% ¬¬\rla".len()), (2, 2));
    }

    #[test]
    fn a_position_outside_the_text_is_clamped() {
        let text = "one\r\ntwo\n";
        let lines = Lines::new(text);
        assert_eq!(lines.offset(0, 99), 3, "a line ends in front of its line end");
        assert_eq!(lines.offset(1, 99), 8);
        assert_eq!(lines.offset(2, 7), text.len());
        assert_eq!(lines.offset(u64::MAX, u64::MAX), text.len());
        assert_eq!(Lines::new("").offset(0, 0), 0);
        assert_eq!(place(&Lines::new(""), 5), (0, 0));
    }

    #[test]
    fn every_offset_survives_conversion_to_a_position_and_back() {
        let text = "a¬🙂\r\n\r\n%% é\n🙂🙂\r¬";
        let lines = Lines::new(text);
        // There is no position between `\r` and `\n`.
        let places = (0..=text.len()).filter(|at| text.is_char_boundary(*at) && !text[..*at].ends_with('\r'));
        for at in places.chain([text.len()]) {
            let (line, column) = place(&lines, at);
            assert_eq!(lines.offset(line.into(), column.into()), at, "{line}:{column}");
        }
    }

    /// The line and column of an offset, counted character by character.
    fn counted(text: &str, offset: usize) -> (u32, u32) {
        let (mut line, mut column) = (0, 0);
        for (at, letter) in text.char_indices().take_while(|(at, letter)| at + letter.len_utf8() <= offset) {
            let ends = letter == '\n' || letter == '\r' && !text[at + 1..].starts_with('\n');
            (line, column) = if ends { (line + 1, 0) } else { (line, column + letter.len_utf16() as u32) };
        }
        (line, column)
    }

    #[test]
    fn columns_are_right_in_long_lines_too() {
        let pieces = ["a", "¬", "🙂", "\n", "\r", "\r\n", "reach(From, To) :- next(From, Middle), "];
        let mut random = blanche_compiler::random::Random::new(16);
        for round in 0..200 {
            // Every other round has more line ends.
            let of = if round % 2 == 0 { &pieces[..] } else { &[pieces[1], pieces[2], pieces[6], pieces[5]] };
            let text: String = (0..round).map(|_| of[random.below(of.len())]).collect();
            let lines = Lines::new(&text);
            for at in 0..=text.len() {
                let place = place(&lines, at);
                assert_eq!(place, counted(&text, at), "{text:?} at {at}");
                let is_between = text[..].is_char_boundary(at)
                    && text[..at].ends_with('\r')
                    && text[at..].starts_with('\n');
                if text.is_char_boundary(at) && !is_between {
                    assert_eq!(lines.offset(place.0.into(), place.1.into()), at, "{text:?}");
                }
            }
        }
    }
}
