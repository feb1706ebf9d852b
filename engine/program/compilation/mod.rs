//! Rules of one's own, compiled: a base becomes a small package over this library, and the package a program that does all
//! that `noire` does and has the base compiled in.
//!
//! Programs are kept in a folder of the user's, one for each base, with the key of what they were made of: what has not
//! changed is not built again. A program is built beside this one; this one loads no code while it runs.
//!
//! | module | what it holds |
//! |---|---|
//! | [`package`] | the files of the package |
//! | [`library`] | where the sources of this library are: in a checkout, or in the registry |
//! | [`kept`] | the folder of programs, and what each was made of |
//! | [`toolchain`] | cargo and rustc, run so that they can be stopped |

pub mod kept;
pub mod library;
pub mod package;
pub mod toolchain;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Diagnostic;

use self::kept::Kept;
use self::library::Library;
use self::package::Package;
use self::toolchain::Toolchain;
use noire_engine::bases::{Portable, Rust};

/// So many lines of what a compiler says are shown.
const MOST_SAID: usize = 40;

/// Why a program was not built.
#[derive(Debug)]
pub enum CompileError {
    /// There is no Rust toolchain: this program of it cannot be run.
    NoToolchain(&'static str),
    /// The sources of this version of the library are neither in a checkout nor in the registry.
    NoSources,
    /// The rules cannot be made Rust.
    Rules(Box<Diagnostic>),
    /// The library or the package does not build: what the compiler says.
    Unbuilt(String),
    /// A folder or a file cannot be read or written.
    Unwritten(PathBuf, io::Error),
    /// Somebody stopped it.
    Stopped,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::NoToolchain(program) => write!(
                f,
                "rules are compiled with a Rust toolchain, and there is no program `{program}`: install one from \
                 https://rustup.rs, or ask the interpreter"
            ),
            CompileError::NoSources => write!(
                f,
                "the sources of the library `noire` {} are neither in a checkout nor in the registry: build `noire` from a \
                 checkout of this version, or ask the interpreter",
                env!("CARGO_PKG_VERSION")
            ),
            CompileError::Rules(message) => f.write_str(&message.title),
            CompileError::Unbuilt(said) => {
                write!(f, "the program does not build")?;
                let lines: Vec<&str> = said.trim_end().lines().collect();
                lines.iter().take(MOST_SAID).try_for_each(|line| write!(f, "\n{line}"))?;
                match lines.len().saturating_sub(MOST_SAID) {
                    0 => Ok(()),
                    more => write!(f, "\nand {more} more lines"),
                }
            }
            CompileError::Unwritten(path, error) => {
                write!(f, "{} cannot be written: {error}", path.display())
            }
            CompileError::Stopped => f.write_str("stopped before the program was built"),
        }
    }
}

impl From<Box<Diagnostic>> for CompileError {
    fn from(message: Box<Diagnostic>) -> CompileError {
        CompileError::Rules(message)
    }
}

/// A program that has a base compiled in.
#[derive(Clone, Debug)]
pub struct Built {
    /// Where it is.
    pub program: PathBuf,
    /// The folder of its package.
    pub package: PathBuf,
    /// Whether it was built now; otherwise it was there.
    pub is_new: bool,
}

/// Whether the program with this base compiled in is there.
pub fn is_ready(base: &Portable) -> bool {
    Kept::of(base).ready().is_some()
}

/// The program with this base compiled in, built where it is not there yet. `tell` hears how far that is, from 0 to 1, and what
/// is done.
///
/// # Errors
/// When it cannot be built, and when the sign is set before it is.
pub fn program(
    base: &Portable,
    rust: impl FnOnce() -> Result<Rust, Box<Diagnostic>>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(f64, &str),
) -> Result<Built, CompileError> {
    let kept = Kept::of(base);
    let there = |program| Built { program, package: kept.folder().to_owned(), is_new: false };
    if let Some(program) = kept.ready() {
        return Ok(there(program));
    }
    let toolchain = Toolchain::new(stop);
    let library = Library::find(&toolchain)?;
    let building =
        kept.begin(stop, &mut || tell(0.0, "another `noire` builds the program; this one waits"))?;
    // The other one may have built what is wanted.
    if let Some(program) = kept.ready() {
        return Ok(there(program));
    }
    tell(0.0, "rules become Rust");
    let package = Package::new(base, &rust()?, &library);
    package.write(kept.folder())?;
    library.build(&toolchain, kept.folder(), &building.program()?, &mut |share, what| tell(share, what))?;
    Ok(Built { program: building.finish()?, package: kept.folder().to_owned(), is_new: true })
}
