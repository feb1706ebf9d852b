//! Positions as somebody gives them in a file: one to a line, or a record of games.

use std::io::Read;
use std::path::Path;

use blanche_compiler::files;

use super::format::{Format, GameFile, read_games};
use super::position_spec::PositionSpec;
use super::positions::{Entry, Note, PositionFile, ReadError, read_positions};
use super::problem::Problems;

/// Reads the positions of the file at this path; see [`read_given`].
///
/// # Errors
/// When the file cannot be read or is too large, or all problems of its text.
pub fn open_positions(path: &Path) -> Result<PositionFile, ReadError> {
    let file = path.display().to_string();
    let bytes = files::read_named(path).map_err(|error| ReadError::of(&file, error))?;
    read_given(&file, &bytes).map_err(ReadError::Text)
}

/// Reads the positions of what comes from here to its end, called by this name; see [`read_given`].
///
/// # Errors
/// When it cannot be read or is too large, or all problems of its text.
pub fn read_all(file: &str, from: impl Read) -> Result<PositionFile, ReadError> {
    let bytes = files::read_stream(from).map_err(|error| ReadError::of(file, error))?;
    read_given(file, &bytes).map_err(ReadError::Text)
}

/// Reads the positions of a file with this name and these bytes: those of its lines ([`read_positions`]), or the games of a record in
/// any other format.
///
/// ```
/// use noire::record::read_given;
///
/// let file = read_given("game.sgf", b"(;GM[4]SZ[15];B[hh];W[ig])").unwrap();
/// assert_eq!(file.entries[0].text, "h8,i9");
/// ```
///
/// # Errors
/// All problems of the text, each with its line and column.
pub fn read_given(file: &str, bytes: &[u8]) -> Result<PositionFile, Problems> {
    match Format::of_file(file, bytes) {
        Format::Lines => read_positions(file, bytes),
        // An empty file has no position, which is no mistake.
        _ if bytes.iter().all(u8::is_ascii_whitespace) => read_positions(file, bytes),
        format => read_record(file, bytes, format),
    }
}

fn read_record(file: &str, bytes: &[u8], format: Format) -> Result<PositionFile, Problems> {
    let GameFile { games, lines, notes } = read_games(file, bytes, format)?;
    let mut notes: Vec<Note> = notes.iter().map(|note| Note::OfRecord(note.to_string())).collect();
    if games.is_empty() {
        notes.push(Note::Empty { file: file.to_owned() });
    }
    let entries = games.iter().zip(lines).map(|(game, line)| {
        let spec = PositionSpec::of_record(game);
        let players: Vec<&str> = game.players.iter().flatten().map(String::as_str).collect();
        Entry {
            line,
            id: (!players.is_empty()).then(|| players.join(" – ")),
            rules: game.rules.clone(),
            text: spec.to_string(),
            spec,
            cells: Vec::new(),
        }
    });
    Ok(PositionFile { columns: Vec::new(), header: 1, entries: entries.collect(), notes })
}
