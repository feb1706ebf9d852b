//! Divides the moves of a declaration into groups. The moves of a group differ only in one value, which is the
//! position of a bit.
//!
//! If moves play two values, as when a piece moves from field to field, all moves over the same distance form a group.
//! There are few distances, and the code of a group is the same for all fields. Otherwise the moves of a group share
//! all values but the last.

use blanche_sorted::SortedSet;

use super::Unfit;
use super::operations::WordId;
use super::relation::Shift;
use super::solve::Solver;
use super::translate::{GivenValue, RuleQuery};
use crate::program::{Game, Move, Program};
use crate::runtime::{Layout, U256, Value};

/// The values that the moves of a group play in addition to the value in which they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plays {
    /// No values: there is a single move, which plays no value.
    Nothing,
    /// These values, before the value in which the moves differ.
    After(Vec<Value>),
    /// A second value, which is the first value plus this offset.
    Moved(i32),
}

impl Plays {
    /// The values of the move with this bit.
    pub fn values(&self, bit: Value) -> Vec<Value> {
        match self {
            Plays::Nothing => Vec::new(),
            Plays::After(values) => [values.as_slice(), &[bit]].concat(),
            Plays::Moved(by) => vec![bit, bit.wrapping_add_signed(*by)],
        }
    }

    /// The played values as given values of a query, if the bit is one of `bits`.
    pub(super) fn given(&self, bits: U256) -> Vec<GivenValue> {
        match self {
            Plays::Nothing => Vec::new(),
            Plays::After(values) => {
                let values = values.iter().map(|value| GivenValue::Value(*value));
                values.chain([GivenValue::Played(bits)]).collect()
            }
            Plays::Moved(by) => vec![GivenValue::Played(bits), GivenValue::Moved(*by)],
        }
    }

    /// The words of the played values, if there are any.
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

/// The moves of a declaration in a program.
#[derive(Clone, Copy)]
pub(super) struct Moves<'p> {
    pub(super) program: &'p Program,
    pub(super) layout: &'p Layout,
    pub(super) game: &'p Game,
    pub(super) made: &'p Move,
}

impl<'p> Moves<'p> {
    /// A solver for positions in which the player of the moves is to move.
    pub(super) fn solver(self) -> Solver<'p> {
        Solver::new(self.program, self.layout, Some(self.made.player))
    }

    fn question(self, solver: &mut Solver<'_>) -> Result<RuleQuery, Unfit> {
        RuleQuery::new(solver, self.program.rule(self.made.question), &[])
    }

    /// Number of values that a move plays.
    pub(super) fn played(self) -> usize {
        self.program.rule(self.made.question).answer.len()
    }

    /// The groups, with the words of their moves, in move order. Groups by distance are in the order of the
    /// distances instead.
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

    /// The distances between the two played values, if there are fewer distances than first values.
    fn distances(self) -> Result<Option<SortedSet<i32>>, Unfit> {
        if self.played() != 2 {
            return Ok(None);
        }
        let mut solver = self.solver();
        let outputs = self.question(&mut solver)?.outputs_over(&mut solver, Some(1))?;
        let mut distances = SortedSet::new();
        for output in &outputs {
            let seconds = solver.operations.possible(output.word).places();
            distances.extend(seconds.map(|second| second as i32 - output.values[0] as i32));
        }
        Ok((distances.len() < outputs.len()).then_some(distances))
    }

    /// The word of a move that plays no value: a single bit.
    fn only_move(self, solver: &mut Solver<'_>, question: &RuleQuery) -> Result<WordId, Unfit> {
        let (word, one) = (question.test(solver)?, solver.operations.holds());
        Ok(solver.operations.only_where(word, one))
    }

    /// The bits of the moves of a group, and also the bits of the second value if the moves play two values.
    pub(super) fn legal(self, solver: &mut Solver<'_>, plays: &Plays) -> Result<Vec<WordId>, Unfit> {
        let question = self.question(solver)?;
        match plays {
            Plays::Nothing => Ok(vec![self.only_move(solver, &question)?]),
            Plays::After(values) => Ok(vec![question.word_with(solver, Some(values.len()), values)?]),
            Plays::Moved(by) => [0, 1].iter().map(|at| question.word_moved(solver, *by, *at)).collect(),
        }
    }
}
