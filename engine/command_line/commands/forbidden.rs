//! `noire forbidden`: the points that a base forbids, and why.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::bases::Backend;
use crate::bases::asked::FORBIDDEN;
use crate::board::{Diagram, Point, Position};
use crate::facts::Base;
use crate::presentation::Explainer;
use crate::record::Entry;
use blanche_compiler::runtime::{self, LimitReached};
use blanche_compiler::why::{Derivation, Draw, Kind};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::command_line::backend::BaseArguments;
use crate::command_line::commands::explain::{derivation, note_out_of_time, place};
use crate::command_line::interrupt::{self, Turn, Turns};
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE, count};
use crate::command_line::positions::{Asked, GameEnds};
use crate::command_line::seconds::seconds;
use crate::command_line::text::{self, Boards};
use crate::command_line::width;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire forbidden --moves h9,a1,h10,a15,i8,o1,j8,o15
  noire forbidden --file positions.tsv
  noire forbidden --black h9,h10,i8,j8 --format text --why";

/// List the points that a base forbids, and why.
///
/// A point is forbidden where the base says so: `export forbidden(Field)`. A position that takes longer than --time, with
/// the reasons of its points, is given up, and the exit status is 1.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked<BaseArguments>,
    /// points by default, with a line per position, its forbidden points in alphabetical order behind a tab; text with a board and
    /// a reason for each, json with an object per line
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The proof tree of each point (with --format text or json; by default text)
    #[arg(long)]
    why: bool,
    /// So many seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    time: Duration,
    #[command(flatten)]
    boards: Boards,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Points,
    Text,
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (base, backend) = arguments.asked.base.open()?;
    let Some(first) = base.exports().iter().position(|export| export.name == FORBIDDEN) else {
        return Err(no_export(&base));
    };
    let format = match (arguments.format, arguments.why) {
        (Some(Format::Points), true) => {
            let words = "error: --why does not go with --format points\n  a line of points has no room for reasons; --format text has";
            return Err(Failure::Said(words.to_owned(), WRONG_USE));
        }
        (Some(format), _) => format,
        (None, true) => Format::Text,
        (None, false) => Format::Points,
    };
    let mut positions = arguments.asked.positions.read()?;
    let turns = Turns::new(arguments.time)?;
    let base = base.stopped_by(turns.sign());
    let explainer = Explainer::new(&base);
    let mut out = Vec::new();
    let mut status = ExitCode::SUCCESS;
    let progress = Progress::begin();
    let mut ends = GameEnds::new(&arguments.asked.positions, &base, backend);
    for at in 0..positions.entries.len() {
        progress.position(at, positions.entries.len());
        if !ends.cut(&mut positions.entries[at], &progress) {
            continue;
        }
        let entry = &positions.entries[at];
        let mut position = entry.spec.position();
        // An export may speak of one player; what is forbidden to the other stands in one of its own.
        let to_move = position.to_move();
        let export = to_move.and_then(|color| base.export(FORBIDDEN, color)).unwrap_or(first);
        let asked = turns.take(|| points((&base, &explainer), backend, export, &mut position, format));
        let points = match asked {
            Turn::Done(points) => points.map_err(|reached| limit(&base, (export, reached), entry))?,
            Turn::OutOfTime(_) => {
                status = ExitCode::from(MISTAKES);
                let place = place(entry, arguments.asked.positions.has_file());
                progress.aside(|| note_out_of_time(&place, arguments.time));
                continue;
            }
            Turn::Interrupted => {
                let left = count(positions.entries.len() - at, "position");
                progress.aside(|| eprintln!("note: not asked: {left}"));
                return Ok(interrupt::status(turns.interrupted()));
            }
        };
        match format {
            Format::Points => {
                let points: Vec<&str> = points.iter().map(|point| point.text.as_str()).collect();
                writeln!(out, "{}\t{}", entry.text, points.join(","))?;
            }
            Format::Json => writeln!(out, "{}", object(&base, entry, &points, arguments.why))?,
            Format::Text => {
                text::begin(&mut out, &positions.entries, at)?;
                draw(&mut out, &base, &position, &points, arguments)?;
                width::fit(&mut out, true);
            }
        }
        progress.print(&mut out)?;
    }
    Ok(status)
}

/// The points that are forbidden in a position, in alphabetical order: so the output can be held against a file line by
/// line. With the reasons, where these are shown.
fn points(
    (base, explainer): (&Base, &Explainer<'_>),
    backend: Backend,
    export: usize,
    position: &mut Position,
    format: Format,
) -> Result<Vec<Forbidden>, LimitReached> {
    let found = base.exported(backend, export, position)?;
    let mut points = Vec::new();
    for values in found.iter() {
        points.push(Forbidden::new((base, explainer), export, values, position, format)?);
    }
    points.sort_by(|one, other| one.text.cmp(&other.text));
    Ok(points)
}

/// A point that is forbidden.
struct Forbidden {
    text: String,
    /// Why, where that is shown.
    why: Option<Derivation>,
}

impl Forbidden {
    fn new(
        (base, explainer): (&Base, &Explainer<'_>),
        export: usize,
        values: &[runtime::Value],
        position: &mut Position,
        format: Format,
    ) -> Result<Forbidden, LimitReached> {
        let variables = &base.exports()[export].variables;
        let text = variables.first().map_or_else(String::new, |(_, sort)| base.text(sort, values[0]));
        let why = match format {
            Format::Points => None,
            Format::Text | Format::Json => explainer.why_answered(export, values, position)?,
        };
        Ok(Forbidden { text, why })
    }

    /// What is wrong with a stone there, in the words of the rules: the literal, and its doc comment.
    fn core(&self) -> Option<(&str, String)> {
        let core = self.why.as_ref()?.core();
        let doc = match &core.kind {
            Kind::Derived(_, doc) => doc.join(" "),
            Kind::Given | Kind::Absent | Kind::After | Kind::Open => String::new(),
        };
        Some((&core.said, doc.split_whitespace().collect::<Vec<_>>().join(" ")))
    }
}

/// The board with the forbidden points marked, and a reason for each.
fn draw(
    out: &mut impl Write,
    base: &Base,
    position: &Position,
    points: &[Forbidden],
    arguments: &Arguments,
) -> Result<(), Failure> {
    let mut diagram = Diagram::of(position);
    for point in points {
        if let Ok(field) = point.text.parse::<Point>() {
            diagram = diagram.mark(field, '*');
        }
    }
    write!(out, "{}", diagram.draw(arguments.boards.style()))?;
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
            let tree = Draw { reasons: &why.reasons, place: &|span| base.place(span) }.claim(why.claims[0]);
            for line in tree.lines.iter().chain(&tree.remark()) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(())
}

fn object(base: &Base, entry: &Entry, points: &[Forbidden], why: bool) -> Value {
    let points: Vec<Value> = points
        .iter()
        .map(|point| {
            let (said, doc) = point.core().unwrap_or_default();
            let mut object = json!({ "point": point.text, "because": said, "doc": doc });
            if let (true, Some(why)) = (why, &point.why) {
                object["why"] = derivation(base, why)[0].take();
            }
            object
        })
        .collect();
    json!({ "position": entry.text, "id": entry.id, "base": base.name(), "forbidden": points })
}

fn no_export(base: &Base) -> Failure {
    let hint = match base.exports() {
        [] => "it exports nothing".to_owned(),
        exports => {
            let mut names: Vec<&str> = exports.iter().map(|export| export.name.as_str()).collect();
            // An export of each player stands there once for each.
            names.dedup();
            format!("it exports {}", names.join(", "))
        }
    };
    Failure::Said(
        format!(
            "error: {} does not say what is forbidden\n  a base says so with: export {FORBIDDEN}(Field)\n  {hint}",
            base.name()
        ),
        WRONG_USE,
    )
}

fn limit(base: &Base, (export, limit): (usize, LimitReached), entry: &Entry) -> Failure {
    let export = &base.exports()[export];
    Failure::Said(
        format!(
            "error[B0701]: `{}` {}\n  {}\n  in the position {}",
            export.name,
            limit.exceeded(),
            export.place,
            entry.text.replace('\t', " | ")
        ),
        MISTAKES,
    )
}
