//! `noire bench`: how long the rules of a base take, by both back ends in the same run.
//!
//! With `--format json` one object is printed:
//!
//! ```text
//! base         the name of the base
//! source       where the positions come from
//! positions    how many there are
//! rows         an object for every rule, every level and the whole base:
//!   what         "rule", "level" or "base"
//!   name         the title of the rule, "level 3", or the name of the base
//!   level        the level; null for the whole base
//!   rules        how many rules are asked
//!   questions    an object for applies, first, all and count:
//!     interpreted  microseconds per position (the least of the rounds), spread (how far the median of the rounds lies
//!                  above it: 0.1 for a tenth), answers_per_second (null without any)
//!     compiled     the same; null where the base is not compiled
//!     ratio        interpreted to compiled; null where the base is not compiled
//! exports      with --rule none; otherwise an object for every export and back end: name, colour (null for nobody in
//!              particular), backend, positions, and of the microseconds of all answers in a position, each at the least
//!              of its rounds: mean, spread (how far the mean of their medians lies above it), median, percentile_99
//! values       with --rule none, nor for a base without scores; otherwise the same of the value of a position, for every
//!              back end: backend, positions, mean, spread, median, percentile_99
//! verdicts     null with --rule, and where nobody is to move in any position; otherwise:
//!   interpreted  on every tenth walk of the built-in nodes, and on all of a file
//!   compiled     on all of them; null where the base is not compiled. Of both:
//!     all          nodes, and the same of the microseconds of a verdict: mean, spread, median, percentile_99
//!     by_level     the same with level, where the verdict stops; null where no rule applies
//! ```

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use crate::bases::{Backend, Question as Asks};
use crate::board::Position;
use crate::facts::Base;
use crate::laboratory::answers::Unanswered;
use crate::laboratory::corpus::{self, Walk};
use crate::laboratory::measure::{
    Asked, Asking, Costs, Distribution, Question, Row, Speed, Subject, costs, speeds,
};
use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::timing::{DOUBTFUL_SPREAD, Effort};
use clap::Args;
use serde_json::{Value, json};

use crate::command_line::backend::BaseName;
use crate::command_line::commands::apply::chosen;
use crate::command_line::games::{self, Opened, OptionalGame};
use crate::command_line::output::{Failure, Format, MISTAKES, unanswered};
use crate::command_line::positions::PositionArguments;
use crate::command_line::seconds::seconds;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire bench
  noire bench --rule t.threat
  noire bench --base my-rules/ --file games.tsv --every-ply --format json";

/// Time the rules of a base, compiled and interpreted.
///
/// Figures of one run can be compared with each other, since all rules and both back ends take turns; those of
/// different runs only as far as the machine was doing the same. A figure is the least of its rounds; the spread says how
/// far their median lies above it, and ! marks one above 20 %, where the machine was busy. Exports, values and verdicts
/// differ much from position to position: of the figures of all positions the mean is told, the median, and what 99 % of them
/// do not exceed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    base: BaseName,
    #[command(flatten)]
    positions: PositionArguments,
    /// Only the rules of this name (`t.threat`, or `t.threat for white`), and no verdicts
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// text for people, json with one object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Seconds of measurement for one figure
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "0.15")]
    time: Duration,
}

/// In a file's positions so many stones are tried for the node verdict.
const STONES: usize = 4;

/// Of the built-in nodes the interpreter is asked those of every such walk.
const INTERPRETED_WALKS: usize = 10;

/// The times of all nodes of a round are kept, so there are no more rounds than this.
const MOST_ROUNDS: usize = 30;

/// The rounds through the rules take this share of the time.
const SHARE_OF_RULES: f64 = 0.8;

/// What was measured.
struct Report {
    base: Base,
    source: String,
    positions: usize,
    rows: Vec<Row>,
    costs: Vec<Costs>,
}

impl Report {
    /// What was measured of a subject, by each back end.
    fn of(&self, is_asked: impl Fn(Subject) -> bool) -> Vec<&Costs> {
        self.costs.iter().filter(|costs| is_asked(costs.subject)).collect()
    }
}

fn is_export(subject: Subject) -> bool {
    matches!(subject, Subject::Export(_))
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game.game {
        let (game, rule) = (Opened::new(name, None)?, arguments.rule.as_deref());
        return games::bench::run(&game, &arguments.positions, rule, arguments.time, arguments.format);
    }
    let base = Base::open(&arguments.base.name, Limits::default())?;
    for note in base.notes() {
        eprintln!("note: {note}");
    }
    let asked: Vec<Asked> = match &arguments.rule {
        Some(name) => chosen(Some(name), &base)?.into_iter().map(Asked::Rule).collect(),
        None => Asked::each(&base),
    };
    let given = !arguments.positions.is_empty();
    let (mut positions, source) = arguments.positions.or_built_in()?;
    let walks = match (&arguments.rule, given) {
        (Some(_), _) => Vec::new(),
        (None, true) => corpus::tries(&positions, STONES),
        (None, false) => corpus::nodes(),
    };
    let backends = [Backend::Interpreted, Backend::Compiled].into_iter().filter(|backend| base.has(*backend));
    let backends: Vec<Backend> = backends.collect();

    // The time is that of both back ends together.
    let each = arguments.time / backends.len().max(1) as u32;
    let mut progress = Progress::begin();
    let rows = speeds(&base, &backends, &asked, &mut positions, Effort::of(each), |share| {
        progress.show(share * SHARE_OF_RULES, "rounds through all rules");
    });
    let rows = rows.map_err(|limit| expensive(&base, &backends, &arguments.rule, &positions, limit))?;
    let some: Vec<Walk> = match given {
        true => walks.clone(),
        false => walks.iter().step_by(INTERPRETED_WALKS).cloned().collect(),
    };
    let walks_of = |backend| if backend == Backend::Interpreted { some.as_slice() } else { walks.as_slice() };
    let subjects = if arguments.rule.is_none() { Subject::each(&base) } else { Vec::new() };
    let ask = |subject, backend| Asking { subject, backend, walks: walks_of(backend) };
    let asking: Vec<Asking<'_>> =
        subjects.iter().flat_map(|subject| backends.iter().map(|backend| ask(*subject, *backend))).collect();
    let effort = Effort { most_rounds: MOST_ROUNDS, ..Effort::of(each) };
    let costs = costs(&base, &asking, &mut positions, effort, |share| {
        let done = SHARE_OF_RULES + share * (1.0 - SHARE_OF_RULES);
        progress.show(done, "rounds through exports, values and verdicts");
    });
    let costs = costs.map_err(|limit| expensive(&base, &backends, &arguments.rule, &positions, limit))?;
    progress.end();

    let report = Report { base, source, positions: positions.len(), rows, costs };
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        Format::Text => text(&mut out, &report)?,
        Format::Json => writeln!(out, "{:#}", object(&report))?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A question reached a limit while times were measured: which, that is found out by asking all of them once more.
fn expensive(
    base: &Base,
    backends: &[Backend],
    rule: &Option<String>,
    positions: &[Position],
    limit: LimitReached,
) -> Failure {
    let questions = match chosen(rule.as_deref(), base) {
        Ok(rules) if rule.is_some() => rules.into_iter().map(Asks::Rule).collect(),
        _ => Asks::all(base),
    };
    match Unanswered::first(base, backends, &questions, positions) {
        Some(question) => unanswered(base, &question),
        // It was asked behind a stone of a walk.
        None => Failure::Said(format!("error: {limit}"), MISTAKES),
    }
}

fn text(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let Report { base, source, positions, rows, costs } = report;
    writeln!(out, "{}, {positions} positions of {source}: microseconds per position", base.name())?;
    let names = rows.iter().map(|row| row.asked.name(base));
    let names = names.chain(costs.iter().map(|costs| label(base, costs)));
    let wide = names.map(|name| name.chars().count()).max().unwrap_or(0).max(12);
    for (number, question) in Question::ALL.into_iter().enumerate() {
        write!(out, "\n{:wide$}{:>13}", question.name(), "interpreted")?;
        if base.has(Backend::Compiled) {
            write!(out, "{:>11}{:>8}", "compiled", "ratio")?;
        }
        writeln!(out, "{:>10}{:>21}", "spread", "answers per second")?;
        for row in rows {
            let speeds = &row.speeds[number].1;
            write!(out, "{:wide$}", row.asked.name(base))?;
            for (speed, wide) in speeds.iter().zip([13, 11]) {
                write!(out, "{:wide$.3}", speed.microseconds())?;
            }
            if let [interpreted, compiled] = speeds[..] {
                write!(out, "{:8.1}", interpreted.microseconds() / compiled.microseconds())?;
            }
            let spread = speeds.iter().map(|speed| speed.timing.spread()).fold(0.0, f64::max);
            write!(out, "{}", marked(spread))?;
            let fastest = speeds.last().and_then(Speed::answers_per_second);
            writeln!(out, "{:>21}", fastest.map_or_else(|| "-".to_owned(), |many| format!("{many:.0}")))?;
        }
    }
    for (title, costs) in
        [("exports", report.of(is_export)), ("values", report.of(|subject| subject == Subject::Value))]
    {
        if !costs.is_empty() {
            writeln!(out)?;
            heading(out, title, "positions", wide)?;
        }
        for costs in costs {
            line(out, &label(base, costs), wide, &costs.all)?;
        }
    }
    for costs in report.of(|subject| subject == Subject::Verdict) {
        let backend = costs.backend;
        writeln!(out, "\nnode verdict, {backend}: stone set, rules asked level by level, stone taken back")?;
        heading(out, "stops at", "nodes", wide)?;
        for (level, costs) in &costs.by_level {
            let level = level.map_or_else(|| "no rule".to_owned(), |level| format!("level {level}"));
            line(out, &level, wide, costs)?;
        }
        line(out, "all", wide, &costs.all)?;
    }
    Ok(())
}

/// `urgent for white, interpreted`
fn label(base: &Base, costs: &Costs) -> String {
    let what = match costs.subject {
        Subject::Export(export) => {
            let export = &base.exports()[export];
            let whose = export.color.as_ref().map(|color| format!(" for {color}"));
            format!("{}{}", export.name, whose.unwrap_or_default())
        }
        Subject::Value => "value".to_owned(),
        Subject::Verdict => "verdict".to_owned(),
    };
    format!("{what}, {}", costs.backend)
}

/// A spread in per cent, with a mark where it makes a figure doubtful.
fn marked(spread: f64) -> String {
    let doubtful = if spread > DOUBTFUL_SPREAD { "!" } else { " " };
    format!("{:7.0} %{doubtful}", spread * 100.0)
}

fn heading(out: &mut impl Write, title: &str, number: &str, wide: usize) -> io::Result<()> {
    let [mean, spread, median, percentile] = ["mean", "spread", "median", "99 %"];
    writeln!(out, "{title:wide$}{number:>13}{mean:>11}{spread:>10}{median:>11}{percentile:>11}")
}

fn line(out: &mut impl Write, name: &str, wide: usize, costs: &Distribution) -> io::Result<()> {
    let Distribution { number, mean, median, percentile_99 } = costs;
    let spread = marked(mean.spread());
    writeln!(out, "{name:wide$}{number:13}{:11.3}{spread}{median:11.3}{percentile_99:11.3}", mean.least)
}

fn object(report: &Report) -> Value {
    let base = &report.base;
    let rows: Vec<Value> = report.rows.iter().map(|row| row_object(base, row)).collect();
    let verdicts = report.of(|subject| subject == Subject::Verdict);
    let of = |wanted| {
        let found = verdicts.iter().find(|verdicts| verdicts.backend == wanted);
        found.map(|verdicts| verdicts_object(verdicts))
    };
    let verdicts = (!verdicts.is_empty())
        .then(|| json!({ "interpreted": of(Backend::Interpreted), "compiled": of(Backend::Compiled) }));
    let objects = |costs: Vec<&Costs>| -> Vec<Value> {
        costs.into_iter().map(|costs| position_object(base, costs)).collect()
    };
    json!({
        "base": base.name(),
        "source": report.source,
        "positions": report.positions,
        "rows": rows,
        "exports": objects(report.of(is_export)),
        "values": objects(report.of(|subject| subject == Subject::Value)),
        "verdicts": verdicts,
    })
}

/// An export or values, in positions.
fn position_object(base: &Base, costs: &Costs) -> Value {
    let mut object = distribution_object("positions", &costs.all);
    object["backend"] = costs.backend.to_string().into();
    if let Subject::Export(export) = costs.subject {
        let export = &base.exports()[export];
        object["name"] = export.name.as_str().into();
        object["colour"] = json!(export.color);
    }
    object
}

fn row_object(base: &Base, row: &Row) -> Value {
    let (what, level) = match row.asked {
        Asked::Rule(rule) => ("rule", Some(base.rules()[rule].level)),
        Asked::Level(level) => ("level", Some(level)),
        Asked::Base => ("base", None),
    };
    let questions = row.speeds.iter().map(|(question, speeds)| {
        let of = |wanted| speeds.iter().find(|speed| speed.backend == wanted);
        let (interpreted, compiled) = (of(Backend::Interpreted), of(Backend::Compiled));
        let ratio = interpreted.zip(compiled).map(|(one, other)| one.microseconds() / other.microseconds());
        let object = json!({
            "interpreted": interpreted.map(speed_object),
            "compiled": compiled.map(speed_object),
            "ratio": ratio,
        });
        (question.name().to_owned(), object)
    });
    json!({
        "what": what,
        "name": row.asked.name(base),
        "level": level,
        "rules": row.asked.rules(base).len(),
        "questions": Value::Object(questions.collect()),
    })
}

fn speed_object(speed: &Speed) -> Value {
    json!({
        "microseconds": speed.microseconds(),
        "spread": speed.timing.spread(),
        "answers_per_second": speed.answers_per_second(),
    })
}

fn verdicts_object(verdicts: &Costs) -> Value {
    let by_level = verdicts.by_level.iter().map(|(level, costs)| {
        let mut object = distribution_object("nodes", costs);
        object["level"] = json!(level);
        object
    });
    json!({ "all": distribution_object("nodes", &verdicts.all), "by_level": by_level.collect::<Vec<_>>() })
}

fn distribution_object(what: &str, costs: &Distribution) -> Value {
    let Distribution { number, mean, median, percentile_99 } = costs;
    json!({
        what: number,
        "mean": mean.least,
        "spread": mean.spread(),
        "median": median,
        "percentile_99": percentile_99,
    })
}
