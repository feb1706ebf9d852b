//! What the rules say of a node, and the moves that are tried there.

use super::prover::Prover;
use crate::games::{Claim, Game};
use crate::search::limits::Stopped;

/// Which moves the attacker tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Those that threaten to win at once.
    Fours,
    /// Those that threaten to win within three moves as well.
    Threats,
    /// Those that threaten to win by any rule as well.
    Quiet,
}

impl Reach {
    /// `fours`, `threats` or `quiet`.
    pub fn name(self) -> &'static str {
        match self {
            Reach::Fours => "fours",
            Reach::Threats => "threats",
            Reach::Quiet => "quiet",
        }
    }
}

/// The attacker is to move.
pub(super) enum Attacked {
    /// The reply lost by a rule of level 0.
    Over,
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
    Open(Claim),
}

/// A move and how promising it is before it has been tried.
#[derive(Clone, Copy)]
pub(super) struct Tried<M> {
    pub(super) made: M,
    pub(super) proof: u32,
}

impl<G: Game> Prover<'_, G> {
    /// Looks at a position with the attacker to move; adds the moves that are to be tried.
    pub(super) fn attacked(&mut self, moves: &mut Vec<Tried<G::Move>>) -> Result<Attacked, Stopped> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if let Some(winner) = self.game.winner()? {
            return Ok(if winner == attacker { Attacked::Over } else { Attacked::Lost });
        }
        if let Some(claim) = self.claim(attacker, 1, 1)? {
            return Ok(Attacked::Claim(claim));
        }
        if self.claim(defender, 1, 1)?.is_some() {
            self.replies.clear();
            self.game.replies(&mut self.replies)?;
            moves.extend(self.replies.iter().map(|&made| Tried { made, proof: 1 }));
            return Ok(if self.replies.is_empty() { Attacked::Lost } else { Attacked::Open });
        }
        let highest = if self.reach == Reach::Fours { self.levels.min(3) } else { self.levels };
        if let Some(claim) = self.claim(attacker, 2, highest)? {
            return Ok(Attacked::Claim(claim));
        }
        self.forcing.clear();
        self.game.forcing(&mut self.forcing)?;
        let within = if self.reach == Reach::Fours { 1 } else { u32::MAX };
        let forcing = self.forcing.iter().filter(|(_, moves)| *moves <= within);
        moves.extend(forcing.map(|&(made, moves)| Tried { made, proof: if moves == 1 { 1 } else { 2 } }));
        if self.reach == Reach::Quiet {
            self.quiet(moves)?;
        }
        Ok(if moves.is_empty() { Attacked::Lost } else { Attacked::Open })
    }

    /// Looks at a position with the defender to move; adds the replies that are to be answered.
    pub(super) fn defended(&mut self, replies: &mut Vec<Tried<G::Move>>) -> Result<Defended, Stopped> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if self.game.winner()?.is_some() {
            return Ok(Defended::Lost);
        }
        if self.claim(defender, 1, 1)?.is_some() {
            return Ok(Defended::Lost);
        }
        let mut threat = self.claim(attacker, 1, 1)?;
        if threat.is_none() {
            if self.reach == Reach::Fours || self.claim(defender, 2, self.levels)?.is_some() {
                return Ok(Defended::Lost);
            }
            let highest = if self.reach == Reach::Quiet { self.levels } else { self.levels.min(3) };
            threat = self.claim(attacker, 2, highest)?;
        }
        let Some(threat) = threat else { return Ok(Defended::Lost) };
        self.replies.clear();
        if threat.level <= 3 {
            self.game.replies(&mut self.replies)?;
        }
        if threat.level > 1 && self.replies.is_empty() {
            // The base does not say which replies there are.
            self.game.moves(&mut self.replies);
        }
        for reply in self.beliefs.forgotten(self.game.key()) {
            if !self.replies.contains(reply) {
                self.replies.push(*reply);
            }
        }
        replies.extend(self.replies.iter().map(|&made| Tried { made, proof: 1 }));
        Ok(Defended::Open(threat))
    }

    /// Adds the quiet moves that may threaten by a rule: any other move.
    fn quiet(&mut self, moves: &mut Vec<Tried<G::Move>>) -> Result<(), Stopped> {
        self.replies.clear();
        self.game.moves(&mut self.replies);
        let forcing = moves.len();
        for &made in &self.replies {
            if moves[..forcing].iter().all(|tried| tried.made != made) {
                moves.push(Tried { made, proof: QUIET });
            }
        }
        Ok(())
    }

    /// The first believed rule of this colour between these levels.
    pub(super) fn claim(
        &mut self,
        colour: crate::board::Colour,
        lowest: u32,
        highest: u32,
    ) -> Result<Option<Claim>, Stopped> {
        if lowest > highest {
            return Ok(None);
        }
        let key = self.game.key();
        let beliefs = self.beliefs;
        Ok(self.game.claim(colour, lowest..=highest, |rule| beliefs.believes(key, rule))?)
    }
}

/// What a quiet move is thought to need before it has been tried.
const QUIET: u32 = 40;
