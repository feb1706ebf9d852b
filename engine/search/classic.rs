//! The search strategy of the thesis (section 4.1), kept for its experiments.
//!
//! ```text
//! 1. rules are tried level by level until one applies; at each level, the rules of the side to move come first
//! 2. if a rule of the side to move applies, the line ends; if a rule of the other side applies, there is a threat
//! 3. an attacker who is threatened replies; otherwise it makes a four or an open three
//! 4. a defender who is not threatened has escaped; otherwise all forced replies are tried, including its own fours
//! 5. a single reply costs no depth: the depth is extended by one for the defender, by two for the attacker
//! 6. moves are ordered by the value of the position after the move; the move that last succeeded at this depth comes
//!    first
//! ```
//!
//! The depth grows by two until a win is found. In the thesis, the value 0 means that the defender escapes. A won
//! position has the value 100,000, minus its depth, minus the level of its rule. These values are not needed here,
//! because the first win that is found ends the search of its node.

use super::limits::{Clock, Stopped};
use super::make_move::MakeMove;
use super::params::CLASSIC_MAX_DEPTH;
use super::proof::{Attack, AttackId, Defence, Proof, Threat};
use super::strategy::{Strategy, Task, ThreatClass, Untried, Win};
use crate::bases::queried_exports::NEXT_MOVE;
use crate::games::{Claim, Knowledge};

/// The search strategy of the thesis.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

impl<G: Knowledge> Strategy<G> for Classic {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn attack(&self, task: Task<'_, G>) -> Result<Option<Win<G::Move>>, Stopped> {
        let attacker = task.game.to_move();
        let mut search = Search { task, attacker, nodes: Vec::new(), killers: Vec::new(), cut: false };
        for depth in (1..=CLASSIC_MAX_DEPTH).step_by(2) {
            search.cut = false;
            if search.attack(depth, 0)?.is_some() {
                return Ok(Some(Win::Proved(Proof::new(search.nodes))));
            }
            if !search.cut {
                // The depth limit cut off no line, so a deeper search would find nothing more.
                break;
            }
        }
        let class = search.task.class.min(ThreatClass::Threats);
        let wider = [ThreatClass::Threats, ThreatClass::Quiet].into_iter().filter(|other| *other > class);
        let deeper = search.cut.then_some(Untried::Deeper(CLASSIC_MAX_DEPTH.unsigned_abs()));
        search.task.untried.extend(wider.map(Untried::Class).chain(deeper));
        Ok(None)
    }
}

struct Search<'s, G: Knowledge> {
    task: Task<'s, G>,
    attacker: G::Player,
    nodes: Vec<Attack<G::Move>>,
    /// The last move that succeeded at each depth, indexed by depth.
    killers: Vec<Option<G::Move>>,
    /// Whether the depth limit has cut off a line.
    cut: bool,
}

/// The first rule that applies.
enum FirstRule {
    Nothing,
    ToMove(Claim),
    Other(Claim),
}

impl<G: Knowledge> Search<'_, G> {
    /// Searches a node with the attacker to move. If the attacker wins, returns the node for the proof.
    fn attack(&mut self, mut depth: i32, at: usize) -> Result<Option<AttackId>, Stopped> {
        let (attacker, before) = (self.attacker, self.nodes.len());
        if let Some(winner) = self.task.game.winner()? {
            return Ok((winner == attacker).then(|| self.push(Attack::Over)));
        }
        let mut moves = Vec::new();
        match self.first_rule(attacker)? {
            FirstRule::ToMove(claim) => {
                let mv = self.task.game.claimed_move(claim.rule)?;
                return Ok(mv.map(|mv| self.push(Attack::Claim(claim, mv))));
            }
            FirstRule::Other(_) | FirstRule::Nothing => self.replies(&mut moves)?,
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
            if let Some(defence) = self.with_move(mv, |search| search.defend(depth - 1, at + 1))? {
                self.remember(mv, at);
                return Ok(Some(self.push(Attack::Move(mv, defence))));
            }
            self.nodes.truncate(before);
        }
        Ok(None)
    }

    /// Searches a node with the defender to move. If the attacker wins, returns the defence for the proof.
    fn defend(&mut self, mut depth: i32, at: usize) -> Result<Option<Defence<G::Move>>, Stopped> {
        let defender = G::opponent(self.attacker);
        if self.task.game.winner()?.is_some() {
            return Ok(None);
        }
        let level = match self.first_rule(defender)? {
            FirstRule::ToMove(_) => return Ok(None),
            FirstRule::Other(claim) => claim.level,
            // If the base has few rules, the defender may be threatened although no rule recognises the threat.
            FirstRule::Nothing => 0,
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
        for reply in self.task.faults.missed_replies(self.task.game.key()) {
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
            let Some(line) = self.with_move(reply, |search| search.attack(depth - 1, at + 1))? else {
                self.remember(reply, at);
                return Ok(None);
            };
            lines.push((reply, line));
        }
        // The claim of this rule answers all other replies, even if its level exceeds the maximum of the search.
        let threat = self.claim(self.attacker, replied)?;
        Ok(threat.map(|threat| Defence { threat: Threat::Rule(threat), replies: lines }))
    }

    /// Adds the forced replies: the replies that stop all threats or, if there are none, the replies that stop at least
    /// one.
    fn replies(&mut self, replies: &mut Vec<G::Move>) -> Result<(), Stopped> {
        self.task.game.replies(replies)?;
        if replies.is_empty() {
            self.task.game.answers(replies)?;
        }
        Ok(())
    }

    /// The first rule that applies, in order of level. Within a level, the rules of the side to move come first.
    fn first_rule(&mut self, to_move: G::Player) -> Result<FirstRule, Stopped> {
        let own = self.claim(to_move, self.task.levels)?;
        let below = own.map_or(self.task.levels, |claim| claim.level - 1);
        let other = self.claim(G::opponent(to_move), below)?;
        Ok(match (other, own) {
            (Some(claim), _) => FirstRule::Other(claim),
            (None, Some(claim)) => FirstRule::ToMove(claim),
            (None, None) => FirstRule::Nothing,
        })
    }

    fn claim(&mut self, player: G::Player, highest: u32) -> Result<Option<Claim>, Stopped> {
        if highest == 0 {
            return Ok(None);
        }
        let (key, faults) = (self.task.game.key(), self.task.faults);
        Ok(self.task.game.claim(player, NEXT_MOVE..=highest, |rule| faults.is_unrefuted(key, rule))?)
    }

    /// Sorts the moves by value, best first. The move that last succeeded at this depth comes before all others.
    fn order(&mut self, moves: &mut [G::Move], at: usize) -> Result<(), Stopped> {
        if moves.len() < 2 {
            return Ok(());
        }
        let color = self.task.game.to_move();
        let killer = self.killers.get(at).copied().flatten();
        let mut valued = Vec::with_capacity(moves.len());
        for &mv in &*moves {
            let value = self.with_move(mv, |search| Ok(search.task.game.value(color)?))?;
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

impl<G: Knowledge> MakeMove for Search<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.task.game, self.task.clock)
    }
}
