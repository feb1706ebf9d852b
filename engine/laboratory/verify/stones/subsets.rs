//! Enumerates small sets of fields by number, and visits the numbers in a scattered order.

use noire_engine::board::{Point, PointSet};

/// The binomial coefficient: the number of sets of `few` among `all` elements.
pub(crate) fn choose(all: usize, few: usize) -> u64 {
    if few > all {
        return 0;
    }
    (0..few as u64).fold(1, |product, number| product * (all as u64 - number) / (number + 1))
}

/// The set with this number. Sets consist of `few` of these fields.
pub(crate) fn chosen(fields: &[Point], few: usize, mut number: u64) -> PointSet {
    let mut set = PointSet::EMPTY;
    let mut left = few;
    for (at, field) in fields.iter().enumerate() {
        if left == 0 {
            break;
        }
        let with = choose(fields.len() - at - 1, left - 1);
        if number < with {
            set.insert(*field);
            left -= 1;
        } else {
            number -= with;
        }
    }
    set
}

/// A permutation of the numbers below `bound`: consecutive turns are mapped to numbers that are far apart.
pub(crate) fn scattered(turn: u64, start: u64, bound: u64) -> u64 {
    // Steps that are the golden ratio times the bound spread the numbers most evenly.
    let mut step = ((bound as f64 * 0.618_033_988_75) as u64).max(1);
    while gcd(step, bound) != 1 {
        step += 1;
    }
    ((u128::from(turn) * u128::from(step) + u128::from(start)) % u128::from(bound)) as u64
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}
