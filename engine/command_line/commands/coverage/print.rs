//! What was covered, as a table with drawn examples for people, or as JSON.

use std::io::{self, Write};

use crate::board::{Color, Diagram, Style};
use crate::facts::Base;
use crate::laboratory::coverage::finding::Situation;
use crate::laboratory::coverage::report::{Group, MeanCost, Recall, Row};
use serde_json::{Map, Value, json};

use super::Covered;
use crate::command_line::output::count;

/// Fields that are drawn around a shape.
const SPARE_FIELDS: u8 = 2;

/// Names of positions that are listed of a shape.
const NAMES: usize = 4;

/// Prints tables and shapes.
pub(super) fn text(out: &mut impl Write, covered: &Covered<'_>, style: Style) -> io::Result<()> {
    heading(out, covered)?;
    for situation in [Situation::Free, Situation::Answering] {
        table(out, covered, situation)?;
    }
    writeln!(
        out,
        "\nrecall   the rule that is taken plays a winning first move\n\
         named    some rule of a level up to that of the win names one\n\
         fails    the play of the rule that is taken does not win within its level"
    )?;
    false_claims(out, covered)?;
    shapes(out, covered, style)
}

fn heading(out: &mut impl Write, covered: &Covered<'_>) -> io::Result<()> {
    let report = &covered.report;
    let names: Vec<&str> = covered.bases.iter().map(|base| base.name()).collect();
    write!(out, "{}: {}", names.join(" and "), covered.source)?;
    if !covered.without.is_empty() {
        write!(out, ", without {}", covered.without.join(", "))?;
    }
    writeln!(out)?;
    let over = report.decided;
    write!(
        out,
        "{}, {over} of games that are over; of the others {} distinct",
        count(report.given, "position"),
        report.distinct
    )?;
    if covered.shard.1 > 1 {
        write!(out, ", part {} of {}: {}", covered.shard.0 + 1, covered.shard.1, report.part)?;
    }
    if report.examined < report.part {
        write!(out, "; time was over after {}", report.examined)?;
    }
    writeln!(out)?;
    let undecided: u64 = report.undecided.values().sum();
    write!(
        out,
        "left out: {} with a four of the side to move that does not win, {undecided} undecided",
        report.idle_fours
    )?;
    if covered.bases.len() > 1 {
        write!(out, ", {} where the games differ", report.differing)?;
    }
    writeln!(out)
}

fn table(out: &mut impl Write, covered: &Covered<'_>, situation: Situation) -> io::Result<()> {
    let rows = covered.report.rows.iter().zip(&covered.costs);
    let rows: Vec<(&Row, &MeanCost)> = rows.filter(|(row, _)| row.situation == situation).collect();
    if rows.iter().all(|(row, _)| row.positions == 0) {
        return Ok(());
    }
    writeln!(out)?;
    if situation == Situation::Answering {
        writeln!(out, "where the other side has a four:")?;
    }
    // The base is named where there are two, each with a line of its own.
    let names: Vec<&str> = match covered.bases.len() {
        1 => vec![""],
        _ => covered.bases.iter().map(|base| base.name()).collect(),
    };
    let wide = names.iter().map(|name| name.chars().count()).max().map_or(0, |wide| wide + 2);
    let wide = if names.len() > 1 { wide } else { 0 };
    write!(out, "{:13}{:>10}{:>10}{:>12}", "won within", "positions", "distinct", "search")?;
    write!(out, "{:wide$}", "")?;
    writeln!(out, "{:>9}{:>9}{:>13}{:>7}{:>10}", "recall", "named", "of distinct", "fails", "verdict")?;
    let mut most = 0;
    for (row, cost) in rows {
        let name = match row.level {
            Some(level) => format!("exactly {level}"),
            None => format!("not within {most}"),
        };
        most = row.level.unwrap_or(most);
        let distinct = row.level.map_or_else(nothing, |_| row.distinct.to_string());
        let search = timed(row, format!("{:.3} ms", cost.search / 1e3));
        write!(out, "{name:13}{:10}{distinct:>10}{search:>12}", row.positions)?;
        for (at, (recall, verdict)) in row.bases.iter().zip(&cost.verdicts).enumerate() {
            if at > 0 {
                write!(out, "{:45}", "")?;
            }
            if wide > 0 {
                write!(out, "  {:<1$}", names[at], wide - 2)?;
            }
            let shown = |part, whole| row.level.and_then(|_| percent(part, whole)).unwrap_or_else(nothing);
            writeln!(
                out,
                "{:>9}{:>9}{:>13}{:7}{:>10}",
                shown(recall.recognised, row.positions),
                shown(recall.named, row.positions),
                shown(recall.distinct, row.distinct),
                recall.failed,
                timed(row, format!("{verdict:.2} µs"))
            )?;
        }
    }
    Ok(())
}

fn nothing() -> String {
    "-".to_owned()
}

/// A mean time; there is none where there is no position.
fn timed(row: &Row, time: String) -> String {
    if row.positions == 0 { nothing() } else { time }
}

/// `99.9 %`, rounded down: what is not complete never looks so. Nothing of nothing.
fn percent(part: u64, whole: u64) -> Option<String> {
    let thousandths = (part * 1000).checked_div(whole)?;
    Some(format!("{}.{} %", thousandths / 10, thousandths % 10))
}

/// Part of the whole; nothing of nothing.
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn false_claims(out: &mut impl Write, covered: &Covered<'_>) -> io::Result<()> {
    for (base, rules) in covered.bases.iter().zip(&covered.report.rules) {
        let failed: Vec<_> = rules.iter().filter(|(_, count)| count.failed > 0).collect();
        if failed.is_empty() {
            continue;
        }
        writeln!(out, "\nfalse claims of {}:", base.name())?;
        for (rule, count) in failed {
            let title = base.rules()[*rule].title();
            let example = count.example.as_deref().unwrap_or_default();
            writeln!(out, "  {title}: {} of {}, such as in {example}", count.failed, count.taken)?;
        }
    }
    Ok(())
}

/// The groups that are shown: so many of each level, in their order.
fn shown<'c>(covered: &'c Covered<'_>) -> Vec<(u32, Vec<&'c Group>)> {
    let mut levels: Vec<u32> = covered.report.missing.iter().map(|group| group.example.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let of = |level| covered.report.missing.iter().filter(move |group| group.example.level == level);
    levels.into_iter().map(|level| (level, of(level).collect())).collect()
}

fn shapes(out: &mut impl Write, covered: &Covered<'_>, style: Style) -> io::Result<()> {
    for (level, groups) in shown(covered) {
        let positions: u64 = groups.iter().map(|group| group.count()).sum();
        let fours: u64 = groups.iter().map(|group| group.with_a_four).sum();
        writeln!(
            out,
            "\nlevel {level}: {} that no rule of {} names, {}; {fours} can begin with a four",
            count(positions as usize, "win"),
            covered.bases[0].name(),
            count(groups.len(), "shape")
        )?;
        for (at, group) in groups.iter().take(covered.missing).enumerate() {
            shape(out, at + 1, group, style)?;
        }
    }
    Ok(())
}

fn shape(out: &mut impl Write, number: usize, group: &Group, style: Style) -> io::Result<()> {
    let shape = &group.example;
    let [black, white] = group.positions;
    writeln!(
        out,
        "\n{number:3}. {} (black wins {black}, white {white}); {} plays {}",
        count(group.count() as usize, "position"),
        shape.color,
        shape.play
    )?;
    let mut names: Vec<&str> = group.names.iter().take(NAMES).map(String::as_str).collect();
    if group.names.len() > NAMES {
        names.push("…");
    }
    writeln!(out, "     {}\n", names.join("; "))?;
    let diagram = Diagram::of(&shape.position).mark(shape.play, '*').cropped(SPARE_FIELDS);
    for line in diagram.draw(style).lines() {
        writeln!(out, "     {line}")?;
    }
    Ok(())
}

/// The object of `--format json`.
pub(super) fn object(covered: &Covered<'_>) -> Value {
    let report = &covered.report;
    let undecided = report.undecided.iter().map(|(level, number)| (level.to_string(), json!(number)));
    let rows = report.rows.iter().zip(&covered.costs).map(|(row, cost)| row_object(covered, row, cost));
    let rules = covered.bases.iter().zip(&report.rules).flat_map(|(base, rules)| {
        rules.iter().map(move |(rule, count)| {
            let known = &base.rules()[*rule];
            json!({
                "base": base.name(),
                "rule": known.name,
                "colour": known.color,
                "level": known.level,
                "taken": count.taken,
                "failed": count.failed,
                "example": count.example,
            })
        })
    });
    let shown = shown(covered);
    let missing = shown.iter().flat_map(|(_, groups)| groups.iter().take(covered.missing));
    let shapes: Map<String, Value> =
        shown.iter().map(|(level, groups)| (level.to_string(), json!(groups.len()))).collect();
    json!({
        "base": covered.bases[0].name(),
        "against": covered.bases.get(1).map(|base| base.name()),
        "source": covered.source,
        "without": covered.without,
        "positions": {
            "given": report.given,
            "decided": report.decided,
            "distinct": report.distinct,
            "part": report.part,
            "examined": report.examined,
            "idle_fours": report.idle_fours,
            "differing": report.differing,
            "undecided": undecided.collect::<Map<String, Value>>(),
        },
        "repeatable": report.examined == report.part,
        "rows": rows.collect::<Vec<Value>>(),
        "rules": rules.collect::<Vec<Value>>(),
        "missing": missing.map(|group| group_object(group)).collect::<Vec<Value>>(),
        "shapes": shapes,
    })
}

fn row_object(covered: &Covered<'_>, row: &Row, cost: &MeanCost) -> Value {
    let of_base = |((base, recall), verdict): ((&&Base, &Recall), &f64)| {
        let of = |part| row.level.and_then(|_| share(part, row.positions));
        json!({
            "base": base.name(),
            "recognised": recall.recognised,
            "recall": of(recall.recognised),
            "named": recall.named,
            "named_share": of(recall.named),
            "distinct": recall.distinct,
            "failed": recall.failed,
            "limit_exceeded": recall.limit_exceeded,
            "verdict": verdict,
        })
    };
    let bases = covered.bases.iter().zip(&row.bases).zip(&cost.verdicts).map(of_base);
    json!({
        "situation": match row.situation {
            Situation::Free => "free",
            Situation::Answering => "answering",
        },
        "level": row.level,
        "positions": row.positions,
        "distinct": row.distinct,
        "search": cost.search,
        "bases": bases.collect::<Vec<Value>>(),
    })
}

fn group_object(group: &Group) -> Value {
    let shape = &group.example;
    let stones = |color| -> Vec<String> {
        shape.position.stones(color).iter().map(|field| field.to_string()).collect()
    };
    let [black, white] = group.positions;
    json!({
        "level": shape.level,
        "black": black,
        "white": white,
        "position": {
            "black": stones(Color::Black),
            "white": stones(Color::White),
            "to_move": shape.color.to_string(),
            "play": shape.play.to_string(),
        },
        "with_a_four": group.with_a_four,
        "names": group.names,
    })
}
