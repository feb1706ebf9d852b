//! What is committed beside a base and fails for a mutant: the compiler's checks, its example positions, and what its
//! rules are said to answer in the built-in corpus. Snapshots of plans and of generated code are not asked: they change
//! with every letter, and say nothing of right and wrong.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::diagnostic::{Code, Severity};
use blanche_compiler::runtime::{LimitReached, Limits, Solutions};

use super::mutant::{Mutant, SHARE};
use crate::bases::{Backend, LoadError, Question};
use crate::board::Position;
use crate::facts::Base;
use crate::laboratory::answers::{self, Answers, Unanswered};
use crate::laboratory::judged;
use crate::record::{Place, Problems};
use crate::world::examples::beside;
use crate::world::{Example, Stones};

/// Who notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// It is refused, or warned of where the base is not.
    Compiler(Code),
    /// An example position beside the rules is said to be another one: its place.
    Example(Place),
    /// This rule or export answers something else in the built-in corpus than `answers.txt` says.
    Answers(String),
    /// This rule or export takes more work than [`SHARE`] of what a question may take, in an example position or in the
    /// corpus.
    Work(String),
}

/// Why a base cannot be mutated.
#[derive(Debug)]
pub enum TestsError {
    /// The texts beside its rules have mistakes.
    Beside(Problems),
    /// One of its own answers reaches the step limit.
    Unanswered(Unanswered<Position>),
}

/// What a base must stand up to.
pub struct Tests<'b> {
    base: &'b Base,
    examples: Vec<Example<Stones>>,
    corpus: Vec<Position>,
    /// Of every rule and export whose answers are committed a sum for each position of the corpus.
    sums: BTreeMap<Question, Vec<u64>>,
    /// Examples that the base itself does not stand up to.
    broken: Vec<Place>,
    /// Rules and exports that answer something else than `answers.txt` says, or of which it says nothing.
    unpinned: Vec<String>,
    /// How often the base is warned of something.
    warnings: BTreeMap<Code, usize>,
    /// Nothing more is asked after this is set.
    stop: Arc<AtomicBool>,
}

impl<'b> Tests<'b> {
    /// The tests of this base; or those without `answers.txt`, to see what the positions beside the rules notice alone.
    /// They are no tests where the sign to stop was set meanwhile.
    ///
    /// # Errors
    /// When the texts beside it have mistakes, or it reaches the step limit.
    pub fn of(
        base: &'b Arc<Base>,
        with_answers: bool,
        stop: &Arc<AtomicBool>,
    ) -> Result<Tests<'b>, TestsError> {
        let world = Stones::new(Arc::clone(base), vec![Backend::Interpreted]);
        let examples = beside(&world).map_err(TestsError::Beside)?.into_iter();
        // An example that is wrong of the base notices no mutant.
        let (examples, broken): (Vec<_>, Vec<_>) =
            examples.partition(|example| judged::holds(&world, example) == Ok(true));
        let broken = broken.into_iter().map(|example| example.place).collect();
        let said = Answers::beside(&world).map_err(TestsError::Beside)?.unwrap_or_default();
        let mut tests = Tests {
            base,
            examples,
            corpus: Vec::new(),
            sums: BTreeMap::new(),
            broken,
            unpinned: Vec::new(),
            warnings: warnings(base),
            stop: Arc::clone(stop),
        };
        let all = Question::all(base.contents());
        if !with_answers {
            return Ok(tests);
        }
        if said.tallies.is_empty() {
            tests.unpinned = all.iter().map(|question| question.title(base.contents())).collect();
            return Ok(tests);
        }
        tests.corpus = answers::positions();
        let fast = Stones::new(Arc::clone(base), vec![base.backend()]);
        let answered = Answers::of(&fast, base.backend(), &tests.corpus).map_err(TestsError::Unanswered)?;
        let mut room = Solutions::default();
        for question in all {
            let title = question.title(base.contents());
            let of = |answers: &Answers| answers.tally(&title).cloned();
            if !of(&answered).zip(of(&said)).is_some_and(|(now, said)| now.says_the_same(&said)) {
                tests.unpinned.push(title);
                continue;
            }
            if tests.is_stopped() {
                break;
            }
            let sums = tests.corpus.iter().map(|position| {
                let sum = sum(question, base, base.backend(), position, &mut room);
                sum.map_err(|limit| Unanswered { question, position: Box::new(position.clone()), limit })
            });
            let sums =
                sums.collect::<Result<Vec<u64>, Unanswered<Position>>>().map_err(TestsError::Unanswered)?;
            tests.sums.insert(question, sums);
        }
        Ok(tests)
    }

    /// The base.
    pub fn base(&self) -> &'b Base {
        self.base
    }

    /// Examples that the base itself does not stand up to: they are not asked.
    pub fn broken(&self) -> &[Place] {
        &self.broken
    }

    /// Rules and exports whose answers no committed text holds.
    pub fn unpinned(&self) -> &[String] {
        &self.unpinned
    }

    /// The positions that belong to rules.
    pub(super) fn example_positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.examples.iter().map(|example| example.position.clone())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Who notices this mutant first, the cheapest asked first; or the mutant, ready to be asked, where nobody does. It
    /// says nothing of the mutant where the sign to stop was set meanwhile.
    pub fn notice(&self, mutant: &Mutant) -> Result<Arc<Base>, Notice> {
        let limits = self.base.limits();
        let limits = Limits { work: limits.work / SHARE, ..limits };
        let base = match self.base.edited(mutant.file(), &mutant.text(self.base), limits) {
            Ok(base) => Arc::new(base.stopped_by(Arc::clone(&self.stop))),
            Err(error) => return Err(Notice::Compiler(first_error(&error))),
        };
        let known = |code: &Code| self.warnings.get(code).copied().unwrap_or(0);
        if let Some((code, _)) = warnings(&base).iter().find(|(code, times)| **times > known(code)) {
            return Err(Notice::Compiler(*code));
        }
        let world = Stones::new(Arc::clone(&base), vec![Backend::Interpreted]);
        for example in self.examples.iter().filter(|example| mutant.questions.contains(&example.question)) {
            match judged::holds(&world, example) {
                Ok(true) => {}
                Ok(false) => return Err(Notice::Example(example.place.clone())),
                Err(_) => return Err(Notice::Work(example.question.title(base.contents()))),
            }
        }
        let mut room = Solutions::default();
        let pinned: Vec<(Question, &Vec<u64>)> = mutant
            .questions
            .iter()
            .filter_map(|question| Some((*question, self.sums.get(question)?)))
            .collect();
        for (number, position) in self.corpus.iter().enumerate() {
            if self.is_stopped() {
                break;
            }
            for (question, sums) in &pinned {
                let now = sum(*question, &base, Backend::Interpreted, position, &mut room);
                match now {
                    Ok(sum) if sum == sums[number] => {}
                    Ok(_) => return Err(Notice::Answers(question.title(base.contents()))),
                    Err(_) => return Err(Notice::Work(question.title(base.contents()))),
                }
            }
        }
        Ok(base)
    }
}

/// How often each warning is given. A suppression for a literal that a mutant changes may silence nothing any more; that tells
/// nothing of what the mutant means.
fn warnings(base: &Base) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    let (_, warnings) = base.warnings();
    for warning in warnings.iter().filter(|warning| warning.code != Code::UnusedAllow) {
        *counts.entry(warning.code).or_default() += 1;
    }
    counts
}

fn first_error(error: &LoadError) -> Code {
    match error {
        LoadError::Mistakes(_, messages) => {
            let mut errors = messages.iter().filter(|message| message.severity == Severity::Error);
            errors.next().expect("a base is refused for its errors").code
        }
        LoadError::Unknown(_) | LoadError::Unreadable(..) | LoadError::NoBase(_) => {
            unreachable!("the base was opened before")
        }
    }
}

/// A number that is another one for other answers.
fn sum(
    question: Question,
    base: &Base,
    backend: Backend,
    position: &Position,
    room: &mut Solutions,
) -> Result<u64, LimitReached> {
    base.answers_into(backend, question, &mut position.clone(), room)?;
    let values = room.iter().flatten().map(|value| u64::from(*value));
    let weights = question.weights(base.contents());
    let all = weights.into_iter().map(|weight| weight as u64).chain([room.len() as u64]).chain(values);
    Ok(all.fold(0, |sum, value| blanche_compiler::random::mixed(sum ^ value)))
}
