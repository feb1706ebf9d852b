//! The positions of a game so far, where its text asks how often one has stood (`occurred`).
//!
//! [`Rules::play`] knows of no past: after it the position has stood once. Who plays a game keeps its [`Past`], and makes moves
//! by [`Rules::play_on`]; searches and proofs that know nothing of what was before make them by `play`.

use std::collections::HashMap;

use super::fault::Fault;
use super::moves::Move;
use super::rules::Rules;
use crate::program::MOST_OCCURRENCES;
use crate::runtime::{Position, Value};

/// The positions of a game so far, this one among them; nothing where nobody asks.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// How often each has stood, by the words without histories.
    stood: HashMap<Box<[u64]>, Value>,
    /// The words of each, in their order.
    line: Vec<Box<[u64]>>,
}

impl Past {
    /// That of a game which begins in this position.
    pub fn new(rules: &Rules, position: &Position) -> Past {
        let mut past = Past::default();
        if rules.game().occurred.is_some() {
            past.stood.insert(position.words()[..rules.layout().kept()].into(), 1);
            past.line.push(position.words().into());
        }
        past
    }

    /// Takes up that a position has come to stand, and says in it how often that was.
    fn enter(&mut self, rules: &Rules, position: &mut Position) {
        let Some(state) = rules.game().occurred else { return };
        let kept = rules.layout().kept();
        let times = self.stood.entry(position.words()[..kept].into()).or_default();
        *times += 1;
        position.add(state, &[(*times).min(MOST_OCCURRENCES)]);
        self.line.push(position.words().into());
    }

    /// Takes up a position again, where a move could not be made.
    pub fn stay(&mut self, rules: &Rules) {
        let Some(last) = self.line.last().cloned() else { return };
        *self.stood.entry(last[..rules.layout().kept()].into()).or_default() += 1;
        self.line.push(last);
    }

    /// Forgets the last position.
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

    /// Whether this position stood before, at any of the last so many positions.
    pub fn stands_among_last(&self, rules: &Rules, position: &Position, last: usize) -> bool {
        let kept = rules.layout().kept();
        let before = self.line.iter().rev().skip(1).take(last);
        before.into_iter().any(|words| words[..kept] == position.words()[..kept])
    }

    /// The words of the positions before the last one.
    pub(super) fn before(&self) -> &[Box<[u64]>] {
        self.line.split_last().map_or(&[], |(_, before)| before)
    }
}

impl Rules {
    /// A hash of a position with its history, on which draws and rules may depend; how often it has stood is left out.
    pub fn key(&self, position: &Position) -> u64 {
        let occurred = self.game().occurred.map(|state| self.layout().words_of(state));
        let end = position.words().len();
        position.key_without(occurred.unwrap_or(end..end))
    }

    /// Makes a move of whoever is to move, and says in the position how often it has stood.
    ///
    /// # Errors
    /// As of [`Rules::play`]; nothing is changed then.
    pub fn play_on(&self, position: &mut Position, mv: Move, past: &mut Past) -> Result<(), Fault> {
        self.play(position, mv)?;
        past.enter(self, position);
        Ok(())
    }
}
