//! When a command needs a user's base as compiled code, builds a program that contains this code, and replaces this
//! process by that program.

use std::env;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use blanche_compiler::diagnostic::Diagnostic;

use crate::command_line::interrupt::{self, INTERRUPTED};
use crate::command_line::output::{Failure, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, print_warnings};
use crate::command_line::program_switch;
use crate::compilation::library_sources::LibrarySource;
use crate::compilation::package::LIBRARY;
use crate::compilation::toolchain::Toolchain;
use crate::compilation::{self, Built, CompileError};
use noire_engine::bases::{GeneratedRust, PortableBase};
use noire_engine::progress::Progress;
use noire_engine::world::AnyBase;

/// Builds the program with this base compiled in, unless the program is cached, and shows the progress.
pub(crate) fn build(base: &AnyBase) -> Result<Built, Failure> {
    let stop = interrupt::stop_flag()?;
    let progress = Progress::begin();
    let mut tell = |share: f64, what: &str| progress.show(share, what);
    let built = compilation::program(&base.portable(), || base.rule_files().rust(LIBRARY), &stop, &mut tell);
    drop(progress);
    built.map_err(|error| build_failure(&error))
}

/// Replaces this process by a program that has the base compiled in, and builds that program first if necessary.
/// Returns only on failure, or with an exit status on systems that cannot replace a process.
pub(crate) fn switch_to_compiled(base: &AnyBase) -> Failure {
    print_warnings(base.own_warnings());
    build_and_switch(base)
}

/// Builds the program if it is missing, and runs it in place of the current program.
fn build_and_switch(base: &AnyBase) -> Failure {
    let times = program_switch::switches();
    if times >= program_switch::MAX_SWITCHES {
        let words =
            format!("error: the rules of `{}` changed while they were compiled: try again", base.name());
        return Failure::Message(words, MISTAKES);
    }
    let this = env::current_exe().unwrap_or_default();
    let builder = program_switch::builder();
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
    program_switch::set_environment(&mut command, times + 1, &by);
    run(command)
}

/// A build that runs in a thread of its own while the command does other work.
pub(crate) struct BackgroundBuild {
    progress: Progress,
    done: Mutex<BuildProgress>,
    end_flag: Arc<AtomicBool>,
}

/// The progress of the build and of the other work, shown on one line.
#[derive(Default)]
struct BuildProgress {
    share: f64,
    what: String,
    meanwhile: String,
}

impl BackgroundBuild {
    /// Flag that is set when the build ends or the user presses Ctrl-C. The other work should then end.
    pub(crate) fn end_flag(&self) -> &Arc<AtomicBool> {
        &self.end_flag
    }

    /// Shows the progress of the other work on the same line, after the progress of the build.
    pub(crate) fn show_progress(&self, meanwhile: String) {
        self.change(|done| done.meanwhile = format!("; {meanwhile}"));
    }

    /// Prints a result of the other work above the progress line.
    pub(crate) fn print_result(&self, found: &str) {
        self.progress.aside(|| eprintln!("{}", found.trim_end()));
    }

    fn change(&self, change: impl FnOnce(&mut BuildProgress)) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut done);
        self.progress.show(done.share, &format!("{}{}", done.what, done.meanwhile));
    }
}

/// Does the same as [`switch_to_compiled`], but runs `meanwhile` in this thread during the build.
pub(crate) fn switch_to_compiled_while(base: &AnyBase, meanwhile: impl FnOnce(&BackgroundBuild)) -> Failure {
    print_warnings(base.own_warnings());
    let portable = base.portable();
    if !program_switch::is_switched()
        && !compilation::is_ready(&portable)
        && let Err(failure) = build_while(&portable, base.rule_files().rust(LIBRARY), meanwhile)
    {
        return failure;
    }
    build_and_switch(base)
}

/// Builds a program in a thread of its own, and runs `meanwhile` until it is built.
fn build_while(
    portable: &PortableBase,
    rust: Result<GeneratedRust, Box<Diagnostic>>,
    meanwhile: impl FnOnce(&BackgroundBuild),
) -> Result<(), Failure> {
    let stop = interrupt::stop_flag()?;
    // If the toolchain or the sources are missing, fail before the other work begins.
    LibrarySource::find(&Toolchain::new(&stop)).map_err(|error| build_failure(&error))?;
    let building =
        BackgroundBuild { progress: Progress::begin(), done: Mutex::default(), end_flag: Arc::default() };
    let built = thread::scope(|scope| {
        let build = scope.spawn(|| {
            let mut tell = |share: f64, what: &str| {
                building.change(|done| (done.share, done.what) = (share, what.to_owned()));
            };
            let built = compilation::program(portable, || rust, &stop, &mut tell);
            building.end_flag.store(true, Ordering::Relaxed);
            built
        });
        meanwhile(&building);
        build.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    built.map(drop).map_err(|error| build_failure(&error))
}

/// Replaces this process by a command.
#[cfg(unix)]
fn run(mut command: Command) -> Failure {
    use std::os::unix::process::CommandExt;
    // Returns only on failure.
    run_failure(&command.exec())
}

/// Runs a command as a child process, and returns its exit status.
#[cfg(not(unix))]
fn run(mut command: Command) -> Failure {
    match command.status() {
        Ok(status) => {
            Failure::Ended(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(INTERNAL_ERROR))
        }
        Err(error) => run_failure(&error),
    }
}

fn run_failure(error: &std::io::Error) -> Failure {
    Failure::Message(format!("error: the program with compiled rules cannot be run: {error}"), INTERNAL_ERROR)
}

/// The message and the exit status for a build that failed.
pub(crate) fn build_failure(error: &CompileError) -> Failure {
    let status = match error {
        CompileError::Stopped => INTERRUPTED,
        CompileError::Rules(_) => MISTAKES,
        CompileError::NoToolchain(_) | CompileError::NoSources => USAGE_ERROR,
        CompileError::Unbuilt(_) | CompileError::Unwritten(..) => INTERNAL_ERROR,
    };
    Failure::Message(format!("error: {error}"), status)
}
