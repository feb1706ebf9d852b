//! Decides whether a player wins within a number of moves, by trying every move and every reply. Uses nothing but the
//! rules of the game.
//!
//! Results are cached by the complete position, including its history, so there are no hash collisions.

use std::collections::HashMap;

use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::program::BlockedOutcome;
use blanche_compiler::runtime::{Position, Value};

use crate::search::looks::Looks;

/// Maximum length of a line, in moves.
const DEEPEST: u32 = 10_000;

/// Maximum number of cached positions; when it is reached, the cache is cleared.
const REMEMBERED: usize = 1 << 20;

/// The reason why a search returned no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The maximum number of positions, or a limit of a query, was reached.
    GivenUp,
    /// The search was asked to stop.
    Stopped,
    /// The game cannot continue.
    Fault(Fault),
}

impl From<Fault> for Cut {
    fn from(fault: Fault) -> Cut {
        match fault {
            Fault::Limit { .. } => Cut::GivenUp,
            Fault::Stopped => Cut::Stopped,
            fault => Cut::Fault(fault),
        }
    }
}

/// Searches positions of a game exhaustively.
pub struct Prover<'r> {
    rules: &'r Rules,
    is_late: &'r (dyn Fn() -> bool + Sync),
    /// Maximum number of positions to examine per question.
    most: u64,
    examined: u64,
    /// Decides when to check whether to stop.
    looks: Looks,
    /// For each depth, the move that last decided a position; it is tried first in the next one.
    deciding: Vec<Option<Move>>,
    known: HashMap<(Value, Box<[u64]>), Known>,
}

/// What is known about a position for a player.
#[derive(Clone, Copy)]
struct Known {
    /// The smallest number of moves within which the player is known to win.
    wins: u32,
    /// The largest number of moves within which the player is known not to win.
    fails: u32,
}

impl<'r> Prover<'r> {
    /// Creates a search that examines at most `most` positions per question, and calls `is_late` regularly to check
    /// whether to stop.
    pub fn new(rules: &'r Rules, most: u64, is_late: &'r (dyn Fn() -> bool + Sync)) -> Prover<'r> {
        Prover {
            rules,
            is_late,
            most,
            examined: 0,
            looks: Looks::begin(),
            deciding: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Whether `player` wins within `plies` moves if the side to move plays `mv`, which counts as the first of them.
    /// The position is restored afterwards.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn wins_by(
        &mut self,
        position: &mut Position,
        player: Value,
        mv: Move,
        plies: u32,
    ) -> Result<bool, Cut> {
        self.begin();
        self.after(position, player, mv, plies.saturating_sub(1))
    }

    /// The first move of the side to move after which `player` does not win within `plies` moves, counting that move;
    /// `None` if `player` wins against all moves.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn defence(
        &mut self,
        position: &mut Position,
        player: Value,
        plies: u32,
    ) -> Result<Option<Move>, Cut> {
        self.begin();
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves)?;
        for mv in moves {
            if !self.after(position, player, mv, plies.saturating_sub(1))? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The first of the numbers `plies` within which the side to move wins, and the moves with which it does; `None` if
    /// it wins within none of them. `moves` must be all legal moves, and the game must not be over.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn soonest(
        &mut self,
        position: &mut Position,
        moves: &[Move],
        plies: &[u32],
    ) -> Result<Option<(u32, Vec<Move>)>, Cut> {
        let player = self.rules.to_move(position);
        self.begin();
        for plies in plies {
            let mut wins = Vec::new();
            for mv in moves {
                if self.after(position, player, *mv, plies.saturating_sub(1))? {
                    wins.push(*mv);
                }
            }
            if !wins.is_empty() {
                return Ok(Some((*plies, wins)));
            }
        }
        Ok(None)
    }

    /// Starts a new question, with a new count of positions.
    fn begin(&mut self) {
        self.examined = 0;
        self.deciding.clear();
    }

    /// Whether the player wins within `plies` moves after this move.
    fn after(&mut self, position: &mut Position, player: Value, mv: Move, plies: u32) -> Result<bool, Cut> {
        let before: Box<[u64]> = position.words().into();
        self.rules.play(position, mv)?;
        let wins = self.wins(position, player, plies, 0);
        position.set_words(&before);
        wins
    }

    /// Whether the player wins from here within `plies` moves; `at` is the depth of this position.
    fn wins(&mut self, position: &mut Position, player: Value, plies: u32, at: u32) -> Result<bool, Cut> {
        self.examined += 1;
        if self.examined > self.most || at > DEEPEST {
            return Err(Cut::GivenUp);
        }
        if self.looks.are_due() && (self.is_late)() {
            return Err(Cut::Stopped);
        }
        if plies == 0 {
            return self.has_won(position, player);
        }
        if let Some(end) = self.rules.end_by_rule(position)? {
            return Ok(end.outcome == Outcome::Won(player));
        }
        let words: Box<[u64]> = position.words().into();
        let key = (player, words);
        let known = self.known.get(&key).copied().unwrap_or(Known { wins: u32::MAX, fails: 0 });
        if known.wins <= plies || known.fails >= plies {
            return Ok(known.wins <= plies);
        }
        let wins = self.by_moves(position, player, plies, at, &key.1)?;
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let known = if wins { Known { wins: plies, ..known } } else { Known { fails: plies, ..known } };
        self.known.insert(key, known);
        Ok(wins)
    }

    /// Decides [`Prover::wins`] by trying the moves: one of the player's own moves must win, or all of the opponents'
    /// moves.
    fn by_moves(
        &mut self,
        position: &mut Position,
        player: Value,
        plies: u32,
        at: u32,
        words: &[u64],
    ) -> Result<bool, Cut> {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves)?;
        if moves.is_empty() {
            return Ok(self.rules.end_of_blocked(position)?.outcome == Outcome::Won(player));
        }
        let is_own = self.rules.to_move(position) == player;
        let depth = at as usize;
        self.deciding.resize(self.deciding.len().max(depth + 1), None);
        if let Some(first) = moves.iter().position(|mv| Some(*mv) == self.deciding[depth]) {
            moves[..=first].rotate_right(1);
        }
        for mv in moves {
            self.rules.play(position, mv)?;
            let wins = self.wins(position, player, plies - 1, at + 1);
            position.set_words(words);
            if wins? == is_own {
                self.deciding[depth] = Some(mv);
                return Ok(is_own);
            }
        }
        Ok(!is_own)
    }

    /// Whether the player has won. Checks whether the side to move is blocked only if that would decide the game.
    fn has_won(&self, position: &mut Position, player: Value) -> Result<bool, Cut> {
        if self.rules.game().blocked == Some(BlockedOutcome::Loses) {
            return Ok(self.rules.outcome(position)? == Some(Outcome::Won(player)));
        }
        let end = self.rules.end_by_rule(position)?;
        Ok(end.map(|end| end.outcome) == Some(Outcome::Won(player)))
    }
}
