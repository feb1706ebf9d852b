//! What the interpreter and the generated Rust share at run time: values, the limit of work, and the outcome of
//! a question. Generated code names only this module of the crate.

mod memo;
mod set;

use std::fmt;

pub(crate) use memo::MOST_REMEMBERED;
pub use memo::Memo;
pub use set::{BitSet, BitSetIter, Numbered};

/// A value of any sort: its number in the sort's own order. Only the interpreter and the tables of facts use
/// it; generated code has a type for each sort.
pub type Value = u16;

/// How much work one question may cost before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Candidates: one for each answer that a loop takes up, and one for each derivation that is asked.
    pub work: u64,
    /// How deep extern predicates that ask rules may be nested in the rules they ask.
    pub depth: u32,
}

impl Default for Limits {
    /// Three hundred million candidates and a depth of 64: some seconds of compiled rules, and ten times what
    /// any rule in `knowledge/` was seen to take, on thousands of random positions.
    fn default() -> Limits {
        Limits { work: 300_000_000, depth: 64 }
    }
}

/// The question was given up at the limit of work or depth. It is neither a yes nor a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached;

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the limit of work was reached before the question was answered")
    }
}

impl std::error::Error for LimitReached {}

/// What is left of the limits while a question is answered.
#[derive(Clone, Debug)]
pub struct Budget {
    work: u64,
    depth: u32,
}

impl Budget {
    /// A fresh budget.
    pub fn new(limits: Limits) -> Budget {
        Budget { work: limits.work, depth: limits.depth }
    }

    /// Takes up one candidate.
    #[inline(always)]
    pub fn spend(&mut self) -> Result<(), LimitReached> {
        match self.work.checked_sub(1) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => Err(LimitReached),
        }
    }

    /// Goes one level deeper: an extern predicate asks its rules.
    #[inline]
    pub fn enter(&mut self) -> Result<(), LimitReached> {
        self.depth = self.depth.checked_sub(1).ok_or(LimitReached)?;
        Ok(())
    }

    /// Comes back from a question that [`Budget::enter`] began and that was answered.
    #[inline]
    pub fn leave(&mut self) {
        self.depth += 1;
    }

    /// The candidates that are left.
    pub fn work_left(&self) -> u64 {
        self.work
    }
}

/// Why a search for solutions ended before it had seen all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Whoever takes the solutions needs no more.
    Enough,
    /// The limit was reached.
    Limit,
}

impl From<LimitReached> for Stop {
    fn from(_: LimitReached) -> Stop {
        Stop::Limit
    }
}

/// How a search for solutions goes on: to its end, or it stops early.
pub type Flow = Result<(), Stop>;

/// Whether a search that stops at its first solution has found one.
#[inline]
pub fn found(flow: Flow) -> Result<bool, LimitReached> {
    match flow {
        Ok(()) => Ok(false),
        Err(Stop::Enough) => Ok(true),
        Err(Stop::Limit) => Err(LimitReached),
    }
}

/// So many solutions are sorted where they stand; a rule has seldom more in one position.
const FEW: usize = 24;

/// Solutions of one rule: tuples over its named variables, ordered and without duplicates once they are
/// finished. The order is that of the values: the played variable first, then the others by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    width: usize,
    count: usize,
    values: Vec<Value>,
}

impl Solutions {
    /// No solutions of a rule with so many named variables.
    pub fn new(width: usize) -> Solutions {
        Solutions { width, count: 0, values: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The tuples in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Value]> {
        (0..self.count).map(|at| &self.values[at * self.width..(at + 1) * self.width])
    }

    /// No solutions of a rule with so many named variables, in the room of those that are here.
    pub fn clear(&mut self, width: usize) {
        self.width = width;
        self.count = 0;
        self.values.clear();
    }

    /// Takes up a solution as it is found.
    #[inline]
    pub fn push(&mut self, tuple: &[Value]) {
        debug_assert_eq!(tuple.len(), self.width, "a rule has one width");
        if self.count == 0 {
            self.values.reserve(self.width * FEW);
        }
        self.values.extend_from_slice(tuple);
        self.count += 1;
    }

    /// Keeps the least of the solutions that it is shown.
    pub fn keep_least(&mut self, tuple: &[Value]) {
        if self.count == 0 {
            self.push(tuple);
        } else if tuple < self.values.as_slice() {
            self.values.copy_from_slice(tuple);
        }
    }

    /// Orders the solutions and takes duplicates out.
    pub fn finish(&mut self) {
        let width = self.width;
        if width == 0 {
            self.count = self.count.min(1);
        }
        if self.count <= 1 {
            return;
        }
        let mut sorted = self
            .values
            .chunks_exact(width)
            .zip(self.values[width.min(self.values.len())..].chunks_exact(width));
        if sorted.all(|(one, next)| one < next) {
            return;
        }
        if self.count <= FEW {
            self.sort_few();
            return;
        }
        let mut tuples: Vec<&[Value]> = self.values.chunks_exact(width).collect();
        tuples.sort_unstable();
        tuples.dedup();
        self.count = tuples.len();
        self.values = tuples.concat();
    }

    /// [`Solutions::finish`] in place: each tuple is put where it belongs among those before it.
    fn sort_few(&mut self) {
        let width = self.width;
        let mut done = 1;
        for next in 1..self.count {
            let (before, rest) = self.values.split_at(next * width);
            let tuple = &rest[..width];
            let kept = &before[..done * width];
            let place = kept.chunks_exact(width).rposition(|known| known <= tuple).map_or(0, |at| at + 1);
            if place > 0 && kept[(place - 1) * width..place * width] == *tuple {
                continue;
            }
            self.values.copy_within(next * width..(next + 1) * width, done * width);
            self.values[place * width..(done + 1) * width].rotate_right(width);
            done += 1;
        }
        self.count = done;
        self.values.truncate(done * width);
    }
}

/// A compiled premise: hands solutions until it is told to stop.
pub type Each<F> = fn(&mut F, &mut Budget, &mut dyn FnMut(&[Value]) -> Flow) -> Flow;

/// A rule of a compiled base, over facts `F`.
pub struct CompiledRule<F> {
    /// Its name.
    pub name: &'static str,
    /// The player for whom it claims a win.
    pub colour: &'static str,
    /// In how many moves the win is reached.
    pub level: u32,
    /// Its named variables with their sorts, in the order in which answers are compared.
    pub variables: &'static [(&'static str, &'static str)],
    /// Whether the first variable is the one that it plays.
    pub plays: bool,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its text.
    pub text: &'static str,
    /// File and line.
    pub place: &'static str,
    /// Is there a solution?
    pub applies: fn(&mut F, &mut Budget) -> Result<bool, LimitReached>,
    /// Hands every solution as it is found, duplicates included, in no order, until it is told to stop.
    pub each: Each<F>,
}

impl<F> CompiledRule<F> {
    /// The least solution, if there is one.
    pub fn first(&self, facts: &mut F, limits: Limits) -> Result<Solutions, LimitReached> {
        let mut least = Solutions::new(self.variables.len());
        let flow = (self.each)(facts, &mut Budget::new(limits), &mut |tuple| {
            least.keep_least(tuple);
            Ok(())
        });
        found(flow)?;
        Ok(least)
    }

    /// All solutions in order.
    pub fn all(&self, facts: &mut F, limits: Limits) -> Result<Solutions, LimitReached> {
        let mut all = Solutions::default();
        self.all_into(facts, limits, &mut all)?;
        Ok(all)
    }

    /// All solutions in order, in the room of earlier ones. Whoever asks often allocates once.
    pub fn all_into(&self, facts: &mut F, limits: Limits, all: &mut Solutions) -> Result<(), LimitReached> {
        all.clear(self.variables.len());
        let flow = (self.each)(facts, &mut Budget::new(limits), &mut |tuple| {
            all.push(tuple);
            Ok(())
        });
        found(flow)?;
        all.finish();
        Ok(())
    }
}

/// The facts whose first columns are `known`; the table is sorted.
pub fn stated<'t, const N: usize>(table: &'t [[Value; N]], known: &[Value]) -> &'t [[Value; N]] {
    let from = table.partition_point(|tuple| tuple[..known.len()] < *known);
    let to = from + table[from..].partition_point(|tuple| tuple[..known.len()] == *known);
    &table[from..to]
}

/// The facts of a program that no host stands behind: there are none to ask for.
pub trait NoFacts {}

impl NoFacts for () {}

/// A compiled base.
pub struct CompiledBase<F> {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// The hash of its sources and its domain's.
    pub hash: u64,
    /// Its rules in order.
    pub rules: Vec<CompiledRule<F>>,
}
