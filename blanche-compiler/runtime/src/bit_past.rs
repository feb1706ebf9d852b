//! The earlier positions of a game on bitboards, for games that depend on how often a position has occurred.

use super::bit_game::{BitGame, BitStart};
use super::{Value, Word};
use crate::random::ODD;

/// Maximum number of occurrences that is stored. Positions that have occurred more often also have this number.
pub const MAX_OCCURRENCES: Value = 63;

/// The positions of a game so far, in order.
pub(super) struct BitPast<G: BitGame> {
    keys: Vec<u64>,
    words: Vec<G::Words>,
    /// The number of positions up to the start of a game, including the start.
    begun: usize,
}

impl<G: BitGame> BitPast<G> {
    /// The words of the start position, and the record of the positions up to it.
    pub(super) fn of(game: &G, start: BitStart<'_>) -> (G::Words, BitPast<G>) {
        let mut past = BitPast { keys: Vec::new(), words: Vec::new(), begun: 0 };
        let first = game.words(start.position);
        // The numbers of occurrences are already stored in the earlier positions.
        start.past.iter().for_each(|position| past.keep(game, &game.words(position)));
        past.keep(game, &first);
        past.begun = past.keys.len();
        (first, past)
    }

    /// Starts another game: drops all positions after the start.
    #[inline]
    pub(super) fn begin_again(&mut self) {
        self.keys.truncate(self.begun);
        self.words.truncate(self.begun);
    }

    /// Records that the game has reached a position, and stores in the position how often it has occurred. Does nothing
    /// if the game does not depend on this number.
    #[inline]
    pub(super) fn enter(&mut self, game: &G, words: &mut G::Words) {
        if !game.asks_the_past() {
            return;
        }
        let key = game.key(words);
        let before = self.keys.iter().zip(&self.words);
        let times = 1 + before.filter(|(known, one)| **known == key && game.is_same(one, words)).count();
        game.set_occurrences(words, (times as u32).min(MAX_OCCURRENCES));
        self.push(key, words);
    }

    fn keep(&mut self, game: &G, words: &G::Words) {
        if game.asks_the_past() {
            self.push(game.key(words), words);
        }
    }

    #[inline]
    fn push(&mut self, key: u64, words: &G::Words) {
        self.keys.push(key);
        self.words.push(words.clone());
    }

    /// Removes the last position.
    #[inline]
    pub(super) fn take_back(&mut self) {
        self.keys.pop();
        self.words.pop();
    }
}

/// A hash of the words.
#[inline]
pub fn past_key<W: Word>(words: &[W]) -> u64 {
    words.iter().fold(0, |key, word| {
        (0..W::PARTS).fold(key, |key: u64, part| (key.rotate_left(23) ^ word.part(part)).wrapping_mul(ODD))
    })
}
