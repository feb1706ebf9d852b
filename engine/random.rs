//! Seeded random numbers, the same on every machine: what is drawn with a seed can be drawn again.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of this seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The stream of a seed and of the place where it is used, so that streams beside each other differ.
    pub(crate) fn of(seed: u64, place: &[u64]) -> Random {
        let join = |random: u64, number: &u64| Random(random ^ number.wrapping_mul(ODD)).next();
        Random(place.iter().fold(Random(seed).next(), join))
    }

    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Any number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(ODD);
        mixed(self.0)
    }
}

/// An odd number without a pattern: its multiples are far from one another.
pub(crate) const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number whose every digit depends on every digit of the given one.
pub(crate) const fn mixed(number: u64) -> u64 {
    // CITE: Steele, Lea, Flood 2014, splitmix64.
    let mut mixed = number;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
