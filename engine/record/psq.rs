//! The `.psq` files of Piskvork and Gomocup.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      the size of the board, two levels, and who begins: 0 the first player, 1 the second
//! 8,8,0                          column and row from the top left, from 1, and the milliseconds of the move
//! 9,7,1250
//! Nakamura                       the players, where they are named
//! Meijin
//! 0                              how it ended: 15 on time, 0 without an incident; other numbers are errors
//! 4,World Cup                    the rules, by their number in Gomocup, and the event
//! result: white wins by a forbidden move
//! ```
//!
//! The format records the end of a game only as an error code of the program. The last line is our own extension. Other
//! programs do not read it, because they stop reading after the players. Files written by Gomocup contain the first
//! seven lines.

use std::iter::Peekable;

use super::fault::RecordFault;
use super::game::{GameRecord, Move};
use super::game_builder::GameBuilder;
use super::losses::{Loss, Unwritable, Written};
use super::notes::RecordNote;
use super::outcome::{Outcome, WinReason};
use super::problem::Problems;
use super::source::Source;
use super::variant;
use crate::board::{BOARD_SIZE, Color, Point};

const A_HEADER: &str =
    "`Piskvorky 15x15, 11:11, 0`: the size of the board, two levels, and the side that begins, 0 or 1";
const A_POINT: &str = "a column and a row from the top left, from 1 to 15, such as `8,8`";

/// The end code of a game that was lost on time.
const TIMEOUT: i64 = 15;

/// The names that Piskvork writes for human players.
const NOBODY: [&str; 2] = ["homo-1", "homo-2"];

/// Reads the game of a file.
pub(super) fn read(
    source: &Source<'_>,
    problems: &mut Problems,
    notes: &mut Vec<RecordNote>,
) -> Vec<(usize, GameRecord)> {
    let mut lines = source.lines().peekable();
    let mut builder = GameBuilder::new(source, problems);

    // Step 1. The header.
    let header = lines.next().filter(|(_, line)| line.starts_with("Piskvorky"));
    let Some((at, header)) = header else {
        builder.fault(0, RecordFault::NoGame { expected: A_HEADER });
        return Vec::new();
    };
    let second_begins = match read_header(at, header) {
        Ok(second_begins) => second_begins,
        Err((at, fault)) => {
            builder.fault(at, fault);
            return Vec::new();
        }
    };

    // Step 2. The moves.
    while let Some((at, line)) = lines.next_if(|(_, line)| looks_like_move(line) || is_misspelt_move(line)) {
        match read_move(at, line) {
            Ok((made, negative)) => {
                let time = negative.map(|(at, found)| (source.place(at), found.to_owned()));
                builder.notes.extend(time.map(|(place, found)| RecordNote::NegativeTime { place, found }));
                builder.make_next(at, made);
            }
            Err((at, fault)) => {
                builder.fault(at, fault);
                builder.make_next(at, Move::default());
            }
        }
        if builder.is_hopeless() {
            return Vec::new();
        }
    }

    // Step 3. The lines after the moves.
    read_rest(&mut lines, second_begins, source.text.len(), &mut builder);
    notes.append(&mut builder.notes);
    vec![(source.place(at).line, builder.finish())]
}

/// Reads the lines after the moves: players, end code, rules, result. Each of these lines is optional, but their order
/// is fixed. `end` is the length of the text.
fn read_rest<'t>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
    second_begins: bool,
    end: usize,
    builder: &mut GameBuilder<'_, '_>,
) {
    let is_other = |line: &str| line.parse::<i64>().is_ok() || read_rules(line).is_some() || is_result(line);
    if lines.peek().is_some_and(|(_, line)| !is_other(line)) {
        let names = [lines.next(), lines.next_if(|(_, line)| !is_other(line))];
        if names[1].is_none() {
            let expected = "two players, each in a line, or none".to_owned();
            let at = lines.peek().map_or(end, |(at, _)| *at);
            let found = lines.peek().map_or("", |(_, line)| line).to_owned();
            builder.fault(at, RecordFault::OutOfPlace { found, expected });
        }
        let mut players = names.map(|name| name.map(|(_, name)| name).filter(|name| !NOBODY.contains(name)));
        if second_begins {
            players.reverse();
        }
        builder.game.players = players.map(|name| name.map(str::to_owned));
    }
    if let Some((at, code)) = lines.next_if(|(_, line)| line.parse::<i64>().is_ok()) {
        if code.parse() == Ok(TIMEOUT) {
            // The side to move has lost on time.
            let loser = builder.to_move().unwrap_or(Color::Black);
            builder.game.result = Some(Outcome::Win { winner: loser.other(), by: Some(WinReason::Time) });
        } else if code.parse() != Ok(0i64) {
            let place = builder.source.place(at);
            builder.notes.push(RecordNote::EndNumber { place, found: code.to_owned() });
        }
    }
    if let Some((number, event)) =
        lines.next_if(|(_, line)| read_rules(line).is_some()).and_then(|(_, l)| read_rules(l))
    {
        builder.game.rules =
            Some(variant::base_of_gomocup_rule(number).map_or_else(|| number.to_string(), str::to_owned));
        builder.game.event = Some(event.to_owned()).filter(|event| !event.is_empty());
    }
    if let Some((at, line)) = lines.next_if(|(_, line)| is_result(line)) {
        let text = line.strip_prefix(RESULT).unwrap_or_default().trim();
        match text.parse() {
            Ok(result) => builder.game.result = Some(result),
            Err(_) => builder.unknown_result(at, text),
        }
    }
    if let Some((at, line)) = lines.next() {
        let expected =
            "moves, two players, the number of the end, the rules with the event, the result, in this order";
        builder.fault(at, RecordFault::OutOfPlace { found: line.to_owned(), expected: expected.to_owned() });
    }
}

const RESULT: &str = "result:";

fn is_result(line: &str) -> bool {
    line.starts_with(RESULT)
}

/// Parses `4,World Cup`: the number of the rules, and the event.
fn read_rules(line: &str) -> Option<(u32, &str)> {
    let (number, event) = line.split_once(',')?;
    Some((number.trim().parse().ok()?, event.trim()))
}

/// Whether the line consists only of numbers and commas, as a move should.
fn looks_like_move(line: &str) -> bool {
    line.contains(',')
        && line.chars().all(|sign| sign.is_ascii_digit() || [',', ' ', '-', '.'].contains(&sign))
}

/// Whether the line was probably meant to be a move: each of its parts is a number with at most a few letters that look
/// like digits, two of three are numbers, or it has only numbers with other signs between them. Rules with their event
/// (`4,World Cup`) and names of players do not look like that.
fn is_misspelt_move(line: &str) -> bool {
    let is_number = |text: &str| text.trim().parse::<i64>().is_ok();
    let has_digit = |text: &str| text.contains(|sign: char| sign.is_ascii_digit());
    let is_nearly_number = |text: &str| {
        has_digit(text) && text.chars().all(|sign| sign.is_ascii_digit() || " -.OoIl".contains(sign))
    };
    let parts: Vec<&str> = line.split(',').collect();
    match parts.as_slice() {
        [part] => !is_number(part) && has_digit(part) && !part.contains(char::is_alphabetic),
        [_, _] => parts.into_iter().all(is_nearly_number),
        _ => parts.into_iter().filter(|part| is_number(part)).count() >= 2,
    }
}

/// Reads the header; returns whether the second player begins.
fn read_header(at: usize, header: &str) -> Result<bool, (usize, RecordFault)> {
    let out_of_place = |at, found: &str| {
        (at, RecordFault::OutOfPlace { found: found.to_owned(), expected: A_HEADER.to_owned() })
    };
    let rest = header.trim_start_matches("Piskvorky");
    let pieces: Vec<(usize, &str)> = Source::pieces(at + header.len() - rest.len(), rest, ',').collect();
    let (size_at, size) = pieces[0];
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let Some((Some(width), Some(height))) =
        size.split_once('x').map(|(width, height)| (number(width), number(height)))
    else {
        return Err(out_of_place(size_at, size));
    };
    if (width, height) != (u32::from(BOARD_SIZE), u32::from(BOARD_SIZE)) {
        return Err((size_at, RecordFault::BoardSize(size.to_owned())));
    }
    match pieces[1..] {
        [(_, levels), (begins_at, begins)] => {
            if !levels
                .split_once(':')
                .is_some_and(|(one, two)| number(one).is_some() && number(two).is_some())
            {
                return Err(out_of_place(pieces[1].0, levels));
            }
            match begins {
                "0" => Ok(false),
                "1" => Ok(true),
                _ => Err(out_of_place(begins_at, begins)),
            }
        }
        [] => Err(out_of_place(at + header.len(), "")),
        [(at, found), ..] => Err(out_of_place(at, found)),
    }
}

/// A move, and its time with the location if the time is negative.
type TimedMove<'t> = (Move, Option<(usize, &'t str)>);

/// Reads a move with its time, `8,8,0`, or without it, `8,8`.
fn read_move(at: usize, line: &str) -> Result<TimedMove<'_>, (usize, RecordFault)> {
    let out_of_place = |at, found: &str| {
        let expected = "column, row and milliseconds of a move, such as `8,8,0`".to_owned();
        (at, RecordFault::OutOfPlace { found: found.to_owned(), expected })
    };
    let pieces: Vec<(usize, &str)> = Source::pieces(at, line, ',').collect();
    let (column, row, time) = match pieces[..] {
        [column, row] => (column, row, None),
        [column, row, time] => (column, row, Some(time)),
        _ => return Err(out_of_place(at, line)),
    };
    let number = |(at, text): (usize, &str)| text.parse::<i64>().map_err(|_| out_of_place(at, text));
    let (x, y) = (number(column)?, number(row)?);
    let on_board = |number: i64| u8::try_from(number).ok().filter(|number| (1..=BOARD_SIZE).contains(number));
    let field = on_board(x)
        .zip(on_board(y))
        .and_then(|(x, y)| Point::new(x - 1, BOARD_SIZE - y))
        .ok_or_else(|| {
            let found = format!("{},{}", column.1, row.1);
            (at, RecordFault::NoPoint { found, is_off_the_board: true, expected: A_POINT })
        })?;
    // Piskvork writes negative times if the computer's clock was set back.
    let milliseconds = time.map(number).transpose()?.map(u64::try_from);
    let negative = time.filter(|_| matches!(milliseconds, Some(Err(_))));
    let milliseconds = milliseconds.and_then(Result::ok);
    Ok((Move { milliseconds, ..Move::from(field) }, negative))
}

/// Writes the game as a file.
///
/// # Errors
/// If the game contains something that the format cannot express: stones that were set up, passes, or names that would
/// be read as numbers.
pub(super) fn write(game: &GameRecord) -> Result<Written, Unwritable> {
    let mut losses = Vec::new();
    if let Some(start) = &game.start {
        return Err(Unwritable::of_start(start, ".psq"));
    }
    let mut text = "Piskvorky 15x15, 11:11, 0\n".to_owned();
    for made in &game.moves {
        let field = made.field.ok_or(Unwritable::Pass { format: ".psq" })?;
        let (x, y) = (field.column() + 1, BOARD_SIZE - field.row());
        text.push_str(&format!("{x},{y},{}\n", made.milliseconds.unwrap_or(0)));
    }
    for (player, nobody) in game.players.iter().zip(NOBODY) {
        let name = player.as_deref().unwrap_or(nobody).replace('\n', " ");
        let name = name.trim();
        let is_number = name.parse::<i64>().is_ok() || read_rules(name).is_some() || looks_like_move(name);
        if name.is_empty() || is_number || is_misspelt_move(name) || is_result(name) {
            return Err(Unwritable::Name { name: name.to_owned(), format: ".psq" });
        }
        text.push_str(&format!("{name}\n"));
    }
    let is_time = matches!(game.result, Some(Outcome::Win { by: Some(WinReason::Time), .. }));
    text.push_str(if is_time { "15\n" } else { "0\n" });
    let number = game.rules.as_deref().and_then(variant::gomocup_rule);
    match number {
        Some(number) => {
            let event = game.event.as_deref().unwrap_or_default().replace('\n', " ");
            text.push_str(&format!("{number},{event}\n"));
        }
        None if game.rules.is_some() => losses.push(Loss::Rules),
        None => {}
    }
    if number.is_none() && game.event.is_some() {
        losses.push(Loss::Event);
    }
    if let Some(result) = game.result {
        text.push_str(&format!("{RESULT} {result}\n"));
    }
    if game.date.is_some() {
        losses.push(Loss::Date);
    }
    losses.extend(Loss::of_remarks(game));
    Ok(Written { text, losses })
}
