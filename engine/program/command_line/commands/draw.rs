//! `noire draw`: draws a position of any game as text or as a picture.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use blanche_compiler::files::OutputMark;
use blanche_compiler::markup;
use clap::{Args, ValueEnum};
use noire_engine::board::is_mark;
use noire_engine::drawing::{Drawing, Numbers};
use noire_engine::with_world;
use noire_engine::world::{Entry, Marks, World, WorldExt as _};

use crate::command_line::answer_text::{self, BoardOptions};
use crate::command_line::output::{Failure, USAGE_ERROR, count, write_file};
use crate::command_line::query_options::{EvaluationOptions, GameAndPositions, world_failure};
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire draw --moves h8,i9,g7 --numbered --output opening.svg
  noire draw --file game.sgf --after 20 --mark h10=a,i11=b
  noire draw my-game/ --file game.txt --format svg > game.svg";

/// Draw a position, or a position of a game record, as text or as a picture.
///
/// The board is drawn as in other commands: with the signs of the game's text, or as stones. Moves after the end of a
/// game are left out, with a note. Several positions can be drawn as text only.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    evaluation: EvaluationOptions,
    /// Only this position or game of the file, counted from 1
    #[arg(long, value_name = "N")]
    record: Option<usize>,
    /// Draw the position after N moves of the game; by default after its last one
    #[arg(long, value_name = "N")]
    after: Option<usize>,
    /// Label each piece with the number of the move that put it on its field
    #[arg(long)]
    numbered: bool,
    /// Mark fields: `h8` marks the field with a star, `h8=a` with the letter a. A field with a piece is highlighted
    /// instead. Can be given several times
    #[arg(long, value_name = "FIELD[=SIGN],…", value_delimiter = ',', value_parser = mark)]
    mark: Vec<(String, char)>,
    /// Draw only the occupied part of the board; for games played with stones
    #[arg(long)]
    cropped: bool,
    /// The format; by default determined by the extension of the --output file. If --output is not given, the default
    /// is text
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    boards: BoardOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Svg,
}

/// Parses a mark such as `h8` or `h8=a`.
fn mark(text: &str) -> Result<(String, char), String> {
    let (field, sign) = text.split_once('=').unwrap_or((text, "*"));
    match sign.chars().collect::<Vec<_>>().as_slice() {
        [sign] if is_mark(*sign) => Ok((field.trim().to_owned(), *sign)),
        _ => Err("a mark is one ASCII character, such as h8=a, but none of xoXO.[]".to_owned()),
    }
}

impl Arguments {
    fn format(&self) -> Format {
        let is_picture =
            self.output.as_ref().and_then(|path| path.extension()).is_some_and(|end| end == "svg");
        self.format.unwrap_or(if is_picture { Format::Svg } else { Format::Text })
    }
}

/// Runs `noire draw`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let world = arguments.subject.open(&arguments.evaluation, None)?;
    let text = with_world!(&world, |world| draw_entries(world, arguments))?;
    match (&arguments.output, arguments.format()) {
        (Some(path), Format::Svg) => write_file(path, &text, OutputMark::MARKUP)?,
        (Some(path), Format::Text) => write_file(path, &text, None)?,
        (None, format) => width::wrapped_stdout(format == Format::Text).write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The specified positions, or the start of the game if there are none.
fn entries<W: World>(world: &W, arguments: &Arguments) -> Result<Vec<Entry<W>>, Failure> {
    let mut entries =
        arguments.subject.chosen_up_to_end(world, |entries| keep_only(entries, arguments.record))?;
    if arguments.subject.has_no_position() {
        entries = vec![Entry::alone(String::new(), None, Some(Vec::new()))];
        keep_only(&mut entries, arguments.record)?;
    }
    Ok(entries)
}

/// Keeps only the position with this number. Keeps all positions if there is no number.
fn keep_only<W: World>(entries: &mut Vec<Entry<W>>, number: Option<usize>) -> Result<(), Failure> {
    if let Some(number) = number {
        if !(1..=entries.len()).contains(&number) {
            let there = count(entries.len(), "position");
            let verb = if entries.len() == 1 { "is" } else { "are" };
            let words = format!("error: there is no position {number}; there {verb} {there}");
            return Err(Failure::Message(words, USAGE_ERROR));
        }
        *entries = vec![entries.swap_remove(number - 1)];
    }
    Ok(())
}

fn draw_entries<W: World>(world: &W, arguments: &Arguments) -> Result<String, Failure> {
    let entries = entries(world, arguments)?;
    let format = arguments.format();
    if format == Format::Svg && entries.len() != 1 {
        let words = format!(
            "error: a picture shows one position, and there are {}\n  --record chooses one of them",
            entries.len()
        );
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    let (mut out, of, mut has_moves) = (Vec::new(), entries.len(), false);
    for (at, entry) in entries.iter().enumerate() {
        let entry = after(world, entry, arguments.after)?;
        has_moves |= entry.moves.as_ref().is_some_and(|moves| !moves.is_empty());
        let (drawing, position) = board(world, &entry, arguments)?;
        let standing = world.state_text(&position);
        match format {
            Format::Text => {
                answer_text::print_heading(&mut out, (at, of), entry.id.as_deref(), &entry.text)?;
                writeln!(out, "{}{standing}", drawing.text())?;
            }
            Format::Svg => {
                let name = &world.contents().name;
                let moves = entry.moves.as_ref().map_or(0, Vec::len);
                let title = match moves {
                    0 => format!("{name}: {standing}"),
                    moves => format!("{name} after {}: {standing}", count(moves, "move")),
                };
                out.extend(drawing.svg(&title).into_bytes());
            }
        }
    }
    if arguments.numbered && !has_moves {
        eprintln!("note: --numbered changes nothing: no piece on the board was brought there by a move");
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// The game after this number of moves. If `moves` is `None`, the game after all of its moves.
fn after<W: World>(world: &W, entry: &Entry<W>, moves: Option<usize>) -> Result<Entry<W>, Failure> {
    let Some(wanted) = moves else { return Ok(entry.clone()) };
    match entry.moves.as_ref().map(Vec::len) {
        Some(made) if wanted <= made => Ok(entry.after(world, wanted)),
        Some(made) => {
            let words = format!("error: --after {wanted}: the game has {}", count(made, "move"));
            Err(Failure::Message(words, USAGE_ERROR))
        }
        None => Err(Failure::Message(
            "error: --after chooses a position of a game, and no game is given\n  give moves instead of a position"
                .to_owned(),
            USAGE_ERROR,
        )),
    }
}

/// Two different marks on the same field, if there are any.
fn marked_twice(marks: &[(String, char)]) -> Option<[&(String, char); 2]> {
    (1..).zip(marks).find_map(|(next, one)| {
        let differs = |other: &&(String, char)| other.0.eq_ignore_ascii_case(&one.0) && other.1 != one.1;
        Some([one, marks[next..].iter().find(differs)?])
    })
}

/// Draws a position with its marks and move numbers. Returns the drawing and the position.
fn board<W: World>(
    world: &W,
    entry: &Entry<W>,
    arguments: &Arguments,
) -> Result<(Drawing, W::Position), Failure> {
    let style = arguments.boards.style();
    let whole = |position: &W::Position| world.drawing(position, &Marks::default(), style);
    let start = entry.start(world).map_err(|trouble| world_failure(world, trouble))?;
    let (mut numbers, mut before, mut made) = (Numbers::default(), None, 0);
    let mut each = |position: &W::Position| {
        if arguments.numbered {
            let now = whole(position);
            if let Some(before) = before.replace(now.clone()) {
                made += 1;
                numbers.take(made, &before, &now);
            }
        }
        true
    };
    let moves = entry.moves.as_deref().unwrap_or_default();
    let position = world.replay(&start, moves, &mut each).map_err(|trouble| world_failure(world, trouble))?;
    let marks = Marks { signs: &arguments.mark, is_cropped: arguments.cropped, ..Marks::default() };
    let unmarked = whole(&position);
    for one in &arguments.mark {
        let signs = std::slice::from_ref(one);
        if world.drawing(&position, &Marks { signs, ..Marks::default() }, style) == unmarked {
            let words = format!("error: --mark: the board has no field `{}`", markup::shown(&one.0));
            return Err(Failure::Message(words, USAGE_ERROR));
        }
    }
    if let Some([one, other]) = marked_twice(&arguments.mark) {
        let words = format!(
            "error: --mark: `{}` is marked with `{}` and with `{}`\n  a field can have one mark only",
            markup::shown(&one.0),
            one.1,
            other.1
        );
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    let mut drawing = world.drawing(&position, &marks, style);
    if arguments.cropped && drawing == world.drawing(&position, &Marks { is_cropped: false, ..marks }, style)
    {
        eprintln!("note: --cropped changes nothing: the whole board is drawn");
    }
    if arguments.numbered {
        numbers.write(&mut drawing);
    }
    Ok((drawing, position))
}
