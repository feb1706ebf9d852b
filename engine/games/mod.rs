//! Games as a search sees them: moves, and what a knowledge base says of a position.
//!
//! A game brings a position and a base together. What a move is and how it is made is the game's; who has won, which
//! rules claim a win, which moves force a reply and which replies there are is asked of the base: its rules and its
//! exports ([`asked`](crate::bases::asked)). What a base has of this [`abilities`] tells.

pub mod abilities;
mod five_in_a_row;
mod judge;
pub mod openings;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

pub use blanche_compiler::runtime::LimitReached;
pub use five_in_a_row::FiveInARow;
pub use judge::{Judged, ended, judge};

use crate::board::Colour;

/// A rule that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its place in the base.
    pub rule: usize,
    /// Within how many moves its colour wins.
    pub level: u32,
}

/// A game that is searched. The moves that it names can be made, whatever the base says. Every question is answered for the
/// position as it stands, by whoever's turn it is; questions about a colour take it as the one to move.
pub trait Game {
    /// A move.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send;

    /// Whose turn it is.
    fn to_move(&self) -> Colour;

    /// A number for the position and the side to move.
    fn key(&self) -> u64;

    /// The key after this move.
    fn key_after(&self, made: Self::Move) -> u64;

    /// Makes a move of the side to move.
    fn play(&mut self, made: Self::Move);

    /// Takes the last move back.
    fn take_back(&mut self);

    /// Gives the turn to the other side; done twice it is as before.
    fn pass(&mut self);

    /// All moves of the side to move, those included that lose by a rule of level 0; those first that are likelier to be good
    /// where nothing else is known.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Who has won.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn winner(&mut self) -> Result<Option<Colour>, LimitReached>;

    /// Who has won after this move of the side to move; nobody while the game goes on.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn winner_after(&mut self, made: Self::Move) -> Result<Option<Colour>, LimitReached> {
        self.play(made);
        let winner = self.winner();
        self.take_back();
        winner
    }

    /// The first rule of this colour, of those of the lowest level between the given ones, that applies and is believed. A
    /// rule whose moves cannot be made never is.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn claim(
        &mut self,
        colour: Colour,
        levels: RangeInclusive<u32>,
        is_believed: impl Fn(usize) -> bool,
    ) -> Result<Option<Claim>, LimitReached>;

    /// The move of a rule that applies: that of its first solution whose move can be made. Nothing at level 0, and where no
    /// move can be made.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn claimed_move(&mut self, rule: usize) -> Result<Option<Self::Move>, LimitReached>;

    /// Adds the moves of the first solution of a rule that applies, and those that may change whether it applies; only such
    /// as can be made.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn concerns(&mut self, rule: usize, moves: &mut Vec<Self::Move>) -> Result<(), LimitReached>;

    /// The moves of the side to move that threaten to win, each with the number of moves within which; the shortest
    /// threats first. Whether a rule of level 0 lets them lose is not asked; of those that need many moves it is not known
    /// whether they threaten anything.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn forcing(&mut self, moves: &mut Vec<(Self::Move, u32)>) -> Result<(), LimitReached>;

    /// The replies of the side to move by which the threats against it come to nothing, or have to wait.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn replies(&mut self, moves: &mut Vec<Self::Move>) -> Result<(), LimitReached>;

    /// To threats of rules up to this level, and of stones that threaten to win within so many moves, [`Game::replies`] knows
    /// the replies.
    fn replied(&self) -> u32;

    /// The replies of the side to move by which at least one of the threats against it comes to nothing, or has to wait.
    /// Where there is none, nothing is threatened.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn answers(&mut self, moves: &mut Vec<Self::Move>) -> Result<(), LimitReached>;

    /// What the position is worth for this colour, by the scores of the base.
    ///
    /// # Errors
    /// When the limit of work is reached.
    fn value(&mut self, colour: Colour) -> Result<i64, LimitReached>;
}
