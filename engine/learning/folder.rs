//! The folder of a base that plays by what was found out.

use std::io;
use std::path::{Path, PathBuf};

use blanche_compiler::files;
use blanche_compiler::project::ENDING;

/// The file of rules of this name in a folder.
pub(super) fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension(ENDING)
}

/// What such a file holds; nothing where there is none.
pub(super) fn read(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match files::read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Writes a file of rules by its name without the ending into a folder, with a base that uses these files and it where there is no
/// base yet; the path of the file. `read` is what the file held when it was read, `doc` the base's doc comment.
///
/// # Errors
/// With the path that cannot be written, or that holds something else now; what stood there stands there still.
pub(super) fn write(
    folder: &Path,
    (name, read, text): (&str, Option<&[u8]>, &str),
    doc: &str,
    uses: &[String],
) -> Result<PathBuf, (PathBuf, io::Error)> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| (path, error)
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let (file, base) = (self::file(folder, name), self::file(folder, "base"));
    files::rewrite(&file, read, text).map_err(failed(&file))?;
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let own = whole.file_name().unwrap_or_default().to_string_lossy();
    let uses: String = uses.iter().map(|path| format!("use {path}\n")).collect();
    match files::write_new(&base, &format!("%% {doc}\nbase {own}\n\n{uses}use {own}/{name}\n")) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(failed(&base)(error)),
        _ => Ok(file),
    }
}
