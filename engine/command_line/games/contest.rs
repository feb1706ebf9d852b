//! `noire match --game NAME`: two agents play a game in text against each other.
//!
//! With `--format json` an object is printed:
//!
//! ```text
//! game, seed            as they were asked
//! contestants           for both: name, moves, positions, seconds, slowest (milliseconds), depth (mean), late (moves)
//! games                 how many were played
//! wins, draws, losses   of the first
//! score                 the share of the points that the first has, from 0 to 1
//! low, high             its bounds at 95 %; null for fewer than two openings
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::agents::AgentSpec;
use crate::laboratory::games::contest::{ContestError, ContestGame, Openings, Report, Terms, Used, contest};
use crate::progress::Progress;
use blanche_compiler::game::{Move, Outcome, Past, Rules};
use serde_json::{Value, json};

use super::Opened;
use super::positions::read_file;
use crate::command_line::commands::engine_match::report::{add_score, tell_score};
use crate::command_line::game::{after, failed};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MISTAKES, WRONG_USE, check_file, count, write_file};
use crate::command_line::width;

/// Plays the match.
pub(crate) fn run(
    game: &Opened,
    agents: [&AgentSpec; 2],
    terms: &Terms,
    output: Option<&Path>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let rules = game.first();
    // A match may take hours: whether its games can be written is found out before.
    if let Some(path) = output {
        check_file(path, None)?;
    }
    let mut progress = Progress::begin();
    let report = contest(rules, agents, terms, &mut |number, all| {
        progress.show((number - 1) as f64 / all as f64, &format!("game {number} of {all}"));
    });
    progress.end();
    let report = report.map_err(|error| match error {
        ContestError::Agent(bad) => Failure::Said(format!("error: {}: {bad}", game.base.name()), WRONG_USE),
        ContestError::Fault(fault) => failed(&game.base, &fault),
    })?;
    tell_shorter(&terms.openings, report.shorter);
    if let Some(path) = output {
        write_file(path, &records(rules, &report), None)?;
    }
    let mut names = agents.map(|agent| agent.name.clone());
    if names[0] == names[1] {
        names[1].push_str(" (second)");
    }
    for (name, used) in names.iter().zip(&report.used) {
        if let Some(given_up) = &used.given_up {
            eprintln!("note: {name} thought no further where {given_up}");
        }
    }
    let mut out = width::out(format == Format::Text);
    match format {
        Format::Json => {
            let used = names.iter().zip(&report.used);
            let contestants: Vec<Value> = used.map(|(name, used)| contestant(name, used)).collect();
            let mut object =
                json!({ "game": game.base.name(), "seed": terms.seed, "contestants": contestants });
            add_score(&mut object, &report.score);
            writeln!(out, "{object:#}")?;
        }
        Format::Text => {
            let [first, second] = &names;
            writeln!(out, "{first} against {second}, {}, seed {}\n", game.base.name(), terms.seed)?;
            tell_score(&mut out, &report.score)?;
            for (name, used) in names.iter().zip(&report.used) {
                tell_used(&mut out, name, used)?;
            }
        }
    }
    Ok(interrupt::status(&terms.stop))
}

/// Notes that openings have fewer moves by chance than were wanted, where some have.
pub(crate) fn tell_shorter(openings: &Openings, shorter: u64) {
    if let Openings::ByChance(plies) = openings
        && shorter > 0
    {
        let (openings, wanted) = (count(shorter as usize, "opening"), count(*plies, "move"));
        let has = if shorter == 1 { "has" } else { "have" };
        eprintln!("note: {openings} {has} fewer than {wanted}: with one more the game would have been over");
    }
}

/// The openings of a file: a game on each line, and remarks on lines that begin with `#`.
pub(crate) fn openings(game: &Opened, path: &Path) -> Result<Openings, Failure> {
    let (rules, text) = (game.first(), read_file(path)?);
    let start = rules.start().map_err(|fault| failed(&game.base, &fault))?;
    let mut lines: Vec<Vec<Move>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() && !line.starts_with('#') {
            let what = format!("{}, opening of line {number}", path.display());
            lines.push(after(&game.base, rules, &start, &what, line)?.1);
        }
    }
    match lines.is_empty() {
        true => Err(Failure::Said(format!("error: {} has no openings", path.display()), MISTAKES)),
        false => Ok(Openings::Given(lines)),
    }
}

/// The games as text that can be read again.
fn records(rules: &Rules, report: &Report) -> String {
    let mut records = String::new();
    for (number, game) in (1..).zip(&report.games) {
        let result = match game.outcome {
            Outcome::Won(winner) => rules.program().player(winner) + " wins",
            Outcome::Drawn => "drawn".to_owned(),
        };
        let by = margin(rules, game).map_or_else(String::new, |margin| format!(" {margin}"));
        let _ = write!(records, "# game {number}: {result}{by}\n{}\n", rules.record_text(&game.moves));
    }
    records
}

/// By how much a game was won, where the game counts that.
fn margin(rules: &Rules, game: &ContestGame) -> Option<String> {
    let mut position = rules.start().ok()?;
    let mut past = Past::new(rules, &position);
    for mv in &game.moves {
        rules.play_on(&mut position, *mv, &mut past).ok()?;
    }
    rules.margin_text(&mut position, game.outcome).ok().flatten()
}

/// The mean of what was summed over the moves.
fn per_move(sum: f64, used: &Used) -> f64 {
    sum / used.moves.max(1) as f64
}

fn contestant(name: &str, used: &Used) -> Value {
    json!({
        "name": name,
        "moves": used.moves,
        "positions": used.positions,
        "seconds": used.time.as_secs_f64(),
        "slowest": used.slowest.as_secs_f64() * 1e3,
        "depth": per_move(used.depths as f64, used),
        "late": used.late,
    })
}

fn tell_used(out: &mut impl Write, name: &str, used: &Used) -> io::Result<()> {
    let late = if used.late == 0 { String::new() } else { format!(", {} moves too late", used.late) };
    writeln!(
        out,
        "  {name}: {:.1} ms, {:.0} positions and {:.1} moves ahead in the mean, slowest move {:.0} ms{late}",
        per_move(used.time.as_secs_f64() * 1e3, used),
        per_move(used.positions as f64, used),
        per_move(used.depths as f64, used),
        used.slowest.as_secs_f64() * 1e3,
    )
}
