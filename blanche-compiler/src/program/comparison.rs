//! Comparisons: two sums, and what must hold of them.
//!
//! A comparison is a predicate of its own for every form and every choice of sorts. Its arguments are the terms that are
//! no written numbers, in the order of the text. It is linear, and each argument counts once or is taken away once, so
//! that any one of them follows from the others where both sides are equal.

use crate::program::{Program, SortId};
use crate::runtime::Value;
use crate::syntax::ast::Operator;

/// What a comparison says of its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// What is said of the two sides.
    pub operator: Operator,
    /// The left side; at least one summand.
    pub left: Vec<Summand>,
    /// The right side; at least one summand.
    pub right: Vec<Summand>,
}

/// A summand of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Summand {
    /// A `-` stands in front of it.
    pub is_taken_away: bool,
    /// What it is.
    pub part: Part,
}

/// A comparison over the values of its arguments: how a constant and the values, each taken once or taken away once,
/// compare with 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// What is said of it and 0.
    pub operator: Operator,
    /// For each argument 1 or -1.
    pub factors: Vec<i64>,
    /// What is added.
    pub constant: i64,
}

impl Linear {
    /// Whether it holds of these values.
    pub fn holds(&self, values: &[Value]) -> bool {
        let weighed = self.factors.iter().zip(values).map(|(factor, value)| factor * i64::from(*value));
        self.operator.holds((self.constant + weighed.sum::<i64>()).cmp(&0))
    }

    /// What one argument must be so that both sides are equal, where a value can be that; at its place any value stands.
    pub fn solved(&self, free: usize, values: &[Value]) -> Option<Value> {
        let others = self.factors.iter().zip(values).enumerate().filter(|(at, _)| *at != free);
        let sum: i64 = others.map(|(_, (factor, value))| factor * i64::from(*value)).sum();
        Value::try_from(-(self.constant + sum) * self.factors[free]).ok()
    }
}

/// What a summand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The next argument.
    Argument,
    /// A number as it is written.
    Number(i64),
}

impl Comparison {
    /// What each argument counts in the left side less the right one: 1 or -1.
    pub fn factors(&self) -> Vec<i64> {
        self.weighed()
            .filter(|(_, summand)| summand.part == Part::Argument)
            .map(|(factor, _)| factor)
            .collect()
    }

    /// The numbers of the left side less those of the right one.
    pub fn constant(&self) -> i64 {
        let numbers = self.weighed().filter_map(|(factor, summand)| match summand.part {
            Part::Number(number) => Some(factor * number),
            Part::Argument => None,
        });
        numbers.sum()
    }

    /// All summands with the factor that they have in the left side less the right one.
    fn weighed(&self) -> impl Iterator<Item = (i64, &Summand)> {
        let of = |side: i64| move |summand: &'_ Summand| if summand.is_taken_away { -side } else { side };
        let left = self.left.iter().map(move |summand| (of(1)(summand), summand));
        left.chain(self.right.iter().map(move |summand| (of(-1)(summand), summand)))
    }

    /// What it says of the values of arguments of these sorts.
    pub fn linear(&self, program: &Program, sorts: &[SortId]) -> Linear {
        let factors = self.factors();
        let origin = |(factor, sort): (&i64, &SortId)| factor * program.sort(*sort).number(0);
        let constant = self.constant() + factors.iter().zip(sorts).map(origin).sum::<i64>();
        Linear { operator: self.operator, factors, constant }
    }

    /// Whether one argument follows from the others where they are this many.
    pub fn is_solved_for_one(&self, arguments: usize) -> bool {
        // The modes know of an argument in a mask of 32 bits, of which the last is shared.
        self.operator == Operator::Equal && arguments < 32
    }

    /// The least and the greatest that the left side less the right one can be with these arguments, each between two
    /// numbers.
    pub fn bounds<T: PartialEq>(&self, arguments: impl IntoIterator<Item = (T, (i64, i64))>) -> (i64, i64) {
        let (mut least, mut greatest) = (self.constant(), self.constant());
        // What stands there several times is one number all the same.
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

    /// Whether it holds of all, or of no, arguments whose difference of sides is between these two.
    pub fn decided(&self, (least, greatest): (i64, i64)) -> Option<bool> {
        let holds = |number: i64| self.operator.holds(number.cmp(&0));
        let inside = least <= 0 && 0 <= greatest;
        let ends = [Some(least), Some(greatest), inside.then_some(0)];
        // Between two of these numbers nothing changes.
        let also = [least + 1, greatest - 1]
            .into_iter()
            .filter(|number| (least..=greatest).contains(number))
            .map(Some);
        let mut all = ends.into_iter().chain(also).flatten().map(holds);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    /// The comparison with its arguments in these words.
    pub fn text(&self, arguments: &[String]) -> String {
        let mut arguments = arguments.iter();
        let left = side(&self.left, &mut arguments);
        let right = side(&self.right, &mut arguments);
        format!("{left} {} {right}", self.operator.sign())
    }

    /// The left side alone.
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
        // To add a number below 0 is written as taking it away.
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
    fn a_number_below_0_is_taken_away_or_added() {
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
