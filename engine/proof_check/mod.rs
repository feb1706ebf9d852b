//! Checks the results of a search. A proof is replayed against every reply. Where the proof relies on the claim of a
//! rule, an exhaustive search verifies the claim.
//!
//! | module | what it holds |
//! |---|---|
//! | [`referee`] | decides who has won, by the rules of level 0 |
//! | [`definition`] | the definition of a win within n moves, as a search without pruning |
//! | [`exhaustive`] | a faster search with the same results |
//! | [`exhaustive_text`] | decides who wins within n moves, in a game that is defined in rule files |
//! | [`replay`] | replays the proof of a win against every reply |
//!
//! The checks use only rules of level 0, so they can check all other rules.

pub mod definition;
pub mod exhaustive;
pub mod exhaustive_text;
pub mod referee;
pub mod replay;

use blanche_compiler::game::{Fault, Move};

use crate::board::{Color, Point};
use crate::games::requirements;
use crate::games::{FiveInARow, TextGame};
use crate::search::check::{Checked, Unproved};
use crate::search::limits::Clock;
use crate::search::player::Playable;
use crate::search::proof::Proof;
use crate::search::solve::{Solution, SolveOptions, solve};
use crate::search::strategy::Strategy;
use crate::search::strategy_kind::StrategyKind;
use referee::Referee;

/// A search strategy for five in a row under any base.
pub type FiveInARowStrategy = dyn for<'b> Strategy<FiveInARow<'b>> + Sync;

/// Maximum number of stones that each exhaustive search of a check may place.
const CHECK_NODES: u64 = 20_000_000;

impl Playable for FiveInARow<'_> {
    fn has_proofs(&self) -> bool {
        true
    }

    fn prove(&mut self, strategy: StrategyKind, options: &SolveOptions) -> Option<Solution<Point>> {
        Some(solve(strategy.strategy(), self, options))
    }
}

/// These games do not declare forcing moves, so they have no proof search.
impl Playable for TextGame<'_> {
    fn has_proofs(&self) -> bool {
        false
    }

    fn prove(&mut self, _: StrategyKind, _: &SolveOptions) -> Option<Solution<Move>> {
        None
    }

    fn settle(&mut self) {
        TextGame::settle(self);
    }

    fn fault(&self) -> Option<Fault> {
        TextGame::fault(self).filter(|fault| *fault != Fault::Stopped)
    }

    fn given_up(&self) -> Option<Fault> {
        TextGame::given_up(self)
    }
}

impl Checked for FiveInARow<'_> {
    fn can_win(&self, player: Color) -> bool {
        requirements::can_win(self.base(), player)
    }

    fn check(&self, proof: &Proof<Point>, clock: &Clock) -> Result<(), Unproved<Point>> {
        let referee = Referee::new(self.base(), self.backend());
        replay::replay(&referee, self.position(), proof, CHECK_NODES.min(clock.stones()), clock)
    }
}
