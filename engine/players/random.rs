//! Players that choose their moves at random.

use blanche_compiler::game::Fault;
use blanche_compiler::random::Random;

use super::Chooser;
use crate::search::alpha_beta::Listener;
use crate::search::limits::Clock;
use crate::search::player::{Budget, Choice, Playable, Reason};

/// Chooses each legal move with equal probability.
pub(super) struct RandomPlayer {
    random: Random,
    /// Set to make a move that wins immediately, if there is one.
    takes_wins: bool,
}

impl RandomPlayer {
    pub(super) fn new(seed: u64, takes_wins: bool) -> RandomPlayer {
        RandomPlayer { random: Random::new(seed), takes_wins }
    }
}

impl<G: Playable> Chooser<G> for RandomPlayer {
    fn choose_with_listener(
        &mut self,
        game: &mut G,
        budget: &Budget,
        _: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault> {
        let (clock, player, mut moves) = (Clock::start(budget.limits()), game.to_move(), Vec::new());
        game.moves(&mut moves);
        let mut wins = |mv: &G::Move| game.winner_after(*mv) == Ok(Some(player));
        let winning = if self.takes_wins { moves.iter().copied().find(|mv| wins(mv)) } else { None };
        if let Some(fault) = game.fault() {
            return Err(fault);
        }
        let positions = if self.takes_wins { moves.len() as u64 } else { 0 };
        let mv = winning.or_else(|| (!moves.is_empty()).then(|| *self.random.choose(&moves)));
        let reason = if winning.is_some() { Reason::Wins(1) } else { Reason::First };
        let given_up = game.given_up();
        Ok(Choice { reason, given_up, ..Choice::unsearched(mv, positions, clock.elapsed()) })
    }
}

/// Plays up to `plies` random moves and returns them. Stops before a move that would end the game.
///
/// # Errors
/// If the game cannot continue.
pub fn random_opening<G: Playable>(
    game: &mut G,
    plies: usize,
    random: &mut Random,
) -> Result<Vec<G::Move>, Fault> {
    let (mut opening, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        game.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = *random.choose(&moves);
        game.play(mv);
        let goes_on = game.outcome() == Ok(None);
        if let Some(fault) = game.fault() {
            return Err(fault);
        }
        if !goes_on {
            game.take_back();
            break;
        }
        game.settle();
        opening.push(mv);
    }
    game.settle();
    Ok(opening)
}
