//! All of it: every mutant, or a part of them, put to the tests on all cores.
//!
//! A mutant is examined by itself, and what comes of them is put together in their order, so a report is the same with
//! any number of threads.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::checks::{Notice, Tests};
use super::difference::{Difference, Looker};
use super::mutant::Mutant;
use super::mutating::Mutating;
use crate::laboratory::answers::Unanswered;
use crate::laboratory::running::Stage;
use crate::laboratory::running::threads;
use blanche_compiler::program::RuleId;
use blanche_compiler::random::Random;
use noire_engine::record::Problems;
use noire_engine::world::Trouble;

/// What is mutated, and how.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// What is drawn at random follows from it.
    pub(crate) seed: u64,
    /// So many rounds of positions are looked through for those whom no committed test notices.
    pub(crate) rounds: u64,
    /// No more mutants are examined after this is set.
    pub(crate) stop: Arc<AtomicBool>,
    /// So many threads work.
    pub(crate) threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub(crate) shard: (u64, u64),
    /// So many mutants, drawn at random; all without it.
    pub(crate) sample: Option<usize>,
    /// So many positions may be examined for one claim.
    pub(crate) nodes: u64,
    /// Only mutants that can change what one of these answers, or how it goes on; all without it.
    pub(crate) questions: Option<Vec<RuleId>>,
}

impl Settings {
    /// Whether the work is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What became of a mutant.
pub(crate) enum Outcome<W: Mutating> {
    /// A test notices it.
    Noticed(Notice),
    /// It claims what does not win: `noire verify` refutes it.
    Refuted(Box<Difference<W>>),
    /// It answers something else somewhere or goes on otherwise, and nobody notices.
    Differs(Box<Difference<W>>),
    /// It answers the same in so many positions beside those of the tests.
    Alike(u64),
}

impl<W: Mutating> fmt::Debug for Outcome<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Noticed(notice) => write!(f, "noticed by {notice:?}"),
            Outcome::Refuted(difference) => write!(f, "refuted: {:?}", difference.claimed),
            Outcome::Differs(difference) => write!(f, "differs: {:?}", difference.by),
            Outcome::Alike(looked) => write!(f, "alike in {looked}"),
        }
    }
}

/// A mutant and what became of it.
pub(crate) struct Examined<W: Mutating> {
    /// The mutant.
    pub(crate) mutant: Mutant,
    /// What became of it.
    pub(crate) outcome: Outcome<W>,
}

impl<W: Mutating> fmt::Debug for Examined<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.mutant.name, self.outcome)
    }
}

/// Each thread has so many mutants before the next are given out.
const BATCH: usize = 8;

/// Finding positions to look at is told as this part of the whole.
const LOOKING_SHARE: f64 = 0.1;

/// Why a run ended without a report.
pub(crate) enum MutateError<W: Mutating> {
    /// The texts beside the rules have mistakes.
    Beside(Problems),
    /// One of the game's own answers reaches a limit.
    Unanswered(Unanswered<W::Position>),
    /// The game cannot go on.
    Trouble(Trouble),
    /// No thread could be started.
    Thread(io::Error),
}

impl<W: Mutating> From<Trouble> for MutateError<W> {
    fn from(trouble: Trouble) -> MutateError<W> {
        MutateError::Trouble(trouble)
    }
}

impl<W: Mutating> fmt::Debug for MutateError<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MutateError::Beside(problems) => problems.fmt(f),
            MutateError::Unanswered(question) => {
                write!(f, "{:?} reaches {:?}", question.question, question.limit)
            }
            MutateError::Trouble(trouble) => fmt::Debug::fmt(trouble, f),
            MutateError::Thread(error) => fmt::Debug::fmt(error, f),
        }
    }
}

/// The mutants that the settings ask for: so many of them, drawn at random where a number is said, and of these the part of so
/// many.
pub(crate) fn chosen(all: Vec<Mutant>, settings: &Settings) -> Vec<Mutant> {
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

/// Examines mutants; `show` is told how far it is. After the sign to stop it gives those that were examined to their end.
///
/// # Errors
/// When the game cannot go on, and when no thread can be started.
pub(crate) fn examine<W: Mutating>(
    tests: &Tests<'_, W>,
    mutants: Vec<Mutant>,
    settings: &Settings,
    show: &(dyn Fn(Stage) + Sync),
) -> Result<Vec<Examined<W>>, MutateError<W>> {
    let before =
        |done: f64| show(Stage { done: done * LOOKING_SHARE, what: "positions to look at".to_owned() });
    before(0.0);
    let is_stopped = || settings.is_stopped();
    let positions = tests.example_positions().collect();
    let looker = Looker::new(tests.world(), settings, positions, &mutants, &before)?;
    let mut examined = Vec::with_capacity(mutants.len());
    let done = Mutex::new(0);
    // Threads tell one after the other, so that what is done never goes back.
    let tell = |more: usize| {
        let mut done = done.lock().expect("nobody fails while it is counted");
        *done += more;
        let what = format!("{done} of {} mutants", mutants.len());
        let share = *done as f64 / mutants.len() as f64;
        show(Stage { done: LOOKING_SHARE + share * (1.0 - LOOKING_SHARE), what });
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
        let of_batch = batch.iter().zip(outcomes.map_err(MutateError::Thread)?);
        examined
            .extend(of_batch.filter_map(|(mutant, outcome)| {
                Some(Examined { mutant: mutant.clone(), outcome: outcome? })
            }));
    }
    Ok(examined)
}

fn outcome<W: Mutating>(tests: &Tests<'_, W>, looker: &Looker<'_, W>, mutant: &Mutant) -> Outcome<W> {
    let edited = match tests.notice(mutant) {
        Ok(edited) => edited,
        Err(notice) => return Outcome::Noticed(notice),
    };
    match looker.look(mutant, &edited) {
        (Some(difference), _) if difference.claimed.refuted.is_some() => {
            Outcome::Refuted(Box::new(difference))
        }
        (Some(difference), _) => Outcome::Differs(Box::new(difference)),
        (None, looked) => Outcome::Alike(looked),
    }
}
