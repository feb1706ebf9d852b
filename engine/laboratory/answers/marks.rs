//! Marks of the positions in which a query has answers. A mark consists of its distance from the previous mark, in
//! positions, and two letters.
//!
//! The two letters hold the number of answers and six bits of a hash of the answers. If only the answers change and not
//! their number, at most one in 64 changed positions goes unnoticed, and even then the checksum of the query changes.
//!
//! Rules are marked in every position in which they apply. Scores and exports have answers nearly everywhere, so only
//! every eighth position is marked for them, to keep files small.

use blanche_compiler::runtime::Solutions;
use noire_engine::checksum::Checksum;

/// For scores and exports, every `STEP`-th position is marked.
pub(super) const STEP: usize = 8;

/// Maximum number of answers that a mark can hold. A greater number is stored as this maximum.
pub const MAX_COUNT: u8 = 63;

/// The digits of the encoding: each letter holds six bits.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Flag bit of a letter. If it is set, the next letter belongs to the same number.
const MORE: usize = 32;

/// The number of answers in a position, with a short hash of these answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Index of the position in the corpus.
    pub(crate) position: usize,
    /// Number of answers, at most [`MAX_COUNT`].
    pub(crate) answers: u8,
    /// Six bits of a hash of the answers.
    pub(crate) hash: u8,
}

/// The positions in which a query has answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Interval between positions that may have a mark.
    pub(crate) step: usize,
    /// The weights of the answers, if the query is a score.
    pub(crate) worth: Vec<i64>,
    /// The marks, ordered by position.
    pub(crate) all: Vec<Mark>,
}

impl Marks {
    /// Creates an empty list of marks.
    pub(super) fn new(step: usize, worth: Vec<i64>) -> Marks {
        Marks { step, worth, all: Vec::new() }
    }

    /// Adds a mark for a position, if the query has answers there and the index of the position is a multiple of
    /// `step`.
    pub(super) fn add(&mut self, position: usize, solutions: &Solutions) {
        if solutions.is_empty() || !position.is_multiple_of(self.step) {
            return;
        }
        let mut sum = Checksum::default();
        solutions.iter().flatten().for_each(|value| sum.add(u64::from(*value)));
        // The upper bits of a product depend on all bits of its factors.
        let hash = (sum.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as u8;
        let answers = solutions.len().min(usize::from(MAX_COUNT)) as u8;
        self.all.push(Mark { position, answers, hash });
    }

    /// Encodes the marks as letters, one string for each mark.
    pub(super) fn written(&self) -> Vec<String> {
        let mut next = 0;
        let letter = |bits: usize| char::from(LETTERS[bits]);
        let written = self.all.iter().map(|mark| {
            let mut further = (mark.position - next) / self.step;
            next = mark.position.saturating_add(self.step);
            let mut text = String::new();
            while further >= MORE {
                text.push(letter(MORE + further % MORE));
                further /= MORE;
            }
            text.extend([further, usize::from(mark.answers), usize::from(mark.hash)].map(letter));
            text
        });
        written.collect()
    }

    /// Decodes marks. Returns `None` if the text is malformed, or if a mark is for a position whose index is not below
    /// `positions`.
    pub(super) fn read(step: usize, worth: Vec<i64>, text: &str, positions: usize) -> Option<Marks> {
        let mut letters = text.bytes().map(|byte| LETTERS.iter().position(|letter| *letter == byte));
        let mut marks = Marks::new(step, worth);
        let mut next = 0_usize;
        while let Some(first) = letters.next() {
            let (mut bits, mut further, mut scale) = (first?, 0_usize, 1_usize);
            while bits >= MORE {
                further = further.checked_add((bits % MORE).checked_mul(scale)?)?;
                scale = scale.checked_mul(MORE)?;
                bits = letters.next()??;
            }
            further = further.checked_add(bits.checked_mul(scale)?)?;
            let position = next.checked_add(further.checked_mul(step)?).filter(|at| *at < positions)?;
            let (answers, hash) = (letters.next()?? as u8, letters.next()?? as u8);
            if answers == 0 {
                return None;
            }
            marks.all.push(Mark { position, answers, hash });
            next = position.saturating_add(step);
        }
        Some(marks)
    }
}
