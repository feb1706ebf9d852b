//! The proof of a position that the search has found won.

use std::collections::HashMap;

use super::nodes::{Attacked, Defended, Threatened, Tried};
use super::prover::{Prover, Turn};
use crate::games::Game;
use crate::search::limits::Stopped;
use crate::search::proof::{Attack, AttackId, Defence, Proof, Threat};
use crate::search::strategy::Reach;
use crate::search::table::NEVER;

/// The nodes of a proof so far.
struct Nodes<M> {
    nodes: Vec<Attack<M>>,
    known: HashMap<u64, AttackId>,
}

impl<M> Nodes<M> {
    fn push(&mut self, attack: Attack<M>) -> AttackId {
        self.nodes.push(attack);
        AttackId(self.nodes.len() as u32 - 1)
    }
}

impl<G: Game> Prover<'_, G> {
    /// The proof of the position that stands, which is won.
    pub(super) fn extract(&mut self) -> Result<Proof<G::Move>, Stopped> {
        let mut nodes = Nodes { nodes: Vec::new(), known: HashMap::new() };
        self.extract_attack(&mut nodes)?;
        Ok(Proof::new(nodes.nodes))
    }

    /// The proof of the position that stands, which is won by this quiet move: every reply is known to lose.
    pub(super) fn extract_first(&mut self, made: G::Move) -> Result<Proof<G::Move>, Stopped> {
        let mut nodes = Nodes { nodes: Vec::new(), known: HashMap::new() };
        self.game.play(made);
        let defence = self.extract_every_reply(&mut nodes);
        self.game.take_back();
        nodes.push(Attack::Move(made, defence?));
        Ok(Proof::new(nodes.nodes))
    }

    fn extract_every_reply(&mut self, nodes: &mut Nodes<G::Move>) -> Result<Defence<G::Move>, Stopped> {
        if self.replies_to_quiet(&mut Vec::new())? {
            return self.extract_defence(nodes);
        }
        self.game.pass();
        let threat = self.extract_attack(nodes);
        self.game.pass();
        let threat = Threat::Line(threat?);
        let mut replies = Vec::new();
        self.all_replies(&mut replies);
        Ok(Defence { threat, replies: self.extract_replies(replies, nodes)? })
    }

    fn extract_attack(&mut self, nodes: &mut Nodes<G::Move>) -> Result<AttackId, Stopped> {
        if let Some(winner) = self.game.winner()? {
            debug_assert_eq!(winner, self.attacker, "a reply that wins is no part of a proof");
            return Ok(nodes.push(Attack::Over));
        }
        for lower in [Reach::Fours, Reach::Threats] {
            if lower < self.reach && self.table.is_won(self.game.key() ^ lower.salt()) {
                let reach = std::mem::replace(&mut self.reach, lower);
                let id = self.extract_attack(nodes);
                self.reach = reach;
                return id;
            }
        }
        let key = self.key();
        if let Some(id) = nodes.known.get(&key) {
            return Ok(*id);
        }
        let mut moves = Vec::new();
        let attack = match self.attacked(&mut moves)? {
            Attacked::Claim(claim) => {
                let made = self.game.claimed_move(claim.rule)?;
                Attack::Claim(claim, made.expect("a rule of a level above 0 plays"))
            }
            Attacked::Lost => unreachable!("a position that is won is not lost"),
            Attacked::Open => {
                let made = match self.won_by(&moves)? {
                    Some(made) => made,
                    None => {
                        // The table has forgotten it.
                        self.search(Turn::Attacker, NEVER, NEVER)?;
                        let made = self.won_by(&moves)?;
                        made.expect("what was won is won again, and stands in the table")
                    }
                };
                self.game.play(made);
                let defence = self.extract_defence(nodes);
                self.game.take_back();
                Attack::Move(made, defence?)
            }
        };
        let id = nodes.push(attack);
        nodes.known.insert(key, id);
        Ok(id)
    }

    /// The first of these moves of the attacker that is known to win. After it the game goes on.
    fn won_by(&mut self, moves: &[Tried<G::Move>]) -> Result<Option<G::Move>, Stopped> {
        for tried in moves {
            if self.table.is_won(self.key_after(tried.made)) && self.game.winner_after(tried.made)?.is_none()
            {
                return Ok(Some(tried.made));
            }
        }
        Ok(None)
    }

    fn extract_defence(&mut self, nodes: &mut Nodes<G::Move>) -> Result<Defence<G::Move>, Stopped> {
        let mut replies = Vec::new();
        let Defended::Open(threatened) = self.defended(&mut replies)? else {
            unreachable!("a position that is won is not lost")
        };
        let threat = match threatened {
            Threatened::Rule(claim) => Threat::Rule(claim),
            Threatened::Fours => Threat::Line(self.passed(|prover| prover.extract_attack(nodes))?),
        };
        if threatened.is_open() {
            self.all_replies(&mut replies);
        }
        Ok(Defence { threat, replies: self.extract_replies(replies, nodes)? })
    }

    fn extract_replies(
        &mut self,
        replies: Vec<Tried<G::Move>>,
        nodes: &mut Nodes<G::Move>,
    ) -> Result<Vec<(G::Move, AttackId)>, Stopped> {
        let mut lines = Vec::with_capacity(replies.len());
        for reply in replies {
            self.game.play(reply.made);
            let line = self.extract_attack(nodes);
            self.game.take_back();
            lines.push((reply.made, line?));
        }
        Ok(lines)
    }
}
