//! Games from which a learner learns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{Fault, MAX_PLIES, Move, Outcome, Past, Rules};
use blanche_compiler::random::Random;

use super::Learner;
use noire_engine::games::{KnowledgeFilter, TextGame};
use noire_engine::players::{BadSpec, PlayerSpec, Seat, random_opening};
use noire_engine::search::player::Budget;

/// Default maximum number of positions that a searching opponent examines for a move. A time limit would not do,
/// because the result must depend on the seed and not on the speed of the machine.
pub const POSITIONS: u64 = 10_000;

/// The terms of training games.
#[derive(Clone, Debug)]
pub struct TrainingTerms {
    /// The opponent. Without an opponent, the learner plays all sides.
    pub against: Option<PlayerSpec>,
    /// Seed for everything random. It is combined with the number of the game.
    pub seed: u64,
    /// Number of random moves at the start of each game. The learner does not learn from them.
    pub opening_moves: usize,
    /// Memory limit of the opponent, in bytes.
    pub memory: Option<u64>,
    /// Set to abort the game.
    pub stop: Arc<AtomicBool>,
}

impl TrainingTerms {
    /// Creates the opponent for the game with this number.
    ///
    /// # Errors
    /// Fails if the opponent cannot play the game.
    pub fn opponent<'r>(&self, rules: &'r Rules, number: u64) -> Result<Option<Seat<'r>>, BadSpec> {
        let seed = Random::of(self.seed, &[number]).bits();
        self.against.as_ref().map(|player| Seat::new(player, rules, seed)).transpose()
    }

    /// The opening moves of the game with this number. Empty unless the game has two players.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    pub fn opening(&self, rules: &Rules, number: u64) -> Result<Vec<Move>, Fault> {
        let seen = TextGame::with_filter(rules, rules.start()?, &KnowledgeFilter::default());
        let Ok(mut game) = seen else { return Ok(Vec::new()) };
        random_opening(&mut game, self.opening_moves, &mut Random::of(self.seed, &[number, 1]))
    }
}

/// Plays the game with this number, and lets the learner learn from it. Returns `None` if the game was stopped. The
/// learner moves for its own players, or for all players if there is no opponent.
///
/// # Errors
/// Fails if the game cannot continue.
pub fn play(
    rules: &Rules,
    learner: &mut dyn Learner,
    opponent: Option<&mut Seat<'_>>,
    number: u64,
    terms: &TrainingTerms,
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
        Ok(Some(outcome)) => learner.game_ended(number, outcome),
        Ok(None) | Err(_) => learner.game_aborted(),
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
    for _ in 0..MAX_PLIES {
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
        learner.move_made(&position, mv)?;
        if let Some(opponent) = &mut opponent {
            opponent.play(mv);
        }
        rules.play_on(&mut position, mv, &mut past)?;
    }
    Err(Fault::Endless(MAX_PLIES))
}
