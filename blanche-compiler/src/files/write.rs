//! The only module that writes files. A text is first written to a temporary file in the same folder, which then
//! replaces the old file. So a full disk, a crash or a second Ctrl-C leaves either the whole old text or the whole new
//! text. There are two exceptions. A log grows in place by [`append`]. A file with several hard links is overwritten in
//! place after the new text is on disk, so that all links keep referring to the same file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::folder_of;
use super::read::target;

/// Writes a text to a file, which may already exist.
///
/// A symbolic link is kept, and its target is written. The permissions of an existing file are preserved, and so are
/// its owner and group if the user may set them. A file without write permission is not replaced. Devices and pipes are
/// written directly.
///
/// # Errors
/// When the text cannot be written. An existing file is then unchanged, and no temporary file remains.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    write_as(path, text, None)
}

/// Writes a text as [`write()`] does, but a new file is accessible to its owner only.
///
/// # Errors
/// As for [`write()`].
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    write_as(path, text, private())
}

/// Writes a text to a file. A new file gets the permissions `fresh`.
fn write_as(path: &Path, text: &str, fresh: Option<fs::Permissions>) -> io::Result<()> {
    let place = target(path)?;
    let older = match older(&place)? {
        Older::Device(mut device) => return device.write_all(text.as_bytes()),
        Older::File(older) => Some(older),
        Older::None => None,
    };
    let unfinished = filled(&place, text, older.as_ref(), fresh)?;
    if older.as_ref().is_some_and(has_other_names) {
        return overwrite(&place, text);
    }
    unfinished.persist(&place)?;
    write_name(&place);
    Ok(())
}

/// The permissions of a file that only its owner can read and write; `None` on systems without such permissions.
fn private() -> Option<fs::Permissions> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    #[cfg(not(unix))]
    None
}

/// Replaces the text of a file that was read before. `read` is the content that was read; `None` if there was no file.
///
/// # Errors
/// When the file has changed since it was read. It is then not replaced. Otherwise as for [`write()`].
pub fn rewrite(path: &Path, read: Option<&[u8]>, text: &str) -> io::Result<()> {
    let Some(read) = read else {
        return write_new(path, text).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => changed(),
            _ => error,
        });
    };
    let place = target(path)?;
    let check = || if super::read(&place)? == read { Ok(()) } else { Err(changed()) };
    check()?;
    let Older::File(older) = older(&place)? else { return Err(changed()) };
    let unfinished = filled(&place, text, Some(&older), None)?;
    // Check again, because writing the new text to disk takes the longest.
    check()?;
    if has_other_names(&older) {
        return overwrite(&place, text);
    }
    match exchange(unfinished.path(), &place) {
        Ok(()) => keep_saved(unfinished.path(), &place, read, text)?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(changed()),
        Err(_) => drop(unfinished.persist(&place)?),
    }
    write_name(&place);
    Ok(())
}

/// Checks a file that was exchanged for the new file at `place`. If it was saved after the last check, it is put back.
fn keep_saved(exchanged: &Path, place: &Path, read: &[u8], text: &str) -> io::Result<()> {
    // A file that cannot be read is not the one that was read.
    let mut removed = super::read(exchanged).ok();
    if removed.as_deref() == Some(read) {
        return Ok(());
    }
    let mut put = Some(text.as_bytes().to_vec());
    for _ in 0..MAX_EXCHANGES {
        exchange(exchanged, place)?;
        let there = super::read(exchanged).ok();
        if there == put {
            break;
        }
        // The file was saved once more, between the exchanges.
        put = std::mem::replace(&mut removed, there);
    }
    Err(changed())
}

/// Maximum number of attempts to put a saved file back, each made in vain by another save within microseconds.
const MAX_EXCHANGES: usize = 100;

/// Overwrites a file in place, so that all its hard links keep referring to the same file.
fn overwrite(place: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(place)?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)?;
    file.sync_all()
}

/// Atomically exchanges two files. Not all operating systems and file systems support this.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use nix::fcntl::{AT_FDCWD, RenameFlags, renameat2};
    renameat2(AT_FDCWD, one, AT_FDCWD, other, RenameFlags::RENAME_EXCHANGE).map_err(io::Error::from)
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn has_other_names(about: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(about) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

fn changed() -> io::Error {
    io::Error::other("it has changed since it was read")
}

/// Writes a text to a new file.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if anything has this name, and other errors when the text cannot be written. No file is
/// then created.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let is_there = || path.symlink_metadata().is_ok();
    if is_there() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    match filled(path, text, None, None)?.persist_noclobber(path) {
        // Some file systems support renaming, but not renaming without replacing.
        Err(refused) if refused.error.kind() != ErrorKind::AlreadyExists && !is_there() => {
            refused.file.persist(path)?
        }
        placed => placed?,
    };
    write_name(path);
    Ok(())
}

/// Appends a text to an existing file. A crash may leave only a part of the text, so a reader must expect an incomplete
/// last line.
///
/// # Errors
/// When the text, or a part of it, cannot be appended.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// Copies a file with its permissions. The destination may already exist.
///
/// # Errors
/// When the source cannot be read or the copy cannot be written. An existing file is then unchanged.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    copy_if(from, to, || Ok(()))
}

/// Copies a file as [`copy()`] does, if the check passes once the copy is on disk.
///
/// # Errors
/// The error of the check, or as for [`copy()`].
pub(super) fn copy_if(from: &Path, to: &Path, check: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let place = target(to)?;
    let mut source = File::open(from)?;
    let permissions = source.metadata()?.permissions();
    let mut unfinished = begun(&place, Some(&permissions))?;
    io::copy(&mut source, unfinished.as_file_mut())?;
    unfinished.as_file_mut().set_permissions(permissions)?;
    unfinished.as_file_mut().sync_all()?;
    check()?;
    unfinished.persist(&place)?;
    write_name(&place);
    Ok(())
}

/// Opens a file that serves as the lock of a folder, and creates it if necessary. Its content does not matter.
///
/// # Errors
/// When it cannot be opened or created.
pub fn lock_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Atomically replaces the file `old` by `new`.
///
/// # Errors
/// When it cannot be renamed. The old file is then unchanged.
pub fn replace(new: &Path, old: &Path) -> io::Result<()> {
    fs::rename(new, old)
}

/// Checks in advance, with a temporary file, whether [`write()`] could write to this path. Nothing is changed.
///
/// # Errors
/// The error that [`write()`] would return.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let place = target(path)?;
    match older(&place)? {
        Older::Device(_) => Ok(()),
        Older::File(_) | Older::None => begun(&place, None).map(drop),
    }
}

/// What exists at the path to be written.
enum Older {
    None,
    File(fs::Metadata),
    Device(File),
}

fn older(place: &Path) -> io::Result<Older> {
    // Fails if the file is not writable, and does not modify it.
    match OpenOptions::new().write(true).open(place) {
        Ok(file) => {
            let about = file.metadata()?;
            Ok(if about.is_file() { Older::File(about) } else { Older::Device(file) })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Older::None),
        Err(error) => Err(error),
    }
}

/// How the names of files begin that are being written.
const UNFINISHED: &str = ".unfinished-";

/// Removes the files of a folder that a program has begun to write at least `age` ago and has not finished, because it
/// was killed. Files that cannot be removed stay.
pub fn remove_unfinished(folder: &Path, age: Duration) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        let about = entry.metadata().ok().filter(|about| is_unfinished && about.is_file());
        let since = about.and_then(|about| about.modified().ok()?.elapsed().ok());
        if since.is_some_and(|since| since >= age) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates an empty temporary file in the folder of its destination. The file is deleted unless it is renamed. From the
/// start, it grants others no permission that the existing file does not grant.
fn begun(place: &Path, permissions: Option<&fs::Permissions>) -> io::Result<NamedTempFile> {
    if place.file_name().is_none() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "this is not a file name"));
    }
    // As for any new file, the umask restricts its permissions.
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if let Some(permissions) = permissions {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        // The owner must be able to write the file before the file gets its final permissions.
        options.mode(permissions.mode() & 0o777 | 0o600);
    }
    #[cfg(not(unix))]
    let _ = permissions;
    let open = |path: &Path| options.open(path);
    let begun = tempfile::Builder::new().prefix(UNFINISHED).make_in(folder_of(place), open);
    begun.map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied => {
            io::Error::new(error.kind(), "no new files can be created in its folder")
        }
        _ => error,
    })
}

/// Creates a temporary file with this text, synced to disk. It gets the permissions of the existing file, or `fresh` if
/// there is none.
fn filled(
    place: &Path,
    text: &str,
    older: Option<&fs::Metadata>,
    fresh: Option<fs::Permissions>,
) -> io::Result<NamedTempFile> {
    let permissions = older.map(fs::Metadata::permissions);
    let mut unfinished = begun(place, permissions.as_ref().or(fresh.as_ref()))?;
    let file = unfinished.as_file_mut();
    file.write_all(text.as_bytes())?;
    if let Some((older, permissions)) = older.zip(permissions) {
        keep_owner(file, older);
        // Changing the owner may clear permission bits.
        file.set_permissions(permissions)?;
    }
    file.sync_all()?;
    Ok(unfinished)
}

/// Sets the owner and group of a file to the owner and group of an existing file, if the user may do so.
#[cfg(unix)]
fn keep_owner(file: &File, older: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only the administrator may set another owner, but a member of a group may set that group.
    if fchown(file, Some(older.uid()), Some(older.gid())).is_err() {
        let _ = fchown(file, None, Some(older.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// Syncs the folder, so that the new name is on disk too. Errors are ignored, as some systems do not support this and
/// the text itself is already on disk.
fn write_name(place: &Path) {
    if let Ok(folder) = File::open(folder_of(place)) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Creates an empty folder for a test.
    fn empty(test: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("files-write-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a test has a folder");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be read").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_write_replaces_the_old_text_and_leaves_no_other_files() {
        let folder = empty("replaced");
        let file = folder.join("a.txt");
        for text in ["old and longer", "new"] {
            write(&file, text).expect("it can be written");
            assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
        }
        check_writable(&file).expect("it can be written");
        check_writable(&folder.join("b.txt")).expect("it can be written");
        assert_eq!(names(&folder), ["a.txt"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_owner_and_group() {
        use std::os::unix::fs::{MetadataExt, chown};
        let folder = empty("owner");
        let file = folder.join("a.txt");
        write(&file, "first").expect("it can be written");
        // Only the administrator may change the owner of a file.
        if chown(&file, Some(1234), Some(4321)).is_ok() {
            write(&file, "second").expect("it can be written");
            rewrite(&file, Some(b"second"), "third").expect("it is as it was read");
            let about = file.metadata().expect("it is there");
            assert_eq!((about.uid(), about.gid()), (1234, 4321));
        }
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn all_hard_links_of_a_file_lead_to_the_new_text() {
        let folder = empty("names");
        let (one, other) = (folder.join("a.txt"), folder.join("b.txt"));
        fs::write(&one, "old and longer").expect("it can be written");
        fs::hard_link(&one, &other).expect("it can be linked");
        write(&one, "new").expect("it can be written");
        assert_eq!(fs::read_to_string(&other).expect("it is there"), "new");
        rewrite(&other, Some(b"new"), "newer").expect("it can be written");
        assert_eq!(fs::read_to_string(&one).expect("it is there"), "newer");
        assert_eq!(names(&folder), ["a.txt", "b.txt"]);
    }

    #[test]
    fn a_file_that_changed_since_it_was_read_is_not_overwritten() {
        let folder = empty("unread");
        let file = folder.join("a.txt");
        rewrite(&file, None, "first").expect("nothing was there, and nothing is");
        rewrite(&file, Some(b"first"), "second").expect("it is as it was read");
        let text = || fs::read_to_string(&file).expect("it is there");
        assert_eq!(text(), "second");
        for read in [None, Some(&b"first"[..]), Some(b"")] {
            let refused = rewrite(&file, read, "third").expect_err("it is another");
            assert_eq!(
                (refused.to_string().as_str(), text().as_str()),
                ("it has changed since it was read", "second")
            );
        }
        fs::remove_file(&file).expect("it can be removed");
        assert!(rewrite(&file, Some(b"second"), "third").is_err(), "it was removed");
        assert_eq!(names(&folder), Vec::<String>::new());
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    // Elsewhere a save between the last check and the replacement is lost.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn a_save_at_any_moment_of_a_rewrite_is_kept() {
        use std::thread::{scope, sleep};
        use std::time::Duration;
        let folder = empty("race");
        let file = folder.join("a.txt");
        scope(|scope| {
            // Saves as most editors do: a new file replaces the old one.
            let saving = scope.spawn(|| {
                let new = folder.join("new");
                for number in 0..500 {
                    let theirs = format!("theirs {number}");
                    fs::write(&new, &theirs).expect("it can be written");
                    fs::rename(&new, &file).expect("it can be saved");
                    sleep(Duration::from_micros(number * 7 % 400));
                    // For a moment another text may be there, until the saved file is put back.
                    let is_kept = (0..1000).any(|tries| {
                        sleep(Duration::from_millis(tries.min(1)));
                        let now = fs::read_to_string(&file).expect("it is there");
                        now == theirs || now == format!("{theirs}, read")
                    });
                    assert!(is_kept, "{theirs}");
                }
            });
            while !saving.is_finished() {
                let Ok(read) = super::super::read(&file) else { continue };
                if !read.ends_with(b"read") {
                    let text = format!("{}, read", String::from_utf8_lossy(&read));
                    let _ = rewrite(&file, Some(&read), &text);
                }
            }
        });
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn appended_text_follows_the_old_text() {
        let folder = empty("appended");
        let file = folder.join("a.txt");
        assert!(append(&file, "text").is_err(), "nothing is there");
        write(&file, "one\n").expect("it can be written");
        append(&file, "two\n").expect("it can be written");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "one\ntwo\n");
        assert_eq!(names(&folder), ["a.txt"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn writing_a_new_file_refuses_an_existing_one() {
        let folder = empty("new");
        let file = folder.join("a.txt");
        write_new(&file, "first").expect("nothing is there");
        let refused = write_new(&file, "second").expect_err("something is there");
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "first");
        assert_eq!(names(&folder), ["a.txt"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn a_failed_write_leaves_the_old_text_and_no_other_files() {
        let folder = empty("failed");
        let file = folder.join("a.txt");
        write(&file, "old").expect("it can be written");
        let unfinished = filled(&file, "new", None, None).expect("it can be written");
        assert_eq!(names(&folder).len(), 2);
        let failed = unfinished.persist(folder.join("none/a.txt")).map(drop);
        assert!(failed.map_err(drop).is_err());
        assert_eq!(
            (names(&folder), fs::read_to_string(&file).expect("it is there")),
            (vec!["a.txt".to_owned()], "old".to_owned())
        );
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn a_copy_replaces_its_target_and_keeps_the_source_permissions() {
        let folder = empty("copied");
        let [from, to] = ["a", "b"].map(|name| folder.join(name));
        write(&from, "new").expect("it can be written");
        write(&to, "old and longer").expect("it can be written");
        let mut permissions = from.metadata().expect("it is there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&from, permissions).expect("they can be set");
        copy(&from, &to).expect("it can be copied");
        assert_eq!(fs::read_to_string(&to).expect("it is there"), "new");
        assert!(to.metadata().expect("it is there").permissions().readonly());
        assert!(copy(&folder.join("none"), &to).is_err());
        assert_eq!(names(&folder), ["a", "b"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn folders_and_invalid_names_are_refused() {
        let folder = empty("refused");
        for path in [folder.clone(), folder.join("none/a.txt"), folder.join(".."), PathBuf::new()] {
            for tried in [write(&path, "text"), write_new(&path, "text"), check_writable(&path)] {
                let said = tried.expect_err("nothing can be written there").to_string();
                assert!(!said.contains("unfinished"), "{}: {said}", path.display());
            }
        }
        assert_eq!(names(&folder), Vec::<String>::new());
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = empty("unix");
        let [file, link, other, round] = ["a.sh", "link", "other", "round"].map(|name| folder.join(name));
        write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o750)).expect("they can be set");
        symlink("a.sh", &link).expect("a link can be made");
        write(&link, "new").expect("it can be written");
        assert!(link.symlink_metadata().expect("it is there").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "new");
        assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o750);
        symlink("b.txt", &other).expect("a link can be made");
        assert!(write_new(&other, "text").is_err(), "the link is there");
        write(&other, "text").expect("where a link leads to nothing, its target is made");
        assert_eq!(fs::read_to_string(folder.join("b.txt")).expect("it is there"), "text");
        symlink("round", &round).expect("a link can be made");
        assert!(write(&round, "text").is_err());
        write(Path::new("/dev/null"), "text").expect("a device takes it");
        assert!(!Path::new("/dev/null").metadata().expect("it is there").is_file());
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
