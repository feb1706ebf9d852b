//! Comparisons: two sums and the relation between them.
//!
//! There is a separate predicate for every form of comparison and every combination of sorts. The arguments of the
//! predicate are all terms except numbers, in the order of the text. A comparison is linear, and each argument has the
//! factor 1 or -1. So in an equality each argument is determined by the others.

use crate::program::{Program, SortId};
use crate::runtime::Value;
use crate::syntax::ast::Operator;

/// The form of a comparison, independent of its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// The operator between the two sides.
    pub operator: Operator,
    /// The left side, which has at least one summand.
    pub left: Vec<Summand>,
    /// The right side, which has at least one summand.
    pub right: Vec<Summand>,
}

/// A summand of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Summand {
    /// Whether the summand is subtracted.
    pub is_taken_away: bool,
    /// The summand itself.
    pub part: Part,
}

/// A comparison as a linear form over the values of its arguments. The linear form is a constant plus each value
/// multiplied by 1 or -1, and is compared with 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The operator between the linear form and 0.
    pub operator: Operator,
    /// The factor of each argument, 1 or -1.
    pub factors: Vec<i64>,
    /// The constant summand.
    pub constant: i64,
}

impl Linear {
    /// Whether the comparison holds for these values.
    pub fn holds(&self, values: &[Value]) -> bool {
        let weighed = self.factors.iter().zip(values).map(|(factor, value)| factor * i64::from(*value));
        self.operator.holds((self.constant + weighed.sum::<i64>()).cmp(&0))
    }

    /// The value of the argument with index `free` for which both sides are equal. `None` if this value is outside the
    /// range of values. The entry of `values` for this argument is ignored.
    pub fn solved(&self, free: usize, values: &[Value]) -> Option<Value> {
        let others = self.factors.iter().zip(values).enumerate().filter(|(at, _)| *at != free);
        let sum: i64 = others.map(|(_, (factor, value))| factor * i64::from(*value)).sum();
        Value::try_from(-(self.constant + sum) * self.factors[free]).ok()
    }
}

/// The content of a summand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The next argument of the comparison.
    Argument,
    /// A number in the text.
    Number(i64),
}

impl Comparison {
    /// The factor of each argument, 1 or -1, in the difference between the sides (left minus right).
    pub fn factors(&self) -> Vec<i64> {
        self.weighed()
            .filter(|(_, summand)| summand.part == Part::Argument)
            .map(|(factor, _)| factor)
            .collect()
    }

    /// The constant in the difference between the sides (left minus right).
    pub fn constant(&self) -> i64 {
        let numbers = self.weighed().filter_map(|(factor, summand)| match summand.part {
            Part::Number(number) => Some(factor * number),
            Part::Argument => None,
        });
        numbers.sum()
    }

    /// All summands, with their factors in the difference between the sides (left minus right).
    fn weighed(&self) -> impl Iterator<Item = (i64, &Summand)> {
        let of = |side: i64| move |summand: &'_ Summand| if summand.is_taken_away { -side } else { side };
        let left = self.left.iter().map(move |summand| (of(1)(summand), summand));
        left.chain(self.right.iter().map(move |summand| (of(-1)(summand), summand)))
    }

    /// The linear form of the comparison for arguments of these sorts.
    pub fn linear(&self, program: &Program, sorts: &[SortId]) -> Linear {
        let factors = self.factors();
        let origin = |(factor, sort): (&i64, &SortId)| factor * program.sort(*sort).number(0);
        let constant = self.constant() + factors.iter().zip(sorts).map(origin).sum::<i64>();
        Linear { operator: self.operator, factors, constant }
    }

    /// Whether the comparison determines each argument from the others. This depends on the number of arguments.
    pub fn is_solved_for_one(&self, arguments: usize) -> bool {
        // A mode is a mask of 32 bits. All arguments from the last bit on would share this bit.
        self.operator == Operator::Equal && arguments < 32
    }

    /// The least and the greatest difference between the sides (left minus right), for given bounds of each argument.
    pub fn bounds<T: PartialEq>(&self, arguments: impl IntoIterator<Item = (T, (i64, i64))>) -> (i64, i64) {
        let (mut least, mut greatest) = (self.constant(), self.constant());
        // Equal arguments have the same value, so their factors are added.
        let mut counted: Vec<(T, i64, (i64, i64))> = Vec::new();
        for (factor, (argument, bounds)) in self.factors().into_iter().zip(arguments) {
            match counted.iter_mut().find(|(known, ..)| *known == argument) {
                Some((_, count, _)) => *count += factor,
                None => counted.push((argument, factor, bounds)),
            }
        }
        for (_, factor, (low, high)) in counted {
            let (low, high) = (factor * low, factor * high);
            let (low, high) = (low.min(high), low.max(high));
            least += low;
            greatest += high;
        }
        (least, greatest)
    }

    /// Whether the comparison holds, given that the difference between the sides is within these bounds. `None` if it
    /// holds for some of the differences and not for others.
    pub fn decided(&self, (least, greatest): (i64, i64)) -> Option<bool> {
        let holds = |number: i64| self.operator.holds(number.cmp(&0));
        let inside = least <= 0 && 0 <= greatest;
        let ends = [Some(least), Some(greatest), inside.then_some(0)];
        // Between these numbers, the result of the comparison does not change.
        let also = [least + 1, greatest - 1]
            .into_iter()
            .filter(|number| (least..=greatest).contains(number))
            .map(Some);
        let mut all = ends.into_iter().chain(also).flatten().map(holds);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    /// The text of the comparison with these arguments.
    pub fn text(&self, arguments: &[String]) -> String {
        let mut arguments = arguments.iter();
        let left = side(&self.left, &mut arguments);
        let right = side(&self.right, &mut arguments);
        format!("{left} {} {right}", self.operator.sign())
    }

    /// The text of the left side with these arguments.
    pub fn left_text(&self, arguments: &[String]) -> String {
        side(&self.left, &mut arguments.iter())
    }
}

fn side<'w>(summands: &[Summand], arguments: &mut impl Iterator<Item = &'w String>) -> String {
    let mut text = String::new();
    for (at, summand) in summands.iter().enumerate() {
        let word = match summand.part {
            Part::Argument => arguments.next().cloned().unwrap_or_default(),
            Part::Number(number) => number.to_string(),
        };
        if at == 0 {
            text += &word;
            continue;
        }
        // Adding a negative number is written as a subtraction.
        let (below, word) = word.strip_prefix('-').map_or((false, word.as_str()), |word| (true, word));
        text += if summand.is_taken_away == below { " + " } else { " - " };
        text += word;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_number_is_written_as_a_subtraction_or_addition() {
        let argument = |is_taken_away| Summand { is_taken_away, part: Part::Argument };
        let comparison = Comparison {
            operator: Operator::Equal,
            left: vec![argument(false), argument(false), argument(true)],
            right: vec![argument(false)],
        };
        let text = |words: [&str; 4]| comparison.text(&words.map(String::from));
        assert_eq!(text(["-1", "-2", "-3", "-4"]), "-1 - 2 + 3 = -4");
        assert_eq!(text(["1", "2", "3", "0"]), "1 + 2 - 3 = 0");
    }
}
