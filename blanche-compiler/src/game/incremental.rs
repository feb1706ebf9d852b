//! Scores that follow the moves of a game: what each tuple of a position adds to them, alone and beside another one.
//!
//! [`incremental`] says which scores are sums of this kind. What the tuples add is asked of the scores themselves, in positions of
//! one tuple and of two.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::rules::Rules;
use crate::incremental::{StateLiteral, incremental};
use crate::program::RuleId;
use crate::runtime::{Layout, LimitReached, Position, Value, Weights};

/// What scores count for each of two players, where the player is to move and where not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums([[i64; 2]; 2]);

impl Sums {
    /// What they are worth together to a player, with this one to move; players by their numbers.
    pub(super) fn worth(self, player: usize, to_move: usize) -> i64 {
        let of = |number: usize| self.0[number][usize::from(number != to_move)];
        of(player) - of(1 - player)
    }

    fn add(&mut self, other: Sums, times: i64) {
        for (sums, more) in self.0.iter_mut().flatten().zip(other.0.into_iter().flatten()) {
            *sums += times * more;
        }
    }
}

/// A tuple of a position, by the place of its bit among those of all words.
type Bit = usize;

/// Some scores of a game of two players, by the tuples on which they hang.
#[derive(Debug)]
pub(super) struct Incremental {
    /// What they count where nothing holds.
    nothing: Sums,
    /// For each word of a position the bits on which anything hangs.
    asked: Box<[u64]>,
    /// For each bit its place in `tuples`, where anything hangs on it.
    places: Box<[u32]>,
    tuples: Vec<Tuple>,
}

/// What hangs on a tuple.
#[derive(Debug, Default)]
struct Tuple {
    /// What it adds wherever it holds.
    alone: Sums,
    /// What it adds where another one holds, too.
    beside: Vec<(Bit, Sums)>,
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

impl Rules {
    /// Those of the scores that follow the moves, and what they count; not where a limit is reached when that is asked, and only in
    /// games of two players.
    pub(super) fn incremental(&self, scores: &[RuleId]) -> (BTreeSet<RuleId>, Incremental) {
        let (mut found, mut follow) = (Found::default(), BTreeSet::new());
        let program = self.program();
        for (at, score, weights) in program.scores().filter(|(at, ..)| scores.contains(at)) {
            if let (Some(colour), 2) = (score.colour, program.players.len())
                && let Ok(literals) = incremental(program, score)
                && let Ok(of_score) = (Asked { rules: self, at, weights }).found(&literals)
            {
                found.add(self.number(colour), &of_score);
                follow.insert(at);
            }
        }
        (follow, found.finish(self.layout()))
    }
}

/// What one score counts, where its player is to move and where not.
type Pair = [i64; 2];

/// What hangs on which tuples, of one score.
#[derive(Default)]
struct OfScore {
    nothing: Pair,
    alone: BTreeMap<Bit, Pair>,
    beside: BTreeMap<(Bit, Bit), Pair>,
}

/// The same of several scores.
#[derive(Default)]
struct Found {
    nothing: Sums,
    tuples: BTreeMap<Bit, Tuple>,
}

impl Found {
    fn add(&mut self, player: usize, score: &OfScore) {
        let of_player = |pair: Pair| {
            let mut sums = Sums::default();
            sums.0[player] = pair;
            sums
        };
        self.nothing.add(of_player(score.nothing), 1);
        for (bit, pair) in &score.alone {
            self.tuples.entry(*bit).or_default().alone.add(of_player(*pair), 1);
        }
        for ((one, other), pair) in &score.beside {
            for (one, other) in [(*one, *other), (*other, *one)] {
                self.tuples.entry(one).or_default().beside.push((other, of_player(*pair)));
            }
        }
    }

    fn finish(self, layout: &Layout) -> Incremental {
        let (mut asked, mut places) = (vec![0; layout.words()], vec![0; 64 * layout.words()]);
        for (place, bit) in (0..).zip(self.tuples.keys()) {
            asked[bit / 64] |= 1 << (bit % 64);
            places[*bit] = place;
        }
        let tuples = self.tuples.into_values().collect();
        Incremental { nothing: self.nothing, asked: asked.into(), places: places.into(), tuples }
    }
}

/// A score that is asked in positions of few tuples.
struct Asked<'r> {
    rules: &'r Rules,
    at: RuleId,
    weights: Weights,
}

impl Asked<'_> {
    /// What hangs on the tuples that fit the states of its premise. Without states it counts the same wherever it is asked, and with
    /// them nothing where nothing holds.
    fn found(&self, literals: &[StateLiteral]) -> Result<OfScore, LimitReached> {
        let mut found = OfScore { nothing: self.counted(&[])?.unwrap_or_default(), ..OfScore::default() };
        let fitting: Vec<Vec<(usize, Vec<Value>)>> =
            literals.iter().map(|literal| self.fitting(literal)).collect();
        for tuple in fitting.iter().flatten() {
            if let Some(pair) = self.counted(&[tuple])? {
                found.alone.insert(self.bit(tuple), pair);
            }
        }
        let [first, second] = &fitting[..] else { return Ok(found.without_nothing()) };
        for (one, other) in first.iter().flat_map(|one| second.iter().map(move |other| (one, other))) {
            let bits = (self.bit(one).min(self.bit(other)), self.bit(one).max(self.bit(other)));
            if bits.0 == bits.1 || found.beside.contains_key(&bits) {
                continue;
            }
            if let Some(pair) = self.counted(&[one, other])? {
                let alone = [bits.0, bits.1].map(|bit| found.alone.get(&bit).copied().unwrap_or_default());
                let more = alone.into_iter().fold(pair, less);
                found.beside.insert(bits, more);
            }
        }
        Ok(found.without_nothing())
    }

    /// The tuples that fit a state of the premise.
    fn fitting(&self, literal: &StateLiteral) -> Vec<(usize, Vec<Value>)> {
        let sizes = &self.rules.layout().table(literal.state).shape().sizes;
        let mut tuples = vec![Vec::new()];
        for (size, argument) in sizes.iter().zip(&literal.arguments) {
            let values = match argument {
                Some(value) => *value..*value + 1,
                None => 0..*size as Value,
            };
            let longer =
                |tuple: &Vec<Value>| values.clone().map(|value| [&tuple[..], &[value]].concat()).collect();
            tuples = tuples.iter().flat_map::<Vec<_>, _>(longer).collect();
        }
        tuples.into_iter().map(|tuple| (literal.state, tuple)).collect()
    }

    fn bit(&self, (state, tuple): &(usize, Vec<Value>)) -> Bit {
        let (word, bit) = self.rules.layout().table(*state).bit_at(tuple);
        64 * word + bit.trailing_zeros() as usize
    }

    /// What the score counts where these tuples hold and no others; nothing where they cannot hold together.
    fn counted(&self, tuples: &[&(usize, Vec<Value>)]) -> Result<Option<Pair>, LimitReached> {
        let mut position = Position::new(Arc::clone(self.rules.layout()));
        for (state, tuple) in tuples {
            position.add(*state, tuple);
        }
        if !tuples.iter().all(|(state, tuple)| position.holds(*state, tuple)) {
            return Ok(None);
        }
        let (mut pair, weights) = ([0; 2], [self.weights.attacking, self.weights.defending]);
        self.rules.by_plan().each(&mut position, self.at, &[], &mut |answer| {
            for (sum, weight) in pair.iter_mut().zip(weights) {
                *sum += weight.of(answer);
            }
        })?;
        Ok(Some(pair))
    }
}

impl OfScore {
    /// Leaves out the tuples that add nothing.
    fn without_nothing(mut self) -> OfScore {
        self.alone.retain(|_, pair| *pair != [0; 2]);
        self.beside.retain(|_, pair| *pair != [0; 2]);
        self
    }
}

fn less(pair: Pair, other: Pair) -> Pair {
    [pair[0] - other[0], pair[1] - other[1]]
}
