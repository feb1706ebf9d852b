//! Simulation: replies that lose like another one.
//!
//! Where one reply loses, the moves that beat it are tried against the others before anything is searched: most replies
//! change nothing (CITE: Kawano 1996, *Using similar positions to search game trees*). A position and the one that it is
//! compared with differ by some stones; the same moves are made in both, so the key of the other is known at every step,
//! and the table says which move wins there.

use super::nodes::{Attacked, Candidate, Defended};
use super::prover::Prover;
use super::table::Numbers;
use crate::games::Knowledge;
use crate::search::descent::Descent;
use crate::search::limits::Stopped;

impl<G: Knowledge> Prover<'_, G> {
    /// The defender is to move, and this reply of his loses: tries whether the others lose by the same moves. What does is
    /// entered in the table.
    pub(super) fn simulate(&mut self, replies: &[Candidate<G::Move>], lost: G::Move) -> Result<(), Stopped> {
        let model = self.key_after(lost);
        if self.table.best(model).is_none() {
            return Ok(());
        }
        for reply in replies {
            if !self.table.is_won(self.key_after(reply.mv)) {
                self.after(reply.mv, |prover| prover.attacks_like(model))?;
            }
        }
        Ok(())
    }

    /// The attacker, to move, wins by the moves that win in the position of the other key.
    fn attacks_like(&mut self, model: u64) -> Result<bool, Stopped> {
        let mut moves = Vec::new();
        if let Some(wins) = self.decided(&mut moves)? {
            return Ok(wins);
        }
        let key = self.key();
        let before = self.clock.positions();
        let Some(best) = self.table.best(model) else { return Ok(false) };
        if moves.iter().all(|tried| tried.mv != best) {
            return Ok(false);
        }
        let after = model ^ key ^ self.key_after(best);
        let wins = self.after(best, |prover| prover.defends_like(after))?;
        if wins {
            let work = (self.clock.positions() - before) as u32;
            self.table.put(key, Numbers::WON, Some(best), work);
        }
        Ok(wins)
    }

    /// The defender, to move, loses as in the position of the other key, where he is to move as well.
    fn defends_like(&mut self, model: u64) -> Result<bool, Stopped> {
        if self.game.winner()?.is_some() {
            return Ok(false);
        }
        let key = self.key();
        if self.table.is_won(key) {
            return Ok(true);
        }
        let mut replies = Vec::new();
        match self.defended(&mut replies)? {
            Defended::Lost => return Ok(false),
            Defended::Open(threat) if threat.is_open(self.replied) => self.all_replies(&mut replies),
            Defended::Open(_) => {}
        }
        for reply in &replies {
            let after = self.key_after(reply.mv);
            if self.table.is_won(after) {
                continue;
            }
            let model_after = model ^ key ^ after;
            let loses = self.after(reply.mv, |prover| match prover.table.best(model_after) {
                Some(_) => prover.attacks_like(model_after),
                None => prover.waits_like(model),
            })?;
            if !loses {
                return Ok(false);
            }
        }
        self.table.put(key, Numbers::WON, None, 0);
        Ok(true)
    }

    /// The defender has put off his defence with a threat of his own, which the other position does not have: once it is
    /// answered he loses as there.
    fn waits_like(&mut self, model: u64) -> Result<bool, Stopped> {
        let mut moves = Vec::new();
        if let Some(wins) = self.decided(&mut moves)? {
            return Ok(wins);
        }
        let [only] = moves[..] else { return Ok(false) };
        let wins = self.after(only.mv, |prover| prover.defends_like(model))?;
        if wins {
            self.table.put(self.key(), Numbers::WON, Some(only.mv), 0);
        }
        Ok(wins)
    }

    /// Whether the attacker, to move, wins, where nothing needs to be tried for it; else his moves.
    fn decided(&mut self, moves: &mut Vec<Candidate<G::Move>>) -> Result<Option<bool>, Stopped> {
        if let Some(winner) = self.game.winner()? {
            return Ok(Some(winner == self.attacker));
        }
        Ok(match self.attacked(moves)? {
            Attacked::Claim(_) => {
                self.table.put(self.key(), Numbers::WON, None, 0);
                Some(true)
            }
            Attacked::Lost => Some(false),
            Attacked::Open => None,
        })
    }
}
