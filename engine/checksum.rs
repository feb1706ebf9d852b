//! A checksum of answers and positions.

use std::hash::Hasher;

/// A checksum that depends on the values and on their order.
/// CITE: Fowler, Noll, Vo and Eastlake, *The FNV Non-Cryptographic Hash Algorithm*: FNV-1a, 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// The checksum of a string.
    pub fn of(text: &str) -> u64 {
        let mut sum = Checksum::default();
        sum.add_bytes(text.as_bytes());
        sum.0
    }

    /// Adds a number, as eight little-endian bytes.
    pub fn add(&mut self, value: u64) {
        self.add_bytes(&value.to_le_bytes());
    }

    /// Adds a byte string.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Hasher for Checksum {
    fn write(&mut self, bytes: &[u8]) {
        self.add_bytes(bytes);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
