//! Explains why rules apply or do not apply in a position.

use std::sync::Arc;

use blanche_compiler::runtime::{LimitReached, Value};
use blanche_compiler::why::{Derivation, ObstacleSearch, Obstacles, Trace};

use super::World;
use super::WorldExt as _;
use crate::bases::Question;

/// Explains the answers of a base. Query plans are cached and reused for further positions.
pub struct Explainer<'w, W: World> {
    world: &'w W,
    questions: ObstacleSearch<'w, W::Host>,
}

impl<'w, W: World> Explainer<'w, W> {
    /// Creates an explainer. The limits of the world apply to each explanation as a whole. The stop flag of the world
    /// aborts an explanation.
    pub fn new(world: &'w W) -> Explainer<'w, W> {
        let questions = ObstacleSearch::new(world.program(), world.limits());
        let questions = match world.stop() {
            Some(sign) => questions.stopped_by(Arc::clone(sign)),
            None => questions,
        };
        Explainer { world, questions }
    }

    /// The proof tree of an answer to a rule; `None` if the rule does not have this answer.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn why(
        &self,
        question: Question,
        answer: &[Value],
        position: &mut W::Position,
    ) -> Result<Option<Derivation>, LimitReached> {
        self.questions.why().solution(position, question.id(self.world.program()), answer)
    }

    /// The proof tree of an answer that a back end has returned. Does not check again that this is an answer.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn why_answered(
        &self,
        question: Question,
        answer: &[Value],
        position: &mut W::Position,
    ) -> Result<Option<Derivation>, LimitReached> {
        self.questions.why().found(position, question.id(self.world.program()), answer)
    }

    /// The obstacles that keep a rule from applying; `None` if the rule applies. The first obstacle is the one before
    /// which the most literals of the rule succeeded.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn why_not(
        &self,
        question: Question,
        position: &mut W::Position,
    ) -> Result<Option<Obstacles>, LimitReached> {
        self.questions.rule(position, question.id(self.world.program()))
    }

    /// The obstacles that keep a question from having an answer with these first values; `None` if it has one.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn why_not_answered(
        &self,
        question: Question,
        values: &[Value],
        position: &mut W::Position,
    ) -> Result<Option<Obstacles>, LimitReached> {
        let values: Vec<Option<Value>> = values.iter().copied().map(Some).collect();
        self.questions.solution(position, question.id(self.world.program()), &values)
    }

    /// A trace of all attempts to satisfy a rule. At most `most` attempts are kept.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn ways(
        &self,
        question: Question,
        position: &mut W::Position,
        most: usize,
    ) -> Result<Trace, LimitReached> {
        self.questions.trace(position, question.id(self.world.program()), most)
    }

    /// The number of queries that have been planned so far.
    pub fn planned(&self) -> usize {
        self.questions.planned()
    }
}
