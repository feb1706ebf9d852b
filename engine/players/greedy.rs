//! A player that does not search. It compares its moves by their preferences and by the scores of the positions to
//! which they lead.

use blanche_compiler::game::Fault;

use super::Chooser;
use crate::search::alpha_beta::Listener;
use crate::search::limits::Clock;
use crate::search::player::{Budget, Choice, Playable};

/// Makes the move with the highest total value, which is the sum of its preferences plus the value of the position
/// after the move. If several moves have this value, it makes the first of them. It does not notice that a game is
/// over.
pub(super) struct GreedyPlayer;

impl<G: Playable> Chooser<G> for GreedyPlayer {
    fn choose_with_listener(
        &mut self,
        game: &mut G,
        budget: &Budget,
        _: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault> {
        let (clock, player, mut moves) = (Clock::start(budget.limits()), game.to_move(), Vec::new());
        game.moves(&mut moves);
        let preferred = game.preferences(&moves);
        let preferred = preferred.unwrap_or_else(|_| vec![0; moves.len()]);
        let mut best: Option<(i64, G::Move)> = None;
        for (mv, preferred) in moves.iter().zip(preferred) {
            game.play(*mv);
            let value = game.value(player);
            game.take_back();
            let Ok(value) = value else { break };
            let worth = preferred.saturating_add(value);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        if let Some(fault) = game.fault() {
            return Err(fault);
        }
        let (mv, positions) = (best.map(|(_, mv)| mv).or(moves.first().copied()), moves.len() as u64);
        let given_up = game.given_up();
        Ok(Choice { depth: 1, given_up, ..Choice::unsearched(mv, positions, clock.elapsed()) })
    }
}
