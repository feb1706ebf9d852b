//! Files of positions: one position per line in tab-separated columns, which a header line names.
//!
//! ```text
//! #moves, black first⇥result       #id⇥black⇥white⇥to-move⇥last
//! h8,i9,g7⇥B                       AN01⇥g6,h8,i5⇥f5,g7⇥w⇥h8
//! ```
//!
//! A file contains positions in one of two forms: move lists, black first, with `pass` or `-` for a pass; or set-ups of
//! arbitrary stones. Columns are recognised by the first word of their name. Move lists need the column `moves`;
//! set-ups need `black` and `white`, and may have `to-move` and `last`. Both forms may have `id` and `rules`.
//!
//! If there is a column `moves`, the columns `to-move` and `last` must be empty or agree with the moves, and the
//! columns `black` and `white` contain the names of the players. A [`Note`] warns if a name looks like a list of
//! fields. Other columns are kept as text. A file without a header line is accepted if the columns can be guessed from
//! most of its lines; a [`Note`] reports the guess.
//!
//! Other lines that begin with `#` and blank lines are skipped; CRLF and a byte-order mark are accepted. Reading a file
//! returns either all of its positions or its problems.

use std::fmt;
use std::io;

use blanche_compiler::files;
use blanche_sorted::Arrange;

use super::MAX_GAMES;
use super::layout::{self, Layout, Line, PositionColumns};
use super::notes::MAX_NAMES;
use super::points::Cell;
use super::position_spec::PositionSpec;
use super::problem::{Location, ProblemKind, Problems, quoted};
use super::variant;

/// The positions that were read from a file.
#[derive(Clone, Debug)]
pub struct PositionFile {
    /// The column names, without the `#`. Lines may have more cells than there are names.
    pub columns: Vec<String>,
    /// The line number of the header, from 1; 1 if there is no header.
    pub header: usize,
    /// The positions in the order of the file.
    pub entries: Vec<Entry>,
    /// Notes for the user that are not errors.
    pub notes: Vec<Note>,
}

/// A position in a file, with the cells of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line number in the file, from 1.
    pub line: usize,
    /// The cell of the column `id`, if present and not empty.
    pub id: Option<String>,
    /// The cell of the column `rules`. If a base has these rules, the name of that base; otherwise the text of the
    /// cell.
    pub rules: Option<String>,
    /// The position as text: the cell with the moves, or `black<TAB>white<TAB>to-move`. The third cell is empty if the
    /// side to move is unknown.
    pub text: String,
    /// The parsed position.
    pub spec: PositionSpec,
    /// All cells of the line, without surrounding blanks.
    pub cells: Vec<String>,
}

/// A note about a file of positions that is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The file has no header line, so its columns were guessed from the other lines.
    Guessed {
        /// The name of the file.
        file: String,
        /// The guessed names of the columns.
        columns: Vec<String>,
        /// Whether lines have more cells than there are guessed columns.
        has_more: bool,
    },
    /// Some lines have more cells than the header has names.
    Surplus {
        /// The name of the file.
        file: String,
        /// The first line with too many cells.
        line: usize,
        /// The number of cells in that line.
        found: usize,
        /// The number of named columns.
        columns: usize,
        /// The number of further lines with too many cells.
        more: usize,
    },
    /// The column `black` or `white` contains fields, but is taken as a player's name because there is a column
    /// `moves`.
    Players {
        /// The name of the file.
        file: String,
        /// The first line where the column contains fields.
        line: usize,
        /// The name of the column: `black` or `white`.
        column: &'static str,
    },
    /// Columns whose names mean nothing to a reader of games and positions.
    Unread {
        /// The name of the file.
        file: String,
        /// The line that names the columns.
        line: usize,
        /// The names of the columns.
        columns: Vec<String>,
    },
    /// A note that comes from reading a record of games.
    OfRecord(String),
    /// The file contains no position.
    Empty {
        /// The name of the file.
        file: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Guessed { file, columns, has_more } => {
                let is_one = columns.len() == 1;
                let columns = columns.join("`, `");
                let [read, more] = match (is_one, has_more) {
                    (true, true) => ["the first one is read", "it"],
                    (true, false) => ["the one column is read", ""],
                    (false, _) => ["they are read", "them"],
                };
                write!(f, "{file}: the first line does not name the columns; {read} as `{columns}`")?;
                if *has_more { write!(f, ", and what follows {more} is not read") } else { Ok(()) }
            }
            Note::Surplus { file, line, found, columns, more } => {
                let (named, them) = match columns {
                    1 => ("1 column is".to_owned(), "it"),
                    more => (format!("{more} columns are"), "them"),
                };
                write!(
                    f,
                    "{file}:{line}: {found} cells, but {named} named; those after {them} are not read"
                )?;
                match more {
                    0 => Ok(()),
                    1 => f.write_str(", as on another line"),
                    more => write!(f, ", as on {more} other lines"),
                }
            }
            Note::Players { file, line, column } => write!(
                f,
                "{file}:{line}: beside `moves`, `{column}` is the name of a player; the fields in it are not read"
            ),
            Note::Unread { file, line, columns } => {
                let shown: Vec<String> = columns.iter().take(MAX_NAMES).map(|name| quoted(name)).collect();
                let more = columns.len() - shown.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let (noun, verb) = if columns.len() == 1 { ("column", "is") } else { ("columns", "are") };
                write!(f, "{file}:{line}: the {noun} {}{more} {verb} not read", shown.join(", "))
            }
            Note::OfRecord(words) => f.write_str(words),
            Note::Empty { file } => write!(f, "{file}: no position in this file"),
        }
    }
}

/// Why no positions could be read from a file.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be read.
    Io {
        /// The name of the file.
        file: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file is endless, or larger than [`files::MAX_FILE_SIZE`] bytes.
    TooLarge {
        /// The name of the file.
        file: String,
    },
    /// The text of the file has mistakes.
    Text(Problems),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io { file, error } => write!(f, "{file}: {error}"),
            ReadError::TooLarge { file } => {
                write!(
                    f,
                    "{file}: more than {} MiB; divide it into several files",
                    files::MAX_FILE_SIZE >> 20
                )
            }
            ReadError::Text(problems) => problems.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    /// Converts an error that occurred while the bytes of `file` were read.
    pub(super) fn of(file: &str, error: io::Error) -> ReadError {
        match error.kind() {
            io::ErrorKind::FileTooLarge => ReadError::TooLarge { file: file.to_owned() },
            _ => ReadError::Io { file: file.to_owned(), error },
        }
    }
}

/// Reads the positions of the file `file` from its contents `bytes`.
///
/// ```
/// use noire::record::read_positions;
///
/// let file = read_positions("games.tsv", b"#moves\tresult\nh8,i9,g7\tB\n").unwrap();
/// assert_eq!(file.entries[0].text, "h8,i9,g7");
/// assert_eq!(file.cell(&file.entries[0], "result"), Some("B"));
///
/// let problems = read_positions("games.tsv", b"#moves\nh8,i9,h8\n").unwrap_err();
/// assert_eq!(
///     problems.to_string(),
///     "games.tsv:2:7: a second stone on h8; the first is at games.tsv:2:1\n  \
///      expected every field at most once",
/// );
/// ```
///
/// # Errors
/// All mistakes in the text, each with its line and column.
pub fn read_positions(file: &str, bytes: &[u8]) -> Result<PositionFile, Problems> {
    let mut problems = Problems::default();
    let (bytes, surplus_line) = split_at_surplus(bytes);

    // Step 1. Split the bytes into lines, without the empty ones, of which there may be millions, and reject lines that
    // are not UTF-8.
    let lines = lines_that(|line| !line.is_empty(), file, bytes, &mut problems);
    let is_undecoded = !problems.is_empty();

    // Step 2. Determine the columns.
    let mut notes = Vec::new();
    let is_position = |line: &Line<'_>| !line.is_comment() && !line.text.trim().is_empty();
    let data: Vec<Line<'_>> = lines.iter().copied().filter(is_position).collect();
    let before = problems.count();
    let headers = lines.iter().take_while(|line| line.is_comment() || line.text.trim().is_empty());
    let headers: Vec<Line<'_>> = headers.copied().filter(|line| line.is_comment()).collect();
    let named = headers.iter().find_map(|&line| Some((line, layout::named(file, line, &mut problems)?)));
    let header = named.as_ref().map(|(line, _)| *line);
    let layout = match named.map(|(_, layout)| layout) {
        Some(layout) => layout,
        None if problems.count() > before => return Err(problems),
        None if headers.iter().any(|line| line.text.contains('\t') || layout::is_one_name(*line)) => {
            let names = headers.iter().find(|line| line.text.contains('\t') || layout::is_one_name(**line));
            add_no_header(file, names, None, &mut problems);
            return Err(problems);
        }
        None => match layout::guessed(&data) {
            Some(layout) => {
                let has_more = data.iter().any(|line| line.text.split('\t').count() > layout.names.len());
                notes.push(Note::Guessed { file: file.to_owned(), columns: layout.names.clone(), has_more });
                layout
            }
            // If some lines could not be decoded, one of them may be the header, so do not also report a missing
            // header.
            None if is_undecoded => return Err(problems),
            None if data.is_empty() && headers.is_empty() => {
                let notes = vec![Note::Empty { file: file.to_owned() }];
                return Ok(PositionFile { columns: Vec::new(), header: 1, entries: Vec::new(), notes });
            }
            None => {
                add_no_header(file, headers.first(), data.first(), &mut problems);
                return Err(problems);
            }
        },
    };

    // Step 3. Read the position of every line.
    let mut entries = Vec::new();
    let mut is_first = true;
    for line in lines.iter().filter(|line| !line.is_comment() && !is_blank(line.text, &layout)) {
        if problems.is_full() {
            break;
        }
        if is_first && headers.is_empty() && layout::looks_like_header(line.text) {
            let found = layout::first_cell(line.text).to_owned();
            let place = Location { file: file.to_owned(), line: line.number, column: 1 };
            problems.add(place, ProblemKind::HeaderUnmarked(found));
        } else {
            entries.extend(read_entry(file, *line, &layout, &mut problems));
        }
        is_first = false;
    }
    if let Some(line) = surplus_line {
        problems.add(Location { file: file.to_owned(), line, column: 1 }, ProblemKind::TooManyGames);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    if entries.is_empty() {
        notes.push(Note::Empty { file: file.to_owned() });
    }
    if header.is_some() {
        notes.extend(players(file, &entries, &layout));
        notes.extend(surplus(file, &entries, layout.names.len()));
    }
    Ok(PositionFile { columns: layout.names, header: header.map_or(1, |line| line.number), entries, notes })
}

/// The lines before the first position that is too much for one file, and the number of the line with that position.
/// Lines that are neither blank nor comments count.
pub(crate) fn split_at_surplus(bytes: &[u8]) -> (&[u8], Option<usize>) {
    let (mut at, mut positions) = (0, 0);
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let text = line.trim_ascii_start();
        positions += usize::from(!text.is_empty() && !text.starts_with(b"#"));
        if positions > MAX_GAMES {
            return (&bytes[..at], Some(number + 1));
        }
        at += line.len() + 1;
    }
    (bytes, None)
}

/// Notes about player names that look like lists of stones. If there is a column `moves`, stones are read only from
/// that column.
fn players(file: &str, entries: &[Entry], layout: &Layout) -> Vec<Note> {
    let PositionColumns::Moves { .. } = layout.position else { return Vec::new() };
    let of_column = |column: &'static str| {
        let at = layout.column(column)?;
        let holds = |entry: &&Entry| entry.cells.get(at).is_some_and(|cell| layout::looks_like_moves(cell));
        let line = entries.iter().find(holds)?.line;
        Some(Note::Players { file: file.to_owned(), line, column })
    };
    ["black", "white"].into_iter().filter_map(of_column).collect()
}

/// A note about lines with more cells than there are columns.
fn surplus(file: &str, entries: &[Entry], columns: usize) -> Option<Note> {
    let has_more = |entry: &&Entry| entry.cells.iter().skip(columns).any(|cell| !cell.is_empty());
    let mut longer = entries.iter().filter(has_more);
    let first = longer.next()?;
    let (line, found) = (first.line, first.cells.len());
    Some(Note::Surplus { file: file.to_owned(), line, found, columns, more: longer.count() })
}

impl PositionFile {
    /// The cell of `entry` in the first column whose name begins with `name`, ignoring case.
    pub fn cell<'a>(&self, entry: &'a Entry, name: &str) -> Option<&'a str> {
        let begins = |column: &String| column.to_lowercase().starts_with(&name.to_lowercase());
        let number = self.columns.iter().position(begins)?;
        entry.cells.get(number).map(String::as_str)
    }
}

/// The lines that are valid UTF-8. For each other line, adds a problem with the location of the first invalid byte.
pub fn lines<'a>(file: &str, bytes: &'a [u8], problems: &mut Problems) -> Vec<Line<'a>> {
    lines_that(|_| true, file, bytes, problems)
}

/// The lines that are valid UTF-8, and whose bytes are wanted.
fn lines_that<'a>(
    is_wanted: impl Fn(&[u8]) -> bool,
    file: &str,
    bytes: &'a [u8],
    problems: &mut Problems,
) -> Vec<Line<'a>> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut lines = Vec::new();
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if problems.is_full() {
            break;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !is_wanted(line) {
            continue;
        }
        match std::str::from_utf8(line) {
            Ok(text) => lines.push(Line { number: number + 1, text }),
            Err(error) => {
                let (valid, rest) = line.split_at(error.valid_up_to());
                let column = String::from_utf8_lossy(valid).chars().count() + 1;
                let place = Location { file: file.to_owned(), line: number + 1, column };
                problems.add(place, ProblemKind::NotUtf8(rest[0]));
            }
        }
    }
    lines
}

fn add_no_header(file: &str, header: Option<&Line<'_>>, data: Option<&Line<'_>>, problems: &mut Problems) {
    let (line, kind) = match (header, data) {
        (Some(header), _) => (header.number, ProblemKind::HeaderWithoutPosition),
        (None, Some(data)) if layout::looks_like_header(data.text) => {
            (data.number, ProblemKind::HeaderUnmarked(layout::first_cell(data.text).to_owned()))
        }
        (None, data) => (data.map_or(1, |data| data.number), ProblemKind::NoHeader),
    };
    problems.add(Location { file: file.to_owned(), line, column: 1 }, kind);
}

/// Whether the line contains no position. A line of tabs is a position on an empty board if it has as many cells as
/// there are columns.
fn is_blank(text: &str, layout: &Layout) -> bool {
    let tabs = text.chars().filter(|&sign| sign == '\t').count();
    text.trim().is_empty() && (tabs == 0 || tabs + 1 != layout.names.len())
}

fn read_entry(file: &str, line: Line<'_>, layout: &Layout, problems: &mut Problems) -> Option<Entry> {
    let mut column = 1;
    let cells: Vec<Cell<'_>> = line
        .text
        .split('\t')
        .map(|text| {
            let cell = Cell::new(file, line.number, column, text);
            column += text.chars().count() + 1;
            cell
        })
        .collect();
    let end = Location { file: file.to_owned(), line: line.number, column: line.text.chars().count() + 1 };
    let mut needed = |number: usize, name| {
        let cell = cells.get(number).copied();
        if cell.is_none() {
            let (found, expected) = (cells.len(), layout.names.len());
            problems.add(end.clone(), ProblemKind::CellMissing { name, found, expected });
        }
        cell
    };
    let (spec, text) = match layout.position {
        PositionColumns::Moves { moves, to_move, last_move } => {
            let moves = needed(moves, "moves")?;
            let beside = |column: Option<usize>| column.and_then(|number| cells.get(number).copied());
            let given = PositionSpec::read_moves(moves, problems)?;
            (given.agreeing(beside(to_move), beside(last_move), problems)?, moves.text.to_owned())
        }
        PositionColumns::SetUp { black, white, to_move, last_move } => {
            // Report only the first missing column; any later columns are missing for the same reason.
            let mut columns = vec![(black, "black"), (white, "white")];
            columns.extend(to_move.map(|number| (number, "to-move")));
            columns.arrange();
            for (number, name) in columns {
                needed(number, name)?;
            }
            let to_move = to_move.map(|number| cells[number]);
            let last_move = last_move.and_then(|number| cells.get(number).copied());
            let given = PositionSpec::read_set_up(cells[black], cells[white], to_move, last_move, problems)?;
            let to_move = to_move.map_or("", |cell| cell.text);
            (given, format!("{}\t{}\t{to_move}", cells[black].text, cells[white].text))
        }
    };
    let said = |column: Option<usize>| {
        let cell = column.and_then(|number| cells.get(number));
        cell.map(|cell| cell.text).filter(|text| !text.is_empty())
    };
    Some(Entry {
        line: line.number,
        id: said(layout.id).map(str::to_owned),
        rules: said(layout.rules).map(variant::kept_name),
        text,
        spec,
        cells: cells.iter().map(|cell| cell.text.to_owned()).collect(),
    })
}
