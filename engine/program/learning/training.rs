//! Games from which somebody learns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{Fault, MOST_PLIES, Move, Outcome, Past, Rules};
use blanche_compiler::random::Random;

use super::Learner;
use noire_engine::games::{Taste, TextGame};
use noire_engine::players::{BadSpec, PlayerSpec, Seat, opening_by_chance};
use noire_engine::search::player::Budget;

/// An opponent that looks ahead examines so many positions for a move at most, where nothing else is said: what is learned
/// follows from the seed and not from how fast the machine is.
pub const POSITIONS: u64 = 10_000;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Against whom; the learner makes the moves of all players without it.
    pub against: Option<PlayerSpec>,
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
    pub fn opponent<'r>(&self, rules: &'r Rules, number: u64) -> Result<Option<Seat<'r>>, BadSpec> {
        let seed = Random::of(self.seed, &[number]).bits();
        self.against.as_ref().map(|player| Seat::new(player, rules, seed)).transpose()
    }

    /// The moves that open the game of this number, of two players; none of another game.
    ///
    /// # Errors
    /// When the game cannot go on.
    pub fn opening(&self, rules: &Rules, number: u64) -> Result<Vec<Move>, Fault> {
        let seen = TextGame::seen(rules, rules.start()?, &Taste::default());
        let Ok(mut game) = seen else { return Ok(Vec::new()) };
        opening_by_chance(&mut game, self.opening_moves, &mut Random::of(self.seed, &[number, 1]))
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
    opponent: Option<&mut Seat<'_>>,
    number: u64,
    terms: &Terms,
) -> Result<Option<Outcome>, Fault> {
    let opening = terms.opening(rules, number)?;
    let budget = Budget {
        positions: Some(POSITIONS),
        memory: terms.memory,
        stop: Arc::clone(&terms.stop),
        ..Budget::untimed()
    };
    let outcome = played(rules, learner, opponent, &opening, &budget);
    match outcome {
        Ok(Some(outcome)) => learner.ended(number, outcome),
        Ok(None) | Err(_) => learner.broken_off(),
    }
    outcome
}

fn played(
    rules: &Rules,
    learner: &mut dyn Learner,
    mut opponent: Option<&mut Seat<'_>>,
    opening: &[Move],
    budget: &Budget,
) -> Result<Option<Outcome>, Fault> {
    let mut position = rules.start()?;
    let mut past = Past::new(rules, &position);
    opening.iter().try_for_each(|mv| rules.play_on(&mut position, *mv, &mut past))?;
    if let Some(opponent) = &mut opponent {
        opening.iter().for_each(|mv| opponent.play(*mv));
    }
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = rules.outcome(&mut position)? {
            return Ok(Some(outcome));
        }
        let chosen = match &mut opponent {
            Some(opponent) if !learner.players().contains(&rules.to_move(&position)) => {
                opponent.choose(budget)?
            }
            _ => learner.choose(&position, &past, budget)?,
        };
        let Some(mv) = chosen.mv.filter(|_| !budget.stop.load(Ordering::Relaxed)) else { return Ok(None) };
        learner.made(&position, mv)?;
        if let Some(opponent) = &mut opponent {
            opponent.play(mv);
        }
        rules.play_on(&mut position, mv, &mut past)?;
    }
    Err(Fault::Endless(MOST_PLIES))
}
