//! Seeded random numbers. They are the same on every machine and in every version, so everything that is generated from
//! a seed can be generated again.
//!
//! Random programs, positions and games are generated from these numbers, and the repository contains corpora that
//! depend on them. The output of a library may change, so the generator (splitmix64) is written out here. CITE: Steele,
//! Lea, Flood 2014, *Fast splittable pseudorandom number generators*.

/// A seeded random number generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// The increment of splitmix64. It is an odd number (2^64 divided by the golden ratio), and its multiples are spread
/// evenly.
pub const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output function of splitmix64. It is a hash: every bit of the result depends on every bit of the input.
#[inline]
pub const fn mixed(number: u64) -> u64 {
    let mut mixed = number;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A generator for one item, given a seed and the numbers of the item. Items with neighbouring numbers get
    /// unrelated random numbers.
    pub fn of(seed: u64, place: &[u64]) -> Random {
        let join = |random: u64, number: &u64| Random(random ^ number.wrapping_mul(ODD)).bits();
        Random(place.iter().fold(Random(seed).bits(), join))
    }

    /// A uniformly random 64-bit number.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(ODD);
        mixed(self.0)
    }

    /// A random number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// A random number below `end`, which must not be 0 and must fit into 32 bits. The number is the high half of a
    /// product, which is faster to compute than a remainder. The probabilities of two numbers differ by at most 2^-32.
    #[inline]
    pub fn index(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }

    /// A random number from `first` to `last`, inclusive.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// Returns `true` with a probability of `yes` percent.
    pub fn percent(&mut self, yes: usize) -> bool {
        self.below(100) < yes
    }

    /// A random element of `items`, which must not be empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Shuffles the items uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            items.swap(end - 1, self.below(end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// Reference values of splitmix64 for the seed 1234567. The authors of splitmix64 published them.
    #[test]
    fn the_generator_is_splitmix64() {
        let mut random = Random::new(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_shuffle_is_a_permutation_and_streams_differ() {
        let mut items: Vec<usize> = (0..100).collect();
        Random::of(1, &[2]).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..100));
        assert_ne!(Random::of(1, &[2]).bits(), Random::of(1, &[3]).bits());
    }
}
