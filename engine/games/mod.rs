//! Games as a search sees them: moves, and what a knowledge base says of a position.
//!
//! A game brings a position and a base together. What a move is and how it is made is the game's; who has won, which
//! rules claim a win, which moves force a reply and which replies there are is asked of the base: its rules and its
//! exports ([`asked`](crate::bases::asked)). What a base has of this [`abilities`] tells.

pub mod abilities;
mod drawn_opening;
mod five_in_a_row;
mod judge;
pub mod numbering;
pub mod openings;
mod takings;
mod taste;
mod text;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

pub use blanche_compiler::runtime::LimitReached;
use blanche_compiler::runtime::Weights;
pub use drawn_opening::drawn_opening;
pub use five_in_a_row::FiveInARow;
pub use judge::{Judged, ended, first_end, judge};
pub use taste::Taste;
pub use text::{Side, TextGame};

/// A rule that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its place in the base.
    pub rule: usize,
    /// Within how many moves its player wins.
    pub level: u32,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<P> {
    /// This player has won.
    Won(P),
    /// Nobody has, and nobody can move any more.
    Drawn,
}

impl<P> Outcome<P> {
    /// Who has won.
    pub fn winner(self) -> Option<P> {
        match self {
            Outcome::Won(player) => Some(player),
            Outcome::Drawn => None,
        }
    }
}

/// A game of two players. Every question is answered for the position as it stands, whoever's turn it is.
pub trait Game {
    /// A move.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;

    /// One of the two who play.
    type Player: Copy + Eq + Hash + Debug + Display + Send;

    /// Whose turn it is.
    fn to_move(&self) -> Self::Player;

    /// The other of the two.
    fn opponent(player: Self::Player) -> Self::Player;

    /// A number for the position and the side to move: positions that differ have different ones, but for chance.
    fn key(&self) -> u64;

    /// The key after this move.
    fn key_after(&self, mv: Self::Move) -> u64;

    /// Makes a move of the side to move.
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn take_back(&mut self);

    /// All moves of the side to move, those included that lose by a rule of level 0; those first that are likelier to be good
    /// where nothing else is known.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// How the game has ended; nothing while it goes on.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn outcome(&mut self) -> Result<Option<Outcome<Self::Player>>, LimitReached>;

    /// Whether a draw may be due to positions that have stood before: it then says nothing of the position itself.
    fn draws_by_past(&self) -> bool {
        false
    }

    /// Whether a move takes something: what scores say of a position in which such a move can be made does not last.
    fn takes(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the side to move has a move that takes something.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn can_take(&mut self) -> Result<bool, LimitReached> {
        Ok(false)
    }

    /// Who has won; nobody while the game goes on, or when it is drawn.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    #[inline]
    fn winner(&mut self) -> Result<Option<Self::Player>, LimitReached> {
        Ok(self.outcome()?.and_then(Outcome::winner))
    }

    /// Who has won after this move of the side to move.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    #[inline]
    fn winner_after(&mut self, mv: Self::Move) -> Result<Option<Self::Player>, LimitReached> {
        self.play(mv);
        let winner = self.winner();
        self.take_back();
        winner
    }

    /// Whether a side may be thought to leave out its move ([`Game::null_move`]).
    const HAS_NULL_MOVE: bool = false;

    /// Gives the turn to the other side; done twice it is as before. Nobody asks it of a game without null moves.
    fn null_move(&mut self) {}

    /// Whether no search would see a difference between the moves, as on an empty board.
    fn is_opening(&self) -> bool {
        false
    }

    /// Leaves out moves that are not worth a search here, but for all of them.
    fn leave_out_far(&self, _moves: &mut Vec<Self::Move>) {}

    /// All moves in the order in which they are tried without a search.
    fn instant_moves(&self, moves: &mut Vec<Self::Move>) {
        self.moves(moves);
    }
}

/// A game of which a knowledge base says something. The moves that it names can be made, whatever the base says. Questions
/// about a player take it as the one to move. What is not implemented, the base says nothing of.
pub trait Knowledge: Game {
    /// The first rule of this player, of those of the lowest level between the given ones, that applies and whose claim stands. A
    /// rule whose moves cannot be made never is.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn claim(
        &mut self,
        _player: Self::Player,
        _levels: RangeInclusive<u32>,
        _stands: impl Fn(usize) -> bool,
    ) -> Result<Option<Claim>, LimitReached> {
        Ok(None)
    }

    /// The move of a rule that applies: that of its first solution whose move can be made. Nothing at level 0, and where no
    /// move can be made.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn claimed_move(&mut self, _rule: usize) -> Result<Option<Self::Move>, LimitReached> {
        Ok(None)
    }

    /// Adds the moves of the first solution of a rule that applies, and those that may change whether it applies; only such
    /// as can be made.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn concerns(&mut self, _rule: usize, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// The moves of the side to move that threaten to win, each with the number of moves within which; the shortest
    /// threats first. Whether a rule of level 0 lets them lose is not asked; of those that need many moves it is not known
    /// whether they threaten anything.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn forcing(&mut self, _moves: &mut Vec<(Self::Move, u32)>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// The replies of the side to move by which the threats against it come to nothing, or have to wait.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn replies(&mut self, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// To threats of rules up to this level, and of stones that threaten to win within so many moves, [`Knowledge::replies`] knows
    /// the replies.
    fn replied(&self) -> u32 {
        0
    }

    /// The replies of the side to move by which at least one of the threats against it comes to nothing, or has to wait.
    /// Where there is none, nothing is threatened.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn answers(&mut self, _moves: &mut Vec<Self::Move>) -> Result<(), LimitReached> {
        Ok(())
    }

    /// What the position is worth for this player, by the scores of the base.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn value(&mut self, player: Self::Player) -> Result<i64, LimitReached>;

    /// What the heaviest score counts for one thing, where something can be taken in the game: by how much a move that takes may
    /// change the value of a position, and by how much others hardly do.
    fn stake(&self) -> Option<i64> {
        None
    }

    /// The game has hundreds of moves, of which few are worth trying, and rules that answer at once: late moves may be left out, and
    /// rules of all levels are asked everywhere.
    const IS_WIDE: bool = false;

    /// What a quiet move changes in the value of a position, about.
    fn unit(&self) -> i64 {
        1
    }

    /// What the base prefers in each of these moves of the side to move; nothing in any where it says nothing of moves.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn preferences(&mut self, moves: &[Self::Move]) -> Result<Vec<i64>, LimitReached> {
        Ok(vec![0; moves.len()])
    }

    /// The moves that are worth trying, with what the base prefers in them.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    fn candidates(&mut self, candidates: &mut Vec<(Self::Move, i64)>) -> Result<(), LimitReached> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let preferred = self.preferences(&moves)?;
        candidates.extend(moves.into_iter().zip(preferred));
        Ok(())
    }
}

/// What a quiet move changes in the value of a position, about: the number in the middle of the sizes of all weights that are the
/// same for every solution; 1 at least.
fn unit(weights: impl Iterator<Item = Weights>) -> i64 {
    let numbers = weights.filter_map(|weights| weights.numbers()).flatten();
    let mut sizes: Vec<i64> = numbers.map(i64::abs).collect();
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or(1).max(1)
}
