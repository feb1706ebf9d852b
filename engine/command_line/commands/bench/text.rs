//! What was measured, for people.

use std::io::{self, Write};

use blanche_compiler::timing::DOUBTFUL_SPREAD;

use super::report::Report;
use crate::bases::Backend;
use crate::command_line::figures::{Figures, Line, Order, Table};
use crate::facts::Base;
use crate::laboratory::measure::costs::{Costs, Distribution, Subject};
use crate::laboratory::measure::{Asked, Question, Row, Speed};

/// The least width of a column of times.
const NARROW: usize = 11;

/// Writes it.
pub(super) fn write(out: &mut impl Write, report: &Report, order: Order) -> io::Result<()> {
    let mut figures = report.figures();
    figures.sort(order);
    writeln!(out, "{}: microseconds per position", figures.title)?;
    writeln!(out, "{}", report.compared())?;
    if !report.unlike_loops.is_empty() {
        let rules = report.names(&report.unlike_loops).join(", ");
        writeln!(out, "plain loops are left out, as they answer otherwise: {rules}")?;
    }
    against(out, report)?;
    let names = report.rows.iter().map(|row| row.asked.name(&report.base));
    let names = names.chain(report.costs.iter().map(|costs| label(&report.base, costs)));
    let wide = names.map(|name| name.chars().count()).max().unwrap_or(0).max(12);
    for table in &figures.tables {
        times(out, report, &figures, table, wide)?;
    }
    distributions(out, report, wide)?;
    estimates(out, report, wide)
}

/// Whom the base is compared with, and which rules mean something else there.
fn against(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let Some(against) = &report.against else { return Ok(()) };
    let otherwise = report.answered_otherwise();
    match (against.base(), otherwise.as_slice()) {
        (None, _) => writeln!(out, "beside figures of an earlier run, {}", against.name()),
        (Some(_), []) => writeln!(out, "{} answers its rules of the same names the same", against.name()),
        (Some(_), rules) => writeln!(out, "{} answers otherwise: {}", against.name(), rules.join(", ")),
    }
}

/// The times of a question.
fn times(
    out: &mut impl Write,
    report: &Report,
    figures: &Figures,
    table: &Table,
    wide: usize,
) -> io::Result<()> {
    let widths: Vec<usize> =
        figures.columns.iter().map(|name| (name.chars().count() + 2).max(NARROW)).collect();
    let place = |name: &str| figures.columns.iter().position(|column| column == name);
    let own = place("interpreted").zip(place("compiled"));
    write!(out, "\n{:wide$}", table.question)?;
    for (name, width) in figures.columns.iter().zip(&widths) {
        write!(out, "{name:>width$}")?;
    }
    if own.is_some() {
        write!(out, "{:>8}", "ratio")?;
    }
    let other = report.against.as_ref().map(|against| format!("to {}", against.short()));
    let narrow = other.as_ref().map_or(0, |other| (other.chars().count() + 2).max(8));
    write!(out, "{:>narrow$}", other.unwrap_or_default())?;
    writeln!(out, "{:>10}{:>20}", "spread", "answers per second")?;
    for line in &table.lines {
        write!(out, "{:wide$}", line.name)?;
        for (figure, width) in line.figures.iter().zip(&widths) {
            match figure {
                Some(figure) => write!(out, "{:width$.3}", figure.microseconds)?,
                None => write!(out, "{:>width$}", "-")?,
            }
        }
        if let Some((interpreted, compiled)) = own {
            match line.figures[interpreted].zip(line.figures[compiled]) {
                Some((one, other)) => write!(out, "{:8.1}", one.microseconds / other.microseconds)?,
                None => write!(out, "{:>8}", "-")?,
            }
        }
        if narrow > 0 {
            let ratio = report.to_other(&line.figures).map(|ratio| format!("{ratio:.2}"));
            write!(out, "{:>narrow$}", ratio.as_deref().unwrap_or("-"))?;
        }
        writeln!(out, "{}{:>20}", marked(spread(line)), answers(line, own.map(|(_, compiled)| compiled)))?;
    }
    Ok(())
}

/// The widest spread of a line.
fn spread(line: &Line) -> f64 {
    line.figures.iter().flatten().map(|figure| figure.spread).fold(0.0, f64::max)
}

/// How many answers a second has, by compiled rules where there are some.
fn answers(line: &Line, compiled: Option<usize>) -> String {
    let figure = compiled.map_or_else(|| line.figures.first().copied().flatten(), |at| line.figures[at]);
    let many = figure.and_then(|figure| figure.answers_per_second);
    many.map_or_else(|| "-".to_owned(), |many| format!("{many:.0}"))
}

/// Exports, values and verdicts.
fn distributions(out: &mut impl Write, report: &Report, wide: usize) -> io::Result<()> {
    let is_export = |subject| matches!(subject, Subject::Export(_));
    let is_value = |subject| subject == Subject::Value;
    for (title, costs) in [("exports", report.costs_of(is_export)), ("values", report.costs_of(is_value))] {
        if !costs.is_empty() {
            writeln!(out)?;
            heading(out, title, "positions", wide)?;
        }
        for costs in costs {
            distribution(out, &label(&report.base, costs), wide, &costs.all)?;
        }
    }
    for costs in report.costs_of(|subject| subject == Subject::Verdict) {
        let backend = costs.backend;
        writeln!(out, "\nnode verdict, {backend}: stone set, rules asked level by level, stone taken back")?;
        heading(out, "stops at", "nodes", wide)?;
        for (level, costs) in &costs.by_level {
            let level = level.map_or_else(|| "no rule".to_owned(), |level| format!("level {level}"));
            distribution(out, &level, wide, costs)?;
        }
        distribution(out, "all", wide, &costs.all)?;
    }
    Ok(())
}

/// What the planner expected of each rule, beside what was measured of all its answers.
fn estimates(out: &mut impl Write, report: &Report, wide: usize) -> io::Result<()> {
    let of_all = |row: &Row| row.speeds.iter().position(|(question, _)| *question == Question::All);
    let rows = report.rows.iter().filter_map(|row| match row.asked {
        Asked::Rule(rule) => Some((row, rule, of_all(row)?)),
        Asked::Level(_) | Asked::Base => None,
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let [answers, found, cost] = ["answers expected", "found", "cost expected"];
    write!(out, "\n{:wide$}{answers:>18}{found:>10}{cost:>16}", "planner")?;
    writeln!(out, "{:>14}{:>11}", "interpreted", "compiled")?;
    let estimates = report.base.estimates();
    for (row, rule, all) in rows {
        let estimate = &estimates[rule];
        let [interpreted, compiled] =
            [Backend::Interpreted, Backend::Compiled].map(|backend| report.own(&row.speeds[all].1, backend));
        let time = |speed: Option<Speed>| {
            speed.map_or_else(|| "-".to_owned(), |speed| format!("{:.3}", speed.microseconds()))
        };
        let found = interpreted.or(compiled).map_or(0.0, |speed| speed.answers);
        writeln!(
            out,
            "{:wide$}{:18.3}{found:10.3}{:16.2}{:>14}{:>11}",
            row.asked.name(&report.base),
            estimate.answers,
            estimate.cost,
            time(interpreted),
            time(compiled)
        )?;
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

fn distribution(out: &mut impl Write, name: &str, wide: usize, costs: &Distribution) -> io::Result<()> {
    let Distribution { number, mean, median, percentile_99 } = costs;
    let spread = marked(mean.spread());
    writeln!(out, "{name:wide$}{number:13}{:11.3}{spread}{median:11.3}{percentile_99:11.3}", mean.least)
}
