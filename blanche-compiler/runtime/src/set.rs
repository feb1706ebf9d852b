//! Bit sets of values, used for loops and joins.
//!
//! A set is a small `Copy` value. Its iterator owns a copy of the set, so the host may change during a loop: a rule
//! that tries a stone inside a loop still sees the original members. Members are iterated in ascending order, since
//! this is the order of a rule's solutions.

use super::Value;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

/// A type whose values are numbered from 0, so that they can be members of a [`BitSet`].
pub trait Numbered: Copy {
    /// The number of values of the type.
    const COUNT: usize;

    /// The index of this value, below [`Numbered::COUNT`].
    fn number(self) -> usize;

    /// The value with this index.
    ///
    /// # Panics
    /// When the index is not below [`Numbered::COUNT`].
    fn numbered(number: usize) -> Self;
}

/// Intersects a set in words with another one. Words that `other` lacks are left unchanged.
pub fn intersect_words(words: &mut [u64], other: &[u64]) {
    for (word, other) in words.iter_mut().zip(other) {
        *word &= other;
    }
}

/// Removes the members of `other` from a set in words.
pub fn subtract_words(words: &mut [u64], other: &[u64]) {
    for (word, other) in words.iter_mut().zip(other) {
        *word &= !other;
    }
}

/// A set of numbered values, stored in `WORDS` words of 64 bits.
pub struct BitSet<T, const WORDS: usize> {
    words: [u64; WORDS],
    members: PhantomData<T>,
}

impl<T: Numbered, const WORDS: usize> BitSet<T, WORDS> {
    /// The empty set.
    pub const EMPTY: Self = BitSet { words: [0; WORDS], members: PhantomData };

    /// The set of all values.
    #[inline]
    pub fn full() -> Self {
        let mut set = Self::EMPTY;
        for (number, word) in set.words.iter_mut().enumerate() {
            let bits = T::COUNT.saturating_sub(number * 64).min(64);
            *word = if bits == 64 { !0 } else { (1 << bits) - 1 };
        }
        set
    }

    /// The set with these words. Bit `n` of word `w` stands for the value `64 * w + n`.
    ///
    /// The bits beyond the last value must be 0.
    #[inline]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        BitSet { words, members: PhantomData }
    }

    /// The words of the set, 64 values each.
    #[inline]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// A set of values of another type with the same bits.
    #[inline]
    pub const fn of<U>(self) -> BitSet<U, WORDS> {
        BitSet { words: self.words, members: PhantomData }
    }

    /// The set with one member.
    #[inline]
    pub fn only(member: T) -> Self {
        let mut set = Self::EMPTY;
        set.insert(member);
        set
    }

    /// Adds a member.
    #[inline]
    pub fn insert(&mut self, member: T) {
        let number = member.number();
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Removes a member, if it is present.
    #[inline]
    pub fn remove(&mut self, member: T) {
        let number = member.number();
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// The set of all values that occur in one column of a table.
    #[inline]
    pub fn of_column<const COLUMNS: usize>(rows: &[[Value; COLUMNS]], column: usize) -> Self {
        let mut set = Self::EMPTY;
        for row in rows {
            set.insert(T::numbered(row[column] as usize));
        }
        set
    }

    /// The difference of two sets: the members that are not in `other`.
    #[inline]
    pub fn minus(self, other: Self) -> Self {
        self - other
    }

    /// A copy of the set without `member`.
    #[inline]
    pub fn without(mut self, member: T) -> Self {
        self.remove(member);
        self
    }

    /// Whether the value is in the set.
    #[inline]
    pub fn contains(&self, member: T) -> bool {
        let number = member.number();
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// The number of members.
    #[inline]
    pub fn len(&self) -> usize {
        // Most words of most sets are empty, and a test for zero is cheaper than counting bits.
        self.words.iter().filter(|word| **word != 0).map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |any, word| any | word) == 0
    }

    /// Whether the set has at least `at_least` members.
    #[inline]
    pub fn has(&self, at_least: usize) -> bool {
        match at_least {
            0 => true,
            1 => !self.is_empty(),
            // There are two bits in one word, or two non-empty words. Testing this is cheaper than counting.
            2 => {
                let twice = self.words.iter().fold(0, |twice, word| twice | (word & word.wrapping_sub(1)));
                let words: u32 = self.words.iter().map(|word| u32::from(*word != 0)).sum();
                (twice != 0) | (words > 1)
            }
            _ => self.len() >= at_least,
        }
    }

    /// The smallest member, if there is one.
    #[inline]
    pub fn first(&self) -> Option<T> {
        self.iter().next()
    }

    /// Iterates over the members in ascending order. The iterator has its own copy of the set.
    #[inline]
    pub fn iter(&self) -> BitSetIter<T, WORDS> {
        BitSetIter { words: self.words, word: 0, members: PhantomData }
    }

    #[inline(always)]
    fn combine(mut self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        // This is a loop over indices, because a zip of two array iterators is not always inlined into the callers.
        let mut at = 0;
        while at < WORDS {
            self.words[at] = each(self.words[at], other.words[at]);
            at += 1;
        }
        self
    }
}

/// An iterator over the members of a [`BitSet`] in ascending order. It owns a copy of the set.
#[derive(Clone)]
pub struct BitSetIter<T, const WORDS: usize> {
    words: [u64; WORDS],
    word: usize,
    members: PhantomData<T>,
}

impl<T: Numbered, const WORDS: usize> Iterator for BitSetIter<T, WORDS> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        while self.word < WORDS {
            let bits = &mut self.words[self.word];
            if *bits != 0 {
                let number = self.word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(T::numbered(number));
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.words.iter().map(|word| word.count_ones() as usize).sum();
        (left, Some(left))
    }
}

impl<T: Numbered, const WORDS: usize> ExactSizeIterator for BitSetIter<T, WORDS> {}

impl<T: Numbered, const WORDS: usize> IntoIterator for BitSet<T, WORDS> {
    type Item = T;
    type IntoIter = BitSetIter<T, WORDS>;

    #[inline]
    fn into_iter(self) -> BitSetIter<T, WORDS> {
        self.iter()
    }
}

impl<T: Numbered, const WORDS: usize> FromIterator<T> for BitSet<T, WORDS> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(members);
        set
    }
}

impl<T: Numbered, const WORDS: usize> Extend<T> for BitSet<T, WORDS> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        for member in members {
            self.insert(member);
        }
    }
}

impl<T: Numbered, const WORDS: usize> BitAnd for BitSet<T, WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.combine(other, |left, right| left & right)
    }
}

impl<T: Numbered, const WORDS: usize> BitOr for BitSet<T, WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.combine(other, |left, right| left | right)
    }
}

impl<T: Numbered, const WORDS: usize> BitXor for BitSet<T, WORDS> {
    type Output = Self;

    /// The symmetric difference of two sets: the values that are in exactly one of them.
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.combine(other, |left, right| left ^ right)
    }
}

impl<T: Numbered, const WORDS: usize> Sub for BitSet<T, WORDS> {
    type Output = Self;

    /// The difference of two sets: the values that are in the first and not in the second.
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.combine(other, |left, right| left & !right)
    }
}

impl<T: Numbered, const WORDS: usize> BitAndAssign for BitSet<T, WORDS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<T: Numbered, const WORDS: usize> BitOrAssign for BitSet<T, WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<T: Numbered, const WORDS: usize> SubAssign for BitSet<T, WORDS> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

// These traits are not derived, because derived implementations would require the same traits of `T`, although no value
// of this type is stored.

impl<T, const WORDS: usize> Clone for BitSet<T, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const WORDS: usize> Copy for BitSet<T, WORDS> {}

impl<T, const WORDS: usize> PartialEq for BitSet<T, WORDS> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<T, const WORDS: usize> Eq for BitSet<T, WORDS> {}

impl<T: Numbered, const WORDS: usize> Default for BitSet<T, WORDS> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Numbered + fmt::Debug, const WORDS: usize> fmt::Debug for BitSet<T, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
