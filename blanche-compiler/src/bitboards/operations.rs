//! Operations on words (bitboards). Each computes a word from earlier words. Constants are folded immediately, and
//! equal operations are shared.

use std::collections::HashMap;

use blanche_sorted::{SortedMap, SortedSet};

use super::relation::Shift;
use crate::program::Operator;
use crate::runtime::{U256, Word};

/// The id of a word: the index of the operation that computes it. An operation uses only words before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId(pub u32);

impl WordId {
    /// The index of the operation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation that computes a word. In translated code, constants have the greatest width; see
/// [`Code::lowered`](super::Code::lowered).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation<W = U256> {
    /// A constant.
    Constant(W),
    /// A word of the position, by its index in the layout.
    Position(usize),
    /// The single bit of the value that the current move plays.
    Played,
    /// The intersection of two words.
    And(WordId, WordId),
    /// The union of two words.
    Or(WordId, WordId),
    /// The bits of the first word that the second word does not have.
    Without(WordId, WordId),
    /// All bits shifted up.
    Up(WordId, u32),
    /// All bits shifted down.
    Down(WordId, u32),
    /// The union of the table rows that the bits of a word select.
    Image(usize, WordId),
    /// The second word if the first word has a bit; otherwise the empty word.
    Where(WordId, WordId),
    /// Bit 0 if the word is empty; otherwise the empty word.
    IsEmpty(WordId),
    /// Bit 0 if a comparison of the numbers of bits of two words holds; otherwise the empty word.
    Compare(CountTest),
    /// The word iterated by the loop with this number.
    Unknown(u32),
    /// A least fixpoint: the given word, which depends on `Unknown(n)`, iterated from the empty word until it is
    /// stable.
    Least(u32, WordId),
}

/// A comparison of the numbers of bits of two words: `count(one) - count(other) + more`, compared with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountTest {
    /// The word whose bits are counted.
    pub one: WordId,
    /// The word whose bits are subtracted.
    pub other: WordId,
    /// The constant to add.
    pub more: i64,
    /// The comparison with 0.
    pub operator: Operator,
}

impl CountTest {
    /// Whether the comparison holds for two words.
    #[inline]
    pub fn holds<W: Word>(self, one: W, other: W) -> bool {
        let sum = i64::from(one.count()) - i64::from(other.count()) + self.more;
        self.operator.holds(sum.cmp(&0))
    }
}

impl<W: Word> Operation<W> {
    /// The words that the operation uses.
    pub fn uses(self) -> impl Iterator<Item = WordId> {
        let (one, other) = match self {
            Operation::Constant(_) | Operation::Position(_) | Operation::Played | Operation::Unknown(_) => {
                (None, None)
            }
            Operation::And(one, other)
            | Operation::Or(one, other)
            | Operation::Without(one, other)
            | Operation::Where(one, other)
            | Operation::Compare(CountTest { one, other, .. }) => (Some(one), Some(other)),
            Operation::Up(one, _)
            | Operation::Down(one, _)
            | Operation::Image(_, one)
            | Operation::IsEmpty(one)
            | Operation::Least(_, one) => (Some(one), None),
        };
        [one, other].into_iter().flatten()
    }
}

/// A table with a row for each bit of a word: for each value of one sort, the related values of another sort.
pub type Rows<W = U256> = Box<[W]>;

/// A list of operations, with the tables in which the operations look up values.
#[derive(Clone, Debug, Default)]
pub(super) struct Operations {
    pub(super) list: Vec<Operation>,
    pub(super) tables: Vec<Rows>,
    /// The word with all bits set.
    all: U256,
    /// For each operation, the bits that its word may have.
    possible: Vec<U256>,
    known: HashMap<Operation, WordId>,
    /// For each word that depends on unfinished loops, the numbers of these loops.
    open: HashMap<WordId, SortedSet<u32>>,
    loops: u32,
    /// For each word of a position, a number. Different words with the same number have no bit in common, because
    /// the state has at most one value.
    pub(super) exclusive_with: Vec<usize>,
    /// The words of a position that have at most one bit.
    pub(super) singles: SortedSet<usize>,
    /// Names of words: the predicates whose values they contain.
    pub(super) names: SortedMap<WordId, String>,
}

impl Operations {
    /// An empty list of operations on words of `width` bits. `exclusive_with` and `singles` are explained at the fields
    /// with these names.
    pub(super) fn over(width: u32, exclusive_with: Vec<usize>, singles: SortedSet<usize>) -> Operations {
        Operations { all: U256::lowest(width), exclusive_with, singles, ..Operations::default() }
    }

    /// The word with all bits set.
    pub(super) fn all(&self) -> U256 {
        self.all
    }

    fn push(&mut self, operation: Operation, possible: U256) -> WordId {
        if possible.is_empty() && operation != Operation::Constant(U256::NONE) {
            return self.nothing();
        }
        if let Some(known) = self.known.get(&operation) {
            return *known;
        }
        let id = WordId(self.list.len() as u32);
        let mut open: SortedSet<u32> =
            operation.uses().filter_map(|one| self.open.get(&one)).flatten().copied().collect();
        match operation {
            Operation::Unknown(number) => drop(open.insert(number)),
            Operation::Least(number, _) => drop(open.remove(&number)),
            _ => {}
        }
        if !open.is_empty() {
            self.open.insert(id, open);
        }
        self.list.push(operation);
        self.possible.push(possible);
        self.known.insert(operation, id);
        id
    }

    /// The word of a new loop, with the bits that it may have.
    pub(super) fn unknown(&mut self, possible: U256) -> WordId {
        self.loops += 1;
        self.push(Operation::Unknown(self.loops - 1), possible)
    }

    /// The least fixpoint of `word`, which may depend on the loop's word `unknown`.
    pub(super) fn least(&mut self, unknown: WordId, word: WordId) -> WordId {
        let Operation::Unknown(number) = self.list[unknown.index()] else { return word };
        match self.open.get(&word) {
            Some(open) if open.contains(&number) => {
                let possible = self.possible(word);
                self.push(Operation::Least(number, word), possible)
            }
            _ => word,
        }
    }

    /// Whether a word depends on no unfinished loop.
    pub(super) fn is_closed(&self, word: WordId) -> bool {
        !self.open.contains_key(&word)
    }

    /// The bits that a word may have.
    pub(super) fn possible(&self, id: WordId) -> U256 {
        self.possible[id.index()]
    }

    pub(super) fn value(&self, id: WordId) -> Option<U256> {
        match self.list[id.index()] {
            Operation::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn constant(&mut self, value: U256) -> WordId {
        self.push(Operation::Constant(value), value)
    }

    /// The empty word.
    pub(super) fn nothing(&mut self) -> WordId {
        self.constant(U256::NONE)
    }

    /// The word for `true`: bit 0.
    pub(super) fn holds(&mut self) -> WordId {
        self.constant(U256::bit(0))
    }

    /// Whether a word is known to be empty.
    pub(super) fn is_nothing(&self, id: WordId) -> bool {
        self.value(id) == Some(U256::NONE)
    }

    pub(super) fn position(&mut self, word: usize, possible: U256) -> WordId {
        self.push(Operation::Position(word), possible)
    }

    pub(super) fn played(&mut self, possible: U256) -> WordId {
        self.push(Operation::Played, possible)
    }

    /// Names a word, unless it has a name already.
    pub(super) fn call(&mut self, id: WordId, name: impl FnOnce() -> String) {
        if !matches!(
            self.list[id.index()],
            Operation::Constant(_) | Operation::Position(_) | Operation::Played
        ) {
            self.names.entry(id).or_insert_with(name);
        }
    }

    /// Whether a word is the bit of the played value.
    pub(super) fn is_played(&self, id: WordId) -> bool {
        self.list[id.index()] == Operation::Played
    }

    pub(super) fn and(&mut self, one: WordId, other: WordId) -> WordId {
        let (one, other) = if one <= other { (one, other) } else { (other, one) };
        let both = self.possible(one) & self.possible(other);
        match (self.value(one), self.value(other)) {
            (Some(a), Some(b)) => return self.constant(a & b),
            (Some(mask), None) if (self.possible(other) & !mask).is_empty() => return other,
            (None, Some(mask)) if (self.possible(one) & !mask).is_empty() => return one,
            _ if one == other => return one,
            _ if self.are_disjoint(one, other) => return self.nothing(),
            _ if self.is_part(one, other) => return one,
            _ if self.is_part(other, one) => return other,
            _ => {}
        }
        for (one, other) in [(one, other), (other, one)] {
            if let Operation::Without(all, rest) = self.list[other.index()]
                && self.value(all).is_some_and(|all| (self.possible(one) & !all).is_empty())
            {
                return self.without(one, rest);
            }
        }
        self.push(Operation::And(one, other), both)
    }

    pub(super) fn or(&mut self, one: WordId, other: WordId) -> WordId {
        let (one, other) = if one <= other { (one, other) } else { (other, one) };
        match (self.value(one), self.value(other)) {
            (Some(a), Some(b)) => return self.constant(a | b),
            (Some(U256::NONE), None) => return other,
            (None, Some(U256::NONE)) => return one,
            _ if self.is_part(one, other) => return other,
            _ if self.is_part(other, one) => return one,
            _ => {}
        }
        match (self.list[one.index()], self.list[other.index()]) {
            (Operation::Where(test, a), Operation::Where(same, b)) if test == same => {
                let either = self.or(a, b);
                return self.only_where(test, either);
            }
            (Operation::And(a, b), Operation::And(c, d)) => {
                let shared = [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)];
                if let Some((both, one, _, other)) = shared.into_iter().find(|(a, _, c, _)| a == c) {
                    let either = self.or(one, other);
                    return self.and(both, either);
                }
            }
            _ => {}
        }
        let some = self.possible(one) | self.possible(other);
        self.push(Operation::Or(one, other), some)
    }

    pub(super) fn without(&mut self, one: WordId, other: WordId) -> WordId {
        match (self.value(one), self.value(other)) {
            (Some(a), Some(b)) => return self.constant(a & !b),
            (_, Some(b)) => {
                let rest = self.constant(self.possible(one) & !b);
                return self.and(one, rest);
            }
            (Some(U256::NONE), _) => return one,
            _ if (self.possible(one) & self.possible(other)).is_empty() => return one,
            _ if self.is_part(one, other) => return self.nothing(),
            _ => {}
        }
        let possible = self.possible(one);
        self.push(Operation::Without(one, other), possible)
    }

    fn up(&mut self, of: WordId, by: u32) -> WordId {
        let possible = self.possible(of) << by & self.all;
        if by == 0 { of } else { self.push(Operation::Up(of, by), possible) }
    }

    fn down(&mut self, of: WordId, by: u32) -> WordId {
        let possible = self.possible(of) >> by;
        if by == 0 { of } else { self.push(Operation::Down(of, by), possible) }
    }

    /// A partial shift: some bits of a word, all moved by the same distance.
    pub(super) fn shift(&mut self, of: WordId, shift: Shift) -> WordId {
        let mask = self.constant(shift.mask);
        let masked = self.and(of, mask);
        let by = shift.by.unsigned_abs();
        if shift.by >= 0 { self.up(masked, by) } else { self.down(masked, by) }
    }

    /// The union of the table rows that the bits of a word select.
    pub(super) fn image(&mut self, rows: &Rows, of: WordId) -> WordId {
        let possible = image(rows, self.possible(of));
        if let Some(value) = self.value(of) {
            return self.constant(image(rows, value));
        }
        let known = self.tables.iter().position(|table| table == rows);
        let table = known.unwrap_or_else(|| {
            self.tables.push(rows.clone());
            self.tables.len() - 1
        });
        self.push(Operation::Image(table, of), possible)
    }

    /// Returns `word` if `test` has a bit, otherwise the empty word.
    pub(super) fn only_where(&mut self, test: WordId, word: WordId) -> WordId {
        match (self.value(test), self.value(word)) {
            (Some(U256::NONE), _) => return test,
            (Some(_), _) | (_, Some(U256::NONE)) => return word,
            // The word of the played value always has a bit.
            _ if self.is_played(test) => return word,
            _ => {}
        }
        let possible = self.possible(word);
        self.push(Operation::Where(test, word), possible)
    }

    /// A word with bit 0 set if a comparison of numbers of bits holds.
    pub(super) fn compare(&mut self, test: CountTest) -> WordId {
        let most = |id| i64::from(self.possible(id).count());
        let (least, greatest) = (test.more - most(test.other), test.more + most(test.one));
        let holds = |sum: i64| test.operator.holds(sum.cmp(&0));
        let is_decided = |sums: &[i64]| sums.iter().all(|sum| holds(*sum) == holds(least));
        let near = [least, -1, 0, 1, greatest].map(|sum| sum.clamp(least, greatest));
        match (self.value(test.one), self.value(test.other)) {
            (Some(one), Some(other)) => self.constant(U256::from(test.holds(one, other))),
            _ if is_decided(&near) => self.constant(U256::from(holds(least))),
            _ => self.push(Operation::Compare(test), U256::bit(0)),
        }
    }

    pub(super) fn is_empty(&mut self, of: WordId) -> WordId {
        match (self.value(of), self.list[of.index()]) {
            (Some(value), _) => self.constant(U256::from(value.is_empty())),
            (None, Operation::IsEmpty(inner)) => {
                let one = self.holds();
                self.only_where(inner, one)
            }
            _ => self.push(Operation::IsEmpty(of), U256::bit(0)),
        }
    }
}

/// The union of the rows that the bits of a word select.
#[inline]
pub(super) fn image<W: Word>(rows: &[W], word: W) -> W {
    let mut all = W::NONE;
    word.each_bit(|place| all |= rows[place as usize]);
    all
}
