//! Prints the results of `noire coverage`, as tables with drawn examples or as JSON.

use std::io::{self, Write};

use blanche_sorted::{Arrange, SortedMap};

use noire_engine::board::Style;
use noire_engine::world::{Marks, World, WorldExt as _};
use noire_laboratory::coverage::case_result::Situation;
use noire_laboratory::coverage::coverage_world::CoverageWorld;
use noire_laboratory::coverage::report::{Group, MeanCost, Recall, Row, RuleCount};
use serde::Serialize;

use super::CoverageResults;
use crate::command_line::commands::rules::wrap;
use crate::command_line::output::count;
use crate::command_line::width::prose_width;

/// Maximum number of positions to name for each shape of a win.
const MAX_NAMES: usize = 4;

impl<'b, W: CoverageWorld> CoverageResults<'b, W> {
    /// The names of the bases.
    fn names(&self) -> Vec<&'b str> {
        self.worlds.iter().map(|world| world.contents().name.as_str()).collect()
    }
}

/// Prints the tables, and the shapes of missing wins.
pub(super) fn text<W: CoverageWorld>(
    out: &mut impl Write,
    covered: &CoverageResults<'_, W>,
    style: Style,
) -> io::Result<()> {
    heading(out, covered)?;
    for situation in [Situation::Free, Situation::Answering] {
        table(out, covered, situation)?;
    }
    writeln!(
        out,
        "\nrecall   the chosen rule plays a winning first move\n\
         named    some rule up to the level of the win plays one\n\
         fails    the move of the chosen rule does not win within its level"
    )?;
    false_claims(out, covered)?;
    shapes(out, covered, style)
}

fn heading<W: CoverageWorld>(out: &mut impl Write, covered: &CoverageResults<'_, W>) -> io::Result<()> {
    let report = &covered.report;
    let names: Vec<&str> = covered.names();
    write!(out, "{}: {}", names.join(" and "), report.source)?;
    if !covered.without.is_empty() {
        write!(out, ", without {}", covered.without.join(", "))?;
    }
    writeln!(out)?;
    let over = report.decided;
    write!(
        out,
        "{}, {over} of finished games; of the others {} distinct",
        count(report.given, "position"),
        report.distinct
    )?;
    if covered.shard.1 > 1 {
        write!(out, ", part {} of {}: {}", covered.shard.0 + 1, covered.shard.1, report.part)?;
    }
    if report.examined < report.part {
        write!(out, "; time ran out after {}", report.examined)?;
    }
    writeln!(out)?;
    let undecided: u64 = report.undecided.values().sum();
    write!(out, "left out: ")?;
    if W::HAS_FOURS {
        write!(out, "{} with a four of the side to move that does not win, ", report.idle_fours)?;
    }
    write!(out, "{undecided} undecided")?;
    if covered.worlds.len() > 1 {
        write!(out, ", {} where the games differ", report.differing)?;
    }
    writeln!(out)
}

fn table<W: CoverageWorld>(
    out: &mut impl Write,
    covered: &CoverageResults<'_, W>,
    situation: Situation,
) -> io::Result<()> {
    let rows = covered.report.rows.iter().zip(&covered.costs);
    let rows: Vec<(&Row, &MeanCost)> = rows.filter(|(row, _)| row.situation == situation).collect();
    if rows.iter().all(|(row, _)| row.positions == 0) {
        return Ok(());
    }
    writeln!(out)?;
    if situation == Situation::Answering {
        writeln!(out, "{}:", W::ANSWERING_SITUATION)?;
    }
    // If there are two bases, each has a line that begins with its name.
    let names: Vec<&str> = match covered.worlds.len() {
        1 => vec![""],
        _ => covered.names(),
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
        let distinct = row.level.map_or_else(no_value, |_| row.distinct.to_string());
        let search = time_cell(row, format!("{:.3} ms", cost.search / 1e3));
        write!(out, "{name:13}{:10}{distinct:>10}{search:>12}", row.positions)?;
        for (at, (recall, verdict)) in row.bases.iter().zip(&cost.verdicts).enumerate() {
            if at > 0 {
                write!(out, "{:45}", "")?;
            }
            if wide > 0 {
                write!(out, "  {:<1$}", names[at], wide - 2)?;
            }
            let shown = |part, whole| row.level.and_then(|_| percent(part, whole)).unwrap_or_else(no_value);
            writeln!(
                out,
                "{:>9}{:>9}{:>13}{:7}{:>10}",
                shown(recall.recognised, row.positions),
                shown(recall.named, row.positions),
                shown(recall.distinct, row.distinct),
                recall.failed,
                time_cell(row, format!("{verdict:.2} µs"))
            )?;
        }
    }
    Ok(())
}

fn no_value() -> String {
    "-".to_owned()
}

/// The mean time, or a dash if there are no positions.
fn time_cell(row: &Row, time: String) -> String {
    if row.positions == 0 { no_value() } else { time }
}

/// A percentage such as `99.9 %`, rounded down so that only a complete result shows 100 %. `None` if `whole` is 0.
fn percent(part: u64, whole: u64) -> Option<String> {
    let thousandths = (part * 1000).checked_div(whole)?;
    Some(format!("{}.{} %", thousandths / 10, thousandths % 10))
}

/// The fraction `part / whole`. `None` if `whole` is 0.
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn false_claims<W: CoverageWorld>(out: &mut impl Write, covered: &CoverageResults<'_, W>) -> io::Result<()> {
    for (world, rules) in covered.worlds.iter().zip(&covered.report.rules) {
        let failed: Vec<_> = rules.iter().filter(|(_, count)| count.failed > 0).collect();
        if failed.is_empty() {
            continue;
        }
        writeln!(out, "\nfalse claims of {}:", world.contents().name)?;
        for (rule, count) in failed {
            let title = world.contents().rules[*rule].title();
            let example = example(*world, count).unwrap_or_default();
            let words = format!("{title}: {} of {}, such as in {example}", count.failed, count.chosen);
            wrap(&words, prose_width()).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    Ok(())
}

/// An example such as `game 3 after 12, plays h8`.
fn example<W: World>(world: &W, count: &RuleCount<W::Move>) -> Option<String> {
    let (name, play) = count.example.as_ref()?;
    Some(format!("{name}, plays {}", world.moves_text(&[*play])))
}

/// The shapes of missing wins, grouped by level in ascending order.
fn shapes_by_level<'c, W: CoverageWorld>(
    covered: &'c CoverageResults<'_, W>,
) -> Vec<(u32, Vec<&'c GroupOf<W>>)> {
    let mut levels: Vec<u32> = covered.report.missing.iter().map(|group| group.example.level).collect();
    levels.arrange();
    levels.dedup();
    let of = |level| covered.report.missing.iter().filter(move |group| group.example.level == level);
    levels.into_iter().map(|level| (level, of(level).collect())).collect()
}

fn shapes<W: CoverageWorld>(
    out: &mut impl Write,
    covered: &CoverageResults<'_, W>,
    style: Style,
) -> io::Result<()> {
    let world = covered.worlds[0];
    for (level, groups) in shapes_by_level(covered) {
        let positions: u64 = groups.iter().map(|group| group.count()).sum();
        let name = &world.contents().name;
        let wins = count(positions as usize, "win");
        write!(out, "\nlevel {level}: {wins} that no rule of {name} names")?;
        if W::HAS_FOURS {
            let fours: u64 = groups.iter().map(|group| group.with_a_four).sum();
            write!(out, ", {}; {fours} can begin with a four", count(groups.len(), "shape"))?;
        }
        writeln!(out)?;
        for (at, group) in groups.iter().take(covered.missing).enumerate() {
            shape(out, world, at + 1, group, style)?;
        }
    }
    Ok(())
}

fn shape<W: CoverageWorld>(
    out: &mut impl Write,
    world: &W,
    number: usize,
    group: &GroupOf<W>,
    style: Style,
) -> io::Result<()> {
    let missed = &group.example;
    let players = world.players();
    let won = group.positions.iter().zip(&players).filter(|(won, _)| **won > 0);
    let won = won.map(|(won, player)| format!("{player} {won}"));
    let plays: Vec<String> = missed.plays.iter().map(|mv| world.moves_text(&[*mv])).collect();
    let words = format!(
        "{} (won by {}); {} plays {}",
        count(group.count() as usize, "position"),
        won.collect::<Vec<_>>().join(", "),
        players[missed.player],
        plays.join(", ")
    );
    writeln!(out)?;
    for (at, line) in wrap(&words, prose_width()).iter().enumerate() {
        let begin = if at == 0 { format!("{number:3}. ") } else { "     ".to_owned() };
        writeln!(out, "{begin}{line}")?;
    }
    let mut names: Vec<&str> = group.names.iter().take(MAX_NAMES).map(String::as_str).collect();
    if group.names.len() > MAX_NAMES {
        names.push("…");
    }
    wrap(&names.join("; "), prose_width()).iter().try_for_each(|line| writeln!(out, "     {line}"))?;
    let signs: Vec<(String, char)> = plays.into_iter().map(|play| (play, '*')).collect();
    let marks = Marks { signs: &signs, is_cropped: true, ..Marks::default() };
    writeln!(out)?;
    for line in world.draw(&missed.position, &marks, style).lines() {
        writeln!(out, "     {line}")?;
    }
    Ok(())
}

/// A group of missing wins that have the same shape.
type GroupOf<W> = Group<<W as World>::Position, <W as World>::Move>;

/// The results, which `--format json` prints as one object.
#[derive(Serialize)]
pub(super) struct CoverageRow<'a> {
    /// The name of the game.
    game: &'a str,
    /// The name of the base to compare with, or null without `--against`.
    against: Option<&'a str>,
    /// Where the positions come from.
    source: &'a str,
    /// The rules that were left out.
    without: &'a [String],
    /// Numbers of positions.
    positions: PositionsRow<'a>,
    /// False if the time limit ended the run, so that its results depend on the speed of the machine.
    repeatable: bool,
    /// The results for each situation and level.
    rows: Vec<LevelRow<'a>>,
    /// The rules that were chosen in positions where rules may claim a win.
    rules: Vec<RuleRow<'a>>,
    /// The wins for which no rule of the first base plays a winning move, most frequent first. Their number is limited
    /// for each level.
    missing: Vec<MissingRow<'a>>,
    /// Number of different shapes of missing wins, by level.
    shapes: SortedMap<u32, usize>,
}

/// Numbers of positions that were examined or left out.
#[derive(Serialize)]
struct PositionsRow<'a> {
    /// All positions of the source.
    given: usize,
    /// Positions in which the game is over.
    decided: usize,
    /// Positions in which the game is not over. Symmetric positions count once.
    distinct: usize,
    /// Number of reachable positions if all of them were examined, otherwise null.
    reachable: Option<usize>,
    /// Positions in the part of the work that this run covers.
    part: usize,
    /// Positions that were examined.
    examined: usize,
    /// Positions left out because the side to move has a four that does not win.
    idle_fours: u64,
    /// Positions left out because the two bases have different rules of the game, such as different forbidden moves.
    differing: u64,
    /// Number of positions in which the search was stopped at a limit, by level.
    undecided: &'a SortedMap<u32, u64>,
}

/// The positions of one situation whose win takes the same number of moves.
#[derive(Serialize)]
struct LevelRow<'a> {
    /// `free` if rules may claim a win in this situation; `answering` if the side to move must answer a threat.
    situation: &'static str,
    /// The exact number of moves to the win, or null if the position is not won within the highest level.
    level: Option<u32>,
    /// Number of positions that are won at this level.
    positions: u64,
    /// Number of distinct wins. Wins count once if they differ only by translation, or by stones that play no part in
    /// them.
    distinct: u64,
    /// Mean time of the exhaustive search, in microseconds.
    search: f64,
    /// The results of each base.
    bases: Vec<RecallRow<'a>>,
}

/// The results of one base.
#[derive(Serialize)]
struct RecallRow<'a> {
    /// The name of the base.
    game: &'a str,
    /// Number of positions whose win is recognised.
    recognised: u64,
    /// Fraction of the positions whose win is recognised, or null if there is no win to recognise.
    recall: Option<f64>,
    /// Number of positions where a solution of a rule names a winning move. Rules above the level of the win are left
    /// out.
    named: u64,
    /// Fraction of the positions where a rule names a winning move, or null if there is no win to recognise.
    named_share: Option<f64>,
    /// Number of distinct wins that are recognised.
    distinct: u64,
    /// Number of positions where the move of the chosen rule does not win within the level of that rule.
    failed: u64,
    /// Number of queries that exceeded the step limit.
    limit_exceeded: u64,
    /// Mean time to evaluate the rules at a node, in microseconds.
    verdict: f64,
}

/// A rule that was chosen in some position.
#[derive(Serialize)]
struct RuleRow<'a> {
    /// The name of the rule's base.
    game: &'a str,
    /// The name of the rule.
    rule: &'a str,
    /// The player for whom the rule claims a win.
    colour: &'a str,
    /// The level of the rule.
    level: u32,
    /// Number of positions where the rule was chosen.
    taken: u64,
    /// Number of positions where the move of the rule did not win within its level.
    failed: u64,
    /// The first position where the move of the rule did not win, with the move.
    example: Option<String>,
}

/// Wins of the same shape for which no rule plays a winning move.
#[derive(Serialize)]
struct MissingRow<'a> {
    /// The exact number of moves to the win.
    level: u32,
    /// Number of positions, by the winning player.
    positions: SortedMap<String, u64>,
    /// A drawing of the smallest example.
    position: String,
    /// The moves to the example, or null if it was set up or reduced.
    moves: Option<Vec<String>>,
    /// The player to move, who wins.
    to_move: String,
    /// The first moves that win.
    plays: Vec<String>,
    /// Number of positions where some winning first move makes a four.
    with_a_four: u64,
    /// The names of the positions.
    names: &'a [String],
}

/// The results as the text of a JSON object.
pub(super) fn object<W: CoverageWorld>(covered: &CoverageResults<'_, W>) -> String {
    let (report, shown) = (&covered.report, shapes_by_level(covered));
    let rules = covered.worlds.iter().zip(&report.rules);
    let missing = shown.iter().flat_map(|(_, groups)| groups.iter().take(covered.missing));
    let row = CoverageRow {
        game: covered.names()[0],
        against: covered.names().get(1).copied(),
        source: &report.source,
        without: covered.without,
        positions: PositionsRow {
            given: report.given,
            decided: report.decided,
            distinct: report.distinct,
            reachable: report.reachable,
            part: report.part,
            examined: report.examined,
            idle_fours: report.idle_fours,
            differing: report.differing,
            undecided: &report.undecided,
        },
        repeatable: report.examined == report.part,
        rows: report
            .rows
            .iter()
            .zip(&covered.costs)
            .map(|(row, cost)| level_row(covered, row, cost))
            .collect(),
        rules: rules.flat_map(|(world, rules)| rules.iter().map(|rule| rule_row(*world, rule))).collect(),
        missing: missing.map(|group| missing_row(covered.worlds[0], group)).collect(),
        shapes: shown.iter().map(|(level, groups)| (*level, groups.len())).collect(),
    };
    serde_json::to_string(&row).expect("a row is plain data")
}

fn level_row<'c, W: CoverageWorld>(
    covered: &CoverageResults<'c, W>,
    row: &Row,
    cost: &MeanCost,
) -> LevelRow<'c> {
    let of_base = |((game, recall), verdict): ((&'c str, &Recall), &f64)| {
        let of = |part| row.level.and_then(|_| share(part, row.positions));
        RecallRow {
            game,
            recognised: recall.recognised,
            recall: of(recall.recognised),
            named: recall.named,
            named_share: of(recall.named),
            distinct: recall.distinct,
            failed: recall.failed,
            limit_exceeded: recall.limit_exceeded,
            verdict: *verdict,
        }
    };
    let bases = covered.names().into_iter().zip(&row.bases).zip(&cost.verdicts);
    LevelRow {
        situation: match row.situation {
            Situation::Free => "free",
            Situation::Answering => "answering",
        },
        level: row.level,
        positions: row.positions,
        distinct: row.distinct,
        search: cost.search,
        bases: bases.map(of_base).collect(),
    }
}

fn rule_row<'w, W: CoverageWorld>(world: &'w W, (rule, count): (&usize, &RuleCount<W::Move>)) -> RuleRow<'w> {
    let known = &world.contents().rules[*rule];
    RuleRow {
        game: &world.contents().name,
        rule: &known.name,
        colour: &known.color,
        level: known.level,
        taken: count.chosen,
        failed: count.failed,
        example: example(world, count),
    }
}

fn missing_row<'c, W: CoverageWorld>(world: &W, group: &'c GroupOf<W>) -> MissingRow<'c> {
    let (missed, players) = (&group.example, world.players());
    let texts = |moves: &[W::Move]| moves.iter().map(|mv| world.moves_text(&[*mv])).collect();
    MissingRow {
        level: missed.level,
        positions: players.iter().cloned().zip(group.positions.iter().copied()).collect(),
        position: world.draw(&missed.position, &Marks::default(), Style::Ascii),
        moves: missed.moves.as_deref().map(texts),
        to_move: players[missed.player].clone(),
        plays: texts(&missed.plays),
        with_a_four: group.with_a_four,
        names: &group.names,
    }
}
