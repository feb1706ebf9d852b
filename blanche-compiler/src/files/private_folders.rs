//! Private folders of the user, to which others cannot write.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Creates a folder that only the user can access, if it does not exist. `variable` is the environment variable that
/// selects another folder.
///
/// # Errors
/// When the folder cannot be created, or when [`check_private`] fails for it.
pub fn make_private(folder: &Path, variable: &str) -> io::Result<()> {
    if !folder.is_dir() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
    }
    check_private(folder, variable)
}

/// Checks that a folder belongs to the user and is not world-writable.
///
/// # Errors
/// When it belongs to another user, is world-writable, or cannot be read. The message mentions the environment variable
/// `variable`, which selects another folder.
#[cfg(unix)]
pub fn check_private(folder: &Path, variable: &str) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let known = fs::metadata(folder)?;
    let why = if known.uid() != nix::unistd::geteuid().as_raw() {
        "the folder belongs to another user"
    } else if known.mode() & 0o002 != 0 {
        "every user can write to the folder"
    } else {
        return Ok(());
    };
    let advice = format!("{why}, and its contents are trusted; set `{variable}` to use another one");
    Err(io::Error::new(io::ErrorKind::PermissionDenied, advice))
}

/// Checks nothing, on systems where the owner of a folder cannot be determined.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn check_private(_: &Path, _: &str) -> io::Result<()> {
    Ok(())
}

/// The cache folder of a program. If the environment variable `variable` names a folder, it is that folder. Otherwise
/// it is a folder with the program's name in `XDG_CACHE_HOME`, in `LOCALAPPDATA`, or in `.cache` in the home folder.
/// Without a home folder, it is a folder of the user among the temporary files.
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

/// The folder of this user inside the temporary folder, which is shared by all users.
fn temporary(program: &str) -> PathBuf {
    #[cfg(unix)]
    let name = format!("{program}-{}", nix::unistd::geteuid());
    #[cfg(not(unix))]
    let name = program;
    env::temp_dir().join(name)
}
