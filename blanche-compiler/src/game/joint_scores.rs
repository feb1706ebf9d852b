//! Evaluates several scores of a position together.
//!
//! ```text
//! 1. incremental scores are kept as sums, which a move updates (`incremental`)
//! 2. other scores with numbers as weights are counted by bitboard operations; common subexpressions are evaluated once
//! 3. the remaining scores are evaluated one by one
//! ```

use std::sync::{Arc, PoisonError};

use blanche_sorted::SortedSet;

use super::caches::{InWords, Sums, Valuing};
use super::fault::Fault;
use super::judgement::Judgement;
use super::rules::Rules;
use crate::bitboards::{self, SearchQuery, WordLayout, translate_counts};
use crate::program::RuleId;
use crate::runtime::{Position, Value};

impl Judgement<'_> {
    /// Prepares a selection of scores, namely those for which `chosen` is true, so that they can be evaluated together.
    /// Each selection is prepared once and cached. Returns `None` if only the plans of the rules are used.
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

    /// The scores that bitboard operations can count, with the code that counts them. `None` if there are none.
    fn counted_in_words(self, rules: &SortedSet<RuleId>) -> Option<(Vec<RuleId>, InWords)> {
        let program = self.rules.program();
        let counted = bitboards::counted(program, &|score| rules.contains(&score));
        if counted.is_empty() {
            return None;
        }
        let (code, of) = translate_counts(program, self.rules.layout(), &counted)?;
        // Compiled code exists only for the default scores that can be counted by bitboard operations.
        let compiled = bitboards::counted(program, &|score| program.counts(score));
        let code = match counted == compiled {
            true => self.rules.in_words_by(SearchQuery::Counts, &code),
            false => code.evaluator(&WordLayout::of(program, self.rules.layout()), None),
        };
        let chosen = program.scores().filter(|(at, ..)| counted.contains(at));
        let scores = chosen.map(|(_, score, weights)| (score.colour, weights)).collect();
        Some((counted, InWords { scores, code, of }))
    }
}

impl Valuing {
    /// The sums of the incremental scores in a position.
    pub fn sums(&self, position: &Position) -> Sums {
        self.incremental.sums(position.words())
    }

    /// Updates the sums of the incremental scores when the words of the position change from `before` to `after`.
    pub fn follow(&self, sums: &mut Sums, before: &[u64], after: &[u64]) {
        self.incremental.follow(sums, before, after);
    }

    /// The value of a position for `player`, given its sums. [`Judgement::value_by`] returns the same value for the
    /// same scores.
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
