//! Types for what [`Rules`](super::Rules) computes on first use and then caches: the symmetries of a game, and code
//! that evaluates several scores together.

use std::sync::{Arc, Mutex};

use blanche_sorted::SortedSet;

use crate::bitboards::QueryEvaluator;
use crate::program::{RuleId, SortId};
use crate::runtime::{Position, Value, Weights};

/// A symmetry of a game: for each sort whose values it changes, the image of every value. All these sorts are root
/// sorts.
pub(super) struct Image {
    pub(super) sorts: Vec<(SortId, Vec<Value>)>,
}

impl Image {
    pub(super) fn of(&self, root: SortId, value: Value) -> Value {
        let known = self.sorts.iter().find(|(sort, _)| *sort == root);
        known.map_or(value, |(_, values)| values[value as usize])
    }

    pub(super) fn behind(&self, root: SortId, value: Value) -> Value {
        let known = self.sorts.iter().find(|(sort, _)| *sort == root);
        let place = known.and_then(|(_, values)| values.iter().position(|seen| *seen == value));
        place.map_or(value, |place| place as Value)
    }
}

/// A selection of a program's scores, prepared for evaluation together.
#[derive(Debug)]
pub struct Valuing {
    pub(super) incremental: Incremental,
    /// The scores that are not incremental but can be counted by bitboard operations.
    pub(super) words: Option<InWords>,
    /// The remaining scores, which are evaluated one by one.
    pub(super) asked: SortedSet<RuleId>,
}

/// Scores whose answers are found by bitboard operations.
#[derive(Debug)]
pub(super) struct InWords {
    /// The player and the weights of each score.
    pub(super) scores: Vec<(Option<Value>, Weights)>,
    pub(super) code: Box<dyn QueryEvaluator>,
    /// For each word that the code computes, the index of its score, and whether each set bit is a separate answer.
    /// Otherwise the word counts as one answer if any bit is set.
    pub(super) of: Vec<(usize, bool)>,
}

/// A cache entry: a selection of scores and its prepared form.
type CachedValuing = (Vec<RuleId>, Arc<Valuing>);

/// Cache of prepared selections of scores.
#[derive(Debug, Default)]
pub(super) struct Valuings(pub(super) Mutex<Vec<CachedValuing>>);

impl InWords {
    pub(super) fn value(&self, position: &Position, player: Value, to_move: Value) -> i64 {
        let (mut value, mut words) = (0, self.of.iter());
        self.code.bits(position.words(), &mut |bits| {
            let Some((score, is_spread)) = words.next() else { return };
            let (colour, weights) = self.scores[*score];
            let number = weights.of(colour == Some(to_move)).number().unwrap_or(0);
            let worth = number * if *is_spread { bits as i64 } else { (bits > 0).into() };
            value += if colour == Some(player) { worth } else { -worth };
        });
        value
    }
}

/// For each of two players, two sums of the player's scores. The first holds if the player is to move, and the second
/// if the opponent is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums(pub(super) [[i64; 2]; 2]);

impl Sums {
    /// The value for `player` if `to_move` is to move. Both are indices of players.
    pub(super) fn worth(self, player: usize, to_move: usize) -> i64 {
        let of = |number: usize| self.0[number][usize::from(number != to_move)];
        of(player) - of(1 - player)
    }

    pub(super) fn add(&mut self, other: Sums, times: i64) {
        for (sums, more) in self.0.iter_mut().flatten().zip(other.0.into_iter().flatten()) {
            *sums += times * more;
        }
    }
}

/// The index of the bit that represents a tuple in a position, counted over all words.
pub(super) type Bit = usize;

/// Scores of a two-player game as sums of contributions of tuples, which can be updated incrementally.
#[derive(Debug)]
pub(super) struct Incremental {
    /// The sums in the empty position.
    pub(super) nothing: Sums,
    /// For each word of a position, a mask of the bits that contribute to any score.
    pub(super) asked: Box<[u64]>,
    /// For each bit that contributes to a score, the index of its tuple in `tuples`.
    pub(super) places: Box<[u32]>,
    pub(super) tuples: Vec<Tuple>,
}

/// The contributions of one tuple.
#[derive(Debug, Default)]
pub(super) struct Tuple {
    /// The contribution of the tuple whenever it holds.
    pub(super) alone: Sums,
    /// The other tuples with which this tuple makes an additional contribution while both hold, each with that
    /// contribution.
    pub(super) beside: Vec<(Bit, Sums)>,
}

impl Incremental {
    /// The sums in a position, computed from scratch.
    pub(super) fn sums(&self, words: &[u64]) -> Sums {
        let (mut sums, nothing) = (self.nothing, vec![0; words.len()]);
        self.follow(&mut sums, &nothing, words);
        sums
    }

    /// Updates `sums` from the position `before` to the position `after`.
    pub(super) fn follow(&self, sums: &mut Sums, before: &[u64], after: &[u64]) {
        for (at, asked) in self.asked.iter().enumerate() {
            let changed = (before[at] ^ after[at]) & asked;
            for bit in bits(at, changed & before[at]) {
                // Tuples are changed one at a time, in ascending order of their bits.
                let still = |other: Bit| has(before, other) && (other > bit || has(after, other));
                self.change(sums, bit, still, -1);
            }
            for bit in bits(at, changed & after[at]) {
                let already = |other: Bit| has(after, other) && (other < bit || has(before, other));
                self.change(sums, bit, already, 1);
            }
        }
    }

    /// Adds the contributions of a tuple (`times` 1) or subtracts them (`times` -1).
    fn change(&self, sums: &mut Sums, bit: Bit, holds: impl Fn(Bit) -> bool, times: i64) {
        let tuple = &self.tuples[self.places[bit] as usize];
        sums.add(tuple.alone, times);
        for (other, more) in &tuple.beside {
            if holds(*other) {
                sums.add(*more, times);
            }
        }
    }
}

/// The indices of the set bits of the word with index `at`, counted over all words.
fn bits(at: usize, mut word: u64) -> impl Iterator<Item = Bit> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| 64 * at + word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

fn has(words: &[u64], bit: Bit) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}
