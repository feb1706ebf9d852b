//! Folders of the user's own, which nobody else may write to.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Creates a folder that only the user may look into, where there is none yet. `variable` is the environment variable that
/// names another place.
///
/// # Errors
/// When the folder cannot be created, and when it fails [`check_own`].
pub fn make_own(folder: &Path, variable: &str) -> io::Result<()> {
    if !folder.is_dir() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
    }
    check_own(folder, variable)
}

/// Checks that a folder is the user's, and that not everybody may write to it.
///
/// # Errors
/// When it is another user's, when everybody may write to it, and when it cannot be read. The message names the environment
/// variable `variable`, which chooses another place.
#[cfg(unix)]
pub fn check_own(folder: &Path, variable: &str) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let known = fs::metadata(folder)?;
    let why = if known.uid() != nix::unistd::geteuid().as_raw() {
        "the folder is another user's"
    } else if known.mode() & 0o002 != 0 {
        "everybody may write to the folder"
    } else {
        return Ok(());
    };
    let advice = format!("{why}, and what lies in it is trusted; `{variable}` names another one");
    Err(io::Error::new(io::ErrorKind::PermissionDenied, advice))
}

/// Checks nothing, where folders have no owner that can be asked for.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn check_own(_: &Path, _: &str) -> io::Result<()> {
    Ok(())
}

/// The cache folder of a program of this name. The environment variable `variable` names it; else it is a folder of the
/// program's name in `XDG_CACHE_HOME`, in `LOCALAPPDATA`, or in `.cache` in the home folder, or where there is no home, a
/// folder of the user's among the temporary files.
pub fn cache(program: &str, variable: &str) -> PathBuf {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = named(variable) {
        return folder;
    }
    let of_system = named("XDG_CACHE_HOME").or_else(|| named("LOCALAPPDATA"));
    let of_home =
        || env::home_dir().filter(|home| !home.as_os_str().is_empty()).map(|home| home.join(".cache"));
    of_system.or_else(of_home).map_or_else(|| temporary(program), |folder| folder.join(program))
}

/// A folder of this user's among the temporary files, where everybody may put some.
fn temporary(program: &str) -> PathBuf {
    #[cfg(unix)]
    let name = format!("{program}-{}", nix::unistd::geteuid());
    #[cfg(not(unix))]
    let name = program;
    env::temp_dir().join(name)
}
