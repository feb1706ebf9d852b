//! The built-in bases in both back ends: compiled into the program, and interpreted from their texts, which a test may
//! edit. Functions that take no name use the printed base, whose rules are those that the thesis prints.

#![allow(dead_code, reason = "each test that includes this uses a part of it")]

use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::plan::Plan;
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::runtime::{CompiledBase, CompiledRule, Limits, Solutions, Value};
use blanche_compiler::{STATISTICS_FILE, has_errors, load, report};
use noire::board::{Point, Position};
use noire::rules::five_in_a_row::{Interpreted, bases};
use noire::rules::{KNOWLEDGE, SIDECARS};

/// The name of the printed base, whose rules are those that the thesis prints.
pub(crate) const PRINTED: &str = "renju-2001";

/// The names of the bases that `build.rs` compiled.
pub(crate) fn names() -> Vec<&'static str> {
    bases::<Position>().iter().map(|base| base.name).collect()
}

/// The names of the bases that are meant to be correct: all but the printed one, which reproduces known faults.
pub(crate) fn names_we_stand_behind() -> Vec<&'static str> {
    names().into_iter().filter(|name| *name != PRINTED).collect()
}

/// The compiled base with this name.
pub(crate) fn compiled_of(name: &str) -> CompiledBase<Position> {
    bases::<Position>().into_iter().find(|base| base.name == name).expect("the base is compiled")
}

/// The printed base, compiled.
pub(crate) fn compiled_base() -> CompiledBase<Position> {
    compiled_of(PRINTED)
}

/// The rules of the printed base, compiled.
pub(crate) fn compiled() -> Vec<CompiledRule<Position>> {
    compiled_base().rules
}

/// A base parsed from its text.
pub(crate) struct Text {
    pub(crate) program: Program,
    plan: Plan,
}

impl Text {
    /// The printed base as it is in `knowledge/`.
    pub(crate) fn printed() -> Text {
        Text::of(PRINTED)
    }

    /// The base with this name as it is in `knowledge/`.
    pub(crate) fn of(name: &str) -> Text {
        Text::edited_of(name, |_, text| text.to_owned())
    }

    /// The printed base with every file edited: `edit` maps the path below `knowledge/` and the text to the new text.
    pub(crate) fn edited(edit: impl Fn(&str, &str) -> String) -> Text {
        Text::edited_of(PRINTED, edit)
    }

    /// The base with this name, with every file edited as in [`Text::edited`].
    pub(crate) fn edited_of(name: &str, edit: impl Fn(&str, &str) -> String) -> Text {
        let texts: Vec<(String, Vec<u8>)> = KNOWLEDGE
            .iter()
            .map(|(path, text)| ((*path).to_owned(), edit(path, text).into_bytes()))
            .collect();
        let mut project = Project::default();
        let path = format!("{name}/base.blanche");
        let (_, bytes) = texts.iter().find(|(other, _)| *other == path).expect("the base has its file");
        let root = project.add(&format!("knowledge/{path}"), bytes);
        let search_path = SearchPath { texts: texts.clone(), ..SearchPath::default() };
        let mut checked = load(&mut project, root, &search_path);
        let statistics = format!("{name}/{STATISTICS_FILE}");
        let (_, statistics) =
            SIDECARS.iter().find(|(path, _)| *path == statistics).expect("the base has statistics");
        let statistics = project.sources.add(STATISTICS_FILE, statistics.as_bytes());
        checked.read_statistics(&project.sources, statistics);
        assert!(
            !has_errors(&checked.diagnostics),
            "{}",
            report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN)
        );
        let plan = checked.plan().expect("it is planned");
        let program = checked.resolved.program;
        Text { program, plan }
    }

    /// The interpreter for this base.
    pub(crate) fn machine(&self, limits: Limits) -> Machine<Interpreted<Position>> {
        Machine::new(&self.program, &self.plan, limits).expect("the host answers all modes")
    }

    /// The rules with their titles.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (RuleId, String)> + '_ {
        let rules = self.program.rules.iter().enumerate();
        rules.map(|(at, rule)| (RuleId(at as u32), self.program.rule_title(rule)))
    }

    /// Solutions as text, one per line.
    pub(crate) fn written(&self, rule: RuleId, solutions: &Solutions) -> Vec<String> {
        let rule = self.program.rule(rule);
        let sorts: Vec<_> = rule
            .answer
            .iter()
            .map(|variable| rule.variables[variable.index()].sort)
            .map(|sort| self.program.sort(self.program.sort(sort).root))
            .collect();
        let value = |(value, sort): (&Value, &&blanche_compiler::program::Sort)| {
            <Interpreted<Position> as Host>::write(&sort.name, *value).unwrap_or_else(|| sort.text(*value))
        };
        solutions.iter().map(|row| row.iter().zip(&sorts).map(value).collect::<Vec<_>>().join(" ")).collect()
    }
}

/// The position after these moves, such as `h8,i7,…`, black first.
pub(crate) fn after(moves: &str) -> Position {
    Position::after_moves(&points(moves)).unwrap()
}

/// Parses points separated by commas.
pub(crate) fn points(text: &str) -> Vec<Point> {
    text.split(',').filter(|point| !point.is_empty()).map(|point| point.parse().unwrap()).collect()
}
