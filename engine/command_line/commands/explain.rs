//! `noire explain`: why rules apply in a position, and why one does not.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::bases::{Backend, Rule};
use crate::board::Position;
use crate::facts::Base;
use crate::presentation::{self, Explainer, picture, words};
use crate::record::Entry;
use blanche_compiler::runtime::{self, LimitReached, Limits};
use blanche_compiler::why::lines::Speech;
use blanche_compiler::why::{Derivation, Draw, LeftOut, Obstacles, Partial, Reasons, Trace};
use clap::{Args, ValueEnum};
use serde_json::Value;

use crate::command_line::backend::{BaseArguments, WorkLimit};
use crate::command_line::commands::apply::RuleName;
use crate::command_line::games::{self, Opened, OptionalGame};
use crate::command_line::interrupt::{self, Turn, Turns};
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE, count};
use crate::command_line::positions::{Asked, GameEnds};
use crate::command_line::seconds::seconds;
use crate::command_line::text::{self, Boards};
use crate::command_line::width;
use crate::progress::Progress;

mod json;

pub(crate) use json::derivation;

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
/// Without --rule, explains every rule that applies. For a named rule that does not apply, shows how far it gets and
/// what stops it. At a limit, shows what was found so far; the exit status is then 1.
///
/// What several literals follow from is told once: `as at 2 above` refers to it. `…` stands for more than is shown;
/// `:why` in `noire repl` shows it.
///
/// Below the board stand the literals of the premise with the values that were tried, one column for each way; a way
/// ends with ⊥ under the last literal that held, beside the one that did not.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    asked: Asked<BaseArguments>,
    #[command(flatten)]
    rules: RuleName,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    time: Duration,
    #[command(flatten)]
    work: WorkLimit,
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
    /// The ways in which it was tried; nothing where that was given up, or where it was not asked.
    trace: Option<Trace>,
    /// The limits that were reached on the way.
    limits: Vec<LimitReached>,
}

enum Outcome {
    /// It applies: the solution that it plays, and why it is one.
    Applies(Vec<runtime::Value>, Option<Derivation>),
    /// It does not: how far it comes.
    Fails(Option<Obstacles>),
    /// That is not known.
    Unknown,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let limits = arguments.work.limits();
    if let Some(name) = &arguments.game.game {
        arguments.boards.of_text()?;
        let game = Opened::within(name, arguments.asked.base.choice(), limits)?;
        let is_json = match arguments.format {
            Format::Text => false,
            Format::Json => true,
            Format::Svg => {
                let words = "error: a game in text is explained in text\n  write --format text or json";
                return Err(Failure::Said(words.to_owned(), WRONG_USE));
            }
        };
        let (positions, rule) = (&arguments.asked.positions, arguments.rules.name());
        return games::explain::run(&game, positions, rule, limits, is_json);
    }
    let (base, backend) = arguments.asked.base.open_within(limits)?;
    let mut positions = arguments.asked.positions.read()?;
    let turns = Turns::new(arguments.time)?;
    let out_of_time = turns.sign();
    let base = base.stopped_by(turns.sign());
    let rules = arguments.rules.chosen(&base)?;
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
    let mut ends = GameEnds::new(&arguments.asked.positions, &base, backend);
    for at in 0..positions.entries.len() {
        progress.position(at, positions.entries.len());
        if !ends.cut(&mut positions.entries[at], &progress) {
            continue;
        }
        let entry = &positions.entries[at];
        let turn = turns.take(|| {
            explain((&base, &explainer), backend, &rules, arguments.rules.is_given(), (entry, &out_of_time))
        });
        let (explained, unasked) = match turn {
            Turn::Done(explained) => explained,
            Turn::OutOfTime((explained, unasked)) => {
                status = ExitCode::from(MISTAKES);
                let place = place(entry, arguments.asked.positions.has_file());
                progress.aside(|| note_out_of_time(&place, arguments.time));
                if explained.is_empty() && arguments.format != Format::Json {
                    continue;
                }
                (explained, unasked)
            }
            Turn::Interrupted => {
                let left = count(positions.entries.len() - at, "position");
                progress.aside(|| eprintln!("note: not explained: {left}"));
                return Ok(interrupt::status(turns.interrupted()));
            }
        };
        if explained.iter().any(|one| !one.limits.is_empty()) {
            status = ExitCode::from(MISTAKES);
        }
        let position = entry.spec.position();
        match arguments.format {
            Format::Text => {
                text::begin(&mut out, &positions.entries, at)?;
                draw(&mut out, &base, &position, (&explained, unasked), arguments)?;
                width::fit(&mut out, true);
            }
            Format::Json => {
                let rules: Vec<Value> = explained.iter().map(|one| json::rule(&base, one)).collect();
                writeln!(out, "{}", json::position(&base, entry, &rules, unasked))?;
            }
            Format::Svg => {
                let panels: Vec<picture::Panel> =
                    explained.iter().map(|one| panel(&base, &position, one, limits)).collect();
                write!(out, "{}", picture::svg(&panels, &position))?;
            }
        }
        progress.print(&mut out)?;
    }
    Ok(status)
}

/// How messages call a position, of a file or of the command line.
pub(crate) fn place(entry: &Entry, is_of_file: bool) -> String {
    match &entry.id {
        Some(id) => id.clone(),
        None if is_of_file => format!("the position in line {}", entry.line),
        None => "the position".to_owned(),
    }
}

/// Says that a position took too long.
pub(crate) fn note_out_of_time(place: &str, time: Duration) {
    eprintln!("note: {place} is given up after {} s; --time SECONDS gives it longer", time.as_secs_f64());
}

/// What there is to say of these rules, of those that do not apply only where they were asked for by name; and how many
/// were not asked before the sign to give up was set.
fn explain<'b>(
    (base, explainer): (&'b Base, &Explainer<'b>),
    backend: Backend,
    rules: &[usize],
    named: bool,
    (entry, out_of_time): (&Entry, &AtomicBool),
) -> (Vec<Explained<'b>>, usize) {
    let mut position = entry.spec.position();
    let mut explained = Vec::new();
    for (number, &at) in rules.iter().enumerate() {
        let one = explain_rule((base, explainer), backend, at, named, &mut position);
        let is_stopped = out_of_time.load(Ordering::Relaxed);
        // Of a rule that was stopped before it answered there is nothing to say.
        let is_unknown = |one: &Explained<'_>| matches!(one.outcome, Outcome::Unknown);
        let unasked = is_stopped && one.as_ref().is_none_or(is_unknown);
        if unasked {
            return (explained, rules.len() - number);
        }
        explained.extend(one);
        if is_stopped {
            return (explained, rules.len() - number - 1);
        }
    }
    (explained, 0)
}

fn explain_rule<'b>(
    (base, explainer): (&'b Base, &Explainer<'b>),
    backend: Backend,
    at: usize,
    named: bool,
    position: &mut Position,
) -> Option<Explained<'b>> {
    let rule = &base.rules()[at];
    let mut limits = Vec::new();
    let first = match base.first(backend, at, position) {
        Ok(first) => first,
        Err(limit) => {
            return Some(Explained { rule, outcome: Outcome::Unknown, trace: None, limits: vec![limit] });
        }
    };
    let outcome = match first.iter().next().map(<[runtime::Value]>::to_vec) {
        Some(solution) => {
            let derivation = explainer.why_rule(at, &solution, position);
            let derivation = derivation.map(|found| found.expect("the back ends agree on what applies"));
            Outcome::Applies(solution, within(derivation, &mut limits))
        }
        None if named => {
            let obstacles = explainer.why_not(at, position);
            let obstacles = obstacles.map(|found| found.expect("the back ends agree on what applies"));
            Outcome::Fails(within(obstacles, &mut limits))
        }
        None => return None,
    };
    let reasons = match &outcome {
        Outcome::Applies(_, found) => found.as_ref().map(|found| &found.reasons),
        Outcome::Fails(found) => found.as_ref().map(|found| &found.reasons),
        Outcome::Unknown => None,
    };
    if let Some(LeftOut::Limit(limit)) = reasons.and_then(|reasons| reasons.left_out) {
        limits.push(limit);
    }
    let trace = within(explainer.ways(at, position, BRANCHES), &mut limits);
    limits.dedup();
    Some(Explained { rule, outcome, trace, limits })
}

/// What was found, or nothing where a limit was reached, which is kept.
fn within<T>(found: Result<T, LimitReached>, limits: &mut Vec<LimitReached>) -> Option<T> {
    found.map_err(|limit| limits.push(limit)).ok()
}

/// That a limit was reached, and what raises it.
fn reached(limit: LimitReached, limits: Limits) -> String {
    match limit {
        LimitReached::Memory => {
            format!("the memory limit of {} MiB was exceeded; --memory MIB allows more", limits.memory >> 20)
        }
        LimitReached::Stopped => "the time was over; --time SECONDS allows more".to_owned(),
        LimitReached::Depth => "the depth limit was exceeded".to_owned(),
        LimitReached::Work => {
            format!("the step limit of {} was exceeded; --work N allows more", limits.work)
        }
    }
}

impl Explained<'_> {
    /// `level 3, t.threat for white: plays h10`
    fn title(&self, base: &Base, position: &Position) -> String {
        match &self.outcome {
            Outcome::Applies(solution, _) => text::title(base, self.rule, Some(solution), position),
            Outcome::Fails(_) => {
                format!("level {}, {}: does not apply", self.rule.level, self.rule.title())
            }
            Outcome::Unknown => {
                format!("level {}, {}: whether it applies is not known", self.rule.level, self.rule.title())
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
            Outcome::Fails(obstacles) => {
                let furthest = obstacles.as_ref().and_then(|obstacles| obstacles.partials.first());
                furthest.map_or_else(Vec::new, |first| first.values.clone())
            }
            Outcome::Unknown => Vec::new(),
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
    (explained, unasked): (&[Explained<'_>], usize),
    arguments: &Arguments,
) -> Result<(), Failure> {
    writeln!(out, "{}", text::situation(position))?;
    if explained.is_empty() {
        writeln!(out, "\nNo rule of {} applies. --rule NAME tells why one does not.", base.name())?;
    }
    for one in explained {
        draw_one(out, base, position, one, arguments)?;
    }
    if unasked > 0 {
        writeln!(out, "\nnot asked before the time was over: {}", count(unasked, "rule"))?;
    }
    Ok(())
}

fn draw_one(
    out: &mut impl Write,
    base: &Base,
    position: &Position,
    one: &Explained<'_>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    writeln!(out, "\n{}", one.title(base, position))?;
    for line in width::doc(&one.rule.doc) {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    writeln!(out)?;
    if !matches!(one.outcome, Outcome::Unknown) {
        let diagram = presentation::marked(position, &one.values(base), one.plays(base));
        for line in diagram.draw(arguments.boards.style()).lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)?;
    }
    let place = |span| base.place(span);
    match &one.outcome {
        Outcome::Applies(solution, derivation) => {
            if !one.rule.variables.is_empty() {
                writeln!(out, "    {}", presentation::bindings(base, one.rule, solution))?;
            }
            let nothing = Reasons::default();
            let (reasons, claims) = match derivation {
                Some(found) => (&found.reasons, found.claims.as_slice()),
                None => (&nothing, &[][..]),
            };
            let title = format!("{}  % {}", one.rule.title(), one.rule.place);
            let tree = Draw { reasons, place: &place }.claims(&title, claims);
            for line in tree.lines.iter().chain(&tree.remark()) {
                writeln!(out, "    {line}")?;
            }
        }
        Outcome::Fails(Some(Obstacles { partials, reasons })) => {
            let speech = Speech { words: &words::fact, place: &place, reasons };
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
        Outcome::Fails(None) | Outcome::Unknown => {}
    }
    if matches!(one.outcome, Outcome::Applies(..)) {
        writeln!(out)?;
    }
    for line in one.trace.iter().flat_map(Trace::draw) {
        writeln!(out, "    {line}")?;
    }
    for limit in &one.limits {
        writeln!(out, "    {}", reached(*limit, base.limits()))?;
    }
    Ok(())
}

/// A rule as part of a picture.
fn panel<'e>(base: &Base, position: &Position, one: &'e Explained<'_>, limits: Limits) -> picture::Panel<'e> {
    let place = |span| base.place(span);
    let mut because = Vec::new();
    if let Outcome::Fails(Some(Obstacles { partials, reasons })) = &one.outcome {
        let speech = Speech { words: &words::fact, place: &place, reasons };
        let obstacles = partials.first().into_iter().flat_map(Partial::obstacles);
        because.extend(obstacles.map(|obstacle| match speech.sentence(obstacle) {
            Some(sentence) => format!("{}: {sentence}", obstacle.said),
            None => format!("{} does not hold", obstacle.said),
        }));
    }
    because.extend(one.limits.iter().map(|limit| reached(*limit, limits)));
    picture::Panel {
        title: one.title(base, position),
        diagram: presentation::marked(position, &one.values(base), one.plays(base)),
        because,
        trace: one.trace.as_ref(),
    }
}
