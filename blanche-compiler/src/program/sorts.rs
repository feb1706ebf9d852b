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
    Range(Value, Value),
    /// The host numbers `0..size` and writes them like the example.
    Opaque {
        /// How many.
        size: u32,
        /// How one of them is written.
        example: String,
    },
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
            SortKind::Constants(constants) => constants.iter().any(|(_, known)| *known == value),
            SortKind::Range(low, high) => (*low..=*high).contains(&value),
            SortKind::Opaque { size, .. } => u32::from(value) < *size,
        }
    }

    /// The value of a constant as it is written. Opaque values are known to the host only.
    pub fn value(&self, text: &str) -> Option<Value> {
        match &self.kind {
            SortKind::Constants(constants) => constants.by_text.get(text).copied(),
            SortKind::Range(low, high) => {
                text.parse().ok().filter(|value: &Value| (*low..=*high).contains(value))
            }
            SortKind::Opaque { .. } => None,
        }
    }

    /// How a value is written; an opaque one by its number.
    pub fn text(&self, value: Value) -> String {
        self.written(value).into_owned()
    }

    /// [`Sort::text`], borrowed where the program has it.
    pub fn written(&self, value: Value) -> Cow<'_, str> {
        let name = match &self.kind {
            SortKind::Constants(constants) => constants
                .get(value as usize)
                .filter(|(_, known)| *known == value)
                .or_else(|| constants.iter().find(|(_, known)| *known == value))
                .map(|(name, _)| name.as_str()),
            SortKind::Range(..) | SortKind::Opaque { .. } => None,
        };
        name.map_or_else(|| value.to_string().into(), Cow::Borrowed)
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
        let values = match &self.kind {
            SortKind::Range(_, high) => u32::from(*high) + 1,
            SortKind::Constants(_) | SortKind::Opaque { .. } => self.size(),
        };
        (values <= LARGEST_SET).then(|| values.div_ceil(64).max(1) as usize)
    }

    /// How many values there are.
    pub fn size(&self) -> u32 {
        match &self.kind {
            SortKind::Constants(constants) => constants.len() as u32,
            SortKind::Range(low, high) => u32::from(*high) - u32::from(*low) + 1,
            SortKind::Opaque { size, .. } => *size,
        }
    }
}
