//! The only module that reads files. In folders only regular files are opened, because reading a pipe or a device could
//! block forever. A file that the user names for a command may be a pipe, and is read up to the size limit.

use std::fs::{self, File, Metadata};
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::folder_of;

/// Maximum number of symbolic links to follow in a chain. Operating systems use 40 as well.
const MAX_LINKS: usize = 40;

/// Maximum size of an input file, in bytes: 16 MiB, which is about 100,000 games or 200,000 clauses.
pub const MAX_FILE_SIZE: u64 = 16 << 20;

/// The message that a pipe, socket or device is not read.
pub(crate) const NOT_REGULAR: &str = "it is not a file but a pipe or a device";

/// The message that a link to a file elsewhere is not read.
pub(crate) const LEADS_OUT: &str = "it is a link that leads out of its folder";

/// Reads a rule file. If the file is too large, only slightly more than [`MAX_FILE_SIZE`] bytes are read, and the parser
/// reports the error.
///
/// # Errors
/// When it cannot be read, or is not a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_some(regular(path)?)
}

/// Opens a regular file. Nothing else is opened, because even opening a pipe waits for its writer.
fn regular(path: &Path) -> io::Result<File> {
    let check = |known: Metadata| {
        if known.is_file() {
            Ok(())
        } else if known.is_dir() {
            Err(ErrorKind::IsADirectory.into())
        } else {
            Err(io::Error::other(NOT_REGULAR))
        }
    };
    check(path.metadata()?)?;
    let file = File::open(path)?;
    check(file.metadata()?)?;
    Ok(file)
}

/// Checks that [`read`] can open a file.
///
/// # Errors
/// The error that [`read`] would return.
pub(crate) fn check_readable(path: &Path) -> io::Result<()> {
    regular(path).map(drop)
}

/// Reads rules from any reader, up to slightly more than [`MAX_FILE_SIZE`] bytes.
///
/// # Errors
/// When reading fails.
pub fn read_some(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file of a folder that is not a rule file.
///
/// # Errors
/// When it cannot be read or is not a regular file, and [`ErrorKind::FileTooLarge`] when it has more than [`MAX_FILE_SIZE`]
/// bytes.
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    read_stream(regular(path)?)
}

/// The path of a file beside rule files. Its content may end up in programs and messages, so it must really be in the
/// folder.
///
/// # Errors
/// When it is a symbolic link to a file outside the folder.
pub fn beside(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    if leads_out(&path, folder) {
        return Err(io::Error::other(LEADS_OUT));
    }
    Ok(path)
}

/// Whether a file is a symbolic link that leads out of its folder or cannot be resolved. A link to a file that does not
/// exist counts too, because writing through it would create the target.
pub(crate) fn leads_out(path: &Path, folder: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let missing = || folder_of(&target(path).ok()?).canonicalize().ok();
    let inside = || {
        let place = path.canonicalize().ok().or_else(missing)?;
        Some(place.starts_with(folder.canonicalize().ok()?))
    };
    path.is_symlink() && inside() != Some(true)
}

/// The target of a path after following symbolic links, even if no file exists there. Links to devices and pipes are not
/// followed: the text of `/dev/stdout` may be the number of a pipe, which is no path.
pub(super) fn target(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    if path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return Ok(place);
    }
    for _ in 0..MAX_LINKS {
        match fs::read_link(&place) {
            Ok(next) => place = folder_of(&place).join(next),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other(format!("it is the first of more than {MAX_LINKS} symbolic links")))
}

/// Reads a file that the user has named for a command. It may be a pipe, as shells create for `<(…)`.
///
/// # Errors
/// When it cannot be read, and [`ErrorKind::FileTooLarge`] when it has more than [`MAX_FILE_SIZE`] bytes or does not end.
pub fn read_named(path: &Path) -> io::Result<Vec<u8>> {
    read_stream(File::open(path)?)
}

/// Reads everything from a reader, up to its end.
///
/// # Errors
/// When it cannot be read, and [`ErrorKind::FileTooLarge`] when it has more than [`MAX_FILE_SIZE`] bytes or does not end.
pub fn read_stream(from: impl Read) -> io::Result<Vec<u8>> {
    let bytes = read_some(from)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        let said = format!("it is larger than {} MiB, the limit for files", MAX_FILE_SIZE >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, said));
    }
    Ok(bytes)
}

/// Maximum length of an input line in a conversation (REPL) or script, in bytes.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

/// Reads an input line including its line end, and appends it to `line`. Returns `false` at the end of the input.
///
/// # Errors
/// When it cannot be read, and [`ErrorKind::FileTooLarge`] when it has more than [`MAX_LINE_LENGTH`] bytes or does not
/// end.
pub fn read_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let before = line.len();
    from.by_ref().take(MAX_LINE_LENGTH as u64 + 1).read_until(b'\n', line)?;
    let read = line.len() - before;
    if read > MAX_LINE_LENGTH {
        let said = format!("a line is longer than {} MiB, the limit for lines", MAX_LINE_LENGTH >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, said));
    }
    Ok(read > 0)
}

/// Whether reading the file could block: it is a pipe, a socket or a device.
pub fn may_never_end(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir())
}

/// A key that is the same for all hard links to a file, and different for each symbolic link. `None` if it is not
/// available.
#[cfg(unix)]
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    std::fs::symlink_metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

/// A key that is the same for all hard links to a file. It is not available on this system.
#[cfg(not(unix))]
pub(crate) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn devices_are_read_only_if_they_are_named() {
        for path in ["/dev/zero", "/dev/null"] {
            let refused = read(Path::new(path)).expect_err("it is a device");
            assert_eq!(refused.to_string(), "it is not a file but a pipe or a device");
            assert!(read_whole(Path::new(path)).is_err());
        }
        assert_eq!(read(Path::new("/")).expect_err("it is a folder").kind(), ErrorKind::IsADirectory);
        assert_eq!(read_named(Path::new("/dev/null")).expect("a person has named it"), b"");
        assert_eq!(
            read_named(Path::new("/dev/zero")).expect_err("it does not end").kind(),
            ErrorKind::FileTooLarge
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        let folder = std::env::temp_dir().join(format!("files-read-beside-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("rules")).expect("a folder can be made");
        for name in ["secret", "rules/kept"] {
            std::fs::write(folder.join(name), name).expect("it can be written");
        }
        for (to, link) in [("../secret", "out"), ("kept", "inside")] {
            std::os::unix::fs::symlink(to, folder.join("rules").join(link)).expect("a link can be made");
        }
        let beside = |name: &str| beside(&folder.join("rules"), name).and_then(|path| read_whole(&path));
        assert_eq!(beside("kept").expect("it is there"), b"rules/kept");
        assert_eq!(beside("inside").expect("it is there"), b"rules/kept");
        assert_eq!(
            beside("out").expect_err("it leads out").to_string(),
            "it is a link that leads out of its folder"
        );
        assert_eq!(beside("none").expect_err("nothing is there").kind(), ErrorKind::NotFound);
        std::fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn a_line_is_read_with_its_end_up_to_the_limit() {
        let mut from = &b"one\n\ntwo"[..];
        let mut line = Vec::new();
        for (is_there, read) in [(true, &b"one\n"[..]), (true, b"\n"), (true, b"two"), (false, b"")] {
            line.clear();
            assert_eq!(read_line(&mut from, &mut line).expect("it can be read"), is_there);
            assert_eq!(line, read);
        }
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        let refused = read_line(&mut endless, &mut line).expect_err("it does not end");
        assert_eq!(refused.kind(), ErrorKind::FileTooLarge);
        assert_eq!(refused.to_string(), "a line is longer than 1 MiB, the limit for lines");
        let longest = [vec![b'x'; MAX_LINE_LENGTH - 1], b"\nmore".to_vec()].concat();
        line.clear();
        assert!(read_line(&mut &longest[..], &mut line).expect("it is not too long"));
        assert_eq!(line.len(), MAX_LINE_LENGTH);
    }

    #[test]
    fn an_endless_stream_is_read_up_to_the_limit() {
        let refused = read_stream(io::repeat(b'x')).expect_err("it does not end");
        assert_eq!(refused.kind(), ErrorKind::FileTooLarge);
        assert_eq!(refused.to_string(), "it is larger than 16 MiB, the limit for files");
        assert_eq!(read_some(io::repeat(b'x')).expect("it is cut").len() as u64, MAX_FILE_SIZE + 1);
        let whole = read_stream(io::repeat(b'x').take(MAX_FILE_SIZE)).expect("it is not too large");
        assert_eq!(whole.len() as u64, MAX_FILE_SIZE);
    }
}
