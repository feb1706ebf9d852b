//! `noire coverage --game NAME`: which wins the rules of a game in text recognise.
//!
//! What is counted stands in `engine/laboratory/games/coverage.rs`. With `--format json` an object is printed:
//!
//! ```text
//! game, seed         the name, and what random games follow from
//! positions          how many positions were looked at; exhausted: these are all that can be reached
//! undecided          those that were given up at the limit of nodes
//! rows               an object for every level:
//!   level              won within so many moves
//!   wins               how many positions
//!   to_be_known        those in which rules of this level may claim something
//!   recognised, recall those of them that the rule which is taken recognises, and their share; null where there are none
//!   named, named_share the same for any answer of any rule up to the level
//! rules              an object for every rule that was taken: rule, colour, level, taken, failed
//! missing            wins that no rule names, so many of each level: level, moves, position, plays
//! ```

use std::io::{self, Write};
use std::process::ExitCode;

pub(crate) use crate::laboratory::games::coverage::Settings;
use crate::laboratory::games::coverage::{Report, Row, cover};
use crate::laboratory::games::positions::Reached;
use crate::progress::Progress;
use serde_json::{Value, json};

use super::Opened;
use super::verify::{given_positions, moves, run_failed};
use crate::command_line::commands::rules::wrapped;
use crate::command_line::game::failed;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, count};
use crate::command_line::positions::PositionArguments;
use crate::command_line::width::{self, prose};

/// Covers positions of random games, or those that are given, and prints what was found.
pub(crate) fn run(
    game: &Opened,
    given: &PositionArguments,
    settings: &Settings,
    format: Format,
) -> Result<ExitCode, Failure> {
    let rules = game.first();
    let start = rules.start().map_err(|fault| failed(&game.base, &fault))?;
    let given = if given.is_empty() { None } else { Some(given_positions(game, given)?) };
    let mut progress = Progress::begin();
    let report = cover(rules, &start, given, settings, &|stage| progress.show(stage.done, &stage.what));
    progress.end();
    let report = report.map_err(|error| run_failed(game, error))?;
    let mut out = width::out(format == Format::Text);
    match format {
        Format::Text => text(&mut out, game, &report, settings)?,
        Format::Json => writeln!(out, "{:#}", object(game, &report, settings))?,
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

fn text(out: &mut impl Write, game: &Opened, report: &Report, settings: &Settings) -> io::Result<()> {
    let program = game.program();
    let source = match report.all {
        Some(all) => format!("all {all} positions that can be reached"),
        None => format!("seed {}, {}", settings.seed, count(report.positions as usize, "position")),
    };
    writeln!(out, "{}, {source}\n", game.base.name())?;
    let head = ("within", "wins", "to be known", "recognised", "named");
    writeln!(out, "{:>8}{:>10}{:>13}{:>21}{:>21}", head.0, head.1, head.2, head.3, head.4)?;
    for row in &report.rows {
        let Row { level, wins, to_be_known, recognised, named, .. } = row;
        write!(out, "{level:8}{wins:10}{to_be_known:13}")?;
        for number in [recognised, named] {
            let share = share(*number, *to_be_known)
                .map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
            write!(out, "{number:12}{share:>9}")?;
        }
        writeln!(out)?;
    }
    if report.undecided > 0 {
        writeln!(out, "\n{} given up at the limit of nodes", count(report.undecided as usize, "position"))?;
    }
    let failed = report.taken.iter().filter(|taken| taken.failed > 0);
    for taken in failed {
        let title = program.rule_title(program.rule(taken.rule));
        writeln!(
            out,
            "\n{title}: {} of {} moves do not win within its level; noire verify shows one",
            taken.failed, taken.times
        )?;
    }
    for row in &report.rows {
        let unnamed = row.to_be_known - row.named;
        if unnamed == 0 {
            continue;
        }
        let wins = count(unnamed as usize, "win");
        let shown = match row.missing.len() {
            0 => String::new(),
            some if some as u64 == unnamed => ":".to_owned(),
            some => format!("; the first {some}:"),
        };
        writeln!(out, "\nlevel {}: {wins} that no rule names{shown}", row.level)?;
        for (reached, by) in &row.missing {
            missed(out, game, reached, by)?;
        }
    }
    Ok(())
}

fn missed(
    out: &mut impl Write,
    game: &Opened,
    reached: &Reached,
    by: &[blanche_compiler::game::Move],
) -> io::Result<()> {
    writeln!(out)?;
    for line in game.first().position_text(&reached.position).lines() {
        writeln!(out, "    {line}")?;
    }
    let led = reached.moves.iter().filter(|led| !led.is_empty());
    let led = led.map(|led| format!("after {}", moves(game, led).join(" ")));
    for words in led.chain([format!("won by {}", moves(game, by).join(", "))]) {
        wrapped(&words, prose()).iter().try_for_each(|line| writeln!(out, "    {line}"))?;
    }
    Ok(())
}

/// A share from 0 to 1; nothing of nothing.
fn share(number: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| number as f64 / of as f64)
}

fn object(game: &Opened, report: &Report, settings: &Settings) -> Value {
    let program = game.program();
    let rows = report.rows.iter().map(|row| {
        json!({
            "level": row.level,
            "wins": row.wins,
            "to_be_known": row.to_be_known,
            "recognised": row.recognised,
            "recall": share(row.recognised, row.to_be_known),
            "named": row.named,
            "named_share": share(row.named, row.to_be_known),
        })
    });
    let rules = report.taken.iter().map(|taken| {
        let rule = program.rule(taken.rule);
        json!({
            "rule": rule.name,
            "colour": program.colour(rule),
            "level": rule.level,
            "taken": taken.times,
            "failed": taken.failed,
        })
    });
    let missing = report.rows.iter().flat_map(|row| {
        row.missing.iter().map(|(reached, by)| {
            json!({
                "level": row.level,
                "moves": reached.moves.as_ref().map(|led| moves(game, led)),
                "position": game.first().position_text(&reached.position),
                "plays": moves(game, by),
            })
        })
    });
    json!({
        "game": game.base.name(),
        "seed": settings.seed,
        "positions": report.positions,
        "exhausted": report.all.is_some(),
        "undecided": report.undecided,
        "rows": rows.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
        "missing": missing.collect::<Vec<_>>(),
    })
}
