//! What the rules say of a node, and the moves that are tried there.

use super::prover::Prover;
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Claim, Knowledge};
use crate::search::limits::Stopped;
use crate::search::params::{EXPECTED_FAR, EXPECTED_FOUR, EXPECTED_NEXT, EXPECTED_THREE};
use crate::search::strategy::ThreatClass;

impl ThreatClass {
    /// What tells the keys of positions apart that are searched with this reach.
    #[inline]
    pub(super) fn salt(self) -> u64 {
        (self as u64 + 1).wrapping_mul(blanche_compiler::random::ODD)
    }
}

/// The attacker is to move.
pub(super) enum Attacked {
    /// A rule says that he wins.
    Claim(Claim),
    /// He does not win here.
    Lost,
    /// The moves that were added have to be tried.
    Open,
}

/// The defender is to move.
pub(super) enum Defended {
    /// The attacker does not win here.
    Lost,
    /// The replies that were added have to be answered; this rule answers the others.
    Open(Threatened),
}

/// How the attacker would win if nothing were done.
#[derive(Clone, Copy)]
pub(super) enum Threatened {
    /// By a rule.
    Rule(Claim),
    /// By a rule of whose threat the base knows nothing.
    Unknown(Claim),
    /// By fours.
    Fours,
}

impl Threatened {
    /// Nobody says which replies there are: all others have to be looked at, too.
    pub(super) fn is_open(self, replied: u32) -> bool {
        match self {
            Threatened::Rule(claim) => claim.level > replied,
            Threatened::Unknown(_) => true,
            Threatened::Fours => false,
        }
    }
}

/// A move and how promising it is before it has been tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) proof: u32,
}

impl<G: Knowledge> Prover<'_, G> {
    /// Looks at a position with the attacker to move, in which nobody has won; adds the moves that are to be tried.
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

    /// Looks at a position with the defender to move, in which nobody has won; adds the replies that are to be answered.
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

    /// Asks which replies of the side to move save from a threat that a rule claims; they stand in the room for answers.
    /// Gives whether the base knows of the threat: where nothing saves and nothing holds out either, it does not.
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

    /// Adds all other replies.
    pub(super) fn all_replies(&mut self, replies: &mut Vec<Candidate<G::Move>>) {
        self.replies.clear();
        self.game.moves(&mut self.replies);
        add(replies, self.replies.iter().copied());
    }

    /// The first rule of this colour between these levels whose claim was not refuted here.
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

/// Adds the replies that are not there yet.
pub(super) fn add<M: Copy + PartialEq>(replies: &mut Vec<Candidate<M>>, more: impl Iterator<Item = M>) {
    for mv in more {
        if replies.iter().all(|reply| reply.mv != mv) {
            replies.push(Candidate { mv, proof: 1 });
        }
    }
}

/// How many positions a move that threatens to win within so many moves is thought to need before it has been tried.
fn expected(class: ThreatClass, moves: u32, replied: u32) -> u32 {
    match class {
        ThreatClass::Fours => 1,
        _ if moves <= NEXT_MOVE => EXPECTED_FOUR,
        _ if moves <= replied => EXPECTED_THREE,
        _ if moves <= replied + 2 => EXPECTED_NEXT,
        _ => EXPECTED_FAR,
    }
}
