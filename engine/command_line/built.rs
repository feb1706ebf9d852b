//! Programs with a base of a user's compiled in: built where they are asked for, and run in the place of this one.

use std::env;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Diagnostic;

use crate::bases::{Backend, Portable, Rust, TextBase};
use crate::command_line::interrupt::{self, INTERRUPTED};
use crate::command_line::output::{Failure, MACHINE, MISTAKES, WRONG_USE};
use crate::compilation::package::LIBRARY;
use crate::compilation::{self, Built, CompileError};
use crate::facts::Base;
use crate::progress::Progress;

/// Tells a program that another one has built it and gave its place to it.
const IN_PLACE: &str = "NOIRE_IN_PLACE";

/// What is compiled.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Base(&'a Base),
    Game(&'a TextBase),
}

impl Source<'_> {
    /// The name in its text.
    pub(crate) fn name(&self) -> &str {
        match self {
            Source::Base(base) => base.name(),
            Source::Game(game) => game.name(),
        }
    }

    fn portable(&self) -> Portable {
        match self {
            Source::Base(base) => base.portable(),
            Source::Game(game) => game.portable(),
        }
    }

    fn rust(&self) -> Result<Rust, Box<Diagnostic>> {
        match self {
            Source::Base(base) => base.rust(LIBRARY),
            Source::Game(game) => game.rust(LIBRARY),
        }
    }

    /// Whether this program has it compiled in.
    pub(crate) fn is_compiled(&self) -> bool {
        match self {
            Source::Base(base) => base.has(Backend::Compiled),
            Source::Game(game) => game.has(Backend::Compiled),
        }
    }
}

/// What is to be built, apart from the base that it was taken from.
pub(crate) struct Work {
    portable: Portable,
    rust: Result<Rust, Box<Diagnostic>>,
}

impl Work {
    /// The program with this base compiled in; nothing where it is there.
    pub(crate) fn of(source: Source<'_>) -> Option<Work> {
        let portable = source.portable();
        (!compilation::is_ready(&portable)).then(|| Work { portable, rust: source.rust() })
    }

    /// Builds it, and tells how far that is.
    pub(crate) fn build(
        self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(f64, &str),
    ) -> Result<Built, CompileError> {
        compilation::program(&self.portable, || self.rust, stop, tell)
    }
}

/// Builds the program with this base compiled in, where it is not there yet, and tells how far that is.
pub(crate) fn build(source: Source<'_>) -> Result<Built, Failure> {
    let stop = interrupt::stop()?;
    let progress = Progress::begin();
    let mut tell = |share: f64, what: &str| progress.show(share, what);
    let built = compilation::program(&source.portable(), || source.rust(), &stop, &mut tell);
    drop(progress);
    built.map_err(|error| not_built(&error))
}

/// Compiled rules were asked for that this program does not have: the program that has them is built and does what this one
/// was asked. Gives how that ends, where it comes back at all.
pub(crate) fn in_place(source: Source<'_>) -> Failure {
    if env::var_os(IN_PLACE).is_some() {
        let words = format!(
            "error: the rules of `{}` have changed since they were compiled: try again",
            source.name()
        );
        return Failure::Said(words, MISTAKES);
    }
    let built = match build(source) {
        Ok(built) => built,
        Err(failure) => return failure,
    };
    let mut command = Command::new(&built.program);
    command.args(env::args_os().skip(1)).env(IN_PLACE, "1");
    run(command)
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
