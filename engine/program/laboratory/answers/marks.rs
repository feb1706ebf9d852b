//! Marks of positions in which a question is answered: two letters for each, behind how many positions further on it is.
//!
//! A mark says how many answers there are, and has six bits of a hash of them. So of two positions that are answered
//! differently one in 64 at most looks the same, and only where there are as many answers; the sum of the question differs
//! even then. Marks make no file large: of rules every position has one in which they answer, and of scores and exports, which
//! answer nearly everywhere, those of every eighth position do.

use blanche_compiler::runtime::Solutions;
use noire_engine::checksum::Checksum;

/// Of scores and exports every so many-th position is marked.
pub(super) const STEP: usize = 8;

/// More answers than these look like so many.
pub(crate) const MOST: u8 = 63;

/// Every six bits are a letter.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Of six bits this one says that more follow.
const MORE: usize = 32;

/// What stands in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The position, by its number in the corpus.
    pub(crate) position: usize,
    /// How many answers, up to [`MOST`].
    pub(crate) answers: u8,
    /// Six bits that other answers change.
    pub(crate) hash: u8,
}

/// The positions in which a question is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Every so many-th position may have a mark.
    pub(crate) step: usize,
    /// What the answers are worth, of a score.
    pub(crate) worth: Vec<i64>,
    /// In the order of the positions.
    pub(crate) all: Vec<Mark>,
}

impl Marks {
    /// No marks yet.
    pub(super) fn new(step: usize, worth: Vec<i64>) -> Marks {
        Marks { step, worth, all: Vec::new() }
    }

    /// Takes up the answers in a position, if there are any.
    pub(super) fn take_up(&mut self, position: usize, solutions: &Solutions) {
        if solutions.is_empty() || !position.is_multiple_of(self.step) {
            return;
        }
        let mut sum = Checksum::default();
        solutions.iter().flatten().for_each(|value| sum.add(u64::from(*value)));
        // The upper bits of a product depend on all of its factors.
        let hash = (sum.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as u8;
        let answers = solutions.len().min(usize::from(MOST)) as u8;
        self.all.push(Mark { position, answers, hash });
    }

    /// As letters, a mark an item.
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

    /// Reads what was written; nothing where it is something else, or speaks of more positions than there are.
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
