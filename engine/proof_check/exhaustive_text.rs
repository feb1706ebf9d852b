//! Decides whether a player wins within a number of moves, by trying every move and every reply. The search uses only
//! the rules of the game, which rule files define, and no knowledge about it.
//!
//! Results are cached. The key is the complete position with its history, not a hash, so there are no collisions.

use std::collections::HashMap;

use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::program::BlockedOutcome;
use blanche_compiler::runtime::{Position, Value};

use crate::search::clock_checks::ClockChecks;

/// Maximum length of a line, in moves.
const MAX_PLY: u32 = 10_000;

/// Maximum number of cached positions. When it is reached, the cache is cleared.
const CACHE_SIZE: usize = 1 << 20;

/// The reason why a search returned no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The maximum number of positions or a limit of a query was reached.
    GivenUp,
    /// The search was asked to stop.
    Stopped,
    /// The game cannot continue.
    Fault(Fault),
}

impl From<Fault> for SearchError {
    fn from(fault: Fault) -> SearchError {
        match fault {
            Fault::Limit { .. } => SearchError::GivenUp,
            Fault::Stopped => SearchError::Stopped,
            fault => SearchError::Fault(fault),
        }
    }
}

/// Searches positions of a game exhaustively.
pub struct TextSearch<'r> {
    rules: &'r Rules,
    is_late: &'r (dyn Fn() -> bool + Sync),
    /// Maximum number of positions to examine per question.
    max_positions: u64,
    examined: u64,
    /// Decides when to check whether the search must stop.
    clock_checks: ClockChecks,
    /// For each depth, the move that last decided a position. It is tried first in the next position of this depth.
    killers: Vec<Option<Move>>,
    cache: HashMap<(Value, Box<[u64]>), CachedResult>,
}

/// What is known about a position for a player.
#[derive(Clone, Copy)]
struct CachedResult {
    /// The smallest known number of moves within which the player wins.
    wins: u32,
    /// The largest known number of moves within which the player does not win.
    fails: u32,
}

impl<'r> TextSearch<'r> {
    /// Creates a search that examines at most `max_positions` positions per question. It calls `is_late` regularly to
    /// learn whether it must stop.
    pub fn new(
        rules: &'r Rules,
        max_positions: u64,
        is_late: &'r (dyn Fn() -> bool + Sync),
    ) -> TextSearch<'r> {
        TextSearch {
            rules,
            is_late,
            max_positions,
            examined: 0,
            clock_checks: ClockChecks::begin(),
            killers: Vec::new(),
            cache: HashMap::new(),
        }
    }

    /// Whether `player` wins within `plies` moves if the side to move plays `mv`. This move counts as the first of the
    /// `plies` moves. The position is restored afterwards.
    ///
    /// # Errors
    /// If the search ends without an answer.
    pub fn wins_by(
        &mut self,
        position: &mut Position,
        player: Value,
        mv: Move,
        plies: u32,
    ) -> Result<bool, SearchError> {
        self.start_query();
        self.after(position, player, mv, plies.saturating_sub(1))
    }

    /// The first move of the side to move that keeps `player` from winning within `plies` moves, counting this move.
    /// `None` if `player` wins against all moves.
    ///
    /// # Errors
    /// If the search ends without an answer.
    pub fn defence(
        &mut self,
        position: &mut Position,
        player: Value,
        plies: u32,
    ) -> Result<Option<Move>, SearchError> {
        self.start_query();
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves)?;
        for mv in moves {
            if !self.after(position, player, mv, plies.saturating_sub(1))? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Finds the first number in `plies` such that the side to move wins within this number of moves, and the moves
    /// with which it wins. Returns `None` if there is no such number. `moves` must contain all legal moves, and the
    /// game must not be over.
    ///
    /// # Errors
    /// If the search ends without an answer.
    pub fn shortest_win(
        &mut self,
        position: &mut Position,
        moves: &[Move],
        plies: &[u32],
    ) -> Result<Option<(u32, Vec<Move>)>, SearchError> {
        let player = self.rules.to_move(position);
        self.start_query();
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

    /// Starts a new question, for which positions are counted from zero.
    fn start_query(&mut self) {
        self.examined = 0;
        self.killers.clear();
    }

    /// Whether the player wins within `plies` moves after this move.
    fn after(
        &mut self,
        position: &mut Position,
        player: Value,
        mv: Move,
        plies: u32,
    ) -> Result<bool, SearchError> {
        let before: Box<[u64]> = position.words().into();
        self.rules.play(position, mv)?;
        let wins = self.wins(position, player, plies, 0);
        position.set_words(&before);
        wins
    }

    /// Whether the player wins within `plies` moves from the current position, which is at the depth `depth` of the
    /// search.
    fn wins(
        &mut self,
        position: &mut Position,
        player: Value,
        plies: u32,
        depth: u32,
    ) -> Result<bool, SearchError> {
        self.examined += 1;
        if self.examined > self.max_positions || depth > MAX_PLY {
            return Err(SearchError::GivenUp);
        }
        if self.clock_checks.is_due() && (self.is_late)() {
            return Err(SearchError::Stopped);
        }
        if plies == 0 {
            return self.has_won(position, player);
        }
        if let Some(end) = self.rules.end_by_rule(position)? {
            return Ok(end.outcome == Outcome::Won(player));
        }
        let words: Box<[u64]> = position.words().into();
        let key = (player, words);
        let known = self.cache.get(&key).copied().unwrap_or(CachedResult { wins: u32::MAX, fails: 0 });
        if known.wins <= plies || known.fails >= plies {
            return Ok(known.wins <= plies);
        }
        let wins = self.by_moves(position, player, plies, depth, &key.1)?;
        if self.cache.len() >= CACHE_SIZE {
            self.cache.clear();
        }
        let known =
            if wins { CachedResult { wins: plies, ..known } } else { CachedResult { fails: plies, ..known } };
        self.cache.insert(key, known);
        Ok(wins)
    }

    /// Decides [`TextSearch::wins`] by trying the moves. If the player is to move, one of the moves must win; if an
    /// opponent is, all of them must.
    fn by_moves(
        &mut self,
        position: &mut Position,
        player: Value,
        plies: u32,
        depth: u32,
        words: &[u64],
    ) -> Result<bool, SearchError> {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves)?;
        if moves.is_empty() {
            return Ok(self.rules.end_of_blocked(position)?.outcome == Outcome::Won(player));
        }
        let is_own = self.rules.to_move(position) == player;
        let killer = depth as usize;
        self.killers.resize(self.killers.len().max(killer + 1), None);
        if let Some(first) = moves.iter().position(|mv| Some(*mv) == self.killers[killer]) {
            moves[..=first].rotate_right(1);
        }
        for mv in moves {
            self.rules.play(position, mv)?;
            let wins = self.wins(position, player, plies - 1, depth + 1);
            position.set_words(words);
            if wins? == is_own {
                self.killers[killer] = Some(mv);
                return Ok(is_own);
            }
        }
        Ok(!is_own)
    }

    /// Whether the player has won. Checks whether the side to move is blocked only in games in which a blocked side
    /// loses.
    fn has_won(&self, position: &mut Position, player: Value) -> Result<bool, SearchError> {
        if self.rules.game().blocked == Some(BlockedOutcome::Loses) {
            return Ok(self.rules.outcome(position)? == Some(Outcome::Won(player)));
        }
        let end = self.rules.end_by_rule(position)?;
        Ok(end.map(|end| end.outcome) == Some(Outcome::Won(player)))
    }
}
