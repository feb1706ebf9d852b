//! Reads positions from a file of either kind: with one position per line, or with records of games.

use super::format::{Format, GameFile, read_games};
use super::lines::misspelt;
use super::position_spec::PositionSpec;
use super::positions::{Entry, Note, PositionFile, read_positions};
use super::problem::Problems;

/// Reads the positions in `bytes`, the contents of the file `file`. A file with one position per line is read by
/// [`read_positions`]; in any other format, each game of the record yields a position.
///
/// ```
/// use noire::record::read_any_format;
///
/// let file = read_any_format("game.sgf", b"(;GM[4]SZ[15];B[hh];W[ig])").unwrap();
/// assert_eq!(file.entries[0].text, "h8,i9");
/// ```
///
/// # Errors
/// All mistakes in the text, each with its line and column.
pub fn read_any_format(file: &str, bytes: &[u8]) -> Result<PositionFile, Problems> {
    match Format::of_file(file, bytes) {
        Format::Lines => {
            let mut positions = read_positions(file, bytes)?;
            positions.notes.extend(misspelt(file, &positions));
            Ok(positions)
        }
        // An empty file has no positions, which is not an error.
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
