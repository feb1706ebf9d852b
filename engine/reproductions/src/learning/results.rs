//! Measures learners by the results of their games, in games that are too large to try all lines.

use blanche_compiler::game::{Outcome, Rules};

use super::{MEMORY, Run, Trouble, is_looked_at, played, players};
use noire::learning::exhaustive_play::LineCounts;
use noire::learning::spec::LearnerSpec;
use noire::learning::training_games::TrainingTerms;

/// One run of `games` games; `None` if the run was stopped.
pub(super) fn run(
    rules: &Rules,
    spec: &LearnerSpec,
    terms: &TrainingTerms,
    games: u64,
) -> Result<Option<Run>, Trouble> {
    let (player, players) = players(rules, terms);
    let mut learner = spec.learner(rules, players, MEMORY)?;
    let (mut run, mut lately, mut last_lost) = (Run::default(), LineCounts::default(), 0);
    let last_tenth = games - games / 10;
    for number in 1..=games {
        let Some(outcome) = played(rules, &mut *learner, number, terms)? else { return Ok(None) };
        run.games.count(outcome, player);
        lately.count(outcome, player);
        if matches!(outcome, Outcome::Won(winner) if winner != player) {
            last_lost = number;
        }
        if number == last_tenth || number < last_tenth && is_looked_at(number, games) || number == games {
            run.strengths.push((number, std::mem::take(&mut lately)));
        }
    }
    run.until = (last_lost <= last_tenth).then_some(last_lost);
    Ok(Some(run))
}
