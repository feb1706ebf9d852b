//! All of it: the cases of a corpus made distinct, examined on all cores, and counted.
//!
//! A case is examined by itself, and what comes of the cases is put together in their order. So a report is the same
//! with any number of threads; only one that ended for lack of time depends on the machine, by how far it came. A run
//! can be divided: of n shards each takes every n-th of the distinct cases, so that the counts of all add up to those
//! of the whole, but for the wins that are distinct up to translation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::cases::{Case, distinct};
use super::finding::{Cost, Examiner, Finding};
use super::knowledge::Knowledge;
use super::report::{MeanCost, Report, report};
use super::wins::Solver;
use crate::laboratory::verify::run::{RunError, Stage};
use crate::laboratory::verify::{shrink, threads};
use crate::proof_check::referee::Referee;

/// How a corpus is covered.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The levels that are told: odd numbers, ascending. Wins of all levels up to the last are looked for.
    pub levels: Vec<u32>,
    /// Whether the wins that no rule names are made small and grouped.
    pub shapes: bool,
    /// No more cases are begun after this time.
    pub time: Option<Duration>,
    /// No more cases are begun after this is set.
    pub stop: Arc<AtomicBool>,
    /// So many threads work.
    pub threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub shard: (u64, u64),
    /// So many stones may be set for one position.
    pub nodes: u64,
}

/// Each thread has so many cases before the next are given out.
const BATCH: usize = 16;

/// Covers a corpus with the rules of the first base, in the game that it defines, and compares those of the others on the
/// same wins. `show` is told how far it is. The mean costs belong to the rows of the report.
///
/// # Errors
/// When a question about who has won reaches the step limit, and when no thread can be started.
///
/// # Panics
/// When there is no base or no level.
pub fn cover(
    bases: &[Knowledge<'_>],
    cases: Vec<Case>,
    settings: &Settings,
    show: &dyn Fn(Stage),
) -> Result<(Report, Vec<MeanCost>), RunError> {
    let begin = Instant::now();
    let is_stopped = || settings.stop.load(Ordering::Relaxed);
    let most = *settings.levels.last().expect("some level is asked for");
    let mut solvers = Vec::new();
    let mut breach = None;
    for base in bases {
        let (solver, broken) = Solver::new(base.game(), settings.nodes)?;
        solvers.push(solver.stopped_by(&settings.stop));
        breach = breach.or(broken);
    }
    // Step 1. Games that are over are left out, and then what is one up to symmetry.
    show(Stage { done: 0.0, what: "distinct positions".to_owned() });
    let given = cases.len();
    let open = undecided(bases[0].game(), cases)?;
    let decided = given - open.len();
    let all = distinct(open);
    let (shard, shards) = settings.shard;
    let part: Vec<&Case> = all.iter().skip(shard as usize).step_by(shards as usize).collect();

    // Step 2. The cases are examined, some at a time, as far as time allows.
    let shapes = if settings.shapes { settings.levels.clone() } else { Vec::new() };
    let examiner = Examiner { bases, solvers, most, shapes };
    let mut found: Vec<(&Case, Finding, Cost)> = Vec::with_capacity(part.len());
    for batch in part.chunks(BATCH * settings.threads.max(1)) {
        let is_late = settings.time.is_some_and(|time| begin.elapsed() > time);
        if is_late || is_stopped() {
            break;
        }
        let what = format!("{} of {} positions", found.len(), part.len());
        show(Stage { done: found.len() as f64 / part.len() as f64, what });
        let of_batch = threads::in_parallel(settings.threads, batch, |case| {
            let examined = if is_stopped() { None } else { Some(examiner.examine(case)) };
            // What was given up because somebody wants to see the report is not counted.
            examined.filter(|_| !is_stopped())
        });
        let of_batch = of_batch.map_err(RunError::Thread)?.into_iter();
        let of_batch = batch.iter().zip(of_batch);
        found.extend(of_batch.filter_map(|(case, examined)| {
            let (finding, cost) = examined?;
            Some((*case, finding, cost))
        }));
    }

    // Step 3. What was found is counted.
    let (counted, costs) = report(&settings.levels, bases.len(), &found);
    let report = Report {
        given,
        decided,
        distinct: all.len(),
        part: part.len(),
        examined: found.len(),
        breach,
        ..counted
    };
    Ok((report, costs))
}

/// The cases in which nobody has won. The last move can have lost the game; without it nobody may have won either.
fn undecided(game: &Referee<'_>, cases: Vec<Case>) -> Result<Vec<Case>, RunError> {
    let mut open = Vec::with_capacity(cases.len());
    for mut case in cases {
        let is_over = game.winner(&mut case.position)?.is_some()
            || game.winner(&mut shrink::bare(&case.position))?.is_some();
        if !is_over {
            open.push(case);
        }
    }
    Ok(open)
}
