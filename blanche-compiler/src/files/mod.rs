//! Source files and spans. Only this module loads rule files and computes lines and columns. All files are written by
//! [`write()`] and read by [`read`] and [`read_whole`].
//!
//! A [`Span`] is a file and a byte range in its *decoded* text. In this text a byte-order mark is removed, and every
//! invalid UTF-8 sequence is replaced by U+FFFD. So checking can continue after such a sequence
//! ([`SourceFile::bad_bytes`]).

#[cfg(feature = "write")]
mod output;
#[cfg(feature = "write")]
mod private_folders;
mod read;
#[cfg(feature = "write")]
mod write;

use std::fmt;
use std::path::{Path, PathBuf};

use blanche_sorted::SortedMap;

#[cfg(feature = "write")]
pub use output::{OutputMark, Protection, check_output, copy_output, write_output, write_output_in};
#[cfg(feature = "write")]
pub use private_folders::{cache, check_private, data, make_private};
pub(crate) use read::{LEADS_OUT, NOT_REGULAR, check_readable, identity, leads_out};
pub use read::{
    MAX_FILE_SIZE, MAX_LINE_LENGTH, beside, may_never_end, read, read_line, read_named, read_some,
    read_stream, read_whole,
};
#[cfg(feature = "write")]
pub use write::{
    append, check_writable, copy, lock_file, remove_unfinished, replace, rewrite, write, write_new,
    write_private,
};

use crate::markup;

/// A file, as an index into [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A location in a source: the bytes `start..end` of the decoded text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last byte. It is equal to `start` for a position between two characters.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of a file.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The span from the start of this span to the end of another span in the same file.
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file, "a span stays in one file");
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span at the end of this span. It serves, for example, as the position of a missing token.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// The empty span at the start of this span.
    pub fn before(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// Whether another span is inside this span.
    pub fn encloses(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// The byte range, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Line and column of a position, both counted from 1. Columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A source file with its decoded text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name in messages.
    name: String,
    /// The path as it was added.
    path: String,
    text: String,
    line_starts: Vec<u32>,
    /// For every multiple of [`BLOCK`] bytes, the number of characters that start before it.
    characters: Vec<u32>,
    bad_bytes: Vec<Span>,
}

/// Block size in bytes for precomputed character counts. Without them, a column in a very long line would be slow to
/// compute.
const BLOCK: usize = 4096;

/// The number of characters that start in the bytes of a text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0b1100_0000) != 0b1000_0000).count()
}

impl SourceFile {
    /// Decodes the bytes of a file.
    fn decode(id: FileId, path: String, bytes: &[u8]) -> SourceFile {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let mut text = String::with_capacity(bytes.len());
        let mut bad_bytes = Vec::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                let start = text.len();
                text.push(char::REPLACEMENT_CHARACTER);
                bad_bytes.push(Span::new(id, start, text.len()));
            }
        }
        let line_starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
        let mut characters = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            characters.push(characters[characters.len() - 1] + self::characters(block) as u32);
        }
        SourceFile { name: markup::shown(&path).into_owned(), path, text, line_starts, characters, bad_bytes }
    }

    /// The name of the file in messages: its path without characters that a terminal would interpret.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path or name as it was added, for use by other programs.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The locations of invalid UTF-8. At each of them the decoded text has one U+FFFD.
    pub fn bad_bytes(&self) -> &[Span] {
        &self.bad_bytes
    }

    /// The line of a byte offset, from 1.
    pub fn line_at(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|start| *start <= offset)
    }

    /// The line and column of a byte offset.
    pub fn position(&self, offset: u32) -> LineColumn {
        let line = self.line_at(offset);
        let start = self.line_starts[line - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        LineColumn { line, column: self.characters_before(end) - self.characters_before(start) + 1 }
    }

    /// The number of characters that start before a byte offset.
    fn characters_before(&self, end: usize) -> usize {
        let block = end / BLOCK;
        self.characters[block] as usize + characters(&self.text.as_bytes()[block * BLOCK..end])
    }

    /// The text of a line (counted from 1), without its line end.
    pub fn line(&self, line: usize) -> &str {
        let start = self.line_starts[line - 1] as usize;
        let end = self.line_starts.get(line).map_or(self.text.len(), |next| *next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// All source files of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file from its bytes; `path` identifies it.
    pub fn add(&mut self, path: impl Into<String>, bytes: &[u8]) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile::decode(id, path.into(), bytes));
        id
    }

    /// Replaces the text of a file. Spans in the old text become invalid.
    pub fn replace(&mut self, id: FileId, bytes: &[u8]) {
        let path = self.file(id).path.clone();
        self.files[id.0 as usize] = SourceFile::decode(id, path, bytes);
    }

    /// The file with this id, or `None` if the id belongs to other sources.
    #[cfg(feature = "service")]
    pub(crate) fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The file with this id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The text that a span covers.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text[span.range()]
    }

    /// The line where a span starts, from 1.
    pub fn line(&self, span: Span) -> usize {
        self.file(span.file).line_at(span.start)
    }

    /// The line and column where a span starts.
    pub fn position(&self, span: Span) -> LineColumn {
        self.file(span.file).position(span.start)
    }

    /// All files with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(at, file)| (FileId(at as u32), file))
    }
}

/// Texts that override files on disk, such as unsaved changes in an editor.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The path as written and the text of each file, by canonical path.
    by_place: SortedMap<PathBuf, (PathBuf, String)>,
}

impl Texts {
    /// Overrides a file, which need not exist, and returns its canonical path.
    pub fn put(&mut self, path: &Path, text: String) -> PathBuf {
        let place = place(path);
        self.by_place.insert(place.clone(), (path.to_owned(), text));
        place
    }

    /// Removes the override of a file.
    pub fn take(&mut self, path: &Path) {
        self.by_place.remove(&place(path));
    }

    /// The text that overrides a file.
    pub fn get(&self, path: &Path) -> Option<&str> {
        if self.by_place.is_empty() {
            return None;
        }
        self.by_place.get(&place(path)).map(|(_, text)| text.as_str())
    }

    /// The overridden files: canonical path, and path as written.
    pub fn places(&self) -> impl Iterator<Item = (&Path, &Path)> {
        self.by_place.iter().map(|(place, (path, _))| (place.as_path(), path.as_path()))
    }

    /// Reads a file, or the text that overrides it.
    pub fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        match self.get(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => read(path),
        }
    }
}

/// The parent folder of a file; `.` for a plain file name.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The canonical form of a path, for comparisons. Also works for a file that does not exist, and for a link to one.
pub fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let end = read::target(path).unwrap_or_else(|_| path.to_owned());
        match (folder_of(&end).canonicalize(), end.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        }
    })
}
