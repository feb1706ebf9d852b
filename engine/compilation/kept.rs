//! The folder of a user's compiled programs, one for each base, and what each was made of.
//!
//! `NOIRE_CACHE` names the folder; else it is `noire` in `XDG_CACHE_HOME`, in `LOCALAPPDATA`, or in `.cache` in the home
//! folder, or where there is no home, among the temporary files.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use blanche_compiler::files;

use super::CompileError;
use super::package::program_name;
use crate::bases::Portable;

/// What says where the folder is.
pub const FOLDER: &str = "NOIRE_CACHE";

/// In the folder of a program: the key of what it was made of, once it was.
const KEY: &str = "key.txt";

/// The folder of a program.
#[derive(Clone, Debug)]
pub struct Kept {
    folder: PathBuf,
    program: PathBuf,
    key: String,
}

impl Kept {
    /// That of a base as it is now, built by this program.
    pub fn of(base: &Portable) -> Kept {
        let name = program_name(&base.name);
        let version = env!("CARGO_PKG_VERSION");
        let key = hash(&(version, this_program(), &base.knowledge, &base.sidecars));
        // Bases of one name may lie in several folders, such as an earlier version beside this one.
        let place = hash(&base.folder.as_ref().map(|folder| std::path::absolute(folder).unwrap_or_default()));
        let folder = cache().join(format!("{name}-{:08x}", place as u32));
        let program = folder.join(format!("{name}{EXE_SUFFIX}"));
        Kept { folder, program, key: format!("{key:016x}\n") }
    }

    /// The program, if it is there and was made of this.
    pub fn ready(&self) -> Option<PathBuf> {
        let key = files::read(&self.folder.join(KEY)).ok()?;
        (key == self.key.as_bytes() && self.program.is_file()).then(|| self.program.clone())
    }

    /// Its folder, which holds the package too.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the program is, or will be.
    pub fn program(&self) -> PathBuf {
        self.program.clone()
    }

    /// The program was built.
    ///
    /// # Errors
    /// When that cannot be written down.
    pub fn finish(&self) -> Result<(), CompileError> {
        let path = self.folder.join(KEY);
        files::write(&path, &self.key).map_err(|error| CompileError::Unwritten(path, error))
    }
}

/// The folder of all programs.
fn cache() -> PathBuf {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = named(FOLDER) {
        return folder;
    }
    let of_system = named("XDG_CACHE_HOME").or_else(|| named("LOCALAPPDATA"));
    let of_home =
        || env::home_dir().filter(|home| !home.as_os_str().is_empty()).map(|home| home.join(".cache"));
    of_system.or_else(of_home).unwrap_or_else(env::temp_dir).join("noire")
}

/// Which program this is: another build of it has another library.
fn this_program() -> String {
    let known = env::current_exe().and_then(fs::metadata);
    let Ok(known) = known else { return String::new() };
    format!("{} {:?}", known.len(), known.modified().ok())
}

/// The same in every run of this program, and that is enough: another build of it makes programs anew.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
