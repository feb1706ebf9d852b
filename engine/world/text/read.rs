//! Positions of a game in text: after moves, or from a file with diagrams or a game.

use blanche_compiler::game::Record;

use super::{Text, mistake};
use crate::world::Saying as _;
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
        self.read_at((what, 1), text)
    }

    /// The same of a text that begins in this line.
    fn read_at(&self, (what, first): (&str, usize), text: &str) -> Result<Reading<Text>, Trouble> {
        let own = self.start()?;
        let read = self.rules().read_game(&own, text);
        let Record { start, moves, notes } = read.map_err(|fault| mistake((what, first), text, &fault))?;
        let notes = notes.iter().map(|note| {
            let (line, column) = note.place(text);
            format!("{what}:{}:{column}: {}", first + line - 1, note.said)
        });
        let entry = Entry::alone(
            self.moves_text(&moves),
            (start.words() != own.words()).then_some(start),
            Some(moves),
        );
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
            return self.read_games(name, text);
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

    /// The games of a file. Where moves have numbers a game begins with each number 1, and otherwise each line is a game.
    fn read_games(&self, name: &str, text: &str) -> Result<Reading<Text>, Trouble> {
        let games = games(text);
        if games.len() < 2 {
            return self.read_game(name, text);
        }
        let mut all = Reading { columns: "moves", entries: Vec::new(), notes: Vec::new() };
        for (number, game) in games.iter().enumerate() {
            let read = self.read_at((name, game.line), &game.text).map_err(|trouble| match trouble {
                Trouble::Mistakes(words) if number > 0 && !is_numbered(text) => Trouble::Mistakes(format!(
                    "{words}\n  without numbers of moves each line is a game of its own"
                )),
                trouble => trouble,
            })?;
            all.entries.extend(read.entries.into_iter().map(|entry| Entry { line: game.line, ..entry }));
            all.notes.extend(read.notes);
        }
        Ok(all)
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

/// The lines of a text that hold moves, with their numbers from 1; nothing of a record with tags.
fn lines_of_moves(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_tagged = text.trim_start().starts_with('[');
    let lines = (1..).zip(text.lines().filter(move |_| !is_tagged));
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// The number of the move in front of a line, if there is one: `12` of `12. e5 f6` and `12.e5`.
fn number(line: &str) -> Option<&str> {
    let (number, _) = line.trim_start().split_once('.')?;
    (!number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(number)
}

/// Whether moves have numbers.
fn is_numbered(text: &str) -> bool {
    lines_of_moves(text).any(|(_, line)| number(line).is_some())
}

/// The games of a text, each with the line in which it begins.
fn games(text: &str) -> Vec<Block> {
    let is_numbered = is_numbered(text);
    let mut games: Vec<Block> = Vec::new();
    let mut next = 0;
    for (line, moves) in lines_of_moves(text) {
        match games.last_mut().filter(|_| is_numbered && number(moves) != Some("1")) {
            // Places in a game count the lines between.
            Some(game) => {
                game.text.push_str(&"\n".repeat(line - next));
                game.text.push_str(moves);
            }
            None => games.push(Block { line, text: moves.to_owned() }),
        }
        next = line;
    }
    games
}
