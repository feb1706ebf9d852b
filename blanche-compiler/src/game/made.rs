//! What rules make of themselves once it is asked for, and keep: the symmetries of a game, and scores worked out together.

use std::sync::{Arc, Mutex};

use blanche_sorted::SortedSet;

use crate::bitboards::Answering;
use crate::program::{RuleId, SortId};
use crate::runtime::{Position, Value, Weights};

/// A symmetry of a game: what becomes of the values of each sort that it changes. Sorts are roots.
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

/// Some scores of a program.
#[derive(Debug)]
pub struct Valuing {
    pub(super) incremental: Incremental,
    /// Those of the others that fit into words.
    pub(super) words: Option<InWords>,
    /// The rest.
    pub(super) asked: SortedSet<RuleId>,
}

/// Scores whose answers are found by operations on words.
#[derive(Debug)]
pub(super) struct InWords {
    /// For each score its player and its weights.
    pub(super) scores: Vec<(Option<Value>, Weights)>,
    pub(super) code: Box<dyn Answering>,
    /// Whose answers each word of the code says, and whether each of its bits is one.
    pub(super) of: Vec<(usize, bool)>,
}

/// What was made of some scores.
type Known = (Vec<RuleId>, Arc<Valuing>);

/// What was made of scores, so that it is made once.
#[derive(Debug, Default)]
pub(super) struct Valuings(pub(super) Mutex<Vec<Known>>);

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

/// What scores count for each of two players, where the player is to move and where not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums(pub(super) [[i64; 2]; 2]);

impl Sums {
    /// What they are worth together to a player, with this one to move; players by their numbers.
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

/// A tuple of a position, by the place of its bit among those of all words.
pub(super) type Bit = usize;

/// Some scores of a game of two players, by the tuples on which they hang.
#[derive(Debug)]
pub(super) struct Incremental {
    /// What they count where nothing holds.
    pub(super) nothing: Sums,
    /// For each word of a position the bits on which anything hangs.
    pub(super) asked: Box<[u64]>,
    /// For each bit its place in `tuples`, where anything hangs on it.
    pub(super) places: Box<[u32]>,
    pub(super) tuples: Vec<Tuple>,
}

/// What hangs on a tuple.
#[derive(Debug, Default)]
pub(super) struct Tuple {
    /// What it adds wherever it holds.
    pub(super) alone: Sums,
    /// What it adds where another one holds, too.
    pub(super) beside: Vec<(Bit, Sums)>,
}

impl Incremental {
    /// What the scores count in a position.
    pub(super) fn sums(&self, words: &[u64]) -> Sums {
        let (mut sums, nothing) = (self.nothing, vec![0; words.len()]);
        self.follow(&mut sums, &nothing, words);
        sums
    }

    /// What they count once the position has changed, if they counted so much before.
    pub(super) fn follow(&self, sums: &mut Sums, before: &[u64], after: &[u64]) {
        for (at, asked) in self.asked.iter().enumerate() {
            let changed = (before[at] ^ after[at]) & asked;
            for bit in bits(at, changed & before[at]) {
                // Tuples go one after the other, the first ones first.
                let still = |other: Bit| has(before, other) && (other > bit || has(after, other));
                self.change(sums, bit, still, -1);
            }
            for bit in bits(at, changed & after[at]) {
                let already = |other: Bit| has(after, other) && (other < bit || has(before, other));
                self.change(sums, bit, already, 1);
            }
        }
    }

    /// Adds what hangs on a tuple, or takes it away.
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

/// The bits of a word at this place.
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
