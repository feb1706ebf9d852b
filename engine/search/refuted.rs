//! What a search learns from proofs that failed their check: claims of rules that were refuted, and replies that it missed.

use std::collections::{HashMap, HashSet};

/// Refuted claims and missed replies, by the keys of positions.
#[derive(Clone, Debug)]
pub struct Refuted<M> {
    refuted: HashSet<(u64, usize)>,
    missed: HashMap<u64, Vec<M>>,
}

impl<M> Default for Refuted<M> {
    fn default() -> Refuted<M> {
        Refuted { refuted: HashSet::new(), missed: HashMap::new() }
    }
}

impl<M: Copy + PartialEq> Refuted<M> {
    /// Whether the claim of a rule has not been refuted in the position of this key.
    #[inline]
    pub fn stands(&self, key: u64, rule: usize) -> bool {
        self.refuted.is_empty() || !self.refuted.contains(&(key, rule))
    }

    /// The replies that a search has to look at besides those that the base names.
    #[inline]
    pub fn missed(&self, key: u64) -> &[M] {
        if self.missed.is_empty() { &[] } else { self.missed.get(&key).map_or(&[], Vec::as_slice) }
    }

    /// Notes that the claim of this rule does not stand in the position of this key.
    pub fn refute(&mut self, key: u64, rule: usize) {
        self.refuted.insert((key, rule));
    }

    /// Notes that this reply needs a line of its own in the position of this key.
    pub fn add_missed(&mut self, key: u64, reply: M) {
        let replies = self.missed.entry(key).or_default();
        if !replies.contains(&reply) {
            replies.push(reply);
        }
    }
}
