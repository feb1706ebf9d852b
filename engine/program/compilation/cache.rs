//! The cache of compiled programs: a folder for each base, with a key that identifies what the program was built from.
//!
//! The cache is the folder in `NOIRE_CACHE`. Without that variable it is `noire` in `XDG_CACHE_HOME`, in
//! `LOCALAPPDATA`, or in `.cache` in the home folder. If there is no home folder, it is a private folder in the
//! temporary directory. A program is run only from a folder that the user owns and others cannot write to.
//!
//! The key file is removed before a program is replaced, and written again after the replacement. If the process is
//! killed in between, the key is missing, and the next run builds the program again. A lock keeps two processes from
//! building at the same time.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::files;
use noire_engine::checksum::Checksum;

use super::CompileError;
use super::package::program_name;
use noire_engine::bases::PortableBase;

/// Environment variable that names the cache folder.
pub const CACHE_VARIABLE: &str = "NOIRE_CACHE";

/// File name of the key in the folder of a program. The file exists only once the build is complete.
const KEY: &str = "key.txt";

/// File name of the lock in the folder of a program. Only the process that holds the lock builds the program.
const LOCK: &str = "lock";

/// Prefix of the build folders in the folder of a program. The process id follows it.
const BUILDING: &str = "building-";

/// Interval between attempts to take the lock.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The cache entry of one base: its folder, its program, and the key of the current sources.
#[derive(Clone, Debug)]
pub struct CacheEntry {
    folder: PathBuf,
    program: PathBuf,
    key: String,
}

impl CacheEntry {
    /// The cache entry for the current sources of `base`, as built by this executable.
    pub fn of(base: &PortableBase) -> CacheEntry {
        let name = program_name(&base.name);
        let version = env!("CARGO_PKG_VERSION");
        let key = hash(&(version, this_program(), &base.knowledge, &base.sidecars));
        // Bases with the same name may lie in several folders, such as two versions of one base.
        let place = hash(&base.folder.as_ref().map(|folder| std::path::absolute(folder).unwrap_or_default()));
        let folder = files::cache("noire", CACHE_VARIABLE).join(format!("{name}-{:08x}", place as u32));
        let program = folder.join(format!("{name}{EXE_SUFFIX}"));
        CacheEntry { folder, program, key: format!("{key:016x}\n") }
    }

    /// Path of the cached program, if it exists and was built from the current sources.
    pub fn ready(&self) -> Option<PathBuf> {
        let parent = self.folder.parent()?;
        if [parent, &self.folder]
            .into_iter()
            .any(|folder| files::check_private(folder, CACHE_VARIABLE).is_err())
        {
            return None;
        }
        let key = files::read(&self.folder.join(KEY)).ok()?;
        (key == self.key.as_bytes() && self.program.is_file()).then(|| self.program.clone())
    }

    /// The folder of this entry, which also holds the generated package.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates the folder if it is missing, and takes the lock. Calls `wait` first if another process holds the lock.
    ///
    /// # Errors
    /// If the folder cannot be written or is not private to the user, or `stop` is set while waiting for the lock.
    pub fn lock(&self, stop: &AtomicBool, wait: &mut dyn FnMut()) -> Result<LockedBuild<'_>, CompileError> {
        let parent = self.folder.parent().unwrap_or(&self.folder);
        for folder in [parent, &self.folder] {
            files::make_private(folder, CACHE_VARIABLE)
                .map_err(|error| CompileError::Unwritten(folder.to_owned(), error))?;
        }
        let path = self.folder.join(LOCK);
        let unwritten = |error| CompileError::Unwritten(path.clone(), error);
        let lock = files::lock_file(&path).map_err(unwritten)?;
        let mut waits = false;
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => break,
                Err(fs::TryLockError::Error(error)) => return Err(unwritten(error)),
                Err(fs::TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => {
                    return Err(CompileError::Stopped);
                }
                Err(fs::TryLockError::WouldBlock) => {
                    if !waits {
                        wait();
                    }
                    waits = true;
                    std::thread::sleep(POLL_INTERVAL);
                }
            }
        }
        Ok(LockedBuild {
            entry: self,
            folder: self.folder.join(format!("{BUILDING}{}", std::process::id())),
            _lock: lock,
        })
    }
}

/// A build in progress, which holds the lock of its folder.
pub struct LockedBuild<'k> {
    entry: &'k CacheEntry,
    folder: PathBuf,
    /// Releases the lock when dropped.
    _lock: fs::File,
}

impl LockedBuild<'_> {
    /// Path for the new executable, in a folder that only this process uses. A compiler that a killed run has started
    /// may still be writing to the folder of that run.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn program(&self) -> Result<PathBuf, CompileError> {
        for old in fs::read_dir(&self.entry.folder).into_iter().flatten().flatten() {
            if old.file_name().to_string_lossy().starts_with(BUILDING) {
                // This is the folder of a killed run. A folder that cannot be removed does no harm, but takes up space.
                let _ = fs::remove_dir_all(old.path());
            }
        }
        fs::create_dir_all(&self.folder)
            .map_err(|error| CompileError::Unwritten(self.folder.clone(), error))?;
        Ok(self.folder.join(self.entry.program.file_name().unwrap_or_default()))
    }

    /// Replaces the old program by the new one and writes its key. Returns the path of the program.
    ///
    /// # Errors
    /// If a file cannot be replaced or written.
    pub fn finish(self) -> Result<PathBuf, CompileError> {
        let CacheEntry { folder, program, key } = self.entry;
        let path = folder.join(KEY);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(CompileError::Unwritten(path, error));
            }
            _ => {}
        }
        let new = self.folder.join(program.file_name().unwrap_or_default());
        files::replace(&new, program).map_err(|error| CompileError::Unwritten(program.clone(), error))?;
        files::write(&path, key).map_err(|error| CompileError::Unwritten(path, error))?;
        let _ = fs::remove_dir_all(&self.folder);
        Ok(program.clone())
    }
}

/// Identifies this executable by its size and modification time. Each build of the executable has its own key, because
/// it links its own build of the library.
fn this_program() -> String {
    let known = env::current_exe().and_then(fs::metadata);
    let Ok(known) = known else { return String::new() };
    format!("{} {:?}", known.len(), known.modified().ok())
}

/// A hash that is the same in all runs of one executable. It may differ between executables, because each executable
/// builds its own programs.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = Checksum::default();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cache entry of the test called `test`, for a program built from `rules`.
    fn entry(test: &str, rules: &str) -> CacheEntry {
        let above = env::temp_dir().join(format!("noire-kept-{test}-{}", std::process::id()));
        let folder = above.join("noire-mine");
        CacheEntry { program: folder.join("noire-mine"), folder, key: format!("{rules}\n") }
    }

    fn build(entry: &CacheEntry) -> Result<PathBuf, CompileError> {
        let building = entry.lock(&AtomicBool::new(false), &mut || {})?;
        let new = building.program()?;
        files::write(&new, &entry.key).expect("it can be written");
        building.finish()
    }

    #[test]
    fn an_interrupted_build_leaves_no_valid_program() {
        let [first, second] = ["first", "second"].map(|rules| entry("ended", rules));
        assert_eq!(first.ready(), None);
        let program = build(&first).expect("it is built");
        assert_eq!((first.ready(), second.ready()), (Some(program), None));

        // If a build ends before the new program is complete, the old program stays valid.
        let building = second.lock(&AtomicBool::new(false), &mut || {}).expect("no other build runs");
        let new = building.program().expect("a folder can be made");
        files::write(&new, "half").expect("it can be written");
        drop(building);
        assert!(first.ready().is_some() && second.ready().is_none());

        // If a build ends while the old program is being replaced, no program is valid. The test causes a failure at
        // that step, because the new program does not exist.
        let building = second.lock(&AtomicBool::new(false), &mut || {}).expect("no other build runs");
        building.program().expect("a folder can be made");
        assert!(!new.exists(), "what is left of the run before is taken away");
        assert!(building.finish().is_err());
        assert_eq!((first.ready(), second.ready()), (None, None), "nobody knows which program it is");

        let program = build(&second).expect("it is built");
        assert_eq!((first.ready(), second.ready()), (None, Some(program.clone())));
        assert_eq!(fs::read_to_string(program).expect("it is there"), second.key);
        fs::remove_dir_all(second.folder.parent().expect("it lies in a folder")).expect("it can be removed");
    }

    #[test]
    fn a_second_build_waits_for_the_first_until_it_is_stopped() {
        let entry = entry("waits", "rules");
        let building = entry.lock(&AtomicBool::new(false), &mut || {}).expect("no other build runs");
        let (stop, mut waited) = (AtomicBool::new(false), 0);
        let second = entry.lock(&stop, &mut || {
            waited += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert!(matches!(second, Err(CompileError::Stopped)));
        assert_eq!(waited, 1);
        drop(building);
        assert!(entry.lock(&AtomicBool::new(false), &mut || {}).is_ok());
        fs::remove_dir_all(entry.folder.parent().expect("it lies in a folder")).expect("it can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_run_only_from_private_folders() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let entry = entry("own", "rules");
        build(&entry).expect("it is built");
        let mode = entry.folder.metadata().expect("it is there").mode();
        assert_eq!(mode & 0o777, 0o700, "it is nobody else's");
        let above = entry.folder.parent().expect("it lies in a folder");
        for folder in [above, &entry.folder] {
            let permit =
                |mode| fs::set_permissions(folder, fs::Permissions::from_mode(mode)).expect("it is ours");
            permit(0o777);
            assert_eq!(entry.ready(), None, "everybody may put programs there");
            assert!(entry.lock(&AtomicBool::new(false), &mut || {}).is_err());
            permit(0o700);
            assert!(entry.ready().is_some());
        }
        fs::remove_dir_all(above).expect("it can be removed");
    }
}
