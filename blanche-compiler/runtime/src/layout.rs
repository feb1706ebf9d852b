//! Where the tuples of the states of a game lie in the words of a position.
//!
//! A state is a table: a set of the values of one argument, the *spread* one, for each combination of the others. A set is
//! whole words, so that it is handed out as it stands; the sets of a table follow each other in the order of the other
//! arguments (the last one changes fastest), and the tables follow each other in the order of the states. Histories stand
//! behind all others, so that the words before them are what makes two positions the same.

use super::Value;

/// All tables of a layout have so many bits at most: 128 KiB.
pub const MOST_BITS: usize = 1 << 20;

/// A state has so many arguments at most: it is asked in one mode for every choice of bound ones.
pub const MOST_ARGUMENTS: usize = 6;

/// A state, before it has its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// For each argument how many numbers its values take: one more than the greatest value of its root sort.
    pub sizes: Vec<usize>,
    /// For each argument whether there is at most one value of it for the arguments of which that is not said.
    pub one: Vec<bool>,
    /// It is no part of what makes two positions the same.
    pub is_history: bool,
}

impl Shape {
    /// The argument whose values are the bits of a set: the one with the most values, the first of them. None where there
    /// are no arguments.
    pub fn spread(&self) -> Option<usize> {
        let most = self.sizes.iter().max()?;
        self.sizes.iter().position(|size| size == most)
    }

    /// How many tuples can be written; as many as can be counted where there are more.
    pub fn tuples(&self) -> usize {
        self.sizes.iter().fold(1, |tuples, size| tuples.saturating_mul(*size))
    }
}

/// The tables of a game's states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    tables: Box<[Table]>,
    words: usize,
    kept: usize,
}

/// Where the tuples of a state lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) shape: Shape,
    /// The argument that a set goes over; a state without arguments has a set of one member.
    pub(super) spread: Option<usize>,
    /// The first word.
    pub(super) first: usize,
    /// How many words a set has.
    pub(super) set_words: usize,
    /// How many words lie between the sets of one value and of the next, for each argument; 0 for the spread one.
    pub(super) strides: Box<[usize]>,
    /// How many words there are.
    words: usize,
    /// The sets in which a tuple may stand that an added one replaces, counted in words from the set with 0 for each such
    /// argument; empty where nothing is replaced.
    pub(super) rivals: Box<[usize]>,
}

impl Layout {
    /// Gives every state its place; none where all of them together take more than [`MOST_BITS`], or where one has more
    /// than [`MOST_ARGUMENTS`] arguments.
    pub fn new(shapes: impl IntoIterator<Item = Shape>) -> Option<Layout> {
        let shapes: Vec<Shape> = shapes.into_iter().collect();
        let mut tables: Vec<Table> = shapes.into_iter().map(Table::new).collect::<Option<_>>()?;
        let mut words = 0usize;
        let mut kept = 0;
        for history in [false, true] {
            for table in tables.iter_mut().filter(|table| table.shape.is_history == history) {
                table.first = words;
                words = words.checked_add(table.words)?;
            }
            if !history {
                kept = words;
            }
        }
        (words <= MOST_BITS / 64).then_some(Layout { tables: tables.into(), words, kept })
    }

    /// How many words a position has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many of them, the first ones, make two positions the same.
    #[inline]
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The table of a state.
    #[inline]
    pub fn table(&self, state: usize) -> &Table {
        &self.tables[state]
    }

    /// The words of a state's table in a position.
    #[inline]
    pub fn words_of(&self, state: usize) -> std::ops::Range<usize> {
        let table = &self.tables[state];
        table.first..table.first + table.words
    }

    /// All tables in the order of the states.
    #[inline]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
}

impl Table {
    /// The table of a state at no place yet; none where it is too large.
    fn new(shape: Shape) -> Option<Table> {
        if shape.sizes.len() > MOST_ARGUMENTS || shape.sizes.len() != shape.one.len() {
            return None;
        }
        let spread = shape.spread();
        let set_words = spread.map_or(1, |at| shape.sizes[at].div_ceil(64)).max(1);
        let mut words = set_words;
        let mut strides = vec![0; shape.sizes.len()];
        for at in (0..shape.sizes.len()).rev().filter(|at| Some(*at) != spread) {
            strides[at] = words;
            words = words.checked_mul(shape.sizes[at]).filter(|words| *words <= MOST_BITS / 64)?;
        }
        let mut rivals = Vec::new();
        if shape.one.contains(&true) {
            rivals.push(0);
            for at in (0..shape.sizes.len()).filter(|at| shape.one[*at] && Some(*at) != spread) {
                let (size, stride) = (shape.sizes[at], strides[at]);
                rivals = rivals.iter().flat_map(|set| (0..size).map(move |v| set + v * stride)).collect();
            }
        }
        let (strides, rivals) = (strides.into(), rivals.into());
        Some(Table { shape, spread, first: 0, set_words, strides, words, rivals })
    }

    /// What it was made for.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many arguments the state has.
    #[inline]
    pub fn arity(&self) -> usize {
        self.shape.sizes.len()
    }

    /// The argument whose values are the bits of a set.
    pub fn spread(&self) -> Option<usize> {
        self.spread
    }

    /// How many words a set has.
    #[inline]
    pub fn set_words(&self) -> usize {
        self.set_words
    }

    /// All words of the table.
    #[inline]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.words
    }

    /// The first word of the set for these values of the arguments that are not spread, in their order.
    #[inline]
    pub fn set_at(&self, others: &[Value]) -> usize {
        let mut at = self.first;
        let mut others = others.iter();
        for (argument, stride) in self.strides.iter().enumerate() {
            if Some(argument) != self.spread {
                at += (*others.next().expect("every other argument has a value") as usize) * stride;
            }
        }
        at
    }

    /// The word and the bit of a tuple.
    #[inline]
    pub fn bit_at(&self, tuple: &[Value]) -> (usize, u64) {
        debug_assert_eq!(tuple.len(), self.arity(), "a state has one number of arguments");
        let mut at = self.first;
        for (value, stride) in tuple.iter().zip(&self.strides) {
            at += (*value as usize) * stride;
        }
        let value = self.spread.map_or(0, |spread| tuple[spread] as usize);
        (at + value / 64, 1 << (value % 64))
    }
}
