//! Counts and selects bits of a word, with operations that every processor has.

use blanche_compiler::random::Random;

/// A word with cumulative bit counts: for each byte, the number of set bits in it and in the bytes below it.
///
/// CITE: Vigna 2008, *Broadword implementation of rank/select queries*.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    word: u64,
    below: u64,
}

/// The lowest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
const TOPS: u64 = ONES << 7;

/// For each rank and each byte, the index of the set bit with this rank in the byte.
static PLACES: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut number) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[number][byte] = place;
                number += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

impl Counted {
    /// A word without set bits.
    pub(super) const NONE: Counted = Counted { word: 0, below: 0 };

    #[inline]
    pub(super) fn of(word: u64) -> Counted {
        Counted { word, below: counted_by_bytes(word).wrapping_mul(ONES) }
    }

    /// Counts as [`Counted::of`] does, but with additions instead of a multiplication. Compilers can vectorise this
    /// even for processors without a vector multiplication of 64-bit words.
    #[inline(always)]
    pub(super) fn by_sums(word: u64) -> Counted {
        let mut below = counted_by_bytes(word);
        below += below << 8;
        below += below << 16;
        below += below << 32;
        Counted { word, below }
    }

    /// The number of set bits.
    #[inline]
    pub(super) fn count(self) -> u32 {
        (self.below >> 56) as u32
    }

    /// The index of a uniformly random set bit. At least one bit must be set.
    #[inline]
    pub(super) fn any_place(self, random: &mut Random) -> u32 {
        self.place(number_below(self.count(), random))
    }

    /// The index of the set bit with rank `number`. Ranks are counted from 0 at the lowest set bit. The rank must
    /// exist.
    #[inline]
    pub(super) fn place(self, number: u32) -> u32 {
        // A byte keeps its top bit if it and the bytes below have at most `number` bits.
        let passed = (((u64::from(number) * ONES) | TOPS) - self.below) & TOPS;
        let byte = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
        let before = (self.below << 8) >> byte;
        let bits = (self.word >> byte & 0xFF) as usize;
        byte + u32::from(PLACES[(number.wrapping_sub(before as u32) & 7) as usize][bits])
    }
}

/// The number of set bits in each byte.
#[inline(always)]
fn counted_by_bytes(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
}

/// A random number below `end`; see [`super::below`].
#[inline]
pub(super) fn number_below(end: u32, random: &mut Random) -> u32 {
    (((random.bits() >> 32) * u64::from(end)) >> 32) as u32
}

/// The index of a uniformly random set bit of a word, which must have one.
#[inline]
pub(super) fn any_place(word: u64, random: &mut Random) -> u32 {
    Counted::of(word).any_place(random)
}

/// The set bits of a word as single-bit words, the lowest first.
#[inline]
pub(super) fn each_bit(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
