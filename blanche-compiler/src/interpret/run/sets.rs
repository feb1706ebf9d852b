//! Sets under way: met, kept, gone through and counted.

use super::super::layout::MOST_WORDS;
use super::{Done, Frame, Host, Run};
use crate::plan::{Access, Meet, SetSlot, Source, Step};
use crate::program::SortId;
use crate::runtime::{Flow, Value};

/// A set under way.
pub(super) type Words = [u64; MOST_WORDS];

impl<'m, H: Host> Run<'m, H> {
    /// Goes through the members of a set.
    pub(super) fn each_in(
        &mut self,
        facts: &mut H::Facts,
        slot: usize,
        from: &Meet,
        frame: Frame<'m>,
        rest: &'m [Step],
        done: Done<'_, 'm, H>,
    ) -> Flow {
        let words = self.meet(facts, from, frame);
        for (at, word) in words.into_iter().enumerate().take(self.words(from.sort)) {
            let mut left = word;
            while left != 0 {
                self.slots[slot] = (at * 64 + left.trailing_zeros() as usize) as Value;
                left &= left - 1;
                self.spend()?;
                self.block(facts, rest, frame, done)?;
            }
        }
        Ok(())
    }

    /// How many words the sets of a sort have.
    #[inline]
    pub(super) fn words(&self, sort: SortId) -> usize {
        self.machine.words[sort.index()]
    }

    pub(super) fn has(&mut self, facts: &mut H::Facts, set: &Meet, at_least: u32, frame: Frame<'m>) -> bool {
        let words = self.meet(facts, set, frame);
        count_at_least(&words[..self.words(set.sort)], at_least)
    }

    pub(super) fn keep(&mut self, set: SetSlot, words: &Words, frame: Frame<'m>) {
        let (first, count) = frame.layout.sets[set.index()];
        self.sets[frame.sets + first..][..count].copy_from_slice(&words[..count]);
    }

    pub(super) fn enough(&self, set: SetSlot, at_least: u32, frame: Frame<'m>) -> bool {
        let (first, count) = frame.layout.sets[set.index()];
        count_at_least(&self.sets[frame.sets + first..][..count], at_least)
    }

    /// The words of a meet.
    pub(super) fn meet(&mut self, facts: &mut H::Facts, meet: &Meet, frame: Frame<'m>) -> Words {
        let count = self.words(meet.sort);
        let mut words = [0; MOST_WORDS];
        words[..count].fill(u64::MAX);
        for source in &meet.of {
            self.join(facts, source, &mut words[..count], true, frame);
        }
        for source in &meet.without {
            self.join(facts, source, &mut words[..count], false, frame);
        }
        words
    }

    /// Keeps of a set what a source has, or what it has not.
    fn join(
        &mut self,
        facts: &mut H::Facts,
        source: &Source,
        words: &mut [u64],
        keeps: bool,
        frame: Frame<'m>,
    ) {
        let join = |words: &mut [u64], other: &[u64]| {
            if keeps {
                words.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
            } else {
                words.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
            }
        };
        match source {
            Source::Kept(set) => {
                let (first, count) = frame.layout.sets[set.index()];
                join(words, &self.sets[frame.sets + first..][..count]);
            }
            Source::Only(operand) => {
                let value = usize::from(self.value(*operand, frame));
                let (word, bit) = (value / 64, 1u64 << (value % 64));
                if keeps {
                    let kept = words[word] & bit;
                    words.fill(0);
                    words[word] = kept;
                } else {
                    words[word] &= !bit;
                }
            }
            Source::Answers { lookups, access, inputs } => {
                for lookup in lookups {
                    let start = self.answers.len();
                    self.ask_each(facts, lookup.access, &lookup.inputs, frame);
                    let given = self.answers.get(start).copied();
                    self.answers.truncate(start);
                    match given {
                        Some(value) => self.slots[frame.slots + lookup.slot.index()] = value,
                        None => return join(words, &[0; MOST_WORDS]),
                    }
                }
                let values = self.gather(inputs, frame);
                match access {
                    Access::Extern(id, mode) => {
                        H::set(facts, self.mode(*id, *mode), &values, &mut |other| join(words, other));
                    }
                    Access::Facts(id, mask) => {
                        let mut other = [0u64; MOST_WORDS];
                        for tuple in self.machine.tables.get(*id, *mask, &values) {
                            let value = usize::from(tuple[values.len()]);
                            other[value / 64] |= 1 << (value % 64);
                        }
                        join(words, &other);
                    }
                }
                self.inputs = values;
            }
        }
    }
}

/// Whether words have so many bits.
fn count_at_least(words: &[u64], at_least: u32) -> bool {
    match at_least {
        0 => true,
        1 => words.iter().any(|word| *word != 0),
        _ => words.iter().map(|word| word.count_ones()).sum::<u32>() >= at_least,
    }
}
