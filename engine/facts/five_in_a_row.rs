//! Implements [`Subject`] for positions of five in a row.

use blanche_compiler::runtime::CompiledBase;

use super::StonesHost;
use crate::bases::Subject;
use crate::board::{self, Position};
use crate::built_in;

impl Subject for Position {
    type Player = board::Color;
    type Host = StonesHost;

    fn players() -> &'static [board::Color] {
        &board::Color::ALL
    }

    #[inline]
    fn number(player: board::Color) -> usize {
        player.index()
    }

    fn compiled() -> Vec<CompiledBase<Position>> {
        built_in::all().flat_map(|compiled| (compiled.five_in_a_row)()).collect()
    }

    fn start() -> Position {
        Position::empty()
    }

    fn options(&self) -> String {
        let mut options = Vec::new();
        for color in board::Color::ALL {
            let stones: Vec<String> = self.stones(color).iter().map(|stone| stone.to_string()).collect();
            if !stones.is_empty() {
                options.push(format!("--{color} {}", stones.join(",")));
            }
        }
        options.extend(self.to_move().map(|color| format!("--to-move {color}")));
        options.join(" ")
    }

    #[inline]
    fn to_move(&self) -> Option<board::Color> {
        Position::to_move(self)
    }
}
