//! Static relations between the values of two sorts: which value stands beside which, whatever the position.

use super::operations::{Operations, Rows, WordId, image};

/// So many shifts at most are taken in the place of a table.
const MOST_SHIFTS: usize = 6;

/// Pairs of values: for each value of the first sort those of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) rows: Box<Rows>,
}

/// Some bits, all moved by the same number of places; up where that is above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) by: i32,
    pub(super) mask: u64,
}

impl Relation {
    pub(super) fn new() -> Relation {
        Relation { rows: Box::new([0; 64]) }
    }

    pub(super) fn insert(&mut self, one: usize, other: usize) {
        self.rows[one] |= 1 << other;
    }

    /// The same pairs the other way round.
    pub(super) fn turned(&self) -> Relation {
        let mut turned = Relation::new();
        for (one, row) in self.rows.iter().enumerate() {
            (0..64).filter(|other| row >> other & 1 == 1).for_each(|other| turned.insert(other, one));
        }
        turned
    }

    /// The pairs that another relation has as well.
    pub(super) fn meet(&mut self, other: &Relation) {
        self.rows.iter_mut().zip(other.rows.iter()).for_each(|(row, other)| *row &= other);
    }

    /// The pairs whose values are among these.
    pub(super) fn within(&mut self, one: u64, other: u64) {
        for (at, row) in self.rows.iter_mut().enumerate() {
            *row &= if one >> at & 1 == 1 { other } else { 0 };
        }
    }

    /// Pairs of the first value of this relation and the second of another one, with some value between them.
    pub(super) fn then(&self, next: &Relation) -> Relation {
        let mut all = Relation::new();
        for (row, from) in all.rows.iter_mut().zip(self.rows.iter()) {
            *row = image(&next.rows, *from);
        }
        all
    }

    /// As partial shifts, where few are enough.
    fn shifts(&self) -> Option<Vec<Shift>> {
        let mut shifts: Vec<Shift> = Vec::new();
        for (one, row) in self.rows.iter().enumerate() {
            for other in (0..64).filter(|other| row >> other & 1 == 1) {
                let by = other - one as i32;
                match shifts.iter().position(|shift| shift.by == by) {
                    Some(at) => shifts[at].mask |= 1 << one,
                    None if shifts.len() < MOST_SHIFTS => shifts.push(Shift { by, mask: 1 << one }),
                    None => return None,
                }
            }
        }
        Some(shifts)
    }

    /// The second values of all pairs whose first values are bits of a word.
    pub(super) fn image(&self, operations: &mut Operations, of: WordId) -> WordId {
        let possible = operations.possible(of);
        let mut relation = self.clone();
        relation.within(possible, u64::MAX);
        if operations.value(of).is_some() {
            return operations.image(&relation.rows, of);
        }
        match relation.shifts() {
            // What is played is one bit, which a table answers at once.
            Some(shifts) if !operations.is_played(of) || shifts.len() < 2 => {
                let mut all = operations.constant(0);
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
        let mut relation = Relation::new();
        for field in 0..16 {
            let (column, row) = (field % 4 + east, field / 4 + north);
            if (0..4).contains(&column) && (0..4).contains(&row) {
                relation.insert(field as usize, (row * 4 + column) as usize);
            }
        }
        relation
    }

    #[test]
    fn a_step_is_a_shift_with_a_mask() {
        assert_eq!(step(1, 0).shifts(), Some(vec![Shift { by: 1, mask: 0x7777 }]));
        assert_eq!(step(-1, -1).shifts(), Some(vec![Shift { by: -5, mask: 0xEEE0 }]));
        assert_eq!(step(1, 0).turned(), step(-1, 0));
    }

    #[test]
    fn steps_follow_each_other() {
        assert_eq!(step(1, 0).then(&step(0, 1)), step(1, 1));
        let mut both = step(1, 0);
        both.meet(&step(0, 1));
        assert_eq!(both, Relation::new());
    }
}
