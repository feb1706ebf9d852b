//! The folder of a base that uses learned or extracted rules.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use blanche_compiler::files::{self, Sources};
use blanche_compiler::has_errors;
use blanche_compiler::project::{ENDING, Project, base_file};
use blanche_compiler::syntax::ast::ItemKind;
use blanche_compiler::syntax::parse;

/// Why a file of rules cannot be written to a folder.
#[derive(Debug)]
pub enum FolderError {
    /// A file or the folder cannot be read or written.
    Io(PathBuf, io::Error),
    /// The content or name of the folder is unsuitable. Holds an explanation.
    Unfit(String),
    /// The base that would be written to this folder has this mistake.
    Mistaken(PathBuf, String),
    /// The file would be larger than the maximum size of a file that can be read.
    TooLarge(PathBuf),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            FolderError::Unfit(why) => f.write_str(why),
            FolderError::Mistaken(folder, mistake) => {
                write!(
                    f,
                    "the rules that would be written to {} could not be played: {mistake}",
                    folder.display()
                )
            }
            FolderError::TooLarge(path) => write!(
                f,
                "{} would have more than {} MiB, and a file of that size could not be read again",
                path.display(),
                files::MAX_FILE_SIZE >> 20
            ),
        }
    }
}

/// The path of the rule file with this name in a folder.
pub(super) fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension(ENDING)
}

/// Reads a rule file, or `None` if it does not exist.
pub(super) fn read(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match files::read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Checks that a rule file `name`, without its extension, can be written to a folder. The folder may be missing or have
/// no base. If it has a base, that base must use this file and the files in `uses`. Changes nothing.
///
/// # Errors
/// If the file cannot be written. The error holds the reason.
pub(super) fn check(folder: &Path, name: &str, uses: &[String]) -> Result<(), FolderError> {
    if folder.symlink_metadata().is_err() {
        check_name(folder, name)?;
        return check_new(folder);
    }
    let (file, base) = (self::file(folder, name), self::file(folder, "base"));
    files::check_writable(&file).map_err(failed(&file))?;
    let mut project = Project::default();
    match base_file(&mut project, folder).map_err(failed(folder))? {
        Some(root) => {
            let uses_of_base = project.tree(root).items.iter().filter_map(|item| match &item.kind {
                ItemKind::Use(path) => Some(path.text.as_str()),
                _ => None,
            });
            check_base(folder, name, &uses_of_base.collect::<Vec<&str>>(), uses)
        }
        None if base.symlink_metadata().is_ok() => {
            let why = format!("{} is there, and does not begin with: base NAME", base.display());
            Err(FolderError::Unfit(why))
        }
        None => check_name(folder, name),
    }
}

/// Checks that the base of a folder uses the rule file `name`. The names of all files that the base uses are in
/// `of_base`.
fn check_base(folder: &Path, name: &str, of_base: &[&str], uses: &[String]) -> Result<(), FolderError> {
    if !of_base.iter().any(|path| path.rsplit('/').next() == Some(name)) {
        return Err(FolderError::Unfit(format!(
            "{} holds a base that does not use {}/{name}, and so would not play by it",
            folder.display(),
            own(folder)
        )));
    }
    // If the file exists, checking its content will give a more specific error later.
    let is_there = file(folder, name).exists();
    if !is_there && !uses.iter().all(|path| of_base.contains(&path.as_str())) {
        return Err(FolderError::Unfit(format!(
            "{} holds a base of another game: it does not use {}",
            folder.display(),
            uses.join(" and ")
        )));
    }
    Ok(())
}

/// Checks that a folder can be created.
pub(super) fn check_new(folder: &Path) -> Result<(), FolderError> {
    let whole = std::path::absolute(folder).map_err(failed(folder))?;
    let there = whole.ancestors().skip(1).find(|there| there.symlink_metadata().is_ok());
    let first = there.map(|there| there.join(own(folder)));
    first.map_or(Ok(()), |first| files::check_writable(&first)).map_err(failed(folder))
}

/// Returns a function that converts an I/O error at this path.
pub(super) fn failed(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |error| FolderError::Io(path, error)
}

/// The name of a folder, which is also the name of its base.
pub(super) fn own(folder: &Path) -> String {
    let whole = folder.canonicalize().or_else(|_| std::path::absolute(folder));
    let whole = whole.unwrap_or_else(|_| folder.to_owned());
    whole.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Checks that the name of the folder is valid for a base.
fn check_name(folder: &Path, name: &str) -> Result<(), FolderError> {
    let own = own(folder);
    let text = base(&own, name, "A base.", &[]);
    let mut sources = Sources::default();
    let id = sources.add("", text.as_bytes());
    if has_errors(&parse(&sources, id).diagnostics) {
        let why = format!(
            "`{own}` is not a name for a base: a name consists of lower-case letters, digits and hyphens, and begins with a letter"
        );
        return Err(FolderError::Unfit(why));
    }
    Ok(())
}

/// The source of a base with this name. It uses the files in `uses`, and the file `name` in its own folder.
fn base(own: &str, name: &str, doc: &str, uses: &[String]) -> String {
    let uses: String = uses.iter().map(|path| format!("use {path}\n")).collect();
    format!("%% {doc}\nbase {own}\n\n{uses}use {own}/{name}\n")
}

/// Writes a rule file `name`, without its extension, to a folder. If the folder has no base, also writes a base that
/// uses this file and the files in `uses`. Returns the path of the rule file. `read` is the content of the rule file
/// when it was last read, and `doc` is the doc comment of the base.
///
/// # Errors
/// Fails if a path cannot be written, or if its content has changed since it was read. The old content is then kept.
pub(super) fn write(
    folder: &Path,
    (name, read, text): (&str, Option<&[u8]>, &str),
    doc: &str,
    uses: &[String],
) -> Result<PathBuf, FolderError> {
    let (file, base) = (self::file(folder, name), self::file(folder, "base"));
    if text.len() as u64 > files::MAX_FILE_SIZE {
        return Err(FolderError::TooLarge(file));
    }
    fs::create_dir_all(folder).map_err(failed(folder))?;
    files::rewrite(&file, read, text).map_err(failed(&file))?;
    match files::write_new(&base, &self::base(&own(folder), name, doc, uses)) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(failed(&base)(error)),
        _ => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_too_large_to_read_is_not_written() {
        let folder = std::env::temp_dir().join(format!("learning-folder-{}", std::process::id()));
        let large = "%".repeat(files::MAX_FILE_SIZE as usize + 1);
        let refused = write(&folder, ("learned", None, &large), "A base.", &[]);
        assert!(matches!(refused, Err(FolderError::TooLarge(_))), "{refused:?}");
        assert!(!folder.exists(), "nothing is made");
    }
}
