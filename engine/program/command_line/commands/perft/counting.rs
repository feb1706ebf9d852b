//! Counts positions and plays random games, in the fastest way for each kind of game.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::game::{self, Counting, Fault, Images};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{LimitReached, Position};
use noire_engine::bases::Backend;
use noire_engine::board::{Color, Point, Position as Board, Symmetry};
use noire_engine::facts::Base;
use noire_engine::world::WorldExt as _;
use noire_engine::world::{Stones, Text, World, WorldError};

/// The results of random games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RandomGameTally {
    /// Number of random games that were played.
    pub(super) games: u64,
    /// Number of moves in all games.
    pub(super) plies: u64,
    /// Number of games that each player won, in the order of the players.
    pub(super) won: Vec<(String, u64)>,
    /// Number of drawn games.
    pub(super) drawn: u64,
}

/// The settings of a table of different positions.
#[derive(Clone, Copy)]
pub(super) struct Table {
    /// Maximum size of the table, in bytes.
    pub(super) memory: u64,
    /// Whether positions that are symmetric to each other count as one.
    pub(super) is_symmetric: bool,
}

/// A game whose positions can be counted.
pub(super) trait Countable: World {
    /// Counts the positions after `depth` moves. A position counts once for every sequence of moves that leads to it.
    fn leaves(
        &self,
        by: Backend,
        start: &Self::Position,
        depth: u32,
        how: Counting<'_>,
    ) -> Result<u64, WorldError>;

    /// Counts the positions after `depth` moves in the same way as [`leaves`](Countable::leaves), but separately for
    /// each first move.
    fn divided(
        &self,
        by: Backend,
        start: &Self::Position,
        depth: u32,
        how: Counting<'_>,
    ) -> Result<Vec<(Self::Move, u64)>, WorldError>;

    /// Counts the different positions after 0, 1, 2, … moves, up to a depth, with a table. `each` receives every number
    /// when it is known.
    fn different(
        &self,
        by: Backend,
        start: &Self::Position,
        kept: (u32, Table),
        how: Counting<'_>,
        each: &mut dyn FnMut(u64),
    ) -> Result<Vec<u64>, WorldError>;

    /// Plays random games until `stop` is set.
    fn random_games(
        &self,
        by: Backend,
        start: &Self::Position,
        games_and_seed: (u64, u64),
        stop: &AtomicBool,
        told: &dyn Fn(u64),
    ) -> Result<RandomGameTally, WorldError>;

    /// Whether a draw depends on how often a position has occurred in the game.
    fn counts_repetitions(&self) -> bool;
}

impl Countable for Text {
    fn leaves(
        &self,
        by: Backend,
        start: &Position,
        depth: u32,
        how: Counting<'_>,
    ) -> Result<u64, WorldError> {
        Ok(game::perft(self.answered_by(by), &mut start.clone(), depth, how)?)
    }

    fn divided(
        &self,
        by: Backend,
        start: &Position,
        depth: u32,
        how: Counting<'_>,
    ) -> Result<Vec<(game::Move, u64)>, WorldError> {
        Ok(game::divide(self.answered_by(by), &mut start.clone(), depth, how)?)
    }

    fn different(
        &self,
        by: Backend,
        start: &Position,
        (depth, table): (u32, Table),
        how: Counting<'_>,
        each: &mut dyn FnMut(u64),
    ) -> Result<Vec<u64>, WorldError> {
        let rules = self.answered_by(by);
        let images = table.is_symmetric.then(|| Images::of(rules));
        Ok(game::distinct(rules, start, (depth, table.memory), images.as_ref(), how, each)?)
    }

    fn random_games(
        &self,
        by: Backend,
        start: &Position,
        (games, seed): (u64, u64),
        stop: &AtomicBool,
        told: &dyn Fn(u64),
    ) -> Result<RandomGameTally, WorldError> {
        let rules = self.answered_by(by);
        let tally = game::playouts(rules, start, games, &mut Random::new(seed), stop, told)?;
        let name = |player| self.program().player(player);
        let won = tally.won.into_iter().map(|(player, won)| (name(player), won));
        Ok(RandomGameTally { games: tally.games, plies: tally.plies, won: won.collect(), drawn: tally.drawn })
    }

    fn counts_repetitions(&self) -> bool {
        self.rules().game().occurred.is_some()
    }
}

/// Identifies a position by the stones of both colours and the side to move. The last move does not matter.
type Key = (Vec<Point>, Vec<Point>, Option<usize>);

fn key(position: &Board) -> Key {
    let [black, white] = Color::ALL.map(|color| position.stones(color).iter().collect());
    (black, white, position.to_move().map(Color::index))
}

/// The winner of a game of stones, `Some(None)` for a full board, or `None` if the game is not over.
fn winner(base: &Base, by: Backend, position: &mut Board) -> Result<Option<Option<Color>>, LimitReached> {
    let rule = base.on(by).verdict_within(position, 0..=0, |_| true)?;
    Ok(match rule {
        Some(rule) => Some(Some(base.owner(rule))),
        None => position.empty_fields().is_empty().then_some(None),
    })
}

struct Walk<'w> {
    base: &'w Base,
    by: Backend,
    how: Counting<'w>,
}

impl Walk<'_> {
    fn leaves(&self, position: &mut Board, depth: u32) -> Result<u64, WorldError> {
        if depth == 0 {
            return Ok(1);
        }
        if winner(self.base, self.by, position)?.is_some() {
            return Ok(u64::from(!self.how.strict));
        }
        let empty = position.empty_fields();
        if depth == 1 {
            let number = empty.len() as u64;
            (self.how.told)(number);
            return if self.how.stop.load(Ordering::Relaxed) {
                Err(Fault::Stopped.into())
            } else {
                Ok(number)
            };
        }
        let mut all = 0;
        for field in empty.iter() {
            position.play(field).map_err(|error| WorldError::Wrong(error.to_string()))?;
            all += self.leaves(position, depth - 1)?;
            position.take_back();
        }
        Ok(all)
    }
}

impl Countable for Stones {
    fn leaves(&self, by: Backend, start: &Board, depth: u32, how: Counting<'_>) -> Result<u64, WorldError> {
        Walk { base: self.base(), by, how }.leaves(&mut start.clone(), depth)
    }

    fn divided(
        &self,
        by: Backend,
        start: &Board,
        depth: u32,
        how: Counting<'_>,
    ) -> Result<Vec<(Option<Point>, u64)>, WorldError> {
        let (walk, mut position) = (Walk { base: self.base(), by, how }, start.clone());
        if depth == 0 || winner(self.base(), by, &mut position)?.is_some() {
            return Ok(Vec::new());
        }
        let mut divided = Vec::new();
        for field in start.empty_fields().iter() {
            let mut position = start.clone();
            position.play(field).map_err(|error| WorldError::Wrong(error.to_string()))?;
            divided.push((Some(field), walk.leaves(&mut position, depth - 1)?));
        }
        Ok(divided)
    }

    fn different(
        &self,
        by: Backend,
        start: &Board,
        (depth, table): (u32, Table),
        how: Counting<'_>,
        each: &mut dyn FnMut(u64),
    ) -> Result<Vec<u64>, WorldError> {
        let least = |position: &Board| match table.is_symmetric {
            true => Symmetry::ALL.into_iter().map(|one| key(&position.transformed(one))).min(),
            false => Some(key(position)),
        };
        each(1);
        let (mut numbers, mut level) = (vec![1], vec![start.clone()]);
        for _ in 0..depth {
            let (mut known, mut next) = (HashSet::new(), Vec::new());
            for position in &mut level {
                if how.stop.load(Ordering::Relaxed) {
                    return Err(Fault::Stopped.into());
                }
                if winner(self.base(), by, position)?.is_some() {
                    continue;
                }
                for field in position.empty_fields().iter() {
                    position.play(field).map_err(|error| WorldError::Wrong(error.to_string()))?;
                    if known.insert(least(position)) {
                        next.push(position.clone());
                    }
                    position.take_back();
                }
                (how.told)(position.empty_fields().len() as u64);
                let stones = depth as usize * size_of::<Point>();
                let kept = next.len() * (size_of::<Board>() + size_of::<Key>() + stones);
                if kept as u64 > table.memory {
                    return Err(Fault::TooMany(next.len()).into());
                }
            }
            if next.is_empty() {
                break;
            }
            numbers.push(next.len() as u64);
            each(next.len() as u64);
            level = next;
        }
        Ok(numbers)
    }

    fn random_games(
        &self,
        by: Backend,
        start: &Board,
        (games, seed): (u64, u64),
        stop: &AtomicBool,
        told: &dyn Fn(u64),
    ) -> Result<RandomGameTally, WorldError> {
        let won = Color::ALL.map(|color| (color.to_string(), 0));
        let (mut tally, mut random) =
            (RandomGameTally { won: won.into(), ..RandomGameTally::default() }, Random::new(seed));
        while tally.games < games && !stop.load(Ordering::Relaxed) {
            let mut position = start.clone();
            let winner = loop {
                if let Some(winner) = winner(self.base(), by, &mut position)? {
                    break winner;
                }
                let empty: Vec<Point> = position.empty_fields().iter().collect();
                let field = *random.choose(&empty);
                position.play(field).map_err(|error| WorldError::Wrong(error.to_string()))?;
                tally.plies += 1;
            };
            tally.games += 1;
            match winner {
                Some(color) => tally.won[color.index()].1 += 1,
                None => tally.drawn += 1,
            }
            told(tally.games);
        }
        Ok(tally)
    }

    fn counts_repetitions(&self) -> bool {
        false
    }
}
