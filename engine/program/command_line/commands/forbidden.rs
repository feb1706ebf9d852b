//! `noire forbidden`: lists the points that a base forbids, with the reasons.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use blanche_compiler::runtime::{self, LimitReached};
use blanche_compiler::why::{Derivation, Draw, Kind};
use blanche_sorted::Arrange;
use clap::{Args, ValueEnum};
use noire_engine::bases::queried_exports::FORBIDDEN;
use noire_engine::bases::{Contents, Question};
use noire_engine::world::{Entry, Explainer, Marks, World, WorldExt};
use serde::Serialize;
use serde_json::Value;

use crate::command_line::answer_text::{self, BoardOptions};
use crate::command_line::commands::explain::note_out_of_time;
use crate::command_line::ineffective_options::unicode_failure;
use crate::command_line::interrupt::{self, TaskOutcome, TimedTasks};
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, MISTAKES, USAGE_ERROR, count};
use crate::command_line::query_options::{EvaluationOptions, GameAndPositions};
use crate::command_line::width;
use noire_engine::progress::Progress;
use noire_engine::with_world;
use noire_interactive::explanations::json::derivation;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire forbidden --moves h9,a1,h10,a15,i8,o1,j8,o15
  noire forbidden positions.tsv
  noire forbidden --black h9,h10,i8,j8 --format text --why";

/// List the points that a base forbids, and why.
///
/// The points are those of `export forbidden(Field)` in the base. A position that takes longer than --time, including
/// the reasons, is given up, and the exit status is 1.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    evaluation: EvaluationOptions,
    /// `points` (the default): one line per position, followed by a tab and its forbidden points in alphabetical order;
    /// `text`: a board, with a reason for each point; `json`: one object per line
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Show the proof tree of each point. Requires --format text, which --why makes the default, or --format json
    #[arg(long)]
    why: bool,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    time: Duration,
    #[command(flatten)]
    boards: BoardOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Points,
    Text,
    Json,
}

/// A position with its forbidden points: one line of `--format json`.
#[derive(Serialize)]
struct PositionRow<'a> {
    /// The position as the user wrote it.
    position: &'a str,
    /// The name of the position in its file.
    id: Option<&'a str>,
    /// The name of the game.
    game: &'a str,
    /// The forbidden points, in alphabetical order.
    forbidden: Vec<PointRow<'a>>,
}

/// A forbidden point, as JSON.
#[derive(Serialize)]
struct PointRow<'a> {
    /// The point, such as `h8`.
    point: &'a str,
    /// The literal that forbids the point, as text.
    because: &'a str,
    /// The doc comment of the predicate that forbids the point.
    doc: String,
    /// The proof, as a tree; only with `--why`.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Value>,
}

/// Runs `noire forbidden`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let tasks = TimedTasks::new(arguments.time)?;
    let world = arguments.subject.open(&arguments.evaluation, Some(tasks.end_flag()))?;
    with_world!(&world, |world| run_in(world, arguments, &tasks))
}

fn run_in<W: World>(world: &W, arguments: &Arguments, tasks: &TimedTasks) -> Result<ExitCode, Failure> {
    let exports = &world.contents().exports;
    let Some(first) = exports.iter().position(|export| export.name == FORBIDDEN) else {
        return Err(no_export(world.contents()));
    };
    let format = match (arguments.format, arguments.why) {
        (Some(Format::Points), true) => {
            let words = "error: --why does not go with --format points\n  a line of points has no room for reasons; --format text has";
            return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
        }
        (Some(format), _) => format,
        (None, true) => Format::Text,
        (None, false) => Format::Points,
    };
    if format == Format::Points && arguments.boards.are_unicode() {
        return Err(unicode_failure("--format points"));
    }
    let mut positions = arguments.subject.each(world)?;
    let explainer = Explainer::new(world);
    let mut out = Vec::new();
    let mut status = ExitCode::SUCCESS;
    let progress = Progress::begin();
    let of = positions.number();
    while let Some(given) = positions.next(&progress)? {
        let (at, entry) = (given.at, &given.entry);
        let mut position = given.position(world)?;
        // Each player may have an export of their own, so the export for the player to move is preferred.
        let to_move = world.to_move(&position);
        let of_player = to_move.and_then(|player| world.contents().export(FORBIDDEN, &player));
        let export = of_player.unwrap_or(first);
        let asked = tasks.run(|| points((world, &explainer), export, &mut position, format));
        let points = match asked {
            TaskOutcome::Done(points) => {
                points.map_err(|reached| limit(world.contents(), (export, reached), &entry.text))?
            }
            TaskOutcome::OutOfTime(_) => {
                status = ExitCode::from(MISTAKES);
                let place = positions.name(entry);
                progress.aside(|| note_out_of_time(&place, arguments.time));
                continue;
            }
            TaskOutcome::Interrupted => {
                let left = count(of - at, "position");
                progress.aside(|| eprintln!("note: not asked: {left}"));
                return Ok(interrupt::status(tasks.interrupted()));
            }
        };
        match format {
            Format::Points => {
                let points: Vec<&str> = points.iter().map(|point| point.text.as_str()).collect();
                writeln!(out, "{}\t{}", entry.text, points.join(","))?;
            }
            Format::Json => {
                let row = row(world, entry, &points, arguments.why);
                writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
            }
            Format::Text => {
                answer_text::print_heading(&mut out, (at, of), entry.id.as_deref(), &entry.text)?;
                draw(&mut out, world, &position, &points, arguments)?;
                width::fit_to_terminal(&mut out, true);
            }
        }
        progress.print(&mut out)?;
    }
    Ok(status)
}

/// The forbidden points of a position, with the reasons if the format shows them. They are in alphabetical order, so
/// that the output can be compared with a file line by line.
fn points<W: World>(
    (world, explainer): (&W, &Explainer<'_, W>),
    export: usize,
    position: &mut W::Position,
    format: Format,
) -> Result<Vec<Forbidden>, LimitReached> {
    let question = Question::Export(export);
    let found = world.answers(world.backends()[0], question, position)?;
    let mut points = Vec::new();
    for values in found.iter() {
        points.push(Forbidden::new((world, explainer), question, values, position, format)?);
    }
    points.arrange_by(|one, other| one.text.cmp(&other.text));
    Ok(points)
}

/// A forbidden point.
struct Forbidden {
    text: String,
    /// The proof that the point is forbidden, if the user asks for it.
    why: Option<Derivation>,
}

impl Forbidden {
    fn new<W: World>(
        (world, explainer): (&W, &Explainer<'_, W>),
        question: Question,
        values: &[runtime::Value],
        position: &mut W::Position,
        format: Format,
    ) -> Result<Forbidden, LimitReached> {
        let text =
            world.bindings(question, values).into_iter().next().map_or_else(String::new, |(_, text)| text);
        let why = match format {
            Format::Points => None,
            Format::Text | Format::Json => explainer.why_answered(question, values, position)?,
        };
        Ok(Forbidden { text, why })
    }

    /// The literal that forbids the point, and the doc comment of its predicate.
    fn core(&self) -> Option<(&str, String)> {
        let core = self.why.as_ref()?.core();
        let doc = match &core.kind {
            Kind::Derived(_, doc) => doc.join(" "),
            Kind::Given | Kind::Absent | Kind::After | Kind::Open => String::new(),
        };
        Some((&core.said, doc.split_whitespace().collect::<Vec<_>>().join(" ")))
    }
}

/// Prints the board with the forbidden points marked, and a reason for each.
fn draw<W: World>(
    out: &mut impl Write,
    world: &W,
    position: &W::Position,
    points: &[Forbidden],
    arguments: &Arguments,
) -> Result<(), Failure> {
    let signs: Vec<(String, char)> = points.iter().map(|point| (point.text.clone(), '*')).collect();
    let marks = Marks { signs: &signs, ..Marks::default() };
    write!(out, "{}", world.draw(position, &marks, arguments.boards.style()))?;
    match points.len() {
        0 => writeln!(out, "no point is forbidden")?,
        number => writeln!(out, "{}, marked *", count(number, "forbidden point"))?,
    }
    for point in points {
        let Some((said, doc)) = point.core() else { continue };
        writeln!(out, "\n{}  {said}", point.text)?;
        if !doc.is_empty() {
            writeln!(out, "    {doc}")?;
        }
        if let (true, Some(why)) = (arguments.why, &point.why) {
            writeln!(out)?;
            let tree = Draw { reasons: &why.reasons, place: &|span| world.place(span) }.claim(why.claims[0]);
            for line in tree.lines.iter().chain(&tree.remark()) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(())
}

fn row<'a, W: World>(
    world: &'a W,
    entry: &'a Entry<W>,
    points: &'a [Forbidden],
    why: bool,
) -> PositionRow<'a> {
    let point = |point: &'a Forbidden| {
        let (because, doc) = point.core().unwrap_or_default();
        let why = point.why.as_ref().filter(|_| why);
        let why = why.map(|why| derivation(world, why)[0].take());
        PointRow { point: &point.text, because, doc, why }
    };
    PositionRow {
        position: &entry.text,
        id: entry.id.as_deref(),
        game: &world.contents().name,
        forbidden: points.iter().map(point).collect(),
    }
}

fn no_export(contents: &Contents) -> Failure {
    let hint = match contents.exports.as_slice() {
        [] => "it exports nothing".to_owned(),
        exports => {
            let mut names: Vec<&str> = exports.iter().map(|export| export.name.as_str()).collect();
            // An export for both players is listed once for each of them.
            names.dedup();
            format!("it exports {}", names.join(", "))
        }
    };
    Failure::Message(
        format!(
            "error: {} does not define forbidden points\n  a base defines them with: export {FORBIDDEN}(Field)\n  {hint}",
            contents.name
        ),
        USAGE_ERROR,
    )
}

fn limit(contents: &Contents, (export, limit): (usize, LimitReached), position: &str) -> Failure {
    let export = &contents.exports[export];
    Failure::Message(
        format!(
            "error[B0701]: `{}` {}\n  {}\n  in the position {}",
            export.name,
            limit.exceeded(),
            export.place,
            position.replace('\t', " | ")
        ),
        MISTAKES,
    )
}
