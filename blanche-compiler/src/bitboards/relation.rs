//! Static relations between the values of two sorts, such as adjacency, which are the same in every position.

use super::operations::{Operations, Rows, WordId, image};
use crate::runtime::U256;

/// Maximum number of shifts that may replace a table.
const MAX_SHIFTS: usize = 6;

/// Pairs of values: for each value of the first sort, the related values of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) rows: Rows,
}

/// A shift of some bits of a word; a positive distance shifts up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) by: i32,
    pub(super) mask: U256,
}

impl Relation {
    /// The empty relation on values that are bits of words of this width.
    pub(super) fn new(width: u32) -> Relation {
        Relation { rows: vec![U256::NONE; width as usize].into() }
    }

    fn empty(&self) -> Relation {
        Relation::new(self.rows.len() as u32)
    }

    /// All pairs, ordered by their first values.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..).zip(&self.rows).flat_map(|(one, row)| row.places().map(move |other| (one, other)))
    }

    pub(super) fn insert(&mut self, one: u32, other: u32) {
        self.rows[one as usize] |= U256::bit(other);
    }

    /// The inverse relation, with first and second values exchanged.
    pub(super) fn inverse(&self) -> Relation {
        let mut turned = self.empty();
        self.pairs().for_each(|(one, other)| turned.insert(other, one));
        turned
    }

    /// Intersects this relation with another relation.
    pub(super) fn meet(&mut self, other: &Relation) {
        self.rows.iter_mut().zip(other.rows.iter()).for_each(|(row, other)| *row &= *other);
    }

    /// Whether this relation is a subset of another relation.
    pub(super) fn is_part(&self, other: &Relation) -> bool {
        self.rows.iter().zip(&other.rows).all(|(row, other)| (*row & !*other).is_empty())
    }

    /// Restricts the relation to the given first and second values.
    pub(super) fn within(&mut self, one: U256, other: U256) {
        for (at, row) in (0..).zip(&mut self.rows) {
            *row &= if one.has(at) { other } else { U256::NONE };
        }
    }

    /// The composition of this relation with the relation `next`.
    pub(super) fn then(&self, next: &Relation) -> Relation {
        let mut all = self.empty();
        for (row, from) in all.rows.iter_mut().zip(self.rows.iter()) {
            *row = image(&next.rows, *from);
        }
        all
    }

    /// The composition of several relations in sequence; `None` if there are none.
    pub(super) fn of_way(steps: &[Relation]) -> Option<Relation> {
        steps.iter().cloned().reduce(|all, step| all.then(&step))
    }

    /// The relation as partial shifts, if few suffice.
    fn shifts(&self) -> Option<Vec<Shift>> {
        let mut shifts: Vec<Shift> = Vec::new();
        for (one, other) in self.pairs() {
            let (by, bit) = (other as i32 - one as i32, U256::bit(one));
            match shifts.iter().position(|shift| shift.by == by) {
                Some(at) => shifts[at].mask |= bit,
                None if shifts.len() < MAX_SHIFTS => shifts.push(Shift { by, mask: bit }),
                None => return None,
            }
        }
        Some(shifts)
    }

    /// The image of a word: the second values of all pairs whose first values are bits of the word.
    pub(super) fn image(&self, operations: &mut Operations, of: WordId) -> WordId {
        let possible = operations.possible(of);
        let mut relation = self.clone();
        relation.within(possible, operations.all());
        if operations.value(of).is_some() {
            return operations.image(&relation.rows, of);
        }
        match relation.shifts() {
            // The played value is a single bit, for which a table needs only one lookup.
            Some(shifts) if !operations.is_played(of) || shifts.len() < 2 => {
                let mut all = operations.nothing();
                for shift in shifts {
                    let moved = operations.shift(of, shift);
                    all = operations.or(all, moved);
                }
                all
            }
            _ => operations.image(&relation.rows, of),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps by a column and row offset on a board of 4 by 4 fields.
    fn step(east: i32, north: i32) -> Relation {
        let mut relation = Relation::new(64);
        for field in 0..16 {
            let (column, row) = (field % 4 + east, field / 4 + north);
            if (0..4).contains(&column) && (0..4).contains(&row) {
                relation.insert(field as u32, (row * 4 + column) as u32);
            }
        }
        relation
    }

    fn mask(bits: u64) -> U256 {
        U256([bits, 0, 0, 0])
    }

    #[test]
    fn a_step_is_a_shift_with_a_mask() {
        assert_eq!(step(1, 0).shifts(), Some(vec![Shift { by: 1, mask: mask(0x7777) }]));
        assert_eq!(step(-1, -1).shifts(), Some(vec![Shift { by: -5, mask: mask(0xEEE0) }]));
        assert_eq!(step(1, 0).inverse(), step(-1, 0));
    }

    #[test]
    fn steps_compose() {
        assert_eq!(step(1, 0).then(&step(0, 1)), step(1, 1));
        let mut both = step(1, 0);
        both.meet(&step(0, 1));
        assert_eq!(both, Relation::new(64));
    }
}
