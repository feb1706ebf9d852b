//! Checks moves that an author marked as refuted (`refuted` in `positions.txt`), to find moves that win after all.
//!
//! The author's statement is rejected only if it is certainly wrong. This can be certain in two ways: every move that
//! the rule plays completes a win, or an exhaustive search proves that each of them wins within the level. If the
//! search cannot decide a move within its bound, the move counts as refuted.

use crate::example_check::ExampleCheckWorld;
use crate::verify::stones::solver::Solver;
use noire_engine::bases::Question;
use noire_engine::board::{Color, Point};
use noire_engine::proof_check::referee::Referee;
use noire_engine::world::{Example, Stones, Text, World, WorldExt};

/// Maximum number of stones that the search places to decide whether one move wins. This takes about 0.1 s with
/// compiled rules.
const MAX_SEARCHED_STONES: u64 = 20_000;

impl ExampleCheckWorld for Stones {
    fn winning_moves(&self, example: &Example<Stones>) -> Option<Vec<String>> {
        let Question::Rule(rule) = example.question else { return None };
        let base = self.base();
        let referee = Referee::new(base, base.backend());
        let known = &base.contents().rules[rule];
        let (mut position, color) = (example.position.clone(), known.color.parse::<Color>().ok()?);
        if known.level == 0 || !known.plays || position.to_move() != Some(color) {
            return None;
        }
        let answers = base.on(referee.backend()).all(rule, &mut position).ok()?;
        let mut moves: Vec<Point> = Vec::new();
        for answer in answers.iter() {
            let mv = Point::from_index(answer[0] as usize)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let stop = self.stop().cloned().unwrap_or_default();
        let solver =
            Solver::new(&referee, MAX_SEARCHED_STONES).ok().map(|(solver, _)| solver.stopped_by(&stop));
        let mut after = example.position.clone();
        let mut wins = |mv: Point| {
            after.is_empty(mv)
                && (referee.winner_after(&mut after, mv, color) == Ok(Some(color))
                    || solver.as_ref().is_some_and(|solver| {
                        matches!(solver.wins_by(&after, color, mv, known.level), Ok(Some(_)))
                    }))
        };
        moves.iter().all(|mv| wins(*mv)).then(|| moves.iter().map(Point::to_string).collect())
    }
}

/// In games defined by rule files, only moves that win immediately count as certain wins.
impl ExampleCheckWorld for Text {
    fn winning_moves(&self, example: &Example<Text>) -> Option<Vec<String>> {
        let Example { question, position, .. } = example;
        let Question::Rule(rule) = *question else { return None };
        let known = &self.contents().rules[rule];
        if known.level == 0 || self.to_move(position).as_ref() != Some(&known.color) {
            return None;
        }
        let backend = *self.backends().first()?;
        let answers = self.answers(backend, *question, &mut position.clone()).ok()?;
        let mut moves: Vec<String> = Vec::new();
        for answer in answers.iter() {
            let mv = self.played(*question, answer)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let wins = |mv: &String| {
            let made = self.continued(position, &[], mv).ok()?;
            let mut after = self.replay(position, &made, &mut |_| true).ok()?;
            Some(self.end(&mut after).ok()??.winner.as_ref() == Some(&known.color))
        };
        (!moves.is_empty() && moves.iter().all(|mv| wins(mv) == Some(true))).then_some(moves)
    }
}
