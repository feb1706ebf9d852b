//! Who answers where times are compared: a back end of the base, or of another one.

use std::hint::black_box;

use blanche_compiler::runtime::{Cost, LimitReached, Solutions, Value};

use super::{Asked, Question};
use crate::bases::{Backend, Question as OfBase};
use crate::board::Position;
use crate::facts::Base;

/// Who a competitor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A back end of the base.
    Own(Backend),
    /// A back end of the base that it is compared with.
    Other(Backend),
}

/// Who answers, and the rules that are asked for each row.
pub struct Competitor<'a> {
    /// Who it is.
    pub who: Who,
    /// The base as it answers everybody: by [`Base::applies`], [`Base::first`], [`Base::answers_into`] and [`Base::count`].
    base: &'a Base,
    backend: Backend,
    /// For each row the rules, by their places in what answers; nothing where it does not have them all.
    rules: Vec<Option<Vec<usize>>>,
}

impl<'a> Competitor<'a> {
    /// A back end of the base whose rules are asked.
    pub fn own(base: &'a Base, backend: Backend, asked: &[Asked]) -> Competitor<'a> {
        let rules = asked.iter().map(|asked| Some(asked.rules(base))).collect();
        Competitor { who: Who::Own(backend), base, backend, rules }
    }

    /// A back end of another base. It answers for the rules that have the names and players of those that are asked, and
    /// with all of its rules for whole levels and the whole base.
    pub fn other(other: &'a Base, backend: Backend, base: &Base, asked: &[Asked]) -> Competitor<'a> {
        let named = |title: String| other.rules().iter().position(|rule| rule.title() == title);
        let rules = asked.iter().map(|asked| match asked {
            Asked::Rule(rule) => named(base.rules()[*rule].title()).map(|rule| vec![rule]),
            Asked::Level(_) | Asked::Base => Some(asked.rules(other)).filter(|rules| !rules.is_empty()),
        });
        Competitor { who: Who::Other(backend), base: other, backend, rules: rules.collect() }
    }

    /// The rules of a row.
    pub fn rules(&self, row: usize) -> Option<&[usize]> {
        self.rules[row].as_deref()
    }

    /// Asks a rule, and gives the number of answers.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub(super) fn ask(
        &self,
        question: Question,
        rule: usize,
        position: &mut Position,
        room: &mut Solutions,
    ) -> Result<usize, LimitReached> {
        let (base, backend) = (self.base, self.backend);
        match question {
            Question::Applies => {
                black_box(base.applies(backend, rule, position)?);
            }
            Question::First => {
                black_box(base.first(backend, rule, position)?);
            }
            Question::All => {
                base.answers_into(backend, OfBase::Rule(rule), position, room)?;
                return Ok(black_box(&*room).len());
            }
            Question::Count => {
                black_box(base.count(backend, rule, position, room)?);
            }
        }
        Ok(1)
    }

    /// What it costs to ask a rule.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub(super) fn cost(
        &self,
        question: Question,
        rule: usize,
        position: &mut Position,
    ) -> Result<Cost, LimitReached> {
        self.base.cost(self.backend, rule, position, question.wanted())
    }

    /// Its answers to a rule, in order.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn answers(&self, rule: usize, position: &mut Position) -> Result<Vec<Vec<Value>>, LimitReached> {
        Ok(self.base.all(self.backend, rule, position)?.iter().map(<[Value]>::to_vec).collect())
    }
}
