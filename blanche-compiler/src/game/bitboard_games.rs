//! Playouts and perft counts (numbers of positions) by bitboard operations. Games that cannot be expressed by such
//! operations use the plans of their rules.

use std::sync::atomic::AtomicBool;

use super::fault::Fault;
use super::game_history::Past;
use super::moves::Step;
use super::playouts::MAX_PLIES;
use super::rules::Rules;
use crate::bitboards;
use crate::random::Random;
use crate::runtime::{BitFault, BitStart, BitTally, CompiledGame, Position};

/// A game expressed by bitboard operations.
pub(super) enum InWords<'r> {
    Compiled(CompiledGame),
    Interpreted(&'r dyn bitboards::GameRunner),
}

impl Rules {
    /// Whether playouts and perft counts use bitboard operations.
    pub fn are_in_words(&self) -> bool {
        self.in_words().is_some()
    }

    pub(super) fn in_words(&self) -> Option<InWords<'_>> {
        if self.is_by_plans() {
            return None;
        }
        let compiled = self.evaluator().in_words().map(InWords::Compiled);
        compiled.or_else(|| self.words().map(InWords::Interpreted))
    }

    /// The index of the player to move.
    fn mover(&self, position: &Position) -> usize {
        self.number(self.to_move(position))
    }

    fn begin<'p>(&self, position: &'p Position, past: &'p [Box<[u64]>]) -> BitStart<'p> {
        BitStart { position: position.words(), player: self.mover(position), past }
    }

    /// Converts the steps of a bitboard game to steps of the program.
    fn steps_of(&self, player: usize, steps: &[(usize, u32)]) -> Vec<Step> {
        let Some(words) = self.words() else { return Vec::new() };
        let step = |step: &(usize, u32)| {
            let (of, values) = words.step(player, *step);
            Step::new(of, &values)
        };
        steps.iter().map(step).collect()
    }

    /// Converts a fault of a bitboard game to a fault of the program's game.
    fn fault(&self, fault: BitFault) -> Fault {
        match fault {
            BitFault::Blocked(player) => self.blocked_fault(self.program().players[player]),
            BitFault::Endless(moves) => Fault::Endless(moves),
            BitFault::Unending { player, why, steps } => self.unending(why, &self.steps_of(player, &steps)),
            BitFault::Stopped => Fault::Stopped,
        }
    }
}

impl InWords<'_> {
    /// Plays random games from `start`.
    pub(super) fn playouts(
        &self,
        rules: &Rules,
        start: &Position,
        games: u64,
        random: &mut Random,
    ) -> Result<BitTally, Fault> {
        let start = rules.begin(start, &[]);
        let tally = match self {
            InWords::Compiled(game) => (game.playouts)(start, games, MAX_PLIES, random),
            InWords::Interpreted(game) => game.playouts(start, games, MAX_PLIES, random),
        };
        tally.map_err(|fault| rules.fault(fault))
    }

    /// Counts the positions reachable from `start`. `past` contains the positions of the game so far, including
    /// `start`.
    pub(super) fn perft(
        &self,
        rules: &Rules,
        (start, past): (&Position, &Past),
        depth: u32,
        strict: bool,
        stop: &AtomicBool,
    ) -> Result<u64, Fault> {
        let start = rules.begin(start, past.before());
        let count = match self {
            InWords::Compiled(game) => (game.perft)(start, depth, strict, stop),
            InWords::Interpreted(game) => game.perft(start, depth, strict, stop),
        };
        count.map_err(|fault| rules.fault(fault))
    }
}
