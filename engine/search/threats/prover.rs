//! The search itself: depth-first, towards the node that needs least.

use super::nodes::{Attacked, Defended, Reach, Tried};
use crate::board::Colour;
use crate::games::Game;
use crate::search::beliefs::Beliefs;
use crate::search::limits::{Clock, Stopped};
use crate::search::proof::Proof;
use crate::search::table::{NEVER, Numbers, Table};

/// What a search finds out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The attacker wins.
    Won(Proof<M>),
    /// None of the moves that are tried wins.
    NotFound,
}

/// A search for a win of the side to move.
pub struct Prover<'s, G: Game> {
    pub(super) game: &'s mut G,
    pub(super) attacker: Colour,
    pub(super) reach: Reach,
    pub(super) levels: u32,
    pub(super) beliefs: &'s Beliefs<G::Move>,
    pub(super) clock: &'s mut Clock,
    pub(super) table: Table,
    /// Room for answers.
    pub(super) forcing: Vec<(G::Move, u32)>,
    pub(super) replies: Vec<G::Move>,
}

/// The table has room for so many positions, as a power of two.
const TABLE_BITS: u32 = 20;

/// Whose turn it is below.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Attacker,
    Defender,
}

impl<'s, G: Game> Prover<'s, G> {
    /// A search in this position for a win of the side to move, with the rules up to a level.
    pub fn new(
        game: &'s mut G,
        reach: Reach,
        levels: u32,
        beliefs: &'s Beliefs<G::Move>,
        clock: &'s mut Clock,
    ) -> Prover<'s, G> {
        let attacker = game.to_move();
        let table = Table::new(TABLE_BITS);
        let (forcing, replies) = (Vec::new(), Vec::new());
        Prover { game, attacker, reach, levels, beliefs, clock, table, forcing, replies }
    }

    /// Searches.
    ///
    /// # Errors
    /// When the search has to stop.
    pub fn run(&mut self) -> Result<Verdict<G::Move>, Stopped> {
        let numbers = self.search(Turn::Attacker, NEVER, NEVER)?;
        if numbers.proof > 0 {
            return Ok(Verdict::NotFound);
        }
        Ok(Verdict::Won(self.extract()?))
    }

    /// Searches below the position that stands until one of its numbers reaches its bound.
    pub(super) fn search(&mut self, turn: Turn, proof: u32, disproof: u32) -> Result<Numbers, Stopped> {
        let before = self.clock.positions();
        let key = self.game.key();
        let mut moves = Vec::new();
        let terminal = match turn {
            Turn::Attacker => match self.attacked(&mut moves)? {
                Attacked::Over | Attacked::Claim(_) => Some(Numbers::WON),
                Attacked::Lost => Some(Numbers::LOST),
                Attacked::Open => None,
            },
            Turn::Defender => match self.defended(&mut moves)? {
                Defended::Lost => Some(Numbers::LOST),
                Defended::Open(_) if moves.is_empty() => Some(Numbers::WON),
                Defended::Open(_) => None,
            },
        };
        let numbers = match terminal {
            Some(numbers) => numbers,
            None => self.descend(turn, &moves, proof, disproof)?,
        };
        let work = (self.clock.positions() - before).min(u64::from(u32::MAX)) as u32;
        self.table.put(key, numbers, work);
        Ok(numbers)
    }

    fn descend(
        &mut self,
        turn: Turn,
        moves: &[Tried<G::Move>],
        proof: u32,
        disproof: u32,
    ) -> Result<Numbers, Stopped> {
        loop {
            let (numbers, next) = self.selected(turn, moves);
            if numbers.proof >= proof || numbers.disproof >= disproof {
                return Ok(numbers);
            }
            let (child, bounds) = next.bounds(turn, numbers, proof, disproof);
            self.clock.count()?;
            self.game.play(child);
            let below = match turn {
                Turn::Attacker => Turn::Defender,
                Turn::Defender => Turn::Attacker,
            };
            let outcome = self.search(below, bounds.proof, bounds.disproof);
            self.game.take_back();
            outcome?;
        }
    }

    /// The numbers of a node from those of its children, and the child that needs least.
    fn selected(&self, turn: Turn, moves: &[Tried<G::Move>]) -> (Numbers, Selected<G::Move>) {
        let mut best: Option<Selected<G::Move>> = None;
        let mut sum = 0u32;
        for tried in moves {
            let known = self.table.get(self.game.key_after(tried.made));
            let numbers = known.unwrap_or(Numbers { proof: tried.proof, disproof: 1 });
            let (wanted, other) = match turn {
                Turn::Attacker => (numbers.proof, numbers.disproof),
                Turn::Defender => (numbers.disproof, numbers.proof),
            };
            sum = sum.saturating_add(other).min(NEVER);
            match &mut best {
                Some(best) if best.wanted <= wanted => best.second = best.second.min(wanted),
                _ => {
                    let second = best.map_or(NEVER, |best| best.wanted);
                    best = Some(Selected { made: tried.made, wanted, other, second });
                }
            }
        }
        let best = best.expect("a node that is open has moves");
        if best.wanted == 0 {
            sum = NEVER;
        }
        let numbers = match turn {
            Turn::Attacker => Numbers { proof: best.wanted, disproof: sum },
            Turn::Defender => Numbers { proof: sum, disproof: best.wanted },
        };
        (numbers, best)
    }
}

/// The child that needs least for what its parent wants, and what the next one needs.
#[derive(Clone, Copy)]
struct Selected<M> {
    made: M,
    wanted: u32,
    other: u32,
    second: u32,
}

impl<M: Copy> Selected<M> {
    /// The child, and the bounds up to which it is searched.
    fn bounds(&self, turn: Turn, parent: Numbers, proof: u32, disproof: u32) -> (M, Numbers) {
        let (wanted, other, sum) = match turn {
            Turn::Attacker => (proof, disproof, parent.disproof),
            Turn::Defender => (disproof, proof, parent.proof),
        };
        // A quarter more than the next one needs, so that the search does not go to and fro.
        let wanted = wanted.min((self.second + self.second / 4).saturating_add(1));
        let other = (other - sum).saturating_add(self.other).min(NEVER);
        let bounds = match turn {
            Turn::Attacker => Numbers { proof: wanted, disproof: other },
            Turn::Defender => Numbers { proof: other, disproof: wanted },
        };
        (self.made, bounds)
    }
}
