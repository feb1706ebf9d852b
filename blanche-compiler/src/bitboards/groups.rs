//! The moves of a declaration, in groups: those of a group differ in one value, which is the place of a bit.
//!
//! Where two values are played, as a piece is moved from field to field, moves over the same distance are a group: there are few
//! distances, and the code of a group is the same for all fields. Otherwise all values but the last are those of the group.

use std::collections::BTreeSet;

use super::Unfit;
use super::operations::WordId;
use super::relation::Shift;
use super::solve::Solver;
use super::translate::{Given, Question};
use crate::program::{Game, Move, Program};
use crate::runtime::{Layout, U256, Value};

/// What the moves of a group play besides the value in which they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plays {
    /// Nothing: there is one move, which plays no value.
    Nothing,
    /// These values before it.
    After(Vec<Value>),
    /// A value after it that is so much more.
    Moved(i32),
}

impl Plays {
    /// What the move plays whose bit is at this place.
    pub fn values(&self, bit: Value) -> Vec<Value> {
        match self {
            Plays::Nothing => Vec::new(),
            Plays::After(values) => [values.as_slice(), &[bit]].concat(),
            Plays::Moved(by) => vec![bit, bit.wrapping_add_signed(*by)],
        }
    }

    /// The same as what is given to questions, where the bit is one of these.
    pub(super) fn given(&self, bits: U256) -> Vec<Given> {
        match self {
            Plays::Nothing => Vec::new(),
            Plays::After(values) => {
                let values = values.iter().map(|value| Given::Value(*value));
                values.chain([Given::Played(bits)]).collect()
            }
            Plays::Moved(by) => vec![Given::Played(bits), Given::Moved(*by)],
        }
    }

    /// The same as words, where there are any.
    pub(super) fn words(&self, solver: &mut Solver<'_>, bits: U256) -> Vec<WordId> {
        if *self == Plays::Nothing {
            return Vec::new();
        }
        let played = solver.operations.played(bits);
        let mut words = vec![played];
        if let Plays::Moved(by) = self {
            words.push(solver.operations.shift(played, Shift { by: *by, mask: bits }));
        }
        words
    }
}

/// The moves of a declaration of a program.
#[derive(Clone, Copy)]
pub(super) struct Moves<'p> {
    pub(super) program: &'p Program,
    pub(super) layout: &'p Layout,
    pub(super) game: &'p Game,
    pub(super) made: &'p Move,
}

impl<'p> Moves<'p> {
    /// Somebody who finds words, where it is the turn of the player of the moves.
    pub(super) fn solver(self) -> Solver<'p> {
        Solver::new(self.program, self.layout, Some(self.made.player))
    }

    fn question(self, solver: &mut Solver<'_>) -> Result<Question, Unfit> {
        Question::new(solver, self.program.rule(self.made.question), &[])
    }

    /// How many values a move plays.
    pub(super) fn played(self) -> usize {
        self.program.rule(self.made.question).answer.len()
    }

    /// The groups with the words of their moves, in the order of the moves, but for those of different distances: of these the
    /// moves of smaller bits come first.
    pub(super) fn groups(self, solver: &mut Solver<'_>) -> Result<Vec<(Plays, WordId)>, Unfit> {
        let distances = self.distances()?;
        let question = self.question(solver)?;
        let Some(last) = self.played().checked_sub(1) else {
            return Ok(vec![(Plays::Nothing, self.only_move(solver, &question)?)]);
        };
        let groups = match distances {
            None => {
                let outputs = question.outputs_over(solver, Some(last))?;
                outputs.into_iter().map(|output| (Plays::After(output.values), output.word)).collect()
            }
            Some(distances) => {
                let group = |by| Ok((Plays::Moved(by), question.word_moved(solver, by, 0)?));
                distances.into_iter().map(group).collect::<Result<_, _>>()?
            }
        };
        Ok(groups)
    }

    /// The distances between two values that are played, where there are fewer of them than of the first values.
    fn distances(self) -> Result<Option<BTreeSet<i32>>, Unfit> {
        if self.played() != 2 {
            return Ok(None);
        }
        let mut solver = self.solver();
        let outputs = self.question(&mut solver)?.outputs_over(&mut solver, Some(1))?;
        let mut distances = BTreeSet::new();
        for output in &outputs {
            let seconds = solver.operations.possible(output.word).places();
            distances.extend(seconds.map(|second| second as i32 - output.values[0] as i32));
        }
        Ok((distances.len() < outputs.len()).then_some(distances))
    }

    /// The word of a move that plays no value, which has one bit.
    fn only_move(self, solver: &mut Solver<'_>, question: &Question) -> Result<WordId, Unfit> {
        let (word, one) = (question.test(solver)?, solver.operations.holds());
        Ok(solver.operations.only_where(word, one))
    }

    /// The bits of the moves of a group, and behind them the second values that are played, where two are.
    pub(super) fn legal(self, solver: &mut Solver<'_>, plays: &Plays) -> Result<Vec<WordId>, Unfit> {
        let question = self.question(solver)?;
        match plays {
            Plays::Nothing => Ok(vec![self.only_move(solver, &question)?]),
            Plays::After(values) => Ok(vec![question.word_with(solver, Some(values.len()), values)?]),
            Plays::Moved(by) => [0, 1].iter().map(|at| question.word_moved(solver, *by, *at)).collect(),
        }
    }
}
