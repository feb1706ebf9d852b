//! The formats of records: their names, how they are recognised, and the functions that read and write games of stones.
//! Records of games that are defined in rule files are handled in `world/text/read.rs` and `world/text/write.rs`.

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::Path;

use blanche_compiler::files;

use super::fault::RecordFault;
use super::game::GameRecord;
use super::losses::{Loss, Unwritable, Written};
use super::notes::RecordNote;
use super::positions::ReadError;
use super::problem::{ProblemKind, Problems};
use super::source::Source;
use super::{diagrams, layout, lines, moves, psq, sgf};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The Smart Game Format (SGF), version 4.
    Sgf,
    /// The `.psq` files of Piskvork and Gomocup.
    Psq,
    /// A plain list of moves.
    Moves,
    /// A file with one position or game per line.
    Lines,
    /// PDN, a portable notation: tags, moves and results. Only for games whose rule files declare `notation pdn`.
    Pdn,
    /// Drawn boards, separated by blank lines.
    Diagrams,
}

impl Format {
    /// All formats for games of stones.
    pub const ALL: [Format; 5] = [Format::Sgf, Format::Psq, Format::Moves, Format::Lines, Format::Diagrams];

    /// All formats for games that are defined in rule files. The last one, PDN, is only for games that declare
    /// `notation pdn`.
    pub const IN_TEXT: [Format; 4] = [Format::Moves, Format::Lines, Format::Diagrams, Format::Pdn];

    /// The name of the format on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Moves => "moves",
            Format::Lines => "lines",
            Format::Pdn => "pdn",
            Format::Diagrams => "diagrams",
        }
    }

    /// The extension of files in this format, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Lines => "tsv",
            _ => self.name(),
        }
    }

    /// The format with the extension of this path; `None` for `.txt`, which may be any format.
    ///
    /// ```
    /// use noire::record::Format;
    ///
    /// assert_eq!(Format::of_path("games/A.SGF".as_ref()), Some(Format::Sgf));
    /// assert_eq!(Format::of_path("games.txt".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        let mut all = Format::ALL.into_iter().chain(Format::IN_TEXT);
        all.find(|format| format.ending() == ending)
    }

    /// The format for writing to a file with this name, by its extension. A file with the extension `.txt` or none gets
    /// a move list.
    pub fn of_output(path: &Path) -> Option<Format> {
        let is_text = path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("txt"));
        Format::of_path(path).or(is_text.then_some(Format::Moves))
    }

    /// The extensions of files in these formats, followed by `.txt`, as a list for messages.
    pub fn endings(formats: &[Format]) -> String {
        let endings = formats.iter().map(|format| format.ending()).chain(["txt"]);
        endings.map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ")
    }

    /// The format of a file, by the extension of its name or else by its contents.
    pub fn of_file(file: &str, bytes: &[u8]) -> Format {
        Format::of_path(file.as_ref()).unwrap_or_else(|| Format::of_bytes(bytes))
    }

    /// The format that the bytes appear to have; a move list if they resemble no other format.
    pub fn of_bytes(bytes: &[u8]) -> Format {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        if bytes.starts_with(b"(") {
            Format::Sgf
        } else if bytes.starts_with(b"Piskvorky") {
            Format::Psq
        } else if has_columns(bytes) {
            Format::Lines
        } else if has_rows(bytes) {
            Format::Diagrams
        } else {
            Format::Moves
        }
    }
}

const OF_STONES: &str = "a game of stones, as no game in text is named";

/// Whether the text has tab-separated columns, judging by its first data line and the comments before it.
fn has_columns(bytes: &[u8]) -> bool {
    for line in bytes.split(|&byte| byte == b'\n') {
        if layout::has_columns(&String::from_utf8_lossy(line)) {
            return true;
        }
        let line = line.trim_ascii();
        if !line.is_empty() && !line.starts_with(b"#") {
            return false;
        }
    }
    false
}

/// Whether the first line after the comments is a row of a board.
fn has_rows(bytes: &[u8]) -> bool {
    let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    lines.next().is_some_and(|line| diagrams::is_row(&String::from_utf8_lossy(line)))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The games in the order of the file.
    pub games: Vec<GameRecord>,
    /// The line in which each game begins, from 1.
    pub lines: Vec<usize>,
    /// Notes for the user that are not errors.
    pub notes: Vec<RecordNote>,
}

/// Reads the games of the file `file` from its contents `bytes`.
///
/// ```
/// use noire::record::{Format, read_games};
///
/// let problems = read_games("a.psq", b"Piskvorky 20x20, 11:11, 0\n8,8,0\n", Format::Psq).unwrap_err();
/// assert_eq!(
///     problems.to_string(),
///     "a.psq:1:11: a board of the size `20x20`\n  expected 15 columns and 15 rows, as renju and go-moku are played; \
///      only a game in text can have another size",
/// );
/// ```
///
/// # Errors
/// All mistakes in the text, each with its line and column; then no game is returned.
pub fn read_games(file: &str, bytes: &[u8], format: Format) -> Result<GameFile, Problems> {
    read_games_noting(file, bytes, format, None)
}

/// Reads all games as [`read_games`] does, but keeps only some notes: those about the whole file, and those about the
/// game with the number `only`, counted from 1. With `None`, keeps all notes.
///
/// # Errors
/// As for [`read_games`].
pub fn read_games_noting(
    file: &str,
    bytes: &[u8],
    format: Format,
    only: Option<usize>,
) -> Result<GameFile, Problems> {
    let mut notes = Vec::new();
    let mut problems = Problems::default();
    let bytes = if format == Format::Sgf { sgf::in_utf8(bytes) } else { Cow::Borrowed(bytes) };
    let games = match format {
        Format::Lines => lines::read(file, &bytes, &mut notes)?,
        _ => match Source::decoded(file, &bytes, &mut problems) {
            None => Vec::new(),
            Some(source) => match format {
                Format::Psq => psq::read(&source, &mut problems, &mut notes),
                Format::Moves => moves::read(&source, &mut problems, &mut notes),
                Format::Sgf | Format::Lines => sgf::read(&source, &mut problems, &mut notes),
                Format::Diagrams => diagrams::read(&source, &mut problems),
                Format::Pdn => {
                    let fault = RecordFault::NoGame { expected: OF_STONES };
                    problems.add(source.place(0), ProblemKind::Record(fault));
                    Vec::new()
                }
            },
        },
    };
    let (lines, games): (Vec<usize>, Vec<GameRecord>) = games.into_iter().unzip();
    if let Some(number) = only {
        // Two games in the same line share the notes for that line.
        let line = |at: Option<usize>| at.and_then(|at| lines.get(at)).copied();
        let (first, next) = (line(number.checked_sub(1)), line(Some(number)));
        let is_of_game = |at: usize| {
            first.is_none_or(|first| first <= at && next.is_none_or(|next| at < next || at == first))
        };
        notes.retain(|note| note.line().is_none_or(is_of_game));
    }
    RecordNote::shorten(&mut notes);
    if problems.is_empty() { Ok(GameFile { games, lines, notes }) } else { Err(problems) }
}

/// Reads the games from a stream that messages call `file`. If `format` is `None`, it is determined from the name or
/// the contents.
///
/// # Errors
/// If the stream cannot be read or is too large, or all mistakes in its text.
pub fn read_all_games(
    file: &str,
    from: impl Read,
    format: Option<Format>,
) -> Result<(GameFile, Format), ReadError> {
    let bytes = files::read_stream(from).map_err(|error| ReadError::of(file, error))?;
    read_bytes(file, &bytes, format)
}

fn read_bytes(file: &str, bytes: &[u8], format: Option<Format>) -> Result<(GameFile, Format), ReadError> {
    let format = format.unwrap_or_else(|| Format::of_file(file, bytes));
    let games = read_games(file, bytes, format).map_err(ReadError::Text)?;
    Ok((games, format))
}

/// Writes the games as the text of a file.
///
/// # Errors
/// If the format cannot represent the games; see [`Unwritable`].
pub fn write_games(games: &[GameRecord], format: Format) -> Result<Written, Unwritable> {
    let one = |format: &'static str| match games {
        [game] => Ok(game),
        _ => Err(Unwritable::Several { format, games: games.len() }),
    };
    let written = match format {
        Format::Sgf => {
            let mut losses = games.iter().flat_map(Loss::of_times);
            Ok(Written { text: sgf::write(games), losses: losses.next().into_iter().collect() })
        }
        Format::Psq => psq::write(one(".psq")?),
        Format::Moves => Ok(moves::write(one("`moves`")?)),
        Format::Lines => lines::write(games),
        Format::Diagrams => Ok(diagrams::write(games)),
        Format::Pdn => Err(Unwritable::NotHere { format, formats: Format::ALL.to_vec() }),
    };
    let mut written = written?;
    if format != Format::Sgf {
        written.losses.extend(games.iter().find_map(Loss::of_marks));
    }
    Ok(written)
}
