//! The questions of a game with its base, asked in positions one after the other, so that answers are counted and compared in one
//! way whatever the game.

use std::fmt;

use blanche_compiler::expect::Bindings;
use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::corpus::Corpus;
use noire_engine::bases::{Backend, Contents, Question};
use noire_engine::checksum::Checksum;
use noire_engine::world::{Saying, Wanted, World};

/// Questions and positions, each by its number.
pub(crate) struct Asked<'w, W: World> {
    world: &'w W,
    backend: Backend,
    questions: Vec<Question>,
    positions: &'w mut [W::Position],
}

impl<'w, W: Corpus> Asked<'w, W> {
    /// All that can be asked of a base, of this back end, in these positions.
    pub(crate) fn new(world: &'w W, backend: Backend, positions: &'w mut [W::Position]) -> Asked<'w, W> {
        Asked { world, backend, questions: world.questions(), positions }
    }

    /// How many questions there are.
    pub(crate) fn questions(&self) -> usize {
        self.questions.len()
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The question of this title, and its number.
    pub(crate) fn question(&self, title: &str) -> Option<(usize, Question)> {
        let number = (0..self.questions.len()).find(|number| self.title(*number) == title)?;
        Some((number, self.questions[number]))
    }

    /// `t.threat for white`, `the score two for white`
    pub(crate) fn title(&self, question: usize) -> String {
        self.questions[question].title(self.world.contents())
    }

    /// Whether it is a rule of the base.
    pub(super) fn is_rule(&self, question: usize) -> bool {
        matches!(self.questions[question], Question::Rule(_))
    }

    /// What its answers are worth, of a score or a preference.
    pub(super) fn weights(&self, question: usize) -> Vec<i64> {
        self.questions[question].weights(self.world.contents())
    }

    /// Its variables, in the order of an answer, and which values theirs may be: two questions of which this is the same have
    /// the same numbers for the same values.
    pub(super) fn variables(&self, question: usize) -> Vec<(String, String)> {
        self.world.variables(self.questions[question])
    }

    /// An answer as it is written, in the order of the variables.
    pub(crate) fn written(&self, question: usize, answer: &[Value]) -> Bindings {
        self.world.bindings(self.questions[question], answer)
    }

    /// Takes up what makes a position this one and no other.
    pub(super) fn position(&self, number: usize, sum: &mut Checksum) {
        sum.add_bytes(self.world.identity(&self.positions[number]).as_bytes());
    }

    /// Writes all answers of a question in a position into `solutions`, in their order, in place of earlier ones.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(crate) fn ask(
        &mut self,
        question: usize,
        position: usize,
        solutions: &mut Solutions,
    ) -> Result<(), Unanswered<W::Position>> {
        let (question, position) = (self.questions[question], &mut self.positions[position]);
        match self.world.ask_into(self.backend, question, Wanted::All, position, solutions) {
            Ok(_) => Ok(()),
            Err(limit) => Err(Unanswered { question, position: Box::new(position.clone()), limit }),
        }
    }
}

/// A question that reached a limit before it was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unanswered<P> {
    /// What was asked.
    pub(crate) question: Question,
    /// Where.
    pub(crate) position: Box<P>,
    /// At which limit.
    pub(crate) limit: LimitReached,
}

impl<P> Unanswered<P> {
    /// The rule and its place, the limit and the position, as that is written, on lines of their own.
    pub(crate) fn words(&self, contents: &Contents, position: &dyn fmt::Display) -> String {
        let title = self.question.title(contents);
        let who = match self.question {
            Question::Rule(_) => format!("the rule `{title}`"),
            _ => title,
        };
        let (limit, place) = (self.limit.exceeded(), self.question.place(contents));
        format!("{who} {limit}\n  {place}\n  in the position {position}")
    }
}
