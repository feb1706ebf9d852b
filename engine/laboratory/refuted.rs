//! Whether moves that an author calls refuted win after all (`refuted` in `positions.txt`).
//!
//! What is certain contradicts the author: every move that the rule plays completes a win, or the exhaustive search of the verifier
//! finds that it wins within the level of the rule. A move that is not decided within a bound may be refuted.

use crate::bases::Question;
use crate::board::{Color, Point, Position};
use crate::laboratory::judged::Refuting;
use crate::laboratory::verify::stones::contract;
use crate::proof_check::exhaustive::Search;
use crate::proof_check::referee::Referee;
use crate::search::limits::{Clock, SearchLimits};
use crate::world::{Example, Stones, Text, Wanted, World};

/// Maximum number of stones that are set to find out whether one move wins: a tenth of a second of compiled rules.
const STONES: u64 = 20_000;

impl Refuting for Stones {
    fn winning_moves(&self, example: &Example<Stones>) -> Option<Vec<String>> {
        let Question::Rule(rule) = example.question else { return None };
        let base = self.base();
        let mut referee = Referee::new(base, base.backend());
        let known = &base.contents().rules[rule];
        let (mut position, color) = (example.position.clone(), known.color.parse::<Color>().ok()?);
        if known.level == 0 || !known.plays || position.to_move() != Some(color) {
            return None;
        }
        let answers = base.all(referee.backend(), rule, &mut position).ok()?;
        let mut moves: Vec<Point> = Vec::new();
        for answer in answers.iter() {
            let mv = Point::from_index(answer[0] as usize)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let stop = self.stop().cloned().unwrap_or_default();
        let clock = Clock::start(SearchLimits { stop, ..SearchLimits::default() });
        // Whether the game has what the search takes for granted.
        let is_fast = matches!(contract::breach(&referee), Ok(None));
        let mut wins =
            |mv: Point| wins(&mut referee, &example.position, (mv, color), known.level, (is_fast, &clock));
        moves.iter().all(|mv| wins(*mv)).then(|| moves.iter().map(Point::to_string).collect())
    }
}

/// Only moves with which the game is won at once are sure.
impl Refuting for Text {
    fn winning_moves(&self, example: &Example<Text>) -> Option<Vec<String>> {
        let Example { question, position, .. } = example;
        let Question::Rule(rule) = *question else { return None };
        let known = &self.contents().rules[rule];
        if known.level == 0 || self.to_move(position).as_ref() != Some(&known.color) {
            return None;
        }
        let backend = *self.backends().first()?;
        let answers = self.ask(backend, *question, Wanted::All, &mut position.clone()).ok()?.solutions;
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

/// Whether a move certainly wins within so many moves.
fn wins(
    referee: &mut Referee<'_>,
    position: &Position,
    (mv, color): (Point, Color),
    level: u32,
    (is_fast, clock): (bool, &Clock),
) -> bool {
    let mut position = position.clone();
    if !position.is_empty(mv) {
        return false;
    }
    if referee.winner_after(&mut position, mv, color) == Ok(Some(color)) {
        return true;
    }
    is_fast && Search::new(referee, &position, color, STONES).until(clock).wins_by(mv, level) == Ok(true)
}
