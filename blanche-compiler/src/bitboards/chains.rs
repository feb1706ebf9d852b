//! How moves go on, as words: whether they do, and which of the next moves begin so.

use super::Unfit;
use super::code::{Code, Output};
use super::game::Group;
use super::solve::Solver;
use super::translate::Question;
use crate::program::{self, Argument, Game, Move, Program};
use crate::runtime::{Layout, U256, Value, Word};

/// How a player goes on after the moves of a group.
#[derive(Clone, Debug)]
pub struct Continuation<W = U256> {
    /// Whether the player does, asked before the move; always, where there is no test.
    pub test: Option<Code<W>>,
    /// The place of the next move in [`Game::moves`](crate::program::Game::moves).
    pub of: usize,
    /// With which values it begins.
    pub begun: Vec<Begun>,
}

/// A value with which the next move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// This one.
    Value(Value),
    /// The last one that was played.
    Played,
}

impl Continuation {
    /// The same over words of its width.
    pub(super) fn lowered<W: Word>(&self) -> Continuation<W> {
        Continuation { test: self.test.as_ref().map(Code::lowered), of: self.of, begun: self.begun.clone() }
    }
}

impl<W: Word> Continuation<W> {
    /// Which moves of a group begin so, after a move with this last value.
    pub(super) fn mask(&self, group: &Group<W>, played: Value) -> W {
        let value = |begun: &Begun| match begun {
            Begun::Value(value) => *value,
            Begun::Played => played,
        };
        let (first, last) = self.begun.split_at(self.begun.len().min(group.values.len()));
        if self.of != group.of
            || !first.iter().zip(&group.values).all(|(begun, known)| value(begun) == *known)
        {
            return W::NONE;
        }
        last.first().map_or(!W::NONE, |last| W::bit(value(last) % W::BITS))
    }
}

/// How a player goes on after the moves of a declaration that begin with these values.
pub(super) fn continuations(
    program: &Program,
    layout: &Layout,
    (game, made): (&Game, &Move),
    values: &[Value],
) -> Result<Vec<Continuation>, Unfit> {
    made.continuations.iter().map(|then| continuation(program, layout, (game, made), then, values)).collect()
}

fn continuation(
    program: &Program,
    layout: &Layout,
    (game, made): (&Game, &Move),
    then: &program::Continuation,
    values: &[Value],
) -> Result<Continuation, Unfit> {
    let played = program.rule(made.question).answer.len();
    let begun = |argument: &Argument| match argument {
        Argument::Constant(value) => Ok(Begun::Value(*value)),
        Argument::Answer(at) if *at < values.len() => Ok(Begun::Value(values[*at])),
        Argument::Answer(at) if at + 1 == played => Ok(Begun::Played),
        // What is not played may be several values.
        Argument::Answer(_) => Err(Unfit),
    };
    let begun = then.arguments.iter().map(begun).collect::<Result<_, _>>()?;
    let of = game.place_of(then.target);
    let test = match then.question {
        None => None,
        Some(question) => {
            let mut solver = Solver::new(program, layout, Some(made.player));
            let given: Vec<Option<Value>> = (0..played).map(|at| values.get(at).copied()).collect();
            let question = Question::new(&mut solver, program.rule(question), &given)?;
            let word = question.test(&mut solver)?;
            Some(Code::of(&solver.operations, vec![Output { values: Vec::new(), word }], None))
        }
    };
    Ok(Continuation { test, of, begun })
}
