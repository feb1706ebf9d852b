//! Move ordering: moves that were good in other positions of the search are tried early.
//!
//! ```text
//! 1. the best move from the table
//! 2. killer moves: moves that caused a beta cutoff at the same distance from the root (CITE: Akl and Newborn 1977,
//!    *The principal continuation and the killer heuristic*)
//! 3. moves that the base prefers
//! 4. history heuristic: moves that caused most cutoffs in other positions (CITE: Schaeffer 1989, *The history
//!    heuristic and alpha-beta search enhancements in practice*)
//! ```
//!
//! In a wide game (see [`Knowledge::IS_WIDE`]) the last three are added up, so a killer does not precede a move that
//! the base prefers by far.

use std::hash::{Hash, Hasher};

use super::AlphaBeta;
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::params::KILLER_WORTH;

/// Number of counters in the history table. Moves that share a counter are only ordered less well.
const PLACES: usize = 1 << 12;

/// Maximum history count of a move; if it is exceeded, all counts are halved.
const MOST: u32 = 1 << 20;

/// The tables for ordering moves.
pub(super) struct Ordering<M> {
    /// For each distance from the root, the two most recent moves that caused a beta cutoff.
    killers: Vec<[Option<M>; 2]>,
    /// The history counts of moves, by hash.
    history: Vec<u32>,
    /// For each distance from the root, whether the side to move made a null move.
    passed: Vec<bool>,
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    /// Creates empty tables.
    pub(super) fn new() -> Ordering<M> {
        Ordering { killers: Vec::new(), history: vec![0; PLACES], passed: Vec::new() }
    }

    /// Records that a move caused a beta cutoff at distance `at` from the root, with remaining depth `depth`.
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

    /// Whether the move is a killer at this distance from the root.
    pub(super) fn is_killer(&self, mv: M, at: u32) -> bool {
        self.killers.get(at as usize).is_some_and(|killers| killers.contains(&Some(mv)))
    }

    /// The history count of a move.
    fn achieved(&self, mv: M) -> u32 {
        self.history[place(mv)]
    }

    /// Records whether the side to move makes a null move at this distance from the root.
    pub(super) fn pass(&mut self, at: u32, passes: bool) {
        let at = at as usize;
        if self.passed.len() <= at {
            self.passed.resize(at + 1, false);
        }
        self.passed[at] = passes;
    }

    /// Whether the move that led to this distance from the root was a null move.
    pub(super) fn is_after_pass(&self, at: u32) -> bool {
        at > 0 && self.passed.get(at as usize - 1).is_some_and(|passed| *passed)
    }
}

/// Yields moves in order of priority. Selects the next one on demand, because usually only the first few are needed.
pub(super) struct Ordered<M> {
    /// The remaining moves with their priorities.
    moves: Vec<(M, i64)>,
}

impl<M> Ordered<M> {
    /// The number of remaining moves.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }
}

impl<M: Copy> Iterator for Ordered<M> {
    type Item = M;

    /// Removes and returns the move with the highest priority, the first among equals.
    fn next(&mut self) -> Option<M> {
        // `max_by_key` returns the last maximum, so iterate backwards to get the first.
        let (at, _) = self.moves.iter().enumerate().rev().max_by_key(|(_, (_, promise))| *promise)?;
        Some(self.moves.remove(at).0)
    }
}

/// The priority of a killer in a game that is not wide: more than any preference.
const KILLER: i64 = 1 << 60;

/// Factor for preferences, so that they outweigh any history count ([`MOST`]). `MOST_PREFERRED` limits them to less
/// than a killer.
const PREFERRED: i64 = 1 << 21;
const MOST_PREFERRED: i64 = 1 << 37;

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The moves to try, in order, without `first`, which has already been tried. These are the `forced` replies, if
    /// any, or all moves worth trying.
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
    /// The priority of a move at distance `at` from the root, with the given sum of preferences.
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

/// The index of a move's counter in the history table.
fn place(mv: impl Hash) -> usize {
    let mut hasher = Mixing(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> 32) as usize % PLACES
}

/// A very fast hash for a few small numbers.
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
