//! What was measured of a base.

use std::path::Path;

use blanche_compiler::runtime::Limits;

use super::saved::Saved;
use crate::bases::Backend;
use crate::command_line::output::{Failure, count};
use crate::facts::Base;
use crate::laboratory::figures::{Compared, Conditions, Figure, Figures, Line, Table};
use crate::laboratory::measure::agreement::Agreement;
use crate::laboratory::measure::competitors::Who;
use crate::laboratory::measure::costs::{Costs, Subject};
use crate::laboratory::measure::{Asked, Question, Row, Speed};

/// What was measured.
pub(super) struct Report {
    pub(super) base: Base,
    pub(super) source: String,
    pub(super) positions: usize,
    /// Who answered, in the order of the speeds.
    pub(super) who: Vec<Who>,
    pub(super) rows: Vec<Row>,
    pub(super) costs: Vec<Costs>,
    pub(super) agreement: Agreement,
    pub(super) against: Option<Against>,
    pub(super) conditions: Conditions,
}

/// What a base is compared with.
pub(super) enum Against {
    /// A base that is measured too.
    Base(String, Box<Base>),
    /// What an earlier run has measured.
    Saved(String, Saved),
}

impl Against {
    /// A built-in base, one in a folder, or a file with what an earlier run has printed.
    pub(super) fn open(other: &str, base: &Base) -> Result<Against, Failure> {
        if Path::new(other).is_file() {
            return Ok(Against::Saved(other.to_owned(), Saved::read(other, base)?));
        }
        let opened = Base::open(other, Limits::default())?;
        Ok(Against::Base(other.to_owned(), Box::new(opened)))
    }

    pub(super) fn base(&self) -> Option<&Base> {
        match self {
            Against::Base(_, base) => Some(base),
            Against::Saved(..) => None,
        }
    }

    /// As it was named.
    pub(super) fn name(&self) -> &str {
        match self {
            Against::Base(name, _) | Against::Saved(name, _) => name,
        }
    }

    /// What its columns are called: the last part of a path, without its ending.
    pub(super) fn short(&self) -> &str {
        Path::new(self.name()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_else(|| self.name())
    }
}

impl Report {
    /// What was measured of a subject, by each back end.
    pub(super) fn costs_of(&self, is_asked: impl Fn(Subject) -> bool) -> Vec<&Costs> {
        self.costs.iter().filter(|costs| is_asked(costs.subject)).collect()
    }

    /// `renju, 600 positions of the built-in corpus`
    pub(super) fn title(&self) -> String {
        format!("{}, {} of {}", self.base.name(), count(self.positions, "position"), self.source)
    }

    /// Whose figures they are, column by column: those who answered, and then those of an earlier run.
    pub(super) fn columns(&self) -> Vec<String> {
        let other = self.against.as_ref().map(Against::short).unwrap_or_default();
        let who = self.who.iter().map(|who| match who {
            Who::Own(backend) => backend.to_string(),
            Who::Other(backend) => format!("{backend}, {other}"),
        });
        let saved = match &self.against {
            Some(Against::Saved(_, saved)) => {
                saved.backends().map(|backend| format!("{backend}, {other}")).collect()
            }
            _ => Vec::new(),
        };
        who.chain(saved).collect()
    }

    /// What is compared is said before its times.
    pub(super) fn compared(&self) -> String {
        let who = self.who.iter().filter_map(|who| match who {
            Who::Own(backend) => Some(backend.to_string()),
            Who::Other(_) => None,
        });
        let who: Vec<String> = who.collect();
        let others = self.agreement.others;
        let and =
            if others > 0 { format!(" and {others} exports, values and verdicts") } else { String::new() };
        let answers = count(self.agreement.answers, "answer");
        match who.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("{answers} of rules{and} are the same {} and {last}", rest.join(", "))
            }
            _ => format!("{answers} of rules{and}, {} only", who.join("")),
        }
    }

    /// The rules that the other base answers otherwise, by the first of its back ends.
    pub(super) fn answered_otherwise(&self) -> Vec<String> {
        let other = self.who.iter().position(|who| matches!(who, Who::Other(_)));
        self.names(other.map(|at| self.agreement.differing[at].as_slice()).unwrap_or_default())
    }

    /// The names of rows.
    pub(super) fn names(&self, rows: &[usize]) -> Vec<String> {
        rows.iter().map(|row| self.rows[*row].asked.name(&self.base)).collect()
    }

    /// The figures of the rules, the levels and the base.
    pub(super) fn figures(&self) -> Figures {
        let questions = self.rows.first().map(|row| row.speeds.iter().map(|(question, _)| *question));
        let tables = questions.into_iter().flatten().enumerate().map(|(at, question)| Table {
            question: question.name().to_owned(),
            lines: self.rows.iter().map(|row| self.line(row, at, question)).collect(),
        });
        let (columns, conditions) = (self.columns(), self.conditions.clone());
        let compared = self.against.as_ref().map(|against| Compared {
            name: against.short().to_owned(),
            columns: compared(&columns, against.short()),
        });
        Figures { title: self.title(), columns, compared, tables: tables.collect(), conditions }
    }

    fn line(&self, row: &Row, at: usize, question: Question) -> Line {
        let name = row.asked.name(&self.base);
        let mut figures: Vec<Option<Figure>> =
            row.speeds[at].1.iter().map(|speed| speed.map(Figure::of)).collect();
        if let Some(Against::Saved(_, saved)) = &self.against {
            figures.extend(saved.backends().map(|backend| saved.figure(&name, question, backend)));
        }
        Line { what: what(&row.asked), name, is_alike: false, figures }
    }

    /// The speed of a row's question by a back end of the base.
    pub(super) fn own(&self, speeds: &[Option<Speed>], backend: Backend) -> Option<Speed> {
        let at = self.who.iter().position(|who| *who == Who::Own(backend))?;
        speeds[at]
    }
}

/// `rule`, `level` or `base`
pub(super) fn what(asked: &Asked) -> &'static str {
    match asked {
        Asked::Rule(_) => "rule",
        Asked::Level(_) => "level",
        Asked::Base => "base",
    }
}

/// The columns of a back end of the base and of the same of what it is compared with: the faster of those that both have.
fn compared(columns: &[String], other: &str) -> Option<(usize, usize)> {
    let place = |name: &str| columns.iter().position(|column| column == name);
    let pair = |backend: Backend| place(&backend.to_string()).zip(place(&format!("{backend}, {other}")));
    pair(Backend::Compiled).or_else(|| pair(Backend::Interpreted))
}
