//! In how many moves a position is won, and by which first moves: exhaustively, with the search of `noire verify`.
//!
//! Nothing is pruned here. The search is asked whether the colour wins within 1, 3, 5, … moves, and at the first yes it
//! is asked of every empty field whether a stone there does. Its answers are those of the plain search wherever the
//! game keeps the contract ([`contract`]); where it does not, the plain search answers itself, as far as it comes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blanche_compiler::runtime::LimitReached;
use blanche_compiler::timing;

use super::contract::{self, Breach};
use noire_engine::board::{Color, Point, PointSet, Position};
use noire_engine::proof_check::exhaustive::Search;
use noire_engine::proof_check::plain;
use noire_engine::proof_check::referee::Referee;
use noire_engine::search::check::Undecided;
use noire_engine::search::limits::{Clock, SearchLimits};

/// A position that is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    /// Within exactly so many moves.
    pub(crate) level: u32,
    /// All first moves that win within the level.
    pub(crate) moves: PointSet,
    /// The fields that these wins go over, as far as the search has seen them.
    pub(crate) fields: PointSet,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is won.
    Won(Win),
    /// It is not won within as many moves as were asked for.
    NotWithin,
    /// It is not won within fewer moves than this, and the search for a win within this many was given up.
    Undecided(u32),
}

/// Decides positions of a game.
pub(crate) struct Solver<'g> {
    game: Referee<'g>,
    /// The game has the properties that the fast search wants.
    is_fast: bool,
    /// Maximum number of stones that are set for one question.
    nodes: u64,
    /// It says when nothing more is to be searched.
    clock: Clock,
}

impl<'g> Solver<'g> {
    /// A solver that may set so many stones for one position; and what the game breaks of the contract, if anything.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub(crate) fn new(game: &Referee<'g>, nodes: u64) -> Result<(Solver<'g>, Option<Breach>), LimitReached> {
        let breach = contract::breach(game)?;
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

    /// The same solver, who gives up soon after this sign is set.
    #[must_use]
    pub(crate) fn stopped_by(self, stop: &Arc<AtomicBool>) -> Solver<'g> {
        Solver {
            clock: Clock::start(SearchLimits { stop: Arc::clone(stop), ..SearchLimits::default() }),
            ..self
        }
    }

    /// The game.
    pub(crate) fn game(&self) -> &Referee<'g> {
        &self.game
    }

    /// Nothing more is searched.
    pub(crate) fn is_stopped(&self) -> bool {
        self.clock.look().is_err()
    }

    /// The clock of all its searches.
    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether the fast search answers.
    pub(super) fn is_fast(&self) -> bool {
        self.is_fast
    }

    /// The fast search for wins of a colour in a position.
    pub(super) fn search<'s>(&'s self, position: &Position, color: Color) -> Search<'s> {
        Search::new(&self.game, position, color, self.nodes).until(&self.clock)
    }

    /// Within how many moves, up to so many, this colour, to move, wins where nobody has won yet; and how long it took
    /// to know, the other winning first moves not counted.
    pub(crate) fn solve(&self, position: &Position, color: Color, most: u32) -> (Answer, Duration) {
        let ((mut asked, level), time) = timing::once(|| {
            let mut asked = Asked::new(self, position, color);
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

    /// The colour wins within so many moves.
    ///
    /// # Errors
    /// When it ends undecided.
    pub(crate) fn wins_within(
        &self,
        position: &Position,
        color: Color,
        level: u32,
    ) -> Result<bool, Undecided> {
        Asked::new(self, position, color).wins_within(level)
    }

    /// The colour wins by a stone on this field within so many moves, which it does not on a field that is not empty. Gives
    /// the fields that the win goes over.
    ///
    /// # Errors
    /// When it ends undecided.
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
        let mut asked = Asked::new(self, position, color);
        Ok(asked.wins_by(field, level)?.then(|| asked.fields()))
    }
}

/// Questions about one position, with one suppression of stones.
enum Asked<'g> {
    Fast(Box<Search<'g>>),
    Plain { game: &'g Referee<'g>, position: Box<Position>, color: Color, nodes: u64, won: PointSet },
}

impl<'g> Asked<'g> {
    fn new(solver: &'g Solver<'_>, position: &Position, color: Color) -> Asked<'g> {
        match solver.is_fast {
            true => Asked::Fast(Box::new(solver.search(position, color))),
            false => {
                let (game, position, nodes) = (&solver.game, Box::new(position.clone()), solver.nodes);
                Asked::Plain { game, position, color, nodes, won: PointSet::EMPTY }
            }
        }
    }

    /// The first level up to this one within which the colour wins, if any; or the level at which it was given up.
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
            Asked::Fast(search) => search.wins_within(level),
            Asked::Plain { game, position, color, nodes, .. } => {
                affordable(position, level, *nodes)?;
                Ok(plain::wins_within(game, position, *color, level)?)
            }
        }
    }

    fn wins_by(&mut self, field: Point, level: u32) -> Result<bool, Undecided> {
        match self {
            Asked::Fast(search) => search.wins_by(field, level),
            Asked::Plain { game, position, color, nodes, won } => {
                affordable(position, level - 1, *nodes)?;
                let wins = plain::wins_by(game, position, *color, field, level)?;
                if wins {
                    won.insert(field);
                }
                Ok(wins)
            }
        }
    }

    fn fields(&self) -> PointSet {
        match self {
            Asked::Fast(search) => search.proof(),
            Asked::Plain { won, .. } => *won,
        }
    }

    fn winning_moves(&mut self, level: u32) -> Result<Win, Undecided> {
        let empty = match self {
            Asked::Fast(search) => search.position().empty_fields(),
            Asked::Plain { position, .. } => position.empty_fields(),
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

/// The plain search counts no stones, so it is asked only where it is sure to end in time.
fn affordable(position: &Position, depth: u32, nodes: u64) -> Result<(), Undecided> {
    match (position.empty_fields().len() as u64).saturating_pow(depth) <= nodes {
        true => Ok(()),
        false => Err(Undecided::Nodes),
    }
}
