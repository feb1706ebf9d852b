//! The integer types used as bitboards: 64, 128 or 256 bits.
//!
//! Code that plays games on bitboards is written once, generic over [`Word`], and compiled for each type. A program
//! uses the narrowest type that its board fits into; see the module `bitboards` of the compiler.

use std::cell::Cell;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Range, Shl, Shr};

use super::U256;

/// A fixed-width bitboard: a set of values of a sort, one bit per value.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Hash
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Size in 64-bit parts.
    const PARTS: usize;

    /// Size in bits.
    const BITS: u32 = 64 * Self::PARTS as u32;

    /// The word without any bit set.
    const NONE: Self;

    /// The word with these 64-bit parts, the lowest bits first. Missing parts are 0.
    fn of_parts(parts: &[u64]) -> Self;

    /// The 64-bit part with this index, the lowest bits first.
    fn part(self, at: usize) -> u64;

    /// The word with only the bit `place` set, which must be below [`Word::BITS`].
    fn bit(place: u32) -> Self;

    /// Whether no bit is set.
    fn is_empty(self) -> bool;

    /// Converts the 64-bit words of a position to words of this type. For each of the new words, `words` has a range of
    /// 64-bit words of the position. The result is stored in `room`, unless the position itself can be returned.
    fn of_position<'p>(position: &'p [u64], words: &[Range<usize>], room: &'p mut Vec<Self>) -> &'p [Self] {
        room.clear();
        room.extend(words.iter().map(|parts| Self::of_parts(&position[parts.clone()])));
        room
    }

    /// Calls `work` with two buffers that belong to the thread. They keep their capacity for the next call.
    fn with_rooms<R>(work: impl FnOnce(&mut [Vec<Self>; 2]) -> R) -> R;

    /// The number of bits that are set.
    #[inline]
    fn count(self) -> u32 {
        (0..Self::PARTS).map(|at| self.part(at).count_ones()).sum()
    }

    /// Calls `take` with the index of each set bit, in ascending order.
    #[inline]
    fn each_bit(self, mut take: impl FnMut(u32)) {
        for at in 0..Self::PARTS {
            let mut left = self.part(at);
            while left != 0 {
                take(64 * at as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }
}

/// Implements `with_rooms` with thread-local buffers. A nested call gets new, empty buffers.
macro_rules! with_rooms {
    ($word:ty) => {
        fn with_rooms<R>(work: impl FnOnce(&mut [Vec<Self>; 2]) -> R) -> R {
            thread_local! {
                static ROOMS: Cell<[Vec<$word>; 2]> = const { Cell::new([Vec::new(), Vec::new()]) };
            }
            let mut rooms = ROOMS.take();
            let done = work(&mut rooms);
            ROOMS.set(rooms);
            done
        }
    };
}

impl Word for u64 {
    const PARTS: usize = 1;
    const NONE: u64 = 0;

    with_rooms!(u64);

    #[inline]
    fn of_parts(parts: &[u64]) -> u64 {
        parts.first().copied().unwrap_or(0)
    }

    #[inline]
    fn part(self, _at: usize) -> u64 {
        self
    }

    #[inline]
    fn bit(place: u32) -> u64 {
        1 << place
    }

    /// The words of the position already have this type.
    fn of_position<'p>(position: &'p [u64], _: &[Range<usize>], _: &'p mut Vec<u64>) -> &'p [u64] {
        position
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }
}

impl Word for u128 {
    const PARTS: usize = 2;
    const NONE: u128 = 0;

    with_rooms!(u128);

    #[inline]
    fn of_parts(parts: &[u64]) -> u128 {
        let part = |at: usize| u128::from(parts.get(at).copied().unwrap_or(0));
        part(1) << 64 | part(0)
    }

    #[inline]
    fn part(self, at: usize) -> u64 {
        (self >> (64 * at)) as u64
    }

    #[inline]
    fn bit(place: u32) -> u128 {
        1 << place
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }
}

impl Word for U256 {
    const PARTS: usize = 4;
    const NONE: U256 = U256::NONE;

    with_rooms!(U256);

    #[inline]
    fn of_parts(parts: &[u64]) -> U256 {
        U256(std::array::from_fn(|at| parts.get(at).copied().unwrap_or(0)))
    }

    #[inline]
    fn part(self, at: usize) -> u64 {
        self.0[at]
    }

    #[inline]
    fn bit(place: u32) -> U256 {
        U256::bit(place)
    }

    #[inline]
    fn is_empty(self) -> bool {
        U256::is_empty(self)
    }
}

/// The word with these 64-bit parts, the lowest bits first.
#[inline]
pub fn bit_word<W: Word>(parts: &[u64]) -> W {
    W::of_parts(parts)
}

/// The union of those rows of `table` whose indices are set bits of `word`. The table has a row for each bit.
#[inline]
pub fn bit_image<W: Word, const BITS: usize>(table: &[W; BITS], word: W) -> W {
    let mut all = W::NONE;
    word.each_bit(|place| all |= table[place as usize % BITS]);
    all
}

/// The least fixpoint of `step`, found by iteration from the empty word.
#[inline]
pub fn bit_least<W: Word>(step: impl Fn(W) -> W) -> W {
    let mut known = W::NONE;
    loop {
        let next = step(known);
        if next == known {
            return known;
        }
        known = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Checks that operations on words equal the corresponding operations on sets of bit indices.
    fn holds<W: Word>(random: &mut Random) {
        let places = |word: W| {
            let mut places = Vec::new();
            word.each_bit(|place| places.push(place));
            places
        };
        let word = |places: &[u32]| places.iter().fold(W::NONE, |word, place| word | W::bit(*place));
        for _ in 0..200 {
            let share = random.between(0, 100);
            let [one, other] =
                [0, 1].map(|_| (0..W::BITS).filter(|_| random.percent(share)).collect::<Vec<u32>>());
            let (a, b) = (word(&one), word(&other));
            assert_eq!(places(a), one);
            assert_eq!(a.is_empty(), one.is_empty());
            assert_eq!(a.count() as usize, one.len());
            let kept = |is: &dyn Fn(&u32) -> bool| (0..W::BITS).filter(|at| is(at)).collect::<Vec<u32>>();
            assert_eq!(places(a & b), kept(&|at| one.contains(at) && other.contains(at)));
            assert_eq!(places(a | b), kept(&|at| one.contains(at) || other.contains(at)));
            assert_eq!(places(a & !b), kept(&|at| one.contains(at) && !other.contains(at)));
            for by in [0, 1, random.below(W::BITS as usize) as u32, W::BITS - 1] {
                let up = one.iter().map(|at| at + by).filter(|at| *at < W::BITS);
                assert_eq!(places(a << by), up.collect::<Vec<u32>>(), "up by {by}");
                let down = one.iter().filter_map(|at| at.checked_sub(by));
                assert_eq!(places(a >> by), down.collect::<Vec<u32>>(), "down by {by}");
            }
            let parts: Vec<u64> = (0..W::PARTS).map(|at| a.part(at)).collect();
            assert_eq!(W::of_parts(&parts), a);
        }
    }

    #[test]
    fn words_of_all_widths_are_sets_of_places() {
        let mut random = Random::new(9);
        holds::<u64>(&mut random);
        holds::<u128>(&mut random);
        holds::<U256>(&mut random);
    }
}
