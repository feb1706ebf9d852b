//! Code for bitboards: a sequence of operations, and the words that are its outputs.

use blanche_sorted::SortedMap;

use super::operations::{CountTest, Operation, Operations, Rows, WordId};
use super::{bit_runs, redundant_masks};
use crate::runtime::{U256, Value, Word};

/// A sequence of operations, each of which uses words computed before it.
///
/// Translated code has constants of the greatest width. To be executed, it is [lowered](Code::lowered) to words of
/// its own width.
#[derive(Clone, Debug, Default)]
pub struct Code<W = U256> {
    /// Number of bits in each word.
    pub width: u32,
    /// The operations, in execution order.
    pub operations: Vec<Operation<W>>,
    /// The tables that operations look up values in.
    pub tables: Vec<Rows<W>>,
    /// The output words.
    pub outputs: Vec<Output>,
    /// The answer variable whose values are the bits of the outputs. If `None`, each output tells whether the query
    /// has an answer.
    pub spread: Option<usize>,
    /// Whether the first value of each answer is the played value, which no word contains.
    pub begins_played: bool,
    /// Names of some words: the predicates whose values they contain.
    pub names: SortedMap<WordId, String>,
    /// For each operation, the loop that it ends, if any.
    pub loops: Vec<Option<Loop>>,
}

/// A loop that computes a least fixpoint.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The word that is iterated.
    pub unknown: WordId,
    /// The operations that depend on that word, in order.
    pub turn: Vec<WordId>,
}

/// An output word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The values of the answer variables in order, without the variable stored as bits and the played variable.
    pub values: Vec<Value>,
    /// A bit for each value of the variable stored as bits.
    pub word: WordId,
}

impl Code {
    /// Extracts the operations needed for some outputs.
    pub(super) fn of(operations: &Operations, outputs: Vec<Output>, spread: Option<usize>) -> Code {
        let mut code = Code {
            width: operations.all().count_ones(),
            operations: operations.list.clone(),
            tables: operations.tables.clone(),
            outputs,
            spread,
            begins_played: false,
            names: operations.names.clone(),
            loops: Vec::new(),
        };
        redundant_masks::leave_out(&mut code, &|at| operations.possible(WordId(at as u32)));
        code.tidy();
        bit_runs::take_pairs(&mut code);
        code.tidy();
        code.loops = code.find_loops();
        code
    }

    /// The code for some of the outputs.
    pub fn part(&self, outputs: std::ops::Range<usize>) -> Code {
        let mut part = Code { outputs: self.outputs[outputs].to_vec(), ..self.clone() };
        part.tidy();
        part.loops = part.find_loops();
        part
    }

    /// Converts the code to words of its own width.
    ///
    /// # Panics
    /// If `W` has another width.
    pub fn lowered<W: Word>(&self) -> Code<W> {
        assert_eq!(self.width, W::BITS, "code runs in words of its own width");
        let word = |word: U256| W::of_parts(&word.0[..W::PARTS]);
        let table = |rows: &Rows| rows.iter().map(|row| word(*row)).collect();
        Code {
            width: self.width,
            operations: self.operations.iter().map(|one| one.with_constants(&word)).collect(),
            tables: self.tables.iter().map(table).collect(),
            outputs: self.outputs.clone(),
            spread: self.spread,
            begins_played: self.begins_played,
            names: self.names.clone(),
            loops: self.loops.clone(),
        }
    }

    /// The loops among the operations.
    fn find_loops(&self) -> Vec<Option<Loop>> {
        let mut loops = vec![None; self.operations.len()];
        for (end, operation) in self.operations.iter().enumerate() {
            let Operation::Least(number, _) = operation else { continue };
            let unknown = self.operations.iter().position(|one| *one == Operation::Unknown(*number));
            let unknown = WordId(unknown.expect("the word of a loop stands before its end") as u32);
            let mut turn = Vec::new();
            let mut stands = vec![false; end];
            stands[unknown.index()] = true;
            for at in unknown.index() + 1..end {
                if self.operations[at].uses().any(|one| stands[one.index()]) {
                    stands[at] = true;
                    turn.push(WordId(at as u32));
                }
            }
            loops[end] = Some(Loop { unknown, turn });
        }
        loops
    }

    /// Removes operations and tables that no output needs.
    fn tidy(&mut self) {
        let mut needed = vec![false; self.operations.len()];
        self.outputs.iter().for_each(|output| needed[output.word.index()] = true);
        for at in (0..self.operations.len()).rev() {
            if needed[at] {
                self.operations[at].uses().for_each(|used| needed[used.index()] = true);
            }
        }
        let mut places = vec![WordId(0); self.operations.len()];
        let mut tables: Vec<Option<usize>> = vec![None; self.tables.len()];
        let (old, old_tables) = (std::mem::take(&mut self.operations), std::mem::take(&mut self.tables));
        for (at, operation) in old.into_iter().enumerate().filter(|(at, _)| needed[*at]) {
            places[at] = WordId(self.operations.len() as u32);
            let moved = operation.moved(&|id| places[id.index()]);
            self.operations.push(match moved {
                Operation::Image(table, of) => {
                    let place = *tables[table].get_or_insert_with(|| {
                        self.tables.push(old_tables[table].clone());
                        self.tables.len() - 1
                    });
                    Operation::Image(place, of)
                }
                operation => operation,
            });
        }
        self.outputs.iter_mut().for_each(|output| output.word = places[output.word.index()]);
        let names = std::mem::take(&mut self.names).into_iter().filter(|(id, _)| needed[id.index()]);
        self.names = names.map(|(id, name)| (places[id.index()], name)).collect();
    }
}

impl Operation {
    /// The operation with its constants converted by `word`.
    fn with_constants<W>(self, word: &dyn Fn(U256) -> W) -> Operation<W> {
        match self {
            Operation::Constant(value) => Operation::Constant(word(value)),
            Operation::Position(at) => Operation::Position(at),
            Operation::Played => Operation::Played,
            Operation::And(one, other) => Operation::And(one, other),
            Operation::Or(one, other) => Operation::Or(one, other),
            Operation::Without(one, other) => Operation::Without(one, other),
            Operation::Up(one, by) => Operation::Up(one, by),
            Operation::Down(one, by) => Operation::Down(one, by),
            Operation::Image(table, one) => Operation::Image(table, one),
            Operation::Where(test, one) => Operation::Where(test, one),
            Operation::IsEmpty(one) => Operation::IsEmpty(one),
            Operation::Compare(test) => Operation::Compare(test),
            Operation::Unknown(number) => Operation::Unknown(number),
            Operation::Least(number, one) => Operation::Least(number, one),
        }
    }

    /// The operation with its words renumbered by `to`.
    pub(super) fn moved(self, to: &dyn Fn(WordId) -> WordId) -> Operation {
        match self {
            Operation::Constant(_) | Operation::Position(_) | Operation::Played | Operation::Unknown(_) => {
                self
            }
            Operation::Least(number, one) => Operation::Least(number, to(one)),
            Operation::And(one, other) => Operation::And(to(one), to(other)),
            Operation::Or(one, other) => Operation::Or(to(one), to(other)),
            Operation::Without(one, other) => Operation::Without(to(one), to(other)),
            Operation::Where(one, other) => Operation::Where(to(one), to(other)),
            Operation::Up(one, by) => Operation::Up(to(one), by),
            Operation::Down(one, by) => Operation::Down(to(one), by),
            Operation::Image(table, one) => Operation::Image(table, to(one)),
            Operation::IsEmpty(one) => Operation::IsEmpty(to(one)),
            Operation::Compare(test) => {
                Operation::Compare(CountTest { one: to(test.one), other: to(test.other), ..test })
            }
        }
    }
}
