//! 256-bit words, for boards of up to 256 fields.

use std::fmt::{self, Debug};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A 256-bit word: four 64-bit parts, the lowest bits first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct U256(pub [u64; 4]);

impl U256 {
    /// The word without any bit set.
    pub const NONE: U256 = U256([0; 4]);

    /// The word with only the bit `place` set, which must be below 256.
    #[inline]
    pub const fn bit(place: u32) -> U256 {
        let (part, bit) = (place / 64, 1 << (place % 64));
        U256([
            if part == 0 { bit } else { 0 },
            if part == 1 { bit } else { 0 },
            if part == 2 { bit } else { 0 },
            if part == 3 { bit } else { 0 },
        ])
    }

    /// The word with the lowest `bits` bits set.
    pub fn lowest(bits: u32) -> U256 {
        (0..bits).collect()
    }

    /// Whether no bit is set.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Whether the bit `place` is set.
    #[inline]
    pub fn has(self, place: u32) -> bool {
        self.0.get(place as usize / 64).is_some_and(|part| part >> (place % 64) & 1 == 1)
    }

    /// The number of bits that are set.
    pub fn count_ones(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    /// The indices of the set bits, in ascending order.
    pub fn places(self) -> impl Iterator<Item = u32> {
        (0..4).flat_map(move |at| {
            let mut left = self.0[at];
            std::iter::from_fn(move || {
                let place = (left != 0).then(|| 64 * at as u32 + left.trailing_zeros());
                left &= left.wrapping_sub(1);
                place
            })
        })
    }
}

impl From<bool> for U256 {
    /// The word with bit 0 set for `true`, and without any bit set for `false`.
    #[inline]
    fn from(holds: bool) -> U256 {
        U256([u64::from(holds), 0, 0, 0])
    }
}

impl FromIterator<u32> for U256 {
    fn from_iter<T: IntoIterator<Item = u32>>(places: T) -> U256 {
        places.into_iter().fold(U256::NONE, |word, place| word | U256::bit(place))
    }
}

impl Debug for U256 {
    /// Formats the word as a decimal number if it fits into 64 bits, otherwise in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        match [b, c, d] {
            [0, 0, 0] => write!(f, "{a}"),
            _ => write!(f, "0x{d:016x}_{c:016x}_{b:016x}_{a:016x}"),
        }
    }
}

// The operators below are written out for each part and not mapped over the parts. They are called from other crates,
// hundreds of times per move, and must be inlined to a few instructions.

impl BitAnd for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitand(self, other: U256) -> U256 {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        U256([a & e, b & f, c & g, d & h])
    }
}

impl BitOr for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitor(self, other: U256) -> U256 {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        U256([a | e, b | f, c | g, d | h])
    }
}

impl BitAndAssign for U256 {
    #[inline(always)]
    fn bitand_assign(&mut self, other: U256) {
        *self = *self & other;
    }
}

impl BitOrAssign for U256 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: U256) {
        *self = *self | other;
    }
}

impl Not for U256 {
    type Output = U256;

    #[inline(always)]
    fn not(self) -> U256 {
        let [a, b, c, d] = self.0;
        U256([!a, !b, !c, !d])
    }
}

impl Shl<u32> for U256 {
    type Output = U256;

    /// Shifts left by fewer than 256 bits.
    #[inline(always)]
    fn shl(self, by: u32) -> U256 {
        let ([a, b, c, d], bits) = (self.0, by % 64);
        // The bits that move here from the part below. They are shifted in two steps, because a 64-bit integer cannot
        // be shifted by 64.
        let up = |below: u64, part: u64| part << bits | below >> 1 >> (63 - bits);
        match by / 64 {
            0 => U256([a << bits, up(a, b), up(b, c), up(c, d)]),
            1 => U256([0, a << bits, up(a, b), up(b, c)]),
            2 => U256([0, 0, a << bits, up(a, b)]),
            _ => U256([0, 0, 0, a << bits]),
        }
    }
}

impl Shr<u32> for U256 {
    type Output = U256;

    /// Shifts right by fewer than 256 bits.
    #[inline(always)]
    fn shr(self, by: u32) -> U256 {
        let ([a, b, c, d], bits) = (self.0, by % 64);
        let down = |part: u64, above: u64| part >> bits | above << 1 << (63 - bits);
        match by / 64 {
            0 => U256([down(a, b), down(b, c), down(c, d), d >> bits]),
            1 => U256([down(b, c), down(c, d), d >> bits, 0]),
            2 => U256([down(c, d), d >> bits, 0, 0]),
            _ => U256([d >> bits, 0, 0, 0]),
        }
    }
}
