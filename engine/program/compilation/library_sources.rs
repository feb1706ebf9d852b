//! Locates the sources of this library, and builds a generated package with them.
//!
//! In a checkout, cargo builds the library in the target folder of this program, where it is usually up to date, and
//! rustc links the package against it. Otherwise cargo builds the package with the same version of the library from the
//! registry.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use blanche_compiler::files;
use serde_json::Value;

use super::CompileError;
use super::package::LIBRARY;
use super::toolchain::{Outcome, Toolchain};

/// Where the sources of this library are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibrarySource {
    /// The sources are in the checkout where this program was built, at this path.
    Checkout(PathBuf),
    /// The sources are in the package registry of cargo.
    Registry,
}

/// Name of the crate whose functions are called by generated Rust code.
const RUNTIME: &str = "blanche_runtime";

/// Version of this library and of its runtime crate.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Fraction of the progress, from 0 to 1, for building the library. The package takes the rest.
const SHARE_OF_LIBRARY: f64 = 0.7;

/// Progress to report when rustc starts on the package, from 0 to 1. rustc reports no progress while it runs.
const PACKAGE_START: f64 = 0.8;

/// Number of codegen units of an optimised program, so that rustc uses two cores or more.
const CODEGEN_UNITS: usize = 16;

impl LibrarySource {
    /// Finds the sources of this library.
    ///
    /// # Errors
    /// If cargo is not installed, or the user stops the program.
    pub fn find(toolchain: &Toolchain<'_>) -> Result<LibrarySource, CompileError> {
        // The package `noire` lies in `engine/program`, two levels below the root of the checkout.
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        let checkout = checkout.filter(|folder| folder.join("blanche-compiler/Cargo.toml").is_file());
        let Some(checkout) = checkout.map(Path::to_owned) else { return Ok(LibrarySource::Registry) };
        let mut command = toolchain.cargo();
        command.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&checkout);
        let outcome = toolchain.run(command, "cargo", &mut |_| {})?;
        let known: Option<Value> = outcome.out.first().and_then(|line| serde_json::from_str(line).ok());
        let packages = known.as_ref().and_then(|known| known["packages"].as_array());
        let is_ours = |package: &&Value| package["name"] == LIBRARY && package["version"] == VERSION;
        let found = packages.is_some_and(|packages| packages.iter().any(|package| is_ours(&package)));
        Ok(if found { LibrarySource::Checkout(checkout) } else { LibrarySource::Registry })
    }

    /// The entries for the library and the runtime crate in the manifest of a package that depends on both.
    pub(super) fn dependencies(&self) -> [String; 2] {
        match self {
            LibrarySource::Checkout(folder) => [folder.clone(), folder.join("blanche-compiler/runtime")]
                .map(|path| format!("{{ path = {:?}, version = \"={VERSION}\" }}", path.to_string_lossy())),
            LibrarySource::Registry => [(); 2].map(|()| format!("\"={VERSION}\"")),
        }
    }

    /// Builds the package in the folder `package`, and writes the executable to `program`.
    ///
    /// # Errors
    /// If the build fails, the sources are missing, or the user stops the build.
    pub(super) fn build(
        &self,
        toolchain: &Toolchain<'_>,
        package: &Path,
        program: &Path,
        tell: &mut dyn FnMut(f64, &str),
    ) -> Result<(), CompileError> {
        match self {
            LibrarySource::Checkout(checkout) => {
                let built = in_checkout(toolchain, checkout, tell)?;
                tell(PACKAGE_START, "rustc compiles the rules");
                let compile = built.compile(toolchain, checkout, package, program);
                let outcome = toolchain.run(compile, "rustc", &mut |_| {})?;
                if outcome.succeeded { Ok(()) } else { Err(CompileError::Unbuilt(outcome.err.join("\n"))) }
            }
            LibrarySource::Registry => from_registry(toolchain, package, program, tell),
        }
    }
}

/// Paths of the libraries that cargo has built.
struct LibraryPaths {
    /// The file of this library.
    library: PathBuf,
    /// The file of the runtime crate.
    runtime: PathBuf,
}

/// Builds the library of a checkout in the target folder of this program.
fn in_checkout(
    toolchain: &Toolchain<'_>,
    checkout: &Path,
    tell: &mut dyn FnMut(f64, &str),
) -> Result<LibraryPaths, CompileError> {
    let mut command = toolchain.cargo();
    // Builds the default members of the workspace, not only this library: cargo unifies features over all packages of a
    // build, so a smaller build could recompile dependencies with other features.
    command.args(["build", "--lib", "--message-format", "json-render-diagnostics"]).current_dir(checkout);
    if noire_laboratory::PROFILE == "release" {
        command.arg("--release");
    }
    if let Some(target) = target_of_this_program() {
        command.arg("--target-dir").arg(target);
    }
    let outcome = with_cargo(toolchain, command, (SHARE_OF_LIBRARY, "the library"), tell)?;
    let artifacts: Vec<Value> =
        outcome.out.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let file = |name: &str| -> Option<PathBuf> {
        let is_it = |one: &&Value| one["reason"] == "compiler-artifact" && one["target"]["name"] == name;
        let files = artifacts.iter().filter(is_it).filter_map(|one| one["filenames"].as_array());
        let files = files.flatten().filter_map(Value::as_str);
        files.filter(|file| file.ends_with(".rlib")).map(PathBuf::from).next_back()
    };
    match (outcome.succeeded, file(LIBRARY), file(RUNTIME)) {
        (true, Some(library), Some(runtime)) => Ok(LibraryPaths { library, runtime }),
        _ => Err(CompileError::Unbuilt(outcome.err.join("\n"))),
    }
}

impl LibraryPaths {
    /// The rustc command that compiles a package against these libraries.
    fn compile(&self, toolchain: &Toolchain<'_>, checkout: &Path, package: &Path, program: &Path) -> Command {
        let mut command = toolchain.rustc();
        // Run in the checkout, so that rustup selects the toolchain of the checkout.
        command.current_dir(checkout).arg(absolute(package).join("src/main.rs"));
        command.args(["--crate-name", "noire_with_rules", "--crate-type", "bin", "--edition", "2024"]);
        let level = if noire_laboratory::PROFILE == "release" { "opt-level=3" } else { "opt-level=0" };
        let units = format!("codegen-units={CODEGEN_UNITS}");
        for option in [level, &units, "lto=off", "panic=unwind"] {
            command.args(["-C", option]);
        }
        let mut with = |name: &str, file: &Path| {
            command.arg("--extern").arg(joined_argument(name, "=", file));
            let folder = file.parent().unwrap_or(file);
            for folder in [folder.to_owned(), folder.join("deps")] {
                command.arg("-L").arg(joined_argument("dependency", "=", &folder));
            }
        };
        with(LIBRARY, &self.library);
        with(RUNTIME, &self.runtime);
        command.arg("-C").arg(joined_argument("incremental", "=", &absolute(package).join("incremental")));
        command.arg("-o").arg(absolute(program));
        command
    }
}

/// Builds a package with the library from the registry.
fn from_registry(
    toolchain: &Toolchain<'_>,
    package: &Path,
    program: &Path,
    tell: &mut dyn FnMut(f64, &str),
) -> Result<(), CompileError> {
    // All packages share a target folder, so that the dependencies are built once.
    let target = package.parent().unwrap_or(package).join("target");
    let mut command = toolchain.cargo();
    command.args(["build", "--release", "--target-dir"]).arg(absolute(&target)).current_dir(package);
    let outcome = with_cargo(toolchain, command, (1.0, "the program"), tell)?;
    if !outcome.succeeded {
        return Err(if lacks_library(&outcome) {
            CompileError::NoSources
        } else {
            CompileError::Unbuilt(outcome.err.join("\n"))
        });
    }
    let name = program.file_name().unwrap_or_default();
    let built = target.join("release").join(name);
    files::copy(&built, program).map_err(|error| CompileError::Unwritten(program.to_owned(), error))
}

/// Whether cargo failed because it did not find this version of the library.
fn lacks_library(outcome: &Outcome) -> bool {
    let lacks = ["no matching package", "failed to select a version", "failed to get", "failed to query"];
    let said = outcome.err.join("\n");
    lacks.iter().any(|words| said.contains(words)) && said.contains(LIBRARY)
}

/// The target folder of cargo that contains this program, if there is one.
fn target_of_this_program() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let target = program.parent()?.parent()?;
    let is_one =
        target.join("CACHEDIR.TAG").is_file() && target.join(noire_laboratory::PROFILE).join("deps").is_dir();
    is_one.then(|| target.to_owned())
}

/// Runs cargo and reports each package that it compiles. The number of packages is unknown in advance, so the progress
/// approaches `share` without reaching it.
fn with_cargo(
    toolchain: &Toolchain<'_>,
    command: Command,
    (share, what): (f64, &str),
    tell: &mut dyn FnMut(f64, &str),
) -> Result<Outcome, CompileError> {
    let mut packages = 0.0;
    toolchain.run(command, "cargo", &mut |line| {
        let Some((_, package)) = line.split_once("Compiling ") else { return };
        packages += 1.0;
        tell(
            share * packages / (packages + 20.0),
            &format!("cargo builds {what}; latest package: {package}"),
        );
    })
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn joined_argument(name: &str, between: &str, path: &Path) -> std::ffi::OsString {
    let mut text = std::ffi::OsString::from(name);
    text.push(between);
    text.push(path);
    text
}
