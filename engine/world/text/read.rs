//! Reads positions and games of a game that is defined in rule files. The input is either a move list or a file. A file
//! contains games, diagrams, or one position per line.

use std::collections::HashMap;

use blanche_compiler::game::{Record, StatedResult, TextNote};
use blanche_compiler::runtime::Position;

use super::write::RESULT;
use super::{Text, mistake};
use crate::record::{Format, Location, MAX_GAMES, Note, Problems, RecordNote, first_word, split_at_surplus};
use crate::world::{Entry, Reading, World, WorldError, WorldExt as _};

/// The text of one position or game.
struct Block {
    /// The line in which the text begins, from 1.
    line: usize,
    text: String,
}

/// The contents of a file.
pub(super) struct ParsedFile {
    /// The games, each with its line.
    pub(super) games: Vec<(usize, Record)>,
    /// The positions, each with its line. A file contains either games or positions.
    pub(super) positions: Vec<(usize, Position)>,
    /// The names of games and positions, by line number.
    ids: HashMap<usize, String>,
    /// The line that names the column of these names.
    id_header: Option<usize>,
    /// The notes about the text that were kept.
    notes: Vec<String>,
    more_notes: usize,
    /// The number of the game whose notes are kept, from 1; `None` keeps the notes of all games.
    only: Option<usize>,
}

impl ParsedFile {
    /// Adds a note about the text, or only counts it if there are too many.
    fn note(&mut self, note: String) {
        match self.notes.len() < RecordNote::MAX_SHOWN {
            true => self.notes.push(note),
            false => self.more_notes += 1,
        }
    }

    /// Adds a note if there is a column of names. A record of a game has no room for a name.
    pub(super) fn note_lost_names(&mut self, file: &str) {
        if let Some(line) = self.id_header {
            let columns = vec!["id".to_owned()];
            self.note(Note::Unread { file: file.to_owned(), line, columns }.to_string());
        }
    }

    /// Removes and returns the notes about the text.
    pub(super) fn notes(&mut self) -> Vec<String> {
        let more = (self.more_notes > 0).then(|| RecordNote::More(self.more_notes).to_string());
        self.notes.drain(..).chain(more).collect()
    }
}

/// The columns that a header line names.
struct Columns {
    /// The index of the column with the moves or, if the file has no moves, of the column with the positions.
    at: usize,
    are_moves: bool,
    /// Whether there is a column of positions as well as a column of moves.
    has_both: bool,
    id: Option<usize>,
    result: Option<usize>,
    /// The number of the header line, from 1.
    header: usize,
    /// The number of columns.
    count: usize,
    /// Notes about the names of the columns.
    notes: Vec<String>,
}

/// A line of a file with columns.
struct Row {
    /// The cell with the moves or the position. Blanks are added before the text of the cell, so that messages show its
    /// original columns.
    block: Block,
    /// The stated result, with the column in which its text begins.
    result: Option<(usize, String)>,
}

impl Text {
    /// Reads a game from text, which messages call `what`.
    pub(super) fn read_game(&self, what: &str, text: &str) -> Result<Reading<Text>, WorldError> {
        let own = self.start()?;
        let game =
            self.rules().records().read_game(&own, text).map_err(|fault| mistake((what, 1), text, &fault))?;
        let notes = notes((what, 1), text, &game.notes);
        Ok(Reading { columns: "moves", entries: vec![self.entry(1, game, &own)], notes })
    }

    /// Reads the positions or games of a file.
    pub(super) fn read_file(&self, name: &str, bytes: &[u8]) -> Result<Reading<Text>, WorldError> {
        let mut parsed = self.parse_file(name, bytes, None, None)?;
        let notes = parsed.notes();
        let ParsedFile { games, positions, ids, .. } = parsed;
        let own = self.start()?;
        let columns = if games.is_empty() { "position" } else { "moves" };
        let position = |(line, position): (usize, Position)| Entry {
            line,
            ..Entry::alone(format!("{name}:{line}"), Some(position), None)
        };
        let games = games.into_iter().map(|(line, game)| self.entry(line, game, &own));
        let entries = games
            .chain(positions.into_iter().map(position))
            .map(|entry| Entry { id: ids.get(&entry.line).cloned(), ..entry });
        Ok(Reading { columns, entries: entries.collect(), notes })
    }

    /// Reads the contents of a file. If `format` is `None`, the format is guessed from the text. If `only` is the
    /// number of a game, only notes about that game are kept; `None` keeps all notes.
    pub(super) fn parse_file(
        &self,
        name: &str,
        bytes: &[u8],
        format: Option<Format>,
        only: Option<usize>,
    ) -> Result<ParsedFile, WorldError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
            WorldError::Mistakes(format!(
                "{name}:{line}: a byte that is not UTF-8\n  expected a text in UTF-8"
            ))
        })?;
        // A byte-order mark is not part of the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut parsed = ParsedFile {
            games: Vec::new(),
            positions: Vec::new(),
            ids: HashMap::new(),
            id_header: None,
            notes: Vec::new(),
            more_notes: 0,
            only,
        };
        let own = self.start()?;
        if let Some(columns) = Columns::of(name, text)? {
            split_at_surplus(bytes).1.map_or(Ok(()), |line| Err(surplus(name, line)))?;
            columns.notes.iter().for_each(|note| parsed.note(note.clone()));
            parsed.id_header = columns.id.map(|_| columns.header);
            for Row { block, result } in columns.rows(name, text, &mut parsed) {
                let line = block.line;
                if !columns.are_moves {
                    parsed.positions.push((line, self.read_block(name, &block)?));
                    continue;
                }
                let is_wanted = parsed.only.is_none_or(|number| number == parsed.games.len() + 1);
                self.read_games(name, &block, &own, &mut parsed)?;
                let Some((column, stated)) = result else { continue };
                let is_name = self.players().contains(&stated);
                let kept = match self.rules().records().read_result(&stated) {
                    Some(StatedResult::Ended(outcome)) if !is_name => {
                        Some(self.rules().records().result_text(outcome))
                    }
                    Some(StatedResult::Ended(_) | StatedResult::Neither) => Some(stated),
                    Some(StatedResult::Open) => None,
                    None => {
                        let place = Location { file: name.to_owned(), line, column };
                        let note = RecordNote::UnknownResult { place, found: stated };
                        if is_wanted {
                            parsed.note(note.to_string());
                        }
                        None
                    }
                };
                let tag = kept.map(|kept| (RESULT.to_owned(), kept));
                parsed.games.last_mut().into_iter().for_each(|(_, game)| game.tags.extend(tag.clone()));
            }
            if parsed.games.is_empty() && parsed.positions.is_empty() {
                parsed.note(format!("{name}: no position in this file"));
            }
            if columns.has_both {
                parsed.note(format!("{name}: beside `moves` the column `position` is not read"));
            }
            return Ok(parsed);
        }
        let has_positions = match format {
            Some(Format::Moves | Format::Pdn) => false,
            Some(Format::Diagrams) => true,
            _ => self.has_positions(text),
        };
        if has_positions {
            let blocks = self.blocks(text);
            blocks.get(MAX_GAMES).map_or(Ok(()), |block| Err(surplus(name, block.line)))?;
            for block in blocks {
                parsed.positions.push((block.line, self.read_block(name, &block)?));
            }
        } else {
            self.read_games(name, &Block { line: 1, text: text.to_owned() }, &own, &mut parsed)?;
        }
        Ok(parsed)
    }

    fn read_games(
        &self,
        name: &str,
        block: &Block,
        own: &Position,
        parsed: &mut ParsedFile,
    ) -> Result<(), WorldError> {
        let Block { line: first, text } = block;
        let games = self
            .rules()
            .records()
            .read_games(own, text, MAX_GAMES)
            .map_err(|fault| mistake((name, *first), text, &fault))?;
        let (mut line, mut at) = (*first, 0);
        for game in games {
            let is_wanted = parsed.only.is_none_or(|number| number == parsed.games.len() + 1);
            let told = if is_wanted { game.notes.as_slice() } else { &[] };
            let kept = told.len().min(RecordNote::MAX_SHOWN.saturating_sub(parsed.notes.len()));
            parsed.notes.extend(notes((name, *first), text, &told[..kept]));
            parsed.more_notes += told.len() - kept;
            line += text[at..game.at].matches('\n').count();
            at = game.at;
            parsed.games.push((line, game));
        }
        Ok(())
    }

    fn entry(&self, line: usize, game: Record, own: &Position) -> Entry<Text> {
        let Record { start, moves, .. } = game;
        let (text, start) = (self.moves_text(&moves), (start.words() != own.words()).then_some(start));
        Entry { line, ends_in_time: true, ..Entry::alone(text, start, Some(moves)) }
    }

    fn read_block(&self, name: &str, block: &Block) -> Result<Position, WorldError> {
        let rules = self.rules();
        let read = rules.notation().read_position(&block.text, rules.game().first);
        read.map_err(|fault| mistake((name, block.line), &block.text, &fault))
    }

    /// Whether a text contains positions instead of games. Positions are given as diagrams, as tuples, or one per line.
    fn has_positions(&self, text: &str) -> bool {
        let is_row = |line: &str| {
            let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
            rest.len() < line.len() && rest.starts_with(' ')
        };
        let (rules, has_board) = (self.rules(), self.program().board.is_some());
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        first.is_some_and(|line| {
            rules.notation().is_position_line(line)
                || rules.notation().is_tuple_line(line)
                || has_board && is_row(line)
        })
    }

    /// Splits a text into blocks, one for each position. Blocks are separated by blank lines, but a position in a
    /// single line needs no blank line before it. Comments are skipped. Stops after the first block that is too much for
    /// one file.
    fn blocks(&self, text: &str) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        for (at, line) in text.lines().enumerate() {
            let is_blank = line.trim().is_empty();
            is_open &= !self.rules().notation().is_position_line(line);
            if !is_blank && !is_open && !line.trim_start().starts_with('#') {
                if blocks.len() > MAX_GAMES {
                    break;
                }
                blocks.push(Block { line: at + 1, text: String::new() });
                is_open = true;
            }
            if let Some(block) = blocks.last_mut().filter(|_| is_open && !is_blank) {
                block.text.push_str(line);
                block.text.push('\n');
            }
            is_open &= !is_blank;
        }
        blocks
    }
}

/// The failure for a file whose line `line` holds one game or position too much.
fn surplus(file: &str, line: usize) -> WorldError {
    WorldError::Mistakes(Problems::of_surplus(file, line).to_string())
}

/// Formats the notes about a game whose text begins in line `first` of a file.
fn notes((name, first): (&str, usize), text: &str, notes: &[TextNote]) -> Vec<String> {
    let note = |note: &TextNote| {
        let (line, column) = note.place(text);
        format!("{name}:{}:{column}: {}", first + line - 1, note.said)
    };
    notes.iter().map(note).collect()
}

impl Columns {
    /// The columns that the first line of a text names after its `#`; `None` if that line is a comment. The line names
    /// columns if it contains tabs or consists of a single name. A column is recognised by the first word of its name;
    /// case is ignored.
    ///
    /// # Errors
    /// If two columns hold moves, or two hold positions.
    fn of(file: &str, text: &str) -> Result<Option<Columns>, WorldError> {
        let Some((at, line)) = text.lines().enumerate().find(|(_, line)| !line.trim().is_empty()) else {
            return Ok(None);
        };
        let Some(header) = line.trim_start().strip_prefix('#') else { return Ok(None) };
        let names: Vec<&str> = header.split('\t').map(str::trim).collect();
        // A single name separated from the `#` by a blank may be a comment.
        let is_alone = names.len() == 1;
        if is_alone && header.starts_with(char::is_whitespace) {
            return Ok(None);
        }
        let known: Vec<String> = match is_alone {
            true => vec![names[0].to_lowercase()],
            false => names.iter().map(|name| first_word(name)).collect(),
        };
        let find = |wanted: &str| known.iter().position(|name| name == wanted);
        let (moves, position) = (find("moves"), find("position"));
        let Some(column) = moves.or(position) else { return Ok(None) };
        let (mut notes, mut unread) = (Vec::new(), Vec::new());
        let indent = line.chars().count() - header.chars().count();
        let mut start = indent + 1;
        for ((number, name), cell) in known.iter().enumerate().zip(header.split('\t')) {
            let is_read = ["moves", "position", "id", "result"].contains(&name.as_str());
            let place = Location { file: file.to_owned(), line: at + 1, column: start };
            start += cell.chars().count() + 1;
            if !is_read {
                unread.extend(Some(cell.trim()).filter(|name| !name.is_empty()).map(str::to_owned));
            } else if find(name) != Some(number) {
                if known[column] == *name {
                    let words =
                        format!("{place}: a second column `{name}`\n  expected every column at most once");
                    return Err(WorldError::Mistakes(words));
                }
                notes.push(RecordNote::Again { place, name: name.clone(), is_last: false }.to_string());
            }
        }
        if !unread.is_empty() {
            let note = Note::Unread { file: file.to_owned(), line: at + 1, columns: unread };
            notes.push(note.to_string());
        }
        Ok(Some(Columns {
            at: column,
            are_moves: moves.is_some(),
            has_both: moves.is_some() && position.is_some(),
            id: find("id"),
            result: find("result"),
            header: at + 1,
            count: names.len(),
            notes,
        }))
    }

    /// The lines that contain moves or positions. Stores the names of games and positions. Adds a note if lines have
    /// more cells than there are columns.
    fn rows(&self, file: &str, text: &str, parsed: &mut ParsedFile) -> Vec<Row> {
        let (mut rows, mut longer) = (Vec::new(), Vec::new());
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let cell_text = |column: Option<usize>| {
                let cell = column.and_then(|column| cells.get(column)).map(|cell| cell.trim());
                cell.filter(|cell| !cell.is_empty()).map(str::to_owned)
            };
            let before = |column: usize| cells.iter().take(column).map(|cell| cell.chars().count() + 1).sum();
            if cells.iter().skip(self.count).any(|cell| !cell.trim().is_empty()) {
                longer.push((at + 1, cells.len()));
            }
            parsed.ids.extend(cell_text(self.id).map(|id| (at + 1, id)));
            // A line that contains only tabs is a game without moves.
            if let Some(cell) = cells.get(self.at).filter(|_| !line.is_empty()) {
                let block = Block { line: at + 1, text: " ".repeat(before(self.at)) + cell };
                let result = cell_text(self.result)
                    .zip(self.result)
                    .map(|(stated, column)| (before(column) + 1, stated));
                rows.push(Row { block, result });
            }
        }
        if let [(line, found), more @ ..] = longer.as_slice() {
            let (file, line, found) = (file.to_owned(), *line, *found);
            parsed
                .note(Note::Surplus { file, line, found, columns: self.count, more: more.len() }.to_string());
        }
        rows
    }
}
