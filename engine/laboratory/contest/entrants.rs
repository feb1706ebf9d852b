//! The players of a contest, and how its games begin.

use std::sync::atomic::{AtomicU64, Ordering};

use super::player::{ContestError, Contestant};
use super::same_base_player::SameBasePlayer;
use super::text_players::{ExternalPlayer, OtherBasePlayer, TextPlayer};
use crate::gomocup::program::CommandLine;
use noire_engine::games::KnowledgeFilter;
use noire_engine::players::PlayerSpec;
use noire_engine::with_world;
use noire_engine::world::{AnyWorld, World, WorldError};

/// The game, players and openings of a contest.
pub struct Contest<'w, W: World> {
    /// The game that decides which moves are legal and how games end.
    pub world: &'w W,
    /// The players. There are at least two.
    pub entrants: Vec<Entrant>,
    /// How games begin.
    pub openings: Openings<'w, W::Step>,
    /// Seed for the random openings.
    pub seed: u64,
    /// Memory limit of each player, in bytes.
    pub memory: Option<u64>,
    /// Number of random openings that have fewer moves than requested.
    pub shorter: AtomicU64,
}

/// A player of a contest.
pub struct Entrant {
    /// How the player chooses its moves.
    pub spec: PlayerSpec,
    /// The knowledge that the player uses.
    pub knows: KnowledgeSource,
}

/// The knowledge of a player.
pub enum KnowledgeSource {
    /// The base of the contest itself.
    Same,
    /// Another base of the same game.
    Other(Box<AnyWorld>),
    /// An external program. Holds its command line, and the number of the game's rules in the Gomocup protocol.
    Program(CommandLine, u32),
}

/// How games begin.
pub enum Openings<'o, M> {
    /// This number of random moves. With `None`, the number is the default of the game.
    Drawn(Option<usize>),
    /// The openings of this list, one after the other.
    Given(Vec<Vec<M>>),
    /// A function that returns an opening for every number.
    Endless(Box<dyn Fn(u64) -> Result<Vec<M>, WorldError> + Sync + 'o>),
}

impl<M> Openings<'_, M> {
    /// Number of openings, or `None` if their number is unlimited.
    pub(crate) fn count(&self) -> Option<u64> {
        match self {
            Openings::Drawn(_) | Openings::Endless(_) => None,
            Openings::Given(lines) => Some(lines.len() as u64),
        }
    }
}

impl<'w, W: World> Contest<'w, W> {
    /// All pairs of players that play against each other, as indices into `entrants`.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let all = 0..self.entrants.len();
        all.clone().flat_map(|one| all.clone().skip(one + 1).map(move |other| [one, other])).collect()
    }

    /// The moves of the opening with this number.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    pub(super) fn opening(&self, number: u64) -> Result<Vec<W::Step>, WorldError> {
        match &self.openings {
            Openings::Given(lines) => Ok(lines[number as usize].clone()),
            Openings::Endless(opening) => opening(number),
            Openings::Drawn(plies) => {
                let mut game = self.world.game(
                    self.world.backends()[0],
                    &KnowledgeFilter::default(),
                    &self.world.start()?,
                )?;
                let moves = self.world.opening(&mut game, *plies, (self.seed, number))?;
                if plies.is_some_and(|plies| moves.len() < plies) {
                    self.shorter.fetch_add(1, Ordering::Relaxed);
                }
                Ok(moves)
            }
        }
    }

    /// Creates the player with index `at` for one game. Its random choices depend on `seed`.
    ///
    /// # Errors
    /// Fails if the player cannot play this game.
    pub(super) fn player(&self, at: usize, seed: u64) -> Result<Box<dyn Contestant<W> + '_>, ContestError> {
        let Entrant { spec, knows } = &self.entrants[at];
        let speaker: Box<dyn TextPlayer + '_> = match knows {
            KnowledgeSource::Same => {
                return Ok(Box::new(SameBasePlayer::new(self.world, spec, seed, self.memory)?));
            }
            KnowledgeSource::Other(world) => {
                with_world!(&**world, |world| {
                    Box::new(OtherBasePlayer::new(world, spec, seed, self.memory)?)
                })
            }
            KnowledgeSource::Program(command, rule) => Box::new(ExternalPlayer::new(command, *rule)),
        };
        Ok(Box::new(speaker))
    }
}
