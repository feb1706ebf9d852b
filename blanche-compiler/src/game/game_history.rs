//! The positions of a game so far, for games that ask how often a position has occurred (`occurred`).
//!
//! [`Rules::play`] ignores the past and sets the repetition count of the new position to 1. Code that plays a whole
//! game keeps its [`Past`] and makes moves with [`Rules::play_on`]. Searches and proofs that do not know earlier
//! positions use `play`.

use std::collections::HashMap;

use super::fault::Fault;
use super::moves::Move;
use super::rules::Rules;
use crate::program::MAX_OCCURRENCES;
use crate::runtime::{Position, Value};

/// The positions of a game so far, including the current one. Empty if the game does not ask for repetitions.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// How often each position has occurred, keyed by its words without history.
    stood: HashMap<Box<[u64]>, Value>,
    /// The words of each position, in order.
    line: Vec<Box<[u64]>>,
}

impl Past {
    /// The past of a game that begins in this position.
    pub fn new(rules: &Rules, position: &Position) -> Past {
        let mut past = Past::default();
        if rules.game().occurred.is_some() {
            past.stood.insert(position.words()[..rules.layout().kept()].into(), 1);
            past.line.push(position.words().into());
        }
        past
    }

    /// Records a new position, and stores in it how often it has occurred.
    fn enter(&mut self, rules: &Rules, position: &mut Position) {
        let Some(state) = rules.game().occurred else { return };
        let kept = rules.layout().kept();
        let times = self.stood.entry(position.words()[..kept].into()).or_default();
        *times += 1;
        position.add(state, &[(*times).min(MAX_OCCURRENCES)]);
        self.line.push(position.words().into());
    }

    /// Records the current position again, for a move that could not be made.
    pub fn stay(&mut self, rules: &Rules) {
        let Some(last) = self.line.last().cloned() else { return };
        *self.stood.entry(last[..rules.layout().kept()].into()).or_default() += 1;
        self.line.push(last);
    }

    /// Forgets the current position.
    pub fn take_back(&mut self, rules: &Rules) {
        let Some(last) = self.line.pop() else { return };
        let kept = &last[..rules.layout().kept()];
        if let Some(times) = self.stood.get_mut(kept) {
            *times -= 1;
            if *times == 0 {
                self.stood.remove(kept);
            }
        }
    }

    /// Whether `position` occurred among the `last` positions before the current one.
    pub fn stands_among_last(&self, rules: &Rules, position: &Position, last: usize) -> bool {
        let kept = rules.layout().kept();
        let before = self.line.iter().rev().skip(1).take(last);
        before.into_iter().any(|words| words[..kept] == position.words()[..kept])
    }

    /// The words of the positions before the current one, in order.
    pub(super) fn before(&self) -> &[Box<[u64]>] {
        self.line.split_last().map_or(&[], |(_, before)| before)
    }
}

impl Rules {
    /// A hash of a position and of its history, which is included because draws and rules may depend on it. The
    /// repetition count is excluded.
    pub fn key(&self, position: &Position) -> u64 {
        let occurred = self.game().occurred.map(|state| self.layout().words_of(state));
        let end = position.words().len();
        position.key_without(occurred.unwrap_or(end..end))
    }

    /// Makes a move of the player to move, and stores in the new position how often it has occurred.
    ///
    /// # Errors
    /// As for [`Rules::play`]. The position and the past are then unchanged.
    pub fn play_on(&self, position: &mut Position, mv: Move, past: &mut Past) -> Result<(), Fault> {
        self.play(position, mv)?;
        past.enter(self, position);
        Ok(())
    }
}
