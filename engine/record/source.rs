//! The text of a record, with the place of every byte.

use super::problem::{Place, ProblemKind, Problems};

/// A text and how messages call it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl<'a> Source<'a> {
    /// The text of these bytes, without a byte-order mark; a byte that is no UTF-8 is a problem.
    pub(super) fn decoded(file: &'a str, bytes: &'a [u8], problems: &mut Problems) -> Option<Source<'a>> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Some(Source { file, text }),
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                let text = std::str::from_utf8(valid).unwrap_or_default();
                problems.add(Source { file, text }.place(valid.len()), ProblemKind::NotUtf8(rest[0]));
                None
            }
        }
    }

    /// The place of this byte of the text.
    pub(super) fn place(&self, offset: usize) -> Place {
        let before = &self.text[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Place { file: self.file.to_owned(), line, column }
    }

    /// The lines that are not blank: where each begins and its text, without blanks around it.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let mut offset = 0;
        self.text.split('\n').filter_map(move |line| {
            let start = offset + (line.len() - line.trim_start().len());
            offset += line.len() + 1;
            let line = line.trim();
            (!line.is_empty()).then_some((start, line))
        })
    }

    /// The pieces of a line at this offset between separators: where each begins, and its text without blanks.
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
