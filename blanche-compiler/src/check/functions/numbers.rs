//! Finds comparisons that contradict each other because they constrain the same sum.

use blanche_sorted::SortedMap;

use crate::program::{Linear, Operator};

/// Constraints on sums of places. A sum is identified by the factor of each of its places.
#[derive(Default)]
pub(super) struct Sums {
    known: SortedMap<Vec<(usize, i64)>, Range>,
}

/// The possible values of a sum.
struct Range {
    least: i64,
    greatest: i64,
    excluded: Vec<i64>,
}

impl Sums {
    /// Adds a comparison whose arguments are places or numbers. Returns `false` if it contradicts the others.
    pub(super) fn add(&mut self, linear: &Linear, arguments: &[Argument]) -> bool {
        let mut sum: SortedMap<usize, i64> = SortedMap::new();
        let mut constant = linear.constant;
        for (factor, argument) in linear.factors.iter().zip(arguments) {
            match argument {
                Argument::Place(place) => *sum.entry(*place).or_default() += factor,
                Argument::Number(number) => constant += factor * number,
            }
        }
        sum.retain(|_, factor| *factor != 0);
        let (mut operator, mut sum): (Operator, Vec<(usize, i64)>) =
            (linear.operator, sum.into_iter().collect());
        if sum.is_empty() {
            return operator.holds(constant.cmp(&0));
        }
        if sum[0].1 < 0 {
            sum.iter_mut().for_each(|(_, factor)| *factor = -*factor);
            (operator, constant) = (negated(operator), -constant);
        }
        let range = self.known.entry(sum).or_insert(Range {
            least: i64::MIN,
            greatest: i64::MAX,
            excluded: Vec::new(),
        });
        range.narrow(operator, -constant);
        range.has_a_number()
    }
}

/// An argument of a comparison.
pub(super) enum Argument {
    /// A place without a known value.
    Place(usize),
    /// A known value.
    Number(i64),
}

impl Range {
    /// Adds a constraint on the sum. For example, `Less` and 3 mean that the sum is less than 3.
    fn narrow(&mut self, operator: Operator, with: i64) {
        match operator {
            Operator::Equal => {
                self.least = self.least.max(with);
                self.greatest = self.greatest.min(with);
            }
            Operator::Unequal => self.excluded.push(with),
            Operator::Less => self.greatest = self.greatest.min(with - 1),
            Operator::AtMost => self.greatest = self.greatest.min(with),
            Operator::Greater => self.least = self.least.max(with + 1),
            Operator::AtLeast => self.least = self.least.max(with),
        }
    }

    fn has_a_number(&self) -> bool {
        let is_one = self.least == self.greatest;
        self.least <= self.greatest && !(is_one && self.excluded.contains(&self.least))
    }
}

/// The operator that remains correct when both sides are negated, so that `<` becomes `>`.
fn negated(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::AtMost => Operator::AtLeast,
        Operator::Greater => Operator::Less,
        Operator::AtLeast => Operator::AtMost,
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(operator: Operator, factors: &[i64], constant: i64) -> Linear {
        Linear { operator, factors: factors.to_vec(), constant }
    }

    #[test]
    fn contradictory_comparisons_of_the_same_sum_are_detected() {
        use Operator::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
        for (first, second, holds) in [
            ((Less, 3), (AtLeast, 3), false),
            ((AtMost, 3), (AtLeast, 3), true),
            ((Equal, 3), (Unequal, 3), false),
            ((Equal, 3), (Equal, 4), false),
            ((Greater, 3), (Less, 4), false),
            ((Unequal, 3), (Unequal, 4), true),
        ] {
            let mut sums = Sums::default();
            let mut add = |(operator, number): (Operator, i64), factor: i64| {
                // The comparison is also tested with its sides swapped.
                let operator = if factor < 0 { negated(operator) } else { operator };
                sums.add(&linear(operator, &[factor], -number * factor), &[Argument::Place(7)])
            };
            assert!(add(first, 1));
            assert_eq!(add(second, -1), holds, "{first:?} {second:?}");
        }
    }

    #[test]
    fn a_comparison_of_constants_is_evaluated() {
        let mut sums = Sums::default();
        let difference = linear(Operator::Less, &[1, -1], 0);
        assert!(sums.add(&difference, &[Argument::Number(1), Argument::Number(2)]));
        assert!(!sums.add(&difference, &[Argument::Place(1), Argument::Place(1)]));
    }
}
