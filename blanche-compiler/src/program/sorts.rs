//! Sorts and their values.

use std::borrow::Cow;
use std::collections::HashMap;

use blanche_sorted::Arrange;

use super::SortId;
use crate::files::Span;
use crate::runtime::Value;

/// Maximum number of values of a sort. Sets of values of a larger sort cannot be represented.
pub const MAX_SET_SIZE: u32 = 1024;

/// A sort: a named, finite set of values.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The name of the sort.
    pub name: String,
    /// The values of the sort.
    pub kind: SortKind,
    /// The sort that contains this sort as a part; `None` if this sort is not a part of another sort.
    pub whole: Option<SortId>,
    /// The root sort, which determines the numbers of the values. It is the sort itself, or the last sort that is
    /// reached by following `whole`.
    pub root: SortId,
    /// The prefixes of variables of this sort.
    pub words: Vec<String>,
    /// Whether rules may play values of this sort.
    pub playable: bool,
    /// The doc comment of the sort.
    pub doc: Vec<String>,
    /// The span of the declaration; `None` for implicit sorts of facts.
    pub span: Option<Span>,
}

/// The values of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortKind {
    /// Constants with their values.
    Constants(Constants),
    /// A range of numbers.
    Range(Numbers),
    /// Values that the host numbers `0..size`. They are written like the example.
    Opaque {
        /// Number of values.
        size: u32,
        /// An example of a value as text.
        example: String,
    },
}

/// The values of a range of numbers. If the root sort has no negative numbers, the values are the numbers themselves.
/// Otherwise the values count up from the least number of the root sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The value of the least number.
    pub first: Value,
    /// The value of the greatest number.
    pub last: Value,
    /// The number whose value is 0. It is at most 0.
    pub origin: i64,
}

impl Numbers {
    /// The range from `low` to `high`. The number `origin` has value 0. `None` if the values do not fit in 32 bits.
    pub fn new(low: i64, high: i64, origin: i64) -> Option<Numbers> {
        let value = |number: i64| Value::try_from(number - origin).ok();
        Some(Numbers { first: value(low)?, last: value(high)?, origin })
    }

    /// The number with this value.
    pub fn number(&self, value: Value) -> i64 {
        self.origin + i64::from(value)
    }

    /// The value of a number, if it is in the range.
    pub fn value(&self, number: i64) -> Option<Value> {
        Value::try_from(number - self.origin).ok().filter(|value| self.contains(*value))
    }

    /// Whether a value is in the range.
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

/// The constants of a sort, in the order of the declaration, with their values. The values are numbered in the root
/// sort.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Constants {
    list: Vec<(String, Value)>,
    by_text: HashMap<String, Value>,
}

impl Constants {
    /// Makes the table of these constants. Their texts must be distinct.
    pub fn new(list: Vec<(String, Value)>) -> Constants {
        let by_text = list.iter().cloned().collect();
        Constants { list, by_text }
    }

    /// The text of a value; `None` if no constant has this value. In a root sort the value of a constant is its index.
    fn name(&self, value: Value) -> Option<&str> {
        let at_place = self.list.get(value as usize).filter(|(_, known)| *known == value);
        let found = at_place.or_else(|| self.list.iter().find(|(_, known)| *known == value));
        found.map(|(name, _)| name.as_str())
    }
}

/// Formats only the list, because programs are compared by their debug output, and a hash table has no fixed order.
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

    /// The value of a constant; `None` for an opaque sort, whose values only the host knows.
    pub fn value(&self, text: &str) -> Option<Value> {
        match &self.kind {
            SortKind::Constants(constants) => constants.by_text.get(text).copied(),
            SortKind::Range(numbers) => numbers.value(text.parse().ok()?),
            SortKind::Opaque { .. } => None,
        }
    }

    /// The constant that a text denotes regardless of case. It is the constant with exactly this text, or else the only
    /// constant that differs from the text only in case.
    pub fn constant_in_any_case(&self, text: &str) -> Option<&str> {
        let SortKind::Constants(constants) = &self.kind else { return None };
        if let Some((exact, _)) = constants.by_text.get_key_value(text) {
            return Some(exact);
        }
        let mut alike = constants.iter().filter(|(name, _)| name.eq_ignore_ascii_case(text));
        alike.next().filter(|_| alike.next().is_none()).map(|(name, _)| name.as_str())
    }

    /// The number that represents a value in comparisons. In a range this is the number itself, otherwise the index in
    /// the order of the root sort.
    pub fn number(&self, value: Value) -> i64 {
        match &self.kind {
            SortKind::Range(numbers) => numbers.number(value),
            SortKind::Constants(_) | SortKind::Opaque { .. } => i64::from(value),
        }
    }

    /// The value of this sort whose number in comparisons is the given one.
    pub fn value_of_number(&self, number: i64) -> Option<Value> {
        match &self.kind {
            SortKind::Range(numbers) => numbers.value(number),
            SortKind::Constants(_) | SortKind::Opaque { .. } => {
                Value::try_from(number).ok().filter(|value| self.contains(*value))
            }
        }
    }

    /// The least and the greatest number that represent values of the sort in comparisons.
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

    /// The least and the greatest value of the sort.
    pub fn value_bounds(&self) -> (i64, i64) {
        let (low, high) = self.number_bounds();
        (low - self.number(0), high - self.number(0))
    }

    /// The text of a value. For an opaque sort this is the value's number.
    pub fn text(&self, value: Value) -> String {
        self.written(value).into_owned()
    }

    /// The text of a value, as [`Sort::text`] gives it, but borrowed if possible.
    pub fn written(&self, value: Value) -> Cow<'_, str> {
        let name = match &self.kind {
            SortKind::Constants(constants) => constants.name(value),
            SortKind::Range(..) | SortKind::Opaque { .. } => None,
        };
        name.map_or_else(|| self.number(value).to_string().into(), Cow::Borrowed)
    }

    /// Whether a text has the form of the values of an opaque sort. The text is compared with the example character by
    /// character. Any letter matches a letter, and any sequence of digits matches a sequence of digits.
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

    /// Number of 64-bit words in a set of values, which has one bit for each value up to the largest. `None` if the
    /// sort has too many values. Only for root sorts.
    pub fn set_words(&self) -> Option<usize> {
        let values = self.numbers();
        (values <= MAX_SET_SIZE as usize).then(|| values.div_ceil(64).max(1))
    }

    /// The largest value plus one. Only for root sorts.
    pub fn numbers(&self) -> usize {
        match &self.kind {
            SortKind::Range(numbers) => (numbers.last as usize) + 1,
            SortKind::Constants(_) | SortKind::Opaque { .. } => self.size() as usize,
        }
    }

    /// The set of all values of the sort. It has as many words as the sets of the root sort.
    pub fn set_of_all(&self, words: usize) -> Vec<u64> {
        let mut set = vec![0; words];
        for value in self.values() {
            set[(value as usize) / 64] |= 1 << (value % 64);
        }
        set
    }

    /// The values, in ascending order.
    pub fn values(&self) -> Vec<Value> {
        match &self.kind {
            SortKind::Constants(constants) => {
                let mut values: Vec<Value> = constants.iter().map(|(_, value)| *value).collect();
                values.arrange();
                values.dedup();
                values
            }
            SortKind::Range(numbers) => (numbers.first..=numbers.last).collect(),
            SortKind::Opaque { size, .. } => (0..*size).map(|value| value as Value).collect(),
        }
    }

    /// Number of values of the sort.
    pub fn size(&self) -> u32 {
        match &self.kind {
            SortKind::Constants(constants) => constants.len() as u32,
            SortKind::Range(numbers) => numbers.last - numbers.first + 1,
            SortKind::Opaque { size, .. } => *size,
        }
    }
}
