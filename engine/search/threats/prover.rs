//! The search itself: depth-first, towards the node that needs least.

use std::collections::HashMap;

use super::nodes::{Attacked, Defended, Tried};
use crate::board::Colour;
use crate::games::Game;
use crate::search::beliefs::Beliefs;
use crate::search::limits::{Clock, Stopped};
use crate::search::proof::Proof;
use crate::search::strategy::{Reach, Strategy, Task};
use crate::search::table::{NEVER, Numbers, Table};

/// The strategy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl<G: Game> Strategy<G> for Threats {
    fn name(&self) -> &'static str {
        "threats"
    }

    /// Fours are tried first, then threes as well, then quiet moves as well.
    fn attack(&self, task: Task<'_, G>) -> Result<Option<Proof<G::Move>>, Stopped> {
        let furthest = task.reach;
        let mut prover = Prover::new(task);
        for reach in [Reach::Fours, Reach::Threats, Reach::Quiet] {
            if reach > furthest {
                break;
            }
            prover.reach = reach;
            let proof = prover.run()?;
            if proof.is_some() {
                return Ok(proof);
            }
        }
        Ok(None)
    }
}

/// A search for a win of the side to move.
pub(super) struct Prover<'s, G: Game> {
    pub(super) game: &'s mut G,
    pub(super) attacker: Colour,
    pub(super) reach: Reach,
    pub(super) levels: u32,
    pub(super) beliefs: &'s Beliefs<G::Move>,
    pub(super) clock: &'s mut Clock,
    pub(super) table: Table<G::Move>,
    /// By the keys of positions after quiet moves: whether they threaten, and the replies that may matter.
    pub(super) lines: HashMap<u64, Option<Vec<G::Move>>>,
    /// Room for answers.
    pub(super) forcing: Vec<(G::Move, u32)>,
    pub(super) replies: Vec<G::Move>,
}

/// Whose turn it is below.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Attacker,
    Defender,
}

impl<'s, G: Game> Prover<'s, G> {
    /// A search for a win of the side to move.
    fn new(task: Task<'s, G>) -> Prover<'s, G> {
        let Task { game, reach, levels, beliefs, clock } = task;
        Prover {
            attacker: game.to_move(),
            game,
            reach,
            levels,
            beliefs,
            clock,
            table: Table::new(),
            lines: HashMap::new(),
            forcing: Vec::new(),
            replies: Vec::new(),
        }
    }

    /// The proof that the attacker wins; nothing where none of the moves that are tried wins.
    fn run(&mut self) -> Result<Option<Proof<G::Move>>, Stopped> {
        let numbers = self.search(Turn::Attacker, NEVER, NEVER)?;
        if numbers.proof > 0 { Ok(None) } else { self.extract().map(Some) }
    }

    /// Searches below the position that stands until one of its numbers reaches its bound.
    pub(super) fn search(&mut self, turn: Turn, proof: u32, disproof: u32) -> Result<Numbers, Stopped> {
        let before = self.clock.positions();
        let key = self.key();
        let mut moves = Vec::new();
        let mut open = false;
        let terminal = match turn {
            Turn::Attacker => match self.attacked(&mut moves)? {
                Attacked::Over | Attacked::Claim(_) => Some(Numbers::WON),
                Attacked::Lost => Some(Numbers::LOST),
                Attacked::Open => None,
            },
            Turn::Defender => match self.defended(&mut moves)? {
                Defended::Lost => Some(Numbers::LOST),
                Defended::Open(threat) => {
                    open = threat.is_open();
                    (moves.is_empty() && !open).then_some(Numbers::WON)
                }
            },
        };
        let (mut numbers, mut best) = match terminal {
            Some(numbers) => (numbers, None),
            None if moves.is_empty() => (Numbers::WON, None),
            None => self.descend(turn, &moves, proof, disproof)?,
        };
        if open && numbers.proof == 0 {
            // The replies that matter most lose; now all the others.
            self.all_replies(&mut moves);
            (numbers, best) = self.descend(turn, &moves, proof, disproof)?;
        }
        let best = best.filter(|_| turn == Turn::Attacker && numbers.proof == 0);
        let work = (self.clock.positions() - before).min(u64::from(u32::MAX)) as u32;
        self.table.put(key, numbers, best, work);
        Ok(numbers)
    }

    fn descend(
        &mut self,
        turn: Turn,
        moves: &[Tried<G::Move>],
        proof: u32,
        disproof: u32,
    ) -> Result<(Numbers, Option<G::Move>), Stopped> {
        loop {
            let (numbers, next) = self.selected(turn, moves);
            if numbers.proof >= proof || numbers.disproof >= disproof {
                return Ok((numbers, Some(next.made)));
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
            if outcome?.proof == 0 && turn == Turn::Defender {
                self.try_likewise(moves, child)?;
            }
        }
    }

    /// The key of the position for the table. A position that is not won by fours may be won by more.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.game.key() ^ self.reach.salt()
    }

    /// The key after a move.
    #[inline]
    pub(super) fn key_after(&self, made: G::Move) -> u64 {
        self.game.key_after(made) ^ self.reach.salt()
    }

    /// The numbers of a node from those of its children, and the child that needs least.
    fn selected(&self, turn: Turn, moves: &[Tried<G::Move>]) -> (Numbers, Selected<G::Move>) {
        let mut best: Option<Selected<G::Move>> = None;
        let mut sum = 0u32;
        for tried in moves {
            let known = self.table.get(self.key_after(tried.made));
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
