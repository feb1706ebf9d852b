//! `reproduce loops`: compares the speed of the generated rules with that of the same rules written in plain Rust.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::files::OutputMark;
use blanche_compiler::timing::Effort;
use clap::Args;
use noire::command_line::public_api::{
    self, Failure, Format, INTERNAL_ERROR, MISTAKES, Style, USAGE_ERROR, check_file, print_figures, seconds,
    write_file,
};
use noire::facts::Base;
use noire::lists::hint;
use noire::progress::Progress;
use noire_reproductions::loops::compared::{Line, Matcher, Question, Rules, World};
use noire_reproductions::loops::plot;
use serde_json::{Value, json};

/// Examples at the end of the help.
const EXAMPLES: &str = "\
Examples:
  reproduce loops
  reproduce loops cross.2
  reproduce loops --question all --svg rules.svg";

/// Time hand-written rules of the thesis beside the generated ones.
///
/// The rules are written by hand twice: as plain loops, for each rule a loop over groups and one over fields; and three
/// of them over sets, which count populations before they enumerate anything. First, all answers in the 600 positions
/// of the built-in corpus are compared. Then all versions are timed in turns, in pieces of about 0.1 ms, so that ratios
/// are more reliable than times. Prints microseconds per position, and ratios to the plain loops.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Only rules with one of these in their names
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    /// What to ask: all solutions in order, the number of solutions, whether the rule applies
    #[arg(long, value_enum, value_name = "QUESTION,…", value_delimiter = ',', default_values = ["all", "count", "applies"])]
    question: Vec<Asked>,
    /// Write the ratios of all solutions as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Seconds of measurement for one figure
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "0.3")]
    time: Duration,
    /// Text or markdown tables, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A question by its name.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Asked {
    All,
    Count,
    Applies,
}

impl Asked {
    fn question(self) -> Question {
        match self {
            Asked::All => Question::All,
            Asked::Count => Question::Count,
            Asked::Applies => Question::Applies,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Asked::All => "all",
            Asked::Count => "count",
            Asked::Applies => "applies",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Asked::All => "all solutions",
            Asked::Count => "number of solutions",
            Asked::Applies => "does the rule apply",
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let world = World::open()?;
    let rules = chosen(&arguments.rules, &world.base)?;
    let mut questions = arguments.question.clone();
    if arguments.svg.is_some() && !questions.contains(&Asked::All) {
        questions.insert(0, Asked::All);
    }
    if let Some(path) = &arguments.svg {
        check_file(path, OutputMark::MARKUP)?;
    }
    let (stop, mut progress) = (public_api::stop_flag()?, Progress::begin());
    progress.show(0.0, "answers are compared");
    let solutions = world
        .same_answers()
        .map_err(|who| Failure::Message(format!("error: {who}; nothing was timed"), INTERNAL_ERROR))?;
    let tables = timed(arguments, &world, (&questions, &rules), &stop, &progress)?;
    progress.end();
    if stop.load(Ordering::Relaxed) {
        public_api::note("stopped: these are the figures of the rounds so far");
    }
    if let Some((path, (_, lines))) =
        arguments.svg.as_ref().zip(tables.iter().find(|(asked, _)| *asked == Asked::All))
    {
        let rows: Vec<plot::Row> = lines.iter().map(|line| drawn(line, &world.base)).collect();
        write_file(path, &plot::plot(&rows), OutputMark::MARKUP)?;
    }
    let mut out = BufWriter::new(public_api::unwrapped_stdout(arguments.format.style().is_some()));
    match arguments.format.style() {
        None => writeln!(out, "{:#}", object(&world, solutions, &tables))?,
        Some(style) => print(&mut out, &world, solutions, &tables, style)?,
    }
    out.flush()?;
    Ok(public_api::status(&stop))
}

/// The lines of the tables whose names contain one of the words. Without words, all lines.
fn chosen(words: &[String], base: &Base) -> Result<Vec<Rules>, Failure> {
    let names: Vec<(Rules, String)> = Rules::each().map(|rules| (rules, rules.name(base))).collect();
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let chosen: Vec<Rules> =
        names.iter().filter(|(_, name)| is_wanted(name)).map(|(rules, _)| *rules).collect();
    match chosen.is_empty() {
        false => Ok(chosen),
        true => {
            let (words, hint) =
                (words.join(", "), hint(&words[0], names.iter().map(|(_, name)| name.as_str())));
            Err(Failure::Message(format!("error: no rule has {words} in its name\n  {hint}"), USAGE_ERROR))
        }
    }
}

/// Measures the tables of all questions.
fn timed(
    arguments: &Arguments,
    world: &World,
    (questions, rules): (&[Asked], &[Rules]),
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<Vec<(Asked, Vec<Line>)>, Failure> {
    let mut tables = Vec::new();
    for (at, asked) in questions.iter().enumerate() {
        let round = |share: f64| {
            let done = (at as f64 + share) / questions.len() as f64;
            progress.show(done, asked.title());
        };
        let effort = Effort::of(arguments.time).until(stop);
        let lines = world.times(asked.question(), rules, effort, round);
        let lines = lines.map_err(|limit| Failure::Message(format!("error: {limit}"), MISTAKES))?;
        tables.push((*asked, lines));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(tables)
}

fn drawn(line: &Line, base: &Base) -> plot::Row {
    let ratio = |matcher| line.ratio(matcher);
    plot::Row {
        name: line.rules.name(base),
        interpreted: ratio(Matcher::Interpreted).unwrap_or_default(),
        compiled: ratio(Matcher::Compiled).unwrap_or_default(),
        sets: ratio(Matcher::Sets),
    }
}

fn print(
    out: &mut impl Write,
    world: &World,
    solutions: usize,
    tables: &[(Asked, Vec<Line>)],
    style: Style,
) -> io::Result<()> {
    writeln!(
        out,
        "{} positions, {} rules, {solutions} solutions: the same by hand, interpreted and compiled",
        world.positions.len(),
        world.base.contents().rules.len()
    )?;
    for (asked, lines) in tables {
        let title = asked.title();
        writeln!(
            out,
            "\n{title}: microseconds per position, and the ratio to plain loops in the same turns\n"
        )?;
        let cells = cells(lines, &world.base);
        match style {
            Style::Text => print_figures(out, &cells)?,
            Style::Markdown => public_api::print_cells(out, &cells, style)?,
        }
    }
    Ok(())
}

/// The cells of a table: the time of every matcher, its ratio to the time of the plain loops, and the ratio of the
/// compiled rules to the rules over sets.
fn cells(lines: &[Line], base: &Base) -> Vec<Vec<String>> {
    let mut head = vec!["rules".to_owned(), Matcher::ALL[0].name().to_owned()];
    for matcher in &Matcher::ALL[1..] {
        head.extend([matcher.name().to_owned(), "ratio".to_owned()]);
    }
    head.push("compiled / sets".to_owned());
    let mut cells = vec![head];
    for line in lines {
        let mut row = vec![line.rules.name(base), format!("{:.3}", line.times[0])];
        for at in 1..Matcher::ALL.len() {
            let time = line.times.get(at);
            row.push(time.map_or_else(String::new, |time| format!("{time:.3}")));
            row.push(time.map_or_else(String::new, |time| format!("{:.3}", time / line.times[0])));
        }
        row.push(match line.times[..] {
            [_, _, compiled, sets] => format!("{:.2}", compiled / sets),
            _ => String::new(),
        });
        cells.push(row);
    }
    cells
}

fn object(world: &World, solutions: usize, tables: &[(Asked, Vec<Line>)]) -> Value {
    let table = |(asked, lines): &(Asked, Vec<Line>)| {
        let line = |line: &Line| {
            let of = |at: usize| line.times.get(at).copied();
            json!({
                "rules": line.rules.name(&world.base),
                "plain_loops": of(0),
                "interpreted": of(1),
                "compiled": of(2),
                "sets": of(3),
            })
        };
        json!({ "question": asked.name(), "rows": lines.iter().map(line).collect::<Vec<_>>() })
    };
    json!({
        "base": world.base.name(),
        "positions": world.positions.len(),
        "solutions": solutions,
        "questions": tables.iter().map(table).collect::<Vec<_>>(),
    })
}
