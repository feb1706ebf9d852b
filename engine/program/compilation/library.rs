//! Where the sources of this library are, and a package built with them.
//!
//! In a checkout cargo builds the library where it built this program, so that it is there already, and rustc compiles the
//! package against it. Else cargo builds the package with the library of this version from its registry.

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
pub enum Library {
    /// In the checkout that this program was built in.
    Checkout(PathBuf),
    /// Where cargo finds packages.
    Registry,
}

/// The crate that compiled rules name.
const RUNTIME: &str = "blanche_runtime";

/// The version of this library and of that crate.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The part of the work that the library takes, where it is not there yet; the package takes the rest.
const SHARE_OF_LIBRARY: f64 = 0.7;

/// The package is done as a whole, and this much may be told of it before.
const PACKAGE_BEGUN: f64 = 0.8;

/// An optimised program is built with as many units, for two cores and more.
const UNITS: usize = 16;

impl Library {
    /// Looks where the sources are.
    ///
    /// # Errors
    /// When there is no cargo, or somebody stops it.
    pub fn find(toolchain: &Toolchain<'_>) -> Result<Library, CompileError> {
        // This package lies in `engine/program`.
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        let checkout = checkout.filter(|folder| folder.join("blanche-compiler/Cargo.toml").is_file());
        let Some(checkout) = checkout.map(Path::to_owned) else { return Ok(Library::Registry) };
        let mut command = toolchain.cargo();
        command.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&checkout);
        let outcome = toolchain.run(command, "cargo", &mut |_| {})?;
        let known: Option<Value> = outcome.out.first().and_then(|line| serde_json::from_str(line).ok());
        let packages = known.as_ref().and_then(|known| known["packages"].as_array());
        let is_ours = |package: &&Value| package["name"] == LIBRARY && package["version"] == VERSION;
        let found = packages.is_some_and(|packages| packages.iter().any(|package| is_ours(&package)));
        Ok(if found { Library::Checkout(checkout) } else { Library::Registry })
    }

    /// How a manifest names the library and the crate that compiled rules name.
    pub(super) fn dependencies(&self) -> [String; 2] {
        match self {
            Library::Checkout(folder) => [folder.clone(), folder.join("blanche-compiler/runtime")]
                .map(|path| format!("{{ path = {:?}, version = \"={VERSION}\" }}", path.to_string_lossy())),
            Library::Registry => [(); 2].map(|()| format!("\"={VERSION}\"")),
        }
    }

    /// Builds the package in a folder to this program.
    ///
    /// # Errors
    /// When it does not build, the sources are not there, or somebody stops it.
    pub(super) fn build(
        &self,
        toolchain: &Toolchain<'_>,
        package: &Path,
        program: &Path,
        tell: &mut dyn FnMut(f64, &str),
    ) -> Result<(), CompileError> {
        match self {
            Library::Checkout(checkout) => {
                let built = in_checkout(toolchain, checkout, tell)?;
                tell(PACKAGE_BEGUN, "rustc compiles the rules");
                let compile = built.compile(toolchain, checkout, package, program);
                let outcome = toolchain.run(compile, "rustc", &mut |_| {})?;
                if outcome.succeeded { Ok(()) } else { Err(CompileError::Unbuilt(outcome.err.join("\n"))) }
            }
            Library::Registry => from_registry(toolchain, package, program, tell),
        }
    }
}

/// The library as cargo has built it.
struct Linked {
    /// The file of the library.
    library: PathBuf,
    /// The file of the crate that compiled rules name.
    runtime: PathBuf,
}

/// Builds the library of a checkout, where this program was built.
fn in_checkout(
    toolchain: &Toolchain<'_>,
    checkout: &Path,
    tell: &mut dyn FnMut(f64, &str),
) -> Result<Linked, CompileError> {
    let mut command = toolchain.cargo();
    // What else is built there by default stays as it is: packages that are built together agree on their features.
    command.args(["build", "--lib", "--message-format", "json-render-diagnostics"]).current_dir(checkout);
    if env!("NOIRE_PROFILE") == "release" {
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
        (true, Some(library), Some(runtime)) => Ok(Linked { library, runtime }),
        _ => Err(CompileError::Unbuilt(outcome.err.join("\n"))),
    }
}

impl Linked {
    /// What compiles a package with it.
    fn compile(&self, toolchain: &Toolchain<'_>, checkout: &Path, package: &Path, program: &Path) -> Command {
        let mut command = toolchain.rustc();
        // The compiler is the one of the checkout.
        command.current_dir(checkout).arg(absolute(package).join("src/main.rs"));
        command.args(["--crate-name", "noire_with_rules", "--crate-type", "bin", "--edition", "2024"]);
        let level = if env!("NOIRE_PROFILE") == "release" { "opt-level=3" } else { "opt-level=0" };
        let units = format!("codegen-units={UNITS}");
        for option in [level, &units, "lto=off", "panic=unwind"] {
            command.args(["-C", option]);
        }
        let mut with = |name: &str, file: &Path| {
            command.arg("--extern").arg(joined(name, "=", file));
            let folder = file.parent().unwrap_or(file);
            for folder in [folder.to_owned(), folder.join("deps")] {
                command.arg("-L").arg(joined("dependency", "=", &folder));
            }
        };
        with(LIBRARY, &self.library);
        with(RUNTIME, &self.runtime);
        command.arg("-C").arg(joined("incremental", "=", &absolute(package).join("incremental")));
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
    // All packages share what they are built with.
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

/// Whether cargo did not find this version of the library.
fn lacks_library(outcome: &Outcome) -> bool {
    let lacks = ["no matching package", "failed to select a version", "failed to get", "failed to query"];
    let said = outcome.err.join("\n");
    lacks.iter().any(|words| said.contains(words)) && said.contains(LIBRARY)
}

/// The folder of cargo's that this program lies in, if it does.
fn target_of_this_program() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let target = program.parent()?.parent()?;
    let is_one =
        target.join("CACHEDIR.TAG").is_file() && target.join(env!("NOIRE_PROFILE")).join("deps").is_dir();
    is_one.then(|| target.to_owned())
}

/// Runs cargo, and tells which package it compiles. All of them are this share of the work; how many there are nobody knows.
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
        tell(share * packages / (packages + 20.0), &format!("cargo builds {what}; begun last: {package}"));
    })
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn joined(name: &str, between: &str, path: &Path) -> std::ffi::OsString {
    let mut text = std::ffi::OsString::from(name);
    text.push(between);
    text.push(path);
    text
}
