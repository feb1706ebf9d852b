//! What was measured, as one object.

use std::collections::BTreeMap;

use blanche_compiler::plan::Estimate;
use serde::Serialize;

use super::report::{Against, Report};
use crate::bases::Backend;
use crate::laboratory::figures::{Figure, Measured};
use crate::laboratory::measure::competitors::Who;
use crate::laboratory::measure::costs::{Costs, Distribution, Subject};
use crate::laboratory::measure::timed::Timed;
use crate::laboratory::measure::{Asked, Question, Row, Speed};

/// What is printed.
#[derive(Serialize)]
pub(super) struct Object<'r> {
    /// How it was measured.
    measured: Measured<'r>,
    /// The name of the game.
    game: &'r str,
    /// Where the positions come from.
    source: &'r str,
    /// How many there are.
    positions: usize,
    /// What was compared before anything was timed.
    compared: ComparedRow,
    /// With `--against`; null otherwise.
    against: Option<AgainstRow<'r>>,
    /// An object for each rule, each score and each preference of a game in text, each level and the whole base.
    rows: Vec<RowObject>,
    /// What is asked position by position, by each back end: exports, values, verdicts at nodes, and what is asked of a game in text.
    /// Empty with `--rule`.
    subjects: Vec<SubjectRow<'r>>,
}

/// How many answers were compared.
#[derive(Serialize)]
struct ComparedRow {
    /// Of what has a row.
    answers: usize,
    /// Of subjects.
    others: usize,
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
struct RowObject {
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
    questions: BTreeMap<&'static str, QuestionRow>,
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
    interpreted: Option<FigureRow>,
    /// Null where the base is not compiled.
    compiled: Option<FigureRow>,
    /// Interpreted to compiled; null where one of them is missing.
    ratio: Option<f64>,
    /// Whether both answer by operations on words, which both interpret.
    alike: bool,
    /// With `--against`; null otherwise.
    against: Option<Beside>,
}

/// The figures of another base; of an earlier run without steps and bytes.
#[derive(Serialize)]
struct Beside {
    interpreted: Option<FigureRow>,
    compiled: Option<FigureRow>,
}

/// A time.
#[derive(Serialize)]
struct FigureRow {
    /// Microseconds per position: the least of the rounds.
    microseconds: f64,
    /// How far the median of the rounds lies above it: 0.1 for a tenth.
    spread: f64,
    /// Low and high; null of a single round.
    interval: Option<[f64; 2]>,
    /// Null without any answer.
    answers_per_second: Option<f64>,
    /// Steps of work per position, as `--work` counts them; null where operations on words answer, which count none.
    steps: Option<f64>,
    /// The most bytes that were kept at one time in any position, as `--memory` counts them; null as of steps.
    bytes: Option<u64>,
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
    #[serde(flatten)]
    spread: Spread,
}

/// How microseconds are spread over positions or nodes, each at the least of its rounds.
#[derive(Serialize)]
struct Spread {
    /// How many positions or nodes.
    number: usize,
    /// The mean.
    mean: f64,
    /// The interval of the mean, low and high; null of a single round.
    interval: Option<[f64; 2]>,
    /// How far the mean of their medians lies above it.
    spread: f64,
    /// The median.
    median: f64,
    /// What 99 % of them do not exceed.
    percentile_99: f64,
}

/// The object.
pub(super) fn object<'r, W: Timed>(report: &'r Report<'_, W>) -> Object<'r> {
    let estimates = report.world.texts().estimates();
    let against = report
        .against
        .as_ref()
        .map(|against| AgainstRow { name: against.name(), differing: report.answered_otherwise() });
    Object {
        measured: report.conditions.measured(),
        game: &report.contents().name,
        source: &report.source,
        positions: report.positions,
        compared: ComparedRow { answers: report.agreement.answers, others: report.agreement.others },
        against,
        rows: report.rows.iter().map(|row| row_object(report, row, &estimates)).collect(),
        subjects: report.costs.iter().map(|costs| subject_row(report, costs)).collect(),
    }
}

fn row_object<W: Timed>(report: &Report<'_, W>, row: &Row, estimates: &[Estimate]) -> RowObject {
    let contents = report.contents();
    let rule = row.asked.rule();
    let level = match row.asked {
        Asked::Level(level) => Some(level),
        _ => rule.map(|rule| contents.rules[rule].level),
    };
    let expected = rule.map(|rule| &estimates[rule]);
    let questions = row.speeds.iter();
    RowObject {
        what: row.asked.what(),
        name: row.asked.name(contents),
        level,
        rules: row.asked.questions(contents).len(),
        expected: expected.map(|estimate| Expected { answers: estimate.answers, cost: estimate.cost }),
        questions: questions
            .map(|(question, speeds)| (question.name(), question_row(report, row, *question, speeds)))
            .collect(),
    }
}

fn question_row<W: Timed>(
    report: &Report<'_, W>,
    row: &Row,
    question: Question,
    speeds: &[Option<Speed>],
) -> QuestionRow {
    let by = |who: Who| speeds[report.who.iter().position(|known| *known == who)?];
    let [interpreted, compiled] =
        [Backend::Interpreted, Backend::Compiled].map(|backend| by(Who::Own(backend)));
    let ratio = interpreted.zip(compiled).map(|(one, other)| one.microseconds() / other.microseconds());
    let name = row.asked.name(report.contents());
    let against = report.against.as_ref().map(|against| {
        let of = |backend| match against {
            Against::Base(..) => by(Who::Other(backend)).map(Figure::of),
            Against::Saved(_, saved) => saved.figure(&name, question, backend),
        };
        let [interpreted, compiled] =
            [Backend::Interpreted, Backend::Compiled].map(|backend| of(backend).map(figure_row));
        Beside { interpreted, compiled }
    });
    let [interpreted, compiled] = [interpreted, compiled].map(|speed| speed.map(Figure::of).map(figure_row));
    QuestionRow { interpreted, compiled, ratio, alike: row.asked.is_alike(report.world, question), against }
}

fn figure_row(figure: Figure) -> FigureRow {
    FigureRow {
        microseconds: figure.microseconds,
        spread: figure.spread,
        interval: figure.interval.map(|interval| [interval.low, interval.high]),
        answers_per_second: figure.answers_per_second,
        steps: figure.counts.map(|counts| counts.steps),
        bytes: figure.counts.map(|counts| counts.bytes),
    }
}

fn subject_row<'r, W: Timed>(report: &'r Report<'_, W>, costs: &Costs) -> SubjectRow<'r> {
    let contents = report.contents();
    let colour = match costs.subject {
        Subject::Export(export) => contents.exports[export].color.as_deref(),
        _ => None,
    };
    let by_level = costs.by_level.iter();
    SubjectRow {
        what: costs.subject.what(),
        name: costs.subject.name(contents),
        colour,
        backend: costs.backend.to_string(),
        all: spread(&costs.all),
        by_level: by_level.map(|(level, costs)| LevelRow { level: *level, spread: spread(costs) }).collect(),
    }
}

fn spread(costs: &Distribution) -> Spread {
    let Distribution { number, mean, median, percentile_99 } = *costs;
    Spread {
        number,
        mean: mean.least,
        interval: mean.interval.map(|interval| [interval.low, interval.high]),
        spread: mean.spread(),
        median,
        percentile_99,
    }
}
