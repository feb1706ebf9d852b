//! Mistakes in texts written by people: moves, games, positions.

use std::fmt;
use std::ops::Range;

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The byte range of the mistake.
    pub at: Range<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub found: String,
    /// What was expected instead, phrased to follow the word "expected".
    pub expected: String,
}

impl TextFault {
    pub(super) fn new(at: Range<usize>, found: String, expected: String) -> TextFault {
        TextFault { at, found, expected }
    }

    /// The same mistake, located in a larger text that contains the original text at byte `at`.
    pub(super) fn behind(self, at: usize) -> TextFault {
        TextFault { at: at + self.at.start..at + self.at.end, ..self }
    }

    /// The line and column at which the mistake begins in `text`, both counted from 1.
    pub fn place(&self, text: &str) -> (usize, usize) {
        place(text, self.at.start)
    }
}

/// The line and column of a byte offset in `text`, both counted from 1.
pub(super) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begin..].chars().count() + 1)
}

/// A remark about a part of a text. The part is left out or contradicts the rest, which is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNote {
    /// The byte offset at which the part begins.
    pub at: usize,
    /// The note, as a sentence without a full stop.
    pub said: String,
}

impl TextNote {
    pub(super) fn new(at: usize, said: String) -> TextNote {
        TextNote { at, said }
    }

    /// The line and column of the part that the note concerns, both counted from 1.
    pub fn place(&self, text: &str) -> (usize, usize) {
        place(text, self.at)
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; expected {}", self.found, self.expected)
    }
}

impl std::error::Error for TextFault {}

/// A piece of text in backticks for messages, escaped for the terminal and abbreviated.
pub(super) fn quoted(text: &str) -> String {
    const MAX_QUOTED_LETTERS: usize = 24;
    let shown: String = text.chars().take(MAX_QUOTED_LETTERS).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(MAX_QUOTED_LETTERS).is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}

/// The words of a line, separated by blanks, with their byte offsets. The line begins at offset `at`.
pub(super) fn words(at: usize, line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (at + word.as_ptr() as usize - start, word))
}

/// A word without the move number (such as `12.`) in front of it. A number without a period is a value and is kept.
pub(super) fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// The lines of a text with their byte offsets.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.lines().map(move |line| (line.as_ptr() as usize - start, line))
}
