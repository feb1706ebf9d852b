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
    folder(program, variable, "XDG_CACHE_HOME", ".cache").unwrap_or_else(|| temporary(program))
}

/// The folder in which a program keeps what its user has made. If the environment variable `variable` names a folder, it
/// is that folder. Otherwise it is a folder with the program's name in `XDG_DATA_HOME`, in `LOCALAPPDATA`, or in
/// `.local/share` in the home folder; `None` without a home folder.
pub fn data(program: &str, variable: &str) -> Option<PathBuf> {
    folder(program, variable, "XDG_DATA_HOME", ".local/share")
}

/// The folder that `variable` names, or the folder of the program in the one that the variable `of_system` names or in
/// the folder `in_home` of the user's home folder.
fn folder(program: &str, variable: &str, of_system: &str, in_home: &str) -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = named(variable) {
        return Some(folder);
    }
    let of_home =
        || env::home_dir().filter(|home| !home.as_os_str().is_empty()).map(|home| home.join(in_home));
    let above = named(of_system).or_else(|| named("LOCALAPPDATA")).or_else(of_home)?;
    Some(above.join(program))
}

/// The folder of this user inside the temporary folder, which is shared by all users.
fn temporary(program: &str) -> PathBuf {
    #[cfg(unix)]
    let name = format!("{program}-{}", nix::unistd::geteuid());
    #[cfg(not(unix))]
    let name = program;
    env::temp_dir().join(name)
}
