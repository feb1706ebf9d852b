//! The naive evaluator's answers about a playout.

use agree::Naive;
use agree::games::Position as Tuples;

use super::{How, Line, Ply, Said};
use crate::answers::questions;

/// The naive evaluator's answers about the positions and moves of a random playout.
pub(crate) fn defined(naive: &Naive, found: &Line, how: How) -> Line {
    let (mut line, mut before) = (Line { stop: found.stop, ..Line::default() }, Vec::new());
    for ply in &found.plies {
        let mut own = defined_ply(naive, &ply.position, how);
        before.push(ply.position.clone());
        if let Some(made) = &ply.made {
            let after = naive.within(how.patience, || naive.play_on(&ply.position, made, &before));
            own.say("after", after.map(Said::After));
        }
        own.made.clone_from(&ply.made);
        line.plies.push(own);
    }
    line
}

fn defined_ply(naive: &Naive, position: &Tuples, how: How) -> Ply {
    let mut ply = Ply::of(position.clone());
    let within = |ask: &dyn Fn() -> Said| naive.within(how.patience, ask);
    ply.say("outcome", within(&|| Said::Outcome(naive.outcome(position))));
    ply.say("margins", within(&|| Said::Margins(naive.margins(position))));
    ply.say("moves", within(&|| Said::Moves(naive.all_moves(position))));
    if how.asks {
        ply.say("worth", within(&|| Said::Worth(worth(naive, position))));
        ply.say("suppositions", within(&|| Said::Suppositions(naive.suppositions(position))));
        for (question, rule) in questions(naive) {
            let rows = || Said::Rows(rule.variables.clone(), naive.all(&mut position.clone(), rule));
            ply.say(&question, within(&rows));
        }
    }
    ply
}

/// The value of a position for each player.
fn worth(naive: &Naive, position: &Tuples) -> Vec<i64> {
    let sums: Vec<i64> = naive.players().map(|player| naive.worth(position, &player)).collect();
    let all: i64 = sums.iter().sum();
    sums.iter().map(|own| 2 * own - all).collect()
}
