//! What became of the claims of a rule: every distinct match counted once, and the smallest refuted ones kept.

use std::collections::HashSet;

use super::claim::Outcome;
use super::distinct::Key;
use noire_engine::board::{Color, Point, Position};

/// Of each rule so many refuted matches are kept to be made small.
const KEPT: usize = 4;

/// A refuted match.
#[derive(Clone)]
pub(super) struct Refuted {
    pub(super) position: Position,
    pub(super) play: Point,
}

impl Refuted {
    /// Fewest stones first, then by where they stand.
    pub(super) fn order(&self) -> (usize, Vec<Point>, Vec<Point>, Point) {
        let stones = |color| self.position.stones(color).iter().collect::<Vec<Point>>();
        let (black, white) = (stones(Color::Black), stones(Color::White));
        (black.len() + white.len(), black, white, self.play)
    }
}

/// Keeps those that come first in their order.
fn keep(refuted: &mut Vec<Refuted>) {
    refuted.sort_by_cached_key(Refuted::order);
    refuted.dedup_by_key(|refuted| refuted.order());
    refuted.truncate(KEPT);
}

/// What a rule's claims became in one part.
#[derive(Clone, Default)]
pub(super) struct Findings {
    outcomes: Vec<(Key, Outcome)>,
    refuted: Vec<Refuted>,
    /// Questions that reached the step limit.
    pub(super) given_up: u64,
}

impl Findings {
    /// Takes up what became of a match.
    pub(super) fn take_up(&mut self, key: Key, outcome: Outcome) {
        self.outcomes.push((key, outcome));
    }

    /// Keeps a refuted match, if it is one of the smallest.
    pub(super) fn keep(&mut self, refuted: Refuted) {
        self.refuted.push(refuted);
        if self.refuted.len() > 8 * KEPT {
            keep(&mut self.refuted);
        }
    }
}

/// What became of a rule's claims so far.
#[derive(Clone, Default)]
pub(super) struct Tally {
    seen: HashSet<Key>,
    /// How many matches had each outcome.
    pub(super) counts: [u64; 3],
    /// The smallest refuted matches.
    pub(super) refuted: Vec<Refuted>,
    /// Guided attack has set up all that it can.
    pub(super) is_exhausted: bool,
}

impl Tally {
    /// How many distinct matches there were.
    pub(super) fn matches(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Takes up what became of a rule's claims in one part.
    pub(super) fn extend(&mut self, findings: Findings) {
        for (key, outcome) in findings.outcomes {
            if self.seen.insert(key) {
                self.counts[outcome as usize] += 1;
            }
        }
        self.counts[Outcome::Undecided as usize] += findings.given_up;
        self.refuted.extend(findings.refuted);
        keep(&mut self.refuted);
    }
}
