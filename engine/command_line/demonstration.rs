//! A bare `noire`: the main job on a position that is built in.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::bases::{Backend, DEFAULT_BASE};
use crate::board::Style;
use crate::facts::Base;
use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::timing::{self, Effort};

use crate::command_line::commands::apply::{Question, answer, limit};
use crate::command_line::output::{Failure, MACHINE};
use crate::command_line::{positions, text, width};

/// The rules are asked for so long by each back end.
const EFFORT: Effort<'_> = Effort::of(Duration::from_millis(100));

/// Runs the demonstration.
pub(crate) fn run() -> Result<ExitCode, Failure> {
    let base = Base::open(DEFAULT_BASE, Limits::default())?;
    let entry = positions::built_in();
    let rules: Vec<usize> = (0..base.rules().len()).collect();
    let mut out = width::whole_lines(true);
    writeln!(
        out,
        "Test position AN07 of the thesis *Kennis en renju*, and what the rules of {} say of it.\n",
        base.name()
    )?;
    let both = [Backend::Compiled, Backend::Interpreted];
    let first = answer(&base, &both, &rules, &entry, Question::First)?;
    text::position(&mut out, &base, &entry, &first, Question::First, Style::Ascii)?;

    let all = answer(&base, &both, &rules, &entry, Question::All)?;
    let unanswered = all.iter().chain(&first).find_map(|answer| Some((answer.rule, answer.limit?)));
    if let Some((rule, reached)) = unanswered {
        return Err(limit((&base.rules()[rule], reached), &entry.text, 0));
    }
    let solutions: usize = all.iter().map(|answer| answer.solutions.len()).sum();
    writeln!(
        out,
        "\nBoth back ends, compiled and interpreted, were asked for all solutions of all {} rules\nand gave the same \
         {solutions} in the same order.",
        rules.len()
    )?;
    let mut position = entry.spec.position();
    let run = |task: usize| {
        for rule in &rules {
            std::hint::black_box(base.all(both[task], *rule, &mut position)?);
        }
        Ok(())
    };
    let timings = timing::measure(both.len(), EFFORT, run, |_| {});
    let timings = timings.map_err(|limit: LimitReached| Failure::Said(limit.to_string(), MACHINE))?;
    writeln!(
        out,
        "All solutions of all rules: compiled {:.1} µs, interpreted {:.1} µs ({:.1} times as long).",
        timings[0].least,
        timings[1].least,
        timings[1].least / timings[0].least
    )?;
    writeln!(
        out,
        "\nTo go on:\n  noire apply --moves h8,i9,i7,g9,g7,h9,h7      the rules in a position of your own\n  noire rules                                   \
         every rule, with a position where it applies\n  noire apply --help                            set-ups, files, all \
         solutions, JSON\n  noire apply --base FOLDER --moves …           rules that you write: a copy of \
         knowledge/renju-2001 to begin with"
    )?;
    Ok(ExitCode::SUCCESS)
}
