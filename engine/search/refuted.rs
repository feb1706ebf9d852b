//! What a search learns from proofs that failed their check: refuted claims of rules, and replies that were missed.

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
    /// Whether the claim of a rule has not been refuted in the position with this key.
    #[inline]
    pub fn stands(&self, key: u64, rule: usize) -> bool {
        self.refuted.is_empty() || !self.refuted.contains(&(key, rule))
    }

    /// The replies that the search must try in addition to those named by the base.
    #[inline]
    pub fn missed(&self, key: u64) -> &[M] {
        if self.missed.is_empty() { &[] } else { self.missed.get(&key).map_or(&[], Vec::as_slice) }
    }

    /// Records that the claim of this rule is wrong in the position with this key.
    pub fn refute(&mut self, key: u64, rule: usize) {
        self.refuted.insert((key, rule));
    }

    /// Records that this reply needs a line of its own in the position with this key.
    pub fn add_missed(&mut self, key: u64, reply: M) {
        let replies = self.missed.entry(key).or_default();
        if !replies.contains(&reply) {
            replies.push(reply);
        }
    }
}
