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

use super::print_line;
use super::stop_flags::{FileWatcher, StopFlags};
use super::version::{LoadedVersion, Version};
use crate::command_line::output::{Failure, INTERNAL_ERROR, MISTAKES};
use crate::command_line::query_options::{no_plan_failure, print_base_warnings};

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
pub(super) struct RoundSettings<'w> {
    /// The folder, as the user wrote it.
    pub(super) name: &'w str,
    pub(super) flags: &'w StopFlags,
    /// Time limit for each position.
    pub(super) time: Duration,
    /// Time for the attacks, or `None` if there are no attacks.
    pub(super) verify: Option<Duration>,
}

/// The folder that is watched.
pub(super) struct WatchedFolder<'w> {
    settings: RoundSettings<'w>,
    rounds: usize,
    /// All files from which the versions so far were read, inside and outside of the folder.
    files: SortedSet<PathBuf>,
    /// The latest version that was read and compared.
    before: Option<Box<dyn Version>>,
}

impl<'w> WatchedFolder<'w> {
    pub(super) fn new(
        name: &'w str,
        flags: &'w StopFlags,
        time: Duration,
        verify: Option<Duration>,
    ) -> WatchedFolder<'w> {
        let settings = RoundSettings { name, flags, time, verify };
        WatchedFolder { settings, rounds: 0, files: SortedSet::new(), before: None }
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
        self.settings.flags.begin_round();
        self.rounds += 1;
        self.head(&events)?;
        let read = self.read().map_err(as_rule_mistake);
        let name = self.settings.name;
        seen.add_missing(FileVersions::of_files(&self.files));
        let Some(version) = print_mistake(read)? else {
            print_line("check: there are mistakes, so nothing is asked")?;
            return Ok(Outcome { seen, is_right: false });
        };
        let watcher = (!is_last).then(|| FileWatcher::new(name, &self.files, &seen, self.settings.flags));
        let is_right = self.check_version(version, is_last)?;
        drop(watcher);
        if self.settings.flags.is_ended() && !self.settings.flags.is_interrupted() {
            print_line("saved meanwhile: the round begins again")?;
        }
        Ok(Outcome { seen, is_right })
    }

    fn head(&self, events: &[FileEvent]) -> Result<(), Failure> {
        if events.is_empty() {
            return Ok(print_line(&format!("round {}: {}", self.rounds, self.settings.name))?);
        }
        let events: Vec<String> = events.iter().map(FileEvent::to_string).collect();
        Ok(print_line(&format!("\nround {}: {}", self.rounds, events.join(", ")))?)
    }

    /// Reads the folder, and records the files from which the base was read.
    fn read(&mut self) -> Result<Box<dyn Version>, Failure> {
        let name = self.settings.name;
        if !Path::new(name).is_dir() {
            let words = format!("error: the folder `{name}` is gone\n  it is read again when it is back");
            return Err(Failure::Message(words, MISTAKES));
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
        let warnings = print_base_warnings(&base, self.rounds == 1);
        let backends = base.backends();
        let world = base.stopped_by(self.settings.flags.halt()).answered_by(backends, Backend::Compiled);
        let world = world.map_err(|(base, trouble)| no_plan_failure(&base, trouble))?;
        Ok(with_world!(world, |world| Box::new(LoadedVersion::new(world, warnings)) as Box<dyn Version>))
    }

    /// Tests, compares and attacks a version. Returns whether all of its positions hold.
    fn check_version(&mut self, version: Box<dyn Version>, is_last: bool) -> Result<bool, Failure> {
        let settings = &self.settings;
        let tested = version.test(settings);
        let is_right = print_mistake(tested)?.unwrap_or(false);
        if settings.flags.is_ended() {
            return Ok(is_right);
        }
        let compared = match &self.before {
            Some(before) => version.compare(before.as_ref(), settings),
            None => Ok(()),
        };
        print_mistake(compared)?;
        if settings.flags.is_ended() {
            return Ok(is_right);
        }
        // If a save interrupts the comparison, the next round compares with the same previous version again.
        let version = self.before.insert(version);
        if !is_last {
            print_mistake(version.prepare(settings))?;
        }
        if let Some(time) = settings.verify {
            return Ok(is_right & print_mistake(version.attack_claims(time, settings))?.unwrap_or(false));
        }
        Ok(is_right)
    }
}

/// Treats a failure to read as a mistake in the rules, so that it does not end the command. Another save may fix it.
fn as_rule_mistake(failure: Failure) -> Failure {
    match failure {
        Failure::Message(words, _) => Failure::Message(words, MISTAKES),
        Failure::Diagnostics(words, _) => Failure::Diagnostics(words, MISTAKES),
        failure => failure,
    }
}

/// Prints a mistake and returns `None`, so that the round can go on. Other failures are returned as errors.
fn print_mistake<T>(outcome: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(failure @ (Failure::Message(_, status) | Failure::Diagnostics(_, status)))
            if status != INTERNAL_ERROR =>
        {
            failure.report();
            Ok(None)
        }
        Err(failure) => Err(failure),
    }
}
