//! `noire draw`: draws a position of any game as text or as a picture.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use blanche_compiler::files::OutputMark;
use blanche_compiler::markup;
use clap::{Args, ValueEnum};
use noire_engine::board::is_mark;
use noire_engine::drawing::{Drawing, Numbers};
use noire_engine::progress::Progress;
use noire_engine::with_world;
use noire_engine::world::{Entry, Marks, World, WorldExt as _};

use crate::command_line::answer_text::{self, BoardOptions};
use crate::command_line::backend_options::BackendOption;
use crate::command_line::ineffective_options::unicode_failure;
use crate::command_line::output::{Failure, USAGE_ERROR, count, write_file};
use crate::command_line::query_options::{GameAndPositions, GivenPositions, Positions, world_failure};
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
    backend: BackendOption,
    /// Only this position or game of the file, counted from 1
    #[arg(long, value_name = "N")]
    record: Option<usize>,
    /// Draw the position after N moves of the game; by default after its last one
    #[arg(long, value_name = "N", conflicts_with = "every_ply")]
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
    if arguments.format() == Format::Svg && arguments.boards.are_unicode() {
        return Err(unicode_failure("a picture"));
    }
    let world = arguments.subject.open_with_backend(&arguments.backend, None)?;
    with_world!(&world, |world| draw_all(world, arguments))?;
    Ok(ExitCode::SUCCESS)
}

/// The positions to draw: those that the user specified, or the start of the game if there are none. With `--record`,
/// only the entry with this number. With `--every-ply` the number counts positions, so they are counted later.
fn positions<W: World>(world: &W, arguments: &Arguments) -> Result<Positions<W>, Failure> {
    let subject = &arguments.subject;
    let is_start = subject.has_no_position() && !subject.is_every_ply();
    let mut positions = match is_start {
        true => Positions::of(vec![Entry::alone(String::new(), None, Some(Vec::new()))]),
        false => subject.read(world)?,
    };
    if let Some(number) = arguments.record.filter(|_| !subject.is_every_ply()) {
        let there = positions.entries.len();
        if !(1..=there).contains(&number) {
            return Err(missing_position(number, there));
        }
        positions.entries = vec![positions.entries.swap_remove(number - 1)];
    }
    Ok(positions)
}

fn missing_position(number: usize, there: usize) -> Failure {
    let verb = if there == 1 { "is" } else { "are" };
    let words = format!("error: there is no position {number}; there {verb} {}", count(there, "position"));
    Failure::Message(words, USAGE_ERROR)
}

/// Draws the chosen positions one after the other. Writes the drawings to a file when all are done, or else prints each
/// of them at once.
fn draw_all<W: World>(world: &W, arguments: &Arguments) -> Result<(), Failure> {
    let mut positions = GivenPositions::of(world, positions(world, arguments)?);
    let wanted = arguments.record.filter(|_| arguments.subject.is_every_ply());
    let (format, of) = (arguments.format(), if wanted.is_some() { 1 } else { positions.number() });
    if format == Format::Svg && of != 1 {
        let words = format!(
            "error: a picture shows one position, and there are {of}\n  --record chooses one of them"
        );
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    let (mut out, mut progress) = (Vec::new(), Progress::begin());
    let (mut counted, mut drawn, mut has_moves) = (0, 0, false);
    while let Some(given) = positions.next(&progress)? {
        counted += 1;
        if wanted.is_some_and(|number| number != counted) {
            continue;
        }
        let entry = after(world, given.entry, arguments.after)?;
        has_moves |= entry.moves.as_ref().is_some_and(|moves| !moves.is_empty());
        draw(&mut out, world, ((drawn, of), &entry), arguments)?;
        drawn += 1;
        if arguments.output.is_none() {
            if format == Format::Text {
                width::fit_to_terminal(&mut out, true);
            }
            progress.print(&mut out)?;
        }
        if wanted.is_some() {
            break;
        }
    }
    progress.end();
    if let Some(number) = wanted.filter(|_| drawn == 0) {
        return Err(missing_position(number, counted));
    }
    if arguments.numbered && !has_moves {
        eprintln!("note: --numbered changes nothing: no piece on the board was brought there by a move");
    }
    if let Some(path) = &arguments.output {
        let text = String::from_utf8_lossy(&out);
        write_file(path, &text, (format == Format::Svg).then_some(OutputMark::MARKUP))?;
    }
    Ok(())
}

/// Draws one of several positions in the chosen format.
fn draw<W: World>(
    out: &mut Vec<u8>,
    world: &W,
    (numbers, entry): ((usize, usize), &Entry<W>),
    arguments: &Arguments,
) -> Result<(), Failure> {
    let (drawing, position) = board(world, entry, arguments)?;
    let standing = world.state_text(&position);
    match arguments.format() {
        Format::Text => {
            answer_text::print_heading(out, numbers, entry.id.as_deref(), &entry.text)?;
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
    Ok(())
}

/// The game after this number of moves. If `moves` is `None`, the game after all of its moves.
fn after<W: World>(world: &W, entry: Entry<W>, moves: Option<usize>) -> Result<Entry<W>, Failure> {
    let Some(wanted) = moves else { return Ok(entry) };
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
