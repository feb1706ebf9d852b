//! `noire bench --game NAME`: how long the questions of a game in text take, by each back end, in the positions that are
//! given, or in those of random games.

use std::convert::Infallible;
use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use crate::bases::Backend;
use crate::progress::Progress;
use blanche_compiler::game::{Rules, playout};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Position;
use blanche_compiler::timing::{self, Effort, Timing};
use serde_json::json;

use super::{Opened, positions};
use crate::command_line::game::{failed, played_by};
use crate::command_line::output::{Failure, Format, count};
use crate::command_line::positions::PositionArguments;

/// Positions of so many random games.
const GAMES: u64 = 4;

/// What is asked of each position.
enum Asked {
    /// A rule, a score, a preference or a draw: all its answers.
    Rule(RuleId),
    /// All moves.
    Moves,
    /// Each move is made.
    Play,
    /// Whether the game is over, and how.
    End,
    /// What it is worth.
    Value,
}

/// Measures, and prints a line for each question.
pub(crate) fn run(
    game: &Opened,
    given: &PositionArguments,
    rule: Option<&str>,
    time: Duration,
    format: Format,
) -> Result<ExitCode, Failure> {
    let base = &game.base;
    let backends = [Backend::Interpreted, Backend::Compiled].into_iter().filter(|backend| base.has(*backend));
    let rules: Result<Vec<(Backend, Rules)>, Failure> =
        backends.map(|backend| Ok((backend, played_by(base, backend)?))).collect();
    let rules = rules?;
    let (positions, source) = positions(game, given)?;
    let asked = asked(game, rule)?;
    let mut progress = Progress::begin();
    let number = asked.len() * rules.len();
    let run = |at: usize| -> Result<(), Infallible> {
        let (question, (_, rules)) = (&asked[at / rules.len()], &rules[at % rules.len()]);
        positions.iter().for_each(|position| ask(rules, question, position));
        Ok(())
    };
    let Ok(timings) = timing::measure(number, Effort::of(time * number as u32), run, |share| {
        progress.show(share, "rounds through all questions");
    });
    progress.end();
    let mut out = io::stdout().lock();
    let micros = |timing: &Timing| timing.least / positions.len() as f64;
    if format == Format::Text {
        writeln!(
            out,
            "{}, {} of {source}: microseconds per position",
            base.name(),
            count(positions.len(), "position"),
        )?;
        write!(out, "{:34}", "")?;
        rules.iter().try_for_each(|(backend, _)| write!(out, "{:>13}", backend.to_string()))?;
        writeln!(out, "{:>8}", "ratio")?;
    }
    for (question, timings) in asked.iter().zip(timings.chunks(rules.len())) {
        let name = name(game, question);
        match format {
            Format::Text => {
                write!(out, "{name:34}")?;
                timings.iter().try_for_each(|timing| write!(out, "{:13.3}", micros(timing)))?;
                match timings {
                    [interpreted, compiled] => {
                        writeln!(out, "{:8.1}", micros(interpreted) / micros(compiled))?
                    }
                    _ => writeln!(out)?,
                }
            }
            Format::Json => {
                let by = |wanted: Backend| {
                    let at = rules.iter().position(|(backend, _)| *backend == wanted)?;
                    Some(json!({ "microseconds": micros(&timings[at]), "spread": timings[at].spread() }))
                };
                let object = json!({
                    "game": base.name(),
                    "question": name,
                    "source": source,
                    "positions": positions.len(),
                    "interpreted": by(Backend::Interpreted),
                    "compiled": by(Backend::Compiled),
                });
                writeln!(out, "{object}")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn asked(game: &Opened, rule: Option<&str>) -> Result<Vec<Asked>, Failure> {
    if rule.is_some() {
        return Ok(game.chosen(rule)?.into_iter().map(Asked::Rule).collect());
    }
    let is_asked = |kind| matches!(kind, RuleKind::Rule | RuleKind::Score(_) | RuleKind::Preference(_));
    let rules = game.base.of_kind(is_asked).into_iter().map(Asked::Rule);
    Ok([Asked::Moves, Asked::Play, Asked::End, Asked::Value].into_iter().chain(rules).collect())
}

fn name(game: &Opened, asked: &Asked) -> String {
    match asked {
        Asked::Rule(rule) => game.program().rule_title(game.program().rule(*rule)),
        Asked::Moves => "all moves".to_owned(),
        Asked::Play => "every move made".to_owned(),
        Asked::End => "how the game ended".to_owned(),
        Asked::Value => "the value".to_owned(),
    }
}

/// The positions that are given, or those of a few random games, their ends left out; and where they come from.
fn positions(game: &Opened, given: &PositionArguments) -> Result<(Vec<Position>, String), Failure> {
    let rules = game.first();
    if !given.is_empty() {
        let read = positions::read(given, &game.base, rules)?;
        return Ok((read.into_iter().map(|entry| entry.position).collect(), given.source()));
    }
    let fault = |fault| failed(&game.base, &fault);
    let mut positions = Vec::new();
    for seed in 0..GAMES {
        let mut position = rules.start().map_err(fault)?;
        let each = |position: &Position, _| positions.push(position.clone());
        playout(rules, &mut position, &mut Random::new(seed), &mut Vec::new(), each).map_err(fault)?;
    }
    Ok((positions, "random games".to_owned()))
}

/// Asks, whatever the answer: a question that reaches a limit was told of before.
fn ask(rules: &Rules, asked: &Asked, position: &Position) {
    let mut position = position.clone();
    match asked {
        Asked::Rule(rule) => {
            let _ = rules.asker().each(&mut position, *rule, &[], &mut |answer| {
                black_box(answer);
            });
        }
        Asked::Moves => {
            let _ = black_box(rules.moves(&mut position, &mut Vec::new()));
        }
        Asked::Play => {
            let mut moves = Vec::new();
            let _ = rules.moves(&mut position, &mut moves);
            let before = position.words().to_vec();
            for mv in moves {
                let _ = rules.play(&mut position, mv);
                position.set_words(&before);
            }
        }
        Asked::End => {
            let _ = black_box(rules.end(&mut position));
        }
        Asked::Value => {
            let _ = black_box(rules.value(&mut position, rules.program().players[0]));
        }
    }
}
