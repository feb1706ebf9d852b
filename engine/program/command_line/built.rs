//! Programs with a base of a user's compiled in: built where they are asked for, and run in the place of this one.

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
use noire_engine::bases::{Portable, Rust};
use noire_engine::progress::Progress;
use noire_engine::world::AnyBase;

/// Builds the program with this base compiled in, where it is not there yet, and tells how far that is.
pub(crate) fn build(base: &AnyBase) -> Result<Built, Failure> {
    let stop = interrupt::stop()?;
    let progress = Progress::begin();
    let mut tell = |share: f64, what: &str| progress.show(share, what);
    let built = compilation::program(&base.portable(), || base.texts().rust(LIBRARY), &stop, &mut tell);
    drop(progress);
    built.map_err(|error| not_built(&error))
}

/// Compiled rules were asked for that this program does not have: the program that has them is built and does what this one
/// was asked. Gives how that ends, where it comes back at all.
pub(crate) fn in_place(base: &AnyBase) -> Failure {
    warn(base.own_warnings());
    hand_over(base)
}

/// Builds the program where it is missing, and hands over to it.
fn hand_over(base: &AnyBase) -> Failure {
    let times = handed_over::times();
    if times >= handed_over::MOST_TIMES {
        let words =
            format!("error: the rules of `{}` change faster than they are compiled: try again", base.name());
        return Failure::Said(words, MISTAKES);
    }
    let this = env::current_exe().unwrap_or_default();
    let builder = handed_over::builder();
    // A program with other rules compiled in leaves it to the one that has built it.
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

/// A program that is built while something else is done.
pub(crate) struct Building {
    progress: Progress,
    done: Mutex<Done>,
    enough: Arc<AtomicBool>,
}

/// What is told of both.
#[derive(Default)]
struct Done {
    share: f64,
    what: String,
    meanwhile: String,
}

impl Building {
    /// Set when the program is there, or Ctrl-C was pressed: what is done meanwhile ends then.
    pub(crate) fn enough(&self) -> &Arc<AtomicBool> {
        &self.enough
    }

    /// What was found meanwhile, behind how far the build is.
    pub(crate) fn tell(&self, meanwhile: String) {
        self.change(|done| done.meanwhile = format!("; {meanwhile}"));
    }

    /// Writes what was found meanwhile, unless it no longer matters.
    pub(crate) fn say(&self, found: &str) {
        self.progress.aside(|| eprintln!("{}", found.trim_end()));
    }

    fn change(&self, change: impl FnOnce(&mut Done)) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut done);
        self.progress.show(done.share, &format!("{}{}", done.what, done.meanwhile));
    }
}

/// As [`in_place`]; while a program is built that is not there yet, something else is done.
pub(crate) fn in_place_beside(base: &AnyBase, meanwhile: impl FnOnce(&Building)) -> Failure {
    warn(base.own_warnings());
    let portable = base.portable();
    if !handed_over::is_handed_over()
        && !compilation::is_ready(&portable)
        && let Err(failure) = beside(&portable, base.texts().rust(LIBRARY), meanwhile)
    {
        return failure;
    }
    hand_over(base)
}

/// Builds a program in a thread of its own.
fn beside(
    portable: &Portable,
    rust: Result<Rust, Box<Diagnostic>>,
    meanwhile: impl FnOnce(&Building),
) -> Result<(), Failure> {
    let stop = interrupt::stop()?;
    // Where nothing can be built, nothing is begun.
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

/// Runs a command in the place of this program.
#[cfg(unix)]
fn run(mut command: Command) -> Failure {
    use std::os::unix::process::CommandExt;
    // It only comes back where it fails.
    not_run(&command.exec())
}

/// Runs a command, and ends as it does.
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

/// That a program was not built, and why.
pub(crate) fn not_built(error: &CompileError) -> Failure {
    let status = match error {
        CompileError::Stopped => INTERRUPTED,
        CompileError::Rules(_) => MISTAKES,
        CompileError::NoToolchain(_) | CompileError::NoSources => WRONG_USE,
        CompileError::Unbuilt(_) | CompileError::Unwritten(..) => MACHINE,
    };
    Failure::Said(format!("error: {error}"), status)
}
