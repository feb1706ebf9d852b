//! Files that another program carries, written to a cache folder so that an editor can open them.
//!
//! Each lies in a folder that is named by a hash of its text: a program of another version has other files. They are for
//! reading only, and the texts that an editor opens there are not part of any project.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Component, Path, PathBuf};

use blanche_compiler::files;

/// The environment variable that names the cache folder.
const FOLDER: &str = "BLANCHE_CACHE";

/// Where all of them are written.
fn folder() -> PathBuf {
    let cache = files::cache("blanche", FOLDER);
    std::path::absolute(&cache).unwrap_or(cache).join("built-in")
}

/// Writes a file of this name, which is a path with slashes, for reading only. Gives where it is.
///
/// # Errors
/// When the folder is not the user's own or cannot be written, and when the name leads out of it.
pub(super) fn write(name: &str, text: &str) -> io::Result<PathBuf> {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` is no name of a file")));
    }
    let all = folder();
    let mut hasher = DefaultHasher::new();
    (name, text).hash(&mut hasher);
    let path = all.join(format!("{:016x}", hasher.finish())).join(name);
    for own in [all.as_path(), path.parent().unwrap_or(&all)] {
        files::make_own(own, FOLDER)?;
    }
    if files::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(path);
    }
    files::write(&path, text)?;
    let mut permissions = fs::metadata(&path)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions)?;
    Ok(path)
}

/// The name of the file that was written at a path, if it is one of these.
pub(super) fn name(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(folder()).ok()?;
    let parts: Vec<_> = inside.components().skip(1).map(|part| part.as_os_str().to_string_lossy()).collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{folder, name, write};

    #[test]
    fn a_name_that_leads_out_of_the_folder_is_refused() {
        for wrong in ["../x.blanche", "/x.blanche", "a/../../x.blanche", "./x.blanche"] {
            assert!(write(wrong, "library\n").is_err(), "{wrong}");
        }
        assert_eq!(
            name(&folder().join("00/knowledge/a/b.blanche")).as_deref(),
            Some("knowledge/a/b.blanche")
        );
        assert_eq!(name(&folder().join("00")), None);
        assert_eq!(name(std::path::Path::new("/elsewhere/00/knowledge/b.blanche")), None);
    }
}
