//! Tries first moves one at a time, with a small search for each reply.
//!
//! A quiet move has many replies, and proof-number search adds up the work for all of them. It therefore turns to other
//! moves before it has seen that each reply loses quickly. The search in this module tests the replies one by one. For
//! each reply, it searches a limited number of positions for a win by fours and threes. At the first reply without such
//! a win, it abandons the move, and tries this reply first against the next move. A move counts as a threat if the
//! attacker would win by fours and threes after a pass of the defender (CITE: Thomsen 2000, *Lambda-search in game
//! trees*).

use super::nodes::{Candidate, DefenceVerdict};
use super::prover::{Prover, ToMove};
use super::table::INFINITE;
use crate::bases::queried_exports::NEXT_MOVE;
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::make_move::MakeMove;
use crate::search::params::{FIRST_ROUND_POSITIONS, ROUND_GROWTH};
use crate::search::strategy::{ThreatClass, Win};

/// The first moves to try, and the progress of the search with them.
pub(super) struct FirstMoves<M> {
    moves: Vec<M>,
    /// The index of the next move.
    at: usize,
    /// The maximum number of positions for each search below a first move.
    bound: u64,
    /// Whether some search in this round was stopped by its bound.
    is_unfinished: bool,
    /// Replies that have refuted a first move, the most recent one first.
    refutations: Vec<M>,
}

/// The classes of moves by which the attacker must win after each reply.
const REPLY_CLASSES: [ThreatClass; 2] = [ThreatClass::Fours, ThreatClass::Threats];

impl<M: Copy + PartialEq> FirstMoves<M> {
    fn new(moves: Vec<M>) -> FirstMoves<M> {
        FirstMoves {
            moves,
            at: 0,
            bound: FIRST_ROUND_POSITIONS,
            is_unfinished: false,
            refutations: Vec::new(),
        }
    }

    /// Whether there is nothing left to try.
    pub(super) fn is_done(&self) -> bool {
        self.moves.is_empty()
    }

    /// Records that a reply has refuted a move.
    fn remember(&mut self, reply: M) {
        self.refutations.retain(|other| *other != reply);
        self.refutations.insert(0, reply);
    }
}

impl<G: Knowledge> Prover<'_, G> {
    /// The first moves of the attacker, who is to move, with forcing moves first. The list is empty unless quiet moves
    /// are searched and neither side threatens to win with its next move.
    pub(super) fn first_moves(&mut self, class: ThreatClass) -> Result<FirstMoves<G::Move>, Stopped> {
        let (attacker, defender) = (self.attacker, G::opponent(self.attacker));
        let mut moves = Vec::new();
        let is_free = self.claim(attacker, NEXT_MOVE, NEXT_MOVE)?.is_none()
            && self.claim(defender, NEXT_MOVE, NEXT_MOVE)?.is_none();
        if class == ThreatClass::Quiet && is_free {
            self.forcing.clear();
            self.game.forcing(&mut self.forcing)?;
            moves.extend(self.forcing.iter().map(|(mv, _)| *mv));
            let mut others = Vec::new();
            self.game.moves(&mut others);
            others.retain(|mv| !moves.contains(mv));
            moves.extend(others);
        }
        Ok(FirstMoves::new(moves))
    }

    /// Tries the moves one after another, until about `slice` positions have been examined.
    pub(super) fn try_first(
        &mut self,
        first: &mut FirstMoves<G::Move>,
        slice: u64,
    ) -> Result<Option<Win<G::Move>>, Stopped> {
        let end = self.clock.positions().saturating_add(slice);
        while self.clock.positions() < end && !first.moves.is_empty() {
            let Some(&mv) = first.moves.get(first.at) else {
                if !std::mem::take(&mut first.is_unfinished) {
                    first.moves.clear();
                }
                first.at = 0;
                first.bound *= ROUND_GROWTH;
                continue;
            };
            if self.with_move(mv, |prover| prover.wins_after(first))?
                && let Some(win) = self.extract_first(mv)?
            {
                return Ok(Some(win));
            }
            first.at += 1;
        }
        Ok(None)
    }

    /// Whether the attacker is found to win by fours and threes after every reply to the move just made.
    fn wins_after(&mut self, first: &mut FirstMoves<G::Move>) -> Result<bool, Stopped> {
        if self.game.winner()?.is_some() {
            return Ok(false);
        }
        let mut replies = Vec::new();
        if !self.replies_to_quiet(&mut replies)? {
            if self.claim(G::opponent(self.attacker), NEXT_MOVE, self.levels)?.is_some() {
                return Ok(false);
            }
            self.game.null_move();
            let threatens = self.wins_within(first);
            self.game.null_move();
            if !threatens? {
                return Ok(false);
            }
            self.all_replies(&mut replies);
        }
        let place = |reply: &Candidate<G::Move>| first.refutations.iter().position(|mv| *mv == reply.mv);
        replies.sort_by_key(|reply| place(reply).unwrap_or(usize::MAX));
        for reply in &replies {
            let after = self.game.key_after(reply.mv);
            if REPLY_CLASSES.iter().any(|class| self.table.is_won(after ^ class.salt())) {
                continue;
            }
            let loses = self.with_move(reply.mv, |prover| match prover.game.winner()? {
                None => prover.wins_within(first),
                winner => Ok(winner == Some(prover.attacker)),
            })?;
            if !loses {
                first.remember(reply.mv);
                return Ok(false);
            }
            self.simulate(&replies, reply.mv)?;
        }
        Ok(true)
    }

    /// Whether the move just made threatens to win by fours or by a rule. If it does, adds the replies that must be
    /// answered.
    pub(super) fn replies_to_quiet(
        &mut self,
        replies: &mut Vec<Candidate<G::Move>>,
    ) -> Result<bool, Stopped> {
        self.class = ThreatClass::Quiet;
        let DefenceVerdict::Open(threat) = self.defence_verdict(replies)? else { return Ok(false) };
        if threat.leaves_replies_out(self.replied) {
            self.all_replies(replies);
        }
        Ok(true)
    }

    /// Whether the attacker, who is to move, is found to win by fours, or by fours and threes, within the bound of
    /// positions.
    fn wins_within(&mut self, first: &mut FirstMoves<G::Move>) -> Result<bool, Stopped> {
        for class in REPLY_CLASSES {
            self.class = class;
            self.clock.pause_after(Some(first.bound));
            let found = self.search(ToMove::Attacker, INFINITE, INFINITE);
            self.clock.pause_after(None);
            match found {
                Ok(numbers) if numbers.proof == 0 => return Ok(true),
                Ok(_) => {}
                Err(Stopped::Paused) => first.is_unfinished = true,
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(false)
    }
}
