//! What the rules say about a node of the search, and the moves to try at the node.

use super::prover::Prover;
use crate::bases::queried_exports::NEXT_MOVE;
use crate::games::{Claim, Knowledge};
use crate::search::limits::Stopped;
use crate::search::params::{INITIAL_PROOF_FAR, INITIAL_PROOF_FOUR, INITIAL_PROOF_NEXT, INITIAL_PROOF_THREE};
use crate::search::strategy::ThreatClass;

impl ThreatClass {
    /// A number that is combined with the keys of positions, so that each class of moves has its own keys.
    #[inline]
    pub(super) fn salt(self) -> u64 {
        (self as u64 + 1).wrapping_mul(blanche_compiler::random::ODD)
    }
}

/// What the rules say about a node with the attacker to move.
pub(super) enum AttackVerdict {
    /// The attacker wins, as this rule claims.
    Claim(Claim),
    /// The attacker does not win at this node.
    Lost,
    /// Nothing is decided, so the moves that were added to the list must be tried.
    Open,
}

/// What the rules say about a node with the defender to move.
pub(super) enum DefenceVerdict {
    /// The attacker does not win at this node.
    Lost,
    /// The attacker must answer the replies that were added to the list. The threat answers all other replies.
    Open(ThreatSource),
}

/// How the attacker would win if the defender passed.
#[derive(Clone, Copy)]
pub(super) enum ThreatSource {
    /// The attacker would win by the claim of this rule.
    Rule(Claim),
    /// The attacker would win by the claim of this rule. The base does not recognise the threat, and so it names no
    /// replies to it.
    Unknown(Claim),
    /// The attacker would win by a line of fours alone.
    Fours,
}

impl ThreatSource {
    /// Whether the base may leave out relevant replies to this threat. If so, all other replies must be tried too.
    pub(super) fn leaves_replies_out(self, replied: u32) -> bool {
        match self {
            ThreatSource::Rule(claim) => claim.level > replied,
            ThreatSource::Unknown(_) => true,
            ThreatSource::Fours => false,
        }
    }
}

/// A move with its initial proof number. The smaller the number, the more promising the move.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) proof: u32,
}

impl<G: Knowledge> Prover<'_, G> {
    /// Evaluates the rules at a node with the attacker to move, and adds the moves to try. Neither side may have won
    /// yet.
    pub(super) fn attack_verdict(
        &mut self,
        moves: &mut Vec<Candidate<G::Move>>,
    ) -> Result<AttackVerdict, Stopped> {
        let (attacker, defender) = (self.attacker, G::opponent(self.attacker));
        if let Some(claim) = self.claim(attacker, NEXT_MOVE, NEXT_MOVE)? {
            return Ok(AttackVerdict::Claim(claim));
        }
        if self.claim(defender, NEXT_MOVE, NEXT_MOVE)?.is_some() {
            self.replies.clear();
            self.game.replies(&mut self.replies)?;
            moves.extend(self.replies.iter().map(|&mv| Candidate { mv, proof: 1 }));
            return Ok(if self.replies.is_empty() { AttackVerdict::Lost } else { AttackVerdict::Open });
        }
        let highest =
            if self.class == ThreatClass::Fours { self.levels.min(self.replied) } else { self.levels };
        if let Some(claim) = self.claim(attacker, NEXT_MOVE + 1, highest)? {
            return Ok(AttackVerdict::Claim(claim));
        }
        self.forcing.clear();
        self.game.forcing(&mut self.forcing)?;
        let within = match self.class {
            ThreatClass::Fours => NEXT_MOVE,
            ThreatClass::Threats => self.replied,
            ThreatClass::Quiet => u32::MAX,
        };
        let forcing = self.forcing.iter().filter(|(_, moves)| *moves <= within);
        moves.extend(
            forcing
                .map(|&(mv, moves)| Candidate { mv, proof: initial_proof(self.class, moves, self.replied) }),
        );
        Ok(if moves.is_empty() { AttackVerdict::Lost } else { AttackVerdict::Open })
    }

    /// Evaluates the rules at a node with the defender to move, and adds the replies that the attacker must answer.
    /// Neither side may have won yet.
    pub(super) fn defence_verdict(
        &mut self,
        replies: &mut Vec<Candidate<G::Move>>,
    ) -> Result<DefenceVerdict, Stopped> {
        let (attacker, defender) = (self.attacker, G::opponent(self.attacker));
        if self.claim(defender, NEXT_MOVE, NEXT_MOVE)?.is_some() {
            return Ok(DefenceVerdict::Lost);
        }
        let mut threat = self.claim(attacker, NEXT_MOVE, NEXT_MOVE)?;
        if threat.is_none() {
            if self.class == ThreatClass::Fours || self.claim(defender, NEXT_MOVE + 1, self.levels)?.is_some()
            {
                return Ok(DefenceVerdict::Lost);
            }
            threat = self.claim(attacker, NEXT_MOVE + 1, self.replied)?;
        }
        let missed = self.faults.missed_replies(self.game.key());
        let Some(threat) = threat else {
            if self.class != ThreatClass::Quiet {
                return Ok(DefenceVerdict::Lost);
            }
            if let Some(line) = self.line()? {
                add(replies, line.into_iter().chain(missed.iter().copied()));
                return Ok(DefenceVerdict::Open(ThreatSource::Fours));
            }
            let Some(claim) = self.claim(attacker, self.replied + 1, self.levels)? else {
                return Ok(DefenceVerdict::Lost);
            };
            self.replies.clear();
            self.game.concerns(claim.rule, &mut self.replies)?;
            self.forcing.clear();
            self.game.forcing(&mut self.forcing)?;
            let forcing = self.forcing.iter().filter(|(_, moves)| *moves <= self.replied).map(|(mv, _)| mv);
            add(replies, self.replies.iter().chain(forcing).chain(missed).copied());
            return Ok(DefenceVerdict::Open(ThreatSource::Rule(claim)));
        };
        let is_known = self.known_replies()?;
        let is_unknown = !is_known || self.replies.is_empty() && !missed.is_empty();
        add(replies, self.replies.iter().chain(missed).copied());
        Ok(DefenceVerdict::Open(if is_unknown {
            ThreatSource::Unknown(threat)
        } else {
            ThreatSource::Rule(threat)
        }))
    }

    /// Stores in `self.replies` the replies with which the side to move stops a threat claimed by a rule. Returns
    /// whether the base knows the threat. The base does not know it if it names no reply that stops all threats and no
    /// reply that stops some of them.
    pub(super) fn known_replies(&mut self) -> Result<bool, Stopped> {
        self.replies.clear();
        self.game.replies(&mut self.replies)?;
        if !self.replies.is_empty() {
            return Ok(true);
        }
        self.game.answers(&mut self.replies)?;
        let holds_out = !self.replies.is_empty();
        self.replies.clear();
        Ok(holds_out)
    }

    /// Adds all legal replies that are not yet in the list.
    pub(super) fn all_replies(&mut self, replies: &mut Vec<Candidate<G::Move>>) {
        self.replies.clear();
        self.game.moves(&mut self.replies);
        add(replies, self.replies.iter().copied());
    }

    /// The first rule of this colour, with a level in this range, that applies and whose claim has not been refuted in
    /// this position.
    pub(super) fn claim(
        &mut self,
        color: G::Player,
        lowest: u32,
        highest: u32,
    ) -> Result<Option<Claim>, Stopped> {
        if lowest > highest {
            return Ok(None);
        }
        let key = self.game.key();
        let faults = self.faults;
        Ok(self.game.claim(color, lowest..=highest, |rule| faults.is_unrefuted(key, rule))?)
    }
}

/// Adds those replies that are not yet in the list.
pub(super) fn add<M: Copy + PartialEq>(replies: &mut Vec<Candidate<M>>, more: impl Iterator<Item = M>) {
    for mv in more {
        if replies.iter().all(|reply| reply.mv != mv) {
            replies.push(Candidate { mv, proof: 1 });
        }
    }
}

/// The initial proof number of a move that threatens to win within `moves` moves. It estimates the number of positions
/// that a proof of the win needs.
fn initial_proof(class: ThreatClass, moves: u32, replied: u32) -> u32 {
    match class {
        ThreatClass::Fours => 1,
        _ if moves <= NEXT_MOVE => INITIAL_PROOF_FOUR,
        _ if moves <= replied => INITIAL_PROOF_THREE,
        _ if moves <= replied + 2 => INITIAL_PROOF_NEXT,
        _ => INITIAL_PROOF_FAR,
    }
}
