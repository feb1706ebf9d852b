//! In which order moves are tried: what was good in other positions of a search is tried early.
//!
//! ```text
//! 1. the move that was best here before
//! 2. moves that were too good for the other side in positions as far from the top (killers)
//! 3. those that the base prefers
//! 4. those that were too good in most other positions (history)
//! ```

use std::hash::{Hash, Hasher};

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
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    /// Nothing is known.
    pub(super) fn new() -> Ordering<M> {
        Ordering { killers: Vec::new(), history: vec![0; PLACES] }
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
    pub(super) fn achieved(&self, mv: M) -> u32 {
        self.history[place(mv)]
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
