//! What several scores count, by operations on words: what they have in common is worked out once.

use std::sync::{Arc, Mutex, PoisonError};

use super::rules::Rules;
use crate::bitboards::{Answering, Places, translate_counts};
use crate::program::RuleId;
use crate::runtime::{Position, Value, Weights};

/// Some scores of a program whose weights are numbers and whose answers are found by operations on words.
#[derive(Debug)]
pub struct Valuing {
    /// For each score its player and its weights.
    scores: Vec<(Option<Value>, Weights)>,
    code: Box<dyn Answering>,
    /// Whose answers each word of the code says, and whether each of its bits is one.
    of: Vec<(usize, bool)>,
}

/// Some scores as code, where they fit.
type Known = (Vec<RuleId>, Option<Arc<Valuing>>);

/// What was made of scores, so that it is made once.
#[derive(Debug, Default)]
pub(super) struct Valuings(Mutex<Vec<Known>>);

impl Rules {
    /// The scores that are chosen, as one piece of code; nothing where one of them does not fit, or is worth something else for each
    /// of its answers. It is made once for each choice.
    pub fn valuing(&self, chosen: impl Fn(RuleId) -> bool) -> Option<Arc<Valuing>> {
        if self.is_by_plans() {
            return None;
        }
        let rules: Vec<RuleId> =
            self.program().scores().map(|(at, ..)| at).filter(|at| chosen(*at)).collect();
        let mut known = self.valuings.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, valuing)) = known.iter().find(|(of, _)| *of == rules) {
            return valuing.clone();
        }
        let valuing = self.made_valuing(&rules).map(Arc::new);
        known.push((rules, valuing.clone()));
        valuing
    }

    fn made_valuing(&self, rules: &[RuleId]) -> Option<Valuing> {
        let program = self.program();
        let chosen: Vec<_> = program.scores().filter(|(at, ..)| rules.contains(at)).collect();
        let fits = |(_, score, weights): &(RuleId, &crate::program::Rule, Weights)| {
            weights.numbers().is_some() && !score.up_to_symmetry
        };
        if !chosen.iter().all(fits) {
            return None;
        }
        let (code, of) = translate_counts(program, self.layout(), rules)?;
        let code = code.answering(&Places::of(program, self.layout()));
        let scores = chosen.iter().map(|(_, score, weights)| (score.colour, *weights)).collect();
        Some(Valuing { scores, code, of })
    }
}

impl Valuing {
    /// What the position is worth to a player: as [`Rules::value_by`] says by the same scores.
    pub fn value(&self, rules: &Rules, position: &Position, player: Value) -> i64 {
        let to_move = rules.to_move(position);
        let (mut value, mut words) = (0, self.of.iter());
        self.code.bits(position.words(), &mut |bits| {
            let Some((score, is_spread)) = words.next() else { return };
            let (colour, weights) = self.scores[*score];
            let number = weights.of(colour == Some(to_move)).number().unwrap_or(0);
            let worth = number * if *is_spread { bits as i64 } else { (bits > 0).into() };
            value += if colour == Some(player) { worth } else { -worth };
        });
        value
    }
}
