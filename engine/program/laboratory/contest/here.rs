//! A contestant that is asked about the game of the contest itself.

use super::game::Table;
use super::player::{Answer, ContestError, Contestant, Loss, Turn};
use noire_engine::games::Game;
use noire_engine::players::{Chooser, PlayerSpec};
use noire_engine::search::player::Played;
use noire_engine::world::{Trouble, World};

/// A player that knows what the game says. There is one for each game.
pub(super) struct Here<'w, W: World + 'w> {
    spec: &'w PlayerSpec,
    memory: Option<u64>,
    chooser: Box<dyn Chooser<W::Game<'w>> + 'w>,
    /// The game as the player sees it.
    game: W::Game<'w>,
    /// So many of its moves were made in that.
    known: usize,
}

impl<'w, W: World> Here<'w, W> {
    pub(super) fn new(
        world: &'w W,
        spec: &'w PlayerSpec,
        seed: u64,
        memory: Option<u64>,
    ) -> Result<Here<'w, W>, Trouble> {
        let game = world.game(world.backends()[0], &spec.taste(), &world.start()?)?;
        Ok(Here { spec, memory, chooser: spec.chooser(seed), game, known: 0 })
    }
}

impl<'w, W: World + 'w> Contestant<W> for Here<'w, W> {
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
