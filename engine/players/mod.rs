//! Players: programs that choose moves, in any game that a search sees. How they are named is the same everywhere: `search`,
//! `minimax:depth=8`, or a name of the built-in list.
//!
//! | file | what it holds |
//! |---|---|
//! | [`spec`] | how players are named, and what of them can be set |
//! | `searching` | players that look ahead |
//! | `greedy` | a player that looks at the positions after its moves |
//! | `chance` | players that choose at random |

mod chance;
mod greedy;
mod searching;
pub mod spec;

use blanche_compiler::game::{Fault, Move, Rules};

use crate::games::{Game, Taste, TextGame};
use crate::search::alpha_beta::Listener;
use crate::search::player::{Budget, Choice, Played};
pub use chance::opening_by_chance;
pub use searching::Searching;
pub use spec::{BadSpec, Method, PlayerSpec};

/// Who chooses the moves of a game, and may remember something from move to move.
pub trait Chooser<G: Played> {
    /// Makes room for what it will remember, before a clock runs.
    fn prepare(&mut self, _budget: &Budget) {}

    /// A move of the side to move, where the game is not over, within a budget. What is found on the way is told, where it looks
    /// ahead by alpha-beta. There is no move only where the search was stopped before it had one.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn choose_telling(
        &mut self,
        game: &mut G,
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault>;

    /// The same, and nothing is told.
    ///
    /// # Errors
    /// As [`Chooser::choose_telling`].
    fn choose(&mut self, game: &mut G, budget: &Budget) -> Result<Choice<G::Move>, Fault> {
        self.choose_telling(game, budget, &mut |_| {})
    }
}

impl<G: Played, C: Chooser<G> + ?Sized> Chooser<G> for &mut C {
    fn choose_telling(
        &mut self,
        game: &mut G,
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault> {
        (**self).choose_telling(game, budget, listener)
    }
}

/// A player of a game in text, and the game as it knows it.
pub struct Seat<'r> {
    /// Who chooses.
    pub chooser: Box<dyn Chooser<TextGame<'r>> + 'r>,
    /// The game.
    pub game: TextGame<'r>,
}

impl<'r> Seat<'r> {
    /// A player of a game that begins. Lots are drawn by the seed.
    ///
    /// # Errors
    /// Where the game has other than two players, lacks a score, or cannot begin.
    pub fn new(spec: &PlayerSpec, rules: &'r Rules, seed: u64) -> Result<Seat<'r>, BadSpec> {
        Seat::of(spec.chooser(seed), rules, &spec.taste())
    }

    /// The same with whoever chooses.
    ///
    /// # Errors
    /// As [`Seat::new`].
    pub fn of(
        chooser: Box<dyn Chooser<TextGame<'r>> + 'r>,
        rules: &'r Rules,
        taste: &Taste,
    ) -> Result<Seat<'r>, BadSpec> {
        let start = rules.start().map_err(|fault| BadSpec(fault.to_string()))?;
        let game = TextGame::seen(rules, start, taste).map_err(BadSpec)?;
        Ok(Seat { chooser, game })
    }

    /// A move of the side to move.
    ///
    /// # Errors
    /// When the game cannot go on.
    pub fn choose(&mut self, budget: &Budget) -> Result<Choice<Move>, Fault> {
        self.chooser.choose(&mut self.game, budget)
    }

    /// Makes a move of the game.
    pub fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.game.settle();
    }
}
