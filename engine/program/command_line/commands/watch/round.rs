//! A round of `noire watch`: reads the base, tests its positions, compares it with the previous version, and attacks
//! its rules.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use blanche_sorted::SortedSet;

use blanche_compiler::runtime::Limits;
use noire_engine::bases::{Backend, LoadError};
use noire_engine::progress;
use noire_engine::with_world;
use noire_engine::world::open;
use noire_laboratory::watch::file_versions::{FileEvent, FileVersions};

use super::signs::{Sentinel, Signs};
use super::tell;
use super::version::{One, Version};
use crate::command_line::asked::{unplanned, warned};
use crate::command_line::output::{Failure, MACHINE, MISTAKES};

/// The input of a round.
pub(super) struct Round {
    /// Whether this is the last round.
    pub(super) is_last: bool,
    /// The state of the files.
    pub(super) seen: FileVersions,
    /// The changes to the files since the last round.
    pub(super) events: Vec<FileEvent>,
}

/// The result of a round.
pub(super) struct Outcome {
    /// The state of the files that were read.
    pub(super) seen: FileVersions,
    /// Whether the base has no mistakes and all positions hold.
    pub(super) is_right: bool,
}

/// The settings of a round.
pub(super) struct Course<'w> {
    /// The folder, as the user wrote it.
    pub(super) name: &'w str,
    pub(super) signs: &'w Signs,
    /// Time limit for each position.
    pub(super) time: Duration,
    /// Time for the attacks, or `None` if there are no attacks.
    pub(super) verify: Option<Duration>,
}

/// The folder that is watched.
pub(super) struct Watched<'w> {
    course: Course<'w>,
    rounds: usize,
    /// All files from which the versions so far were read, inside and outside of the folder.
    files: SortedSet<PathBuf>,
    /// The latest version that was read and compared.
    before: Option<Box<dyn Version>>,
}

impl<'w> Watched<'w> {
    pub(super) fn new(
        name: &'w str,
        signs: &'w Signs,
        time: Duration,
        verify: Option<Duration>,
    ) -> Watched<'w> {
        let course = Course { name, signs, time, verify };
        Watched { course, rounds: 0, files: SortedSet::new(), before: None }
    }

    /// Number of rounds so far.
    pub(super) fn rounds(&self) -> usize {
        self.rounds
    }

    /// The files to watch in addition to the files of the folder.
    pub(super) fn files(&self) -> &SortedSet<PathBuf> {
        &self.files
    }

    /// Runs a round, and prints what it finds.
    pub(super) fn round(&mut self, round: Round) -> Result<Outcome, Failure> {
        let Round { is_last, mut seen, events } = round;
        progress::start_clock();
        self.course.signs.begin();
        self.rounds += 1;
        self.head(&events)?;
        let read = self.read().map_err(mendable);
        let name = self.course.name;
        seen.add_missing(FileVersions::of_files(&self.files));
        let Some(version) = said(read)? else {
            tell("check: there are mistakes, so nothing is asked")?;
            return Ok(Outcome { seen, is_right: false });
        };
        let sentinel = (!is_last).then(|| Sentinel::new(name, &self.files, &seen, self.course.signs));
        let is_right = self.told(version, is_last)?;
        drop(sentinel);
        if self.course.signs.is_ended() && !self.course.signs.is_interrupted() {
            tell("saved meanwhile: the round begins again")?;
        }
        Ok(Outcome { seen, is_right })
    }

    fn head(&self, events: &[FileEvent]) -> Result<(), Failure> {
        if events.is_empty() {
            return Ok(tell(&format!("round {}: {}", self.rounds, self.course.name))?);
        }
        let events: Vec<String> = events.iter().map(FileEvent::to_string).collect();
        Ok(tell(&format!("\nround {}: {}", self.rounds, events.join(", ")))?)
    }

    /// Reads the folder, and records the files from which the base was read.
    fn read(&mut self) -> Result<Box<dyn Version>, Failure> {
        let name = self.course.name;
        if !Path::new(name).is_dir() {
            let words = format!("error: the folder `{name}` is gone\n  it is read again when it is back");
            return Err(Failure::Said(words, MISTAKES));
        }
        let base = match open(name, Limits::default()) {
            Ok(base) => base,
            Err(error) => {
                if let LoadError::Mistakes(sources, _) = &error {
                    let names = sources.iter().map(|(_, source)| source.name());
                    self.files.extend(names.filter_map(|name| fs::canonicalize(name).ok()));
                }
                return Err(error.into());
            }
        };
        self.files = base.places().map(PathBuf::from).collect();
        let warnings = warned(&base, self.rounds == 1);
        let backends = base.backends();
        let world = base.stopped_by(self.course.signs.halt()).answered_by(backends, Backend::Compiled);
        let world = world.map_err(|(base, trouble)| unplanned(&base, trouble))?;
        Ok(with_world!(world, |world| Box::new(One::new(world, warnings)) as Box<dyn Version>))
    }

    /// Tests, compares and attacks a version. Returns whether all of its positions hold.
    fn told(&mut self, version: Box<dyn Version>, is_last: bool) -> Result<bool, Failure> {
        let course = &self.course;
        let tested = version.tested(course);
        let is_right = said(tested)?.unwrap_or(false);
        if course.signs.is_ended() {
            return Ok(is_right);
        }
        let compared = match &self.before {
            Some(before) => version.compared(before.as_ref(), course),
            None => Ok(()),
        };
        said(compared)?;
        if course.signs.is_ended() {
            return Ok(is_right);
        }
        // If a save interrupts the comparison, the next round compares with the same previous version again.
        let version = self.before.insert(version);
        if !is_last {
            said(version.prepared(course))?;
        }
        if let Some(time) = course.verify {
            return Ok(is_right & said(version.verified(time, course))?.unwrap_or(false));
        }
        Ok(is_right)
    }
}

/// Marks a failure to read as a mistake in the rules, so that it does not end the command. Another save may fix it.
fn mendable(failure: Failure) -> Failure {
    match failure {
        Failure::Said(words, _) => Failure::Said(words, MISTAKES),
        Failure::Drawn(words, _) => Failure::Drawn(words, MISTAKES),
        failure => failure,
    }
}

/// Prints a mistake and returns `None`, so that the round can go on. Other failures are returned as errors.
fn said<T>(outcome: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(failure @ (Failure::Said(_, status) | Failure::Drawn(_, status))) if status != MACHINE => {
            failure.report();
            Ok(None)
        }
        Err(failure) => Err(failure),
    }
}
