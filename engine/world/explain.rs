//! Why rules apply in a position, and why they do not.

use std::sync::Arc;

use blanche_compiler::runtime::{LimitReached, Value};
use blanche_compiler::why::{Derivation, Obstacles, Trace, WhyNot};

use super::Saying as _;
use super::World;
use crate::bases::Question;

/// Explains the answers of a base. What it has planned for one position is there for the next.
pub struct Explainer<'w, W: World> {
    world: &'w W,
    questions: WhyNot<'w, W::Host>,
}

impl<'w, W: World> Explainer<'w, W> {
    /// Of a world, within its limits for each explanation as a whole, until it is to stop.
    pub fn new(world: &'w W) -> Explainer<'w, W> {
        let questions = WhyNot::new(world.program(), world.limits());
        let questions = match world.stop() {
            Some(sign) => questions.stopped_by(Arc::clone(sign)),
            None => questions,
        };
        Explainer { world, questions }
    }

    /// Why a rule has this answer, literal by literal; nothing if it has not.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn why(
        &self,
        question: Question,
        answer: &[Value],
        position: &mut W::Position,
    ) -> Result<Option<Derivation>, LimitReached> {
        self.questions.why().solution(position, question.id(self.world.program()), answer)
    }

    /// The same of an answer that a back end has given; whether it is one is not asked again.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn why_answered(
        &self,
        question: Question,
        answer: &[Value],
        position: &mut W::Position,
    ) -> Result<Option<Derivation>, LimitReached> {
        self.questions.why().found(position, question.id(self.world.program()), answer)
    }

    /// How far a rule comes that does not apply, and what stops it, furthest first; nothing if it applies.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn why_not(
        &self,
        question: Question,
        position: &mut W::Position,
    ) -> Result<Option<Obstacles>, LimitReached> {
        self.questions.rule(position, question.id(self.world.program()))
    }

    /// All ways in which a rule was tried, of which so many are kept.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn ways(
        &self,
        question: Question,
        position: &mut W::Position,
        most: usize,
    ) -> Result<Trace, LimitReached> {
        self.questions.trace(position, question.id(self.world.program()), most)
    }

    /// How many questions were planned so far.
    pub fn planned(&self) -> usize {
        self.questions.planned()
    }
}
