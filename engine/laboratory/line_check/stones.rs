//! Checks lines of games of stones. Every reply is played, and a proof of the win is searched after it.

use std::sync::Arc;

use noire_engine::board::{Point, Position};
use noire_engine::games::FiveInARow;
use noire_engine::record::PositionSpec;
use noire_engine::search::limits::SearchLimits;
use noire_engine::search::solve::{Check, Solution, SolveOptions, solve};
use noire_engine::search::strategy::ThreatClass;
use noire_engine::search::threats::Threats;
use noire_engine::world::{Stones, World as _, WorldError};

use super::{Checking, LineCheckWorld, Verdict};

/// Share of the positions for a move, in percent, in which a win of the opponent is searched before the replies.
const REFUTATION_PERCENT: u64 = 20;

impl LineCheckWorld for Stones {
    fn read_line(
        &self,
        start: &Position,
        moves: &[Option<Point>],
        text: &str,
    ) -> Result<Vec<Option<Point>>, WorldError> {
        let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        let read = PositionSpec::from_moves("--line", &words.join(","));
        let read = read.map_err(|problems| WorldError::Mistakes(problems.to_string()))?;
        let line = read.moves().unwrap_or_default().to_vec();
        let position = self.replay(start, moves, &mut |_| true)?;
        match line.iter().flatten().find(|field| !position.is_empty(**field)) {
            Some(taken) => Err(WorldError::Wrong(format!("--line: there is a stone on {taken} already"))),
            None => Ok(line),
        }
    }

    fn verdict_after(
        &self,
        checking: &Checking<'_, Stones>,
        show: &mut dyn FnMut(f64),
    ) -> Result<(Verdict<Option<Point>>, u64), WorldError> {
        let position = self.replay(checking.start, checking.moves, &mut |_| true)?;
        let mut replies = Replies { world: self, checking, position, positions: 0, plies: 0 };
        let verdict = replies.verdict(show)?;
        Ok((verdict, replies.positions))
    }
}

/// The replies to a move of a line.
struct Replies<'a> {
    world: &'a Stones,
    checking: &'a Checking<'a, Stones>,
    /// The position after the move.
    position: Position,
    /// Number of positions examined.
    positions: u64,
    /// Maximum number of moves of the proofs so far.
    plies: u32,
}

impl Replies<'_> {
    fn verdict(&mut self, show: &mut dyn FnMut(f64)) -> Result<Verdict<Option<Point>>, WorldError> {
        let most = self.checking.limits.positions * REFUTATION_PERCENT / 100;
        let refutation = self.solved(&self.position.clone(), most);
        if refutation.checked
            && let Some(proof) = &refutation.won
        {
            let line = proof.line().0.into_iter().map(Some).collect();
            return Ok(Verdict::Refuted { is_lost: true, line });
        }
        let replies = self.ordered();
        for (at, reply) in replies.iter().enumerate() {
            show(at as f64 / replies.len() as f64);
            if let Some(verdict) = self.after(*reply)? {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Wins { replies: Some(replies.len()), plies: Some(self.plies + 1) })
    }

    /// The verdict if the attacker does not win after this reply, or is not known to win.
    fn after(&mut self, reply: Point) -> Result<Option<Verdict<Option<Point>>>, WorldError> {
        let undecided = Some(Verdict::Undecided { reply: Some(Some(reply)) });
        if self.checking.is_over() {
            return Ok(undecided);
        }
        let mut position = self.world.replay(&self.position, &[Some(reply)], &mut |_| true)?;
        if let Some(end) = self.world.end(&mut position)? {
            let is_won = end.winner.as_deref() == Some(self.checking.attacker);
            let line = vec![Some(reply)];
            return Ok((!is_won).then(|| Verdict::Refuted { is_lost: end.winner.is_some(), line }));
        }
        let most = self.checking.limits.positions.saturating_sub(self.positions);
        let found = self.solved(&position, most);
        match found.won.filter(|_| found.checked) {
            Some(proof) => {
                self.plies = self.plies.max(proof.plies());
                Ok(None)
            }
            None => Ok(undecided),
        }
    }

    /// Searches for a win of the side to move.
    fn solved(&mut self, position: &Position, most: u64) -> Solution<Point> {
        let limits = SearchLimits {
            positions: most,
            time: self.checking.time_left(),
            stop: Arc::clone(&self.checking.limits.stop),
            ..SearchLimits::default()
        };
        let options = SolveOptions {
            class: ThreatClass::Quiet,
            levels: self.checking.limits.levels,
            check: Check::InTime,
            limits,
        };
        let mut game = FiveInARow::new(self.world.base(), self.world.backends()[0], position.clone());
        let found = solve(&Threats, &mut game, &options);
        self.positions += found.positions;
        found
    }

    /// All replies. First the reply of the line, then the others by their distance from the last move.
    fn ordered(&self) -> Vec<Point> {
        let last = self.position.last_move();
        let expected = self.checking.expected.flatten();
        let distance = |field: &Point| {
            last.map_or(0, |last| {
                let apart = |one: u8, other: u8| one.abs_diff(other);
                apart(last.column(), field.column()).max(apart(last.row(), field.row()))
            })
        };
        let mut replies: Vec<Point> = self.position.empty_fields().iter().collect();
        blanche_sorted::Arrange::arrange_by_key(&mut replies[..], |field| {
            (Some(*field) != expected, distance(field))
        });
        replies
    }
}
