//! Attacks the claims of a version of a base.

use std::io::Write as _;
use std::time::Duration;

use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::progress::Progress;
use noire_engine::world::WorldExt as _;
use noire_laboratory::verify::report::{ReportOf, RuleReportOf, Scope};
use noire_laboratory::verify::verification_world::{Settings, VerificationWorld};

use super::print_line;
use super::round::RoundSettings;
use super::version::MAX_DRAWN;
use crate::command_line::commands::verify::{MAX_NODES, counterexample, unplayable};
use crate::command_line::output::{Failure, count};
use crate::command_line::thread_options::{cores, run_failed};
use crate::command_line::width;

/// Attacks the rules of this version in one round, and prints the results. Returns whether no claim was refuted.
pub(super) fn attack_rules<W: VerificationWorld>(
    world: &W,
    time: Duration,
    settings: &RoundSettings<'_>,
) -> Result<bool, Failure> {
    if let Some(note) = world.undefined() {
        eprintln!("note: {note}, and no claim is attacked");
        return Ok(true);
    }
    let inherited = world.inherited();
    let is_own = |rule: &usize| inherited.iter().all(|(other, _)| *other != Question::Rule(*rule));
    let all = &world.contents().rules;
    let rules: Vec<usize> = (0..all.len()).filter(is_own).collect();
    if rules.iter().all(|rule| all[*rule].level == 0) {
        print_line("verify: the base has no rules of its own that claim a win")?;
        return Ok(true);
    }
    let attack = Settings {
        seed: 1,
        time: Some(time),
        rounds: Some(1),
        positions: None,
        all: false,
        nodes: MAX_NODES,
        threads: cores(),
        shard: (0, 1),
        stop: settings.flags.ended(),
        rules,
    };
    let mut progress = Progress::begin();
    let report = settings
        .flags
        .without_alarm(|| world.attack(Vec::new(), &attack, &|stage| progress.show(stage.done, &stage.what)));
    progress.end();
    let Some(report) = report else { return Ok(true) };
    world.problems_found().iter().for_each(|note| eprintln!("note: {note}"));
    print_report(world, &report.map_err(|error| run_failed(world, error))?)
}

/// Prints a summary and the counterexamples. Returns whether no claim was refuted.
fn print_report<W: VerificationWorld>(world: &W, report: &ReportOf<W>) -> Result<bool, Failure> {
    print_line(&summary(world, report))?;
    let mut out = width::wrapped_stdout(true);
    report.rules.iter().try_for_each(|rule| unplayable(&mut out, world, rule))?;
    let found = report.rules.iter().filter_map(|rule| Some((rule, rule.counterexample.as_ref()?)));
    for (rule, found) in found.take(MAX_DRAWN) {
        counterexample(&mut out, world, rule, found, Style::Ascii)?;
    }
    out.flush()?;
    Ok(report.rules.iter().all(|rule| rule.refuted == 0))
}

/// A summary such as `verify: 2 rules attacked in all 5478 positions: 2 not refuted in 1030 claims`.
fn summary<W: VerificationWorld>(world: &W, report: &ReportOf<W>) -> String {
    let rules = &world.contents().rules;
    let all: Vec<&RuleReportOf<W>> = report.rules.iter().filter(|rule| rules[rule.rule].level > 0).collect();
    let held: u64 = all.iter().map(|one| one.held).sum();
    let refuted = all.iter().filter(|one| one.refuted > 0).count();
    let without = all.iter().filter(|one| one.held + one.refuted == 0).count();
    let (scope, claim) = match report.scope {
        Scope::SetUps { .. } => (String::new(), "match"),
        Scope::All { reachable, .. } => (format!(" in all {reachable} positions"), "claim"),
        Scope::Games { positions, .. } => {
            (format!(" in {} of random games", count(positions as usize, "position")), "claim")
        }
    };
    let not_refuted = all.len() - refuted - without;
    let mut parts = vec![format!("{not_refuted} not refuted in {}", count(held as usize, claim))];
    parts.extend((without > 0).then(|| format!("{without} without a {claim} that was decided")));
    parts.extend((refuted > 0).then(|| format!("{refuted} refuted")));
    format!("verify: {} attacked{scope}: {}", count(all.len(), "rule"), parts.join(", "))
}
