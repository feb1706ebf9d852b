//! An agent that looks at what scores say of the positions after its moves and preferences of the moves, and no further.

use blanche_compiler::game::{Fault, Move, Past, Rules};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Position, Value};

use super::{Agent, Choice, Outlook};
use crate::search::limits::{Clock, SearchLimits};

/// It makes the move worth most to it, with the position after it, the first among equals. It does not see that a game is over.
pub(super) struct Greedy<'r> {
    rules: &'r Rules,
    /// The scores that count; all without it.
    scores: Option<Vec<RuleId>>,
}

impl<'r> Greedy<'r> {
    pub(super) fn new(rules: &'r Rules, scores: Option<Vec<RuleId>>) -> Greedy<'r> {
        Greedy { rules, scores }
    }
}

impl Agent for Greedy<'_> {
    fn choose(&mut self, position: &Position, _: &Past, limits: SearchLimits) -> Result<Choice, Fault> {
        let clock = Clock::start(limits);
        let (player, mut moves) = (self.rules.to_move(position), Vec::new());
        self.rules.moves(&mut position.clone(), &mut moves)?;
        let worth = worth(self.rules, position, player, &moves, self.scores.as_deref())?;
        let mut best: Option<(i64, Move)> = None;
        for (mv, worth) in moves.iter().zip(worth) {
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        let (mv, positions) = (best.map(|(_, mv)| mv), moves.len() as u64);
        Ok(Choice { mv, outlook: Outlook::Open, depth: 1, positions, time: clock.elapsed(), given_up: None })
    }
}

/// What moves are worth to a player by what the text prefers and by the scores of the positions after them: by these, or by all.
///
/// # Errors
/// When the game cannot go on.
pub(crate) fn worth(
    rules: &Rules,
    position: &Position,
    player: Value,
    moves: &[Move],
    scores: Option<&[RuleId]>,
) -> Result<Vec<i64>, Fault> {
    let mut worth = rules.preferred(&mut position.clone(), moves)?;
    for (mv, worth) in moves.iter().zip(&mut worth) {
        let mut after = position.clone();
        rules.play(&mut after, *mv)?;
        let value = rules
            .value_by(&mut after, player, |score| scores.is_none_or(|scores| scores.contains(&score)))?;
        *worth = worth.saturating_add(value);
    }
    Ok(worth)
}
