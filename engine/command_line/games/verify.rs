//! `noire verify --game NAME`: attacks what every rule of a game in text claims.
//!
//! With `--format json` an object is printed for every rule, each on a line of its own:
//!
//! ```text
//! rule, colour, level   the rule
//! definition            true for a rule of level 0: it says what a won game is, and is not attacked
//! held                  claims whose move wins within the level against any defence
//! refuted               claims with a defence
//! undecided             claims that were given up at the limit of nodes or of work
//! unplayable            answers that play what is no move
//! bound                 the 95 % bound on the rate of refutation; null where nothing was decided
//! positions             how many positions were looked at
//! exhausted             all positions that can be reached were looked at
//! counterexample        null, or the one that is reached first:
//!   moves                 the moves to the position; null where it was drawn
//!   position              the position, drawn
//!   to_move               the player of the rule
//!   play                  the move that is claimed to win
//!   bindings              the first answer of the rule with this move
//!   line                  the move, and the reply that refutes it where there is one
//!   words                 why it does not win
//! ```

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::laboratory::games::positions::Reached;
pub(crate) use crate::laboratory::games::verify::Settings;
use crate::laboratory::games::verify::{Counterexample, FEW, MOST, Report, RuleReport, RunError, verify};
use crate::laboratory::verify::run::Stage;
use crate::progress::Progress;
use crate::world::Text;
use crate::world::examples::beside;
use blanche_compiler::game::Move;
use serde_json::{Map, Value, json};

use super::positions::{self, Given};
use super::{Opened, answer_text, bindings};
use crate::command_line::commands::rules::wrapped;
use crate::command_line::game::{self, failed};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MACHINE, MISTAKES, count};
use crate::command_line::positions::PositionArguments;
use crate::command_line::width::{self, prose};

/// Attacks the rules and prints what becomes of them.
pub(crate) fn run(
    game: &Opened,
    given: &PositionArguments,
    settings: &Settings,
    format: Format,
) -> Result<ExitCode, Failure> {
    let rules = game.first();
    let start = rules.start().map_err(|fault| failed(&game.base, &fault))?;
    let given = given_positions(game, given)?;
    let mut progress = Progress::begin();
    let report = verify(rules, &start, given, settings, &|stage| progress.show(stage.done, &stage.what));
    progress.end();
    let report = report.map_err(|error| run_failed(game, error))?;
    let mut out = width::out(format == Format::Text);
    match format {
        Format::Text => text(&mut out, game, &report, settings)?,
        Format::Json => {
            for rule in &report.rules {
                writeln!(out, "{}", object(game, &report, rule))?;
            }
        }
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

/// Attacks the rules for a short time, and prints what becomes of them unless that was ended; whether no claim was refuted.
pub(crate) fn told(game: &Opened, settings: &Settings) -> Result<bool, Failure> {
    let rules = game.first();
    let start = rules.start().map_err(|fault| failed(&game.base, &fault))?;
    let mut progress = Progress::begin();
    let show = |stage: Stage| progress.show(stage.done, &stage.what);
    let report = verify(rules, &start, Vec::new(), settings, &show);
    progress.end();
    if settings.stop.load(Ordering::Relaxed) {
        return Ok(true);
    }
    let report = report.map_err(|error| run_failed(game, error))?;
    let mut out = width::out(true);
    writeln!(out, "verify: {}", summary(game, &report))?;
    for rule in &report.rules {
        if rule.unplayable > 0 {
            let title = game.program().rule_title(game.program().rule(rule.rule));
            writeln!(out, "{title}: plays what is no move, {}", count(rule.unplayable as usize, "time"))?;
        }
        if let Some(found) = &rule.counterexample {
            counterexample(&mut out, game, rule, found)?;
        }
    }
    out.flush()?;
    Ok(report.rules.iter().all(|rule| rule.refuted == 0))
}

/// `2 rules attacked in all 5478 positions: 2 not refuted in 1030 claims`
fn summary(game: &Opened, report: &Report) -> String {
    let is_attacked = |rule: &&RuleReport| game.program().rule(rule.rule).level > 0;
    let all: Vec<&RuleReport> = report.rules.iter().filter(is_attacked).collect();
    let refuted = all.iter().filter(|rule| rule.refuted > 0).count();
    let without = all.iter().filter(|rule| rule.held + rule.refuted == 0).count();
    let held: u64 = all.iter().map(|rule| rule.held).sum();
    let positions = match report.all {
        Some(all) => format!("all {all} positions"),
        None => format!("{} of random games", count(report.positions as usize, "position")),
    };
    let not_refuted = all.len() - refuted - without;
    let mut parts = vec![format!("{not_refuted} not refuted in {}", count(held as usize, "claim"))];
    parts.extend((without > 0).then(|| format!("{without} without a claim that was decided")));
    parts.extend((refuted > 0).then(|| format!("{refuted} refuted")));
    format!("{} attacked in {positions}: {}", count(all.len(), "rule"), parts.join(", "))
}

/// Why a run ended.
pub(super) fn run_failed(game: &Opened, error: RunError) -> Failure {
    match error {
        RunError::Fault(fault) => failed(&game.base, &fault),
        RunError::TooMany => Failure::Said(
            format!(
                "error: more than {MOST} positions of {} can be reached\n  leave --all out, and positions of random games \
                 are looked at",
                game.base.name()
            ),
            MISTAKES,
        ),
        RunError::Late => Failure::Said(
            format!(
                "error: the positions of {} that can be reached were not all found in time\n  give --time more seconds, or \
                 leave --all out, and positions of random games are looked at",
                game.base.name()
            ),
            MISTAKES,
        ),
        RunError::Thread(error) => Failure::Said(format!("error: no thread starts: {error}"), MACHINE),
    }
}

/// The positions that the options give, as far as the game goes on in them.
pub(super) fn given_positions(game: &Opened, given: &PositionArguments) -> Result<Vec<Reached>, Failure> {
    let rules = game.first();
    let mut positions = Vec::new();
    if !given.is_empty() {
        for Given { moves, position, .. } in positions::read(given, &game.base, rules)? {
            positions.push(Reached { moves, position });
        }
    }
    open(game, positions)
}

/// The positions beside the rules in which the game goes on.
pub(crate) fn examples(game: &Opened) -> Result<Vec<Reached>, Failure> {
    let (base, backend) = (&game.base, game.base.backend());
    let rules = base.played_by(backend).map_err(|message| game::told(base.sources(), &message))?;
    let examples = beside(&Text::new(Arc::clone(base), vec![(backend, rules)]));
    let examples = examples.map_err(|problems| Failure::Said(format!("error: {problems}"), MISTAKES))?;
    open(game, examples.into_iter().map(|example| Reached { moves: None, position: example.position }))
}

/// Those in which the game goes on.
pub(super) fn open(
    game: &Opened,
    positions: impl IntoIterator<Item = Reached>,
) -> Result<Vec<Reached>, Failure> {
    let (rules, mut open) = (game.first(), Vec::new());
    for mut reached in positions {
        if rules.end(&mut reached.position).map_err(|fault| failed(&game.base, &fault))?.is_none() {
            open.push(reached);
        }
    }
    Ok(open)
}

fn text(out: &mut impl Write, game: &Opened, report: &Report, settings: &Settings) -> io::Result<()> {
    let program = game.program();
    let (part, parts) = settings.shard;
    let shard = if parts > 1 { format!(", part {} of {parts}", part + 1) } else { String::new() };
    let source = match report.all {
        Some(all) => format!("all {all} positions that can be reached{shard}"),
        None => format!(
            "seed {}{shard}, {} of random games{}",
            settings.seed,
            count(report.positions as usize, "position"),
            if report.has_many { format!(": more than {FEW} can be reached") } else { String::new() }
        ),
    };
    writeln!(out, "{}, {source}\n", game.base.name())?;
    let title = |rule: &RuleReport| program.rule_title(program.rule(rule.rule));
    let wide = report.rules.iter().map(|rule| title(rule).chars().count()).max().unwrap_or(0).max(4);
    let head = ("rule", "level", "held", "refuted", "undecided", "95 % bound");
    writeln!(out, "{:wide$}{:>7}{:>10}{:>9}{:>11}{:>12}", head.0, head.1, head.2, head.3, head.4, head.5)?;
    for rule in &report.rules {
        let level = program.rule(rule.rule).level;
        write!(out, "{:wide$}{level:7}", title(rule))?;
        if level == 0 {
            writeln!(out, "  the definition of a won game")?;
            continue;
        }
        let RuleReport { held, refuted, undecided, .. } = rule;
        // Where everything was looked at nothing is left to chance.
        let bound = match (report.all, rule.bound()) {
            (Some(_), Some(_)) => "-".to_owned(),
            (_, bound) => bound.map_or_else(|| "-".to_owned(), |bound| format!("{bound:.6}")),
        };
        writeln!(out, "{held:10}{refuted:9}{undecided:11}{bound:>12}")?;
    }
    writeln!(out)?;
    for rule in &report.rules {
        let decided = rule.held > 0 && rule.refuted == 0;
        match report.all {
            Some(_) if decided && rule.undecided == 0 && parts == 1 => {
                writeln!(
                    out,
                    "{}: holds wherever it claims, {}",
                    title(rule),
                    count(rule.held as usize, "time")
                )?;
            }
            _ if decided => writeln!(out, "{}: not refuted in {}", title(rule), rule.held)?,
            _ => {}
        }
        if rule.unplayable > 0 {
            let times = count(rule.unplayable as usize, "time");
            writeln!(out, "{}: plays what is no move, {times}", title(rule))?;
        }
    }
    for rule in &report.rules {
        if let Some(found) = &rule.counterexample {
            counterexample(out, game, rule, found)?;
        }
    }
    Ok(())
}

fn counterexample(
    out: &mut impl Write,
    game: &Opened,
    report: &RuleReport,
    found: &Counterexample,
) -> io::Result<()> {
    let (program, rules) = (game.program(), game.first());
    let rule = program.rule(report.rule);
    let place = game.base.place(rule.span);
    let play = rules.move_text(found.play);
    writeln!(out, "\n{}, level {}, plays {play}: refuted   {place}", program.rule_title(rule), rule.level)?;
    let answer = answer_text(program, report.rule, &found.answer);
    if !answer.is_empty() {
        writeln!(out, "    {answer}")?;
    }
    for line in wrapped(&format!("{}.", words(game, report, found)), prose()) {
        writeln!(out, "    {line}")?;
    }
    writeln!(out)?;
    for line in rules.position_text(&found.reached.position).lines() {
        writeln!(out, "    {line}")?;
    }
    let led = found.reached.moves.iter().filter(|moves| !moves.is_empty());
    for line in led.flat_map(|led| wrapped(&format!("after {}", moves(game, led).join(" ")), prose())) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

pub(super) fn moves(game: &Opened, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| game.first().move_text(*mv)).collect()
}

fn words(game: &Opened, report: &RuleReport, found: &Counterexample) -> String {
    let rules = game.first();
    let level = game.program().rule(report.rule).level;
    found.reason.words(rules, rules.to_move(&found.reached.position), found.play, level)
}

fn object(game: &Opened, report: &Report, rule: &RuleReport) -> Value {
    let program = game.program();
    let known = program.rule(rule.rule);
    json!({
        "rule": known.name,
        "colour": program.colour(known),
        "level": known.level,
        "definition": known.level == 0,
        "held": rule.held,
        "refuted": rule.refuted,
        "undecided": rule.undecided,
        "unplayable": rule.unplayable,
        "bound": rule.bound(),
        "positions": report.positions,
        "exhausted": report.all.is_some(),
        "counterexample": rule.counterexample.as_ref().map(|found| counterexample_object(game, rule, found)),
    })
}

fn counterexample_object(game: &Opened, report: &RuleReport, found: &Counterexample) -> Value {
    let (program, rules) = (game.program(), game.first());
    let bindings: Map<String, Value> = bindings(program, report.rule, &found.answer)
        .into_iter()
        .map(|(name, value)| (name, json!(value)))
        .collect();
    let line: Vec<Move> = std::iter::once(found.play).chain(found.reason.reply()).collect();
    json!({
        "moves": found.reached.moves.as_ref().map(|led| moves(game, led)),
        "position": rules.position_text(&found.reached.position),
        "to_move": program.player(rules.to_move(&found.reached.position)),
        "play": rules.move_text(found.play),
        "bindings": bindings,
        "line": moves(game, &line),
        "words": words(game, report, found),
    })
}
