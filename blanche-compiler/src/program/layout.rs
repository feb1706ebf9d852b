//! The layout of the positions of a program's game, and the shapes of its states.

use super::{Program, SortId};
use crate::runtime::{Layout, Shape};

impl Layout {
    /// Where the states of a program's game lie; none without a game, or where they take too much room.
    pub fn of(program: &Program) -> Option<Layout> {
        let states = program.game.as_ref()?.states.iter();
        Layout::new(states.map(|state| {
            let sorts = &program.predicate(state.predicate).sorts;
            Shape::of(program, sorts, &state.one, state.is_history)
        }))
    }
}

impl Shape {
    /// The shape of a state with arguments of these sorts.
    pub(crate) fn of(program: &Program, sorts: &[SortId], one: &[bool], is_history: bool) -> Shape {
        let size = |sort: &SortId| program.sort(program.sort(*sort).root).numbers();
        Shape { sizes: sorts.iter().map(size).collect(), one: one.to_vec(), is_history }
    }
}
