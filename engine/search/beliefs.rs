//! What was learnt from proofs that did not stand: claims of rules that were refuted, and replies that a search forgot.

use std::collections::{HashMap, HashSet};

/// What a search must not believe, and what it must not forget, by the keys of positions.
#[derive(Clone, Debug)]
pub struct Beliefs<M> {
    refuted: HashSet<(u64, usize)>,
    forgotten: HashMap<u64, Vec<M>>,
}

impl<M> Default for Beliefs<M> {
    fn default() -> Beliefs<M> {
        Beliefs { refuted: HashSet::new(), forgotten: HashMap::new() }
    }
}

impl<M: Copy + PartialEq> Beliefs<M> {
    /// Whether the claim of a rule is believed in the position of this key.
    #[inline]
    pub fn believes(&self, key: u64, rule: usize) -> bool {
        self.refuted.is_empty() || !self.refuted.contains(&(key, rule))
    }

    /// The replies that a search has to look at besides those that the base names.
    #[inline]
    pub fn forgotten(&self, key: u64) -> &[M] {
        if self.forgotten.is_empty() { &[] } else { self.forgotten.get(&key).map_or(&[], Vec::as_slice) }
    }

    /// The claim of this rule in the position of this key does not stand.
    pub fn refute(&mut self, key: u64, rule: usize) {
        self.refuted.insert((key, rule));
    }

    /// In the position of this key this reply needs its own line.
    pub fn remember(&mut self, key: u64, reply: M) {
        let replies = self.forgotten.entry(key).or_default();
        if !replies.contains(&reply) {
            replies.push(reply);
        }
    }
}
