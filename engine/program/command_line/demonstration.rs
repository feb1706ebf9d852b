//! What `noire` does without arguments: shows the rules that apply in a built-in position.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::timing::{self, Effort};
use noire_engine::bases::{Backend, DEFAULT_BASE, Question};
use noire_engine::board::Style;
use noire_engine::with_world;
use noire_engine::world::{Wanted, World, WorldExt as _, open};

use crate::command_line::commands::apply::{answer, limit_failure};
use crate::command_line::output::{Failure, INTERNAL_ERROR};
use crate::command_line::query_options::{open_with_backends, world_failure};
use crate::command_line::{answer_text, width};

/// Time to measure the rules with each back end.
const EFFORT: Effort<'_> = Effort::of(Duration::from_millis(100));

/// Runs the demonstration.
pub(crate) fn run() -> Result<ExitCode, Failure> {
    let base = open(DEFAULT_BASE, Limits::default())?;
    let world = open_with_backends(base, vec![Backend::Compiled, Backend::Interpreted])?;
    with_world!(&world, |world| run_in(world))
}

fn run_in<W: World>(world: &W) -> Result<ExitCode, Failure> {
    let rules: Vec<usize> = (0..world.contents().rules.len()).collect();
    let (entry, mut position) = world
        .sample()
        .and_then(|entry| entry.position(world).map(|position| (entry, position)))
        .map_err(|trouble| world_failure(world, trouble))?;
    let mut out = width::unwrapped_stdout(true);
    writeln!(
        out,
        "Test position {} of the thesis *Kennis en renju*, and what the rules of {} say about it.\n",
        entry.id.as_deref().unwrap_or_default(),
        world.contents().name
    )?;
    let first = answer(world, &rules, (&entry, &mut position), Wanted::First)?;
    answer_text::print_position(&mut out, world, &position, &first, Wanted::First, Style::Ascii)?;

    let all = answer(world, &rules, (&entry, &mut position), Wanted::All)?;
    let unanswered = all.iter().chain(&first).find_map(|one| Some((one.rule, *one.answer.as_ref().err()?)));
    if let Some((rule, reached)) = unanswered {
        let rule = &world.contents().rules[rule];
        return Err(limit_failure((&rule.title(), &rule.place, reached), &entry.text, 0));
    }
    let solutions: usize = all.iter().map(|one| one.solutions().count()).sum();
    writeln!(
        out,
        "\nBoth back ends, compiled and interpreted, were asked for all solutions of all {} rules\nand gave the same \
         {solutions} in the same order.",
        rules.len()
    )?;
    let run = |task: usize| {
        for rule in &rules {
            let question = Question::Rule(*rule);
            std::hint::black_box(world.answers(world.backends()[task], question, &mut position)?);
        }
        Ok(())
    };
    let timings = timing::measure(world.backends().len(), EFFORT, run, |_| {});
    let timings =
        timings.map_err(|limit: LimitReached| Failure::Message(limit.to_string(), INTERNAL_ERROR))?;
    writeln!(
        out,
        "All solutions of all rules: compiled {:.1} µs, interpreted {:.1} µs ({:.1} times as long).",
        timings[0].least,
        timings[1].least,
        timings[1].least / timings[0].least
    )?;
    writeln!(out, "\nTry next:")?;
    if cfg!(feature = "page") {
        writeln!(
            out,
            "  noire serve --open                            play, and ask why, on a page in the browser"
        )?;
    }
    writeln!(
        out,
        "  noire apply --moves h8,i9,i7,g9,g7,h9,h7      the rules in a position of your own\n  noire rules                                   \
         every rule, with a position where it applies\n  noire apply --help                            set-ups, files, all \
         solutions, JSON\n  noire apply FOLDER --moves …                  rules of your own: start with \
         a copy of knowledge/renju-2001"
    )?;
    Ok(ExitCode::SUCCESS)
}
