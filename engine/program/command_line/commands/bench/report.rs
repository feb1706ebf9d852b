//! The measurements of a game and its base, prepared for printing.

use std::iter::repeat;
use std::path::Path;

use super::earlier_run::EarlierRun;
use crate::command_line::output::count;
use noire_engine::bases::{Backend, Contents};
use noire_laboratory::measure::agreement::Agreement;
use noire_laboratory::measure::costs::Costs;
use noire_laboratory::measure::measurement_world::MeasurementWorld;
use noire_laboratory::measure::{Question, Row};
use noire_laboratory::timing_report::{ComparedRun, Conditions, Line, Table, TimingCell, TimingReport};

/// The results of a run.
pub(super) struct Report<'w, W> {
    pub(super) world: &'w W,
    pub(super) source: String,
    pub(super) positions: usize,
    /// The back ends that were measured, in the order of the figures. The flag tells whether the back end belongs to
    /// the other base.
    pub(super) who: Vec<(Backend, bool)>,
    pub(super) rows: Vec<Row>,
    pub(super) costs: Vec<Costs>,
    pub(super) agreement: Agreement,
    pub(super) against: Option<Against<'w, W>>,
    pub(super) conditions: Conditions,
}

/// The other base or the earlier run that a base is compared with, each with its name as the user wrote it.
pub(super) enum Against<'w, W> {
    /// A base that is measured in the same run.
    Base(&'w str, &'w W),
    /// The results of an earlier run.
    EarlierRun(&'w str, EarlierRun),
}

impl<'w, W> Against<'w, W> {
    pub(super) fn base(&self) -> Option<&'w W> {
        match self {
            Against::Base(_, base) => Some(base),
            Against::EarlierRun(..) => None,
        }
    }

    /// The name or path as the user wrote it.
    pub(super) fn name(&self) -> &'w str {
        match self {
            Against::Base(name, _) | Against::EarlierRun(name, _) => name,
        }
    }

    /// A short name for column heads. For a path, it is the last part of the path without its ending.
    pub(super) fn short(&self) -> &'w str {
        Path::new(self.name()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_else(|| self.name())
    }
}

impl<W: MeasurementWorld> Report<'_, W> {
    /// The declarations of the base.
    pub(super) fn contents(&self) -> &Contents {
        self.world.contents()
    }

    /// A title such as `renju, 600 positions of the built-in corpus`.
    pub(super) fn title(&self) -> String {
        format!("{}, {} of {}", self.contents().name, count(self.positions, "position"), self.source)
    }

    /// The heads of the columns. The measured back ends come first, and then the back ends of an earlier run.
    pub(super) fn columns(&self) -> Vec<String> {
        let other = self.against.as_ref().map(Against::short).unwrap_or_default();
        let who = self.who.iter().map(|(backend, is_other)| match is_other {
            true => format!("{backend}, {other}"),
            false => backend.to_string(),
        });
        let saved = match &self.against {
            Some(Against::EarlierRun(_, saved)) => {
                saved.backends().map(|backend| format!("{backend}, {other}")).collect()
            }
            _ => Vec::new(),
        };
        who.chain(saved).collect()
    }

    /// A sentence about the answers that were compared before the measurement.
    pub(super) fn compared(&self) -> String {
        let (answers, others) = (count(self.agreement.answers, "answer"), self.agreement.others);
        let and = if others > 0 { format!(" and {others} {}", W::SUBJECTS) } else { String::new() };
        match self.world.backends() {
            [one] => format!("{answers} of rules{and}, {one} only"),
            _ => format!("{answers} of rules{and} are the same interpreted and compiled"),
        }
    }

    /// The rules for which the other base gives different answers. Only the first back end of the other base is
    /// compared.
    pub(super) fn answered_otherwise(&self) -> Vec<String> {
        let other = self.who.iter().position(|(_, is_other)| *is_other);
        let rows = other.map(|at| self.agreement.differing[at].as_slice()).unwrap_or_default();
        rows.iter().map(|row| self.rows[*row].asked.name(self.contents())).collect()
    }

    /// The figures of the rules, the levels and the base.
    pub(super) fn figures(&self) -> TimingReport {
        let questions = self.rows.first().map(|row| row.speeds.iter().map(|(question, _)| *question));
        let tables = questions.into_iter().flatten().enumerate().map(|(at, question)| Table {
            question: question.name().to_owned(),
            lines: self.rows.iter().map(|row| self.line(row, at, question)).collect(),
        });
        let (columns, conditions) = (self.columns(), self.conditions.clone());
        let compared = self.against.as_ref().map(|against| ComparedRun {
            name: against.short().to_owned(),
            columns: compared(&columns, against.short()),
        });
        TimingReport { title: self.title(), columns, compared, tables: tables.collect(), conditions }
    }

    fn line(&self, row: &Row, at: usize, question: Question) -> Line {
        let name = row.asked.name(self.contents());
        let mut figures: Vec<Option<TimingCell>> =
            row.speeds[at].1.iter().map(|speed| speed.map(TimingCell::of)).collect();
        if let Some(Against::EarlierRun(_, saved)) = &self.against {
            figures.extend(saved.backends().map(|backend| saved.figure(&name, question, backend)));
        }
        let runs_same_code = row.asked.runs_same_code(self.world, question);
        Line { what: row.asked.what(), name, runs_same_code, figures }
    }

    /// A table of the mean times of exports, values and other subjects that are measured position by position. The
    /// first columns are for the back ends of the base.
    pub(super) fn table_of_subjects(&self) -> Option<Table> {
        let columns = self.columns().len();
        let line = |costs: &[Costs]| {
            let (subject, means) = (costs[0].subject, costs.iter().map(|costs| costs.all.mean));
            let figures =
                means.map(|mean| Some(TimingCell::of_timing(mean))).chain(repeat(None)).take(columns);
            let name = subject.name(self.contents());
            Line { what: subject.what(), name, runs_same_code: false, figures: figures.collect() }
        };
        let lines: Vec<Line> = self.costs.chunks(self.world.backends().len()).map(line).collect();
        (!lines.is_empty()).then(|| Table { question: "one by one".to_owned(), lines })
    }
}

/// The two columns to compare, one for each base. Both are columns of the fastest back end that the two bases have in
/// common.
fn compared(columns: &[String], other: &str) -> Option<(usize, usize)> {
    let place = |name: &str| columns.iter().position(|column| column == name);
    let pair = |backend: Backend| place(&backend.to_string()).zip(place(&format!("{backend}, {other}")));
    pair(Backend::Compiled).or_else(|| pair(Backend::Interpreted))
}
