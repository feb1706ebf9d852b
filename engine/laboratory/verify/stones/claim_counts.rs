//! Counts the outcomes of the claims of a rule. Each distinct match counts once. Also keeps the smallest refuted
//! matches.

use std::collections::HashSet;

use super::claim::Outcome;
use super::match_keys::Key;
use noire_engine::board::{Color, Point, Position};

/// Maximum number of refuted matches to keep for each rule, for later reduction.
const MAX_KEPT: usize = 4;

/// A refuted match.
#[derive(Clone)]
pub(super) struct RefutedMatch {
    pub(super) position: Position,
    pub(super) play: Point,
}

impl RefutedMatch {
    /// Sort key of the match: the number of stones first, and then the fields of the stones.
    pub(super) fn order(&self) -> (usize, Vec<Point>, Vec<Point>, Point) {
        let stones = |color| self.position.stones(color).iter().collect::<Vec<Point>>();
        let (black, white) = (stones(Color::Black), stones(Color::White));
        (black.len() + white.len(), black, white, self.play)
    }
}

/// Keeps the `MAX_KEPT` smallest matches, in the order of `RefutedMatch::order`.
fn keep(refuted: &mut Vec<RefutedMatch>) {
    refuted.sort_by_cached_key(RefutedMatch::order);
    refuted.dedup_by_key(|refuted| refuted.order());
    refuted.truncate(MAX_KEPT);
}

/// The outcomes of a rule's claims in one part of a round.
#[derive(Clone, Default)]
pub(super) struct Findings {
    outcomes: Vec<(Key, Outcome)>,
    refuted: Vec<RefutedMatch>,
    /// Number of queries that reached the step limit.
    pub(super) given_up: u64,
}

impl Findings {
    /// Records the outcome of a match.
    pub(super) fn add(&mut self, key: Key, outcome: Outcome) {
        self.outcomes.push((key, outcome));
    }

    /// Records a refuted match. Only the smallest refuted matches are kept.
    pub(super) fn keep(&mut self, refuted: RefutedMatch) {
        self.refuted.push(refuted);
        if self.refuted.len() > 8 * MAX_KEPT {
            keep(&mut self.refuted);
        }
    }
}

/// The outcomes of a rule's claims so far.
#[derive(Clone, Default)]
pub(super) struct ClaimCounts {
    seen: HashSet<Key>,
    /// Number of matches with each outcome.
    pub(super) counts: [u64; 3],
    /// The smallest refuted matches.
    pub(super) refuted: Vec<RefutedMatch>,
    /// Whether guided attack has tried all of its set-ups.
    pub(super) is_exhausted: bool,
}

impl ClaimCounts {
    /// Number of distinct matches.
    pub(super) fn matches(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Adds the outcomes from one part of a round.
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
