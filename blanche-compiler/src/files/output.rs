//! Writes output files that the user names. An existing file is replaced only if an earlier run of this program wrote
//! it and it is unchanged, so that a mistake, such as naming the input file, does not destroy work.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::OnceLock;
use std::time::SystemTime;

use super::read::{NOT_REGULAR, may_never_end, target};
use super::write::{copy_if, rewrite, write, write_new};
use super::{check_writable, read};
use crate::fnv::fnv1a;
use crate::markup::MAKER;

/// The marks by which an output file of this program is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputMark {
    /// The start of the file.
    pub begins: &'static str,
    /// A text somewhere in the file.
    pub has: &'static str,
    /// How later changes by a person are recognised.
    pub protection: Protection,
}

/// How changes by a person to an output file are recognised. A changed file is not replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// They are not: the file is not for people, or the command itself keeps what they add.
    None,
    /// The last line of the file is a comment of XML and HTML with a checksum of the text before it.
    Checksum,
    /// The file is a table: rows with tabs follow a heading of lines that begin with `#`. It is changed if lines that are
    /// not rows were added. The heading and the rows hold numbers that differ in every run.
    Table,
}

impl OutputMark {
    /// The mark of pictures and manual pages.
    pub const MARKUP: OutputMark = OutputMark { begins: "<", has: MAKER, protection: Protection::Checksum };
    /// The mark of programs with compiled rules. It contains a NUL character, which does not occur in texts.
    pub const PROGRAM: OutputMark =
        OutputMark { begins: "", has: "\0BLANCHE and NOIRE\0", protection: Protection::None };

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

    /// The text as it is written to a file.
    fn protected(self, text: &str) -> Cow<'_, str> {
        match self.protection {
            Protection::Checksum => Cow::Owned(format!("{text}{}", checksum_line(text.as_bytes()))),
            Protection::None | Protection::Table => Cow::Borrowed(text),
        }
    }

    /// Whether the protection shows no change to a file with this mark. `new` is the text that is to replace it, if that
    /// is known already.
    fn is_unchanged(self, file: &[u8], new: Option<&str>) -> bool {
        match self.protection {
            Protection::None => true,
            Protection::Checksum => {
                let text = file.strip_suffix(b"\n").unwrap_or(file);
                let start = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
                checksum_line(&file[..start]).as_bytes() == &file[start..]
            }
            Protection::Table => new.is_none_or(|new| {
                let ((heading, lines), (new_heading, new_lines)) =
                    (other_lines(file), other_lines(new.as_bytes()));
                heading == new_heading && lines.iter().all(|line| new_lines.contains(line))
            }),
        }
    }
}

/// Number of lines of the heading of a table, and the lines below it that are not rows.
fn other_lines(table: &[u8]) -> (usize, Vec<&[u8]>) {
    let is_comment = |line: &&[u8]| line.starts_with(b"#");
    let lines = || table.split(|byte| *byte == b'\n');
    let heading = lines().take_while(is_comment).count();
    let is_row = |line: &&[u8]| line.contains(&b'\t') && !is_comment(line);
    (heading, lines().skip(heading).filter(|line| !is_row(line)).collect())
}

/// The last line of a file with [`Protection::Checksum`]. `text` is the text before it.
fn checksum_line(text: &[u8]) -> String {
    let checksum = fnv1a(text.iter().copied());
    format!("<!-- Checksum {checksum:016x}: as long as it is right, a later run may replace this file -->\n")
}

/// Maximum number of bytes that are searched for a mark: 1 GiB, more than the size of any program.
const MAX_SEARCHED_BYTES: u64 = 1 << 30;

/// Number of bytes to read at once.
const PART: usize = 1 << 16;

/// The time of the first [`check_output()`] of this process. An empty file that is younger may be about to be saved: many
/// editors first empty a file and then write it.
static FIRST_CHECK: OnceLock<SystemTime> = OnceLock::new();

/// Writes an output file. An existing file is replaced if it is empty, or if it has the mark and its protection shows no
/// change. An empty file is not replaced if it was emptied or created since the first [`check_output()`]. If `mark` is
/// `None`, an existing text is never replaced by a different text. Devices and pipes are written directly.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if there is another file, which stays unchanged. Otherwise as for [`write()`].
pub fn write_output(path: &Path, text: &str, mark: Option<OutputMark>) -> io::Result<()> {
    let protected = mark.map_or(Cow::Borrowed(text), |mark| mark.protected(text));
    match existing(path)? {
        There::Nothing => write_new(&target(path)?, &protected),
        There::Stream => write(path, text),
        There::File => {
            check_saved(path)?;
            let read = read(path)?;
            match state(&read[..], mark, Some(text))? {
                // When the file is replaced, it must still have the content that was checked here.
                State::Free => rewrite(path, Some(&read), &protected),
                _ if read == protected.as_bytes() => Ok(()),
                state => Err(refused(state, mark)),
            }
        }
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
    copy_if(from, to, || check_output(to, Some(mark)))
}

/// Fails if a file is empty, and was emptied or created since the first [`check_output()`].
fn check_saved(path: &Path) -> io::Result<()> {
    let about = path.metadata()?;
    let changed = about.modified()?;
    match FIRST_CHECK.get().is_some_and(|first| changed > *first) {
        true if about.len() == 0 => Err(io::Error::new(
            ErrorKind::AlreadyExists,
            "the file was emptied or created while this program ran\n  name another file, or remove it first",
        )),
        _ => Ok(()),
    }
}

/// Checks that [`write_output()`] could write to this path, before there is any output. Nothing is changed.
///
/// # Errors
/// The error that [`write_output()`] would return.
pub fn check_output(path: &Path, mark: Option<OutputMark>) -> io::Result<()> {
    FIRST_CHECK.get_or_init(SystemTime::now);
    check_writable(path)?;
    match existing(path)? {
        There::File => {
            check_saved(path)?;
            match state(BufReader::new(File::open(path)?), mark, None)? {
                State::Free => Ok(()),
                state => Err(refused(state, mark)),
            }
        }
        There::Nothing | There::Stream => Ok(()),
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

/// Whether an existing file may be replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It is empty, or this program wrote it.
    Free,
    /// This program wrote it, and it was changed since.
    Changed,
    /// This program did not write it.
    Foreign,
}

/// The state of a file that is to be replaced by the text `new`, if it is known already.
fn state(mut file: impl BufRead, mark: Option<OutputMark>, new: Option<&str>) -> io::Result<State> {
    if file.fill_buf()?.is_empty() {
        return Ok(State::Free);
    }
    let Some(mark) = mark else { return Ok(State::Foreign) };
    if mark.protection == Protection::None {
        return Ok(if mark.is_in(file)? { State::Free } else { State::Foreign });
    }
    let mut bytes = Vec::new();
    file.take(MAX_SEARCHED_BYTES).read_to_end(&mut bytes)?;
    Ok(match mark.is_in(&bytes[..])? {
        false => State::Foreign,
        true if mark.is_unchanged(&bytes, new) => State::Free,
        true => State::Changed,
    })
}

fn refused(state: State, mark: Option<OutputMark>) -> io::Error {
    let what = match (state, mark.map(|mark| mark.protection)) {
        (State::Changed, Some(Protection::Table)) => {
            "the file has lines that were not written by this program\n  remove them, or name another file"
        }
        (State::Changed, _) => {
            "the file was changed after this program wrote it\n  name another file, or remove it first"
        }
        (_, Some(_)) => {
            "a file of this name already exists that was not written by this program\n  name another file, or remove it first"
        }
        (_, None) => "a file of this name already exists\n  name another file, or remove it first",
    };
    io::Error::new(ErrorKind::AlreadyExists, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMPRINT: OutputMark =
        OutputMark { begins: "# List", has: "by this program", protection: Protection::None };

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
        for tried in [write_output(&file, "other", None), check_output(&file, None)] {
            assert_eq!(tried.expect_err("it may be about to be saved").kind(), ErrorKind::AlreadyExists);
        }
        let opened = File::options().write(true).open(&file).expect("it is there");
        opened.set_modified(SystemTime::UNIX_EPOCH).expect("it is ours");
        write_output(&file, "other", None).expect("nothing is lost");
        assert_eq!(text(), "other");
    }

    #[test]
    fn a_changed_output_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let table = OutputMark { begins: "# Numbers", has: "program", protection: Protection::Table };
        let picture = format!("<svg>\n<!-- Drawn by {MAKER} -->\n</svg>\n");
        let numbers = "# Numbers,\n# from this program\n1\tone\n2\ttwo\n";
        let of_picture = [("<svg>", "<svg >"), ("</svg>\n", "</svg>\n\n"), ("-->\n", "-->")];
        let of_table = [
            ("# from", "# mine\n# from"),
            ("1\t", "# mine\n1\t"),
            ("2\t", "my words\n2\t"),
            ("2\ttwo", "two"),
        ];
        let cases = [(OutputMark::MARKUP, picture.as_str(), &of_picture[..]), (table, numbers, &of_table)];
        for (at, (mark, text, changes)) in cases.into_iter().enumerate() {
            let file = folder.path().join(format!("{at}"));
            write_output(&file, text, Some(mark)).expect("nothing is there");
            let written = std::fs::read_to_string(&file).expect("it is there");
            assert!(written.starts_with(text));
            check_output(&file, Some(mark)).expect("it is unchanged");
            write_output(&file, text, Some(mark)).expect("it is unchanged");
            for (old, new) in changes {
                let changed = written.replacen(old, new, usize::MAX);
                write(&file, &changed).expect("it can be written");
                let tried = write_output(&file, text, Some(mark));
                assert_eq!(tried.expect_err(new).kind(), ErrorKind::AlreadyExists);
                assert_eq!(std::fs::read_to_string(&file).expect("it is there"), changed);
                write(&file, &written).expect("it can be written");
            }
        }
        let values = folder.path().join("1");
        write(&values, &numbers.replace("1\t", "3\t")).expect("it can be written");
        write_output(&values, numbers, Some(table)).expect("only a value was changed");
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
