//! A version of a base that was read: tests its positions, compares its answers with the previous version, and attacks
//! its claims.

use std::any::Any;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use blanche_compiler::runtime::LimitReached;
use blanche_sorted::SortedSet;

use super::attacks;
use super::positions::test_positions;
use super::print_line;
use super::round::RoundSettings;
use super::stop_flags::ComparisonTime;
use crate::command_line::answer_changes::{self, ComparedVersions, ComparisonSubject};
use crate::command_line::output::{Failure, count};
use crate::command_line::query_options::world_failure;
use noire_engine::alarm::Alarm;
use noire_engine::world::{Entry, Stones, Text};
use noire_laboratory::answers::Queries;
use noire_laboratory::answers::changes::UnansweredBy;
use noire_laboratory::example_check::ExampleCheckWorld;
use noire_laboratory::verify::verification_world::VerificationWorld;
use noire_laboratory::watch::answer_comparison::{AnswerComparison, compare_answers};
use noire_laboratory::watch::changed_queries::changed_queries;

/// Maximum number of failed positions, and of counterexamples, to draw.
pub(super) const MAX_DRAWN: usize = 5;

/// Name of the earlier version in messages.
const PREVIOUS_VERSION: &str = "the previous version";

/// Maximum time to collect positions for comparing two versions.
const MAX_PREPARATION_TIME: Duration = Duration::from_secs(10);

/// A game that can be watched.
pub(super) trait Watchable: VerificationWorld + ExampleCheckWorld {
    /// The titles of the questions whose answers may have changed since `before`. `None` if these questions are
    /// unknown.
    fn changed(&self, before: &Self) -> Option<SortedSet<String>>;
}

impl Watchable for Stones {
    fn changed(&self, before: &Stones) -> Option<SortedSet<String>> {
        Some(changed_queries(self.base(), before.base()))
    }
}

impl Watchable for Text {
    fn changed(&self, _: &Text) -> Option<SortedSet<String>> {
        None
    }
}

/// A version without mistakes, for a game of any kind.
pub(super) trait Version {
    /// Tests the positions of the version. Returns whether all of them hold.
    fn test(&self, settings: &RoundSettings<'_>) -> Result<bool, Failure>;

    /// Collects the positions for comparing this version with the next one. This is done early, so that a save need not
    /// wait for it.
    fn prepare(&self, settings: &RoundSettings<'_>) -> Result<(), Failure>;

    /// Prints which answers differ from those of an earlier version. Prints nothing if that version was a game of
    /// another kind.
    fn compare(&self, before: &dyn Version, settings: &RoundSettings<'_>) -> Result<(), Failure>;

    /// Attacks the rules in one round, and prints the results. Returns whether no claim was refuted.
    fn attack_claims(&self, time: Duration, settings: &RoundSettings<'_>) -> Result<bool, Failure>;

    /// The version as [`Any`], so that a later version can downcast it to its own type.
    fn as_any(&self) -> &dyn Any;
}

impl<W: Watchable + 'static> Version for LoadedVersion<W> {
    fn test(&self, settings: &RoundSettings<'_>) -> Result<bool, Failure> {
        print_line(&check_summary(self.world.contents().rules.len(), self.warnings))?;
        test_positions(&self.world, settings)
    }

    fn prepare(&self, settings: &RoundSettings<'_>) -> Result<(), Failure> {
        self.corpus(settings).map(|_| ())
    }

    fn compare(&self, before: &dyn Version, settings: &RoundSettings<'_>) -> Result<(), Failure> {
        before.as_any().downcast_ref().map_or(Ok(()), |before| self.compare_with(before, settings))
    }

    fn attack_claims(&self, time: Duration, settings: &RoundSettings<'_>) -> Result<bool, Failure> {
        attacks::attack_rules(&self.world, time, settings)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A version of a base that was read, for one kind of game.
pub(super) struct LoadedVersion<W: Watchable> {
    world: W,
    /// Number of warnings about the rules.
    warnings: usize,
    /// The positions for comparing this version with the next one, collected when first needed.
    corpus: OnceLock<Vec<Entry<W>>>,
}

impl<W: Watchable> LoadedVersion<W> {
    pub(super) fn new(world: W, warnings: usize) -> LoadedVersion<W> {
        LoadedVersion { world, warnings, corpus: OnceLock::new() }
    }

    /// The positions that were found within the time limit. A later version uses the same positions if it has them.
    /// `None` if the round ended meanwhile.
    fn corpus(&self, settings: &RoundSettings<'_>) -> Result<Option<&Vec<Entry<W>>>, Failure> {
        if let Some(known) = self.corpus.get() {
            return Ok(Some(known));
        }
        let over = Arc::default();
        let _alarm = Alarm::new(MAX_PREPARATION_TIME, &over);
        let is_late = || settings.flags.is_ended() || over.load(Ordering::Relaxed);
        let made = self.world.corpus(&is_late, &|_| {});
        let made = made.map_err(|trouble| world_failure(&self.world, trouble))?;
        Ok((!settings.flags.is_ended()).then(|| self.corpus.get_or_init(|| made)))
    }

    fn compare_with(&self, before: &LoadedVersion<W>, settings: &RoundSettings<'_>) -> Result<(), Failure> {
        let (now, old) = (&self.world, &before.world);
        let changed = now.changed(old);
        if changed.as_ref().is_some_and(SortedSet::is_empty) {
            return Ok(print_line("answers: no question has changed")?);
        }
        let Some(all) = before.corpus(settings)? else { return Ok(()) };
        let (mut entries, mut here, mut there) = (Vec::new(), Vec::new(), Vec::new());
        for entry in all {
            let position = entry.position(old).map_err(|trouble| world_failure(old, trouble))?;
            if let Some(same) = old.in_another(&position, now) {
                entries.push(entry.clone());
                here.push(same);
                there.push(position);
            }
        }
        if here.is_empty() {
            return Ok(print_line("answers: no position of the previous version exists in this game now")?);
        }
        if 2 * there.len() >= all.len() {
            // Uses the positions of the previous version again, instead of collecting new ones.
            let _ = self.corpus.set(entries.clone());
        }
        let (mut patience, over) = ComparisonTime::new(settings.flags);
        let is_meant = |title: &str| changed.as_ref().is_none_or(|changed| changed.contains(title));
        let mut asked = Queries::new(now, now.backends()[0], &mut here);
        let mut asked_before = Queries::new(old, old.backends()[0], &mut there);
        let done = compare_answers(&mut asked, &mut asked_before, is_meant, &over, || patience.renew());
        drop(patience);
        if settings.flags.is_ended() {
            return Ok(());
        }
        let begin = changed.map_or_else(String::new, |_| {
            let have = if done.questions == 1 { "has" } else { "have" };
            format!("{} {have} changed; ", count(done.questions, "question"))
        });
        print_line(&comparison_summary(&done, &begin, there.len()))?;
        for (title, stopped) in &done.unanswered {
            print_line(&format!("not compared: {}", self.why_not(title, stopped)))?;
        }
        if done.changes.is_empty() {
            return Ok(());
        }
        let comparison = ComparisonSubject {
            other: PREVIOUS_VERSION.to_owned(),
            exactly: true,
            called: settings.name.to_owned(),
            of: done.questions,
        };
        let now = answer_changes::Version { world: now, name: Some(settings.name), positions: &here };
        let before = answer_changes::Version { world: old, name: None, positions: &there };
        let versions = ComparedVersions { now, before: Some(before), entries: &entries };
        comparison.print_text(&done.changes, &versions).map(|_| ())
    }

    /// Why a question was not compared.
    fn why_not(&self, title: &str, stopped: &UnansweredBy<W::Position>) -> String {
        let (fault, is_now) = match stopped {
            UnansweredBy::Now(fault) => (fault, true),
            UnansweredBy::Before(fault) => (fault, false),
        };
        match (fault.limit, is_now) {
            (LimitReached::Stopped, true) => format!("{title} takes too long"),
            (LimitReached::Stopped, false) => format!("{title} took too long before"),
            (_, true) => fault.words(self.world.contents(), &self.world.identity(&fault.position)),
            (limit, false) => format!("{title}: {limit}, before"),
        }
    }
}

/// A summary such as `check: 24 rules, no mistakes, 1 warning`.
fn check_summary(rules: usize, warnings: usize) -> String {
    let mut parts = vec!["no mistakes".to_owned()];
    parts.extend((warnings > 0).then(|| count(warnings, "warning")));
    if rules > 0 {
        parts.insert(0, count(rules, "rule"));
    }
    format!("check: {}", parts.join(", "))
}

/// A summary of the comparison: the number of positions, and whether any answers differ in them.
fn comparison_summary<P>(done: &AnswerComparison<P>, begin: &str, of: usize) -> String {
    let positions = match done.positions == of {
        true => format!("all {}", count(of, "position")),
        false => format!("{} of {}", done.positions, count(of, "position")),
    };
    match done.changes.is_empty() {
        true => format!("answers: {begin}no answer is gained or lost in {positions}"),
        false => format!("answers: {begin}compared in {positions}"),
    }
}
