//! Reads the results of an earlier `noire bench --format json`, so that a new run can be compared with them.

use std::path::Path;

use blanche_compiler::files;
use blanche_compiler::timing::Interval;
use serde_json::Value;

use crate::command_line::output::{Failure, INTERNAL_ERROR, MISTAKES};
use noire_engine::bases::{Backend, Contents};
use noire_laboratory::measure::Question;
use noire_laboratory::timing_report::TimingCell;

/// The figures of an earlier run.
pub(super) struct EarlierRun(Value);

impl EarlierRun {
    /// Reads the results of an earlier run from a file. Earlier versions of `noire` wrote the name of the game in the
    /// field `base`.
    pub(super) fn read(file: &str, contents: &Contents) -> Result<EarlierRun, Failure> {
        let bytes = files::read_named(Path::new(file)).map_err(|error| {
            Failure::Message(format!("error: {file} cannot be read: {error}"), INTERNAL_ERROR)
        })?;
        let wrong = |why: &str| Failure::Message(format!("error: {file} {why}"), MISTAKES);
        let value: Value = serde_json::from_slice(&bytes)
            .map_err(|_| wrong("has no figures: `noire bench --format json` prints some"))?;
        let (true, Some(name)) =
            (value["rows"].is_array(), value["game"].as_str().or(value["base"].as_str()))
        else {
            return Err(wrong("has no figures of a game: `noire bench --format json` prints some"));
        };
        if name != contents.name {
            eprintln!("note: {file} has figures of {name}: rules with the same names are compared");
        }
        Ok(EarlierRun(value))
    }

    /// The back ends that have figures.
    pub(super) fn backends(&self) -> impl Iterator<Item = Backend> {
        let has = |backend: &Backend| {
            let rows = self.0["rows"].as_array().into_iter().flatten();
            let questions = rows.filter_map(|row| row["questions"].as_object());
            questions.flat_map(|questions| questions.values()).any(|of| of[backend.to_string()].is_object())
        };
        [Backend::Interpreted, Backend::Compiled].into_iter().filter(has)
    }

    /// The figure of a rule, a level or the base.
    pub(super) fn figure(&self, name: &str, question: Question, backend: Backend) -> Option<TimingCell> {
        let rows = self.0["rows"].as_array()?;
        let row = rows.iter().find(|row| row["name"] == name)?;
        let found = &row["questions"][question.name()][backend.to_string()];
        Some(TimingCell {
            microseconds: found["microseconds"].as_f64()?,
            spread: found["spread"].as_f64()?,
            // Figures of earlier versions of the program lack the interval and the speed.
            interval: interval(&found["interval"]),
            answers_per_second: found["answers_per_second"].as_f64(),
            counts: None,
        })
    }
}

fn interval(ends: &Value) -> Option<Interval> {
    Some(Interval { low: ends[0].as_f64()?, high: ends[1].as_f64()? })
}
