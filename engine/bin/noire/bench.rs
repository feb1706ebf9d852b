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
//!              particular), backend, positions, and the microseconds of all answers: mean, median, percentile_99
//! values       with --rule none, nor for a base without scores; otherwise for every back end the microseconds of the
//!              value of a position: backend, positions, mean, median, percentile_99
//! verdicts     null with --rule, and where nobody is to move in any position; otherwise:
//!   interpreted  on every tenth walk of the built-in nodes, and on all of a file
//!   compiled     on all of them; null where the base is not compiled. Of both:
//!     all          nodes, and the microseconds of a verdict: mean, median, percentile_99
//!     by_level     the same with level, where the verdict stops; null where no rule applies
//! ```

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::timing::{DOUBTFUL_SPREAD, Effort};
use clap::Args;
use noire::bases::Backend;
use noire::facts::Base;
use noire::laboratory::corpus::{self, Walk};
use noire::laboratory::measure::{self, Asked, Question, Row, Speed, Spread, Verdicts, speeds, verdicts};
use serde_json::{Value, json};

use crate::apply::chosen;
use crate::backend::BaseName;
use crate::output::{Failure, Format, MISTAKES};
use crate::positions::PositionArguments;
use crate::seconds::seconds;
use noire::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire bench
  noire bench --rule t.threat
  noire bench --base my-rules/ --file games.tsv --every-ply --format json";

/// Time the rules of a base, compiled and interpreted.
///
/// Figures of one run can be compared with each other, since all rules and both back ends take turns; those of
/// different runs only as far as the machine was doing the same. A figure is the least of its rounds; the spread says
/// how
/// far their median lies above it, and ! marks one above 20 %, where the machine was busy.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
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

/// The rounds through the rules take this share of the time.
const SHARE_OF_RULES: f64 = 0.8;

/// What was measured.
struct Report {
    base: Base,
    source: String,
    positions: usize,
    rows: Vec<Row>,
    exports: Vec<(usize, Backend, Spread)>,
    values: Vec<(Backend, Spread)>,
    verdicts: Vec<(Backend, Verdicts)>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
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
    let limit = |limit: LimitReached| Failure::Said(format!("error: {limit}"), MISTAKES);
    let backends = [Backend::Interpreted, Backend::Compiled].into_iter().filter(|backend| base.has(*backend));
    let backends: Vec<Backend> = backends.collect();

    // The time is that of both back ends together.
    let each = arguments.time / backends.len().max(1) as u32;
    let mut progress = Progress::begin();
    let rows = speeds(&base, &backends, &asked, &mut positions, Effort::of(each), |share| {
        progress.show(share * SHARE_OF_RULES, "rounds through all rules");
    });
    let rows = rows.map_err(limit)?;
    let mut turns = 0;
    let mut step = |what: &str| {
        let share = f64::from(turns) / (5 * backends.len().max(1)) as f64;
        progress.show(SHARE_OF_RULES + share * (1.0 - SHARE_OF_RULES), what);
        turns += 1;
    };
    let mut exports = Vec::new();
    for export in 0..if arguments.rule.is_none() { base.exports().len() } else { 0 } {
        for backend in &backends {
            let spread = measure::exports(&base, *backend, export, &mut positions).map_err(limit)?;
            exports.extend(spread.map(|spread| (export, *backend, spread)));
        }
    }
    let mut values = Vec::new();
    if arguments.rule.is_none() && !base.scores().is_empty() {
        for backend in &backends {
            let spread = measure::values(&base, *backend, &mut positions).map_err(limit)?;
            values.extend(spread.map(|spread| (*backend, spread)));
        }
    }
    let mut of_backends = Vec::new();
    for backend in &backends {
        let sample: Vec<Walk> = match backend {
            Backend::Interpreted if !given => walks.iter().step_by(INTERPRETED_WALKS).cloned().collect(),
            _ => walks.clone(),
        };
        let turn = |_| step(&format!("verdicts, {backend}"));
        let verdicts = verdicts(&base, *backend, &sample, turn).map_err(limit)?;
        of_backends.extend(verdicts.map(|verdicts| (*backend, verdicts)));
    }
    progress.end();

    let report =
        Report { base, source, positions: positions.len(), rows, exports, values, verdicts: of_backends };
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        Format::Text => text(&mut out, &report)?,
        Format::Json => writeln!(out, "{:#}", object(&report))?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn text(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let Report { base, source, positions, rows, exports, values, verdicts } = report;
    writeln!(out, "{}, {positions} positions of {source}: microseconds per position", base.name())?;
    let wide = rows.iter().map(|row| row.asked.name(base).chars().count()).max().unwrap_or(0).max(12);
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
            let doubtful = if spread > DOUBTFUL_SPREAD { "!" } else { " " };
            write!(out, "{:7.0} %{doubtful}", spread * 100.0)?;
            let fastest = speeds.last().and_then(Speed::answers_per_second);
            writeln!(out, "{:>21}", fastest.map_or_else(|| "-".to_owned(), |many| format!("{many:.0}")))?;
        }
    }
    if !exports.is_empty() {
        writeln!(
            out,
            "\n{:wide$}{:>13}{:>11}{:>11}{:>11}",
            "exports", "positions", "mean", "median", "99 %"
        )?;
    }
    for (export, backend, spread) in exports {
        spread_line(out, &format!("{}, {backend}", base.exports()[*export].name), wide, spread)?;
    }
    if !values.is_empty() {
        writeln!(out, "\n{:wide$}{:>13}{:>11}{:>11}{:>11}", "value", "positions", "mean", "median", "99 %")?;
    }
    for (backend, spread) in values {
        spread_line(out, &backend.to_string(), wide, spread)?;
    }
    for (backend, verdicts) in verdicts {
        writeln!(out, "\nnode verdict, {backend}: stone set, rules asked level by level, stone taken back")?;
        writeln!(out, "{:wide$}{:>13}{:>11}{:>11}{:>11}", "stops at", "nodes", "mean", "median", "99 %")?;
        for (level, spread) in &verdicts.by_level {
            let level = level.map_or_else(|| "no rule".to_owned(), |level| format!("level {level}"));
            spread_line(out, &level, wide, spread)?;
        }
        spread_line(out, "all", wide, &verdicts.all)?;
    }
    Ok(())
}

fn spread_line(out: &mut impl Write, name: &str, wide: usize, spread: &Spread) -> io::Result<()> {
    let Spread { nodes, mean, median, percentile_99 } = spread;
    writeln!(out, "{name:wide$}{nodes:13}{mean:11.3}{median:11.3}{percentile_99:11.3}")
}

fn object(report: &Report) -> Value {
    let base = &report.base;
    let rows: Vec<Value> = report.rows.iter().map(|row| row_object(base, row)).collect();
    let of = |wanted| {
        let found = report.verdicts.iter().find(|(backend, _)| *backend == wanted);
        found.map(|(_, verdicts)| verdicts_object(verdicts))
    };
    let verdicts = (!report.verdicts.is_empty())
        .then(|| json!({ "interpreted": of(Backend::Interpreted), "compiled": of(Backend::Compiled) }));
    json!({
        "base": base.name(),
        "source": report.source,
        "positions": report.positions,
        "rows": rows,
        "exports": report.exports.iter().map(|export| export_object(base, export)).collect::<Vec<_>>(),
        "values": report.values.iter().map(value_object).collect::<Vec<_>>(),
        "verdicts": verdicts,
    })
}

fn export_object(base: &Base, (export, backend, spread): &(usize, Backend, Spread)) -> Value {
    let export = &base.exports()[*export];
    let Spread { nodes, mean, median, percentile_99 } = spread;
    json!({
        "name": export.name,
        "colour": export.colour,
        "backend": backend.to_string(),
        "positions": nodes,
        "mean": mean,
        "median": median,
        "percentile_99": percentile_99,
    })
}

fn value_object((backend, spread): &(Backend, Spread)) -> Value {
    let Spread { nodes, mean, median, percentile_99 } = spread;
    json!({
        "backend": backend.to_string(),
        "positions": nodes,
        "mean": mean,
        "median": median,
        "percentile_99": percentile_99,
    })
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

fn verdicts_object(verdicts: &Verdicts) -> Value {
    let by_level = verdicts.by_level.iter().map(|(level, spread)| {
        let mut object = spread_object(spread);
        object["level"] = json!(level);
        object
    });
    json!({ "all": spread_object(&verdicts.all), "by_level": by_level.collect::<Vec<_>>() })
}

fn spread_object(spread: &Spread) -> Value {
    let Spread { nodes, mean, median, percentile_99 } = spread;
    json!({ "nodes": nodes, "mean": mean, "median": median, "percentile_99": percentile_99 })
}
