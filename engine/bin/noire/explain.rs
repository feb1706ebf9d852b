//! `noire explain`: why rules apply in a position, and why one does not.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use blanche_compiler::why::lines::Speech;
use blanche_compiler::why::{Figure, Kind, Partial, Reason};
use clap::{Args, ValueEnum};
use noire::bases::{Backend, Rule};
use noire::board::Position;
use noire::facts::Base;
use noire::presentation::{self, Explainer, picture, words};
use noire::record::Entry;
use serde_json::Value;

use crate::apply::{RuleName, limit};
use crate::backend::BaseArguments;
use crate::interrupt;
use crate::output::{Failure, MISTAKES, WRONG_USE, count};
use crate::positions::Asked;
use crate::seconds::seconds;
use crate::text::{self, Boards};
use noire::alarm::Alarm;
use noire::progress::Progress;

mod json;

pub(crate) use json::tree;

/// Branches of a tree that are drawn.
const BRANCHES: usize = 6;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire explain --moves h8,g9,d8,h10,i8,i11,g7
  noire explain --moves h8,g9,d8,h10,i8,i11,g7 --rule 't.threat for white'
  noire explain --moves h8,g9,d8,h10,i8,i11,g7 --rule z.threat --format svg > z.svg";

/// Show why rules apply, as proof trees down to the stones, or what stops a named rule.
///
/// Without --rule that is done for every rule that applies; of one that does not, how far it comes and what stops it is
/// shown. A position that takes longer than --time is given up, and the exit status is 1.
///
/// Below the board stand the literals of the premise with the values that were tried, one column for each way; a way
/// ends with ⊥ under the last literal that held, beside the one that did not.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked<BaseArguments>,
    #[command(flatten)]
    rules: RuleName,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    time: Duration,
    /// text for people, json with an object per line, svg a picture
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

/// What there is to say of a rule in a position.
struct Explained<'b> {
    rule: &'b Rule,
    outcome: Outcome,
    figure: Figure,
}

enum Outcome {
    /// It applies: the solution that it plays, and why it is one.
    Applies(Vec<u16>, Vec<Reason>),
    /// It does not: how far it comes.
    Fails(Vec<Partial>),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (base, backend) = arguments.asked.base.open()?;
    let (interrupted, given_up) = (interrupt::stop()?, interrupt::stop()?);
    let base = base.stopped_by(Arc::clone(&given_up));
    let rules = arguments.rules.chosen(&base)?;
    let positions = arguments.asked.positions.read()?;
    let several = positions.entries.len() > 1;
    if several && arguments.format == Format::Svg {
        return Err(Failure::Said(
            "error: a picture shows one position, and there are several\n  give one, or write --format text"
                .to_owned(),
            WRONG_USE,
        ));
    }
    let explainer = Explainer::new(&base);
    let mut out = Vec::new();
    let mut status = ExitCode::SUCCESS;
    let progress = Progress::begin();
    for (at, entry) in positions.entries.iter().enumerate() {
        progress.position(at, positions.entries.len());
        given_up.store(false, Ordering::Relaxed);
        if interrupted.load(Ordering::Relaxed) {
            return Ok(interrupt::status(&interrupted));
        }
        let alarm = Alarm::new(arguments.time, &given_up);
        let explained = explain((&base, &explainer), backend, &rules, arguments.rules.is_given(), entry);
        drop(alarm);
        if interrupted.load(Ordering::Relaxed) {
            let left = count(positions.entries.len() - at, "position");
            progress.aside(|| eprintln!("note: not explained: {left}"));
            return Ok(interrupt::status(&interrupted));
        }
        if given_up.load(Ordering::Relaxed) {
            status = ExitCode::from(MISTAKES);
            let (place, seconds) = (place(entry, arguments), arguments.time.as_secs_f64());
            progress.aside(|| {
                eprintln!("note: {place} is given up after {seconds} s; --time SECONDS gives it longer")
            });
            continue;
        }
        let explained = explained?;
        let position = entry.given.position();
        match arguments.format {
            Format::Text => {
                text::begin(&mut out, &positions.entries, at)?;
                draw(&mut out, &base, &position, &explained, arguments)?;
            }
            Format::Json => {
                let rules: Vec<Value> = explained.iter().map(|one| json::rule(&base, one)).collect();
                writeln!(out, "{}", json::position(&base, entry, &rules))?;
            }
            Format::Svg => {
                let panels: Vec<picture::Panel> =
                    explained.iter().map(|one| panel(&base, &position, one)).collect();
                write!(out, "{}", picture::svg(&panels, &position))?;
            }
        }
        progress.print(&mut out)?;
    }
    Ok(status)
}

/// How messages call a position.
fn place(entry: &Entry, arguments: &Arguments) -> String {
    match &entry.id {
        Some(id) => id.clone(),
        None if arguments.asked.positions.has_file() => format!("the position in line {}", entry.line),
        None => "the position".to_owned(),
    }
}

/// What there is to say of these rules; of those that do not apply only where they were asked for by name.
fn explain<'b>(
    (base, explainer): (&'b Base, &Explainer<'b>),
    backend: Backend,
    rules: &[usize],
    named: bool,
    entry: &Entry,
) -> Result<Vec<Explained<'b>>, Failure> {
    let mut position = entry.given.position();
    let mut explained = Vec::new();
    for &at in rules {
        let rule = &base.rules()[at];
        let given_up = |_| limit(rule, &entry.text, 0);
        let first = base.first(backend, at, &mut position).map_err(given_up)?;
        let solution = first.iter().next().map(<[u16]>::to_vec);
        let outcome = match solution {
            Some(solution) => {
                let reasons = explainer.why_rule(at, &solution, &mut position).map_err(given_up)?;
                let reasons = reasons.expect("the back ends agree on what applies");
                Outcome::Applies(solution, reasons)
            }
            None if named => {
                let partials = explainer.why_not(at, &mut position).map_err(given_up)?;
                Outcome::Fails(partials.expect("the back ends agree on what applies"))
            }
            None => continue,
        };
        let figure = explainer.ways(at, &mut position, BRANCHES).map_err(given_up)?;
        explained.push(Explained { rule, outcome, figure });
    }
    Ok(explained)
}

impl Explained<'_> {
    /// `level 3, t.threat for white: plays h10`
    fn title(&self, base: &Base, position: &Position) -> String {
        match &self.outcome {
            Outcome::Applies(solution, _) => text::title(base, self.rule, Some(solution), position),
            Outcome::Fails(_) => {
                format!("level {}, {}: does not apply", self.rule.level, self.rule.title())
            }
        }
    }

    /// The values that are shown on the board: those of the solution, or the furthest ones.
    fn values(&self, base: &Base) -> Vec<(String, String)> {
        match &self.outcome {
            Outcome::Applies(solution, _) => {
                let values = self.rule.variables.iter().zip(solution);
                values.map(|((name, sort), value)| (name.clone(), base.text(sort, *value))).collect()
            }
            Outcome::Fails(partials) => partials.first().map_or_else(Vec::new, |first| first.values.clone()),
        }
    }

    /// Where the played variable stands among the values.
    fn plays(&self, base: &Base) -> Option<usize> {
        let (name, _) = self.rule.variables.first().filter(|_| self.rule.plays)?;
        self.values(base).iter().position(|(known, _)| known == name)
    }
}

fn draw(
    out: &mut impl Write,
    base: &Base,
    position: &Position,
    explained: &[Explained<'_>],
    arguments: &Arguments,
) -> Result<(), Failure> {
    writeln!(out, "{}", text::situation(position))?;
    if explained.is_empty() {
        writeln!(out, "\nNo rule of {} applies. --rule NAME tells why one does not.", base.name())?;
    }
    for one in explained {
        writeln!(out, "\n{}", one.title(base, position))?;
        for line in one.rule.doc.lines() {
            writeln!(out, "{}", format!("    {line}").trim_end())?;
        }
        writeln!(out)?;
        let diagram = presentation::marked(position, &one.values(base), one.plays(base));
        for line in diagram.draw(arguments.boards.style()).lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)?;
        let place = |span| base.place(span);
        match &one.outcome {
            Outcome::Applies(solution, reasons) => {
                if !one.rule.variables.is_empty() {
                    writeln!(out, "    {}", presentation::bindings(base, one.rule, solution))?;
                }
                let title = format!("{}  % {}", one.rule.title(), one.rule.place);
                for line in Reason::tree_of(&title, reasons, &place) {
                    writeln!(out, "    {line}")?;
                }
            }
            Outcome::Fails(partials) => {
                let speech = Speech { words: &words::fact, place: &place };
                for partial in partials {
                    for line in speech.partial(partial) {
                        writeln!(out, "    {line}")?;
                    }
                    if partial.more > 0 {
                        writeln!(out, "    … and {} more that come as far", partial.more)?;
                    }
                    writeln!(out)?;
                }
            }
        }
        if matches!(one.outcome, Outcome::Applies(..)) {
            writeln!(out)?;
        }
        for line in one.figure.draw() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// A rule as part of a picture.
fn panel<'e>(base: &Base, position: &Position, one: &'e Explained<'_>) -> picture::Panel<'e> {
    let place = |span| base.place(span);
    let speech = Speech { words: &words::fact, place: &place };
    let because = match &one.outcome {
        Outcome::Applies(..) => Vec::new(),
        Outcome::Fails(partials) => {
            let obstacles = partials.first().into_iter().flat_map(Partial::obstacles);
            let said = obstacles.map(|obstacle| match speech.sentence(obstacle) {
                Some(sentence) => format!("{}: {sentence}", obstacle.said),
                None => format!("{} does not hold", obstacle.said),
            });
            said.collect()
        }
    };
    picture::Panel {
        title: one.title(base, position),
        diagram: presentation::marked(position, &one.values(base), one.plays(base)),
        because,
        figure: &one.figure,
    }
}

/// What kind of reason there is, as a word.
fn kind(reason: &Reason) -> &'static str {
    match reason.kind {
        Kind::Given => "given",
        Kind::Absent => "absent",
        Kind::Derived(..) => "derived",
        Kind::After => "after",
    }
}
