//! The text of a record, with conversion of byte offsets to lines and columns. Line starts and character counts are
//! precomputed, because every mistake and every variation needs such a location.

use std::rc::Rc;

use super::problem::{Location, ProblemKind, Problems};

/// A text and its name in messages.
#[derive(Clone)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    counts: Rc<Counts>,
}

/// Precomputed counts for converting a byte offset without scanning from the start.
struct Counts {
    /// The byte offsets at which lines begin.
    lines: Vec<usize>,
    /// The number of characters before each multiple of [`STEP`] bytes.
    characters: Vec<usize>,
}

/// Distance between the precomputed character counts, in bytes. It bounds the number of bytes that are scanned to find
/// one location.
const STEP: usize = 256;

impl Counts {
    fn of(text: &str) -> Counts {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let mut before = 0;
        let characters = text.as_bytes().chunks(STEP).map(|bytes| {
            let here = before;
            before += begun(bytes);
            here
        });
        Counts { lines: std::iter::once(0).chain(ends).collect(), characters: characters.collect() }
    }

    /// The number of characters that begin before this byte.
    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let step = (offset / STEP).min(self.characters.len().saturating_sub(1));
        self.characters.get(step).map_or(0, |before| before + begun(&text.as_bytes()[step * STEP..offset]))
    }
}

/// The number of characters that begin in these bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count()
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Source<'a> {
        Source { file, text, counts: Rc::new(Counts::of(text)) }
    }

    /// Decodes UTF-8 text and removes a byte-order mark. Invalid UTF-8 adds a problem and returns `None`.
    pub(super) fn decoded(file: &'a str, bytes: &'a [u8], problems: &mut Problems) -> Option<Source<'a>> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Some(Source::new(file, text)),
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                let text = std::str::from_utf8(valid).unwrap_or_default();
                problems.add(Source::new(file, text).place(valid.len()), ProblemKind::NotUtf8(rest[0]));
                None
            }
        }
    }

    /// The line and column of a byte offset.
    pub(super) fn place(&self, offset: usize) -> Location {
        let Counts { lines, .. } = &*self.counts;
        let line = lines.partition_point(|start| *start <= offset);
        let [before, here] = [lines[line - 1], offset].map(|at| self.counts.characters_before(self.text, at));
        Location { file: self.file.to_owned(), line, column: here - before + 1 }
    }

    /// The lines that are not blank, each with its offset and without surrounding blanks.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let mut offset = 0;
        self.text.split('\n').filter_map(move |line| {
            let start = offset + (line.len() - line.trim_start().len());
            offset += line.len() + 1;
            let line = line.trim();
            (!line.is_empty()).then_some((start, line))
        })
    }

    /// The pieces of a line between separators, each with its offset and without surrounding blanks. The line begins at
    /// `offset`.
    pub(super) fn pieces(
        offset: usize,
        line: &'a str,
        separator: char,
    ) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let mut at = offset;
        line.split(separator).map(move |piece| {
            let start = at + if piece.trim().is_empty() { 0 } else { piece.len() - piece.trim_start().len() };
            at += piece.len() + separator.len_utf8();
            (start, piece.trim())
        })
    }
}
