//! The measurements as one JSON object. Figures leave out values that are unknown.

use blanche_compiler::plan::Estimate;
use blanche_sorted::SortedMap;
use serde::Serialize;

use super::report::{Against, Report};
use noire_engine::bases::Backend;
use noire_laboratory::measure::agreement::Agreement;
use noire_laboratory::measure::costs::{Costs, Distribution, Subject};
use noire_laboratory::measure::measurement_world::MeasurementWorld;
use noire_laboratory::measure::{MeasuredItem, Row};
use noire_laboratory::timing_report::{Conditions, Line, TimingCell, TimingReport};

/// The results of the command, which `--format json` prints as one object.
#[derive(Serialize)]
pub(super) struct Object<'r> {
    /// The conditions of the measurement.
    measured: &'r Conditions,
    /// The name of the game.
    game: &'r str,
    /// Where the positions come from.
    source: &'r str,
    /// Number of positions that were measured.
    positions: usize,
    /// The result of comparing the answers, which is done before anything is timed.
    compared: &'r Agreement,
    /// The other base or the earlier run in the comparison, or null without `--against`.
    against: Option<AgainstRow<'r>>,
    /// A row for each rule, for each level, and for the whole base. A game that a rule file defines also has a row for
    /// each score and preference.
    rows: Vec<RowObject<'r>>,
    /// Times that are measured separately in each position, for each back end. They are the times of exports, values
    /// and verdicts (the first rule that applies), and of the operations of a game that a rule file defines. Empty with
    /// `--rule`.
    subjects: Vec<SubjectRow<'r>>,
}

/// The other base or the earlier run that a base is compared with.
#[derive(Serialize)]
struct AgainstRow<'r> {
    /// The name or path as the user wrote it.
    name: &'r str,
    /// The names of the rows whose answers differ between the two bases.
    differing: Vec<String>,
}

/// The measurements of a rule, a level or the base.
#[derive(Serialize)]
struct RowObject<'r> {
    /// The kind of row: `rule`, `score`, `preference`, `level` or `base`.
    what: &'static str,
    /// The title of the rule, a level such as `level 3`, or the name of the base.
    name: String,
    /// The level, or null for scores, preferences and the whole base.
    level: Option<u32>,
    /// Number of rules that the row covers.
    rules: usize,
    /// The planner's estimate for a rule, or null for other rows.
    expected: Option<EstimateRow>,
    /// The measurements by kind of query: `applies`, `first`, `all` and `count`. Kinds that were not measured are
    /// absent.
    questions: SortedMap<&'r str, QuestionRow>,
}

/// The planner's estimates, as JSON.
#[derive(Serialize)]
struct EstimateRow {
    /// Estimated number of answers per position.
    answers: f64,
    /// Estimated cost.
    cost: f64,
}

/// The measurements of one kind of query.
#[derive(Serialize)]
struct QuestionRow {
    /// The figure of the interpreter, or null if it was not measured.
    interpreted: Option<TimingCell>,
    /// The figure of the compiled rules, or null if the base is not compiled.
    compiled: Option<TimingCell>,
    /// Ratio of interpreted to compiled time, or null if one of the two times is missing.
    ratio: Option<f64>,
    /// Whether both back ends use the same bitboard operations, so that their times are alike.
    alike: bool,
    /// The figures of the other base or of an earlier run, by back end, or null without `--against`.
    against: Option<SortedMap<String, Option<TimingCell>>>,
}

/// The measurements of a subject with one back end.
#[derive(Serialize)]
struct SubjectRow<'r> {
    /// The kind of subject: `export`, `value`, `verdict`, or `game` for an operation of a game that a rule file
    /// defines.
    what: &'static str,
    /// The name of the subject, such as `urgent for white` or `all moves`.
    name: String,
    /// The player that an export is for, or null if it is for all players.
    colour: Option<&'r str>,
    /// The back end: `interpreted` or `compiled`.
    backend: String,
    /// The times over all positions or nodes.
    all: Spread,
    /// For verdicts (the first rule that applies), the times by the level of that rule. The times of verdicts without
    /// any rule come last. Empty for other subjects.
    by_level: Vec<LevelRow>,
}

/// The times of the verdicts in which the first rule that applies has a certain level.
#[derive(Serialize)]
struct LevelRow {
    /// The level, or null for nodes where no rule applies.
    level: Option<u32>,
    /// The times over the nodes where the first rule that applies has this level.
    #[serde(flatten)]
    nodes: Spread,
}

/// The distribution of times over positions or nodes, in microseconds. Each position or node is measured in several
/// rounds, and the shortest time of these rounds is used.
#[derive(Serialize)]
struct Spread {
    /// Number of positions or nodes.
    number: usize,
    /// Mean time.
    #[serde(flatten)]
    mean: TimingCell,
    /// Median time.
    median: f64,
    /// 99th percentile of the times.
    percentile_99: f64,
}

impl From<&Distribution> for Spread {
    fn from(of: &Distribution) -> Spread {
        let Distribution { number, mean, median, percentile_99 } = *of;
        Spread { number, mean: TimingCell::of_timing(mean), median, percentile_99 }
    }
}

/// The JSON object for a report and its figures.
pub(super) fn object<'r, W: MeasurementWorld>(
    report: &'r Report<'_, W>,
    figures: &'r TimingReport,
) -> Object<'r> {
    let estimates = report.world.rule_files().estimates();
    let against = report.against.as_ref();
    let rows = report.rows.iter().enumerate();
    Object {
        measured: &report.conditions,
        game: &report.contents().name,
        source: &report.source,
        positions: report.positions,
        compared: &report.agreement,
        against: against
            .map(|against| AgainstRow { name: against.name(), differing: report.answered_otherwise() }),
        rows: rows.map(|(at, row)| row_object(report, figures, (at, row), &estimates)).collect(),
        subjects: report.costs.iter().map(|costs| subject_row(report, costs)).collect(),
    }
}

fn row_object<'r, W: MeasurementWorld>(
    report: &Report<'_, W>,
    figures: &'r TimingReport,
    (at, Row { asked, .. }): (usize, &Row),
    estimates: &[Estimate],
) -> RowObject<'r> {
    let (contents, rule) = (report.contents(), asked.rule());
    let level = match asked {
        MeasuredItem::Level(level) => Some(*level),
        _ => rule.map(|rule| contents.rules[rule].level),
    };
    let other = report.against.as_ref().map(Against::short);
    let tables = figures.tables.iter();
    RowObject {
        what: asked.what(),
        name: asked.name(contents),
        level,
        rules: asked.questions(contents).len(),
        expected: rule
            .map(|rule| EstimateRow { answers: estimates[rule].answers, cost: estimates[rule].cost }),
        questions: tables
            .map(|table| (table.question.as_str(), question_row(figures, &table.lines[at], other)))
            .collect(),
    }
}

fn question_row(figures: &TimingReport, line: &Line, other: Option<&str>) -> QuestionRow {
    let of = |name: &str| line.figures[figures.columns.iter().position(|column| column == name)?];
    let both = [Backend::Interpreted, Backend::Compiled].map(|backend| backend.to_string());
    let [interpreted, compiled] = both.each_ref().map(|name| of(name));
    let ratio = interpreted.zip(compiled).map(|(one, other)| one.microseconds / other.microseconds);
    let against = other.map(|other| {
        let beside = |name: String| (of(&format!("{name}, {other}")), name);
        both.map(beside).into_iter().map(|(figure, name)| (name, figure)).collect()
    });
    QuestionRow { interpreted, compiled, ratio, alike: line.runs_same_code, against }
}

fn subject_row<'r, W: MeasurementWorld>(report: &'r Report<'_, W>, costs: &Costs) -> SubjectRow<'r> {
    let (contents, by_level) = (report.contents(), costs.by_level.iter());
    let colour = match costs.subject {
        Subject::Export(export) => contents.exports[export].color.as_deref(),
        _ => None,
    };
    SubjectRow {
        what: costs.subject.what(),
        name: costs.subject.name(contents),
        colour,
        backend: costs.backend.to_string(),
        all: Spread::from(&costs.all),
        by_level: by_level.map(|(level, costs)| LevelRow { level: *level, nodes: costs.into() }).collect(),
    }
}
