//! Prints the measurements as text.

use std::io::{self, Write};

use blanche_compiler::timing;

use super::report::Report;
use crate::command_line::tables::print_figures;
use noire_laboratory::measure::costs::{Costs, Distribution, Subject};
use noire_laboratory::measure::measurement_world::MeasurementWorld;
use noire_laboratory::measure::{Question, Row};
use noire_laboratory::timing_report::{Cells, RowOrder, SAME_CODE_NOTE, TimingCell, per_cent};

/// Prints a report, with rows in this order.
pub(super) fn write<W: MeasurementWorld>(
    out: &mut impl Write,
    report: &Report<'_, W>,
    order: RowOrder,
) -> io::Result<()> {
    let mut figures = report.figures();
    figures.sort(order);
    writeln!(out, "{}: microseconds per position", figures.title)?;
    writeln!(out, "{}", report.compared())?;
    against(out, report)?;
    for table in &figures.tables {
        writeln!(out)?;
        let Cells { head, rows } = figures.cells(table);
        print_figures(out, &std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
    }
    if figures.is_starred() {
        writeln!(out, "\n{SAME_CODE_NOTE}")?;
    }
    distributions(out, report)?;
    estimates(out, report)?;
    writeln!(out, "\n{}", report.conditions.line())
}

/// Prints the name of the other base or the earlier run, and the rules for which it gives different answers.
fn against<W: MeasurementWorld>(out: &mut impl Write, report: &Report<'_, W>) -> io::Result<()> {
    let Some(against) = &report.against else { return Ok(()) };
    let otherwise = report.answered_otherwise();
    match (against.base(), otherwise.as_slice()) {
        (None, _) => writeln!(out, "beside figures of an earlier run, {}", against.name()),
        (Some(_), []) => {
            writeln!(out, "{} gives the same answers to the rules with the same names", against.name())
        }
        (Some(_), rules) => writeln!(out, "{} gives other answers: {}", against.name(), rules.join(", ")),
    }
}

/// Prints the times of exports, values and verdicts, and of the operations of a game that a rule file defines.
fn distributions<W: MeasurementWorld>(out: &mut impl Write, report: &Report<'_, W>) -> io::Result<()> {
    for (what, title) in [("export", "exports"), ("value", "values"), ("game", "game")] {
        let costs = report.costs.iter().filter(|costs| costs.subject.what() == what);
        let label = |costs: &Costs| format!("{}, {}", costs.subject.name(report.contents()), costs.backend);
        let rows: Vec<Vec<String>> = costs.map(|costs| distribution(label(costs), &costs.all)).collect();
        if !rows.is_empty() {
            writeln!(out)?;
            print_figures(out, &with_head(title, "positions", rows))?;
        }
    }
    for costs in report.costs.iter().filter(|costs| costs.subject == Subject::Verdict) {
        let backend = costs.backend;
        writeln!(
            out,
            "\nnode verdict, {backend}: place a stone, ask the levels in turn, take the stone back"
        )?;
        let levels = costs.by_level.iter().map(|(level, costs)| {
            let level = level.map_or_else(|| "no rule".to_owned(), |level| format!("level {level}"));
            distribution(level, costs)
        });
        let rows = levels.chain([distribution("all".to_owned(), &costs.all)]).collect();
        print_figures(out, &with_head("stops at", "nodes", rows))?;
    }
    if !report.costs.is_empty() {
        let finest = timing::finest();
        let each = if report.costs.iter().any(|costs| costs.subject == Subject::Verdict) {
            "Each position and each node"
        } else {
            "Each position"
        };
        writeln!(
            out,
            "\n{each} is timed separately: a time below {finest:.3} says more about the clock than about the rules."
        )?;
    }
    Ok(())
}

/// Prints the planner's estimates for each rule next to the numbers that were measured when the rule gave all its
/// answers.
fn estimates<W: MeasurementWorld>(out: &mut impl Write, report: &Report<'_, W>) -> io::Result<()> {
    let of_all = |row: &Row| row.speeds.iter().position(|(question, _)| *question == Question::All);
    let estimates = report.world.rule_files().estimates();
    let rows = report.rows.iter().filter_map(|row| {
        let speeds = &row.speeds[of_all(row)?].1;
        let estimate = row.asked.rule().map(|rule| &estimates[rule]);
        let told = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
        // The back ends of the base come first, with the interpreter first among them.
        let own = &speeds[..report.world.backends().len()];
        let (one, fastest) = ((*own.first()?)?, (*own.last()?)?);
        Some(vec![
            row.asked.name(report.contents()),
            told(estimate.map(|estimate| format!("{:.3}", estimate.answers))),
            format!("{:.3}", one.answers),
            told(fastest.answers_per_second().map(|many| format!("{many:.0}"))),
            told(estimate.map(|estimate| format!("{:.2}", estimate.cost))),
            told(one.counts.map(|counts| format!("{:.1}", counts.steps))),
            told(one.counts.map(|counts| counts.bytes.to_string())),
        ])
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let head = [
        "planner",
        "answers expected",
        "found",
        "per second",
        "cost expected",
        "steps of work",
        "most bytes",
    ];
    writeln!(out)?;
    print_figures(out, &std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect::<Vec<_>>())
}

/// Adds the column heads to a table of time distributions.
fn with_head(title: &str, number: &str, rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let head = [title, number, "mean", "±", "spread", "median", "99 %"];
    std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect()
}

fn distribution(name: String, costs: &Distribution) -> Vec<String> {
    let Distribution { number, mean, median, percentile_99 } = costs;
    let (finest, figure) = (timing::finest(), TimingCell::of_timing(*mean));
    let told = |time: f64| if time < finest { format!("<{finest:.3}") } else { format!("{time:.3}") };
    let mark = if mean.is_doubtful() { " !" } else { "" };
    vec![
        name,
        number.to_string(),
        told(mean.least),
        figure.error().map_or_else(|| "-".to_owned(), per_cent),
        format!("{:.0} %{mark}", mean.spread() * 100.0),
        told(*median),
        told(*percentile_99),
    ]
}
