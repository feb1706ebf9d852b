//! Static relations between the values of two sorts: which value stands beside which, whatever the position.

use super::operations::{Operations, Rows, WordId, image};
use crate::runtime::U256;

/// So many shifts at most are taken in the place of a table.
const MOST_SHIFTS: usize = 6;

/// Pairs of values: for each value of the first sort those of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) rows: Rows,
}

/// Some bits, all moved by the same number of places; up where that is above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) by: i32,
    pub(super) mask: U256,
}

impl Relation {
    /// No pairs of values that are bits of words of this width.
    pub(super) fn new(width: u32) -> Relation {
        Relation { rows: vec![U256::NONE; width as usize].into() }
    }

    fn empty(&self) -> Relation {
        Relation::new(self.rows.len() as u32)
    }

    /// All pairs, by their first values.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..).zip(&self.rows).flat_map(|(one, row)| row.places().map(move |other| (one, other)))
    }

    pub(super) fn insert(&mut self, one: u32, other: u32) {
        self.rows[one as usize] |= U256::bit(other);
    }

    /// The same pairs the other way round.
    pub(super) fn turned(&self) -> Relation {
        let mut turned = self.empty();
        self.pairs().for_each(|(one, other)| turned.insert(other, one));
        turned
    }

    /// The pairs that another relation has as well.
    pub(super) fn meet(&mut self, other: &Relation) {
        self.rows.iter_mut().zip(other.rows.iter()).for_each(|(row, other)| *row &= *other);
    }

    /// Whether another relation has all its pairs.
    pub(super) fn is_part(&self, other: &Relation) -> bool {
        self.rows.iter().zip(&other.rows).all(|(row, other)| (*row & !*other).is_empty())
    }

    /// The pairs whose values are among these.
    pub(super) fn within(&mut self, one: U256, other: U256) {
        for (at, row) in (0..).zip(&mut self.rows) {
            *row &= if one.has(at) { other } else { U256::NONE };
        }
    }

    /// Pairs of the first value of this relation and the second of another one, with some value between them.
    pub(super) fn then(&self, next: &Relation) -> Relation {
        let mut all = self.empty();
        for (row, from) in all.rows.iter_mut().zip(self.rows.iter()) {
            *row = image(&next.rows, *from);
        }
        all
    }

    /// Pairs of the first value of the first relation and the second of the last one, with some values between them; none without
    /// a relation.
    pub(super) fn of_way(steps: &[Relation]) -> Option<Relation> {
        steps.iter().cloned().reduce(|all, step| all.then(&step))
    }

    /// As partial shifts, where few are enough.
    fn shifts(&self) -> Option<Vec<Shift>> {
        let mut shifts: Vec<Shift> = Vec::new();
        for (one, other) in self.pairs() {
            let (by, bit) = (other as i32 - one as i32, U256::bit(one));
            match shifts.iter().position(|shift| shift.by == by) {
                Some(at) => shifts[at].mask |= bit,
                None if shifts.len() < MOST_SHIFTS => shifts.push(Shift { by, mask: bit }),
                None => return None,
            }
        }
        Some(shifts)
    }

    /// The second values of all pairs whose first values are bits of a word.
    pub(super) fn image(&self, operations: &mut Operations, of: WordId) -> WordId {
        let possible = operations.possible(of);
        let mut relation = self.clone();
        relation.within(possible, operations.all());
        if operations.value(of).is_some() {
            return operations.image(&relation.rows, of);
        }
        match relation.shifts() {
            // What is played is one bit, which a table answers at once.
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

    /// The fields of a board of 4 by 4 and those to the right of and above them.
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
        assert_eq!(step(1, 0).turned(), step(-1, 0));
    }

    #[test]
    fn steps_follow_each_other() {
        assert_eq!(step(1, 0).then(&step(0, 1)), step(1, 1));
        let mut both = step(1, 0);
        both.meet(&step(0, 1));
        assert_eq!(both, Relation::new(64));
    }
}
