//! An agent that looks at what scores say of the positions after its moves and preferences of the moves, and no further.

use blanche_compiler::game::{Fault, Move, Past, Rules};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Position;

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
        let preferred = self.rules.preferred(&mut position.clone(), &moves)?;
        let mut best: Option<(i64, Move)> = None;
        for (mv, preferred) in moves.iter().zip(preferred) {
            let mut after = position.clone();
            self.rules.play(&mut after, *mv)?;
            let worth = match &self.scores {
                None => self.rules.value(&mut after, player)?,
                Some(scores) => self.rules.value_by(&mut after, player, |score| scores.contains(&score))?,
            };
            let worth = worth.saturating_add(preferred);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        let (mv, positions) = (best.map(|(_, mv)| mv), moves.len() as u64);
        Ok(Choice { mv, outlook: Outlook::Open, depth: 1, positions, time: clock.elapsed(), given_up: None })
    }
}
