//! The positions of a game in words so far, where it is asked how often one has stood.

use super::bit_game::{BitGame, BitStart};
use super::{Value, Word};
use crate::random::ODD;

/// From so many times on, a position has stood often.
pub const MOST_OCCURRENCES: Value = 63;

/// The positions of a game, in their order.
pub(super) struct BitPast<G: BitGame> {
    keys: Vec<u64>,
    words: Vec<G::Words>,
    /// So many of them there were when games began.
    begun: usize,
}

impl<G: BitGame> BitPast<G> {
    /// The first position, and the past of games that begin with it.
    pub(super) fn of(game: &G, start: BitStart<'_>) -> (G::Words, BitPast<G>) {
        let mut past = BitPast { keys: Vec::new(), words: Vec::new(), begun: 0 };
        let first = game.words(start.position);
        // How often each of them has stood, it says itself.
        start.past.iter().for_each(|position| past.keep(game, &game.words(position)));
        past.keep(game, &first);
        past.begun = past.keys.len();
        (first, past)
    }

    /// Another game begins.
    #[inline]
    pub(super) fn begin_again(&mut self) {
        self.keys.truncate(self.begun);
        self.words.truncate(self.begun);
    }

    /// Takes up that a position has come to stand, and says in it how often that was; nothing where nobody asks.
    #[inline]
    pub(super) fn enter(&mut self, game: &G, words: &mut G::Words) {
        if !game.asks_the_past() {
            return;
        }
        let key = game.key(words);
        let before = self.keys.iter().zip(&self.words);
        let times = 1 + before.filter(|(known, one)| **known == key && game.is_same(one, words)).count();
        game.stands(words, (times as u32).min(MOST_OCCURRENCES));
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

    /// Forgets the last position.
    #[inline]
    pub(super) fn take_back(&mut self) {
        self.keys.pop();
        self.words.pop();
    }
}

/// A number for words: those that differ have different ones, but for chance.
#[inline]
pub fn past_key<W: Word>(words: &[W]) -> u64 {
    words.iter().fold(0, |key, word| {
        (0..W::PARTS).fold(key, |key: u64, part| (key.rotate_left(23) ^ word.part(part)).wrapping_mul(ODD))
    })
}
