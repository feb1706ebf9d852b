//! The words of a program: how wide they are, and which words of the layout each of them is.
//!
//! The layout has words of 64 bits, and sets of several of them. A program has words as wide as its board needs, so that a set
//! of fields is one word.

use std::ops::Range;

use crate::program::{Program, SortId};
use crate::runtime::{Layout, U256, Value};

/// How wide words are: 64, 128 or 256 bits.
const WIDTHS: [u32; 3] = [64, 128, 256];

/// Where the sets of a position lie among the words of a program.
#[derive(Clone, Debug)]
pub struct Places {
    /// So many bits a word has.
    pub width: u32,
    /// For each word the words of the layout that it is, the lowest bits first.
    pub words: Vec<Range<usize>>,
    /// For each word how many bits of it can be set, the lowest ones.
    pub bits: Vec<u32>,
    states: Vec<Sets>,
}

/// The sets of a state.
#[derive(Clone, Copy, Debug)]
struct Sets {
    /// The first word of the first set.
    first: usize,
    /// So many words a set has.
    words: usize,
}

impl Places {
    /// The words of the positions of a program with this layout.
    pub fn of(program: &Program, layout: &Layout) -> Places {
        let width = width(program);
        let most = width as usize / 64;
        let mut states = vec![Sets { first: 0, words: 0 }; layout.tables().len()];
        let (mut words, mut bits) = (Vec::new(), Vec::new());
        let mut tables: Vec<_> = layout.tables().iter().enumerate().collect();
        tables.sort_by_key(|(_, table)| table.range().start);
        for (state, table) in tables {
            states[state] = Sets { first: words.len(), words: table.set_words().div_ceil(most) };
            let size = table.spread().map_or(1, |at| table.shape().sizes[at]) as u32;
            for set in table.range().step_by(table.set_words()) {
                let end = set + table.set_words();
                words.extend((set..end).step_by(most).map(|from| from..end.min(from + most)));
                bits.extend((0..states[state].words as u32).map(|at| width.min(size - at * width)));
            }
        }
        Places { width, words, bits, states }
    }

    /// The words of all sets of a state.
    pub(super) fn all_words(&self, state: usize) -> Range<usize> {
        let first = self.states[state].first;
        let next = self.states.iter().map(|sets| sets.first).filter(|other| *other > first).min();
        first..next.unwrap_or(self.words.len())
    }

    /// How many words a set of a state has.
    pub(crate) fn set_words(&self, state: usize) -> usize {
        self.states[state].words
    }

    /// The first word of the set for these values of the arguments that are not spread, in their order.
    pub(crate) fn set_at(&self, layout: &Layout, state: usize, others: &[Value]) -> usize {
        let (table, sets) = (layout.table(state), self.states[state]);
        let set = (table.set_at(others) - table.range().start) / table.set_words();
        sets.first + set * sets.words
    }

    /// The word that has this bit of the layout, and the bit in it.
    pub(super) fn bit_at(&self, layout: &Layout, state: usize, tuple: &[Value]) -> (usize, U256) {
        let table = layout.table(state);
        let others = tuple.iter().enumerate().filter(|(at, _)| Some(*at) != table.spread());
        let others: Vec<Value> = others.map(|(_, value)| *value).collect();
        let value = table.spread().map_or(0, |at| tuple[at]);
        let word = self.set_at(layout, state, &others) + (value / self.width) as usize;
        (word, U256::bit(value % self.width))
    }
}

/// The least width in which a field of the board is a bit, and what is played, and what states speak of.
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
    // Of what has no width the program has nothing in words.
    sorts.filter_map(fits).max().unwrap_or(WIDTHS[0])
}
