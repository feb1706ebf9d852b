//! Measures the times of queries about games defined by rule files.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Rules, Tally, playout, playouts};
use blanche_compiler::program::RuleId;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Cost, LimitReached, Position as Words, Solutions};

use super::Question;
use super::agreement::Disagreement;
use super::costs::Subject;
use super::measurement_world::{MeasurementWorld, SubjectRunner};
use crate::answers::Corpus as _;
use noire_engine::bases::{Backend, Question as OfBase};
use noire_engine::world::{Text, World as _, WorldError, WorldExt as _};

/// Number of random games whose positions are used.
const GAMES: u64 = 4;

impl MeasurementWorld for Text {
    type Id = RuleId;
    type Nodes = ();

    const SUBJECTS: &'static str = "moves, ends, values and random games";

    /// Rules, scores and preferences.
    fn rows(&self) -> Vec<OfBase> {
        let is_row = |question: &OfBase| !matches!(question, OfBase::Export(_));
        OfBase::all(self.contents()).into_iter().filter(is_row).collect()
    }

    fn id(&self, question: OfBase) -> RuleId {
        self.ids().get(question)
    }

    fn runs_same_code(&self, question: Question, rule: RuleId) -> bool {
        let mut rules = self.backends().iter().map(|one| self.answered_by(*one));
        rules.all(|one| one.is_in_words(rule, question) && !one.is_compiled_in_words(rule, question))
    }

    fn put(
        &self,
        backend: Backend,
        question: Question,
        rule: RuleId,
        position: &mut Words,
        room: &mut Solutions,
    ) -> Result<usize, LimitReached> {
        let rules = self.answered_by(backend);
        match question {
            Question::Applies => {
                black_box(rules.evaluator().applies(position, rule)?);
            }
            Question::Count => {
                black_box(rules.evaluator().count(position, rule)?);
            }
            // The first answer is found by computing all answers.
            Question::First | Question::All => {
                answers_into(rules, rule, position, room)?;
                let answers = black_box(&*room).len();
                return Ok(if question == Question::All { answers } else { 1 });
            }
        }
        Ok(1)
    }

    fn cost(
        &self,
        backend: Backend,
        question: Question,
        rule: RuleId,
        position: &mut Words,
    ) -> Result<Option<Cost>, LimitReached> {
        if self.answered_by(backend).is_in_words(rule, question) {
            return Ok(None);
        }
        let wanted = if question == Question::First { Question::All } else { question };
        // Both back ends count the same steps, so the steps of the interpreter are used for both.
        let Ok(machine) = self.base().machine() else { return Ok(None) };
        machine.cost(position, rule, wanted).map(Some)
    }

    fn subjects(&self) -> Vec<Subject> {
        let exports = (0..self.base().contents().exports.len()).map(Subject::Export);
        let values = (!self.base().contents().scores.is_empty()).then_some(Subject::Value);
        exports
            .chain([Subject::Moves, Subject::Play, Subject::End])
            .chain(values)
            .chain([Subject::Game])
            .collect()
    }

    /// The positions of a few random games, without their final positions.
    fn built_in(&self, seed: u64) -> Result<(Vec<Words>, &'static str), WorldError> {
        let mut positions = Vec::new();
        for number in 0..GAMES {
            let seed = seed.wrapping_sub(1).wrapping_mul(GAMES).wrapping_add(number);
            let each = |position: &Words, _| positions.push(position.clone());
            playout(self.rules(), &mut self.start()?, &mut Random::new(seed), &mut Vec::new(), each)?;
        }
        Ok((positions, "random games"))
    }

    fn nodes(&self, _: Option<&[Words]>) {}

    fn written(&self, position: &Words) -> String {
        self.identity(position)
    }

    fn each(
        &self,
        subject: Subject,
        positions: &mut [Words],
        (): &(),
        asker: &mut impl SubjectRunner,
    ) -> Result<(), Disagreement> {
        let (of, called) = (|backend| self.answered_by(backend), |position: &Words| self.written(position));
        let player = self.program().players[0];
        positions.iter_mut().try_for_each(|position| match subject {
            Subject::Export(export) => {
                let rule = self.id(OfBase::Export(export));
                asker.once(position, |by, at, room| answers_into(of(by), rule, at, room), called)
            }
            Subject::Value => {
                asker.once(position, |by, at, _| of(by).judgement().value(at, player), called).map(drop)
            }
            Subject::Moves => {
                let moves = |by, at: &mut _, _: &mut _| {
                    let mut moves = Vec::new();
                    of(by).moves(at, &mut moves).map(|()| moves)
                };
                asker.once(position, moves, called).map(drop)
            }
            Subject::Play => asker.once(position, |by, at, _| each_made(of(by), at), called).map(drop),
            Subject::End => asker.once(position, |by, at, _| of(by).end(at), called).map(drop),
            // The remaining subject is a random game.
            _ => {
                asker.once(position, |by, at, _| Ok::<_, WorldError>(by_chance(of(by), at)), called).map(drop)
            }
        })
    }
}

/// The result of one random game, which is the same for every back end. `None` if the game cannot continue.
fn by_chance(rules: &Rules, position: &Words) -> Option<Tally> {
    let never = AtomicBool::new(false);
    playouts(rules, position, 1, &mut Random::new(1), &never, &|_| ()).ok()
}

/// Writes all answers of a rule to `room`, and replaces its content.
fn answers_into(
    rules: &Rules,
    rule: RuleId,
    position: &mut Words,
    room: &mut Solutions,
) -> Result<(), LimitReached> {
    room.clear(rules.program().rule(rule).answer.len());
    rules.evaluator().each(position, rule, &[], &mut |answer| room.push(answer))
}

/// Makes every move and takes it back. Returns a checksum of the resulting positions.
fn each_made(rules: &Rules, position: &mut Words) -> Result<u64, WorldError> {
    let (mut moves, mut sum) = (Vec::new(), 0_u64);
    rules.moves(position, &mut moves)?;
    let before = position.words().to_vec();
    for mv in moves {
        rules.play(position, mv)?;
        sum = position.words().iter().fold(sum, |sum, word| sum.rotate_left(7) ^ word);
        position.set_words(&before);
    }
    Ok(sum)
}
