//! The folder of a user's compiled programs, one for each base, and what each was made of.
//!
//! `NOIRE_CACHE` names the folder; else it is `noire` in `XDG_CACHE_HOME`, in `LOCALAPPDATA`, or in `.cache` in the home
//! folder, or where there is no home, a folder of the user's among the temporary files. A program is run only from a folder
//! that belongs to the user and that others cannot write to.
//!
//! The key of a program says what it was made of. It is taken away before the program is replaced and written after that, so that
//! the program of a run that was ended in between is built anew. A lock keeps two runs apart.

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
use noire_engine::bases::Portable;

/// What says where the folder is.
pub const FOLDER: &str = "NOIRE_CACHE";

/// In the folder of a program: the key of what it was made of, once it was.
const KEY: &str = "key.txt";

/// In the folder of a program: who holds it builds the program.
const LOCK: &str = "lock";

/// In the folder of a program: what the folders begin with in which programs are built; the number of the process follows.
const BUILDING: &str = "building-";

/// How long it takes until the lock is looked at again.
const LOOKS: Duration = Duration::from_millis(100);

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
        let folder = files::cache("noire", FOLDER).join(format!("{name}-{:08x}", place as u32));
        let program = folder.join(format!("{name}{EXE_SUFFIX}"));
        Kept { folder, program, key: format!("{key:016x}\n") }
    }

    /// The program, if it is there and was made of this.
    pub fn ready(&self) -> Option<PathBuf> {
        let parent = self.folder.parent()?;
        if [parent, &self.folder].into_iter().any(|folder| files::check_own(folder, FOLDER).is_err()) {
            return None;
        }
        let key = files::read(&self.folder.join(KEY)).ok()?;
        (key == self.key.as_bytes() && self.program.is_file()).then(|| self.program.clone())
    }

    /// Its folder, which holds the package too.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder where it is not there, and waits until nobody else builds in it; `wait` is called before that.
    ///
    /// # Errors
    /// When the folder is not the user's own or cannot be written, and when the sign is set.
    pub fn begin(&self, stop: &AtomicBool, wait: &mut dyn FnMut()) -> Result<Building<'_>, CompileError> {
        let parent = self.folder.parent().unwrap_or(&self.folder);
        for folder in [parent, &self.folder] {
            files::make_own(folder, FOLDER)
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
                    std::thread::sleep(LOOKS);
                }
            }
        }
        Ok(Building {
            kept: self,
            folder: self.folder.join(format!("{BUILDING}{}", std::process::id())),
            _lock: lock,
        })
    }
}

/// A program that is being built. Nobody else builds it meanwhile.
pub struct Building<'k> {
    kept: &'k Kept,
    folder: PathBuf,
    /// Held as long as this is.
    _lock: fs::File,
}

impl Building<'_> {
    /// Where the new program is to be written: in a folder of this process, because what another run has begun may go on after its
    /// end.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn program(&self) -> Result<PathBuf, CompileError> {
        for old in fs::read_dir(&self.kept.folder).into_iter().flatten().flatten() {
            if old.file_name().to_string_lossy().starts_with(BUILDING) {
                // What is left of a run that was ended; if it cannot be taken away, it only takes room.
                let _ = fs::remove_dir_all(old.path());
            }
        }
        fs::create_dir_all(&self.folder)
            .map_err(|error| CompileError::Unwritten(self.folder.clone(), error))?;
        Ok(self.folder.join(self.kept.program.file_name().unwrap_or_default()))
    }

    /// The new program takes the place of the old one.
    ///
    /// # Errors
    /// When that cannot be written down.
    pub fn finish(self) -> Result<PathBuf, CompileError> {
        let Kept { folder, program, key } = self.kept;
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

/// Which program this is: another build of it has another library.
fn this_program() -> String {
    let known = env::current_exe().and_then(fs::metadata);
    let Ok(known) = known else { return String::new() };
    format!("{} {:?}", known.len(), known.modified().ok())
}

/// The same in every run of this program, and that is enough: another build of it makes programs anew.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = Checksum::default();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder of a program of this test, for what is made of these rules.
    fn kept(test: &str, rules: &str) -> Kept {
        let above = env::temp_dir().join(format!("noire-kept-{test}-{}", std::process::id()));
        let folder = above.join("noire-mine");
        Kept { program: folder.join("noire-mine"), folder, key: format!("{rules}\n") }
    }

    fn build(kept: &Kept) -> Result<PathBuf, CompileError> {
        let building = kept.begin(&AtomicBool::new(false), &mut || {})?;
        let new = building.program()?;
        files::write(&new, &kept.key).expect("it can be written");
        building.finish()
    }

    #[test]
    fn a_run_that_was_ended_leaves_no_program_that_counts() {
        let [first, second] = ["first", "second"].map(|rules| kept("ended", rules));
        assert_eq!(first.ready(), None);
        let program = build(&first).expect("it is built");
        assert_eq!((first.ready(), second.ready()), (Some(program), None));

        // Ended before the new program was complete: the old one is whole.
        let building = second.begin(&AtomicBool::new(false), &mut || {}).expect("nobody builds");
        let new = building.program().expect("a folder can be made");
        files::write(&new, "half").expect("it can be written");
        drop(building);
        assert!(first.ready().is_some() && second.ready().is_none());

        // Ended while the new one took its place: here it cannot, because it is not there.
        let building = second.begin(&AtomicBool::new(false), &mut || {}).expect("nobody builds");
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
    fn only_one_run_builds_and_another_one_waits_until_it_is_stopped() {
        let kept = kept("waits", "rules");
        let building = kept.begin(&AtomicBool::new(false), &mut || {}).expect("nobody builds");
        let (stop, mut waited) = (AtomicBool::new(false), 0);
        let second = kept.begin(&stop, &mut || {
            waited += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert!(matches!(second, Err(CompileError::Stopped)));
        assert_eq!(waited, 1);
        drop(building);
        assert!(kept.begin(&AtomicBool::new(false), &mut || {}).is_ok());
        fs::remove_dir_all(kept.folder.parent().expect("it lies in a folder")).expect("it can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_run_from_folders_of_ones_own_only() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let kept = kept("own", "rules");
        build(&kept).expect("it is built");
        let mode = kept.folder.metadata().expect("it is there").mode();
        assert_eq!(mode & 0o777, 0o700, "it is nobody else's");
        let above = kept.folder.parent().expect("it lies in a folder");
        for folder in [above, &kept.folder] {
            let permit =
                |mode| fs::set_permissions(folder, fs::Permissions::from_mode(mode)).expect("it is ours");
            permit(0o777);
            assert_eq!(kept.ready(), None, "everybody may put programs there");
            assert!(kept.begin(&AtomicBool::new(false), &mut || {}).is_err());
            permit(0o700);
            assert!(kept.ready().is_some());
        }
        fs::remove_dir_all(above).expect("it can be removed");
    }
}
