//! Runs coverage: examines the cases of a corpus on all cores and counts the results.
//!
//! Each case is examined independently, and the results are combined in the order of the cases. So the report does not
//! depend on the number of threads. It depends on the machine only if the time limit ended the run.
//!
//! A run can be split into shards. Each of n shards examines every n-th distinct case. The counts of the shards add up
//! to the counts of the whole run, except for the number of distinct wins.

use std::time::Instant;

use super::coverage_world::{CaseOf, CasesOf, CoverageWorld, CoveredBase, Settings, Source};
use super::report::{Examined, MeanCost, Report, report};
use crate::running::{RunError, Stage, threads};
use noire_engine::world::World;

/// The report on a corpus, and the mean costs for each row of the report.
pub(crate) type Covered<W> = (Report<<W as World>::Position, <W as World>::Move>, Vec<MeanCost>);

/// Collecting the positions may take at most 1 / `COLLECTION_TIME_DIVISOR` of the time limit. The rest is for examining
/// the positions.
const COLLECTION_TIME_DIVISOR: u32 = 2;

/// Measures how well the rules of the bases cover the wins of a corpus. The game is that of the first base, and the
/// other bases are measured on the same wins. `show` receives the progress.
///
/// # Errors
/// Fails if the game cannot continue, a query about the winner reaches a limit, or no thread can be started.
///
/// # Panics
/// Panics if there is no base or no level.
pub fn cover<W: CoverageWorld>(
    bases: &[CoveredBase<'_, W>],
    source: Source<W>,
    settings: &Settings,
    show: &dyn Fn(Stage),
) -> Result<Covered<W>, RunError> {
    let begin = Instant::now();
    show(Stage { done: 0.0, what: "positions to look at".to_owned() });
    let is_late = || settings.is_late(begin, COLLECTION_TIME_DIVISOR);
    let cases = bases[0].world.cases(source, &is_late)?;
    examined(bases, cases, settings, begin, show)
}

/// Examines these cases, in a run that started at `begin`.
pub(super) fn examined<W: CoverageWorld>(
    bases: &[CoveredBase<'_, W>],
    cases: CasesOf<W>,
    settings: &Settings,
    begin: Instant,
    show: &dyn Fn(Stage),
) -> Result<Covered<W>, RunError> {
    let is_late = || settings.is_late(begin, 1);
    let (examiner, breach) = W::examiner(bases, settings)?;
    let (shard, shards) = settings.shard;
    let part: Vec<&CaseOf<W>> = cases.distinct.iter().skip(shard as usize).step_by(shards as usize).collect();
    let mut found: Vec<Examined<'_, W::Position, W::Move>> = Vec::with_capacity(part.len());
    let batches: Vec<&[&CaseOf<W>]> = part.chunks(W::BATCH).collect();
    let at_once = settings.threads.max(1) * CASES_PER_THREAD.div_ceil(W::BATCH);
    for some in batches.chunks(at_once) {
        if is_late() {
            break;
        }
        let what = format!("{} of {} positions", found.len(), part.len());
        show(Stage { done: found.len() as f64 / part.len() as f64, what });
        let examined = threads::in_parallel(settings.threads, some, |cases| {
            if settings.is_stopped() { Ok(Vec::new()) } else { W::examine(&examiner, cases, &is_late) }
        });
        for (cases, findings) in some.iter().zip(examined.map_err(RunError::Thread)?) {
            let findings = cases.iter().zip(findings?);
            found.extend(findings.map(|(case, (finding, cost))| (*case, finding, cost)));
        }
    }
    let (counted, costs) = report(&settings.levels, bases.len(), &found);
    let report = Report {
        source: cases.source,
        given: cases.given,
        decided: cases.decided,
        distinct: cases.distinct.len(),
        reachable: cases.reachable.filter(|_| found.len() == part.len()),
        part: part.len(),
        examined: found.len(),
        breach,
        ..counted
    };
    Ok((report, costs))
}

/// Number of cases that each thread gets before more cases are distributed.
const CASES_PER_THREAD: usize = 16;
