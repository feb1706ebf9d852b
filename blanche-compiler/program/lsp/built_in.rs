//! Writes files that are embedded in a program to a cache folder, so that an editor can open them.
//!
//! Each file is in a folder that is named after a hash of the file's text, because different versions of a program have
//! different files. The files are read-only. A text that the editor opens in the cache folder does not belong to any
//! project.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Component, Path, PathBuf};

use blanche_compiler::files;

/// The environment variable that names the cache folder.
const FOLDER: &str = "BLANCHE_CACHE";

/// The cache folder, to which all embedded files are written.
fn folder() -> PathBuf {
    let cache = files::cache("blanche", FOLDER);
    std::path::absolute(&cache).unwrap_or(cache).join("built-in")
}

/// Writes an embedded file and returns its path. The file is read-only. `name` is a relative path with slashes.
///
/// # Errors
/// If the folder does not belong to the user or cannot be written, or if `name` leads out of the folder.
pub(super) fn write(name: &str, text: &str) -> io::Result<PathBuf> {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` is not a file name")));
    }
    let all = folder();
    let mut hasher = DefaultHasher::new();
    (name, text).hash(&mut hasher);
    let path = all.join(format!("{:016x}", hasher.finish())).join(name);
    for own in [all.as_path(), path.parent().unwrap_or(&all)] {
        files::make_private(own, FOLDER)?;
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

/// The name of the embedded file that was written to `path`. `None` if `path` is another file.
pub(super) fn name(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(folder()).ok()?;
    let parts: Vec<_> = inside.components().skip(1).map(|part| part.as_os_str().to_string_lossy()).collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{folder, name, write};

    #[test]
    fn a_name_outside_the_folder_is_refused() {
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
