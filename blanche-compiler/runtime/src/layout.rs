//! The layout of a position: which bits of its words represent the tuples of each state of a game.
//!
//! A state is a table of tuples. One of its arguments is the *spread* argument. For each combination of values of the
//! other arguments, the table has a set of the values of the spread argument. A set occupies whole words, so that it
//! can be returned as a slice.
//!
//! The sets of a table follow each other in the order of the other arguments (the last one changes fastest). The tables
//! follow each other in the order of the states. States that record history come last, so that the words before them
//! are exactly those that decide whether two positions are the same.

use super::Value;

/// Maximum size of a layout, in bits. This is 128 KiB.
pub const MAX_STATE_BITS: usize = 1 << 20;

/// Maximum number of arguments of a state. There is a mode for every choice of bound arguments, so the number of modes
/// doubles with each argument.
pub const MAX_STATE_ARGUMENTS: usize = 6;

/// The declaration of a state, before the layout assigns words to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// For each argument, the number of values that need a bit: one more than the greatest value of its root sort.
    pub sizes: Vec<usize>,
    /// For each argument, whether it is declared `one`. Such an argument has at most one value for given values of the
    /// arguments that are not declared `one`.
    pub one: Vec<bool>,
    /// Whether the state records history, so that it is ignored when positions are compared.
    pub is_history: bool,
}

impl Shape {
    /// The spread argument, whose values are the bits of a set. It is the argument with the most values, and the first
    /// of several such arguments. `None` for a state without arguments.
    pub fn spread(&self) -> Option<usize> {
        let most = self.sizes.iter().max()?;
        self.sizes.iter().position(|size| size == most)
    }

    /// The number of possible tuples, or `usize::MAX` if this number overflows.
    pub fn tuples(&self) -> usize {
        self.sizes.iter().fold(1, |tuples, size| tuples.saturating_mul(*size))
    }
}

/// The tables of the states of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    tables: Box<[Table]>,
    words: usize,
    kept: usize,
}

/// Where a position stores the tuples of one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) shape: Shape,
    /// The spread argument, whose values are the members of a set. A state without arguments has a single set with one
    /// possible member.
    pub(super) spread: Option<usize>,
    /// The index of the table's first word in the position.
    pub(super) first: usize,
    /// The size of a set, in words.
    pub(super) set_words: usize,
    /// For each argument, the distance in words between the set for one value and the set for the next value. It is 0
    /// for the spread argument.
    pub(super) strides: Box<[usize]>,
    /// The size of the table, in words.
    words: usize,
    /// The sets from which an added tuple removes tuples, because arguments are declared `one`. They are word offsets
    /// from the set in which these arguments are 0. Empty if no argument is declared `one`.
    pub(super) rivals: Box<[usize]>,
}

impl Layout {
    /// Assigns words to every state. `None` if all states together take more than [`MAX_STATE_BITS`], or if a state has
    /// more than [`MAX_STATE_ARGUMENTS`] arguments.
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
        (words <= MAX_STATE_BITS / 64).then_some(Layout { tables: tables.into(), words, kept })
    }

    /// The size of a position, in words.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The number of words, counted from the start of the position, that decide whether two positions are the same. The
    /// remaining words record history.
    #[inline]
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The table of the state with this index.
    #[inline]
    pub fn table(&self, state: usize) -> &Table {
        &self.tables[state]
    }

    /// The word range of a state's table in a position.
    #[inline]
    pub fn words_of(&self, state: usize) -> std::ops::Range<usize> {
        let table = &self.tables[state];
        table.first..table.first + table.words
    }

    /// All tables, in the order of the states.
    #[inline]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
}

impl Table {
    /// A table to which no words are assigned yet. `None` if it is too large.
    fn new(shape: Shape) -> Option<Table> {
        if shape.sizes.len() > MAX_STATE_ARGUMENTS || shape.sizes.len() != shape.one.len() {
            return None;
        }
        let spread = shape.spread();
        let set_words = spread.map_or(1, |at| shape.sizes[at].div_ceil(64)).max(1);
        let mut words = set_words;
        let mut strides = vec![0; shape.sizes.len()];
        for at in (0..shape.sizes.len()).rev().filter(|at| Some(*at) != spread) {
            strides[at] = words;
            words = words.checked_mul(shape.sizes[at]).filter(|words| *words <= MAX_STATE_BITS / 64)?;
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

    /// The state as it was declared.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of arguments of the state.
    #[inline]
    pub fn arity(&self) -> usize {
        self.shape.sizes.len()
    }

    /// The argument whose values are the bits of a set; `None` for a state without arguments.
    pub fn spread(&self) -> Option<usize> {
        self.spread
    }

    /// The size of a set, in words.
    #[inline]
    pub fn set_words(&self) -> usize {
        self.set_words
    }

    /// The word range of the table in a position.
    #[inline]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.words
    }

    /// The first word of the set for these values. They are the values of all arguments except the spread argument, in
    /// order.
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

    /// The distance of the set of these first values of a tuple from the first word of the table, in words.
    // This is a loop over indices, because a zip of two slices is not always inlined into the callers.
    #[inline]
    pub(crate) fn offset(&self, values: &[Value]) -> usize {
        let mut words = 0;
        for (argument, value) in values.iter().enumerate() {
            words += (*value as usize) * self.strides[argument];
        }
        words
    }

    /// The index of the word that represents a tuple, and the mask of its bit.
    #[inline]
    pub fn bit_at(&self, tuple: &[Value]) -> (usize, u64) {
        debug_assert_eq!(tuple.len(), self.arity(), "a state has one number of arguments");
        let at = self.first + self.offset(tuple);
        let value = self.spread.map_or(0, |spread| tuple[spread] as usize);
        (at + value / 64, 1 << (value % 64))
    }
}
