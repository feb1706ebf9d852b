//! Measures the times of queries about five in a row.

use std::hint::black_box;

use blanche_compiler::runtime::{Cost, LimitReached, Solutions};

use super::Question;
use super::agreement::Disagreement;
use super::costs::{Subject, node_verdict};
use super::measurement_world::{MeasurementWorld, SubjectRunner};
use crate::corpus::{self, Walk};
use noire_engine::bases::{Backend, Question as OfBase, Subject as _};
use noire_engine::board::{Color, Position};
use noire_engine::world::{Stones, World as _, WorldError};

/// Maximum number of moves to try in each position that the user gives. Each such move is a node at which verdicts are
/// timed.
const TRIED_STONES: usize = 4;

/// If the interpreter takes part, only every `INTERPRETED_WALKS`-th built-in sequence of positions is used.
const INTERPRETED_WALKS: usize = 10;

impl MeasurementWorld for Stones {
    type Id = usize;
    type Nodes = Vec<Walk>;

    const SUBJECTS: &'static str = "exports, values and verdicts";

    fn rows(&self) -> Vec<OfBase> {
        (0..self.base().contents().rules.len()).map(OfBase::Rule).collect()
    }

    fn id(&self, question: OfBase) -> usize {
        match question {
            OfBase::Rule(rule) => rule,
            _ => unreachable!("only rules have rows"),
        }
    }

    fn runs_same_code(&self, _: Question, _: usize) -> bool {
        false
    }

    #[inline]
    fn put(
        &self,
        backend: Backend,
        question: Question,
        rule: usize,
        position: &mut Position,
        room: &mut Solutions,
    ) -> Result<usize, LimitReached> {
        let base = self.base();
        match question {
            Question::Applies => {
                black_box(base.on(backend).applies(rule, position)?);
            }
            Question::First => {
                black_box(base.on(backend).first(rule, position)?);
            }
            Question::All => {
                base.on(backend).answers_into(OfBase::Rule(rule), position, room)?;
                return Ok(black_box(&*room).len());
            }
            Question::Count => {
                black_box(base.on(backend).count(rule, position, room)?);
            }
        }
        Ok(1)
    }

    fn cost(
        &self,
        backend: Backend,
        question: Question,
        rule: usize,
        position: &mut Position,
    ) -> Result<Option<Cost>, LimitReached> {
        self.base().on(backend).cost(rule, position, question).map(Some)
    }

    /// All exports, the value of a position if the base has scores, and the verdict.
    fn subjects(&self) -> Vec<Subject> {
        let exports = (0..self.base().contents().exports.len()).map(Subject::Export);
        let values = (!self.base().contents().scores.is_empty()).then_some(Subject::Value);
        exports.chain(values).chain([Subject::Verdict]).collect()
    }

    fn built_in(&self, _: u64) -> Result<(Vec<Position>, &'static str), WorldError> {
        Ok((corpus::positions(), "the built-in corpus"))
    }

    fn nodes(&self, given: Option<&[Position]>) -> Vec<Walk> {
        let step = if self.backends().contains(&Backend::Interpreted) { INTERPRETED_WALKS } else { 1 };
        match given {
            Some(positions) => corpus::tries(positions, TRIED_STONES),
            None => corpus::nodes().into_iter().step_by(step).collect(),
        }
    }

    fn written(&self, position: &Position) -> String {
        position.options()
    }

    fn each(
        &self,
        subject: Subject,
        positions: &mut [Position],
        walks: &Vec<Walk>,
        asker: &mut impl SubjectRunner,
    ) -> Result<(), Disagreement> {
        let (base, written) = (self.base(), |position: &Position| self.written(position));
        match subject {
            Subject::Export(export) => positions.iter_mut().try_for_each(|position| {
                let ask = |by, position: &mut _, room: &mut _| {
                    base.on(by).answers_into(OfBase::Export(export), position, room)
                };
                asker.once(position, ask, written)
            }),
            Subject::Value => positions.iter_mut().try_for_each(|position| {
                let color = position.to_move().unwrap_or(Color::Black);
                asker.once(position, |by, position, _| base.on(by).value(position, color), written).map(drop)
            }),
            // The remaining subject is the verdict.
            _ => {
                let mut outcome = Ok(());
                let mut node = |position: &mut Position, stone| {
                    let called = |position: &Position| format!("{} at {stone}", self.written(position));
                    let ask = |by, position: &mut _, _: &mut _| node_verdict(base, by, position, stone);
                    let rule = asker.once(position, ask, called)?;
                    asker.ends_at(rule.map(|rule| base.contents().rules[rule].level));
                    Ok(())
                };
                for walk in walks {
                    walk.each_node(|position, stone| {
                        if outcome.is_ok() {
                            outcome = node(position, stone);
                        }
                    });
                }
                outcome
            }
        }
    }
}
