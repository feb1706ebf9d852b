//! All of it: every mutant, or a part of them, put to the tests on all cores. A mutant is examined by itself, so a report is the
//! same with any number of threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use blanche_compiler::game::Fault;
use blanche_compiler::program::RuleId;

use super::checks::{GameMutant, Notice, Tests};
use super::difference::{Difference, Looker};
use crate::laboratory::mutate::run::part_of;
use crate::laboratory::verify::run::Stage;
use crate::laboratory::verify::threads;

/// What is mutated, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is drawn at random follows from it.
    pub seed: u64,
    /// So many rounds of positions are looked through for those whom no test notices.
    pub rounds: u64,
    /// No more mutants are examined after this is set.
    pub stop: Arc<AtomicBool>,
    /// So many threads work.
    pub threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub shard: (u64, u64),
    /// So many mutants, drawn at random; all without it.
    pub sample: Option<usize>,
    /// So many positions may be examined for one claim.
    pub nodes: u64,
    /// Only mutants that can change what one of these answers; all without it.
    pub questions: Option<Vec<RuleId>>,
}

/// What became of a mutant.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Somebody notices it.
    Noticed(Notice),
    /// It claims what does not win: `noire verify` refutes it.
    Refuted(Box<Difference>),
    /// It says something else somewhere, and nobody notices.
    Differs(Box<Difference>),
    /// It says the same in so many positions.
    Alike(u64),
}

/// A mutant and what became of it.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The mutant.
    pub mutant: GameMutant,
    /// What became of it.
    pub outcome: Outcome,
}

/// Why a run ended.
#[derive(Debug)]
pub enum MutateError {
    /// The game itself cannot go on.
    Fault(Fault),
    /// No thread could be started.
    Thread(std::io::Error),
}

/// The mutants that the settings ask for.
pub fn chosen(all: Vec<GameMutant>, settings: &Settings) -> Vec<GameMutant> {
    let is_asked = |mutant: &GameMutant| match &settings.questions {
        None => !mutant.questions.is_empty(),
        Some(wanted) => mutant.questions.iter().any(|question| wanted.contains(question)),
    };
    part_of(all.into_iter().filter(is_asked), (settings.seed, settings.sample), settings.shard)
}

/// Examines mutants; `show` is told how far it is. After the sign to stop it gives those that were examined to their end.
///
/// # Errors
/// When the game itself cannot go on, and when no thread can be started.
pub fn examine(
    tests: &Tests<'_>,
    mutants: Vec<GameMutant>,
    settings: &Settings,
    show: &(dyn Fn(Stage) + Sync),
) -> Result<Vec<Examined>, MutateError> {
    let is_stopped = || settings.stop.load(Ordering::Relaxed);
    show(Stage { done: 0.0, what: "positions to look at".to_owned() });
    let more = tests.examples().iter().map(|example| example.position.clone()).collect();
    let looker =
        Looker::new(tests.rules(), (settings.seed, settings.rounds), more, settings.nodes, &is_stopped);
    let looker = looker.map_err(MutateError::Fault)?;
    let done = Mutex::new(0);
    // Threads tell one after the other, so that what is done never goes back.
    let tell = || {
        let mut done = done.lock().expect("nobody fails while it is counted");
        *done += 1;
        let share = *done as f64 / mutants.len() as f64;
        show(Stage { done: share, what: format!("{done} of {} mutants", mutants.len()) });
    };
    let outcomes = threads::in_parallel(settings.threads, &mutants, |mutant| {
        let outcome = if is_stopped() { None } else { Some(outcome(tests, &looker, mutant)) };
        tell();
        // Nobody knows what would have been found out in the rest of the time.
        outcome.filter(|_| !is_stopped())
    });
    let outcomes = outcomes.map_err(MutateError::Thread)?;
    let examined = mutants.iter().zip(outcomes);
    let examined =
        examined.filter_map(|(mutant, outcome)| Some(Examined { mutant: mutant.clone(), outcome: outcome? }));
    Ok(examined.collect())
}

fn outcome(tests: &Tests<'_>, looker: &Looker<'_>, mutant: &GameMutant) -> Outcome {
    let world = match tests.notice(mutant) {
        Ok(world) => world,
        Err(notice) => return Outcome::Noticed(notice),
    };
    match looker.look(mutant, world.rules()) {
        (Some(difference), _) if difference.is_refuted => Outcome::Refuted(Box::new(difference)),
        (Some(difference), _) => Outcome::Differs(Box::new(difference)),
        (None, looked) => Outcome::Alike(looked),
    }
}
