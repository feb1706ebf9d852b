//! Finds by exhaustive search within how many moves a position is won, and by which first moves. It uses the search of
//! `noire verify`.
//!
//! Nothing is pruned. The search tests whether the colour wins within 1, 3, 5, … moves. After the first success it
//! tests every empty field as a first move.
//!
//! If the game has the properties of [`contract`], the answers are the same as those of the plain search. Otherwise the
//! plain search is used, which may leave a position undecided.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blanche_compiler::runtime::LimitReached;
use blanche_compiler::timing;

use super::contract::{self, ContractViolation};
use noire_engine::board::{Color, Point, PointSet, Position};
use noire_engine::proof_check::definition;
use noire_engine::proof_check::exhaustive::Search;
use noire_engine::proof_check::referee::Referee;
use noire_engine::search::check::Undecided;
use noire_engine::search::limits::{Clock, SearchLimits};

/// A won position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    /// The exact number of moves within which the position is won.
    pub(crate) level: u32,
    /// All first moves that win within the level.
    pub(crate) moves: PointSet,
    /// The fields that these wins involve, if the search has visited them.
    pub(crate) fields: PointSet,
}

/// The result of solving a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The position is won.
    Won(Win),
    /// The position is not won within the maximum number of moves.
    NotWithin,
    /// The position is not won within fewer moves than this number. The search for a win within this number of moves
    /// was stopped.
    Undecided(u32),
}

/// Solves positions of a game.
pub(crate) struct Solver<'g> {
    game: Referee<'g>,
    /// Whether the game has the properties that the fast search requires.
    is_fast: bool,
    /// Maximum number of stones to place for one query.
    nodes: u64,
    /// The clock that stops all searches.
    clock: Clock,
}

impl<'g> Solver<'g> {
    /// Creates a solver that may place up to `nodes` stones for each position. The second value is a property that the
    /// game lacks, or `None` if it has all of them.
    ///
    /// # Errors
    /// Fails if the step limit is exceeded.
    pub(crate) fn new(
        game: &Referee<'g>,
        nodes: u64,
    ) -> Result<(Solver<'g>, Option<ContractViolation>), LimitReached> {
        let breach = contract::contract_violation(game)?;
        Ok((
            Solver {
                game: game.clone(),
                is_fast: breach.is_none(),
                nodes,
                clock: Clock::start(SearchLimits::default()),
            },
            breach,
        ))
    }

    /// Makes the solver stop soon after `stop` is set.
    #[must_use]
    pub(crate) fn stopped_by(self, stop: &Arc<AtomicBool>) -> Solver<'g> {
        Solver {
            clock: Clock::start(SearchLimits { stop: Arc::clone(stop), ..SearchLimits::default() }),
            ..self
        }
    }

    pub(crate) fn game(&self) -> &Referee<'g> {
        &self.game
    }

    /// Whether the solver was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.clock.check().is_err()
    }

    /// The clock of the solver's searches.
    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether the fast search is used.
    pub(super) fn is_fast(&self) -> bool {
        self.is_fast
    }

    /// Creates the fast search for wins of a colour in a position.
    pub(super) fn search<'s>(&'s self, position: &Position, color: Color) -> Search<'s> {
        Search::new(&self.game, position, color, self.nodes).with_clock(&self.clock)
    }

    /// Finds the least number of moves, up to `most`, within which this colour wins. The position must be undecided,
    /// and the colour is to move. Also returns the time it took to find that number, without the time of the search for
    /// all winning first moves.
    pub(crate) fn solve(&self, position: &Position, color: Color, most: u32) -> (Answer, Duration) {
        let ((mut asked, level), time) = timing::once(|| {
            let mut asked = PositionSearch::new(self, position, color);
            let level = asked.first_level(most);
            (asked, level)
        });
        let answer = match level {
            Ok(None) => Answer::NotWithin,
            Ok(Some(level)) => asked.winning_moves(level).map_or(Answer::Undecided(level), Answer::Won),
            Err(level) => Answer::Undecided(level),
        };
        (answer, time)
    }

    /// Whether the colour wins within `level` moves.
    ///
    /// # Errors
    /// Fails if the search ends undecided.
    pub(crate) fn wins_within(
        &self,
        position: &Position,
        color: Color,
        level: u32,
    ) -> Result<bool, Undecided> {
        PositionSearch::new(self, position, color).wins_within(level)
    }

    /// Tests whether the colour wins within `level` moves by a stone on `field`. Returns the fields that the win
    /// involves, or `None` if there is no win or the field is occupied.
    ///
    /// # Errors
    /// Fails if the search ends undecided.
    pub(crate) fn wins_by(
        &self,
        position: &Position,
        color: Color,
        field: Point,
        level: u32,
    ) -> Result<Option<PointSet>, Undecided> {
        if !position.is_empty(field) {
            return Ok(None);
        }
        let mut asked = PositionSearch::new(self, position, color);
        Ok(asked.wins_by(field, level)?.then(|| asked.fields()))
    }
}

/// A position with the search that answers queries about the position. All queries together may place a limited number
/// of stones.
enum PositionSearch<'g> {
    Fast(Box<Search<'g>>),
    Plain { game: &'g Referee<'g>, position: Box<Position>, color: Color, nodes: u64, won: PointSet },
}

impl<'g> PositionSearch<'g> {
    fn new(solver: &'g Solver<'_>, position: &Position, color: Color) -> PositionSearch<'g> {
        match solver.is_fast {
            true => PositionSearch::Fast(Box::new(solver.search(position, color))),
            false => {
                let (game, position, nodes) = (&solver.game, Box::new(position.clone()), solver.nodes);
                PositionSearch::Plain { game, position, color, nodes, won: PointSet::EMPTY }
            }
        }
    }

    /// The lowest level up to `most` at which the colour wins, or `None` if there is none. `Err` holds the level at
    /// which the search was stopped.
    fn first_level(&mut self, most: u32) -> Result<Option<u32>, u32> {
        for level in (1..=most).step_by(2) {
            match self.wins_within(level) {
                Ok(false) => {}
                Ok(true) => return Ok(Some(level)),
                Err(_) => return Err(level),
            }
        }
        Ok(None)
    }

    fn wins_within(&mut self, level: u32) -> Result<bool, Undecided> {
        match self {
            PositionSearch::Fast(search) => search.wins_within(level),
            PositionSearch::Plain { game, position, color, nodes, .. } => {
                affordable(position, level, *nodes)?;
                Ok(definition::wins_within(game, position, *color, level)?)
            }
        }
    }

    fn wins_by(&mut self, field: Point, level: u32) -> Result<bool, Undecided> {
        match self {
            PositionSearch::Fast(search) => search.wins_by(field, level),
            PositionSearch::Plain { game, position, color, nodes, won } => {
                affordable(position, level - 1, *nodes)?;
                let wins = definition::wins_by(game, position, *color, field, level)?;
                if wins {
                    won.insert(field);
                }
                Ok(wins)
            }
        }
    }

    fn fields(&self) -> PointSet {
        match self {
            PositionSearch::Fast(search) => search.proof(),
            PositionSearch::Plain { won, .. } => *won,
        }
    }

    fn winning_moves(&mut self, level: u32) -> Result<Win, Undecided> {
        let empty = match self {
            PositionSearch::Fast(search) => search.position().empty_fields(),
            PositionSearch::Plain { position, .. } => position.empty_fields(),
        };
        let mut moves = PointSet::EMPTY;
        for field in empty {
            if self.wins_by(field, level)? {
                moves.insert(field);
            }
        }
        Ok(Win { level, moves, fields: self.fields() })
    }
}

/// The plain search does not count the stones that it places, so it is used only if it certainly finishes within the
/// limit.
fn affordable(position: &Position, depth: u32, nodes: u64) -> Result<(), Undecided> {
    match (position.empty_fields().len() as u64).saturating_pow(depth) <= nodes {
        true => Ok(()),
        false => Err(Undecided::Nodes),
    }
}
