//! Depth-first search for wins by fours alone.
//!
//! A four leaves the defender a single reply. Proof numbers are therefore of no use, and only the order of the
//! attacker's moves matters. If ten unrelated fours can be made, every subset of them is a different position. A badly
//! ordered search visits most of these positions before it reaches the win.
//!
//! In a win each four prepares a later four, so it can be postponed until just before that later four. A four *depends*
//! on the previous four if it was not possible before the previous four (CITE: Allis, van den Herik, Huntjens 1996,
//! *Go-Moku solved by new search techniques*; they search dependent threats, and combine the lines afterwards).
//! Dependent fours are tried first. Any other four is *loose* and uses up one of a small number of loose moves; each
//! dependent four allows one more. The search is repeated with more loose moves and finally without a limit, so in the
//! end nothing is left out.

use super::nodes::{AttackVerdict, Candidate, DefenceVerdict};
use super::prover::Prover;
use super::table::{INFINITE, Numbers};
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::make_move::MakeMove;
use crate::search::params::MAX_LOOSE_FOURS;

/// The result of searching a line of fours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// The attacker wins by the line.
    Wins,
    /// Undecided: the attacker has not won by the moves that were tried.
    Open,
    /// The attacker does not win by the line.
    Fails,
}

/// Weight of the limit of loose fours in the number that is stored for an undecided position. It ensures that a higher
/// limit always counts for more than any number of loose fours that are left.
const LOOSE_STEP: u32 = 256;

/// The number of loose fours allowed in a line.
#[derive(Clone, Copy)]
struct Loose {
    /// Maximum number of loose fours in this search.
    most: u32,
    /// The number of loose fours still allowed in the rest of the line.
    left: u32,
}

impl Loose {
    /// Creates an allowance of `most` loose fours.
    fn new(most: u32) -> Loose {
        Loose { most, left: most }
    }

    /// The allowance after a dependent four, or after the only move available. One more loose four is then allowed, but
    /// never more than `most`.
    fn gained(self) -> Loose {
        Loose { left: self.left.saturating_add(1).min(self.most), ..self }
    }

    /// The allowance after a loose four; `None` if no further loose four is allowed.
    fn spent(self) -> Option<Loose> {
        self.left.checked_sub(1).map(|left| Loose { left, ..self })
    }

    /// The proof and disproof numbers to store for a position that was searched with this allowance and is still
    /// undecided. The greater the allowance, the higher the proof number.
    fn numbers(self) -> Numbers {
        let needed = self.most.saturating_mul(LOOSE_STEP).saturating_add(self.left).saturating_add(1);
        Numbers { proof: needed.min(INFINITE - 1), disproof: 1 }
    }
}

impl<G: Knowledge> Prover<'_, G> {
    /// Whether the attacker, who is to move, wins by fours. Also returns the winning move, if the win needs one. If the
    /// search does not decide this within `positions` positions, it returns the numbers of an open position.
    pub(super) fn search_fours(&mut self, positions: u64) -> Result<(Numbers, Option<G::Move>), Stopped> {
        let end = self.clock.positions().saturating_add(positions);
        for loose in MAX_LOOSE_FOURS {
            match self.attack_by_fours(&[], Loose::new(loose), end)? {
                Line::Wins => return Ok((Numbers::WON, self.table.best(self.key()))),
                Line::Fails => return Ok((Numbers::LOST, None)),
                Line::Open if self.clock.positions() >= end => break,
                Line::Open => {}
            }
        }
        Ok((Numbers { proof: 1, disproof: 1 }, None))
    }

    /// Searches a node with the attacker to move. `before` contains the moves that the attacker could make before the
    /// last four.
    fn attack_by_fours(
        &mut self,
        before: &[Candidate<G::Move>],
        loose: Loose,
        end: u64,
    ) -> Result<Line, Stopped> {
        let key = self.key();
        if let Some(known) = self.table.get(key) {
            if known.proof == 0 {
                return Ok(Line::Wins);
            } else if known.disproof == 0 {
                return Ok(Line::Fails);
            } else if known.proof >= loose.numbers().proof {
                return Ok(Line::Open);
            }
        }
        let positions = self.clock.positions();
        let mut moves = Vec::new();
        let (line, best) = match self.attack_verdict(&mut moves)? {
            AttackVerdict::Claim(_) => (Line::Wins, None),
            AttackVerdict::Lost => (Line::Fails, None),
            AttackVerdict::Open => self.try_fours(&moves, before, loose, end)?,
        };
        let numbers = match line {
            Line::Wins => Numbers::WON,
            Line::Fails => Numbers::LOST,
            Line::Open if self.clock.positions() >= end => return Ok(Line::Open),
            Line::Open => loose.numbers(),
        };
        let work = (self.clock.positions() - positions).min(u64::from(u32::MAX)) as u32;
        self.table.put(key, numbers, best, work);
        Ok(line)
    }

    /// Searches these moves, with the dependent fours first. Also returns the winning move.
    fn try_fours(
        &mut self,
        moves: &[Candidate<G::Move>],
        before: &[Candidate<G::Move>],
        loose: Loose,
        end: u64,
    ) -> Result<(Line, Option<G::Move>), Stopped> {
        let depends = |tried: &&Candidate<G::Move>| {
            moves.len() == 1 || before.iter().all(|earlier| earlier.mv != tried.mv)
        };
        let dependent = moves.iter().filter(depends).map(|tried| (tried.mv, Some(loose.gained())));
        let others = moves.iter().filter(|tried| !depends(tried)).map(|tried| (tried.mv, loose.spent()));
        let mut outcome = Line::Fails;
        for (mv, loose) in dependent.chain(others) {
            let Some(loose) = loose else { return Ok((Line::Open, None)) };
            match self.after_four(mv, moves, loose, end)? {
                Line::Wins => return Ok((Line::Wins, Some(mv))),
                Line::Open => outcome = Line::Open,
                Line::Fails => {}
            }
            if self.clock.positions() >= end {
                return Ok((Line::Open, None));
            }
        }
        Ok((outcome, None))
    }

    /// Searches the position after a four of the attacker. A position in which the game is over is never stored in the
    /// table; see [`Prover::search_node`].
    fn after_four(
        &mut self,
        mv: G::Move,
        moves: &[Candidate<G::Move>],
        loose: Loose,
        end: u64,
    ) -> Result<Line, Stopped> {
        let key = self.key_after(mv);
        match self.table.get(key) {
            Some(known) if known.proof == 0 && self.game.winner_after(mv)?.is_none() => {
                return Ok(Line::Wins);
            }
            Some(known) if known.disproof == 0 => return Ok(Line::Fails),
            _ => {}
        }
        let before = self.clock.positions();
        let Some(line) = self.with_move(mv, |prover| prover.defend_by_replies(moves, loose, end))? else {
            return Ok(Line::Fails);
        };
        let work = (self.clock.positions() - before).min(u64::from(u32::MAX)) as u32;
        match line {
            Line::Wins => self.table.put(key, Numbers::WON, None, work),
            Line::Fails => self.table.put(key, Numbers::LOST, None, work),
            Line::Open => {}
        }
        Ok(line)
    }

    /// Searches a node with the defender to move; `None` if the game is over. `before` contains the moves that the
    /// attacker could make before the four that was just made.
    fn defend_by_replies(
        &mut self,
        before: &[Candidate<G::Move>],
        loose: Loose,
        end: u64,
    ) -> Result<Option<Line>, Stopped> {
        if self.game.winner()?.is_some() {
            return Ok(None);
        }
        let mut replies = Vec::new();
        match self.defence_verdict(&mut replies)? {
            DefenceVerdict::Lost => return Ok(Some(Line::Fails)),
            DefenceVerdict::Open(threat) if threat.leaves_replies_out(self.replied) => {
                self.all_replies(&mut replies)
            }
            DefenceVerdict::Open(_) => {}
        }
        for reply in replies {
            let line = self.with_move(reply.mv, |prover| match prover.game.winner()? {
                Some(winner) if winner == prover.attacker => Ok(Line::Wins),
                Some(_) => Ok(Line::Fails),
                None => prover.attack_by_fours(before, loose, end),
            })?;
            if line != Line::Wins {
                return Ok(Some(line));
            }
        }
        Ok(Some(Line::Wins))
    }
}
