//! A position of a game that stores its own states. It is the set of the tuples that hold.
//!
//! Queries and updates during a game allocate no memory. [`Layout`](super::Layout) describes the bit in which each
//! tuple is stored.

use std::sync::Arc;

use super::{Layout, MAX_STATE_ARGUMENTS, Table, Value};

/// A set of state tuples, stored as one bit per possible tuple.
#[derive(Clone, Debug)]
pub struct Position {
    layout: Arc<Layout>,
    words: Box<[u64]>,
}

impl Position {
    /// The empty position, in which no tuple holds.
    pub fn new(layout: Arc<Layout>) -> Position {
        let words = vec![0; layout.words()].into();
        Position { layout, words }
    }

    /// The layout of the tuples.
    #[inline]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// All words of the bit array.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// All words of the bit array, which the caller may change.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Copies the words of another position, which must have the same layout.
    #[inline]
    pub fn set_words(&mut self, words: &[u64]) {
        self.words.copy_from_slice(words);
    }

    /// Whether a tuple of a state holds.
    #[inline]
    pub fn holds(&self, state: usize, tuple: &[Value]) -> bool {
        let (word, bit) = self.layout.table(state).bit_at(tuple);
        self.words[word] & bit != 0
    }

    /// A set of values of the spread argument (see [`Layout`](super::Layout)), as a slice of words. It is the set for
    /// the given values of the other arguments.
    #[inline]
    pub fn set(&self, state: usize, others: &[Value]) -> &[u64] {
        let table = self.layout.table(state);
        let first = table.set_at(others);
        &self.words[first..first + table.set_words]
    }

    /// A set of values of the spread argument (see [`Layout`](super::Layout)), as an array of words. It is the set for
    /// the given values of the other arguments.
    ///
    /// # Panics
    /// If the set does not have this number of words.
    #[inline]
    pub fn words_of<const WORDS: usize>(&self, state: usize, others: &[Value]) -> [u64; WORDS] {
        self.set(state, others).try_into().expect("the sets of a state have one number of words")
    }

    /// Appends the values of the free arguments of every tuple that matches the bound arguments, in the order of the
    /// tuples.
    ///
    /// # Panics
    /// If `bound` does not have one entry for each argument.
    pub fn each(&self, state: usize, bound: &[Option<Value>], answers: &mut Vec<Value>) {
        self.walk(state, bound, &mut |tuple| {
            let free = bound.iter().zip(tuple).filter(|(bound, _)| bound.is_none());
            answers.extend(free.map(|(_, value)| *value));
        });
    }

    /// All tuples of a state, in order.
    pub fn tuples_of(&self, state: usize) -> Vec<Vec<Value>> {
        let mut tuples = Vec::new();
        let free = vec![None; self.layout.table(state).arity()];
        self.walk(state, &free, &mut |tuple| tuples.push(tuple.to_vec()));
        tuples
    }

    /// The values of the `FREE` free arguments of every tuple that matches the bound arguments, in the order of the
    /// tuples.
    ///
    /// # Panics
    /// If `bound` does not have one entry for each argument.
    pub fn tuples<const FREE: usize>(
        &self,
        state: usize,
        bound: &[Option<Value>],
    ) -> impl Iterator<Item = [Value; FREE]> + use<FREE> {
        let mut tuples = Vec::new();
        self.walk(state, bound, &mut |tuple| tuples.push(free(bound, tuple)));
        tuples.into_iter()
    }

    /// The values of the free arguments of the tuple that matches the bound arguments. There must be at most one such
    /// tuple.
    #[inline]
    pub fn one<const FREE: usize>(&self, state: usize, bound: &[Option<Value>]) -> Option<[Value; FREE]> {
        let mut only = None;
        self.walk(state, bound, &mut |tuple| only = Some(free(bound, tuple)));
        only
    }

    fn walk(&self, state: usize, bound: &[Option<Value>], take: &mut dyn FnMut(&[Value])) {
        let table = self.layout.table(state);
        assert_eq!(bound.len(), table.arity(), "a state has one number of arguments");
        let mut walk = Walk { words: &self.words, table, bound, tuple: [0; MAX_STATE_ARGUMENTS], take };
        walk.argument(0, table.first);
    }

    /// Adds a tuple and returns whether it is new. If some arguments of the state are declared `one` (functionally
    /// dependent), tuples that differ from the new one only in these arguments are removed.
    #[inline]
    pub fn add(&mut self, state: usize, tuple: &[Value]) -> bool {
        let table = self.layout.table(state);
        let (word, bit) = table.bit_at(tuple);
        let is_new = self.words[word] & bit == 0;
        if is_new && !table.rivals.is_empty() {
            let mut set = table.first;
            for (argument, value) in tuple.iter().enumerate() {
                if !table.shape.one[argument] {
                    set += (*value as usize) * table.strides[argument];
                }
            }
            let value = table.spread.filter(|spread| !table.shape.one[*spread]).map(|spread| tuple[spread]);
            for rival in &table.rivals {
                clear(&mut self.words[set + rival..][..table.set_words], value);
            }
        }
        self.words[word] |= bit;
        is_new
    }

    /// Removes all tuples that start with `prefix`.
    #[inline]
    pub fn remove(&mut self, state: usize, prefix: &[Value]) {
        let table = self.layout.table(state);
        let set = table.first + table.offset(prefix);
        let value = table.spread.and_then(|spread| prefix.get(spread)).copied();
        remove(&mut self.words, table, prefix.len(), set, value);
    }

    /// A hash of the position without its histories (states that only record the past). Equal positions have equal
    /// keys.
    pub fn key(&self) -> u64 {
        self.key_without(self.layout.kept()..self.words.len())
    }

    /// A hash of the position that leaves out the words in this range.
    pub fn key_without(&self, words: std::ops::Range<usize>) -> u64 {
        let mix = |hash: u64, word: &u64| {
            let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        };
        let hash = self.words[..words.start].iter().fold(0x2545_F491_4F6C_DD1D, mix);
        let hash = self.words[words.end..].iter().fold(hash, mix);
        let mixed = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 32
    }

    /// Whether both positions are the same apart from their histories (states that only record the past).
    pub fn same_as(&self, other: &Position) -> bool {
        let kept = self.layout.kept();
        self.words[..kept] == other.words[..kept]
    }
}

/// Removes one value from a set, or all values if `value` is `None`.
#[inline]
fn clear(set: &mut [u64], value: Option<Value>) {
    match value {
        Some(value) => set[(value as usize) / 64] &= !(1 << (value % 64)),
        None => set.fill(0),
    }
}

/// Removes the tuples that agree in the arguments before index `argument`, whatever their later values are. `set` is
/// the first word of the set in which the later arguments are 0. If the spread argument comes before `argument`, only
/// tuples with the spread value `value` are removed.
fn remove(words: &mut [u64], table: &Table, argument: usize, set: usize, value: Option<Value>) {
    let Some(size) = table.shape.sizes.get(argument) else {
        return clear(&mut words[set..set + table.set_words], value);
    };
    if Some(argument) == table.spread {
        return remove(words, table, argument + 1, set, None);
    }
    for at in 0..*size {
        remove(words, table, argument + 1, set + at * table.strides[argument], value);
    }
}

/// The values of the free arguments of a tuple.
#[inline]
fn free<const FREE: usize>(bound: &[Option<Value>], tuple: &[Value]) -> [Value; FREE] {
    let mut free = bound.iter().zip(tuple).filter(|(bound, _)| bound.is_none());
    std::array::from_fn(|_| *free.next().expect("there are so many free arguments").1)
}

/// A traversal of the matching tuples of a table. It goes argument by argument, in the order of the tuples.
struct Walk<'w> {
    words: &'w [u64],
    table: &'w Table,
    bound: &'w [Option<Value>],
    tuple: [Value; MAX_STATE_ARGUMENTS],
    take: &'w mut dyn FnMut(&[Value]),
}

impl Walk<'_> {
    /// Enumerates the values of the argument `at`. The arguments before it already have values, and `set` is the first
    /// word of the sets for these values.
    fn argument(&mut self, at: usize, set: usize) {
        if at == self.table.arity() {
            return self.take(set);
        }
        let stride = self.table.strides[at];
        match self.bound[at] {
            Some(value) => self.value(at, set + (value as usize) * stride, value),
            None if Some(at) == self.table.spread => {
                for word in 0..self.table.set_words {
                    let mut left = self.members(at + 1, set + word);
                    while left != 0 {
                        self.value(at, set, (word * 64) as Value + left.trailing_zeros() as Value);
                        left &= left - 1;
                    }
                }
            }
            None => {
                for value in 0..self.table.shape.sizes[at] {
                    self.value(at, set + value * stride, value as Value);
                }
            }
        }
    }

    fn value(&mut self, at: usize, set: usize, value: Value) {
        self.tuple[at] = value;
        self.argument(at + 1, set);
    }

    /// A word with a bit for each value of the spread argument that some matching tuple has. In the arguments from
    /// index `at` on, a tuple matches if it agrees with the bound values.
    fn members(&self, at: usize, word: usize) -> u64 {
        if at == self.table.arity() {
            return self.words[word];
        }
        let stride = self.table.strides[at];
        match self.bound[at] {
            Some(value) => self.members(at + 1, word + (value as usize) * stride),
            None => (0..self.table.shape.sizes[at])
                .fold(0, |all, v| all | self.members(at + 1, word + v * stride)),
        }
    }

    /// Passes the current tuple to the callback if it holds. All its values must be set.
    fn take(&mut self, set: usize) {
        let value = self.table.spread.map_or(0, |spread| self.tuple[spread] as usize);
        if self.words[set + value / 64] >> (value % 64) & 1 == 1 {
            (self.take)(&self.tuple[..self.table.arity()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;
    use crate::{MAX_STATE_BITS, Shape};

    type Tuples = BTreeSet<Vec<Value>>;

    /// A state whose arguments have these numbers of values. The arguments in `one` are functionally dependent on the
    /// other arguments.
    fn shape(sizes: &[usize], one: &[usize], is_history: bool) -> Shape {
        let one = (0..sizes.len()).map(|at| one.contains(&at)).collect();
        Shape { sizes: sizes.to_vec(), one, is_history }
    }

    fn shapes() -> Vec<Shape> {
        vec![
            shape(&[2], &[0], false),
            shape(&[64, 2], &[1], false),
            shape(&[2, 225, 3], &[0, 2], false),
            shape(&[81], &[0], true),
            shape(&[3, 2, 5], &[], false),
            shape(&[2, 70, 2], &[1], false),
            shape(&[3, 3], &[1], true),
            shape(&[], &[], false),
        ]
    }

    fn drawn(shape: &Shape, random: &mut Random) -> Vec<Value> {
        shape.sizes.iter().map(|size| random.below(*size) as Value).collect()
    }

    /// Adds a tuple to the reference implementation: a plain set of tuples.
    fn add(tuples: &mut Tuples, shape: &Shape, tuple: &[Value]) -> bool {
        if shape.one.contains(&true) {
            tuples.retain(|known| {
                let same = |at: usize| shape.one[at] || known[at] == tuple[at];
                known == tuple || !(0..tuple.len()).all(same)
            });
        }
        tuples.insert(tuple.to_vec())
    }

    /// Compares queries with the reference implementation. A random tuple is chosen, and every query that binds some of
    /// its values is compared.
    fn compare(position: &Position, state: usize, shape: &Shape, tuples: &Tuples, random: &mut Random) {
        let tuple = drawn(shape, random);
        assert_eq!(position.holds(state, &tuple), tuples.contains(&tuple));
        for mask in 0..1u32 << tuple.len() {
            let given = |at: usize| (mask >> at & 1 == 1).then_some(tuple[at]);
            let bound: Vec<Option<Value>> = (0..tuple.len()).map(given).collect();
            let mut answers = Vec::new();
            position.each(state, &bound, &mut answers);
            let fits = |known: &&Vec<Value>| known.iter().zip(&bound).all(|(v, b)| b.is_none_or(|b| b == *v));
            let free = |known: &Vec<Value>| -> Vec<Value> {
                known.iter().zip(&bound).filter(|(_, b)| b.is_none()).map(|(v, _)| *v).collect()
            };
            let expected: Vec<Value> = tuples.iter().filter(fits).flat_map(free).collect();
            assert_eq!(answers, expected, "state {state} with {bound:?}");
        }
        if let Some(spread) = shape.spread() {
            let mut others = tuple.clone();
            others.remove(spread);
            let mut bound: Vec<Option<Value>> = tuple.iter().copied().map(Some).collect();
            bound[spread] = None;
            let mut members = Vec::new();
            position.each(state, &bound, &mut members);
            let set = position.set(state, &others);
            let bits = (0..set.len() * 64).filter(|bit| set[bit / 64] >> (bit % 64) & 1 == 1);
            assert_eq!(members, bits.map(|bit| bit as Value).collect::<Vec<Value>>());
        }
    }

    #[test]
    fn positions_are_sets_of_tuples() {
        let shapes = shapes();
        let layout = Arc::new(Layout::new(shapes.clone()).expect("it is small"));
        let mut random = Random::new(5);
        let mut position = Position::new(layout);
        let mut all: Vec<Tuples> = vec![Tuples::new(); shapes.len()];
        for _ in 0..3000 {
            let state = random.below(shapes.len());
            let (shape, tuples) = (&shapes[state], &mut all[state]);
            let tuple = drawn(shape, &mut random);
            if random.percent(75) {
                assert_eq!(position.add(state, &tuple), add(tuples, shape, &tuple));
            } else {
                let prefix = &tuple[..random.between(0, tuple.len())];
                tuples.retain(|known| !known.starts_with(prefix));
                position.remove(state, prefix);
            }
            compare(&position, state, shape, tuples, &mut random);
        }
    }

    #[test]
    fn equal_positions_have_equal_keys_whatever_their_history() {
        let layout = Arc::new(Layout::new(shapes()).expect("it is small"));
        let mut position = Position::new(layout);
        position.add(1, &[12, 1]);
        let (other, before) = (position.clone(), position.key());
        position.add(3, &[80]);
        position.add(6, &[2, 1]);
        assert!(position.same_as(&other) && position.key() == before);
        position.add(0, &[1]);
        assert!(!position.same_as(&other) && position.key() != before);
        position.set_words(other.words());
        assert_eq!(position.words(), other.words());
    }

    #[test]
    fn keys_of_different_positions_differ() {
        let layout = Arc::new(Layout::new(shapes()).expect("it is small"));
        let mut keys = BTreeSet::new();
        let mut position = Position::new(layout);
        for field in 0..64 {
            for color in 0..2 {
                position.add(1, &[field, color]);
                assert!(keys.insert(position.key()), "field {field} of {color}");
            }
        }
    }

    #[test]
    fn layouts_that_are_too_large_are_refused() {
        let most = |size: usize| Layout::new([shape(&[64, size], &[], false)]);
        assert!(Layout::new([shape(&[MAX_STATE_BITS], &[], false)]).is_some());
        assert!(Layout::new([shape(&[MAX_STATE_BITS + 1], &[], false)]).is_none());
        assert!(most(64).is_some() && most(MAX_STATE_BITS / 64 + 1).is_none());
        assert!(Layout::new([shape(&[65_536, 65_536, 65_536, 65_536], &[], false)]).is_none());
        assert!(Layout::new([shape(&[1; 9], &[], false)]).is_none());
    }
}
