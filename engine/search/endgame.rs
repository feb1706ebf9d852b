//! Finds exact values of moves near the end of a game, by searching every line to its end.
//!
//! Alpha-beta prunes moves, so it cannot prove that a position is drawn. If few moves are left, no pruning is needed.
//! Transpositions are recognised, and if the players fill `n` fields in turn, fewer than `3^n` different positions
//! arise.

use std::collections::HashMap;

use super::alpha_beta::Valued;
use super::alpha_beta::multi_pv::Line;
use super::evaluation::Evaluation;
use super::limits::{Clock, Stopped};
use super::make_move::MakeMove;
use crate::games::{Game, Outcome};

/// An exhaustive search to the end of the game.
pub struct Endgame<'s, G: Game> {
    game: &'s mut G,
    clock: &'s mut Clock,
    /// The positions that were searched, by key, each with its evaluation and the first of its best moves. Positions in
    /// which the game is over are left out.
    known: HashMap<u64, (Evaluation, Option<G::Move>)>,
}

impl<'s, G: Game> Endgame<'s, G> {
    /// Creates a search in this position. It remembers all positions that it has seen.
    pub fn new(game: &'s mut G, clock: &'s mut Clock) -> Endgame<'s, G> {
        Endgame { game, clock, known: HashMap::new() }
    }

    /// The given moves with their exact evaluations, best first.
    ///
    /// # Errors
    /// If the clock stops the search; then no evaluation is known.
    pub fn lines(&mut self, moves: &[G::Move]) -> Result<Vec<Line<G::Move>>, Stopped> {
        let mut lines = Vec::with_capacity(moves.len());
        for mv in moves {
            let evaluation = self.with_move(*mv, Self::evaluation)?.before_the_move();
            let mut line = vec![*mv];
            self.game.play(*mv);
            self.follow(&mut line);
            self.game.take_back();
            let depth = line.len() as u32;
            lines.push(Line {
                first: Valued { mv: *mv, value: evaluation.value(), depth, is_known: true },
                line,
            });
        }
        lines.sort_by_key(|line| -line.first.value);
        Ok(lines)
    }

    /// The evaluation of the position for the side to move.
    fn evaluation(&mut self) -> Result<Evaluation, Stopped> {
        let to_move = self.game.to_move();
        match self.game.outcome()? {
            Some(Outcome::Won(winner)) if winner == to_move => return Ok(Evaluation::Wins(0)),
            Some(Outcome::Won(_)) => return Ok(Evaluation::Loses(0)),
            Some(Outcome::Drawn) => return Ok(Evaluation::Drawn),
            None => {}
        }
        let key = self.game.key();
        if let Some((evaluation, _)) = self.known.get(&key) {
            return Ok(*evaluation);
        }
        let (mut moves, mut best) = (Vec::new(), (Evaluation::Drawn, None));
        self.game.moves(&mut moves);
        for mv in moves {
            let evaluation = self.with_move(mv, Self::evaluation)?.before_the_move();
            if best.1.is_none() || evaluation.value() > best.0.value() {
                best = (evaluation, Some(mv));
            }
            if evaluation == Evaluation::Wins(1) {
                break;
            }
        }
        self.known.insert(key, best);
        Ok(best.0)
    }

    /// Appends the known best moves from here to the end of the game.
    fn follow(&mut self, line: &mut Vec<G::Move>) {
        let Some((_, Some(mv))) = self.known.get(&self.game.key()).copied() else { return };
        line.push(mv);
        self.game.play(mv);
        self.follow(line);
        self.game.take_back();
    }
}

impl<G: Game> MakeMove for Endgame<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}
