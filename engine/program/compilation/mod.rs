//! Compiles a user's base into a program: generates a small package that depends on this library, and builds it. The
//! program does everything that `noire` does, and has the base compiled in.
//!
//! The programs are cached in a folder of the user, one program for each base. A key records what a program was built
//! from, so a base that has not changed is not built again. The result is a separate executable, because the running
//! program loads no code.
//!
//! | module | what it holds |
//! |---|---|
//! | [`package`] | the files of the generated package |
//! | [`library_sources`] | where the sources of this library are: in a checkout, or in the registry |
//! | [`cache`] | the cache of compiled programs |
//! | [`toolchain`] | runs cargo and rustc as processes that can be stopped |

pub mod cache;
pub mod library_sources;
pub mod package;
pub mod toolchain;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Diagnostic;

use self::cache::CacheEntry;
use self::library_sources::LibrarySource;
use self::package::Package;
use self::toolchain::Toolchain;
use noire_engine::bases::{GeneratedRust, PortableBase};

/// Maximum number of lines of compiler output to print.
const MAX_COMPILER_LINES: usize = 40;

/// Why a program was not built.
#[derive(Debug)]
pub enum CompileError {
    /// A program of the Rust toolchain is not installed. Holds its name.
    NoToolchain(&'static str),
    /// The sources of this version of the library are neither in a checkout nor in the registry.
    NoSources,
    /// The rules cannot be compiled to Rust.
    Rules(Box<Diagnostic>),
    /// The library or the package does not build. Holds the output of the compiler.
    Unbuilt(String),
    /// A folder or file cannot be read or written. Holds its path.
    Unwritten(PathBuf, io::Error),
    /// The user stopped the build.
    Stopped,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::NoToolchain(program) => write!(
                f,
                "rules are compiled with a Rust toolchain, and there is no program `{program}`: install a toolchain from \
                 https://rustup.rs, or use the interpreter"
            ),
            CompileError::NoSources => write!(
                f,
                "the sources of the library `noire` {} are neither in a checkout nor in the registry: build `noire` from a \
                 checkout of this version, or use the interpreter",
                env!("CARGO_PKG_VERSION")
            ),
            CompileError::Rules(message) => f.write_str(&message.title),
            CompileError::Unbuilt(said) => {
                write!(f, "the program does not build")?;
                let lines: Vec<&str> = said.trim_end().lines().collect();
                lines.iter().take(MAX_COMPILER_LINES).try_for_each(|line| write!(f, "\n{line}"))?;
                match lines.len().saturating_sub(MAX_COMPILER_LINES) {
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
    /// Path of the executable.
    pub program: PathBuf,
    /// Folder of the generated package.
    pub package: PathBuf,
    /// Whether this call built the program. It is `false` if the program was already in the cache.
    pub is_new: bool,
}

/// Whether the cache holds an up-to-date program with this base compiled in.
pub fn is_ready(base: &PortableBase) -> bool {
    CacheEntry::of(base).ready().is_some()
}

/// Returns the program with this base compiled in, and builds it if the cache lacks it. `tell` receives the progress,
/// from 0 to 1, and a description of the current step.
///
/// # Errors
/// If the build fails, or `stop` is set before it ends.
pub fn program(
    base: &PortableBase,
    rust: impl FnOnce() -> Result<GeneratedRust, Box<Diagnostic>>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(f64, &str),
) -> Result<Built, CompileError> {
    let entry = CacheEntry::of(base);
    let there = |program| Built { program, package: entry.folder().to_owned(), is_new: false };
    if let Some(program) = entry.ready() {
        return Ok(there(program));
    }
    let toolchain = Toolchain::new(stop);
    let library = LibrarySource::find(&toolchain)?;
    let building =
        entry.lock(stop, &mut || tell(0.0, "waiting for another `noire` that builds the program"))?;
    // The other process may have built the same program.
    if let Some(program) = entry.ready() {
        return Ok(there(program));
    }
    tell(0.0, "translating rules to Rust");
    let package = Package::new(base, &rust()?, &library);
    package.write(entry.folder())?;
    library.build(&toolchain, entry.folder(), &building.program()?, &mut |share, what| tell(share, what))?;
    Ok(Built { program: building.finish()?, package: entry.folder().to_owned(), is_new: true })
}
