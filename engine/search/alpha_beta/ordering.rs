//! Move ordering. Moves that were good in other positions of the search are tried early.
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
//! In a wide game (see [`Knowledge::IS_WIDE`]) the last three criteria are added up. A killer move is then not tried
//! before a move that the base strongly prefers.

use std::hash::{Hash, Hasher};

use super::AlphaBeta;
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::params::KILLER_BONUS;

/// Number of counters in the history table. If moves share a counter, only their order becomes less accurate.
const HISTORY_SIZE: usize = 1 << 12;

/// Maximum history count of a move. If a count exceeds it, all counts are halved.
const MAX_HISTORY: u32 = 1 << 20;

/// The tables for ordering moves.
pub(super) struct MoveOrdering<M> {
    /// For each distance from the root, the two most recent moves that caused a beta cutoff.
    killers: Vec<[Option<M>; 2]>,
    /// The history counts of moves, indexed by a hash of the move.
    history: Vec<u32>,
    /// For each distance from the root, whether the side to move made a null move.
    null_moves: Vec<bool>,
}

impl<M: Copy + Eq + Hash> MoveOrdering<M> {
    /// Creates empty tables.
    pub(super) fn new() -> MoveOrdering<M> {
        MoveOrdering { killers: Vec::new(), history: vec![0; HISTORY_SIZE], null_moves: Vec::new() }
    }

    /// Records that a move caused a beta cutoff at distance `ply` from the root, with remaining depth `depth`.
    pub(super) fn record_beta_cutoff(&mut self, mv: M, ply: u32, depth: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
        let count = &mut self.history[history_index(mv)];
        *count += depth * depth;
        if *count > MAX_HISTORY {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// Whether the move is a killer at this distance from the root.
    pub(super) fn is_killer(&self, mv: M, ply: u32) -> bool {
        self.killers.get(ply as usize).is_some_and(|killers| killers.contains(&Some(mv)))
    }

    /// The history count of a move.
    fn history_count(&self, mv: M) -> u32 {
        self.history[history_index(mv)]
    }

    /// Records whether the side to move makes a null move at this distance from the root.
    pub(super) fn set_null_move(&mut self, ply: u32, is_null_move: bool) {
        let ply = ply as usize;
        if self.null_moves.len() <= ply {
            self.null_moves.resize(ply + 1, false);
        }
        self.null_moves[ply] = is_null_move;
    }

    /// Whether the move that led to this distance from the root was a null move.
    pub(super) fn follows_null_move(&self, ply: u32) -> bool {
        ply > 0 && self.null_moves.get(ply as usize - 1).is_some_and(|is_null_move| *is_null_move)
    }
}

/// Yields moves in order of priority. The next move is selected on demand, because usually only the first few are
/// needed.
pub(super) struct MovePicker<M> {
    /// The remaining moves with their priorities.
    moves: Vec<(M, i64)>,
}

impl<M> MovePicker<M> {
    /// The number of remaining moves.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }
}

impl<M: Copy> Iterator for MovePicker<M> {
    type Item = M;

    /// Removes and returns the move with the highest priority. If several moves have this priority, the first of them
    /// is removed.
    fn next(&mut self) -> Option<M> {
        // `max_by_key` returns the last maximum, so iterate backwards to get the first.
        let (at, _) = self.moves.iter().enumerate().rev().max_by_key(|(_, (_, priority))| *priority)?;
        Some(self.moves.remove(at).0)
    }
}

/// The priority of a killer move in a game that is not wide. It is higher than any preference.
const KILLER_PRIORITY: i64 = 1 << 60;

/// Factor for preferences, so that they outweigh any history count ([`MAX_HISTORY`]). `MAX_PREFERENCE` keeps the
/// product below the priority of a killer move.
const PREFERENCE_FACTOR: i64 = 1 << 21;
const MAX_PREFERENCE: i64 = 1 << 37;

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The moves to try, in order. These are the `forced` replies if there are any, otherwise all moves worth trying.
    /// `first` is left out, because it has already been tried.
    pub(super) fn move_picker(
        &mut self,
        forced: Option<Vec<G::Move>>,
        first: Option<G::Move>,
        ply: u32,
    ) -> Result<MovePicker<G::Move>, Stopped> {
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
        for (mv, priority) in &mut moves {
            *priority = self.ordering.priority::<G>(*mv, *priority, ply);
        }
        Ok(MovePicker { moves })
    }
}

impl<M: Copy + Eq + Hash> MoveOrdering<M> {
    /// The priority of a move with this sum of preferences, at distance `ply` from the root.
    fn priority<G: Knowledge<Move = M>>(&self, mv: M, preferred: i64, ply: u32) -> i64 {
        let history = self.history_count(mv);
        let bonus = match (self.is_killer(mv, ply), G::IS_WIDE) {
            (false, false) => 0,
            (true, false) => KILLER_PRIORITY,
            (is_killer, true) => {
                let history_bonus = i64::from(history.checked_ilog2().unwrap_or(0));
                (history_bonus + if is_killer { KILLER_BONUS } else { 0 }) * PREFERENCE_FACTOR
            }
        };
        preferred.clamp(-MAX_PREFERENCE, MAX_PREFERENCE) * PREFERENCE_FACTOR + bonus + i64::from(history)
    }
}

/// The index of a move's counter in the history table.
fn history_index(mv: impl Hash) -> usize {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> 32) as usize % HISTORY_SIZE
}

/// A very fast hash function for a few small numbers.
struct MoveHasher(u64);

impl MoveHasher {
    #[inline]
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for MoveHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.mix(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}
