//! What moves are worth near the end of a game: every line is followed to its end.
//!
//! Alpha-beta leaves out what is not worth trying, so it cannot say that a position is drawn. Where few moves are left there is no need
//! to leave anything out: positions that come by other ways are known, and `n` fields that are filled in turn have fewer than `3^n`.

use std::collections::HashMap;

use super::alpha_beta::Valued;
use super::alpha_beta::several::Line;
use super::descent::Descent;
use super::limits::{Clock, Stopped};
use super::worth::Worth;
use crate::games::{Game, Outcome};

/// A search to the end.
pub struct Endgame<'s, G: Game> {
    game: &'s mut G,
    clock: &'s mut Clock,
    /// By the keys of positions in which the game goes on: what they are worth, and the first of the best moves.
    known: HashMap<u64, (Worth, Option<G::Move>)>,
}

impl<'s, G: Game> Endgame<'s, G> {
    /// A search in this position. It keeps what it has seen of all positions behind it.
    pub fn new(game: &'s mut G, clock: &'s mut Clock) -> Endgame<'s, G> {
        Endgame { game, clock, known: HashMap::new() }
    }

    /// These moves with what they are worth, the best in front.
    ///
    /// # Errors
    /// When the clock stops it: nothing is known then.
    pub fn lines(&mut self, moves: &[G::Move]) -> Result<Vec<Line<G::Move>>, Stopped> {
        let mut lines = Vec::with_capacity(moves.len());
        for mv in moves {
            let worth = self.after(*mv, Self::worth)?.before_the_move();
            let mut line = vec![*mv];
            self.game.play(*mv);
            self.follow(&mut line);
            self.game.take_back();
            let depth = line.len() as u32;
            lines.push(Line { first: Valued { mv: *mv, value: worth.value(), depth, is_known: true }, line });
        }
        lines.sort_by_key(|line| -line.first.value);
        Ok(lines)
    }

    /// What the position is worth to the side to move.
    fn worth(&mut self) -> Result<Worth, Stopped> {
        let to_move = self.game.to_move();
        match self.game.outcome()? {
            Some(Outcome::Won(winner)) if winner == to_move => return Ok(Worth::Wins(0)),
            Some(Outcome::Won(_)) => return Ok(Worth::Loses(0)),
            Some(Outcome::Drawn) => return Ok(Worth::Drawn),
            None => {}
        }
        let key = self.game.key();
        if let Some((worth, _)) = self.known.get(&key) {
            return Ok(*worth);
        }
        let (mut moves, mut best) = (Vec::new(), (Worth::Drawn, None));
        self.game.moves(&mut moves);
        for mv in moves {
            let worth = self.after(mv, Self::worth)?.before_the_move();
            if best.1.is_none() || worth.value() > best.0.value() {
                best = (worth, Some(mv));
            }
            if worth == Worth::Wins(1) {
                break;
            }
        }
        self.known.insert(key, best);
        Ok(best.0)
    }

    /// Adds the best moves from here to the end of the game, as far as they are known.
    fn follow(&mut self, line: &mut Vec<G::Move>) {
        let Some((_, Some(mv))) = self.known.get(&self.game.key()).copied() else { return };
        line.push(mv);
        self.game.play(mv);
        self.follow(line);
        self.game.take_back();
    }
}

impl<G: Game> Descent for Endgame<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}
