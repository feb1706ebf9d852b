//! Contests on a base with a host: the judge's rules of level 0 say who has won, and each contestant asks a base of its own or
//! is a program of somebody else.

use super::player::{Board, ContestError, Ending, Host, Player};
use super::programs::Programmed;
use super::searching::{Searching, StrategySpec};
use crate::bases::Backend;
use crate::board::{Point, Position};
use crate::facts::Base;
use crate::games::{LimitReached, ended};
use crate::gomocup::program::CommandLine;
use crate::laboratory::engine_match::opening::opening;
use crate::record::Outcome;

/// Who plays.
pub enum Entrant<'b> {
    /// A search by a base.
    Search {
        /// How it searches.
        spec: StrategySpec,
        /// What it knows.
        base: &'b Base,
        /// Who answers for that.
        backend: Backend,
    },
    /// A program that speaks the protocol of managers.
    Program {
        /// How it is started.
        command: CommandLine,
        /// The number of the protocol for the judge's rules.
        rule: u32,
    },
}

/// A contest by the rules of a base.
pub struct StonesHost<'b> {
    /// The judge's base.
    pub base: &'b Base,
    /// Who answers for it.
    pub backend: Backend,
    /// Who against whom.
    pub entrants: [Entrant<'b>; 2],
    /// How games begin.
    pub openings: StonesOpenings<'b>,
}

/// How games begin.
pub enum StonesOpenings<'b> {
    /// One for every number.
    Endless(Box<dyn Fn(u64) -> Result<Vec<Point>, LimitReached> + Sync + 'b>),
    /// These, one after the other.
    Given(Vec<Vec<Point>>),
}

impl StonesOpenings<'_> {
    /// The openings of matches that follow from a seed.
    pub fn of_matches(base: &Base, backend: Backend, seed: u64) -> StonesOpenings<'_> {
        StonesOpenings::Endless(Box::new(move |number| opening(base, backend, seed, number)))
    }
}

impl<'b> Host for StonesHost<'b> {
    type Board = Stones<'b>;

    fn openings(&self) -> Option<u64> {
        match &self.openings {
            StonesOpenings::Endless(_) => None,
            StonesOpenings::Given(openings) => Some(openings.len() as u64),
        }
    }

    fn opening(&self, number: u64) -> Result<Stones<'b>, ContestError> {
        let moves = match &self.openings {
            StonesOpenings::Endless(moves) => moves(number)?,
            StonesOpenings::Given(openings) => openings[number as usize].clone(),
        };
        let position = Position::after_moves(&moves).expect("an opening can be played");
        Ok(Stones { base: self.base, backend: self.backend, position, moves })
    }

    fn player(&self, contestant: usize, _: u64) -> Result<Box<dyn Player<Stones<'b>> + '_>, ContestError> {
        Ok(match &self.entrants[contestant] {
            Entrant::Search { spec, base, backend } => Box::new(Searching::new(spec, base, *backend)),
            Entrant::Program { command, rule } => Box::new(Programmed::new(command, *rule)),
        })
    }
}

/// A game by the rules of a base.
#[derive(Clone)]
pub struct Stones<'b> {
    base: &'b Base,
    backend: Backend,
    position: Position,
    moves: Vec<Point>,
}

impl Stones<'_> {
    /// The position as it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All moves, those of the opening in front.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }
}

impl Board for Stones<'_> {
    type Move = Point;

    fn to_move(&self) -> usize {
        self.position.to_move().expect("sides take turns").index()
    }

    fn ending(&mut self) -> Result<Option<Ending>, ContestError> {
        let outcome = ended(self.base, self.backend, &mut self.position)?;
        Ok(outcome.map(|outcome| {
            let winner = match outcome {
                Outcome::Win { winner, .. } => Some(winner.index()),
                Outcome::Draw { .. } | Outcome::Void => None,
            };
            Ending { winner, by: outcome.reason().unwrap_or("unknown").to_owned() }
        }))
    }

    fn play(&mut self, mv: &Point) -> Result<bool, ContestError> {
        if !self.position.is_empty(*mv) {
            return Ok(false);
        }
        self.position.play(*mv).expect("the field is empty");
        self.moves.push(*mv);
        Ok(true)
    }

    fn move_text(&self, mv: &Point) -> String {
        mv.to_string()
    }

    fn text(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        moves.join(" ")
    }
}
