//! Positions of stones, looked at by the player that plays them: proof search, alpha-beta, and a look at what the other side can do.

use blanche_compiler::game::Fault;

use super::{Analyst, Candidate, Looked, Why, Worth};
use crate::bases::Backend;
use crate::board::{Point, Position};
use crate::facts::Base;
use crate::games::{FiveInARow, Game, ended};
use crate::proof_check::FiveInARowStrategy;
use crate::record::Outcome;
use crate::search::alpha_beta::Thought;
use crate::search::player::{Budget, Choice, Player, Reason};

/// Who looks at positions under the rules of a base.
pub struct Stones<'b> {
    base: &'b Base,
    backend: Backend,
    strategy: &'static FiveInARowStrategy,
    budget: Budget,
    player: Player<Point>,
}

impl<'b> Stones<'b> {
    /// Somebody who uses so much for every move that is looked for.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]), as soon as a position is looked at.
    pub fn new(
        base: &'b Base,
        backend: Backend,
        strategy: &'static FiveInARowStrategy,
        budget: Budget,
    ) -> Stones<'b> {
        let player = Player::new(&budget);
        Stones { base, backend, strategy, budget, player }
    }
}

impl Analyst for Stones<'_> {
    type Place = Position;
    type Move = Point;

    fn ended(&mut self, place: &Position) -> Result<Option<Worth>, Fault> {
        // A question that is given up says nothing of the end, and the search says no more.
        let outcome = ended(self.base, self.backend, &mut place.clone()).ok().flatten();
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Win { winner, .. } if Some(winner) == place.to_move() => Worth::Wins(0),
            Outcome::Win { .. } => Worth::Loses(0),
            Outcome::Draw { .. } | Outcome::Void => Worth::Scored(0),
        }))
    }

    fn best(&mut self, place: &Position, besides: &[Point]) -> Result<Looked<Point>, Fault> {
        let mut game = FiveInARow::new(self.base, self.backend, place.clone());
        let mut lines: Vec<(Point, Vec<Point>)> = Vec::new();
        let mut listener = |thought: &Thought<'_, Point>| {
            lines.retain(|(mv, _)| *mv != thought.best.mv);
            lines.push((thought.best.mv, thought.line.to_vec()));
        };
        let is_opening = game.is_opening();
        let choice =
            self.player.choose_besides(self.strategy, &mut game, &self.budget, besides, &mut listener);
        let best = choice.mv.filter(|_| !is_opening).map(|mv| {
            let line = lines.into_iter().find(|(first, _)| *first == mv).map(|(_, line)| line);
            candidate(mv, line.filter(|line| !line.is_empty()), &choice)
        });
        Ok(Looked { best, positions: choice.positions, time: choice.time })
    }
}

/// A move that was chosen, with its line.
fn candidate(mv: Point, line: Option<Vec<Point>>, choice: &Choice<Point>) -> Candidate<Point> {
    let value = choice.value.unwrap_or_default();
    let (worth, why) = match choice.reason {
        Reason::Wins(moves) if choice.value.is_none() => (Worth::Wins(moves), Why::Proved),
        Reason::Wins(moves) => (Worth::Wins(moves), Why::Seen),
        Reason::Safe => (Worth::of(value), Why::Safe),
        Reason::Loses => (Worth::of(value), Why::Loses),
        Reason::First => (Worth::of(value), Why::Unsearched),
    };
    let depth = if let (Worth::Wins(moves), Why::Proved) = (worth, why) { moves } else { choice.depth };
    Candidate { mv, worth, why, line: line.unwrap_or_else(|| vec![mv]), depth }
}
