//! What was measured, as one object. What is not known of a figure is left out of it.

use std::collections::BTreeMap;

use blanche_compiler::plan::Estimate;
use serde::Serialize;

use super::report::{Against, Report};
use crate::laboratory::figures::{Conditions, Figure, Figures, Line};
use crate::laboratory::measure::agreement::Agreement;
use crate::laboratory::measure::costs::{Costs, Distribution, Subject};
use crate::laboratory::measure::timed::Timed;
use crate::laboratory::measure::{Asked, Row};
use noire_engine::bases::Backend;

/// What is printed.
#[derive(Serialize)]
pub(super) struct Object<'r> {
    /// How it was measured.
    measured: &'r Conditions,
    /// The name of the game.
    game: &'r str,
    /// Where the positions come from.
    source: &'r str,
    /// How many there are.
    positions: usize,
    /// What was compared before anything was timed.
    compared: &'r Agreement,
    /// What the base is compared with; null without `--against`.
    against: Option<AgainstRow<'r>>,
    /// An object for each rule, each score and each preference of a game in text, each level and the whole base.
    rows: Vec<RowObject<'r>>,
    /// What is asked position by position, by each back end: exports, values, verdicts at nodes, and what is asked of a game in text.
    /// Empty with `--rule`.
    subjects: Vec<SubjectRow<'r>>,
}

/// What a base is compared with.
#[derive(Serialize)]
struct AgainstRow<'r> {
    /// As it was asked for.
    name: &'r str,
    /// The names of the rows that it answers otherwise.
    differing: Vec<String>,
}

/// What was measured of a rule, a level or the base.
#[derive(Serialize)]
struct RowObject<'r> {
    /// `rule`, `score`, `preference`, `level` or `base`.
    what: &'static str,
    /// The title of the rule, `level 3`, or the name of the base.
    name: String,
    /// The level; null for the whole base, scores and preferences.
    level: Option<u32>,
    /// How many rules are asked.
    rules: usize,
    /// What the planner expected of a rule; null for others.
    expected: Option<Expected>,
    /// By `applies`, `first`, `all` and `count`, as far as they were asked.
    questions: BTreeMap<&'r str, QuestionRow>,
}

/// What the planner expected.
#[derive(Serialize)]
struct Expected {
    /// Answers per position.
    answers: f64,
    /// The cost.
    cost: f64,
}

/// What was measured of a question.
#[derive(Serialize)]
struct QuestionRow {
    /// Null where it was not asked.
    interpreted: Option<Figure>,
    /// Null where the base is not compiled.
    compiled: Option<Figure>,
    /// Interpreted to compiled; null where one of them is missing.
    ratio: Option<f64>,
    /// Whether both answer by operations on words, which both interpret.
    alike: bool,
    /// The figures of another base, or of an earlier run, interpreted and compiled; null without `--against`.
    against: Option<BTreeMap<String, Option<Figure>>>,
}

/// What was measured of a subject through a back end.
#[derive(Serialize)]
struct SubjectRow<'r> {
    /// `export`, `value`, `verdict`, or `game` for what is asked of a game in text.
    what: &'static str,
    /// `urgent for white`, `all moves`, …
    name: String,
    /// The player of whom an export speaks; null for nobody in particular.
    colour: Option<&'r str>,
    /// `interpreted` or `compiled`.
    backend: String,
    /// All positions or nodes.
    all: Spread,
    /// The verdicts that stop at each level, and in the end those where no rule applies; empty for others.
    by_level: Vec<LevelRow>,
}

/// Verdicts that stop at a level.
#[derive(Serialize)]
struct LevelRow {
    /// The level; null where no rule applies.
    level: Option<u32>,
    /// Their nodes.
    #[serde(flatten)]
    nodes: Spread,
}

/// How microseconds are spread over positions or nodes, each at the least of its rounds.
#[derive(Serialize)]
struct Spread {
    /// How many positions or nodes.
    number: usize,
    /// Their mean.
    #[serde(flatten)]
    mean: Figure,
    /// Their median.
    median: f64,
    /// What 99 % of them do not exceed.
    percentile_99: f64,
}

impl From<&Distribution> for Spread {
    fn from(of: &Distribution) -> Spread {
        let Distribution { number, mean, median, percentile_99 } = *of;
        Spread { number, mean: Figure::of_timing(mean), median, percentile_99 }
    }
}

/// The object, with these figures of the report.
pub(super) fn object<'r, W: Timed>(report: &'r Report<'_, W>, figures: &'r Figures) -> Object<'r> {
    let estimates = report.world.texts().estimates();
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

fn row_object<'r, W: Timed>(
    report: &Report<'_, W>,
    figures: &'r Figures,
    (at, Row { asked, .. }): (usize, &Row),
    estimates: &[Estimate],
) -> RowObject<'r> {
    let (contents, rule) = (report.contents(), asked.rule());
    let level = match asked {
        Asked::Level(level) => Some(*level),
        _ => rule.map(|rule| contents.rules[rule].level),
    };
    let other = report.against.as_ref().map(Against::short);
    let tables = figures.tables.iter();
    RowObject {
        what: asked.what(),
        name: asked.name(contents),
        level,
        rules: asked.questions(contents).len(),
        expected: rule.map(|rule| Expected { answers: estimates[rule].answers, cost: estimates[rule].cost }),
        questions: tables
            .map(|table| (table.question.as_str(), question_row(figures, &table.lines[at], other)))
            .collect(),
    }
}

fn question_row(figures: &Figures, line: &Line, other: Option<&str>) -> QuestionRow {
    let of = |name: &str| line.figures[figures.columns.iter().position(|column| column == name)?];
    let both = [Backend::Interpreted, Backend::Compiled].map(|backend| backend.to_string());
    let [interpreted, compiled] = both.each_ref().map(|name| of(name));
    let ratio = interpreted.zip(compiled).map(|(one, other)| one.microseconds / other.microseconds);
    let against = other.map(|other| {
        let beside = |name: String| (of(&format!("{name}, {other}")), name);
        both.map(beside).into_iter().map(|(figure, name)| (name, figure)).collect()
    });
    QuestionRow { interpreted, compiled, ratio, alike: line.is_alike, against }
}

fn subject_row<'r, W: Timed>(report: &'r Report<'_, W>, costs: &Costs) -> SubjectRow<'r> {
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
