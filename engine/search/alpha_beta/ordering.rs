//! In which order moves are tried: what was good in other positions of a search is tried early.
//!
//! ```text
//! 1. the move that was best here before
//! 2. moves that were too good for the other side in positions as far from the top (killers; CITE: Akl and Newborn 1977, *The
//!    principal continuation and the killer heuristic*)
//! 3. those that the base prefers
//! 4. those that were too good in most other positions (history; CITE: Schaeffer 1989, *The history heuristic and alpha-beta
//!    search enhancements in practice*)
//! ```
//!
//! In a wide game the last three are added up: no killer comes before what the base prefers far more.

use std::hash::{Hash, Hasher};

use super::AlphaBeta;
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::params::KILLER_WORTH;

/// So many places there are for what moves have achieved; two that share one only come in a worse order.
const PLACES: usize = 1 << 12;

/// What a move has achieved counts half as much as soon as one has so much.
const MOST: u32 = 1 << 20;

/// What is known of moves.
pub(super) struct Ordering<M> {
    /// By the distance from the top, the two moves that came last among those that were too good.
    killers: Vec<[Option<M>; 2]>,
    /// How much moves have achieved, by their hashes.
    history: Vec<u32>,
    /// By the distance from the top, whether the side to move passed.
    passed: Vec<bool>,
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    /// Nothing is known.
    pub(super) fn new() -> Ordering<M> {
        Ordering { killers: Vec::new(), history: vec![0; PLACES], passed: Vec::new() }
    }

    /// A move was too good for the other side, so far from the top and so many moves before the end of the line.
    pub(super) fn was_too_good(&mut self, mv: M, at: u32, depth: u32) {
        let at = at as usize;
        if self.killers.len() <= at {
            self.killers.resize(at + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[at];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
        let achieved = &mut self.history[place(mv)];
        *achieved += depth * depth;
        if *achieved > MOST {
            self.history.iter_mut().for_each(|achieved| *achieved /= 2);
        }
    }

    /// Whether it is one of the last that were too good so far from the top.
    pub(super) fn is_killer(&self, mv: M, at: u32) -> bool {
        self.killers.get(at as usize).is_some_and(|killers| killers.contains(&Some(mv)))
    }

    /// How much it has achieved.
    fn achieved(&self, mv: M) -> u32 {
        self.history[place(mv)]
    }

    /// The side to move passes at this distance from the top, or does not.
    pub(super) fn pass(&mut self, at: u32, passes: bool) {
        let at = at as usize;
        if self.passed.len() <= at {
            self.passed.resize(at + 1, false);
        }
        self.passed[at] = passes;
    }

    /// Whether the last move before this distance from the top was left out.
    pub(super) fn is_after_pass(&self, at: u32) -> bool {
        at > 0 && self.passed.get(at as usize - 1).is_some_and(|passed| *passed)
    }
}

/// Moves that are taken in their order, as far as anybody wants them: mostly the first few are enough.
pub(super) struct Ordered<M> {
    /// Those that were not taken, with how much they promise.
    moves: Vec<(M, i64)>,
}

impl<M> Ordered<M> {
    /// The number of moves that were not taken.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }
}

impl<M: Copy> Iterator for Ordered<M> {
    type Item = M;

    /// The move that promises most; of those that promise as much the first.
    fn next(&mut self) -> Option<M> {
        // Of the greatest this gives the last, from behind the first.
        let (at, _) = self.moves.iter().enumerate().rev().max_by_key(|(_, (_, promise))| *promise)?;
        Some(self.moves.remove(at).0)
    }
}

/// What a killer promises in a game that is not wide: more than any preference.
const KILLER: i64 = 1 << 60;

/// A preference counts more than all that a move has achieved ([`MOST`]), and no preference as much as a killer.
const PREFERRED: i64 = 1 << 21;
const MOST_PREFERRED: i64 = 1 << 37;

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The moves in the order in which they are tried: all that are worth trying, or these replies, but the one that was tried first.
    pub(super) fn ordered(
        &mut self,
        forced: Option<Vec<G::Move>>,
        first: Option<G::Move>,
        at: u32,
    ) -> Result<Ordered<G::Move>, Stopped> {
        let mut moves: Vec<(G::Move, i64)> = Vec::new();
        match forced {
            Some(replies) if replies.len() < 2 => moves.extend(replies.into_iter().map(|mv| (mv, 0))),
            Some(replies) => {
                let preferred = self.game.preferences(&replies)?;
                moves.extend(replies.into_iter().zip(preferred));
            }
            None => self.game.candidates(&mut moves)?,
        }
        moves.retain(|(mv, _)| Some(*mv) != first);
        for (mv, promise) in &mut moves {
            *promise = self.ordering.promise::<G>(*mv, *promise, at);
        }
        Ok(Ordered { moves })
    }
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    /// How much a move promises so far from the top in which the base prefers so much.
    fn promise<G: Knowledge<Move = M>>(&self, mv: M, preferred: i64, at: u32) -> i64 {
        let achieved = self.achieved(mv);
        let bonus = match (self.is_killer(mv, at), G::IS_WIDE) {
            (false, false) => 0,
            (true, false) => KILLER,
            (is_killer, true) => {
                let more = i64::from(achieved.checked_ilog2().unwrap_or(0));
                (more + if is_killer { KILLER_WORTH } else { 0 }) * PREFERRED
            }
        };
        preferred.clamp(-MOST_PREFERRED, MOST_PREFERRED) * PREFERRED + bonus + i64::from(achieved)
    }
}

/// Where it is kept what a move has achieved.
fn place(mv: impl Hash) -> usize {
    let mut hasher = Mixing(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> 32) as usize % PLACES
}

/// A hash of a few small numbers that takes no time.
struct Mixing(u64);

impl Mixing {
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    fn write_u16(&mut self, number: u16) {
        self.mix(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}
