//! Positions at which a search asks the scores.
//!
//! A search asks them at the ends of its lines, and most lines hold moves that nobody would make in a game. Weights that are right
//! in the positions of games can be wrong there, so games for a fit begin where lines end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use blanche_compiler::random::Random;

use crate::bases::Backend;
use crate::board::{Point, Position};
use crate::facts::Base;
use crate::games::drawn_opening;
use crate::games::{FiveInARow, LimitReached, ended};
use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::{AlphaBeta, DECIDED};
use crate::search::limits::{Clock, SearchLimits};
use crate::search::player::DEEPEST;

/// So many positions come from the searches of one game.
const OF_A_GAME: u64 = 16;

/// The number of the game from whose searches the position of this number comes.
pub fn game_of(number: u64) -> u64 {
    number / OF_A_GAME
}

/// These searches examine so many times the positions of a move: the longer a search, the more lines it has that nobody would play.
const DEEPER: u64 = 8;

/// What a search of this game remembers, in bytes.
const MEMORY: u64 = 8 << 20;

/// Positions at the ends of lines, by their numbers.
pub struct Ends<'b> {
    base: &'b Base,
    backend: Backend,
    positions: u64,
    seed: u64,
    /// By the numbers of games, what was found in them.
    known: Mutex<BTreeMap<u64, Found>>,
}

/// The moves to the positions of a game.
type Found = Arc<Vec<Vec<Point>>>;

impl<'b> Ends<'b> {
    /// Those of games from the openings of matches, for games with so many positions a move.
    pub fn new(base: &'b Base, backend: Backend, positions: u64, seed: u64) -> Ends<'b> {
        Ends { base, backend, positions: positions.saturating_mul(DEEPER), seed, known: Mutex::default() }
    }

    /// The moves to the position of this number: the same on every machine.
    ///
    /// # Errors
    /// When a question to the rules reaches its limit.
    pub fn position(&self, number: u64) -> Result<Vec<Point>, LimitReached> {
        let (game, at) = (game_of(number), (number % OF_A_GAME) as usize);
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&game).cloned();
        let found = match known {
            Some(found) => found,
            None => {
                let found = Arc::new(self.of_a_game(game)?);
                self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(game, Arc::clone(&found));
                found
            }
        };
        Ok(found[at % found.len()].clone())
    }

    /// Positions of the searches of a game; its opening where no search came to an end.
    fn of_a_game(&self, number: u64) -> Result<Vec<Vec<Point>>, LimitReached> {
        let opening = drawn_opening(self.base, self.backend, self.seed, number)?;
        let mut position = Position::after_moves(&opening).expect("an opening can be played");
        let mut chosen = Chosen { random: Random::of(self.seed, &[number]), seen: 0, found: Vec::new() };
        let table = Table::of_bytes(MEMORY);
        while ended(self.base, self.backend, &mut position)?.is_none() {
            let mut game = FiveInARow::new(self.base, self.backend, position.clone());
            let limits = SearchLimits { positions: self.positions, ..SearchLimits::default() };
            let mut clock = Clock::start(limits);
            let mut take = |game: &FiveInARow<'_>| chosen.consider(game.position());
            let mut search = AlphaBeta::new(&mut game, u32::MAX, &mut clock, &table).showing_ends(&mut take);
            let Some(best) = search.best_of_all(DEEPEST) else { break };
            // What follows is known, and nobody asks the scores.
            if best.value.abs() > DECIDED {
                break;
            }
            position.play(best.mv).expect("a move of a search is one of the game");
        }
        if chosen.found.is_empty() {
            chosen.found.push(opening);
        }
        chosen.random.shuffle(&mut chosen.found);
        Ok(chosen.found)
    }
}

/// A few of many positions, each as likely as any other (CITE: Vitter 1985, *Random sampling with a reservoir*).
struct Chosen {
    random: Random,
    seen: usize,
    found: Vec<Vec<Point>>,
}

impl Chosen {
    /// One more position, of which it is not known whether it can come about by moves in turn: sides pass in a search.
    fn consider(&mut self, position: &Position) {
        let at = self.random.below(self.seen + 1);
        let is_full = self.found.len() == OF_A_GAME as usize;
        if is_full && at >= self.found.len() {
            self.seen += 1;
            return;
        }
        let moves: Vec<Point> = position.made().collect();
        let Ok(again) = Position::after_moves(&moves) else { return };
        if again.key() != position.key() || again.to_move() != position.to_move() {
            return;
        }
        self.seen += 1;
        if is_full {
            self.found[at] = moves;
        } else {
            self.found.push(moves);
        }
    }
}
