//! Which moves of a game in text take something: what scores say of a position in which one can be made does not last.

use blanche_compiler::game::Rules;
use blanche_compiler::program::{Effect, EffectKind, Move};
use blanche_compiler::runtime::Weights;

/// By the place of a move among those of the game, whether it takes: of some state it removes more than it adds.
pub(super) fn that_take(rules: &Rules) -> Vec<bool> {
    let states = 0..rules.game().states.len();
    let takes = |made: &Move| states.clone().any(|state| balance(&made.effects, state) < 0);
    rules.game().moves.iter().map(takes).collect()
}

/// How many tuples of a state effects add more than they remove, where each line of them happens once.
fn balance(effects: &[Effect], state: usize) -> i64 {
    let of_state = |effect: &Effect| {
        let count = effect.tuples.iter().filter(|tuple| tuple.state == state).count() as i64;
        if effect.kind == EffectKind::Adds { count } else { -count }
    };
    effects.iter().map(of_state).sum()
}

/// The weights of the scores that count where none is named.
pub(super) fn by_default(rules: &Rules) -> impl Iterator<Item = Weights> {
    let scores = rules.program().scores().filter(|(_, score, _)| !score.when_named);
    scores.map(|(.., weights)| weights)
}

/// The largest weight of a score that is the same for all its solutions; nothing where no score is worth anything.
pub(super) fn largest_weight(rules: &Rules) -> Option<i64> {
    let weights = by_default(rules).filter_map(|weights| weights.numbers());
    weights.flatten().max().filter(|weight| *weight > 0)
}
