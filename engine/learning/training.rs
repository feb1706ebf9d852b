//! Games from which somebody learns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{Fault, MOST_PLIES, Move, Outcome, Past, Rules};
use blanche_compiler::random::Random;

use super::Learner;
use crate::agents::{Agent, AgentSpec, BadSpec, opening_by_chance};
use crate::search::limits::SearchLimits;

/// An opponent that looks ahead examines so many positions for a move at most, where nothing else is said: what is learned
/// follows from the seed and not from how fast the machine is.
pub const POSITIONS: u64 = 10_000;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Against whom; the learner makes the moves of all players without it.
    pub against: Option<AgentSpec>,
    /// The lots of a game follow from it and from the number of the game.
    pub seed: u64,
    /// So many moves drawn by lot open a game; nobody learns from them.
    pub opening_moves: usize,
    /// What the opponent remembers, in bytes.
    pub memory: Option<u64>,
    /// The game is broken off soon after this is set.
    pub stop: Arc<AtomicBool>,
}

impl Terms {
    /// The opponent in the game of this number.
    ///
    /// # Errors
    /// Where it cannot play the game.
    pub fn opponent<'r>(
        &self,
        rules: &'r Rules,
        number: u64,
    ) -> Result<Option<Box<dyn Agent + 'r>>, BadSpec> {
        let seed = Random::of(self.seed, &[number]).bits();
        self.against.as_ref().map(|agent| agent.agent(rules, seed, self.memory)).transpose()
    }

    /// The moves that open the game of this number.
    ///
    /// # Errors
    /// When the game cannot go on.
    pub fn opening(&self, rules: &Rules, number: u64) -> Result<Vec<Move>, Fault> {
        opening_by_chance(rules, self.opening_moves, &mut Random::of(self.seed, &[number, 1]))
    }
}

/// Plays the game of this number, from which the learner learns; nothing where somebody stopped it. The learner makes the moves
/// of its players, and of all of them where there is no opponent.
///
/// # Errors
/// Where the game cannot go on.
pub fn play(
    rules: &Rules,
    learner: &mut dyn Learner,
    opponent: Option<&mut (dyn Agent + '_)>,
    number: u64,
    terms: &Terms,
) -> Result<Option<Outcome>, Fault> {
    let opening = terms.opening(rules, number)?;
    let outcome = played(rules, learner, opponent, &opening, &terms.stop);
    match outcome {
        Ok(Some(outcome)) => learner.ended(number, outcome),
        Ok(None) | Err(_) => learner.broken_off(),
    }
    outcome
}

fn played(
    rules: &Rules,
    learner: &mut dyn Learner,
    mut opponent: Option<&mut (dyn Agent + '_)>,
    opening: &[Move],
    stop: &Arc<AtomicBool>,
) -> Result<Option<Outcome>, Fault> {
    let mut position = rules.start()?;
    let mut past = Past::new(rules, &position);
    opening.iter().try_for_each(|mv| rules.play_on(&mut position, *mv, &mut past))?;
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = rules.outcome(&mut position)? {
            return Ok(Some(outcome));
        }
        let limits = SearchLimits { positions: POSITIONS, stop: Arc::clone(stop), ..SearchLimits::default() };
        let chosen = match &mut opponent {
            Some(opponent) if !learner.players().contains(&rules.to_move(&position)) => {
                opponent.choose(&position, &past, limits)?
            }
            _ => learner.choose(&position, &past, limits)?,
        };
        let Some(mv) = chosen.mv.filter(|_| !stop.load(Ordering::Relaxed)) else { return Ok(None) };
        learner.made(&position, mv)?;
        rules.play_on(&mut position, mv, &mut past)?;
    }
    Err(Fault::Endless(MOST_PLIES))
}
