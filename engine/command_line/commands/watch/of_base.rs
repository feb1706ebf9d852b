//! Attacks on the claims of a base of stones.

use std::collections::BTreeSet;
use std::io::Write;
use std::thread;
use std::time::Duration;

use crate::board::Style;
use crate::facts::Base;
use crate::laboratory::verify::report::{Attacked, Report};
use crate::laboratory::verify::run::{Settings, verify};
use crate::laboratory::watch::meaning::changed;
use crate::progress::Progress;
use crate::proof_check::referee::Referee;
use crate::world::Stones;

use super::round::Course;
use super::tell;
use super::version::{DRAWN, NODES, Watchable};
use crate::command_line::amiss::{tell_undefined, tell_unplayable};
use crate::command_line::commands::verify::counterexample;
use crate::command_line::output::{Failure, count};
use crate::command_line::width;

impl Watchable for Stones {
    fn changed(&self, before: &Stones) -> Option<BTreeSet<String>> {
        Some(changed(self.base(), before.base()))
    }

    fn verified(&self, time: Duration, course: &Course<'_>) -> Result<bool, Failure> {
        let base = self.base();
        if tell_undefined(base, "no claim is attacked") {
            return Ok(true);
        }
        let inherited = base.inherited();
        let is_own = |rule: &usize| inherited.iter().all(|(other, _)| other != rule);
        let rules: Vec<usize> = (0..base.rules().len()).filter(is_own).collect();
        if rules.iter().all(|rule| base.rules()[*rule].level == 0) {
            tell("verify: no rule of its own claims anything")?;
            return Ok(true);
        }
        let settings = Settings {
            seed: 1,
            time: Some(time),
            rounds: Some(1),
            stop: course.signs.ended(),
            threads: thread::available_parallelism().map_or(1, |cores| cores.get()),
            shard: (0, 1),
            nodes: NODES,
            rules,
        };
        let mut progress = Progress::begin();
        let report = course.signs.freely(|| {
            let show = |done: f64, what: &str| progress.show(done, what);
            verify(&Referee::new(base, base.backend()), &[], &settings, &|stage| {
                show(stage.done, &stage.what)
            })
        });
        progress.end();
        let Some(report) = report else { return Ok(true) };
        tell_unplayable(base, 0);
        attacked(base, &report?)
    }
}

/// What became of the claims, in a line and in counterexamples; whether none was refuted.
fn attacked(base: &Base, report: &Report) -> Result<bool, Failure> {
    let all: Vec<&Attacked> = report.rules.iter().filter_map(|rule| rule.attacked.as_ref()).collect();
    let held: u64 = all.iter().map(|one| one.held).sum();
    let number = |is_meant: fn(&&&Attacked) -> bool| all.iter().filter(is_meant).count();
    let refuted = number(|one| one.refuted > 0);
    let without = number(|one| one.held + one.refuted == 0);
    let mut parts = vec![format!("{} not refuted in {held} matches", all.len() - refuted - without)];
    parts.extend((without > 0).then(|| format!("{without} without a match that was decided")));
    parts.extend((refuted > 0).then(|| format!("{refuted} refuted")));
    tell(&format!("verify: {} attacked: {}", count(all.len(), "rule"), parts.join(", ")))?;
    let mut out = width::out(true);
    let found = all.iter().filter_map(|one| Some((one, one.counterexample.as_ref()?)));
    for (one, found) in found.take(DRAWN) {
        counterexample(&mut out, base, one, found, Style::Ascii)?;
    }
    out.flush()?;
    Ok(refuted == 0)
}
