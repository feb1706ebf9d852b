//! Seeded random numbers, the same on every machine and in every version: what is drawn with a seed can be drawn again.
//!
//! Random programs, positions and games are drawn from it, and committed corpora stand on its numbers; so it is splitmix64,
//! written out, and no library whose numbers may change.
//! CITE: Steele, Lea, Flood 2014, *Fast splittable pseudorandom number generators*.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// An odd number without a pattern: its multiples are far from one another.
pub const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number whose every bit depends on every bit of the given one.
#[inline]
pub const fn mixed(number: u64) -> u64 {
    let mut mixed = number;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

impl Random {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The stream of a seed and of the place where it is used, so that streams beside each other differ.
    pub fn of(seed: u64, place: &[u64]) -> Random {
        let join = |random: u64, number: &u64| Random(random ^ number.wrapping_mul(ODD)).bits();
        Random(place.iter().fold(Random(seed).bits(), join))
    }

    /// Any number of 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(ODD);
        mixed(self.0)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// A number below `end`, which is not 0 and takes 32 bits at most: the high half of a product, which is faster than a
    /// remainder. No number is likelier than another by more than one in 2^32.
    #[inline]
    pub fn index(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }

    /// A number from `first` to `last`, both included.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// Yes in so many of a hundred cases.
    pub fn percent(&mut self, yes: usize) -> bool {
        self.below(100) < yes
    }

    /// One of the items, of which there is at least one.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Brings the items into any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            items.swap(end - 1, self.below(end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// Reference values of splitmix64 for the seed 1234567, as its authors give them.
    #[test]
    fn it_is_splitmix64() {
        let mut random = Random::new(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_shuffle_loses_nothing_and_streams_differ() {
        let mut items: Vec<usize> = (0..100).collect();
        Random::of(1, &[2]).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..100));
        assert_ne!(Random::of(1, &[2]).bits(), Random::of(1, &[3]).bits());
    }
}
