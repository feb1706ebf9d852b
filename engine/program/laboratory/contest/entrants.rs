//! Who plays a contest, and how its games begin.

use std::sync::atomic::{AtomicU64, Ordering};

use super::elsewhere::{Programmed, Speaker, Told};
use super::here::Here;
use super::player::{ContestError, Contestant};
use crate::gomocup::program::CommandLine;
use noire_engine::games::Taste;
use noire_engine::players::PlayerSpec;
use noire_engine::with_world;
use noire_engine::world::{AnyWorld, Trouble, World};

/// A contest in a game.
pub struct Contest<'w, W: World> {
    /// The game, which says how games end.
    pub world: &'w W,
    /// Who plays, two of them at least.
    pub entrants: Vec<Entrant>,
    /// How games begin.
    pub openings: Openings<'w, W::Step>,
    /// Openings follow from it.
    pub seed: u64,
    /// What each player remembers, in bytes.
    pub memory: Option<u64>,
    /// So many openings that were drawn have fewer moves than were wanted.
    pub shorter: AtomicU64,
}

/// Who plays.
pub struct Entrant {
    /// How it chooses.
    pub spec: PlayerSpec,
    /// What it knows.
    pub knows: Knows,
}

/// What a player knows.
pub enum Knows {
    /// What the game of the contest says.
    Same,
    /// What another base says of the same game.
    Other(Box<AnyWorld>),
    /// It is a program that is started so, and the protocol has this number for the rules.
    Program(CommandLine, u32),
}

/// How games begin.
pub enum Openings<'o, M> {
    /// So many moves at random; as the game has it where nothing is said.
    Drawn(Option<usize>),
    /// With these, one after the other.
    Given(Vec<Vec<M>>),
    /// One for every number.
    Endless(Box<dyn Fn(u64) -> Result<Vec<M>, Trouble> + Sync + 'o>),
}

impl<M> Openings<'_, M> {
    /// How many there are, where that is limited.
    pub(crate) fn count(&self) -> Option<u64> {
        match self {
            Openings::Drawn(_) | Openings::Endless(_) => None,
            Openings::Given(lines) => Some(lines.len() as u64),
        }
    }
}

impl<'w, W: World> Contest<'w, W> {
    /// Those who play each other, by their places.
    pub(crate) fn pairings(&self) -> Vec<[usize; 2]> {
        let all = 0..self.entrants.len();
        all.clone().flat_map(|one| all.clone().skip(one + 1).map(move |other| [one, other])).collect()
    }

    /// The moves of the opening of this number.
    ///
    /// # Errors
    /// When the game cannot go on.
    pub(super) fn opening(&self, number: u64) -> Result<Vec<W::Step>, Trouble> {
        match &self.openings {
            Openings::Given(lines) => Ok(lines[number as usize].clone()),
            Openings::Endless(opening) => opening(number),
            Openings::Drawn(plies) => {
                let mut game =
                    self.world.game(self.world.backends()[0], &Taste::default(), &self.world.start()?)?;
                let moves = self.world.opening(&mut game, *plies, (self.seed, number))?;
                if plies.is_some_and(|plies| moves.len() < plies) {
                    self.shorter.fetch_add(1, Ordering::Relaxed);
                }
                Ok(moves)
            }
        }
    }

    /// A contestant, ready for a game. Lots are drawn by the seed.
    ///
    /// # Errors
    /// When it cannot play this game.
    pub(super) fn player(&self, at: usize, seed: u64) -> Result<Box<dyn Contestant<W> + '_>, ContestError> {
        let Entrant { spec, knows } = &self.entrants[at];
        let speaker: Box<dyn Speaker + '_> = match knows {
            Knows::Same => return Ok(Box::new(Here::new(self.world, spec, seed, self.memory)?)),
            Knows::Other(world) => {
                with_world!(&**world, |world| { Box::new(Told::new(world, spec, seed, self.memory)?) })
            }
            Knows::Program(command, rule) => Box::new(Programmed::new(command, *rule)),
        };
        Ok(Box::new(speaker))
    }
}
