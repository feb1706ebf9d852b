//! The strategy of the thesis (section 4.1), kept for its experiments.
//!
//! ```text
//! 1. rules are asked level by level, at each level those of the side to move first; none behind the first that applies
//! 2. one for the side to move ends the line; one for the other side means that there is a threat
//! 3. an attacker who is threatened replies; otherwise he makes a four or an open three
//! 4. a defender who is not threatened has escaped; otherwise he tries all forced replies, his own fours included
//! 5. a single reply costs no depth: one is added for the defender, two for the attacker
//! 6. moves are ordered by the value of the position after each of them; the last that succeeded at the depth is first
//! ```
//!
//! The depth grows by two until a win is found. A position in which the defender escapes is worth nothing, one that is
//! won is worth 100,000 less its depth and the level of its rule; since the first win that is found ends the search of its
//! node, all that matters of the value is that it is a win.

use super::descent::Descent;
use super::limits::{Clock, Stopped};
use super::params::CLASSIC_DEPTH;
use super::proof::{Attack, AttackId, Defence, Proof, Threat};
use super::strategy::{Strategy, Task, ThreatClass, Untried, Win};
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Claim, Knowledge};

/// The strategy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

impl<G: Knowledge> Strategy<G> for Classic {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn attack(&self, task: Task<'_, G>) -> Result<Option<Win<G::Move>>, Stopped> {
        let attacker = task.game.to_move();
        let mut search = Search { task, attacker, nodes: Vec::new(), killers: Vec::new(), cut: false };
        for depth in (1..=CLASSIC_DEPTH).step_by(2) {
            search.cut = false;
            if search.attack(depth, 0)?.is_some() {
                return Ok(Some(Win::Proved(Proof::new(search.nodes))));
            }
            if !search.cut {
                // No line ended because it was deep enough: there is no more to be found.
                break;
            }
        }
        let class = search.task.class.min(ThreatClass::Threats);
        let wider = [ThreatClass::Threats, ThreatClass::Quiet].into_iter().filter(|other| *other > class);
        let deeper = search.cut.then_some(Untried::Deeper(CLASSIC_DEPTH.unsigned_abs()));
        search.task.untried.extend(wider.map(Untried::Class).chain(deeper));
        Ok(None)
    }
}

struct Search<'s, G: Knowledge> {
    task: Task<'s, G>,
    attacker: G::Player,
    nodes: Vec<Attack<G::Move>>,
    /// The move that succeeded last, by the depth of the node.
    killers: Vec<Option<G::Move>>,
    /// A line was left because it was deep enough.
    cut: bool,
}

/// The first rule that applies.
enum Ruled {
    Nothing,
    ToMove(Claim),
    Other(Claim),
}

impl<G: Knowledge> Search<'_, G> {
    /// The attacker is to move. Gives the node of the proof.
    fn attack(&mut self, mut depth: i32, at: usize) -> Result<Option<AttackId>, Stopped> {
        let (attacker, before) = (self.attacker, self.nodes.len());
        if let Some(winner) = self.task.game.winner()? {
            return Ok((winner == attacker).then(|| self.push(Attack::Over)));
        }
        let mut moves = Vec::new();
        match self.ruled(attacker)? {
            Ruled::ToMove(claim) => {
                let mv = self.task.game.claimed_move(claim.rule)?;
                return Ok(mv.map(|mv| self.push(Attack::Claim(claim, mv))));
            }
            Ruled::Other(_) | Ruled::Nothing => self.replies(&mut moves)?,
        }
        if depth <= 0 {
            self.cut = true;
            return Ok(None);
        }
        if moves.is_empty() {
            let mut forcing = Vec::new();
            self.task.game.forcing(&mut forcing)?;
            let within =
                if self.task.class == ThreatClass::Fours { NEXT_MOVE } else { self.task.game.replied() };
            moves.extend(forcing.into_iter().filter(|(_, moves)| *moves <= within).map(|(mv, _)| mv));
        } else if moves.len() == 1 {
            depth += 2;
        }
        self.order(&mut moves, at)?;
        for mv in moves {
            if let Some(defence) = self.after(mv, |search| search.defend(depth - 1, at + 1))? {
                self.remember(mv, at);
                return Ok(Some(self.push(Attack::Move(mv, defence))));
            }
            self.nodes.truncate(before);
        }
        Ok(None)
    }

    /// The defender is to move. Gives what is to be said of his replies in a proof.
    fn defend(&mut self, mut depth: i32, at: usize) -> Result<Option<Defence<G::Move>>, Stopped> {
        let defender = G::opponent(self.attacker);
        if self.task.game.winner()?.is_some() {
            return Ok(None);
        }
        let level = match self.ruled(defender)? {
            Ruled::ToMove(_) => return Ok(None),
            Ruled::Other(claim) => claim.level,
            // With few rules nobody says so, but the defender may be threatened all the same.
            Ruled::Nothing => 0,
        };
        let replied = self.task.game.replied();
        if level > replied || self.task.class == ThreatClass::Fours && level > NEXT_MOVE {
            return Ok(None);
        }
        let mut replies = Vec::new();
        self.replies(&mut replies)?;
        if replies.is_empty() {
            return Ok(None);
        }
        for reply in self.task.refuted.missed(self.task.game.key()) {
            if !replies.contains(reply) {
                replies.push(*reply);
            }
        }
        if depth <= 0 {
            self.cut = true;
            return Ok(None);
        }
        if replies.len() == 1 {
            depth += 1;
        }
        self.order(&mut replies, at)?;
        let mut lines = Vec::with_capacity(replies.len());
        for reply in replies {
            let Some(line) = self.after(reply, |search| search.attack(depth - 1, at + 1))? else {
                self.remember(reply, at);
                return Ok(None);
            };
            lines.push((reply, line));
        }
        // Replies elsewhere are answered by the rule, also where the search may not know it.
        let threat = self.claim(self.attacker, replied)?;
        Ok(threat.map(|threat| Defence { threat: Threat::Rule(threat), replies: lines }))
    }

    /// The forced replies: those that save, or else those that hold out.
    fn replies(&mut self, replies: &mut Vec<G::Move>) -> Result<(), Stopped> {
        self.task.game.replies(replies)?;
        if replies.is_empty() {
            self.task.game.answers(replies)?;
        }
        Ok(())
    }

    /// The first rule that applies, by level, at each level of the side to move first.
    fn ruled(&mut self, to_move: G::Player) -> Result<Ruled, Stopped> {
        let own = self.claim(to_move, self.task.levels)?;
        let below = own.map_or(self.task.levels, |claim| claim.level - 1);
        let other = self.claim(G::opponent(to_move), below)?;
        Ok(match (other, own) {
            (Some(claim), _) => Ruled::Other(claim),
            (None, Some(claim)) => Ruled::ToMove(claim),
            (None, None) => Ruled::Nothing,
        })
    }

    fn claim(&mut self, player: G::Player, highest: u32) -> Result<Option<Claim>, Stopped> {
        if highest == 0 {
            return Ok(None);
        }
        let (key, refuted) = (self.task.game.key(), self.task.refuted);
        Ok(self.task.game.claim(player, NEXT_MOVE..=highest, |rule| refuted.stands(key, rule))?)
    }

    /// Puts the most valuable moves first, and the one that succeeded last at this depth before them.
    fn order(&mut self, moves: &mut [G::Move], at: usize) -> Result<(), Stopped> {
        if moves.len() < 2 {
            return Ok(());
        }
        let color = self.task.game.to_move();
        let killer = self.killers.get(at).copied().flatten();
        let mut valued = Vec::with_capacity(moves.len());
        for &mv in &*moves {
            let value = self.after(mv, |search| Ok(search.task.game.value(color)?))?;
            valued.push((killer != Some(mv), -value, mv));
        }
        valued.sort_unstable();
        for (place, (_, _, mv)) in moves.iter_mut().zip(valued) {
            *place = mv;
        }
        Ok(())
    }

    fn remember(&mut self, mv: G::Move, at: usize) {
        if self.killers.len() <= at {
            self.killers.resize(at + 1, None);
        }
        self.killers[at] = Some(mv);
    }

    fn push(&mut self, node: Attack<G::Move>) -> AttackId {
        self.nodes.push(node);
        AttackId(self.nodes.len() as u32 - 1)
    }
}

impl<G: Knowledge> Descent for Search<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.task.game, self.task.clock)
    }
}
