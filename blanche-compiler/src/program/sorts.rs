//! Sorts and their values.

use std::borrow::Cow;
use std::collections::HashMap;

use super::SortId;
use crate::files::Span;
use crate::runtime::Value;

/// The largest number of values of a sort of which there are sets.
pub const LARGEST_SET: u32 = 1024;

/// A sort.
#[derive(Clone, Debug)]
pub struct Sort {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: SortKind,
    /// The sort that it is part of.
    pub whole: Option<SortId>,
    /// The sort that gives its values their numbers: itself, or the last of the chain of wholes.
    pub root: SortId,
    /// What variables of it begin with.
    pub words: Vec<String>,
    /// Whether a rule may play a value of it.
    pub playable: bool,
    /// Its doc comment.
    pub doc: Vec<String>,
    /// Where it is declared; facts bring sorts that are declared nowhere.
    pub span: Option<Span>,
}

/// The values of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortKind {
    /// Constants with their values.
    Constants(Constants),
    /// The numbers from the first to the last.
    Range(Numbers),
    /// The host numbers `0..size` and writes them like the example.
    Opaque {
        /// How many.
        size: u32,
        /// How one of them is written.
        example: String,
    },
}

/// The values of a range of numbers. Those of a root without numbers below 0 are the numbers themselves; with such numbers
/// the values count from the least number of the root on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The value of the least number.
    pub first: Value,
    /// The value of the greatest number.
    pub last: Value,
    /// The number whose value is 0: not above 0.
    pub origin: i64,
}

impl Numbers {
    /// The numbers from one to another, where value 0 is this number; `None` where 32 bits do not hold the values.
    pub fn new(low: i64, high: i64, origin: i64) -> Option<Numbers> {
        let value = |number: i64| Value::try_from(number - origin).ok();
        Some(Numbers { first: value(low)?, last: value(high)?, origin })
    }

    /// The number that a value stands for.
    pub fn number(&self, value: Value) -> i64 {
        self.origin + i64::from(value)
    }

    /// The value of a number, where it is one of these.
    pub fn value(&self, number: i64) -> Option<Value> {
        Value::try_from(number - self.origin).ok().filter(|value| self.contains(*value))
    }

    /// Whether a value is one of these.
    pub fn contains(&self, value: Value) -> bool {
        (self.first..=self.last).contains(&value)
    }

    /// The least number.
    pub fn low(&self) -> i64 {
        self.number(self.first)
    }

    /// The greatest number.
    pub fn high(&self) -> i64 {
        self.number(self.last)
    }
}

/// Constants with their values (numbers in the root sort), in the order of the declaration.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Constants {
    list: Vec<(String, Value)>,
    by_text: HashMap<String, Value>,
}

impl Constants {
    /// These constants; each text once.
    pub fn new(list: Vec<(String, Value)>) -> Constants {
        let by_text = list.iter().cloned().collect();
        Constants { list, by_text }
    }

    /// How a value is written, where it is one of these. In a root each has the place of its value.
    fn name(&self, value: Value) -> Option<&str> {
        let at_place = self.list.get(value as usize).filter(|(_, known)| *known == value);
        let found = at_place.or_else(|| self.list.iter().find(|(_, known)| *known == value));
        found.map(|(name, _)| name.as_str())
    }
}

/// The list alone: programs are compared by how their sorts are written, and a hash table has no fixed order.
impl std::fmt::Debug for Constants {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.list.fmt(f)
    }
}

impl std::ops::Deref for Constants {
    type Target = [(String, Value)];

    fn deref(&self) -> &[(String, Value)] {
        &self.list
    }
}

impl Sort {
    /// Whether a value of the root sort belongs to this sort.
    pub fn contains(&self, value: Value) -> bool {
        match &self.kind {
            SortKind::Constants(constants) => constants.name(value).is_some(),
            SortKind::Range(numbers) => numbers.contains(value),
            SortKind::Opaque { size, .. } => value < *size,
        }
    }

    /// The value of a constant as it is written. Opaque values are known to the host only.
    pub fn value(&self, text: &str) -> Option<Value> {
        match &self.kind {
            SortKind::Constants(constants) => constants.by_text.get(text).copied(),
            SortKind::Range(numbers) => numbers.value(text.parse().ok()?),
            SortKind::Opaque { .. } => None,
        }
    }

    /// The constant that a text means where its letters may be capital or small: the one that is written so, or else the only one that
    /// differs from it in that alone.
    pub fn constant_in_any_case(&self, text: &str) -> Option<&str> {
        let SortKind::Constants(constants) = &self.kind else { return None };
        if let Some((exact, _)) = constants.by_text.get_key_value(text) {
            return Some(exact);
        }
        let mut alike = constants.iter().filter(|(name, _)| name.eq_ignore_ascii_case(text));
        alike.next().filter(|_| alike.next().is_none()).map(|(name, _)| name.as_str())
    }

    /// The number that a value counts as in a comparison: of a range what it says, otherwise its place in the root's order.
    pub fn number(&self, value: Value) -> i64 {
        match &self.kind {
            SortKind::Range(numbers) => numbers.number(value),
            SortKind::Constants(_) | SortKind::Opaque { .. } => i64::from(value),
        }
    }

    /// The value that counts as a number, where this sort has it.
    pub fn value_of_number(&self, number: i64) -> Option<Value> {
        match &self.kind {
            SortKind::Range(numbers) => numbers.value(number),
            SortKind::Constants(_) | SortKind::Opaque { .. } => {
                Value::try_from(number).ok().filter(|value| self.contains(*value))
            }
        }
    }

    /// The least and the greatest number that its values count as.
    pub fn number_bounds(&self) -> (i64, i64) {
        match &self.kind {
            SortKind::Range(numbers) => (numbers.low(), numbers.high()),
            SortKind::Constants(constants) => {
                let values = || constants.iter().map(|(_, value)| i64::from(*value));
                (values().min().unwrap_or(0), values().max().unwrap_or(0))
            }
            SortKind::Opaque { size, .. } => (0, i64::from(*size) - 1),
        }
    }

    /// The least and the greatest of its values.
    pub fn value_bounds(&self) -> (i64, i64) {
        let (low, high) = self.number_bounds();
        (low - self.number(0), high - self.number(0))
    }

    /// How a value is written; an opaque one by its number.
    pub fn text(&self, value: Value) -> String {
        self.written(value).into_owned()
    }

    /// [`Sort::text`], borrowed where the program has it.
    pub fn written(&self, value: Value) -> Cow<'_, str> {
        let name = match &self.kind {
            SortKind::Constants(constants) => constants.name(value),
            SortKind::Range(..) | SortKind::Opaque { .. } => None,
        };
        name.map_or_else(|| self.number(value).to_string().into(), Cow::Borrowed)
    }

    /// Whether a text has the form of an opaque sort's values: like the example, runs of letters and digits
    /// in the same order.
    pub fn looks_like(&self, text: &str) -> bool {
        fn shape(text: &str) -> Vec<char> {
            let mut shape: Vec<char> = text
                .chars()
                .map(|c| {
                    if c.is_ascii_digit() {
                        '0'
                    } else if c.is_alphabetic() {
                        'a'
                    } else {
                        c
                    }
                })
                .collect();
            shape.dedup_by(|a, b| a == b && *a == '0');
            shape
        }
        matches!(&self.kind, SortKind::Opaque { example, .. } if shape(example) == shape(text))
    }

    /// How many words of 64 bits a set of its values has, a bit for each value up to the largest; `None` where
    /// that would be too many. The sort is a root.
    pub fn set_words(&self) -> Option<usize> {
        let values = self.numbers();
        (values <= LARGEST_SET as usize).then(|| values.div_ceil(64).max(1))
    }

    /// One more than the largest of its values. The sort is a root.
    pub fn numbers(&self) -> usize {
        match &self.kind {
            SortKind::Range(numbers) => (numbers.last as usize) + 1,
            SortKind::Constants(_) | SortKind::Opaque { .. } => self.size() as usize,
        }
    }

    /// The set of all its values, in as many words as the sets of its root have.
    pub fn set_of_all(&self, words: usize) -> Vec<u64> {
        let mut set = vec![0; words];
        for value in self.values() {
            set[(value as usize) / 64] |= 1 << (value % 64);
        }
        set
    }

    /// Its values, in the order of their numbers.
    pub fn values(&self) -> Vec<Value> {
        match &self.kind {
            SortKind::Constants(constants) => {
                let mut values: Vec<Value> = constants.iter().map(|(_, value)| *value).collect();
                values.sort_unstable();
                values.dedup();
                values
            }
            SortKind::Range(numbers) => (numbers.first..=numbers.last).collect(),
            SortKind::Opaque { size, .. } => (0..*size).map(|value| value as Value).collect(),
        }
    }

    /// How many values there are.
    pub fn size(&self) -> u32 {
        match &self.kind {
            SortKind::Constants(constants) => constants.len() as u32,
            SortKind::Range(numbers) => numbers.last - numbers.first + 1,
            SortKind::Opaque { size, .. } => *size,
        }
    }
}
