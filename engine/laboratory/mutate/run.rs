//! All of it: every mutant, or a part of them, put to the tests on all cores.
//!
//! A mutant is examined by itself, and what comes of them is put together in their order, so a report is the same with
//! any number of threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::checks::{Notice, Tests, TestsError};
use super::difference::{Difference, Looker};
use super::mutant::Mutant;
use crate::bases::Question;
use crate::laboratory::verify::claim::Judge;
use crate::laboratory::verify::run::{RunError, Stage};
use crate::laboratory::verify::threads;
use crate::proof_check::referee::Referee;
use blanche_compiler::random::Random;

/// What is mutated, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is drawn at random follows from it.
    pub seed: u64,
    /// So many rounds of positions are looked through for those whom no committed test notices.
    pub rounds: u64,
    /// No more mutants are examined after this is set.
    pub stop: Arc<AtomicBool>,
    /// So many threads work.
    pub threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub shard: (u64, u64),
    /// So many mutants, drawn at random; all without it.
    pub sample: Option<usize>,
    /// So many stones may be set for one claim.
    pub nodes: u64,
    /// Only mutants that can change what these answer.
    pub questions: Vec<Question>,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A committed test notices it.
    Noticed(Notice),
    /// It claims what does not win: `noire verify` refutes it.
    Refuted(Box<Difference>),
    /// It answers something else somewhere, and nobody notices.
    Differs(Box<Difference>),
    /// It answers the same in so many positions beside those of the tests.
    Alike(u64),
}

/// A mutant and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The mutant.
    pub mutant: Mutant,
    /// What became of it.
    pub outcome: Outcome,
}

/// Each thread has so many mutants before the next are given out.
const BATCH: usize = 8;

/// Looking for smallest matches is told as this part of the whole.
const MATCHES_SHARE: f64 = 0.1;

/// Why a run ended without a report.
#[derive(Debug)]
pub enum MutateError {
    /// The base's own tests cannot be read or asked.
    Tests(TestsError),
    /// As in `noire verify`.
    Run(RunError),
}

/// The mutants that the settings ask for.
pub fn chosen(all: Vec<Mutant>, settings: &Settings) -> Vec<Mutant> {
    let asks =
        |mutant: &Mutant| mutant.questions.iter().any(|question| settings.questions.contains(question));
    part_of(all.into_iter().filter(asks), (settings.seed, settings.sample), settings.shard)
}

/// So many of some mutants, drawn at random where a number is said, and of these the part of so many.
pub(in crate::laboratory) fn part_of<M>(
    all: impl Iterator<Item = M>,
    (seed, sample): (u64, Option<usize>),
    (shard, shards): (u64, u64),
) -> Vec<M> {
    let mut chosen: Vec<M> = all.collect();
    if let Some(sample) = sample {
        let mut random = Random::of(seed, &[3]);
        while chosen.len() > sample {
            chosen.remove(random.below(chosen.len()));
        }
    }
    chosen.into_iter().skip(shard as usize).step_by(shards as usize).collect()
}

/// Examines mutants of the base of a game; `show` is told how far it is. After the sign to stop it gives those that were
/// examined to their end.
///
/// # Errors
/// When the base's own tests cannot be asked, and when no thread can be started.
pub fn examine(
    game: &Referee<'_>,
    tests: &Tests<'_>,
    mutants: Vec<Mutant>,
    settings: &Settings,
    show: &(dyn Fn(Stage) + Sync),
) -> Result<Vec<Examined>, MutateError> {
    let matches = |done: f64| show(Stage { done: done * MATCHES_SHARE, what: "smallest matches".to_owned() });
    matches(0.0);
    let (judge, _) = Judge::new(game, settings.nodes).map_err(|limit| MutateError::Run(limit.into()))?;
    let judge = judge.stopped_by(&settings.stop);
    let is_stopped = || settings.stop.load(Ordering::Relaxed);
    let more = tests.example_positions().collect();
    let rules = mutants.iter().flat_map(|mutant| &mutant.questions).filter_map(|question| match question {
        Question::Rule(rule) => Some(*rule),
        _ => None,
    });
    let looker = Looker::new(judge, settings.seed, settings.rounds, more, &rules.collect(), &matches);
    let mut examined = Vec::with_capacity(mutants.len());
    let done = Mutex::new(0);
    // Threads tell one after the other, so that what is done never goes back.
    let tell = |more: usize| {
        let mut done = done.lock().expect("nobody fails while it is counted");
        *done += more;
        let what = format!("{done} of {} mutants", mutants.len());
        let share = *done as f64 / mutants.len() as f64;
        show(Stage { done: MATCHES_SHARE + share * (1.0 - MATCHES_SHARE), what });
    };
    for batch in mutants.chunks(BATCH * settings.threads.max(1)) {
        if is_stopped() {
            break;
        }
        tell(0);
        let outcomes = threads::in_parallel(settings.threads, batch, |mutant| {
            let outcome = if is_stopped() { None } else { Some(outcome(tests, &looker, mutant)) };
            tell(1);
            // Nobody knows what would have been found out in the rest of the time.
            outcome.filter(|_| !is_stopped())
        });
        let outcomes = outcomes.map_err(|error| MutateError::Run(RunError::Thread(error)))?;
        let of_batch = batch.iter().zip(outcomes);
        examined
            .extend(of_batch.filter_map(|(mutant, outcome)| {
                Some(Examined { mutant: mutant.clone(), outcome: outcome? })
            }));
    }
    Ok(examined)
}

fn outcome(tests: &Tests<'_>, looker: &Looker<'_>, mutant: &Mutant) -> Outcome {
    let base = match tests.notice(mutant) {
        Ok(base) => base,
        Err(notice) => return Outcome::Noticed(notice),
    };
    match looker.look(mutant, &base) {
        (Some(difference), _) if difference.refuted.is_some() => Outcome::Refuted(Box::new(difference)),
        (Some(difference), _) => Outcome::Differs(Box::new(difference)),
        (None, looked) => Outcome::Alike(looked),
    }
}
