//! A contestant that uses the game of the contest itself.

use super::game::Table;
use super::player::{Answer, ContestError, Contestant, Loss, Turn};
use noire_engine::games::Game;
use noire_engine::players::{Chooser, PlayerSpec};
use noire_engine::search::player::Playable;
use noire_engine::world::{World, WorldError};

/// A player that uses the base of the contest. A new player is created for each game.
pub(super) struct SameBasePlayer<'w, W: World + 'w> {
    spec: &'w PlayerSpec,
    memory: Option<u64>,
    chooser: Box<dyn Chooser<W::Game<'w>> + 'w>,
    /// The player's own copy of the game.
    game: W::Game<'w>,
    /// Number of moves that have been played in `game`.
    known: usize,
}

impl<'w, W: World> SameBasePlayer<'w, W> {
    pub(super) fn new(
        world: &'w W,
        spec: &'w PlayerSpec,
        seed: u64,
        memory: Option<u64>,
    ) -> Result<SameBasePlayer<'w, W>, WorldError> {
        let game = world.game(world.backends()[0], &spec.knowledge_filter(), &world.start()?)?;
        Ok(SameBasePlayer { spec, memory, chooser: spec.chooser(seed), game, known: 0 })
    }
}

impl<'w, W: World + 'w> Contestant<W> for SameBasePlayer<'w, W> {
    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Loss> {
        self.chooser.prepare(&self.spec.within(turn.budget(self.memory)));
        Ok(())
    }

    fn choose(&mut self, table: &Table<'_, W>, turn: &Turn<'_>) -> Result<Answer<W::Step>, ContestError> {
        for mv in &table.moves()[self.known..] {
            self.game.play(*mv);
        }
        self.game.settle();
        self.known = table.moves().len();
        let budget = self.spec.within(turn.budget(self.memory));
        Ok(Answer::chosen(self.chooser.choose(&mut self.game, &budget)?))
    }
}
