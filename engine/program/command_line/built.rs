//! Builds programs that have a user's base compiled in when a command needs them, and replaces this process by such a
//! program.

use std::env;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use blanche_compiler::diagnostic::Diagnostic;

use crate::command_line::handed_over;
use crate::command_line::interrupt::{self, INTERRUPTED};
use crate::command_line::output::{Failure, MACHINE, MISTAKES, WRONG_USE, warn};
use crate::compilation::library::Library;
use crate::compilation::package::LIBRARY;
use crate::compilation::toolchain::Toolchain;
use crate::compilation::{self, Built, CompileError};
use noire_engine::bases::{GeneratedRust, PortableBase};
use noire_engine::progress::Progress;
use noire_engine::world::AnyBase;

/// Builds the program with this base compiled in, unless the program is cached, and shows the progress.
pub(crate) fn build(base: &AnyBase) -> Result<Built, Failure> {
    let stop = interrupt::stop()?;
    let progress = Progress::begin();
    let mut tell = |share: f64, what: &str| progress.show(share, what);
    let built = compilation::program(&base.portable(), || base.rule_files().rust(LIBRARY), &stop, &mut tell);
    drop(progress);
    built.map_err(|error| not_built(&error))
}

/// Replaces this process by a program that has the base compiled in, and builds that program first if necessary.
/// Returns only on failure, or with an exit status on systems that cannot replace a process.
pub(crate) fn in_place(base: &AnyBase) -> Failure {
    warn(base.own_warnings());
    hand_over(base)
}

/// Builds the program if it is missing, and runs it in place of the current program.
fn hand_over(base: &AnyBase) -> Failure {
    let times = handed_over::times();
    if times >= handed_over::MOST_TIMES {
        let words =
            format!("error: the rules of `{}` changed while they were compiled: try again", base.name());
        return Failure::Said(words, MISTAKES);
    }
    let this = env::current_exe().unwrap_or_default();
    let builder = handed_over::builder();
    // If another program built the current program, that program also does all further builds.
    let (program, by) = match builder.filter(|builder| *builder != this) {
        Some(builder) => (builder.clone(), builder),
        None => match build(base) {
            Ok(built) => (built.program, this),
            Err(failure) => return failure,
        },
    };
    let mut command = Command::new(program);
    command.args(env::args_os().skip(1));
    handed_over::mark(&mut command, times + 1, &by);
    run(command)
}

/// A build that runs in a thread of its own while the command does other work.
pub(crate) struct Building {
    progress: Progress,
    done: Mutex<Done>,
    enough: Arc<AtomicBool>,
}

/// The progress of the build and of the other work, shown on one line.
#[derive(Default)]
struct Done {
    share: f64,
    what: String,
    meanwhile: String,
}

impl Building {
    /// Flag that is set when the program is built or Ctrl-C was pressed. The other work should then end.
    pub(crate) fn enough(&self) -> &Arc<AtomicBool> {
        &self.enough
    }

    /// Shows the progress of the other work on the same line, after the progress of the build.
    pub(crate) fn tell(&self, meanwhile: String) {
        self.change(|done| done.meanwhile = format!("; {meanwhile}"));
    }

    /// Prints a result of the other work above the progress line.
    pub(crate) fn say(&self, found: &str) {
        self.progress.aside(|| eprintln!("{}", found.trim_end()));
    }

    fn change(&self, change: impl FnOnce(&mut Done)) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut done);
        self.progress.show(done.share, &format!("{}{}", done.what, done.meanwhile));
    }
}

/// Does the same as [`in_place`], but runs `meanwhile` in this thread during the build.
pub(crate) fn in_place_beside(base: &AnyBase, meanwhile: impl FnOnce(&Building)) -> Failure {
    warn(base.own_warnings());
    let portable = base.portable();
    if !handed_over::is_handed_over()
        && !compilation::is_ready(&portable)
        && let Err(failure) = beside(&portable, base.rule_files().rust(LIBRARY), meanwhile)
    {
        return failure;
    }
    hand_over(base)
}

/// Builds a program in a thread of its own, and runs `meanwhile` until it is built.
fn beside(
    portable: &PortableBase,
    rust: Result<GeneratedRust, Box<Diagnostic>>,
    meanwhile: impl FnOnce(&Building),
) -> Result<(), Failure> {
    let stop = interrupt::stop()?;
    // If the toolchain or the sources are missing, fail before the other work begins.
    Library::find(&Toolchain::new(&stop)).map_err(|error| not_built(&error))?;
    let building = Building { progress: Progress::begin(), done: Mutex::default(), enough: Arc::default() };
    let built = thread::scope(|scope| {
        let build = scope.spawn(|| {
            let mut tell = |share: f64, what: &str| {
                building.change(|done| (done.share, done.what) = (share, what.to_owned()));
            };
            let built = compilation::program(portable, || rust, &stop, &mut tell);
            building.enough.store(true, Ordering::Relaxed);
            built
        });
        meanwhile(&building);
        build.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    built.map(drop).map_err(|error| not_built(&error))
}

/// Replaces this process by a command.
#[cfg(unix)]
fn run(mut command: Command) -> Failure {
    use std::os::unix::process::CommandExt;
    // Returns only on failure.
    not_run(&command.exec())
}

/// Runs a command as a child process, and returns its exit status.
#[cfg(not(unix))]
fn run(mut command: Command) -> Failure {
    match command.status() {
        Ok(status) => {
            Failure::Ended(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(MACHINE))
        }
        Err(error) => not_run(&error),
    }
}

fn not_run(error: &std::io::Error) -> Failure {
    Failure::Said(format!("error: the program with compiled rules cannot be run: {error}"), MACHINE)
}

/// The message and the exit status for a build that failed.
pub(crate) fn not_built(error: &CompileError) -> Failure {
    let status = match error {
        CompileError::Stopped => INTERRUPTED,
        CompileError::Rules(_) => MISTAKES,
        CompileError::NoToolchain(_) | CompileError::NoSources => WRONG_USE,
        CompileError::Unbuilt(_) | CompileError::Unwritten(..) => MACHINE,
    };
    Failure::Said(format!("error: {error}"), status)
}
