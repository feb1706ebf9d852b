//! What several scores say of a position, worked out together.
//!
//! ```text
//! 1. scores that follow the moves are kept as sums, which a move changes (`incremental`)
//! 2. others whose weights are numbers are counted by operations on words: what they have in common is worked out once
//! 3. what fits neither is asked, one score after the other
//! ```

use std::sync::{Arc, PoisonError};

use blanche_sorted::SortedSet;

use super::fault::Fault;
use super::judgement::Judgement;
use super::made::{InWords, Sums, Valuing};
use super::rules::Rules;
use crate::bitboards::{self, Asked, Places, translate_counts};
use crate::program::RuleId;
use crate::runtime::{Position, Value};

impl Judgement<'_> {
    /// The scores that are chosen, worked out together; nothing where everything goes by the plans of the rules. It is made once for
    /// each choice.
    pub fn valuing(self, chosen: impl Fn(RuleId) -> bool) -> Option<Arc<Valuing>> {
        if self.rules.is_by_plans() {
            return None;
        }
        let rules: Vec<RuleId> =
            self.rules.program().scores().map(|(at, ..)| at).filter(|at| chosen(*at)).collect();
        let mut known = self.rules.valuings.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, valuing)) = known.iter().find(|(of, _)| *of == rules) {
            return Some(Arc::clone(valuing));
        }
        let valuing = Arc::new(self.made_valuing(&rules));
        known.push((rules, Arc::clone(&valuing)));
        Some(valuing)
    }

    fn made_valuing(self, rules: &[RuleId]) -> Valuing {
        let (follow, incremental) = self.rules.incremental(rules);
        let mut asked: SortedSet<RuleId> = rules.iter().copied().filter(|at| !follow.contains(at)).collect();
        let words = self.counted_in_words(&asked);
        if let Some((counted, _)) = &words {
            asked.retain(|at| !counted.contains(at));
        }
        Valuing { incremental, words: words.map(|(_, words)| words), asked }
    }

    /// Those of the scores that are counted in words, if any are.
    fn counted_in_words(self, rules: &SortedSet<RuleId>) -> Option<(Vec<RuleId>, InWords)> {
        let program = self.rules.program();
        let counted = bitboards::counted(program, &|score| rules.contains(&score));
        if counted.is_empty() {
            return None;
        }
        let (code, of) = translate_counts(program, self.rules.layout(), &counted)?;
        // What was compiled counts all that can be counted so, of the scores that count where none is named.
        let compiled = bitboards::counted(program, &|score| program.counts(score));
        let code = match counted == compiled {
            true => self.rules.in_words_by(Asked::Counts, &code),
            false => code.answering(&Places::of(program, self.rules.layout()), None),
        };
        let chosen = program.scores().filter(|(at, ..)| counted.contains(at));
        let scores = chosen.map(|(_, score, weights)| (score.colour, weights)).collect();
        Some((counted, InWords { scores, code, of }))
    }
}

impl Valuing {
    /// What the scores count that follow the moves.
    pub fn sums(&self, position: &Position) -> Sums {
        self.incremental.sums(position.words())
    }

    /// What they count once the words of the position have changed.
    pub fn follow(&self, sums: &mut Sums, before: &[u64], after: &[u64]) {
        self.incremental.follow(sums, before, after);
    }

    /// What a position of these sums is worth to a player: as [`Judgement::value_by`] says by the same scores.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn value(
        &self,
        rules: &Rules,
        position: &mut Position,
        sums: Sums,
        player: Value,
    ) -> Result<i64, Fault> {
        let to_move = rules.to_move(position);
        let mut value = sums.worth(rules.number(player), rules.number(to_move));
        if let Some(words) = &self.words {
            value += words.value(position, player, to_move);
        }
        if !self.asked.is_empty() {
            value += rules.judgement().value_by(position, player, |score| self.asked.contains(&score))?;
        }
        Ok(value)
    }
}
