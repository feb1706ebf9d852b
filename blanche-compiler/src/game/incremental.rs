//! Incrementally updated scores: how much each tuple of a position contributes, alone and together with another tuple.
//!
//! [`incremental`] decides which scores are such sums. The contributions are found by evaluating the scores in
//! positions of one tuple and of two.

use std::sync::Arc;

use blanche_sorted::{SortedMap, SortedSet};

use super::caches::{Bit, Incremental, Sums, Tuple};
use super::rules::Rules;
use crate::incremental::{StateLiteral, incremental};
use crate::program::RuleId;
use crate::runtime::{Layout, LimitReached, Position, Value, Weights};

impl Rules {
    /// Selects the scores among `scores` that can be updated incrementally, and returns them with the contributions of
    /// the tuples. A score is left out if a limit is reached while it is evaluated. Games without exactly two players
    /// have no incremental scores.
    pub(super) fn incremental(&self, scores: &[RuleId]) -> (SortedSet<RuleId>, Incremental) {
        let (mut found, mut follow) = (ScoreSums::default(), SortedSet::new());
        let program = self.program();
        for (at, score, weights) in program.scores().filter(|(at, ..)| scores.contains(at)) {
            if let (Some(colour), 2) = (score.colour, program.players.len())
                && let Ok(literals) = incremental(program, score)
                && let Ok(of_score) = (ScoreQuery { rules: self, at, weights }).found(&literals)
            {
                found.add(self.number(colour), &of_score);
                follow.insert(at);
            }
        }
        (follow, found.finish(self.layout()))
    }
}

/// The contribution to one score when its player is to move, and when its player is not.
type Pair = [i64; 2];

/// The contributions of tuples to one score.
#[derive(Default)]
struct OfScore {
    nothing: Pair,
    alone: SortedMap<Bit, Pair>,
    beside: SortedMap<(Bit, Bit), Pair>,
}

/// The contributions of tuples to all scores together.
#[derive(Default)]
struct ScoreSums {
    nothing: Sums,
    tuples: SortedMap<Bit, Tuple>,
}

impl ScoreSums {
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

/// One score, evaluated in positions that consist of a few tuples.
struct ScoreQuery<'r> {
    rules: &'r Rules,
    at: RuleId,
    weights: Weights,
}

impl ScoreQuery<'_> {
    /// The contributions of all tuples to the score. Only tuples that fit a state literal of the premise can
    /// contribute. A premise without states has the same value in every position. A premise with states counts 0 in the
    /// empty position.
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

    /// The tuples that fit one literal of the premise about a state.
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

    /// The value of the score in a position of exactly these tuples; `None` if they exclude each other.
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
    /// Drops the tuples that contribute 0.
    fn without_nothing(mut self) -> OfScore {
        self.alone.retain(|_, pair| *pair != [0; 2]);
        self.beside.retain(|_, pair| *pair != [0; 2]);
        self
    }
}

fn less(pair: Pair, other: Pair) -> Pair {
    [pair[0] - other[0], pair[1] - other[1]]
}
