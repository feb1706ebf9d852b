//! Finds the lines of a game. A line is a smallest set of fields such that a player who has marked all of them wins.

use blanche_compiler::game::{Outcome, Rules};
use blanche_compiler::runtime::Value;

use super::ExtractionError;
use crate::learning::fields::plays_fields;

/// Maximum number of sets of fields to try when finding the lines.
const MAX_SETS: usize = 200_000;

/// The state (a predicate that moves change) that records which player has marked which field, and the index of its
/// field argument.
pub(super) fn mark(rules: &Rules) -> Result<(usize, usize), ExtractionError> {
    let program = rules.program();
    let unfit =
        || ExtractionError::Unfit("players do not mark fields here: no state has a field and a player");
    let (board, players) = (program.board.as_ref(), program.player_sort);
    let (Some(board), Some(players)) = (board, players) else { return Err(unfit()) };
    let root = |sort| program.sort(sort).root;
    let found = rules.game().states.iter().enumerate().find_map(|(at, state)| {
        let sorts = &program.predicate(state.predicate).sorts;
        let place = sorts.iter().position(|sort| root(*sort) == root(board.field))?;
        let is_mark = sorts.len() == 2 && root(sorts[1 - place]) == root(players);
        (is_mark && !state.is_history).then_some((at, place))
    });
    found.ok_or_else(unfit)
}

/// The lines of the game. The fields of each line are in order.
pub(super) fn of(rules: &Rules, player: Value) -> Result<Vec<Vec<Value>>, ExtractionError> {
    let (state, place) = mark(rules)?;
    if !plays_fields(rules) {
        return Err(ExtractionError::Unfit(
            "a move plays no field of the board here, so no lines go through it",
        ));
    }
    let field = rules.program().board.as_ref().map(|board| board.field);
    let fields = field.map_or_else(Vec::new, |field| rules.program().sort(field).values());
    let mut left = MAX_SETS;
    for length in 1..=fields.len() {
        let (mut found, mut chosen) = (Vec::new(), (0..length).collect::<Vec<usize>>());
        loop {
            left = left
                .checked_sub(1)
                .ok_or(ExtractionError::Unfit("the lines of the game are too long to be found"))?;
            let set: Vec<Value> = chosen.iter().map(|at| fields[*at]).collect();
            let mut position = rules.empty(player);
            for field in &set {
                let tuple = if place == 0 { [*field, player] } else { [player, *field] };
                position.add(state, &tuple);
            }
            let end = rules.end_by_rule(&mut position)?;
            if end.is_some_and(|end| end.outcome == Outcome::Won(player)) {
                found.push(set);
            }
            if !next(&mut chosen, fields.len()) {
                break;
            }
        }
        if !found.is_empty() && length == 1 {
            return Err(ExtractionError::Unfit("a single mark wins here: this is not a game of lines"));
        }
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Err(ExtractionError::Unfit("no set of marks of a single player wins the game"))
}

/// Advances to the next combination of `chosen.len()` out of `of` elements. Returns `false` after the last combination.
fn next(chosen: &mut [usize], of: usize) -> bool {
    let length = chosen.len();
    let Some(at) = (0..length).rev().find(|at| chosen[*at] < of - length + at) else { return false };
    chosen[at] += 1;
    for behind in at + 1..length {
        chosen[behind] = chosen[behind - 1] + 1;
    }
    true
}
