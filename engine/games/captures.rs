//! Finds which moves of a game are captures, for games that are defined in rule files. The scores of a position in
//! which a capture is possible are not reliable.

use blanche_compiler::game::Rules;
use blanche_compiler::program::{Effect, EffectKind, Move};
use blanche_compiler::runtime::Weights;

/// For each move that the game declares, whether it is a capture. A capture removes more tuples from some relation of
/// the position than it adds.
pub(super) fn which_capture(rules: &Rules) -> Vec<bool> {
    let states = 0..rules.game().states.len();
    let is_capture = |made: &Move| states.clone().any(|state| balance(&made.effects, state) < 0);
    rules.game().moves.iter().map(is_capture).collect()
}

/// The number of tuples of a state that the effects add, minus the number that they remove. Each effect is executed
/// once.
fn balance(effects: &[Effect], state: usize) -> i64 {
    let of_state = |effect: &Effect| {
        let count = effect.tuples.iter().filter(|tuple| tuple.state == state).count() as i64;
        if effect.kind == EffectKind::Adds { count } else { -count }
    };
    effects.iter().map(of_state).sum()
}

/// The weights of the scores that are used if the user names no scores.
pub(super) fn default_weights(rules: &Rules) -> impl Iterator<Item = Weights> {
    let scores = rules.program().scores().filter(|(_, score, _)| !score.when_named);
    scores.map(|(.., weights)| weights)
}

/// The largest constant weight of any score; `None` if no constant weight is positive.
pub(super) fn largest_weight(rules: &Rules) -> Option<i64> {
    let weights = default_weights(rules).filter_map(|weights| weights.numbers());
    weights.flatten().max().filter(|weight| *weight > 0)
}
