//! Games as plain move lists, easy to read and to type.
//!
//! ```text
//! black: Nakamura
//! white: Meijin
//! rules: renju
//! result: white wins by a forbidden move
//! 1. h8 i9 2. i8 pass 3. h9
//! ```
//!
//! A pass is written `pass` or `-`. Moves are separated by blanks or commas, or follow each other directly (`h8i9i8`).
//! Other information about a game is in lines of the form `word: text`. A file with such lines contains one game, whose
//! moves may span any number of lines. In other files a game starts at each line with move number 1; if no line has a
//! move number, each line is a game. Lines that begin with `#` are skipped.

use blanche_compiler::game::{MoveNumber, wrong_number};

use super::fault::RecordFault;
use super::game::{GameRecord, Move, Start};
use super::game_builder::GameBuilder;
use super::losses::{Loss, Written};
use super::notes::RecordNote;
use super::points::joined;
use super::position_spec::{is_pass, moves_text, turn_text};
use super::problem::{ProblemKind, Problems, is_surplus};
use super::source::Source;
use super::variant;
use crate::board::{Color, ParsePointError, Point};

const A_POINT: &str = "a point: a column a to o and a row 1 to 15, such as `h8`; or `pass`";

/// The keys that may precede the colon of a `word: text` line.
const WORDS: [&str; 10] = [
    "black",
    "white",
    "rules",
    "date",
    "event",
    "result",
    "remark",
    "black stones",
    "white stones",
    "to move",
];

/// Reads the games of a file, each with the line in which it begins.
pub(super) fn read(
    source: &Source<'_>,
    problems: &mut Problems,
    notes: &mut Vec<RecordNote>,
) -> Vec<(usize, GameRecord)> {
    let lines: Vec<(usize, &str)> = source.lines().filter(|(_, line)| !line.starts_with('#')).collect();
    if lines.is_empty() {
        let fault = RecordFault::NoGame { expected: "moves, such as `h8 i9 g7`" };
        problems.add(source.place(0), ProblemKind::Record(fault));
    }
    let is_one = lines.iter().any(|(_, line)| line.contains(':'));
    let is_numbered = lines.iter().any(|(_, line)| number(line).is_some());
    let goes_on = |line: &str| is_one || is_numbered && number(line) != Some("1");
    let mut games = Vec::new();
    for lines in lines.chunk_by(|_, (_, next)| goes_on(next)) {
        if problems.is_full() || is_surplus(games.len(), || source.place(lines[0].0), problems) {
            break;
        }
        games.push((source.place(lines[0].0).line, read_game(source, lines, problems, notes)));
    }
    games
}

/// The move number at the start of a line: `12` for `12. h8 i9` and `12.h8`.
fn number(line: &str) -> Option<&str> {
    let (number, _) = line.split_once('.')?;
    (!number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(number)
}

/// Reads the game in `lines`.
fn read_game(
    source: &Source<'_>,
    lines: &[(usize, &str)],
    problems: &mut Problems,
    notes: &mut Vec<RecordNote>,
) -> GameRecord {
    let mut builder = GameBuilder::new(source, problems);
    let mut numbers: Vec<(usize, &str, MoveNumber)> = Vec::new();
    for (at, line) in lines {
        if builder.is_hopeless() {
            break;
        }
        match line.split_once(':') {
            Some((word, value)) => {
                let start = at + line.len() - value.trim_start().len();
                known(&mut builder, *at, word.trim(), start, value.trim());
            }
            None => moves(&mut builder, *at, line, &mut numbers),
        }
    }
    notes.append(&mut builder.notes);
    let game = builder.finish();
    notes.extend(misnumbered(source, &numbers, game.start.is_none()));
    game
}

/// A note about the first wrong move number.
fn misnumbered(
    source: &Source<'_>,
    numbers: &[(usize, &str, MoveNumber)],
    is_from_start: bool,
) -> Option<RecordNote> {
    let all: Vec<MoveNumber> = numbers.iter().map(|(_, _, number)| *number).collect();
    let (wrong, expected) = wrong_number(&all, 2, is_from_start)?;
    let (at, found, _) = numbers[wrong];
    Some(RecordNote::MoveNumber { place: source.place(at), found: found.to_owned(), expected })
}

/// Reads a line with a key, such as `black: Nakamura`. The key begins at the byte `at`, and the value at the byte
/// `start`.
fn known(builder: &mut GameBuilder<'_, '_>, at: usize, word: &str, start: usize, value: &str) {
    if ["black", "white", "rules", "date", "event", "result", "to move"].contains(&word) {
        builder.says(at, word);
    }
    let text = || Some(value.to_owned()).filter(|value| !value.is_empty());
    let game = &mut builder.game;
    match word {
        "black" => game.players[0] = text(),
        "white" => game.players[1] = text(),
        "rules" => game.rules = text().map(|rules| variant::kept_name(&rules)),
        "date" => game.date = text(),
        "event" => game.event = text(),
        "remark" => match &mut game.remark {
            Some(remark) => {
                remark.push('\n');
                remark.push_str(value);
            }
            None => game.remark = Some(value.to_owned()),
        },
        "result" => match value.parse() {
            Ok(result) => game.result = Some(result),
            Err(_) => builder.unknown_result(start, value),
        },
        "black stones" => set_up(builder, Color::Black, start, value),
        "white stones" => set_up(builder, Color::White, start, value),
        "to move" => match value.parse() {
            Ok(_) if builder.has_moves() => builder.fault(at, RecordFault::LateSetUp),
            Ok(color) => builder.begin(color),
            Err(_) => builder.problem(start, ProblemKind::NoColor(value.to_owned())),
        },
        _ => {
            let expected = format!("moves, or one of `{}:`", WORDS.join(":`, `"));
            builder.fault(at, RecordFault::OutOfPlace { found: format!("{word}:"), expected });
        }
    }
}

fn set_up(builder: &mut GameBuilder<'_, '_>, color: Color, start: usize, value: &str) {
    for (at, word) in words(start, value) {
        if builder.is_hopeless() {
            break;
        }
        match word.parse() {
            Ok(point) => builder.set_up(at, color, point),
            Err(why) => builder.fault(at, no_point(word, why)),
        }
    }
}

fn moves<'t>(
    builder: &mut GameBuilder<'_, '_>,
    start: usize,
    line: &'t str,
    numbers: &mut Vec<(usize, &'t str, MoveNumber)>,
) {
    for (at, word) in words(start, line) {
        if builder.is_hopeless() {
            return;
        }
        // Accepts `1.`, `1...` and `1.h8` alike.
        let unnumbered = word.trim_start_matches(|sign: char| sign.is_ascii_digit()).trim_start_matches('.');
        let is_numbered = unnumbered.len() < word.len() && word.contains('.');
        if is_numbered {
            let found = word[..word.len() - unnumbered.len()].trim_end_matches('.');
            let made = builder.game.moves.len();
            numbers.push((at, found, MoveNumber { found: found.parse().ok(), made: [made; 2] }));
        }
        let (at, word) =
            if is_numbered { (at + word.len() - unnumbered.len(), unnumbered) } else { (at, word) };
        if is_pass(word) {
            builder.make_next(at, Move::default());
            continue;
        }
        for (offset, word) in joined(word).into_iter().filter(|(_, word)| !word.is_empty()) {
            let at = at + offset;
            if builder.is_hopeless() {
                return;
            }
            match word.parse::<Point>() {
                Ok(point) => builder.make_next(at, point.into()),
                Err(why) => {
                    builder.fault(at, no_point(word, why));
                    builder.make_next(at, Move::default());
                }
            }
        }
    }
}

fn no_point(found: &str, why: ParsePointError) -> RecordFault {
    let is_off_the_board = why != ParsePointError::Form;
    RecordFault::NoPoint { found: found.to_owned(), is_off_the_board, expected: A_POINT }
}

/// The words between blanks and commas, each with its byte offset.
fn words(start: usize, text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = start;
    text.split([',', ' ', '\t']).filter_map(move |word| {
        let here = at;
        at += word.len() + 1;
        (!word.is_empty()).then_some((here, word))
    })
}

/// Number of turns per line, where a turn is a move by each side.
const TURNS_A_LINE: usize = 5;

/// Writes the game as a file.
pub(super) fn write(game: &GameRecord) -> Written {
    let mut lines: Vec<String> = Vec::new();
    let mut known = |word: &str, value: Option<&str>| {
        if let Some(value) = value {
            lines.push(format!("{word}: {}", value.replace('\n', " ")));
        }
    };
    known("black", game.players[0].as_deref());
    known("white", game.players[1].as_deref());
    known("rules", game.rules.as_deref());
    known("date", game.date.as_deref());
    known("event", game.event.as_deref());
    known("result", game.result.map(|result| result.to_string()).as_deref());
    for line in game.remark.iter().flat_map(|remark| remark.split('\n')) {
        known("remark", Some(line));
    }
    if let Some(Start { black, white, to_move }) = &game.start {
        let stones = |points: &[Point]| Some(moves_text(points)).filter(|text| !text.is_empty());
        known("black stones", stones(black).as_deref());
        known("white stones", stones(white).as_deref());
        known("to move", to_move.map(|color| color.to_string()).as_deref());
    }
    let words: Vec<String> = game
        .moves
        .chunks(2)
        .zip(1..)
        .map(|(turns, number): (&[Move], usize)| {
            let turns: Vec<String> = turns.iter().map(|made| turn_text(made.field)).collect();
            format!("{number}. {}", turns.join(" "))
        })
        .collect();
    lines.extend(words.chunks(TURNS_A_LINE).map(|words| words.join(" ")));
    if lines.is_empty() {
        lines.push("to move: black".to_owned());
    }
    let mut text = lines.join("\n");
    text.push('\n');
    let has_remarks = game.moves.iter().any(|made| made.remark.is_some());
    let losses = has_remarks.then_some(Loss::Remarks).into_iter().chain(Loss::of_times(game)).collect();
    Written { text, losses }
}
