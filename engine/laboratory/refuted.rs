//! Whether moves that an author calls refuted win after all (`refuted` in `positions.txt`).
//!
//! What is certain contradicts the author: every move that the rule plays completes a win, or the exhaustive search of the verifier
//! finds that it wins within the level of the rule. A move that is not decided within a bound may be refuted.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::board::{Color, Point};
use crate::facts::Base;
use crate::laboratory::examples::{Fault, Judged};
use crate::laboratory::verify::contract;
use crate::proof_check::exhaustive::Search;
use crate::proof_check::referee::Referee;
use crate::record::{Example, Expected};
use crate::search::limits::{Clock, SearchLimits};

/// Maximum number of stones that are set to find out whether one move wins: a tenth of a second of compiled rules.
const STONES: u64 = 20_000;

/// Asks whether refuted moves win.
pub struct Refuted<'b> {
    referee: Referee<'b>,
    /// Whether the game has what the search takes for granted; nothing before it was tried.
    is_fast: Option<bool>,
    clock: Clock,
}

impl<'b> Refuted<'b> {
    /// Of the rules of this base, until the sign is set.
    pub fn new(base: &'b Base, stop: Arc<AtomicBool>) -> Refuted<'b> {
        let clock = Clock::start(SearchLimits { stop, ..SearchLimits::default() });
        Refuted { referee: Referee::new(base, base.backend()), is_fast: None, clock }
    }

    /// The same judgment, but that an example which calls moves refuted does not hold where each of them wins.
    #[must_use]
    pub fn held_against(&mut self, example: &Example, judged: Judged) -> Judged {
        let is_refuted = matches!(example.claim, Expected::Applies { refuted: true, .. });
        if !is_refuted || judged.fault.is_some() {
            return judged;
        }
        Judged { fault: self.winning(judged.rule, example).map(Fault::Wins), ..judged }
    }

    /// All moves that a rule plays in the position of an example; nothing where one of them may not win.
    fn winning(&mut self, rule: usize, example: &Example) -> Option<Vec<Point>> {
        let base = self.referee.base();
        let known = &base.rules()[rule];
        let (mut position, color) = (example.position(), known.color.parse::<Color>().ok()?);
        if known.level == 0 || !known.plays || position.to_move() != Some(color) {
            return None;
        }
        let answers = base.all(self.referee.backend(), rule, &mut position).ok()?;
        let mut moves: Vec<Point> = Vec::new();
        for answer in answers.iter() {
            let mv = Point::from_index(answer[0] as usize)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves.iter().all(|mv| self.wins(example, (*mv, color), known.level)).then_some(moves)
    }

    /// Whether a move certainly wins within so many moves.
    fn wins(&mut self, example: &Example, (mv, color): (Point, Color), level: u32) -> bool {
        let mut position = example.position();
        if !position.is_empty(mv) {
            return false;
        }
        if self.referee.winner_after(&mut position, mv, color) == Ok(Some(color)) {
            return true;
        }
        let referee = &self.referee;
        let is_fast = *self.is_fast.get_or_insert_with(|| matches!(contract::breach(referee), Ok(None)));
        is_fast
            && Search::new(referee, &position, color, STONES).until(&self.clock).wins_by(mv, level)
                == Ok(true)
    }
}
