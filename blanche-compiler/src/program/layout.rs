//! The layout of the positions of a program's game.

use super::{Program, SortId};
use crate::runtime::{Layout, Shape};

impl Program {
    /// The layout of the states in a position. `None` if the program has no game, or if a position would be too large.
    pub fn layout(&self) -> Option<Layout> {
        let states = self.game.as_ref()?.states.iter();
        Layout::new(states.map(|state| {
            let sorts = &self.predicate(state.predicate).sorts;
            self.shape(sorts, &state.one, state.is_history)
        }))
    }

    /// The shape of a state whose arguments have these sorts.
    pub(crate) fn shape(&self, sorts: &[SortId], one: &[bool], is_history: bool) -> Shape {
        let size = |sort: &SortId| self.sort(self.sort(*sort).root).numbers();
        Shape { sizes: sorts.iter().map(size).collect(), one: one.to_vec(), is_history }
    }
}
