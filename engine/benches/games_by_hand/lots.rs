//! Draws the fields of a board in random order, each at most once per game.

use blanche_compiler::random::Random;

use super::bits::number_below;

/// All fields of a board in some order. A game draws them from the end. The next game continues with the order that is
/// left, which is as good as any other.
pub(crate) struct Lots<const FIELDS: usize>([u8; FIELDS]);

impl<const FIELDS: usize> Lots<FIELDS> {
    pub(super) fn new(field: impl FnMut(usize) -> u8) -> Lots<FIELDS> {
        Lots(std::array::from_fn(field))
    }

    /// Draws one of the `left` fields that were not drawn yet.
    #[inline]
    pub(super) fn draw(&mut self, left: u32, random: &mut Random) -> u8 {
        let (last, any) = (left as usize - 1, number_below(left, random) as usize);
        self.0.swap(any, last);
        self.0[last]
    }
}
