//! Whether a player wins within so many moves, whatever the others do: every move and every reply is tried. Nothing is assumed
//! of the game but that its rules can be asked.
//!
//! What was found of a position is remembered, with all that belongs to it, histories included, so that no two positions are
//! taken for each other.

use std::collections::HashMap;

use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::program::BlockedOutcome;
use blanche_compiler::runtime::{Position, Value};

use crate::search::looks::Looks;

/// Lines are not followed for more moves than this.
const DEEPEST: u32 = 10_000;

/// So many positions are remembered at most; then all are forgotten.
const REMEMBERED: usize = 1 << 20;

/// Why a search gives no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// So many positions were examined as were allowed, or a question reached a limit.
    GivenUp,
    /// Somebody wants it to stop.
    Stopped,
    /// The game cannot go on.
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

/// Searches positions of a game to their ends.
pub struct Prover<'r> {
    rules: &'r Rules,
    is_late: &'r (dyn Fn() -> bool + Sync),
    /// So many positions may be examined for one question.
    most: u64,
    examined: u64,
    /// When it looks whether it is to stop.
    looks: Looks,
    /// By how far it is from the top, the move that decided a position last: it is tried first in the next one.
    deciding: Vec<Option<Move>>,
    known: HashMap<(Value, Box<[u64]>), Known>,
}

/// What is known of a position for a player.
#[derive(Clone, Copy)]
struct Known {
    /// The player wins within so many moves.
    wins: u32,
    /// The player does not win within so many.
    fails: u32,
}

impl<'r> Prover<'r> {
    /// A search that examines so many positions for each question at most, and is asked now and then whether to stop.
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

    /// Whether a player wins within so many moves after this move of whoever is to move, the move included. The position stands
    /// again afterwards.
    ///
    /// # Errors
    /// When there is no answer.
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

    /// The first move of the others after which the player does not win within so many moves, that move included; nothing where
    /// the player wins against all of them.
    ///
    /// # Errors
    /// When there is no answer.
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

    /// The least of these numbers of moves within which the player who is to move wins, and the moves that do; nothing where
    /// none is enough. The game goes on here, and these are the moves that there are.
    ///
    /// # Errors
    /// When there is no answer.
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

    /// A new question, whose answer is to take no more for what was asked before.
    fn begin(&mut self) {
        self.examined = 0;
        self.deciding.clear();
    }

    /// Whether the player wins within so many moves after this one.
    fn after(&mut self, position: &mut Position, player: Value, mv: Move, plies: u32) -> Result<bool, Cut> {
        let before: Box<[u64]> = position.words().into();
        self.rules.play(position, mv)?;
        let wins = self.wins(position, player, plies, 0);
        position.set_words(&before);
        wins
    }

    /// Whether the player wins from here within so many moves; `at` were made to come here.
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

    /// The same by the moves that there are: one of the player's own has to win, and all of the others'.
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

    /// Whether the player has won. Whether anybody can move is asked only where that wins.
    fn has_won(&self, position: &mut Position, player: Value) -> Result<bool, Cut> {
        if self.rules.game().blocked == Some(BlockedOutcome::Loses) {
            return Ok(self.rules.outcome(position)? == Some(Outcome::Won(player)));
        }
        let end = self.rules.end_by_rule(position)?;
        Ok(end.map(|end| end.outcome) == Some(Outcome::Won(player)))
    }
}
