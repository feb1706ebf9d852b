//! Positions of a game in text: after moves, or from a file with diagrams or a game.

use std::io;
use std::path::Path;

use crate::bases::TextBase;
use blanche_compiler::files;
use blanche_compiler::game::{Move, Past, Rules, TextFault};
use blanche_compiler::runtime::Position;

use crate::command_line::game::{after, failed};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MACHINE, MISTAKES, WRONG_USE};
use crate::command_line::positions::PositionArguments;

/// A position, and how it was given.
pub(crate) struct Given {
    /// The moves to it, or the place of its diagram.
    pub(crate) text: String,
    /// The moves to it, where it is given by moves.
    pub(crate) moves: Option<Vec<Move>>,
    pub(crate) position: Position,
}

/// The positions that the options give, where a game begins without any; of a game every position if that is wanted.
pub(crate) fn read_plies(
    arguments: &PositionArguments,
    base: &TextBase,
    rules: &Rules,
    is_every_ply: bool,
) -> Result<Vec<Given>, Failure> {
    if let Some(option) = arguments.of_stones() {
        let words = format!(
            "error: {option} speaks of stones\n  a position of a game in text is given by --moves or --file"
        );
        return Err(Failure::Said(words, WRONG_USE));
    }
    let start = rules.start().map_err(|fault| failed(base, &fault))?;
    let (what, text) = match (arguments.moves(), arguments.file()) {
        (Some(moves), _) => ("--moves".to_owned(), moves.to_owned()),
        (None, Some(file)) => (file.display().to_string(), read_file(file)?),
        (None, None) => (String::new(), String::new()),
    };
    if arguments.file().is_some() && has_diagrams(base, rules, &text) {
        if arguments.is_every_ply() {
            let words = "error: --every-ply walks through games, and there are diagrams\n  give moves instead, or \
                         leave --every-ply away";
            return Err(Failure::Said(words.to_owned(), WRONG_USE));
        }
        return diagrams(base, rules, &what, &text);
    }
    let (start, moves, last) = after(base, rules, &start, &what, &text)?;
    let texts: Vec<String> = moves.iter().map(|mv| rules.move_text(*mv)).collect();
    if !is_every_ply {
        return Ok(vec![Given { text: texts.join(" "), moves: Some(moves), position: last }]);
    }
    let mut given = vec![Given { text: String::new(), moves: Some(Vec::new()), position: start.clone() }];
    let mut position = start;
    let mut past = Past::new(rules, &position);
    for (at, mv) in moves.iter().enumerate() {
        rules.play_on(&mut position, *mv, &mut past).map_err(|fault| failed(base, &fault))?;
        let (text, moves) = (texts[..=at].join(" "), Some(moves[..=at].to_vec()));
        given.push(Given { text, moves, position: position.clone() });
    }
    Ok(given)
}

/// The text of a file, or of the standard input for `-`.
pub(crate) fn read_file(file: &Path) -> Result<String, Failure> {
    let read = match file.as_os_str() == "-" {
        true => files::read_stream(interrupt::standard_input()?),
        false => files::read_named(file),
    };
    let name = file.display();
    let bytes = read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::Said(format!("error: there is no file `{name}`"), WRONG_USE),
        _ => Failure::Said(format!("error: {name} cannot be read: {error}"), MACHINE),
    })?;
    let unreadable = |error: std::string::FromUtf8Error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n').count();
        Failure::Said(format!("{name}:{line}: a byte that is no UTF-8\n  expected a text in UTF-8"), MISTAKES)
    };
    let text = String::from_utf8(bytes).map_err(unreadable)?;
    // A byte-order mark is no part of a text.
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}

/// Whether a text has diagrams, tuples or positions in a line, and is no game.
fn has_diagrams(base: &TextBase, rules: &Rules, text: &str) -> bool {
    let is_row = |line: &str| {
        let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
        rest.len() < line.len() && rest.starts_with(' ')
    };
    let has_board = base.program().board.is_some();
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        rules.is_position_line(line) || rules.is_tuple_line(line) || has_board && is_row(line)
    })
}

/// The positions of a text, with blank lines between them; one in a line needs none before it.
fn diagrams(base: &TextBase, rules: &Rules, what: &str, text: &str) -> Result<Vec<Given>, Failure> {
    let mut given = Vec::new();
    for (line, block) in blocks(rules, text) {
        let read = rules.read_position(&block, rules.game().first);
        let position = read.map_err(|fault| at_line(what, line, &block, &fault))?;
        given.push(Given { text: format!("{what}:{line}"), moves: None, position });
    }
    if given.is_empty() {
        return Err(Failure::Said(format!("error: {what} has no position of {}", base.name()), MISTAKES));
    }
    Ok(given)
}

/// The blocks of a text, one for each position, with the number of their first lines; remarks are in none.
fn blocks(rules: &Rules, text: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (at, line) in text.lines().enumerate() {
        let is_blank = line.trim().is_empty();
        is_open &= !rules.is_position_line(line);
        if !is_blank && !is_open && !line.trim_start().starts_with('#') {
            blocks.push((at + 1, String::new()));
            is_open = true;
        }
        if let Some((_, block)) = blocks.last_mut().filter(|_| is_open && !is_blank) {
            block.push_str(line);
            block.push('\n');
        }
        is_open &= !is_blank;
    }
    blocks
}

/// A mistake in a block that begins in this line of a file.
fn at_line(what: &str, first: usize, block: &str, fault: &TextFault) -> Failure {
    let (line, column) = fault.place(block);
    let words =
        format!("{what}:{}:{column}: {}\n  expected {}", first + line - 1, fault.found, fault.expected);
    Failure::Said(words, MISTAKES)
}
