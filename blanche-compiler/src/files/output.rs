//! Writes output files that the user names. An existing file is replaced only if an earlier run of this program wrote
//! it, so that a mistake, such as naming the input file, does not destroy work.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use super::read::{NOT_REGULAR, may_never_end, target};
use super::write::{copy, rewrite, write, write_new};
use super::{check_writable, read};
use crate::markup::MAKER;

/// The marks by which an output file of this program is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputMark {
    /// The start of the file.
    pub begins: &'static str,
    /// A text somewhere in the file.
    pub has: &'static str,
}

impl OutputMark {
    /// The mark of pictures and manual pages.
    pub const MARKUP: OutputMark = OutputMark { begins: "<", has: MAKER };
    /// The mark of programs with compiled rules. It contains a NUL character, which does not occur in texts.
    pub const PROGRAM: OutputMark = OutputMark { begins: "", has: "\0BLANCHE and NOIRE\0" };

    fn is_in(self, file: impl Read) -> io::Result<bool> {
        let words = self.has.as_bytes();
        let mut file = file.take(MAX_SEARCHED_BYTES);
        let mut text = vec![0; self.begins.len()];
        match file.read_exact(&mut text) {
            Ok(()) if text == self.begins.as_bytes() => {}
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(error),
            _ => return Ok(false),
        }
        let mut part = vec![0; PART];
        loop {
            let count = file.read(&mut part)?;
            text.extend_from_slice(&part[..count]);
            if words.is_empty() || text.windows(words.len()).any(|window| window == words) {
                return Ok(true);
            }
            if count == 0 {
                return Ok(false);
            }
            // The mark may span two reads, so keep the end of the current read.
            text.drain(..text.len().saturating_sub(words.len()));
        }
    }
}

/// Maximum number of bytes that are searched for a mark: 1 GiB, more than the size of any program.
const MAX_SEARCHED_BYTES: u64 = 1 << 30;

/// Number of bytes to read at once.
const PART: usize = 1 << 16;

/// Writes an output file. An existing file is replaced if it is empty or has the mark. If `mark` is `None`, an existing
/// text is never replaced by a different text. Devices and pipes are written directly.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if there is another file, which stays unchanged. Otherwise as for [`write()`].
pub fn write_output(path: &Path, text: &str, mark: Option<OutputMark>) -> io::Result<()> {
    match existing(path)? {
        There::Nothing => write_new(&target(path)?, text),
        There::Stream => write(path, text),
        There::File => match read(path)? {
            // When the file is replaced, it must still have the content that was checked here.
            read if is_free(&read[..], mark)? => rewrite(path, Some(&read), text),
            read if read == text.as_bytes() => Ok(()),
            _ => Err(refused(mark)),
        },
    }
}

/// Writes a file into an output folder, as [`write_output()`] does. The user did not name the file itself, so pipes and
/// devices are not expected.
///
/// # Errors
/// As for [`write_output()`], and if there is a pipe or a device.
pub fn write_output_in(folder: &Path, name: &str, text: &str, mark: Option<OutputMark>) -> io::Result<()> {
    let path = folder.join(name);
    if may_never_end(&path) {
        return Err(io::Error::other(NOT_REGULAR));
    }
    write_output(&path, text, mark)
}

/// Copies a file as an output file, with the checks of [`write_output()`].
///
/// # Errors
/// As for [`write_output()`].
pub fn copy_output(from: &Path, to: &Path, mark: OutputMark) -> io::Result<()> {
    check_output(to, Some(mark))?;
    copy(from, to)
}

/// Checks that [`write_output()`] could write to this path, before there is any output. Nothing is changed.
///
/// # Errors
/// The error that [`write_output()`] would return.
pub fn check_output(path: &Path, mark: Option<OutputMark>) -> io::Result<()> {
    check_writable(path)?;
    match existing(path)? {
        There::File if !is_free(BufReader::new(File::open(path)?), mark)? => Err(refused(mark)),
        There::File | There::Nothing | There::Stream => Ok(()),
    }
}

/// What exists at the path of an output.
enum There {
    Nothing,
    /// A device or a pipe.
    Stream,
    File,
}

fn existing(path: &Path) -> io::Result<There> {
    match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(There::Nothing),
        about => Ok(if about?.is_file() { There::File } else { There::Stream }),
    }
}

/// Whether a file may be replaced: it is empty, or has the mark.
fn is_free(mut file: impl BufRead, mark: Option<OutputMark>) -> io::Result<bool> {
    if file.fill_buf()?.is_empty() {
        return Ok(true);
    }
    mark.map_or(Ok(false), |mark| mark.is_in(file))
}

fn refused(mark: Option<OutputMark>) -> io::Error {
    let words = match mark {
        Some(_) => {
            "a file of this name already exists that was not written by this program\n  name another file, or remove it first"
        }
        None => "a file of this name already exists\n  name another file, or remove it first",
    };
    io::Error::new(ErrorKind::AlreadyExists, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMPRINT: OutputMark = OutputMark { begins: "# List", has: "by this program" };

    fn has_imprint(text: &str) -> bool {
        IMPRINT.is_in(text.as_bytes()).expect("a text can be read")
    }

    #[test]
    fn an_imprint_is_found_anywhere_in_a_file() {
        assert!(has_imprint("# List by this program\n"));
        assert!(!has_imprint("List by this program\n"));
        assert!(
            !has_imprint("# List by that program, by this progra")
                && !has_imprint("# Li")
                && !has_imprint("")
        );
        for length in PART - 40..PART + 10 {
            assert!(has_imprint(&format!("# List{}by this program", "x".repeat(length))), "{length}");
        }
    }

    #[test]
    fn only_a_file_with_the_imprint_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("list.txt");
        let text = || std::fs::read_to_string(&file).expect("it is there");
        let ours = |number: u32| format!("# List {number} by this program\n");
        for number in [1, 2] {
            check_output(&file, Some(IMPRINT)).expect("nothing is there, or what is ours");
            write_output(&file, &ours(number), Some(IMPRINT)).expect("nothing is there, or what is ours");
            assert_eq!(text(), ours(number));
        }
        write_output(&file, &ours(2), None).expect("it has this text");
        for tried in [write_output(&file, "other", None), check_output(&file, None)] {
            assert_eq!(tried.expect_err("it has no imprint").kind(), ErrorKind::AlreadyExists);
        }
        write(&file, "somebody's").expect("it can be written");
        let copied = copy_output(&file, &file, IMPRINT);
        for tried in
            [write_output(&file, &ours(3), Some(IMPRINT)), check_output(&file, Some(IMPRINT)), copied]
        {
            assert_eq!(tried.expect_err("it was not written by us").kind(), ErrorKind::AlreadyExists);
        }
        assert_eq!(text(), "somebody's");
        write(&file, "").expect("it can be written");
        write_output(&file, "other", None).expect("nothing is lost");
        assert_eq!(text(), "other");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_are_written_to() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let [link, file] = ["link", "file"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).expect("a link can be made");
        write_output(&link, "text", None).expect("where a link leads to nothing, its target is made");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "text");
        assert!(write_output(&link, "other", None).is_err(), "its target is there");
        write_output(Path::new("/dev/null"), "text", None).expect("a device takes it");
        assert!(write_output(folder.path(), "text", None).is_err(), "a folder takes nothing");
    }
}
