//! Positions of a game in text: after moves, or from a file with diagrams or a game.

use blanche_compiler::game::Record;

use super::{Text, mistake};
use crate::world::{Entry, Reading, Trouble, World};

/// What a text holds of one position.
struct Block {
    /// Its first line, from 1.
    line: usize,
    text: String,
}

impl Text {
    /// The game of a text; `what` is how messages call it.
    pub(super) fn read_game(&self, what: &str, text: &str) -> Result<Reading<Text>, Trouble> {
        let start = self.start()?;
        let read = self.rules().read_game(&start, text);
        let Record { start, moves, notes } = read.map_err(|fault| mistake((what, 1), text, &fault))?;
        let notes = notes.iter().map(|note| {
            let (line, column) = note.place(text);
            format!("{what}:{line}:{column}: {}", note.said)
        });
        let entry = Entry::alone(self.moves_text(&moves), Some(start), Some(moves));
        let entries = vec![Entry { ends_in_time: true, ..entry }];
        Ok(Reading { columns: "moves", entries, notes: notes.collect() })
    }

    /// The positions of a file, or the game in it.
    pub(super) fn read_file(&self, name: &str, bytes: &[u8]) -> Result<Reading<Text>, Trouble> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
            Trouble::Mistakes(format!("{name}:{line}: a byte that is no UTF-8\n  expected a text in UTF-8"))
        })?;
        // A byte-order mark is no part of a text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if !self.has_positions(text) {
            return self.read_game(name, text);
        }
        let entries: Result<Vec<_>, Trouble> =
            self.blocks(text).iter().map(|block| self.read_block(name, block)).collect();
        let entries = entries?;
        if entries.is_empty() {
            let words = format!("error: {name} has no position of {}", self.contents().name);
            return Err(Trouble::Mistakes(words));
        }
        Ok(Reading { columns: "position", entries, notes: Vec::new() })
    }

    fn read_block(&self, name: &str, block: &Block) -> Result<Entry<Text>, Trouble> {
        let rules = self.rules();
        let read = rules.read_position(&block.text, rules.game().first);
        let position = read.map_err(|fault| mistake((name, block.line), &block.text, &fault))?;
        let text = format!("{name}:{}", block.line);
        Ok(Entry { line: block.line, ..Entry::alone(text, Some(position), None) })
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
            rules.is_position_line(line) || rules.is_tuple_line(line) || has_board && is_row(line)
        })
    }

    /// The blocks of a text, one for each position, with blank lines between them; one in a line needs none before it.
    /// Remarks are in none.
    fn blocks(&self, text: &str) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        for (at, line) in text.lines().enumerate() {
            let is_blank = line.trim().is_empty();
            is_open &= !self.rules().is_position_line(line);
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
