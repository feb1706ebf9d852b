//! Agents that draw lots.

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Position;

use super::{Agent, Choice, Outlook};
use crate::search::limits::{Clock, SearchLimits};

/// Every move is as likely as the others.
pub(super) struct ByChance<'r> {
    rules: &'r Rules,
    random: Random,
    /// A move that wins at once is made.
    takes_wins: bool,
}

impl<'r> ByChance<'r> {
    pub(super) fn new(rules: &'r Rules, seed: u64, takes_wins: bool) -> ByChance<'r> {
        ByChance { rules, random: Random::new(seed), takes_wins }
    }

    /// The first move that wins at once.
    fn winning(&self, position: &Position, moves: &[Move]) -> Result<Option<Move>, Fault> {
        let to_move = self.rules.to_move(position);
        for mv in moves {
            let mut after = position.clone();
            self.rules.play(&mut after, *mv)?;
            if self.rules.outcome(&mut after)? == Some(Outcome::Won(to_move)) {
                return Ok(Some(*mv));
            }
        }
        Ok(None)
    }
}

impl Agent for ByChance<'_> {
    fn choose(&mut self, position: &Position, _: &Past, limits: SearchLimits) -> Result<Choice, Fault> {
        let clock = Clock::start(limits);
        let mut moves = Vec::new();
        self.rules.moves(&mut position.clone(), &mut moves)?;
        let winning = if self.takes_wins { self.winning(position, &moves)? } else { None };
        let positions = if self.takes_wins { moves.len() as u64 } else { 0 };
        let mv = winning.or_else(|| (!moves.is_empty()).then(|| *self.random.choose(&moves)));
        let outlook = if winning.is_some() { Outlook::Wins(1) } else { Outlook::Open };
        Ok(Choice { mv, outlook, depth: 0, positions, time: clock.elapsed(), given_up: None })
    }
}

/// A few moves by chance after which the game goes on.
///
/// # Errors
/// When the game cannot go on.
pub fn opening_by_chance(rules: &Rules, plies: usize, random: &mut Random) -> Result<Vec<Move>, Fault> {
    let mut position = rules.start()?;
    let (mut opening, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        rules.moves(&mut position, &mut moves)?;
        if moves.is_empty() {
            break;
        }
        let mv = *random.choose(&moves);
        let mut after = position.clone();
        rules.play(&mut after, mv)?;
        if rules.end(&mut after)?.is_some() {
            break;
        }
        position = after;
        opening.push(mv);
    }
    Ok(opening)
}
