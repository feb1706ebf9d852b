//! What a search learns from proofs that failed their check. It learns which claims of rules are refuted, and which
//! replies it missed.

use std::collections::{HashMap, HashSet};

/// Refuted claims and missed replies, indexed by the keys of positions.
#[derive(Clone, Debug)]
pub struct ProofFaults<M> {
    refuted_claims: HashSet<(u64, usize)>,
    missed_replies: HashMap<u64, Vec<M>>,
}

impl<M> Default for ProofFaults<M> {
    fn default() -> ProofFaults<M> {
        ProofFaults { refuted_claims: HashSet::new(), missed_replies: HashMap::new() }
    }
}

impl<M: Copy + PartialEq> ProofFaults<M> {
    /// Whether the claim of a rule has not been refuted in the position with this key.
    #[inline]
    pub fn is_unrefuted(&self, key: u64, rule: usize) -> bool {
        self.refuted_claims.is_empty() || !self.refuted_claims.contains(&(key, rule))
    }

    /// The replies that the search must try in addition to the replies named by the base.
    #[inline]
    pub fn missed_replies(&self, key: u64) -> &[M] {
        if self.missed_replies.is_empty() {
            &[]
        } else {
            self.missed_replies.get(&key).map_or(&[], Vec::as_slice)
        }
    }

    /// Records that the claim of this rule is wrong in the position with this key.
    pub fn add_refuted_claim(&mut self, key: u64, rule: usize) {
        self.refuted_claims.insert((key, rule));
    }

    /// Records that a proof must list this reply in the position with this key.
    pub fn add_missed_reply(&mut self, key: u64, reply: M) {
        let replies = self.missed_replies.entry(key).or_default();
        if !replies.contains(&reply) {
            replies.push(reply);
        }
    }
}
