//! A version of a base on a host: its positions, its answers beside those of the version before, and attacks on its claims.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use crate::board::{Position, Style};
use crate::facts::Base;
use crate::laboratory::answers::changes::Stopped;
use crate::laboratory::answers::{AskedBase, Unanswered, positions};
use crate::laboratory::verify::report::{Attacked, Report};
use crate::laboratory::verify::run::{Settings, verify};
use crate::laboratory::watch::compared::{Compared, compared};
use crate::laboratory::watch::meaning::changed;
use crate::progress::Progress;
use crate::proof_check::referee::Referee;
use crate::world::Stones;
use blanche_compiler::runtime::LimitReached;

use super::positions::positions_hold;
use super::round::Course;
use super::signs::Patience;
use super::tell;
use crate::command_line::amiss::{tell_undefined, tell_unplayable};
use crate::command_line::answer_changes::Words;
use crate::command_line::commands::answers::Shown;
use crate::command_line::commands::verify::counterexample;
use crate::command_line::output::{Failure, count, warn};
use crate::command_line::width;

/// Maximum number of positions that do not hold, and of counterexamples, that are drawn.
pub(super) const DRAWN: usize = 5;

/// How the version before is called.
pub(super) const BEFORE: &str = "the version before";

/// Stones that may be set for one claim, as in `noire verify`.
pub(super) const NODES: u64 = 3_000_000;

/// The corpus is the same in all rounds.
static CORPUS: LazyLock<Vec<Position>> = LazyLock::new(positions);

/// A version that was read.
pub(super) struct BaseVersion {
    base: Arc<Base>,
}

impl BaseVersion {
    /// Its questions are given up when the sign is set.
    pub(super) fn new(base: Base, halt: Arc<AtomicBool>) -> BaseVersion {
        BaseVersion { base: Arc::new(base.stopped_by(halt)) }
    }

    /// Says what there is to know of it besides its warnings.
    pub(super) fn tell_notes(&self) {
        for note in self.base.notes().iter().filter(|note| note.is_told_always()) {
            eprintln!("note: {note}");
        }
    }

    /// Asks the positions beside it; whether they hold.
    pub(super) fn tested(&self, course: &Course<'_>) -> Result<bool, Failure> {
        let base = &self.base;
        warn(base);
        let warnings = base.own_warnings().map_or(0, |(_, warnings)| warnings.len());
        tell(&checked(base.rules().len(), warnings))?;
        positions_hold(&Stones::new(Arc::clone(base), base.backends()), course)
    }

    /// Says what it answers otherwise than an earlier version.
    pub(super) fn compared(&self, before: &BaseVersion, course: &Course<'_>) -> Result<(), Failure> {
        let (now, old) = (&self.base, &before.base);
        let meant = changed(now, old);
        if meant.is_empty() {
            return Ok(tell("answers: all questions ask what they asked before")?);
        }
        let asked = |base| AskedBase::new(base, Base::backend(base), &CORPUS);
        let (mut patience, over) = Patience::new(course.signs);
        let is_meant = |title: &str| meant.contains(title);
        let done = compared(&mut asked(now), &mut asked(old), is_meant, &over, || patience.renew());
        drop(patience);
        if course.signs.is_ended() {
            return Ok(());
        }
        let ask = if done.questions == 1 { "asks" } else { "ask" };
        let begin = format!("{} {ask} something else than before; ", count(done.questions, "question"));
        tell(&told(&done, &begin, CORPUS.len()))?;
        for (title, stopped) in &done.unanswered {
            self.tell_unanswered(title, stopped)?;
        }
        if done.changes.is_empty() {
            return Ok(());
        }
        let words = Words {
            other: BEFORE.to_owned(),
            exactly: true,
            called: course.name.to_owned(),
            option: "--base",
            of: done.questions,
        };
        let shown = Shown {
            base: now,
            before: Some(old),
            asked: asked(now),
            name: course.name,
            other: None,
            positions: &CORPUS,
        };
        words.tell(&done.changes, &shown).map(|_| ())
    }

    fn tell_unanswered(&self, title: &str, stopped: &Stopped<Unanswered, Unanswered>) -> Result<(), Failure> {
        let (fault, is_now) = match stopped {
            Stopped::Now(fault) => (fault, true),
            Stopped::Before(fault) => (fault, false),
        };
        let words = match (fault.limit, is_now) {
            (LimitReached::Stopped, true) => format!("{title} takes too long"),
            (LimitReached::Stopped, false) => format!("{title} took too long before"),
            (_, true) => fault.words(&self.base),
            (limit, false) => format!("{title}: {limit}, before"),
        };
        Ok(tell(&format!("not compared: {words}"))?)
    }

    /// Attacks its own rules in one round, and says what came of it; whether no claim was refuted.
    pub(super) fn verified(&self, time: Duration, course: &Course<'_>) -> Result<bool, Failure> {
        let base = &self.base;
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
        self.attacked(&report?)
    }

    /// What became of the claims, in a line and in counterexamples; whether none was refuted.
    fn attacked(&self, report: &Report) -> Result<bool, Failure> {
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
            counterexample(&mut out, &self.base, one, found, Style::Ascii)?;
        }
        out.flush()?;
        Ok(refuted == 0)
    }
}

/// `check: 24 rules, no mistakes, 1 warning`
pub(super) fn checked(rules: usize, warnings: usize) -> String {
    let mut parts = vec!["no mistakes".to_owned()];
    parts.extend((warnings > 0).then(|| count(warnings, "warning")));
    if rules > 0 {
        parts.insert(0, count(rules, "rule"));
    }
    format!("check: {}", parts.join(", "))
}

/// How much was compared, and whether anything is different.
pub(super) fn told<A, B>(done: &Compared<A, B>, begin: &str, of: usize) -> String {
    let positions = match done.positions == of {
        true => format!("all {}", count(of, "position")),
        false => format!("{} of {}", done.positions, count(of, "position")),
    };
    match done.changes.is_empty() {
        true => format!("answers: {begin}no answer is gained or lost in {positions}"),
        false => format!("answers: {begin}compared in {positions}"),
    }
}
