//! The verdict of the rules at a node, and the moves to try there.

use super::prover::Prover;
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Claim, Knowledge};
use crate::search::limits::Stopped;
use crate::search::params::{EXPECTED_FAR, EXPECTED_FOUR, EXPECTED_NEXT, EXPECTED_THREE};
use crate::search::strategy::ThreatClass;

impl ThreatClass {
    /// A number that distinguishes the keys of positions searched with different classes.
    #[inline]
    pub(super) fn salt(self) -> u64 {
        (self as u64 + 1).wrapping_mul(blanche_compiler::random::ODD)
    }
}

/// The verdict at a node with the attacker to move.
pub(super) enum Attacked {
    /// A rule claims that the attacker wins.
    Claim(Claim),
    /// The attacker does not win here.
    Lost,
    /// The moves that were added must be tried.
    Open,
}

/// The verdict at a node with the defender to move.
pub(super) enum Defended {
    /// The attacker does not win here.
    Lost,
    /// The replies that were added must be answered; the threat answers all others.
    Open(Threatened),
}

/// How the attacker would win if nothing were done.
#[derive(Clone, Copy)]
pub(super) enum Threatened {
    /// By the claim of this rule.
    Rule(Claim),
    /// By the claim of a rule whose threat the base does not recognise, so it names no replies.
    Unknown(Claim),
    /// By a line of fours alone.
    Fours,
}

impl Threatened {
    /// Whether the base does not name all relevant replies, so that all others must be tried too.
    pub(super) fn is_open(self, replied: u32) -> bool {
        match self {
            Threatened::Rule(claim) => claim.level > replied,
            Threatened::Unknown(_) => true,
            Threatened::Fours => false,
        }
    }
}

/// A move with its initial proof number: the smaller, the more promising.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) proof: u32,
}

impl<G: Knowledge> Prover<'_, G> {
    /// Evaluates the rules at a node with the attacker to move, in which neither side has won, and adds the moves to
    /// try.
    pub(super) fn attacked(&mut self, moves: &mut Vec<Candidate<G::Move>>) -> Result<Attacked, Stopped> {
        let (attacker, defender) = (self.attacker, G::opponent(self.attacker));
        if let Some(claim) = self.claim(attacker, NEXT_MOVE, NEXT_MOVE)? {
            return Ok(Attacked::Claim(claim));
        }
        if self.claim(defender, NEXT_MOVE, NEXT_MOVE)?.is_some() {
            self.replies.clear();
            self.game.replies(&mut self.replies)?;
            moves.extend(self.replies.iter().map(|&mv| Candidate { mv, proof: 1 }));
            return Ok(if self.replies.is_empty() { Attacked::Lost } else { Attacked::Open });
        }
        let highest =
            if self.class == ThreatClass::Fours { self.levels.min(self.replied) } else { self.levels };
        if let Some(claim) = self.claim(attacker, NEXT_MOVE + 1, highest)? {
            return Ok(Attacked::Claim(claim));
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
            forcing.map(|&(mv, moves)| Candidate { mv, proof: expected(self.class, moves, self.replied) }),
        );
        Ok(if moves.is_empty() { Attacked::Lost } else { Attacked::Open })
    }

    /// Evaluates the rules at a node with the defender to move, in which neither side has won, and adds the replies to
    /// answer.
    pub(super) fn defended(&mut self, replies: &mut Vec<Candidate<G::Move>>) -> Result<Defended, Stopped> {
        let (attacker, defender) = (self.attacker, G::opponent(self.attacker));
        if self.claim(defender, NEXT_MOVE, NEXT_MOVE)?.is_some() {
            return Ok(Defended::Lost);
        }
        let mut threat = self.claim(attacker, NEXT_MOVE, NEXT_MOVE)?;
        if threat.is_none() {
            if self.class == ThreatClass::Fours || self.claim(defender, NEXT_MOVE + 1, self.levels)?.is_some()
            {
                return Ok(Defended::Lost);
            }
            threat = self.claim(attacker, NEXT_MOVE + 1, self.replied)?;
        }
        let missed = self.refuted.missed(self.game.key());
        let Some(threat) = threat else {
            if self.class != ThreatClass::Quiet {
                return Ok(Defended::Lost);
            }
            if let Some(line) = self.line()? {
                add(replies, line.into_iter().chain(missed.iter().copied()));
                return Ok(Defended::Open(Threatened::Fours));
            }
            let Some(claim) = self.claim(attacker, self.replied + 1, self.levels)? else {
                return Ok(Defended::Lost);
            };
            self.replies.clear();
            self.game.concerns(claim.rule, &mut self.replies)?;
            self.forcing.clear();
            self.game.forcing(&mut self.forcing)?;
            let forcing = self.forcing.iter().filter(|(_, moves)| *moves <= self.replied).map(|(mv, _)| mv);
            add(replies, self.replies.iter().chain(forcing).chain(missed).copied());
            return Ok(Defended::Open(Threatened::Rule(claim)));
        };
        let is_known = self.known_replies()?;
        let is_unknown = !is_known || self.replies.is_empty() && !missed.is_empty();
        add(replies, self.replies.iter().chain(missed).copied());
        Ok(Defended::Open(if is_unknown { Threatened::Unknown(threat) } else { Threatened::Rule(threat) }))
    }

    /// Stores in `self.replies` the replies with which the side to move stops a threat claimed by a rule. Returns
    /// whether the base knows the threat; it does not if it names neither a reply that stops all threats nor one that
    /// stops some.
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

    /// Adds all other legal replies.
    pub(super) fn all_replies(&mut self, replies: &mut Vec<Candidate<G::Move>>) {
        self.replies.clear();
        self.game.moves(&mut self.replies);
        add(replies, self.replies.iter().copied());
    }

    /// The first rule of this colour in this range of levels whose claim has not been refuted here.
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
        let refuted = self.refuted;
        Ok(self.game.claim(color, lowest..=highest, |rule| refuted.stands(key, rule))?)
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

/// The estimated number of positions to search for a move that threatens to win within `moves` moves; used as its
/// initial proof number.
fn expected(class: ThreatClass, moves: u32, replied: u32) -> u32 {
    match class {
        ThreatClass::Fours => 1,
        _ if moves <= NEXT_MOVE => EXPECTED_FOUR,
        _ if moves <= replied => EXPECTED_THREE,
        _ if moves <= replied + 2 => EXPECTED_NEXT,
        _ => EXPECTED_FAR,
    }
}
