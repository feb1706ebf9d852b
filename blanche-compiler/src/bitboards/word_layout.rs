//! The bitboard words of a program: their width and, for each word, the words of the layout that it comprises.
//!
//! The layout has words of 64 bits, and sets that consist of several words. The words of a program are as wide as its
//! board needs, so that a set of fields is a single word.

use std::ops::Range;

use blanche_sorted::Arrange;

use crate::program::{Program, SortId};
use crate::runtime::{Layout, U256, Value};

/// Possible widths of words, in bits.
const WIDTHS: [u32; 3] = [64, 128, 256];

/// The arrangement of a position's sets in the words of a program.
#[derive(Clone, Debug)]
pub struct WordLayout {
    /// Number of bits in a word.
    pub width: u32,
    /// For each word, the words of the layout that it comprises, lowest bits first.
    pub words: Vec<Range<usize>>,
    /// For each word, the number of low bits that may be set.
    pub bits: Vec<u32>,
    states: Vec<Sets>,
}

/// The sets of a state.
#[derive(Clone, Copy, Debug)]
struct Sets {
    /// The index of the first word of the first set.
    first: usize,
    /// Number of words per set.
    words: usize,
}

impl WordLayout {
    /// The arrangement for the positions of a program with this layout.
    pub fn of(program: &Program, layout: &Layout) -> WordLayout {
        let width = width(program);
        let most = width as usize / 64;
        let mut states = vec![Sets { first: 0, words: 0 }; layout.tables().len()];
        let (mut words, mut bits) = (Vec::new(), Vec::new());
        let mut tables: Vec<_> = layout.tables().iter().enumerate().collect();
        tables.arrange_by_key(|(_, table)| table.range().start);
        for (state, table) in tables {
            states[state] = Sets { first: words.len(), words: table.set_words().div_ceil(most) };
            let size = table.spread().map_or(1, |at| table.shape().sizes[at]) as u32;
            for set in table.range().step_by(table.set_words()) {
                let end = set + table.set_words();
                words.extend((set..end).step_by(most).map(|from| from..end.min(from + most)));
                bits.extend((0..states[state].words as u32).map(|at| width.min(size - at * width)));
            }
        }
        WordLayout { width, words, bits, states }
    }

    /// The indices of all words of a state's sets.
    pub(super) fn all_words(&self, state: usize) -> Range<usize> {
        let first = self.states[state].first;
        let next = self.states.iter().map(|sets| sets.first).filter(|other| *other > first).min();
        first..next.unwrap_or(self.words.len())
    }

    /// Number of words in a set of a state.
    pub(crate) fn set_words(&self, state: usize) -> usize {
        self.states[state].words
    }

    /// The index of the first word of a set; `others` are the values of the arguments that are not stored as bits.
    pub(crate) fn set_at(&self, layout: &Layout, state: usize, others: &[Value]) -> usize {
        let (table, sets) = (layout.table(state), self.states[state]);
        let set = (table.set_at(others) - table.range().start) / table.set_words();
        sets.first + set * sets.words
    }

    /// The word and bit for a tuple of a state.
    pub(super) fn bit_at(&self, layout: &Layout, state: usize, tuple: &[Value]) -> (usize, U256) {
        let table = layout.table(state);
        let others = tuple.iter().enumerate().filter(|(at, _)| Some(*at) != table.spread());
        let others: Vec<Value> = others.map(|(_, value)| *value).collect();
        let value = table.spread().map_or(0, |at| tuple[at]);
        let word = self.set_at(layout, state, &others) + (value / self.width) as usize;
        (word, U256::bit(value % self.width))
    }
}

/// The smallest width into which the fields of the board, the played values and the values of states fit.
fn width(program: &Program) -> u32 {
    let size = |sort: SortId| program.sort(program.sort(sort).root).numbers();
    let played = program.game.iter().flat_map(|game| &game.moves).flat_map(|made| {
        let rule = program.rule(made.question);
        rule.answer.iter().map(|id| rule.variables[id.index()].sort)
    });
    let states = program.game.iter().flat_map(|game| &game.states);
    let kept = states.flat_map(|state| program.predicate(state.predicate).sorts.iter().copied());
    let sorts = program.board.iter().map(|board| board.field).chain(played).chain(kept);
    let fits = |sort: SortId| WIDTHS.into_iter().find(|width| size(sort) <= *width as usize);
    // Sorts that fit into no width are not translated into words.
    sorts.filter_map(fits).max().unwrap_or(WIDTHS[0])
}
