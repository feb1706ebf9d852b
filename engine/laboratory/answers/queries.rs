//! Evaluates all queries of a game and its base in a list of positions. Answers can thus be counted and compared in the
//! same way for every game.

use std::fmt;

use blanche_compiler::expect::Bindings;
use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::corpus::Corpus;
use noire_engine::bases::{Backend, Contents, Question};
use noire_engine::checksum::Checksum;
use noire_engine::world::{Wanted, World, WorldExt};

/// The queries and positions, each addressed by its index.
pub struct Queries<'w, W: World> {
    world: &'w W,
    backend: Backend,
    questions: Vec<Question>,
    positions: &'w mut [W::Position],
}

impl<'w, W: Corpus> Queries<'w, W> {
    /// Creates an instance with all queries of a base, to be evaluated by `backend` in `positions`.
    pub fn new(world: &'w W, backend: Backend, positions: &'w mut [W::Position]) -> Queries<'w, W> {
        Queries { world, backend, questions: world.questions(), positions }
    }

    /// Number of queries.
    pub fn questions(&self) -> usize {
        self.questions.len()
    }

    pub(crate) fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The query with this title, and its index.
    pub fn question(&self, title: &str) -> Option<(usize, Question)> {
        let number = (0..self.questions.len()).find(|number| self.title(*number) == title)?;
        Some((number, self.questions[number]))
    }

    /// The title of a query, such as `t.threat for white` or `the score two for white`.
    pub(crate) fn title(&self, question: usize) -> String {
        self.questions[question].title(self.world.contents())
    }

    /// Whether the query is a rule of the base.
    pub(super) fn is_rule(&self, question: usize) -> bool {
        matches!(self.questions[question], Question::Rule(_))
    }

    /// The weights of the answers, if the query is a score or preference.
    pub(super) fn weights(&self, question: usize) -> Vec<i64> {
        self.questions[question].weights(self.world.contents())
    }

    /// The variables of a query in the order of its answers, each with a description of its values. If two queries have
    /// equal results here, they use the same numbers for the same values.
    pub(super) fn variables(&self, question: usize) -> Vec<(String, String)> {
        self.world.variables(self.questions[question])
    }

    /// An answer in readable form, in the order of the variables.
    pub fn written(&self, question: usize, answer: &[Value]) -> Bindings {
        self.world.bindings(self.questions[question], answer)
    }

    /// Adds the identity of a position to a checksum.
    pub(super) fn position(&self, number: usize, sum: &mut Checksum) {
        sum.add_bytes(self.world.identity(&self.positions[number]).as_bytes());
    }

    /// Writes all answers of a query in a position to `solutions`, in order. Replaces the old content of `solutions`.
    ///
    /// # Errors
    /// Fails if a limit is reached.
    pub fn ask(
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

/// A query that reached a limit, and the position in which it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered<P> {
    /// The query that was not answered.
    pub question: Question,
    /// The position in which the query was evaluated.
    pub position: Box<P>,
    /// The limit that was reached.
    pub limit: LimitReached,
}

impl<P> Unanswered<P> {
    /// The message, in several lines: the query and the limit that it reached, the location in the rules, and the
    /// position.
    pub fn words(&self, contents: &Contents, position: &dyn fmt::Display) -> String {
        let title = self.question.title(contents);
        let who = match self.question {
            Question::Rule(_) => format!("the rule `{title}`"),
            _ => title,
        };
        let (limit, place) = (self.limit.exceeded(), self.question.place(contents));
        format!("{who} {limit}\n  {place}\n  in the position {position}")
    }
}
