//! The layout of the positions of a program's game.

use super::{Program, SortId};
use crate::runtime::{Layout, Shape};

impl Layout {
    /// Where the states of a program's game lie; none without a game, or where they take too much room.
    pub fn of(program: &Program) -> Option<Layout> {
        let game = program.game.as_ref()?;
        let size = |sort: &SortId| program.sort(program.sort(*sort).root).numbers();
        Layout::new(game.states.iter().map(|state| Shape {
            sizes: program.predicate(state.predicate).sorts.iter().map(size).collect(),
            one: state.one.clone(),
            is_history: state.is_history,
        }))
    }
}
