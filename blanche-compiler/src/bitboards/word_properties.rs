//! Quickly provable properties of words: that a word has at most one bit, is a subset of another word, or is disjoint
//! from another word. The tests are conservative: a property that is not found may still hold.

use blanche_sorted::SortedSet;

use super::operations::{Operation, Operations, WordId};

/// Maximum depth of operations examined to compare two words.
const SEEN: u32 = 8;

impl Operations {
    /// Whether a word provably has at most one bit.
    pub(super) fn is_single(&self, word: WordId) -> bool {
        self.is_seen_single(word, 2 * SEEN)
    }

    fn is_seen_single(&self, word: WordId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let is_single = |one| self.is_seen_single(one, depth);
        self.possible(word).count_ones() <= 1
            || match self.list[word.index()] {
                Operation::Played => true,
                Operation::Position(at) => self.singles.contains(&at),
                Operation::And(one, other) => is_single(one) || is_single(other),
                Operation::Without(one, _)
                | Operation::Where(_, one)
                | Operation::Up(one, _)
                | Operation::Down(one, _) => is_single(one),
                _ => false,
            }
    }

    /// Whether at least one of two words is provably empty, because they depend on contradictory tests of the same
    /// bit.
    pub(super) fn are_exclusive(&self, one: WordId, other: WordId) -> bool {
        let [ones, others] = [one, other].map(|word| {
            let mut tests = Vec::new();
            self.tests(word, SEEN, &mut tests);
            tests
        });
        ones.iter().any(|one| others.iter().any(|other| self.exclude(*one, *other)))
    }

    /// Whether at least one of two words is empty, because both can have only the same single bit and are disjoint.
    fn exclude(&self, one: WordId, other: WordId) -> bool {
        let bits = self.possible(one) | self.possible(other);
        let is_one_bit = || {
            let [mut ones, mut others] = [SortedSet::new(), SortedSet::new()];
            self.singles_around(one, SEEN, &mut ones);
            self.singles_around(other, SEEN, &mut others);
            !ones.is_disjoint(&others)
        };
        (bits.count_ones() == 1 || is_one_bit()) && self.are_disjoint(one, other)
    }

    /// Adds words that contain all bits of `word` but have at most one bit.
    fn singles_around(&self, word: WordId, depth: u32, found: &mut SortedSet<WordId>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match self.list[word.index()] {
            Operation::Played => drop(found.insert(word)),
            Operation::Position(at) if self.singles.contains(&at) => drop(found.insert(word)),
            Operation::And(one, other) => {
                self.singles_around(one, depth, found);
                self.singles_around(other, depth, found);
            }
            Operation::Without(one, _) | Operation::Where(_, one) => self.singles_around(one, depth, found),
            _ => {}
        }
    }

    /// Adds the tests that must hold for a word not to be empty.
    fn tests(&self, word: WordId, depth: u32, found: &mut Vec<WordId>) {
        let (Operation::Where(test, inner), Some(depth)) = (self.list[word.index()], depth.checked_sub(1))
        else {
            return;
        };
        found.push(test);
        self.tests(test, depth, found);
        self.tests(inner, depth, found);
    }

    /// Whether a word is provably a subset of another word.
    pub(super) fn is_part(&self, one: WordId, other: WordId) -> bool {
        self.is_seen_part(one, other, SEEN)
    }

    fn is_seen_part(&self, one: WordId, other: WordId, depth: u32) -> bool {
        let (true, Some(depth)) = (one != other, depth.checked_sub(1)) else { return one == other };
        let of_one = match self.list[one.index()] {
            Operation::And(a, b) => self.is_seen_part(a, other, depth) || self.is_seen_part(b, other, depth),
            Operation::Without(a, _) | Operation::Where(_, a) => self.is_seen_part(a, other, depth),
            Operation::Constant(value) => value.is_empty(),
            Operation::Up(..) | Operation::Down(..) => {
                self.moved_alike(one, other).is_some_and(|(a, b)| self.is_seen_part(a, b, depth))
            }
            Operation::Or(a, b) => self.is_seen_part(a, other, depth) && self.is_seen_part(b, other, depth),
            _ => false,
        };
        let of_other = match self.list[other.index()] {
            Operation::Or(a, b) => self.is_seen_part(one, a, depth) || self.is_seen_part(one, b, depth),
            _ => false,
        };
        of_one || of_other
    }

    /// Whether two words are provably disjoint.
    pub(super) fn are_disjoint(&self, one: WordId, other: WordId) -> bool {
        self.are_seen_apart(one, other, SEEN) || self.are_seen_apart(other, one, SEEN)
    }

    fn are_seen_apart(&self, one: WordId, other: WordId, depth: u32) -> bool {
        if (self.possible(one) & self.possible(other)).is_empty() {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.list[one.index()] {
            Operation::Without(a, b) => {
                self.is_seen_part(other, b, depth) || self.are_seen_apart(a, other, depth)
            }
            Operation::And(a, b) => {
                self.are_seen_apart(a, other, depth) || self.are_seen_apart(b, other, depth)
            }
            Operation::Or(a, b) => {
                self.are_seen_apart(a, other, depth) && self.are_seen_apart(b, other, depth)
            }
            Operation::Where(test, a) => {
                self.are_seen_apart(a, other, depth) || self.is_another_test(test, other, depth)
            }
            Operation::Up(..) | Operation::Down(..) => self
                .moved_alike(one, other)
                .is_some_and(|(a, b)| self.are_seen_apart(a, b, depth) || self.are_seen_apart(b, a, depth)),
            Operation::Position(at) => match self.list[other.index()] {
                Operation::Position(other) => {
                    at != other
                        && self
                            .exclusive_with
                            .get(at)
                            .is_some_and(|one| self.exclusive_with.get(other) == Some(one))
                }
                Operation::Played | Operation::Constant(_) => false,
                // The operands are exchanged, so that the operation of the other word is examined next, at the same
                // depth.
                _ => self.are_seen_apart(other, one, depth + 1),
            },
            _ => false,
        }
    }

    /// The words before the shift, if both words are shifted by the same distance; otherwise `None`.
    fn moved_alike(&self, one: WordId, other: WordId) -> Option<(WordId, WordId)> {
        match (self.list[one.index()], self.list[other.index()]) {
            (Operation::Up(a, by), Operation::Up(b, same))
            | (Operation::Down(a, by), Operation::Down(b, same)) => (by == same).then_some((a, b)),
            _ => None,
        }
    }

    /// Whether a word is empty if `test` holds, because it depends on a contradictory test of the same bit.
    fn is_another_test(&self, test: WordId, word: WordId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.list[word.index()] {
            Operation::Where(other, inner) => {
                self.exclude(test, other) || self.is_another_test(test, inner, depth)
            }
            Operation::Or(a, b) => {
                self.is_another_test(test, a, depth) && self.is_another_test(test, b, depth)
            }
            Operation::And(a, b) => {
                self.is_another_test(test, a, depth) || self.is_another_test(test, b, depth)
            }
            Operation::Without(a, _) => self.is_another_test(test, a, depth),
            _ => false,
        }
    }
}
