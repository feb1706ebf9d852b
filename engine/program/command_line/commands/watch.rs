//! `noire watch`: checks a base after each save. It reports mistakes, positions that fail, gained and lost answers, and
//! counterexamples that a round of attacks found.
//!
//! Mistakes are printed on standard error, as in every command, and results on standard output.

mod attacks;
mod positions;
mod round;
mod stop_flags;
mod version;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use blanche_sorted::SortedSet;

use clap::Args;
use noire_laboratory::watch::file_versions::FileVersions;
use round::{Round, WatchedFolder};
use stop_flags::StopFlags;

use crate::command_line::interrupt;
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, MISTAKES, USAGE_ERROR, count, reject_built_in, with_colours};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire watch my-rules/
  noire watch my-game/ --time 20
  noire watch my-rules/ --once --without-verify      one round; the exit status is its result";

/// On each save, check a base, test its positions, try to refute its claims, and report gained and lost answers.
///
/// Each round reports the mistakes in the rules, and stops there if it finds any. Otherwise it tests the positions in
/// positions.txt, as `noire test` does; compares the rules that have changed, directly or through what they use, with
/// the previous version, and draws for each a position with a gained answer and one with a lost answer; and attacks
/// every rule of the base itself, as a short `noire verify` does. A save during a round starts the next one. Ctrl-C
/// stops the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder of a base
    #[arg(value_name = "DIR")]
    folder: String,
    /// Approximate time to spend on trying to refute claims in each round; also the time limit for testing each
    /// position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "5")]
    time: Duration,
    /// Do not attack claims
    #[arg(long)]
    without_verify: bool,
    /// Exit after the first round, with status 1 if there are mistakes or a position fails
    #[arg(long)]
    once: bool,
}

/// Interval between checks for changed files.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Time that files must stay unchanged before they are read, because an editor may write them in several steps.
const SETTLE_TIME: Duration = Duration::from_millis(40);

/// Maximum number of times to wait for files to stay unchanged. After that they are read in any case.
const MAX_POLLS: usize = 25;

/// Runs `noire watch`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = &arguments.folder;
    reject_built_in(name, &format!("`{name}` is"))?;
    if !Path::new(name).is_dir() {
        return Err(Failure::Message(format!("error: there is no folder `{name}`"), USAGE_ERROR));
    }
    let flags = StopFlags::new()?;
    let verify = (!arguments.without_verify).then_some(arguments.time);
    let mut watched = WatchedFolder::new(name, &flags, arguments.time, verify);
    if arguments.once {
        let outcome =
            watched.round(Round { is_last: true, seen: FileVersions::default(), events: Vec::new() })?;
        return Ok(match outcome.is_right {
            _ if flags.is_interrupted() => interrupt::status(flags.interrupted()),
            true => ExitCode::SUCCESS,
            false => ExitCode::from(MISTAKES),
        });
    }
    let mut seen = wait_until_settled(name, &SortedSet::new());
    let mut events = Vec::new();
    loop {
        seen = watched.round(Round { is_last: false, seen, events })?.seen;
        if !flags.is_interrupted() && !flags.is_ended() {
            print_line("\nwaiting for the next save; Ctrl-C ends it")?;
        }
        let Some(now) = next_change(name, &watched, &seen, &flags) else { break };
        events = now.since(&seen);
        seen = now;
    }
    print_line(&format!("\nended after {}", count(watched.rounds(), "round")))?;
    Ok(interrupt::status(flags.interrupted()))
}

/// Waits until a file has changed. Returns the state of the files, or `None` after Ctrl-C.
fn next_change(
    folder: &str,
    watched: &WatchedFolder,
    seen: &FileVersions,
    flags: &StopFlags,
) -> Option<FileVersions> {
    loop {
        if flags.is_interrupted() {
            return None;
        }
        if FileVersions::of(Path::new(folder), watched.files()) != *seen {
            let now = wait_until_settled(folder, watched.files());
            // An editor that replaces a file removes it for a moment. That does not count as a change.
            if now != *seen {
                return Some(now);
            }
        }
        sleep(POLL_INTERVAL);
    }
}

/// Waits until the files stay unchanged, and returns their state.
fn wait_until_settled(folder: &str, files: &SortedSet<PathBuf>) -> FileVersions {
    let mut seen = FileVersions::of(Path::new(folder), files);
    for _ in 0..MAX_POLLS {
        sleep(SETTLE_TIME);
        let now = FileVersions::of(Path::new(folder), files);
        if now == seen {
            break;
        }
        seen = now;
    }
    seen
}

/// Prints a line and flushes the output.
fn print_line(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", with_colours(line))?;
    out.flush()
}
