//! The competitors of a benchmark. A competitor is a back end of the base, or of another base that is compared with it.

use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::measurement_world::MeasurementWorld;
use super::{MeasuredItem, Question};
use noire_engine::bases::{Backend, Question as OfBase};
use noire_engine::world::WorldExt as _;

/// A competitor, with the queries that it answers in each row of the table.
pub struct Competitor<'w, W: MeasurementWorld> {
    /// Whether the competitor belongs to the other base in the comparison.
    pub is_other: bool,
    /// How the rules are evaluated.
    pub backend: Backend,
    pub(super) world: &'w W,
    /// The queries of each row, or `None` if this base lacks some of them.
    questions: Vec<Option<Vec<OfBase>>>,
}

impl<'w, W: MeasurementWorld> Competitor<'w, W> {
    /// A competitor from the base being measured.
    pub fn own(world: &'w W, backend: Backend, asked: &[MeasuredItem]) -> Competitor<'w, W> {
        let questions = asked.iter().map(|asked| Some(asked.questions(world.contents()))).collect();
        Competitor { is_other: false, backend, world, questions }
    }

    /// A competitor from another base. In rows of single rules it uses its own rules with the same names and players.
    /// In rows of levels and of the base it uses all of its own rules.
    pub fn other(other: &'w W, backend: Backend, world: &W, asked: &[MeasuredItem]) -> Competitor<'w, W> {
        let (rows, contents) = (other.rows(), other.contents());
        let named = |title: String| rows.iter().copied().find(|row| row.title(contents) == title);
        let questions = asked.iter().map(|asked| match asked {
            MeasuredItem::One(question) => {
                named(question.title(world.contents())).map(|question| vec![question])
            }
            MeasuredItem::Level(_) | MeasuredItem::Base => {
                Some(asked.questions(contents)).filter(|all| !all.is_empty())
            }
        });
        Competitor { is_other: true, backend, world: other, questions: questions.collect() }
    }

    /// The ids of the queries of a row.
    pub(super) fn ids(&self, row: usize) -> Option<Vec<W::Id>> {
        let questions = self.questions[row].as_deref()?;
        Some(questions.iter().map(|question| self.world.id(*question)).collect())
    }

    /// All answers to the first query of a row, in order, or `None` if this base lacks the query.
    ///
    /// # Errors
    /// Fails if a limit is reached first.
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

    /// The values of these answers as text, because another base may use other numbers for the same values.
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
