//! All of it: the cases of a corpus, examined on all cores, and counted.
//!
//! A case is examined by itself, and what comes of the cases is put together in their order. So a report is the same
//! with any number of threads; only one that ended for lack of time depends on the machine, by how far it came. A run
//! can be divided: of n shards each takes every n-th of the distinct cases, so that the counts of all add up to those
//! of the whole, but for the wins that are distinct up to translation.

use std::time::Instant;

use super::covering::{Asked, CaseOf, CasesOf, Covering, Settings, Source};
use super::report::{Examined, MeanCost, Report, report};
use crate::laboratory::running::{RunError, Stage, threads};
use noire_engine::world::World;

/// What came of a corpus, and the mean costs, which belong to the rows of the report.
pub(crate) type Covered<W> = (Report<<W as World>::Position, <W as World>::Move>, Vec<MeanCost>);

/// Positions are looked for in this part of the time: those that nobody has time to look at are none.
const SOUGHT: u32 = 2;

/// Covers a corpus with the rules of the first base, in the game that it defines, and compares those of the others on the
/// same wins. `show` is told how far it is.
///
/// # Errors
/// When the game cannot go on, a question about who has won reaches a limit, or no thread can be started.
///
/// # Panics
/// When there is no base or no level.
pub(crate) fn cover<W: Covering>(
    bases: &[Asked<'_, W>],
    source: Source<W>,
    settings: &Settings,
    show: &dyn Fn(Stage),
) -> Result<Covered<W>, RunError> {
    let begin = Instant::now();
    show(Stage { done: 0.0, what: "positions to look at".to_owned() });
    let is_late = || settings.is_late(begin, SOUGHT);
    let cases = bases[0].world.cases(source, &is_late)?;
    examined(bases, cases, settings, begin, show)
}

/// The same with these cases, in a run that began at this time.
pub(super) fn examined<W: Covering>(
    bases: &[Asked<'_, W>],
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
    let at_once = settings.threads.max(1) * AT_ONCE.div_ceil(W::BATCH);
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

/// Each thread has so many cases before the next are given out.
const AT_ONCE: usize = 16;
