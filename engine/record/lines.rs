//! Games as lines of a position file: the moves, the result and the players.
//!
//! ```text
//! #moves⇥result⇥end⇥black⇥white⇥rules⇥date⇥event
//! h8,i9,g7⇥B⇥resignation⇥Nakamura⇥Meijin⇥renju⇥⇥
//! ```
//!
//! A pass is written `pass` among the moves. The column `result` contains `B`, `W`, `D` for a draw, or `V` for a game
//! that does not count; `end` contains the reason for the result. Files of set-ups have the columns of
//! [`super::positions`], followed by `result` and `end`.

use std::collections::HashMap;

use blanche_compiler::spelling::distance_within;

use super::game::{GameRecord, Move, Start};
use super::layout::{KNOWN, first_word};
use super::losses::{Loss, Unwritable, Written};
use super::notes::RecordNote;
use super::outcome::Outcome;
use super::position_spec::{moves_text, turns_text};
use super::positions::{Entry, Note, PositionFile, read_positions};
use super::problem::{Location, Problems};
use super::variant;
use crate::board::{Color, Position};

/// The columns that describe a game, apart from its moves.
const READ: [&str; 8] = ["result", "end", "black", "white", "rules", "rule", "date", "event"];

/// Reads the games of a file, each with its line number.
///
/// # Errors
/// All mistakes in the text.
pub(super) fn read(
    file: &str,
    bytes: &[u8],
    notes: &mut Vec<RecordNote>,
) -> Result<Vec<(usize, GameRecord)>, Problems> {
    let positions = read_positions(file, bytes)?;
    notes.extend(positions.notes.iter().cloned().map(RecordNote::Positions));
    let mut columns = Columns::of(file, &positions);
    notes.extend(columns.unread().map(RecordNote::Positions));
    notes.extend(columns.again());
    Ok(positions.entries.iter().map(|entry| (entry.line, game(&mut columns, entry, notes))).collect())
}

/// The columns of a file, and the unknown reasons for results that it contains.
struct Columns<'a> {
    file: &'a str,
    positions: &'a PositionFile,
    /// For the first word of each column name, the index of the column. If several columns share the word, the first of
    /// them counts.
    numbers: HashMap<String, usize>,
    /// For each unknown reason, the index of its note.
    unknown_reasons: HashMap<String, usize>,
}

impl<'a> Columns<'a> {
    fn of(file: &'a str, positions: &'a PositionFile) -> Columns<'a> {
        let mut numbers = HashMap::new();
        for (number, name) in positions.columns.iter().enumerate() {
            numbers.entry(first_word(name)).or_insert(number);
        }
        Columns { file, positions, numbers, unknown_reasons: HashMap::new() }
    }

    fn cell<'e>(&self, entry: &'e Entry, name: &str) -> Option<&'e str> {
        let cell = entry.cells.get(*self.numbers.get(name)?);
        cell.map(String::as_str).filter(|cell| !cell.is_empty())
    }

    fn place(&self, entry: &Entry, name: &str) -> Location {
        let number = self.numbers.get(name).copied().unwrap_or(0);
        let before = entry.cells.iter().take(number).map(|cell| cell.chars().count() + 1);
        Location { file: self.file.to_owned(), line: entry.line, column: before.sum::<usize>() + 1 }
    }

    /// A note about the columns that a record of a game has no room for.
    fn unread(&self) -> Option<Note> {
        // The last move of a game is checked. A set-up has no last move.
        let has_moves = self.positions.entries.iter().any(|entry| entry.spec.moves().is_some());
        let is_lost = |word: &str| word == "id" || word == "last" && !has_moves;
        unread(self.file, self.positions, |name| is_lost(&first_word(name)) || !is_known(&first_word(name)))
    }

    /// Notes about columns that are ignored because an earlier column has the same name.
    fn again(&self) -> Vec<RecordNote> {
        let names = self.positions.columns.iter().map(|name| first_word(name)).enumerate();
        let is_second =
            |(number, name): &(usize, String)| READ.contains(&name.as_str()) && self.numbers[name] != *number;
        let note = |(number, name): (usize, String)| {
            // The stored names do not have the leading `#`.
            let before = self.positions.columns[..number].iter().map(|name| name.chars().count() + 1);
            let place = Location {
                file: self.file.to_owned(),
                line: self.positions.header,
                column: before.sum::<usize>() + 2,
            };
            RecordNote::Again { place, name, is_last: false }
        };
        names.filter(is_second).map(note).collect()
    }

    /// Adds a note about an unknown reason. If a note about this reason exists, counts another game in that note
    /// instead.
    fn note_reason(&mut self, entry: &Entry, reason: &str, notes: &mut Vec<RecordNote>) {
        match self.unknown_reasons.get(reason).map(|number| &mut notes[*number]) {
            Some(RecordNote::UnknownReason { more, .. }) => *more += 1,
            _ => {
                self.unknown_reasons.insert(reason.to_owned(), notes.len());
                let place = self.place(entry, "end");
                notes.push(RecordNote::UnknownReason { place, found: reason.to_owned(), more: 0 });
            }
        }
    }
}

/// Whether the columns whose names begin with this word have a meaning.
fn is_known(word: &str) -> bool {
    KNOWN.contains(&word) || READ.contains(&word)
}

/// A note about the columns for whose names `is_unread` returns `true`.
fn unread(file: &str, positions: &PositionFile, is_unread: impl Fn(&str) -> bool) -> Option<Note> {
    let unread = positions.columns.iter().filter(|name| !name.is_empty() && is_unread(name));
    let columns: Vec<String> = unread.cloned().collect();
    let (file, line) = (file.to_owned(), positions.header);
    (!columns.is_empty()).then_some(Note::Unread { file, line, columns })
}

/// Other names for the columns `to-move` and `last`, without signs between the words.
const SYNONYMS: [&str; 5] = ["turn", "player", "mover", "lastmove", "sidetomove"];

/// A note about the columns of a file of positions whose names look like names with a meaning. Other columns are for
/// other readers.
pub(super) fn misspelt(file: &str, positions: &PositionFile) -> Option<Note> {
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let is_near = |name: &str| {
        let word = letters(name);
        let known = KNOWN.iter().filter(|known| known.len() >= MIN_NEAR_LETTERS);
        SYNONYMS.contains(&word.as_str())
            || known.into_iter().any(|known| distance_within(&word, &letters(known), 1).is_some())
    };
    unread(file, positions, |name| !is_known(&first_word(name)) && is_near(&name.to_lowercase()))
}

/// Minimum number of letters in a name that a similar name may be meant as.
const MIN_NEAR_LETTERS: usize = 4;

fn game(columns: &mut Columns<'_>, entry: &Entry, notes: &mut Vec<RecordNote>) -> GameRecord {
    let cell = |name: &str| columns.cell(entry, name);
    let text = |name: &str| cell(name).map(str::to_owned);
    let mut game = GameRecord {
        rules: text("rules").or_else(|| text("rule")),
        date: text("date"),
        event: text("event"),
        ..GameRecord::default()
    };
    game.rules = game.rules.map(|rules| variant::kept_name(&rules));
    match entry.spec.moves() {
        Some(moves) => {
            game.moves = moves.iter().map(|&field| Move { field, ..Move::default() }).collect();
            game.players = [text("black"), text("white")];
        }
        None => game.start = Some(start(&entry.spec.position())),
    }
    if let Some(found) = cell("result") {
        match result(found) {
            Some(result) => game.result = result,
            None => {
                let place = columns.place(entry, "result");
                notes.push(RecordNote::UnknownResult { place, found: found.to_owned() });
            }
        }
    }
    if let Some((reason, result)) = cell("end").zip(game.result) {
        match result.because(reason) {
            Some(result) => game.result = Some(result),
            None => columns.note_reason(entry, reason, notes),
        }
    }
    game
}

fn result(text: &str) -> Option<Option<Outcome>> {
    let win = |winner| Some(Some(Outcome::Win { winner, by: None }));
    match text.to_uppercase().as_str() {
        "B" => win(Color::Black),
        "W" => win(Color::White),
        "D" => Some(Some(Outcome::Draw { by: None })),
        "V" => Some(Some(Outcome::Void)),
        "-" | "?" => Some(None),
        _ => None,
    }
}

fn start(position: &Position) -> Start {
    let of = |color| position.stones(color).iter().collect();
    Start { black: of(Color::Black), white: of(Color::White), to_move: position.to_move() }
}

/// Writes the games as a file.
///
/// # Errors
/// If a game has both a set-up and moves, or if only some of the games are set up.
pub(super) fn write(games: &[GameRecord]) -> Result<Written, Unwritable> {
    let set_ups = games.iter().filter(|game| game.start.is_some()).count();
    let mut starts =
        games.iter().filter(|game| !game.moves.is_empty()).filter_map(|game| game.start.as_ref());
    if let Some(start) = starts.next() {
        return Err(Unwritable::of_start(start, "line in a"));
    }
    if set_ups != 0 && set_ups != games.len() {
        return Err(Unwritable::Mixed);
    }
    let is_set_up = set_ups > 0;
    // Write the side to move only if all set-ups state it, because the column must not have empty cells.
    let has_to_move = games.iter().all(|game| game.begins().is_some());
    let header = match (is_set_up, has_to_move) {
        (false, _) => "#moves\tresult\tend\tblack\twhite\trules\tdate\tevent\n",
        (true, true) => "#black\twhite\tto-move\tresult\tend\trules\tdate\tevent\n",
        (true, false) => "#black\twhite\tresult\tend\trules\tdate\tevent\n",
    };
    let mut text = header.to_owned();
    let mut losses: Vec<Loss> = Vec::new();
    for game in games {
        let cell =
            |text: &Option<String>| text.as_deref().unwrap_or_default().replace(['\t', '\n', '\r'], " ");
        let mut cells: Vec<String> = Vec::new();
        match &game.start {
            None => cells.push(turns_text(&game.turns())),
            Some(Start { black, white, to_move }) => {
                cells.extend([moves_text(black), moves_text(white)]);
                cells.extend(to_move.filter(|_| has_to_move).map(|color| color.to_string()));
                if game.players.iter().any(Option::is_some) {
                    losses.push(Loss::Players);
                }
            }
        }
        cells.push(game.result.map_or("", letter).to_owned());
        cells.push(game.result.and_then(Outcome::reason).unwrap_or_default().to_owned());
        if !is_set_up {
            cells.extend(game.players.iter().map(cell));
        }
        cells.extend([&game.rules, &game.date, &game.event].map(cell));
        text.push_str(&cells.join("\t"));
        text.push('\n');
        losses.extend(Loss::of_remarks(game).into_iter().chain(Loss::of_times(game)));
    }
    Ok(Written { text, losses: Loss::each_once(losses) })
}

fn letter(result: Outcome) -> &'static str {
    match result {
        Outcome::Win { winner: Color::Black, .. } => "B",
        Outcome::Win { winner: Color::White, .. } => "W",
        Outcome::Draw { .. } => "D",
        Outcome::Void => "V",
    }
}
