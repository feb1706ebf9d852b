//! Measures learners of games that are small enough to try all lines of the opponent.

use std::sync::atomic::Ordering;

use blanche_compiler::game::{Move, Rules};
use blanche_compiler::runtime::Value;

use super::{MEMORY, Run, Trouble, is_looked_at, played, players};
use noire::games::numbering::Numbering;
use noire::learning::exhaustive_play::{LineCounts, LinesError, count_lines, refutation, still_loses};
use noire::learning::patterns::Patterns;
use noire::learning::spec::LearnerSpec;
use noire::learning::training_games::TrainingTerms;

/// Maximum number of positions that a game may have for all lines of the opponent to be tried.
const MAX_POSITIONS: usize = 100_000;

/// A learner that is tested while it learns.
struct Examined<'r> {
    rules: &'r Rules,
    learner: Patterns<'r>,
    /// The player that the learner plays in the tested lines.
    player: Value,
    /// The line that beats the learner, as found by the last search.
    refuted_by: Option<Vec<Move>>,
}

impl Examined<'_> {
    fn lines(&mut self) -> Result<LineCounts, LinesError> {
        let learner = &mut self.learner;
        count_lines(self.rules, self.player, MAX_POSITIONS, &mut |position| learner.best(position))
    }

    /// Whether some line beats the learner.
    fn is_beaten(&mut self) -> Result<bool, LinesError> {
        let (rules, player, learner) = (self.rules, self.player, &mut self.learner);
        if let Some(line) = &self.refuted_by
            && still_loses(rules, player, line, &mut |position| learner.best(position))?
        {
            return Ok(true);
        }
        self.refuted_by = refutation(rules, player, MAX_POSITIONS, &mut |position| learner.best(position))?;
        Ok(self.refuted_by.is_some())
    }
}

/// One run of `games` games; `None` if the run was stopped.
pub(super) fn run(
    rules: &Rules,
    spec: &LearnerSpec,
    terms: &TrainingTerms,
    games: u64,
) -> Result<Option<Run>, Trouble> {
    let numbering = Numbering::new(rules, spec.fields.as_deref())?;
    let (player, players) = players(rules, terms);
    let learner = Patterns::new(numbering, players, spec.rewards, MEMORY);
    let mut examined = Examined { rules, learner, player, refuted_by: None };
    let mut run = Run::default();
    for number in 1..=games {
        let Some(outcome) = played(rules, &mut examined.learner, number, terms)? else { return Ok(None) };
        run.games.count(outcome, player);
        if run.until.is_none() && !examined.is_beaten()? {
            run.until = Some(number);
        }
        if is_looked_at(number, games) {
            run.strengths.push((number, examined.lines()?));
        }
        if terms.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    run.patterns = Some(examined.learner.known().len());
    Ok(Some(run))
}
