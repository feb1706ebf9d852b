//! Players: programs that choose moves in any game that the search supports. A player is always specified in the same
//! form: `search`, `minimax:depth=8`, or a name from the built-in list.
//!
//! | file | what it holds |
//! |---|---|
//! | [`spec`] | player specifications and their settings |
//! | `searching` | players that search |
//! | `greedy` | a player that only compares the positions after its moves |
//! | `random` | players that choose at random |

mod greedy;
mod random;
mod searching;
pub mod spec;

use blanche_compiler::game::{Fault, Move, Rules};

use crate::games::{Game, KnowledgeFilter, TextGame};
use crate::search::alpha_beta::Listener;
use crate::search::player::{Budget, Choice, Playable};
pub use random::random_opening;
pub use searching::SearchPlayer;
pub use spec::{BadSpec, Method, PlayerSpec};

/// Chooses the moves in a game, and may keep data from one move to the next.
pub trait Chooser<G: Playable> {
    /// Allocates tables before the clock starts.
    fn prepare(&mut self, _budget: &Budget) {}

    /// Chooses a move for the side to move within a budget. The game must not be over. Alpha-beta players report
    /// interim results to `listener`. The result contains a move, unless the search was stopped before it found one.
    ///
    /// # Errors
    /// If the game cannot continue.
    fn choose_with_listener(
        &mut self,
        game: &mut G,
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault>;

    /// Chooses a move as [`Chooser::choose_with_listener`] does, without reporting interim results.
    ///
    /// # Errors
    /// As for [`Chooser::choose_with_listener`].
    fn choose(&mut self, game: &mut G, budget: &Budget) -> Result<Choice<G::Move>, Fault> {
        self.choose_with_listener(game, budget, &mut |_| {})
    }
}

impl<G: Playable, C: Chooser<G> + ?Sized> Chooser<G> for &mut C {
    fn choose_with_listener(
        &mut self,
        game: &mut G,
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault> {
        (**self).choose_with_listener(game, budget, listener)
    }
}

/// A player of a game that is defined in rule files, with its own copy of the game.
pub struct Seat<'r> {
    /// The object that chooses the moves.
    pub chooser: Box<dyn Chooser<TextGame<'r>> + 'r>,
    /// The game, with the knowledge that the player uses.
    pub game: TextGame<'r>,
}

impl<'r> Seat<'r> {
    /// Creates a player at the start of a game. `seed` is the seed of its random choices.
    ///
    /// # Errors
    /// If the game does not have two players, lacks a score that is named, or has no initial position.
    pub fn new(spec: &PlayerSpec, rules: &'r Rules, seed: u64) -> Result<Seat<'r>, BadSpec> {
        Seat::of(spec.chooser(seed), rules, &spec.knowledge_filter())
    }

    /// Creates a seat for any chooser.
    ///
    /// # Errors
    /// As for [`Seat::new`].
    pub fn of(
        chooser: Box<dyn Chooser<TextGame<'r>> + 'r>,
        rules: &'r Rules,
        knowledge_filter: &KnowledgeFilter,
    ) -> Result<Seat<'r>, BadSpec> {
        let start = rules.start().map_err(|fault| BadSpec(fault.to_string()))?;
        let game = TextGame::with_filter(rules, start, knowledge_filter).map_err(BadSpec)?;
        Ok(Seat { chooser, game })
    }

    /// Chooses a move for the side to move.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub fn choose(&mut self, budget: &Budget) -> Result<Choice<Move>, Fault> {
        self.chooser.choose(&mut self.game, budget)
    }

    /// Makes a move in the player's copy of the game.
    pub fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.game.settle();
    }
}
