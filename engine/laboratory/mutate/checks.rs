//! The checks that a game passes and a mutant of it may fail. They are the checks of the compiler, the example
//! positions, the course of play if the rule files define it, and the recorded answers over a corpus.
//!
//! Snapshots of plans and generated code are not used. They change with every letter of the source, and show nothing
//! about correctness.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::program::{GameQuestion, Program, RuleId, RuleKind};
use blanche_compiler::random::mixed;
use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_sorted::SortedMap;

use super::mutation_world::{Counterparts, MutationWorld};
use super::run::MutateError;
use crate::answers::{Answers, Unanswered};
use crate::example_check;
use crate::mutants::Mutant;
use noire_engine::bases::{Backend, LoadError, Question, QuestionIds};
use noire_engine::record::Location;
use noire_engine::world::examples::of_base;
use noire_engine::world::{Example, WorldExt};

/// The check that notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The compiler rejects the mutant, or gives a warning that the original does not get.
    Compiler(Code),
    /// The example at this location fails.
    Example(Location),
    /// The number of positions after this many moves changes.
    Counts(u32),
    /// The random game with this number continues differently, or cannot continue.
    Games(u64),
    /// The answers of this query in the corpus differ from `answers.txt`.
    Answers(String),
    /// This query exceeds the work limit for mutants.
    Work(String),
}

/// The checks that a game passes and a mutant may fail.
pub struct Checks<'w, W: MutationWorld> {
    world: &'w W,
    /// The ids of the queries of the game.
    ids: QuestionIds,
    examples: Vec<Example<W>>,
    /// Locations of examples that fail for the original game.
    broken: Vec<Location>,
    /// The recorded course of play: position counts and random games.
    course: W::PlayRecord,
    corpus: Vec<W::Position>,
    /// A checksum for each position of the corpus, for each query whose answers are committed.
    sums: SortedMap<Question, Vec<u64>>,
    /// Queries whose answers differ from `answers.txt` or are missing there.
    unpinned: Vec<String>,
    /// Limits for each query to a mutant.
    limits: Limits,
    /// Number of warnings for the original game, by code.
    warnings: SortedMap<Code, usize>,
    stop: Arc<AtomicBool>,
}

impl<'w, W: MutationWorld> Checks<'w, W> {
    /// Prepares the checks for this game. If `with_answers` is `false`, `answers.txt` is not used, which shows what the
    /// other checks notice alone. `seed` determines everything random. If `stop` was set meanwhile, the result cannot
    /// be used.
    ///
    /// # Errors
    /// Fails if a file next to the rules has mistakes, the game cannot continue, or a query reaches a limit.
    pub fn of(
        world: &'w W,
        with_answers: bool,
        seed: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Checks<'w, W>, MutateError<W>> {
        let examples = of_base(world).map_err(MutateError::Beside)?.into_iter();
        // An example that already fails for the original game cannot notice a mutant.
        let (examples, broken): (Vec<_>, Vec<_>) =
            examples.partition(|example| example_check::holds(world, example) == Ok(true));
        let positions: Vec<W::Position> = examples.iter().map(|example| example.position.clone()).collect();
        let mut tests = Checks {
            world,
            ids: QuestionIds::of(world.program()),
            broken: broken.into_iter().map(|example| example.place).collect(),
            course: world.record_play(seed, stop)?,
            corpus: Vec::new(),
            sums: SortedMap::new(),
            unpinned: Vec::new(),
            limits: world.limits_of_mutants(positions, seed, stop)?,
            warnings: warnings(world.rule_files().warnings()),
            stop: Arc::clone(stop),
            examples,
        };
        if with_answers {
            tests.add_expected_answers()?;
        }
        Ok(tests)
    }

    /// Stores those answers in `answers.txt` that are still correct, for comparison with the answers of mutants.
    fn add_expected_answers(&mut self) -> Result<(), MutateError<W>> {
        let (world, all) = (self.world, self.world.questions());
        let title = |question: &Question| question.title(world.contents());
        let said = Answers::read_sidecar(world).map_err(MutateError::Beside)?.unwrap_or_default();
        if said.records.is_empty() {
            self.unpinned = all.iter().map(title).collect();
            return Ok(());
        }
        let backend = world.backends()[0];
        let entries = world.corpus(&|| self.stop.load(Ordering::Relaxed), &|_| {})?;
        self.corpus = entries.iter().map(|entry| entry.position(world)).collect::<Result<_, _>>()?;
        let answered = Answers::of(world, backend, &self.corpus).map_err(MutateError::Unanswered)?;
        for question in all {
            let title = title(&question);
            let of = |answers: &Answers| answers.record(&title).cloned();
            if !of(&answered).zip(of(&said)).is_some_and(|(now, said)| now.has_same_answers(&said)) {
                self.unpinned.push(title);
                continue;
            }
            if self.is_stopped() {
                break;
            }
            let sums = self.corpus.iter().map(|position| {
                let sum = sum(world, question, backend, position);
                sum.map_err(|limit| Unanswered { question, position: Box::new(position.clone()), limit })
            });
            let sums = sums.collect::<Result<Vec<u64>, _>>().map_err(MutateError::Unanswered)?;
            self.sums.insert(question, sums);
        }
        Ok(())
    }

    /// The original game.
    pub fn world(&self) -> &'w W {
        self.world
    }

    /// Locations of examples that fail for the original game. These examples are not used.
    pub fn broken(&self) -> &[Location] {
        &self.broken
    }

    /// Queries whose answers in `answers.txt` are missing or not correct.
    pub fn queries_without_expected_answers(&self) -> &[String] {
        &self.unpinned
    }

    pub(super) fn example_positions(&self) -> impl Iterator<Item = W::Position> + '_ {
        self.examples.iter().map(|example| example.position.clone())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Runs the checks on a mutant, cheapest first. If a check notices the mutant, that check is returned as the error.
    /// Otherwise returns the mutant, ready for further queries. If the run was stopped meanwhile, the result has no
    /// meaning.
    ///
    /// # Errors
    /// Fails if a check notices the mutant. The error is that check.
    pub(crate) fn notice(&self, mutant: &Mutant) -> Result<W, Notice> {
        let (file, text) = (mutant.file(), self.world.rule_files().source(mutant.file()).1);
        let edited = self.world.edited(file, &mutant.edited(text), self.limits).map_err(Notice::Compiler)?;
        let known = |code: &Code| self.warnings.get(code).copied().unwrap_or(0);
        let now = warnings(edited.rule_files().warnings());
        if let Some((code, _)) = now.iter().find(|(code, times)| **times > known(code)) {
            return Err(Notice::Compiler(*code));
        }
        let same = Counterparts::of(self.world, &edited);
        self.examples_notice(mutant, &edited, &same)?;
        if changes_play(self.world.program(), mutant) {
            W::check_play(&self.course, &edited, &self.stop)?;
        }
        self.answers_notice(mutant, &edited, &same)?;
        Ok(edited)
    }

    fn examples_notice(&self, mutant: &Mutant, edited: &W, same: &Counterparts<'_>) -> Result<(), Notice> {
        for example in &self.examples {
            let rule = self.ids.get(example.question);
            if !mutant.questions.contains(&rule) {
                continue;
            }
            let Some(question) = same.get(rule) else { return Err(Notice::Example(example.place.clone())) };
            match example_check::holds(edited, &Example { question, ..example.clone() }) {
                Ok(true) => {}
                Ok(false) => return Err(Notice::Example(example.place.clone())),
                Err(_) => return Err(Notice::Work(question.title(edited.contents()))),
            }
        }
        Ok(())
    }

    fn answers_notice(&self, mutant: &Mutant, edited: &W, same: &Counterparts<'_>) -> Result<(), Notice> {
        let title = |question: Question| question.title(self.world.contents());
        let mut pinned: Vec<(Question, &Vec<u64>)> = Vec::new();
        for rule in &mutant.questions {
            let Some(question) = self.ids.question(*rule) else { continue };
            let Some(sums) = self.sums.get(&question) else { continue };
            match same.get(*rule) {
                Some(question) => pinned.push((question, sums)),
                None => return Err(Notice::Answers(title(question))),
            }
        }
        for (number, position) in self.corpus.iter().enumerate() {
            if self.is_stopped() {
                break;
            }
            for (question, sums) in &pinned {
                match sum(edited, *question, Backend::Interpreted, position) {
                    Ok(sum) if sum == sums[number] => {}
                    Ok(_) => return Err(Notice::Answers(question.title(edited.contents()))),
                    Err(_) => return Err(Notice::Work(question.title(edited.contents()))),
                }
            }
        }
        Ok(())
    }
}

/// Whether a mutant may change the moves of the game, the effects of moves, or the end of the game.
pub fn changes_play(program: &Program, mutant: &Mutant) -> bool {
    mutant.questions.iter().any(|rule| depends_on_play(program, *rule))
}

/// Whether a query is part of the game itself, rather than of the knowledge about it. Always `false` if the base has a
/// host (a game implemented in Rust), because the host defines the game.
pub(super) fn depends_on_play(program: &Program, rule: RuleId) -> bool {
    let rule = program.rule(rule);
    !program.needs_host()
        && match rule.kind {
            RuleKind::Rule => rule.level == 0,
            RuleKind::Game(question) => question != GameQuestion::Claims,
            RuleKind::Export | RuleKind::Score(_) | RuleKind::Preference(_) | RuleKind::Query => false,
        }
}

/// Number of warnings by code. `UnusedAllow` is ignored: if a literal with a suppressed warning changes, the
/// suppression may become unused, which shows nothing about the meaning of the mutant.
fn warnings(messages: &[Diagnostic]) -> SortedMap<Code, usize> {
    let mut counts = SortedMap::new();
    for warning in messages.iter().filter(|message| message.code != Code::UnusedAllow) {
        *counts.entry(warning.code).or_default() += 1;
    }
    counts
}

/// The first error because of which a file is rejected.
pub(super) fn first_error(error: &LoadError) -> Code {
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

/// A hash of the answers of a query in a position, and of the weights of the answers.
fn sum<W: MutationWorld>(
    world: &W,
    question: Question,
    backend: Backend,
    position: &W::Position,
) -> Result<u64, LimitReached> {
    let answers = world.answers(backend, question, &mut position.clone())?;
    let values = answers.iter().flatten().map(|value| u64::from(*value));
    let weights = question.weights(world.contents());
    let all = weights.into_iter().map(|weight| weight as u64).chain([answers.len() as u64]).chain(values);
    Ok(all.fold(0, |sum, value| mixed(sum ^ value)))
}

/// The queries of the original that a user can make, with the corresponding query of the changed game for each.
pub(super) fn corresponding_queries<W: MutationWorld>(
    world: &W,
    edited: &W,
    rules: impl Iterator<Item = RuleId>,
) -> Vec<(Question, Question)> {
    let (ids, same) = (QuestionIds::of(world.program()), Counterparts::of(world, edited));
    rules.filter_map(|rule| Some((ids.question(rule)?, same.get(rule)?))).collect()
}
