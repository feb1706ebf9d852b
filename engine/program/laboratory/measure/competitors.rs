//! Who answers where times are compared: a back end of the base, or of another one.

use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::timed::Timed;
use super::{Asked, Question};
use noire_engine::bases::{Backend, Question as OfBase};
use noire_engine::world::Saying as _;

/// Who answers, and what is asked for each row.
pub(crate) struct Competitor<'w, W: Timed> {
    /// Whether it is the base that is compared.
    pub(crate) is_other: bool,
    /// The back end.
    pub(crate) backend: Backend,
    pub(super) world: &'w W,
    /// For each row the questions; nothing where it does not have them all.
    questions: Vec<Option<Vec<OfBase>>>,
}

impl<'w, W: Timed> Competitor<'w, W> {
    /// A back end of the base whose rules are asked.
    pub(crate) fn own(world: &'w W, backend: Backend, asked: &[Asked]) -> Competitor<'w, W> {
        let questions = asked.iter().map(|asked| Some(asked.questions(world.contents()))).collect();
        Competitor { is_other: false, backend, world, questions }
    }

    /// A back end of another base. It answers for the rules that have the names and players of those that are asked, and
    /// with all of its rules for whole levels and the whole base.
    pub(crate) fn other(other: &'w W, backend: Backend, world: &W, asked: &[Asked]) -> Competitor<'w, W> {
        let (rows, contents) = (other.rows(), other.contents());
        let named = |title: String| rows.iter().copied().find(|row| row.title(contents) == title);
        let questions = asked.iter().map(|asked| match asked {
            Asked::One(question) => named(question.title(world.contents())).map(|question| vec![question]),
            Asked::Level(_) | Asked::Base => Some(asked.questions(contents)).filter(|all| !all.is_empty()),
        });
        Competitor { is_other: true, backend, world: other, questions: questions.collect() }
    }

    /// What stands for the questions of a row.
    pub(super) fn ids(&self, row: usize) -> Option<Vec<W::Id>> {
        let questions = self.questions[row].as_deref()?;
        Some(questions.iter().map(|question| self.world.id(*question)).collect())
    }

    /// All answers to the first question of a row, in order; nothing where it does not have them.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub(super) fn answers(
        &self,
        row: usize,
        position: &mut W::Position,
    ) -> Result<Option<Solutions>, LimitReached> {
        let Some(id) = self.ids(row).and_then(|ids| ids.first().copied()) else { return Ok(None) };
        let mut room = Solutions::default();
        self.world.put(self.backend, Question::All, id, position, &mut room)?;
        Ok(Some(room))
    }

    /// The values of such answers as they are written: another base may number them otherwise.
    pub(super) fn written(&self, row: usize, answers: &Solutions) -> Vec<Vec<String>> {
        let questions = self.questions[row].iter().flatten().next();
        let values = |(question, answer): (&OfBase, &[Value])| {
            let bindings = self.world.bindings(*question, answer).into_iter();
            bindings.map(|(_, value)| value).collect()
        };
        questions
            .into_iter()
            .flat_map(|question| answers.iter().map(move |answer| (question, answer)))
            .map(values)
            .collect()
    }
}
