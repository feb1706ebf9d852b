//! Finds what a quiet move threatens.
//!
//! A move that is neither a four nor an open three may threaten to win by fours alone. This is tested by letting the
//! defender pass (CITE: Thomsen 2000, *Lambda-search in game trees*). The replies that may matter are the fields of the
//! line of fours, and replies with which the defender can make a four that delays the line. The defender may make this
//! four immediately, or together with the replies that the line forces. If the line ends with the claim of a rule, the
//! replies to that rule matter too. All other replies lose to the line.

use super::nodes::{AttackVerdict, DefenceVerdict};
use super::prover::{Prover, ToMove};
use super::table::INFINITE;
use crate::bases::queried_exports::NEXT_MOVE;
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::params::MAX_LINE_POSITIONS;
use crate::search::strategy::ThreatClass;

impl<G: Knowledge> Prover<'_, G> {
    /// The replies that may matter after a quiet move; `None` if the quiet move threatens nothing.
    pub(super) fn line(&mut self) -> Result<Option<Vec<G::Move>>, Stopped> {
        let key = self.game.key();
        if let Some(known) = self.lines.get(&key)
            && (known.is_some() || self.line_positions == MAX_LINE_POSITIONS)
        {
            return Ok(known.clone());
        }
        let fields = self.after_null_move(|prover| {
            let numbers = prover.search_fours(prover.line_positions)?.0;
            if numbers.proof > 0 {
                prover.is_cut |= numbers.disproof > 0;
                return Ok(None);
            }
            let mut fields = Vec::new();
            prover.line_attack(&mut fields)?;
            Ok(Some(fields))
        })?;
        let fields = fields.map(|mut fields| {
            fields.sort_unstable();
            fields.dedup();
            fields
        });
        if self.lines.len() >= self.cache_size {
            self.lines.clear();
        }
        self.lines.insert(key, fields.clone());
        Ok(fields)
    }

    /// Passes for the defender, and calls `each` with the attacker to move again. Until `each` returns, only fours are
    /// searched.
    pub(super) fn after_null_move<T>(
        &mut self,
        each: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let class = std::mem::replace(&mut self.class, ThreatClass::Fours);
        self.game.null_move();
        let outcome = each(self);
        self.game.null_move();
        self.class = class;
        outcome
    }

    /// Adds the fields of the line by which the attacker, who is to move, wins. Also adds the fields where the defender
    /// can delay the line.
    fn line_attack(&mut self, fields: &mut Vec<G::Move>) -> Result<(), Stopped> {
        if self.game.winner()?.is_some() {
            return Ok(());
        }
        self.line_delays(fields)?;
        let mut moves = Vec::new();
        match self.attack_verdict(&mut moves)? {
            AttackVerdict::Lost => return Ok(()),
            AttackVerdict::Claim(claim) => {
                self.game.concerns(claim.rule, fields)?;
                self.game.null_move();
                let known = self.known_replies();
                self.game.null_move();
                match known? {
                    true => fields.extend_from_slice(&self.replies),
                    false => self.game.moves(fields),
                }
                return Ok(());
            }
            AttackVerdict::Open => {}
        }
        let best = match self.table.best(self.key()) {
            Some(best) => best,
            None => {
                self.search(ToMove::Attacker, INFINITE, INFINITE)?;
                let Some(best) = self.table.best(self.key()) else { return Ok(()) };
                best
            }
        };
        fields.push(best);
        self.game.play(best);
        let outcome = self.line_defence(fields);
        self.game.take_back();
        outcome
    }

    /// Adds the fields where the defender can make a four with the help of the stones that it has placed in the line so
    /// far. A reply on such a field matters, because the last forced reply in the line would then make the four.
    fn line_delays(&mut self, fields: &mut Vec<G::Move>) -> Result<(), Stopped> {
        self.forcing.clear();
        self.game.null_move();
        let forcing = self.game.forcing(&mut self.forcing);
        self.game.null_move();
        forcing?;
        fields.extend(self.forcing.iter().filter(|(_, within)| *within == NEXT_MOVE).map(|(mv, _)| *mv));
        Ok(())
    }

    fn line_defence(&mut self, fields: &mut Vec<G::Move>) -> Result<(), Stopped> {
        let mut replies = Vec::new();
        match self.defence_verdict(&mut replies)? {
            DefenceVerdict::Lost => return Ok(()),
            DefenceVerdict::Open(threat) if threat.leaves_replies_out(self.replied) => {
                self.all_replies(&mut replies)
            }
            DefenceVerdict::Open(_) => {}
        }
        for reply in replies {
            fields.push(reply.mv);
            self.game.play(reply.mv);
            let outcome = self.line_attack(fields);
            self.game.take_back();
            outcome?;
        }
        Ok(())
    }
}
