//! The search's view of games: moves, and what a knowledge base knows about a position.
//!
//! A game combines a position with a base. The game defines moves and how they are made. The base decides, by its rules
//! and exports ([`queried_exports`](crate::bases::queried_exports)), who has won, which rules claim a win, which moves
//! force a reply, and which replies exist. [`requirements`] reports which of these a base has.

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

/// A rule that applies, and thus claims a win.
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
    /// Nobody has won, and no move is left.
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

/// A game of two players. All methods refer to the current position.
pub trait Game {
    /// The type of the game's moves.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;

    /// The type of the two players.
    type Player: Copy + Eq + Hash + Debug + Display + Send;

    /// The player to move.
    fn to_move(&self) -> Self::Player;

    /// The opponent of `player`.
    fn opponent(player: Self::Player) -> Self::Player;

    /// The hash key of the position with its side to move: different positions almost never have equal keys.
    fn key(&self) -> u64;

    /// The key of the position after this move.
    fn key_after(&self, mv: Self::Move) -> u64;

    /// Makes a move for the side to move.
    fn play(&mut self, mv: Self::Move);

    /// Undoes the last move.
    fn take_back(&mut self);

    /// Adds all moves of the side to move, including those that lose by a rule of level 0. Moves that are more likely
    /// to be good come first.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// The result of the game; `None` while it continues.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn outcome(&mut self) -> Result<Option<Outcome<Self::Player>>, LimitReached>;

    /// Whether a draw may result from earlier positions (repetition), so that it is not a property of the position
    /// itself.
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

    /// Passes the turn to the other side; a second call undoes it. Called only if `HAS_NULL_MOVE`.
    fn null_move(&mut self) {}

    /// Whether a search cannot distinguish the moves, as on an empty board.
    fn is_opening(&self) -> bool {
        false
    }

    /// Removes moves that are not worth searching, but never all of them.
    fn remove_far_moves(&self, _moves: &mut Vec<Self::Move>) {}

    /// Adds all moves, in the order in which to try them without a search.
    fn instant_moves(&self, moves: &mut Vec<Self::Move>) {
        self.moves(moves);
    }
}

/// A game about which a knowledge base provides information. All moves that it returns are legal, whatever the base
/// names. Queries about a player assume that this player is to move. The default methods are those of a base without
/// the information.
pub trait Knowledge: Game {
    /// The first rule of this player, by increasing level, that applies, has a level in `levels`, and for whose index
    /// `is_unrefuted` returns `true` (its claim has not been refuted). A rule that plays no legal move is never
    /// returned.
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

    /// The move that a rule which applies plays: that of its first solution with a legal move. `None` at level 0, and
    /// if no solution has a legal move.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn claimed_move(&mut self, _rule: usize) -> Result<Option<Self::Move>, LimitReached> {
        Ok(None)
    }

    /// Adds the legal moves of the first solution of a rule that applies, and the legal moves that may change whether
    /// it applies.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn concerns(&mut self, _rule: usize, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// Adds the moves of the side to move that threaten to win, each with the number of moves within which they win;
    /// shortest threats first. Moves that lose by a rule of level 0 are not excluded, and a move with a long threat may
    /// threaten nothing.
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

    /// The longest threats, in moves, to which [`Knowledge::replies`] knows all replies. Applies to the levels of
    /// rules, and to the number of moves within which a move threatens to win.
    fn replied(&self) -> u32 {
        0
    }

    /// Adds the replies of the side to move that stop or delay at least one of the threats against it. Without a threat
    /// there are none.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn answers(&mut self, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// The value of the position for this player, by the scores of the base.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    fn value(&mut self, player: Self::Player) -> Result<i64, LimitReached>;

    /// The largest weight of a score, in games with captures: roughly the most by which a capture changes the value of
    /// a position. Other moves rarely change it as much. `None` in games without captures.
    fn capture_value(&self) -> Option<i64> {
        None
    }

    /// Whether the game has hundreds of moves of which few are worth trying, and rules that can be evaluated quickly.
    /// Then late moves may be pruned, and rules of all levels are tried at every node.
    const IS_WIDE: bool = false;

    /// The typical change of a position's value by a quiet move.
    fn unit(&self) -> i64 {
        1
    }

    /// The sum of preferences for each of these moves of the side to move; 0 for a move without any.
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

/// The typical change of a position's value by a quiet move: the median absolute weight, among those weights that are
/// the same for every solution; at least 1.
fn unit(weights: impl Iterator<Item = Weights>) -> i64 {
    let numbers = weights.filter_map(|weights| weights.numbers()).flatten();
    let mut sizes: Vec<i64> = numbers.map(i64::abs).collect();
    sizes.arrange();
    sizes.get(sizes.len() / 2).copied().unwrap_or(1).max(1)
}
