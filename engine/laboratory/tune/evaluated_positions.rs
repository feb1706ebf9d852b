//! Collects positions at which a search evaluates the scores.
//!
//! A search evaluates the scores at the ends of its lines, and most lines contain moves that would not be made in a
//! game. Weights that are right in positions of games can be wrong in such positions, so games for a fit start from the
//! ends of lines.

use std::sync::{Arc, Mutex, PoisonError};

use blanche_compiler::game::MAX_PLIES;
use blanche_compiler::random::Random;
use blanche_sorted::SortedMap;

use super::tuning_world::TuningWorld;
use noire_engine::games::KnowledgeFilter;
use noire_engine::search::alpha_beta::table::Table;
use noire_engine::search::alpha_beta::{AlphaBeta, DECIDED};
use noire_engine::search::limits::{Clock, SearchLimits};
use noire_engine::search::player::{DEFAULT_MAX_DEPTH, Playable as _};
use noire_engine::world::{World, WorldError};

/// Number of positions to take from the searches of one game.
const POSITIONS_PER_GAME: u64 = 16;

/// The number of the game whose searches yield the position with this number.
pub fn game_number(number: u64) -> u64 {
    number / POSITIONS_PER_GAME
}

/// Factor by which the position budget of the searches that supply positions exceeds the budget of a move. Longer
/// searches have more lines with unnatural moves.
const BUDGET_FACTOR: u64 = 8;

/// Size of the transposition table of a search that supplies positions, in bytes.
const TABLE_BYTES: u64 = 8 << 20;

/// Positions at the ends of lines of searches, where the scores are evaluated. Each position has a number.
pub(crate) struct EvaluatedPositions<'w, W: TuningWorld> {
    world: &'w W,
    positions: u64,
    seed: u64,
    /// The positions found so far, by the number of the game that they come from.
    known: Mutex<SortedMap<u64, Found<W>>>,
}

/// The moves to each position of a game.
type Found<W> = Arc<Vec<Line<W>>>;

/// The moves to a position.
type Line<W> = Vec<<W as World>::Step>;

impl<'w, W: TuningWorld> EvaluatedPositions<'w, W> {
    /// Creates a source of positions. They come from games that start with the openings of contests. `positions` is the
    /// position budget per move in the games that will be played later.
    pub(crate) fn new(world: &'w W, positions: u64, seed: u64) -> EvaluatedPositions<'w, W> {
        EvaluatedPositions {
            world,
            positions: positions.saturating_mul(BUDGET_FACTOR),
            seed,
            known: Mutex::default(),
        }
    }

    /// Returns the moves to the position with this number. The position is the same on every machine.
    ///
    /// # Errors
    /// Fails if the game cannot continue or a query to the rules reaches its limit.
    pub(crate) fn position(&self, number: u64) -> Result<Line<W>, WorldError> {
        let (game, at) = (game_number(number), (number % POSITIONS_PER_GAME) as usize);
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&game).cloned();
        let found = match known {
            Some(found) => found,
            None => {
                let found = Arc::new(self.positions_of_game(game)?);
                self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(game, Arc::clone(&found));
                found
            }
        };
        Ok(found[at % found.len()].clone())
    }

    /// Collects positions from the searches of one game. If no search finished, returns the opening of the game.
    fn positions_of_game(&self, number: u64) -> Result<Vec<Line<W>>, WorldError> {
        let (world, start) = (self.world, self.world.start()?);
        let seen =
            |position: &W::Position| world.game(world.backends()[0], &KnowledgeFilter::default(), position);
        let opening = world.opening(&mut seen(&start)?, None, (self.seed, number))?;
        let mut moves = opening.clone();
        let mut chosen = Reservoir { random: Random::of(self.seed, &[number]), seen: 0, found: Vec::new() };
        let table = Table::of_bytes(TABLE_BYTES);
        for _ in 0..MAX_PLIES {
            let made: Vec<W::Move> = moves.iter().map(|mv| (*mv).into()).collect();
            let mut position = world.replay(&start, &made, &mut |_| true)?;
            if world.end(&mut position)?.is_some() {
                break;
            }
            let mut game = seen(&position)?;
            let limits = SearchLimits { positions: self.positions, ..SearchLimits::default() };
            let mut clock = Clock::start(limits);
            let mut take = |game: &W::Game<'_>| chosen.consider(|| W::moves_to(&moves, game));
            let mut search =
                AlphaBeta::new(&mut game, u32::MAX, &mut clock, &table).listening_to_evaluations(&mut take);
            let best = search.best_of_all(DEFAULT_MAX_DEPTH);
            if let Some(fault) = game.fault() {
                return Err(fault.into());
            }
            let Some(best) = best else { break };
            // The result is already known here, so a search does not evaluate the scores.
            if best.value.abs() > DECIDED {
                break;
            }
            moves.push(best.mv);
        }
        if chosen.found.is_empty() {
            chosen.found.push(opening);
        }
        chosen.random.shuffle(&mut chosen.found);
        Ok(chosen.found)
    }
}

/// Reservoir sampling: selects a few of many positions, each with the same probability (CITE: Vitter 1985, *Random
/// sampling with a reservoir*).
struct Reservoir<L> {
    random: Random,
    seen: usize,
    found: Vec<L>,
}

impl<L> Reservoir<L> {
    /// Offers a position to the sample. `line` returns `None` if the position cannot be reached by alternating moves.
    fn consider(&mut self, line: impl FnOnce() -> Option<L>) {
        let at = self.random.below(self.seen + 1);
        let is_full = self.found.len() == POSITIONS_PER_GAME as usize;
        if is_full && at >= self.found.len() {
            self.seen += 1;
            return;
        }
        let Some(line) = line() else { return };
        self.seen += 1;
        if is_full {
            self.found[at] = line;
        } else {
            self.found.push(line);
        }
    }
}
