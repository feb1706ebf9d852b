//! A round: what is read, the positions beside it, what has changed since the version before, and attacks.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::laboratory::watch::seen::{Event, Seen};
use blanche_compiler::runtime::Limits;
use noire_engine::bases::{Backend, LoadError};
use noire_engine::progress;
use noire_engine::with_world;
use noire_engine::world::open;

use super::signs::{Sentinel, Signs};
use super::tell;
use super::version::{One, Version};
use crate::command_line::asked::{unplanned, warned};
use crate::command_line::output::{Failure, MACHINE, MISTAKES};

/// With which a round begins.
pub(super) struct Round {
    /// No other follows.
    pub(super) is_last: bool,
    /// The files as they are.
    pub(super) seen: Seen,
    /// What was done with them.
    pub(super) events: Vec<Event>,
}

/// What came of a round.
pub(super) struct Outcome {
    /// The files that it read.
    pub(super) seen: Seen,
    /// It has no mistakes, and all positions hold.
    pub(super) is_right: bool,
}

/// How a round is gone through.
pub(super) struct Course<'w> {
    /// The folder, as it was called.
    pub(super) name: &'w str,
    pub(super) signs: &'w Signs,
    /// For each position.
    pub(super) time: Duration,
    /// For the attacks; nothing where there are none.
    pub(super) verify: Option<Duration>,
}

/// A folder that is watched.
pub(super) struct Watched<'w> {
    course: Course<'w>,
    rounds: usize,
    /// The files outside of the folder, and in it, of which the versions so far consisted.
    files: BTreeSet<PathBuf>,
    /// The latest version that could be read and was compared.
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
        Watched { course, rounds: 0, files: BTreeSet::new(), before: None }
    }

    /// How many rounds there were.
    pub(super) fn rounds(&self) -> usize {
        self.rounds
    }

    /// The files that are looked at besides those of the folder.
    pub(super) fn files(&self) -> &BTreeSet<PathBuf> {
        &self.files
    }

    /// Goes through a round and tells what it finds.
    pub(super) fn round(&mut self, round: Round) -> Result<Outcome, Failure> {
        let Round { is_last, mut seen, events } = round;
        progress::start_clock();
        self.course.signs.begin();
        self.rounds += 1;
        self.head(&events)?;
        let read = self.read().map_err(mendable);
        let name = self.course.name;
        seen.take_up(Seen::of_files(&self.files));
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

    fn head(&self, events: &[Event]) -> Result<(), Failure> {
        if events.is_empty() {
            return Ok(tell(&format!("round {}: {}", self.rounds, self.course.name))?);
        }
        let events: Vec<String> = events.iter().map(Event::to_string).collect();
        Ok(tell(&format!("\nround {}: {}", self.rounds, events.join(", ")))?)
    }

    /// Reads the folder, and learns of which files it consists.
    fn read(&mut self) -> Result<Box<dyn Version>, Failure> {
        let name = self.course.name;
        if !Path::new(name).is_dir() {
            let words = format!("error: the folder `{name}` is gone\n  it is read when it is there again");
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

    /// Asks a version; gives whether all of its positions hold.
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
        // What was not told of is compared with the same version next time.
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

/// What cannot be read now can be read after another save: that ends nothing.
fn mendable(failure: Failure) -> Failure {
    match failure {
        Failure::Said(words, _) => Failure::Said(words, MISTAKES),
        Failure::Drawn(words, _) => Failure::Drawn(words, MISTAKES),
        failure => failure,
    }
}

/// Tells what is wrong, and goes on; what keeps the program from telling anything ends it.
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
