//! The interface between the search and games: the moves of a game, and what a knowledge base knows about a position.
//!
//! A game combines a position with a base. The game defines moves and how they are made. The base decides, by its rules
//! and exports ([`queried_exports`](crate::bases::queried_exports)), who has won, which rules claim a win, which moves
//! force a reply, and which replies exist. [`requirements`] reports which of these rules and exports a base lacks.

mod captures;
mod five_in_a_row;
mod judge;
mod knowledge_filter;
mod numbered_opening;
pub mod numbering;
pub mod openings;
pub mod requirements;
mod text;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use blanche_sorted::Arrange;

pub use blanche_compiler::runtime::LimitReached;
use blanche_compiler::runtime::Weights;
pub use five_in_a_row::FiveInARow;
pub use judge::{JudgedEnd, ended, first_end, judge};
pub use knowledge_filter::KnowledgeFilter;
pub use numbered_opening::numbered_opening;
pub use text::{Side, TextGame};

/// A rule that applies in a position, and thus claims a win for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The index of the rule in the base.
    pub rule: usize,
    /// The number of moves within which the player of the rule wins.
    pub level: u32,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<P> {
    /// This player has won.
    Won(P),
    /// Nobody has won, and the game is over.
    Drawn,
}

impl<P> Outcome<P> {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<P> {
        match self {
            Outcome::Won(player) => Some(player),
            Outcome::Drawn => None,
        }
    }
}

/// A game of two players, with its current position. All methods refer to this position.
pub trait Game {
    /// The type of the game's moves.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;

    /// The type of the two players.
    type Player: Copy + Eq + Hash + Debug + Display + Send;

    /// The player to move.
    fn to_move(&self) -> Self::Player;

    /// The opponent of `player`.
    fn opponent(player: Self::Player) -> Self::Player;

    /// The hash key of the position and its side to move. Different positions almost never have equal keys.
    fn key(&self) -> u64;

    /// The key of the position after this move.
    fn key_after(&self, mv: Self::Move) -> u64;

    /// Makes a move for the side to move.
    fn play(&mut self, mv: Self::Move);

    /// Undoes the last move.
    fn take_back(&mut self);

    /// Adds all moves of the side to move, including moves that lose by a rule of level 0. The moves that are most
    /// likely to be good come first.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// The result of the game; `None` while it continues.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn outcome(&mut self) -> Result<Option<Outcome<Self::Player>>, LimitReached>;

    /// Whether the game may be drawn because a position is repeated. If so, a position alone does not tell whether it
    /// is drawn.
    fn draws_by_repetition(&self) -> bool {
        false
    }

    /// Whether a move is a capture. The scores of a position in which a capture is possible are not reliable.
    fn is_capture(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the side to move has a capture.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn has_capture(&mut self) -> Result<bool, LimitReached> {
        Ok(false)
    }

    /// The winner; `None` while the game continues, or if it is drawn.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    #[inline]
    fn winner(&mut self) -> Result<Option<Self::Player>, LimitReached> {
        Ok(self.outcome()?.and_then(Outcome::winner))
    }

    /// The winner after this move of the side to move.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    #[inline]
    fn winner_after(&mut self, mv: Self::Move) -> Result<Option<Self::Player>, LimitReached> {
        self.play(mv);
        let winner = self.winner();
        self.take_back();
        winner
    }

    /// Whether the game supports null moves ([`Game::null_move`]).
    const HAS_NULL_MOVE: bool = false;

    /// Passes the turn to the other side. A second call undoes the first. Called only if `HAS_NULL_MOVE`.
    fn null_move(&mut self) {}

    /// Whether a search cannot tell the moves apart, as on an empty board.
    fn is_opening(&self) -> bool {
        false
    }

    /// Removes moves that are not worth searching. At least one move always remains.
    fn remove_far_moves(&self, _moves: &mut Vec<Self::Move>) {}

    /// Adds all moves, ordered for a player that does not search, with the move to try first at the front.
    fn instant_moves(&self, moves: &mut Vec<Self::Move>) {
        self.moves(moves);
    }
}

/// A game about which a knowledge base provides information. All moves that its methods return are legal, even if the
/// base names illegal ones. Queries about a player assume that this player is to move. The default methods are meant
/// for a base that lacks the information.
pub trait Knowledge: Game {
    /// The first rule of this player that applies. Rules whose level is in `levels` are tried, in order of increasing
    /// level. A rule is skipped if `is_unrefuted` returns `false` for its index, because its claim has been refuted. A
    /// rule that plays no legal move is never returned.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn claim(
        &mut self,
        _player: Self::Player,
        _levels: RangeInclusive<u32>,
        _is_unrefuted: impl Fn(usize) -> bool,
    ) -> Result<Option<Claim>, LimitReached> {
        Ok(None)
    }

    /// The move of a rule that applies, taken from its first solution with a legal move. `None` for rules of level 0,
    /// and if no solution has a legal move.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn claimed_move(&mut self, _rule: usize) -> Result<Option<Self::Move>, LimitReached> {
        Ok(None)
    }

    /// Adds the legal moves that occur in the first solution of a rule that applies, and the legal moves that may
    /// change whether the rule applies.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn concerns(&mut self, _rule: usize, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// Adds the moves of the side to move that threaten to win, with the shortest threats first. Each move comes with
    /// the number of moves within which its threat wins. Moves that lose by a rule of level 0 are included. A move that
    /// is listed with a long threat may in fact threaten nothing.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn forcing(&mut self, _moves: &mut Vec<(Self::Move, u32)>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// Adds the replies of the side to move that stop or delay all threats against it.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn replies(&mut self, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// The length of the longest threats, in moves, to which [`Knowledge::replies`] knows all replies. These are the
    /// threats by rules of up to this level, and by moves that threaten to win within this number of moves.
    fn replied(&self) -> u32 {
        0
    }

    /// Adds the replies of the side to move that stop or delay at least one of the threats against it. If there is no
    /// threat, adds nothing.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn answers(&mut self, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// The value of the position for this player, computed from the scores of the base.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn value(&mut self, player: Self::Player) -> Result<i64, LimitReached>;

    /// In games with captures, the largest weight of a score. A capture changes the value of a position by about this
    /// much at most. Other moves rarely change the value as much. `None` in games without captures.
    fn capture_value(&self) -> Option<i64> {
        None
    }

    /// Whether the game has hundreds of moves, few of them worth trying, and rules that can be evaluated quickly. In
    /// such a game, late moves may be pruned, and rules of all levels are tried at every node.
    const IS_WIDE: bool = false;

    /// The typical amount by which a quiet move changes the value of a position.
    fn unit(&self) -> i64 {
        1
    }

    /// For each of these moves of the side to move, the sum of its preferences. The sum is 0 if no preference applies
    /// to the move.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn preferences(&mut self, moves: &[Self::Move]) -> Result<Vec<i64>, LimitReached> {
        Ok(vec![0; moves.len()])
    }

    /// Adds the moves that are worth trying, each with its sum of preferences.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn candidates(&mut self, candidates: &mut Vec<(Self::Move, i64)>) -> Result<(), LimitReached> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let preferred = self.preferences(&moves)?;
        candidates.extend(moves.into_iter().zip(preferred));
        Ok(())
    }
}

/// The typical amount by which a quiet move changes the value of a position, at least 1. It is the median of the
/// absolute weights, without the weights that depend on the solution.
fn unit(weights: impl Iterator<Item = Weights>) -> i64 {
    let numbers = weights.filter_map(|weights| weights.numbers()).flatten();
    let mut sizes: Vec<i64> = numbers.map(i64::abs).collect();
    sizes.arrange();
    sizes.get(sizes.len() / 2).copied().unwrap_or(1).max(1)
}
