//! What is wrong with a text that a person wrote: a move, a game, a position.

use std::fmt;
use std::ops::Range;

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// Its bytes.
    pub at: Range<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub found: String,
    /// What should stand there, to follow the word "expected".
    pub expected: String,
}

impl TextFault {
    pub(super) fn new(at: Range<usize>, found: String, expected: String) -> TextFault {
        TextFault { at, found, expected }
    }

    /// The same, where the text begins at this byte of another one.
    pub(super) fn behind(self, at: usize) -> TextFault {
        TextFault { at: at + self.at.start..at + self.at.end, ..self }
    }

    /// The line and the column of the text where it begins, both from 1.
    pub fn place(&self, text: &str) -> (usize, usize) {
        place(text, self.at.start)
    }
}

/// The line and the column of a byte of a text, both from 1.
pub(super) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begin..].chars().count() + 1)
}

/// What to know of a text that is no mistake: what is left out of it, or contradicts the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNote {
    /// The byte where what it speaks of begins.
    pub at: usize,
    /// The note, as a sentence without a full stop.
    pub said: String,
}

impl TextNote {
    pub(super) fn new(at: usize, said: String) -> TextNote {
        TextNote { at, said }
    }

    /// The line and the column of the text where what it speaks of begins, both from 1.
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

/// A piece of a text between back ticks, safe for a terminal and not longer than a glance.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}

/// The words of a line between blanks, with the bytes at which they begin; the line begins at `at`.
pub(super) fn words(at: usize, line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (at + word.as_ptr() as usize - start, word))
}

/// A word without the number of a move in front of it; a number without a period is a value.
pub(super) fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// The lines of a text with the bytes at which they begin.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.lines().map(move |line| (line.as_ptr() as usize - start, line))
}
