//! Runs the checks on all mutants, or on some of them, on all cores.
//!
//! Each mutant is examined independently, and the results are combined in order, so a report does not depend on the
//! number of threads.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::checks::{Checks, Notice};
use super::difference::{Difference, DifferenceFinder};
use super::mutation_world::MutationWorld;
use crate::answers::Unanswered;
use crate::mutants::Mutant;
use crate::running::Stage;
use crate::running::threads;
use blanche_compiler::program::RuleId;
use blanche_compiler::random::Random;
use noire_engine::record::Problems;
use noire_engine::world::WorldError;

/// What to mutate, and how to examine the mutants.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed for everything that is random.
    pub seed: u64,
    /// Number of rounds of positions to examine for mutants that no committed test notices.
    pub rounds: u64,
    /// Set to stop examining mutants.
    pub stop: Arc<AtomicBool>,
    /// Number of threads.
    pub threads: usize,
    /// The part of the mutants to examine, as (index, number of parts). The index starts at 0.
    pub shard: (u64, u64),
    /// Size of a random sample of the mutants, or `None` to examine all mutants.
    pub sample: Option<usize>,
    /// Maximum number of positions to search for one claim.
    pub nodes: u64,
    /// Restricts the run to mutants that can change one of these queries. `None` means no restriction.
    pub questions: Option<Vec<RuleId>>,
}

impl Settings {
    /// Whether the run must end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The result for a mutant.
pub enum Outcome<W: MutationWorld> {
    /// A check notices the mutant.
    Noticed(Notice),
    /// The mutant makes a claim that is wrong, and `noire verify` refutes it.
    Refuted(Box<Difference<W>>),
    /// The mutant answers or continues differently in some position, and no check notices that.
    Differs(Box<Difference<W>>),
    /// The mutant gives the same answers in all positions of the tests, and in this many further positions.
    Alike(u64),
}

impl<W: MutationWorld> fmt::Debug for Outcome<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Noticed(notice) => write!(f, "noticed by {notice:?}"),
            Outcome::Refuted(difference) => write!(f, "refuted: {:?}", difference.claimed),
            Outcome::Differs(difference) => write!(f, "differs: {:?}", difference.by),
            Outcome::Alike(looked) => write!(f, "alike in {looked}"),
        }
    }
}

/// A mutant and its result.
pub struct Examined<W: MutationWorld> {
    pub mutant: Mutant,
    pub outcome: Outcome<W>,
}

impl<W: MutationWorld> fmt::Debug for Examined<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.mutant.name, self.outcome)
    }
}

/// Number of mutants that each thread gets before more mutants are distributed.
const BATCH: usize = 8;

/// Share of the progress that is shown for collecting positions.
const COLLECTION_SHARE: f64 = 0.1;

/// Why a run ended without a report.
pub enum MutateError<W: MutationWorld> {
    /// The files next to the rules have mistakes.
    Beside(Problems),
    /// A query of the original reaches a limit.
    Unanswered(Unanswered<W::Position>),
    /// The game cannot continue.
    World(WorldError),
    /// No thread could be started.
    Thread(io::Error),
}

impl<W: MutationWorld> From<WorldError> for MutateError<W> {
    fn from(trouble: WorldError) -> MutateError<W> {
        MutateError::World(trouble)
    }
}

impl<W: MutationWorld> fmt::Debug for MutateError<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MutateError::Beside(problems) => problems.fmt(f),
            MutateError::Unanswered(question) => {
                write!(f, "{:?} reaches {:?}", question.question, question.limit)
            }
            MutateError::World(trouble) => fmt::Debug::fmt(trouble, f),
            MutateError::Thread(error) => fmt::Debug::fmt(error, f),
        }
    }
}

/// Selects mutants according to the settings: first the mutants that affect the wanted queries, then a random sample of
/// these, and then the requested part of the sample.
pub fn selected_mutants(all: Vec<Mutant>, settings: &Settings) -> Vec<Mutant> {
    let is_asked = |mutant: &Mutant| match &settings.questions {
        None => !mutant.questions.is_empty(),
        Some(wanted) => mutant.questions.iter().any(|question| wanted.contains(question)),
    };
    let mut chosen: Vec<Mutant> = all.into_iter().filter(is_asked).collect();
    if let Some(sample) = settings.sample {
        let mut random = Random::of(settings.seed, &[3]);
        while chosen.len() > sample {
            chosen.remove(random.below(chosen.len()));
        }
    }
    let (shard, shards) = settings.shard;
    chosen.into_iter().skip(shard as usize).step_by(shards as usize).collect()
}

/// Examines mutants. `show` receives the progress. If the run is stopped, returns the mutants whose examination is
/// complete.
///
/// # Errors
/// Fails if the game cannot continue or no thread can be started.
pub fn examine<W: MutationWorld>(
    tests: &Checks<'_, W>,
    mutants: Vec<Mutant>,
    settings: &Settings,
    show: &(dyn Fn(Stage) + Sync),
) -> Result<Vec<Examined<W>>, MutateError<W>> {
    let before =
        |done: f64| show(Stage { done: done * COLLECTION_SHARE, what: "positions to look at".to_owned() });
    before(0.0);
    let is_stopped = || settings.is_stopped();
    let positions = tests.example_positions().collect();
    let finder = DifferenceFinder::new(tests.world(), settings, positions, &mutants, &before)?;
    let mut examined = Vec::with_capacity(mutants.len());
    let done = Mutex::new(0);
    // Progress is reported under a lock, so that the reported value never decreases.
    let report = |more: usize| {
        let mut done = done.lock().expect("nobody fails while it is counted");
        *done += more;
        let what = format!("{done} of {} mutants", mutants.len());
        let share = *done as f64 / mutants.len() as f64;
        show(Stage { done: COLLECTION_SHARE + share * (1.0 - COLLECTION_SHARE), what });
    };
    for batch in mutants.chunks(BATCH * settings.threads.max(1)) {
        if is_stopped() {
            break;
        }
        report(0);
        let outcomes = threads::in_parallel(settings.threads, batch, |mutant| {
            let outcome = if is_stopped() { None } else { Some(outcome(tests, &finder, mutant)) };
            report(1);
            // If the run was stopped, the examination may be incomplete, so its result is dropped.
            outcome.filter(|_| !is_stopped())
        });
        let of_batch = batch.iter().zip(outcomes.map_err(MutateError::Thread)?);
        examined
            .extend(of_batch.filter_map(|(mutant, outcome)| {
                Some(Examined { mutant: mutant.clone(), outcome: outcome? })
            }));
    }
    Ok(examined)
}

fn outcome<W: MutationWorld>(
    tests: &Checks<'_, W>,
    finder: &DifferenceFinder<'_, W>,
    mutant: &Mutant,
) -> Outcome<W> {
    let edited = match tests.notice(mutant) {
        Ok(edited) => edited,
        Err(notice) => return Outcome::Noticed(notice),
    };
    match finder.find(mutant, &edited) {
        (Some(difference), _) if difference.claimed.refuted.is_some() => {
            Outcome::Refuted(Box::new(difference))
        }
        (Some(difference), _) => Outcome::Differs(Box::new(difference)),
        (None, looked) => Outcome::Alike(looked),
    }
}
