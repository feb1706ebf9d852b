//! Operations on sets: intersecting, storing, iterating and counting.

use super::super::code::{Intersection, Lookup, MAX_WORDS, Provider, Set, Source, Step};
use super::{Done, Frame, Host, Room, Run};
use crate::plan::Operand;
use crate::runtime::{Flow, Value, intersect_words, subtract_words};

/// A set during execution.
pub(super) type Words = [u64; MAX_WORDS];

impl<'m, H: Host> Run<'m, H> {
    /// Iterates over the members of a set.
    pub(super) fn each_in(
        &mut self,
        facts: &mut H::Facts,
        (slot, from, work): (usize, &Intersection, u64),
        frame: Frame,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        let words = self.intersection(facts, from, frame);
        for (at, word) in words.into_iter().enumerate().take(from.words) {
            let mut left = word;
            while left != 0 {
                self.slots[slot] = (at * 64 + left.trailing_zeros() as usize) as Value;
                left &= left - 1;
                self.spend(work)?;
                self.block(facts, rest, frame, done)?;
            }
        }
        Ok(())
    }

    pub(super) fn has(
        &mut self,
        facts: &mut H::Facts,
        set: &Intersection,
        at_least: u32,
        frame: Frame,
    ) -> bool {
        let words = self.intersection(facts, set, frame);
        count_at_least(&words[..set.words], at_least)
    }

    pub(super) fn keep(&mut self, set: Set, words: &Words, frame: Frame) {
        self.stored_words(set, frame).copy_from_slice(&words[..set.words]);
    }

    pub(super) fn enough(&mut self, set: Set, at_least: u32, frame: Frame) -> bool {
        count_at_least(self.stored_words(set, frame), at_least)
    }

    /// The words of an intersection.
    pub(super) fn intersection(
        &mut self,
        facts: &mut H::Facts,
        intersection: &Intersection,
        frame: Frame,
    ) -> Words {
        let mut words = [0; MAX_WORDS];
        words[..intersection.words].fill(u64::MAX);
        for source in &intersection.of {
            self.join(facts, source, &mut words[..intersection.words], true, frame);
        }
        for source in &intersection.without {
            self.join(facts, source, &mut words[..intersection.words], false, frame);
        }
        words
    }

    /// Intersects a set with a source if `keeps`; otherwise subtracts the source.
    fn join(&mut self, facts: &mut H::Facts, source: &Source, words: &mut [u64], keeps: bool, frame: Frame) {
        let join: fn(&mut [u64], &[u64]) = if keeps { intersect_words } else { subtract_words };
        match source {
            Source::Set(set) => join(words, self.stored_words(*set, frame)),
            Source::All(all) => join(words, all),
            Source::Only(operand) => {
                let value = self.value(*operand, frame) as usize;
                let (word, bit) = (value / 64, 1u64 << (value % 64));
                if keeps {
                    let kept = words[word] & bit;
                    words.fill(0);
                    words[word] = kept;
                } else {
                    words[word] &= !bit;
                }
            }
            Source::Answers { lookups, from, inputs } => {
                for lookup in lookups {
                    if !self.look_up(facts, lookup, frame) {
                        return join(words, &[0; MAX_WORDS]);
                    }
                }
                self.answers(facts, *from, inputs, frame, |other| join(words, other));
            }
        }
    }

    /// Passes the answers of an access with one free argument to `take`, as the words of a set.
    fn answers(
        &self,
        facts: &mut H::Facts,
        from: Provider,
        inputs: &[Operand],
        frame: Frame,
        mut take: impl FnMut(&[u64]),
    ) {
        let mut room = Room::default();
        let values = self.values(inputs, frame, &mut room);
        match from {
            Provider::Host(mode) => H::set(facts, mode, values, &mut take),
            Provider::Facts(table) => {
                let mut other = [0u64; MAX_WORDS];
                for row in self.machine.tables[table].rows(values) {
                    other[(row[0] as usize) / 64] |= 1 << (row[0] % 64);
                }
                take(&other);
            }
        }
    }

    /// Looks up a value and stores it in its slot. Returns whether there is a value.
    fn look_up(&mut self, facts: &mut H::Facts, lookup: &Lookup, frame: Frame) -> bool {
        let mut room = Room::default();
        let values = self.values(&lookup.inputs, frame, &mut room);
        let given = match lookup.from {
            Provider::Host(mode) => {
                let start = self.answers.len();
                H::each(facts, mode, values, &mut self.answers);
                let given = self.answers.get(start).copied();
                self.answers.truncate(start);
                given
            }
            Provider::Facts(table) => self.machine.tables[table].rows(values).next().map(|row| row[0]),
        };
        if let Some(value) = given {
            self.slots[frame.slots + lookup.slot.index()] = value;
        }
        given.is_some()
    }
}

/// Whether words have at least `at_least` bits set.
fn count_at_least(words: &[u64], at_least: u32) -> bool {
    match at_least {
        0 => true,
        1 => words.iter().any(|word| *word != 0),
        _ => words.iter().map(|word| word.count_ones()).sum::<u32>() >= at_least,
    }
}
