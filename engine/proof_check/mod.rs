//! Checks what a search has found: plays a proof out against every reply, and searches exhaustively where its rules end.
//!
//! | module | what it holds |
//! |---|---|
//! | [`referee`] | says who has won, by the rules of level 0 |
//! | [`plain`] | the definition of a win within n moves: every move, every reply, nothing left out |
//! | [`exhaustive`] | gives the same answer sooner |
//! | [`replay`] | plays a proof of a whole win out against every reply |
//!
//! It never asks a rule above level 0, so it can judge all others.

pub mod exhaustive;
pub mod plain;
pub mod referee;
pub mod replay;

use crate::board::{Color, Point};
use crate::games::FiveInARow;
use crate::games::abilities;
use crate::search::check::{Checked, Unproved};
use crate::search::limits::Clock;
use crate::search::proof::Proof;
use crate::search::strategy::Strategy;
use referee::Referee;

/// A strategy for what any base makes of five in a row.
pub type FiveInARowStrategy = dyn for<'b> Strategy<FiveInARow<'b>> + Sync;

/// How many stones each exhaustive search of a check may set.
const CHECK_NODES: u64 = 20_000_000;

impl Checked for FiveInARow<'_> {
    fn can_win(&self, player: Color) -> bool {
        abilities::can_win(self.base(), player)
    }

    fn check(&self, proof: &Proof<Point>, clock: &Clock) -> Result<(), Unproved<Point>> {
        let referee = Referee::new(self.base(), self.backend());
        replay::replay(&referee, self.position(), proof, CHECK_NODES.min(clock.stones()), clock)
    }
}
