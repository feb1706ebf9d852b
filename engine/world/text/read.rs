//! Positions and games of a game in text: after moves, or from a file with games, with positions, or with a line for each.

use std::collections::HashMap;

use blanche_compiler::game::{Record, TextNote};
use blanche_compiler::runtime::Position;

use super::write::RESULT;
use super::{Text, mistake};
use crate::record::{Format, RecordNote};
use crate::world::{Entry, Reading, Saying as _, Trouble, World};

/// What a text holds of one position.
struct Block {
    /// Its first line, from 1.
    line: usize,
    text: String,
}

/// What a file holds.
pub(super) struct Given {
    /// The games, each with its line.
    pub(super) games: Vec<(usize, Record)>,
    /// The positions, each with its line: a file has games or positions.
    pub(super) positions: Vec<(usize, Position)>,
    /// What lines call their games and positions, by their numbers.
    ids: HashMap<usize, String>,
    /// What to know of the text, as far as it is kept.
    notes: Vec<String>,
    more_notes: usize,
    /// The number of the game whose notes are kept, from 1; of all where it is absent.
    only: Option<usize>,
}

impl Given {
    /// What to know of the text.
    pub(super) fn notes(&mut self) -> Vec<String> {
        let more = (self.more_notes > 0).then(|| RecordNote::More(self.more_notes).to_string());
        self.notes.drain(..).chain(more).collect()
    }
}

/// The columns of a file that names some.
struct Columns {
    /// Which of them holds the moves, or else the positions.
    at: usize,
    are_moves: bool,
    /// There are positions beside the moves.
    has_both: bool,
    id: Option<usize>,
    result: Option<usize>,
}

impl Text {
    /// The game of a text; `what` is how messages call it.
    pub(super) fn read_game(&self, what: &str, text: &str) -> Result<Reading<Text>, Trouble> {
        let own = self.start()?;
        let game =
            self.rules().records().read_game(&own, text).map_err(|fault| mistake((what, 1), text, &fault))?;
        let notes = notes((what, 1), text, &game.notes);
        Ok(Reading { columns: "moves", entries: vec![self.entry(1, game, &own)], notes })
    }

    /// The positions of a file, or the games in it.
    pub(super) fn read_file(&self, name: &str, bytes: &[u8]) -> Result<Reading<Text>, Trouble> {
        let mut given = self.given(name, bytes, None, None)?;
        let notes = given.notes();
        let Given { games, positions, ids, .. } = given;
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

    /// What a file holds; in the format that is named, or that its text shows. Of the games it notes what there is to know of the one
    /// with this number, or of all.
    pub(super) fn given(
        &self,
        name: &str,
        bytes: &[u8],
        format: Option<Format>,
        only: Option<usize>,
    ) -> Result<Given, Trouble> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
            Trouble::Mistakes(format!("{name}:{line}: a byte that is no UTF-8\n  expected a text in UTF-8"))
        })?;
        // A byte-order mark is no part of a text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut given = Given {
            games: Vec::new(),
            positions: Vec::new(),
            ids: HashMap::new(),
            notes: Vec::new(),
            more_notes: 0,
            only,
        };
        let own = self.start()?;
        if let Some(columns) = Columns::of(text) {
            for (block, result) in columns.cells(text, &mut given.ids) {
                match columns.are_moves {
                    true => {
                        self.read_games(name, &block, &own, &mut given)?;
                        let game = given.games.last_mut().map(|(_, game)| game);
                        game.into_iter().for_each(|game| {
                            game.tags.extend(result.clone().map(|said| (RESULT.to_owned(), said)))
                        });
                    }
                    false => given.positions.push((block.line, self.read_block(name, &block)?)),
                }
            }
            if given.games.is_empty() && given.positions.is_empty() {
                given.notes.push(format!("{name}: no position in this file"));
            }
            if columns.has_both {
                given.notes.push(format!("{name}: beside `moves` the column `position` is not read"));
            }
            return Ok(given);
        }
        let has_positions = match format {
            Some(Format::Moves | Format::Pdn) => false,
            Some(Format::Diagrams) => true,
            _ => self.has_positions(text),
        };
        if has_positions {
            for block in self.blocks(text) {
                given.positions.push((block.line, self.read_block(name, &block)?));
            }
        } else {
            self.read_games(name, &Block { line: 1, text: text.to_owned() }, &own, &mut given)?;
        }
        Ok(given)
    }

    fn read_games(
        &self,
        name: &str,
        block: &Block,
        own: &Position,
        given: &mut Given,
    ) -> Result<(), Trouble> {
        let Block { line: first, text } = block;
        let games = self
            .rules()
            .records()
            .read_games(own, text)
            .map_err(|fault| mistake((name, *first), text, &fault))?;
        let (mut line, mut at) = (*first, 0);
        for game in games {
            let is_wanted = given.only.is_none_or(|number| number == given.games.len() + 1);
            let told = if is_wanted { game.notes.as_slice() } else { &[] };
            let kept = told.len().min(RecordNote::MOST.saturating_sub(given.notes.len()));
            given.notes.extend(notes((name, *first), text, &told[..kept]));
            given.more_notes += told.len() - kept;
            line += text[at..game.at].matches('\n').count();
            at = game.at;
            given.games.push((line, game));
        }
        Ok(())
    }

    fn entry(&self, line: usize, game: Record, own: &Position) -> Entry<Text> {
        let Record { start, moves, .. } = game;
        let (text, start) = (self.moves_text(&moves), (start.words() != own.words()).then_some(start));
        Entry { line, ends_in_time: true, ..Entry::alone(text, start, Some(moves)) }
    }

    fn read_block(&self, name: &str, block: &Block) -> Result<Position, Trouble> {
        let rules = self.rules();
        let read = rules.notation().read_position(&block.text, rules.game().first);
        read.map_err(|fault| mistake((name, block.line), &block.text, &fault))
    }

    /// Whether a text has diagrams, tuples or positions in a line, and is no game.
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

    /// The blocks of a text, one for each position, with blank lines between them; one in a line needs none before it.
    /// Remarks are in none.
    fn blocks(&self, text: &str) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        for (at, line) in text.lines().enumerate() {
            let is_blank = line.trim().is_empty();
            is_open &= !self.rules().notation().is_position_line(line);
            if !is_blank && !is_open && !line.trim_start().starts_with('#') {
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

/// The notes of a game in a text that begins in a line of a file.
fn notes((name, first): (&str, usize), text: &str, notes: &[TextNote]) -> Vec<String> {
    let note = |note: &TextNote| {
        let (line, column) = note.place(text);
        format!("{name}:{}:{column}: {}", first + line - 1, note.said)
    };
    notes.iter().map(note).collect()
}

impl Columns {
    /// Those that the first line of a text names behind its `#`, where tabs or the name alone show that it names some.
    fn of(text: &str) -> Option<Columns> {
        let header = text.lines().find(|line| !line.trim().is_empty())?.trim_start().strip_prefix('#')?;
        let names: Vec<&str> = header.split('\t').map(str::trim).collect();
        // One name by itself may be a remark, unless it follows the sign at once.
        if names.len() == 1 && header.starts_with(char::is_whitespace) {
            return None;
        }
        let find = |wanted: &str| names.iter().position(|name| *name == wanted);
        let (moves, position) = (find("moves"), find("position"));
        Some(Columns {
            at: moves.or(position)?,
            are_moves: moves.is_some(),
            has_both: moves.is_some() && position.is_some(),
            id: find("id"),
            result: find("result"),
        })
    }

    /// The cells of the moves or positions, each behind as many blanks as stand before it in its line, and with the result.
    fn cells(&self, text: &str, ids: &mut HashMap<usize, String>) -> Vec<(Block, Option<String>)> {
        let mut rows = Vec::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let said = |column: Option<usize>| {
                let cell = column.and_then(|column| cells.get(column)).map(|cell| cell.trim());
                cell.filter(|cell| !cell.is_empty()).map(str::to_owned)
            };
            ids.extend(said(self.id).map(|id| (at + 1, id)));
            let before = cells.iter().take(self.at).map(|cell| cell.chars().count() + 1).sum();
            // A line with nothing but tabs is a game without moves.
            if let Some(cell) = cells.get(self.at).filter(|_| !line.is_empty()) {
                rows.push((Block { line: at + 1, text: " ".repeat(before) + cell }, said(self.result)));
            }
        }
        rows
    }
}
