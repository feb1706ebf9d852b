//! `noire bench --game NAME`: how long the questions of a game in text take, by each back end, in the positions that are
//! given, or in those of random games. Steps and bytes are not told: most questions go by operations on words, which count none.
//!
//! For programs an object for each question, in a line: game, question, source and positions as `noire bench` of a base has them,
//! interpreted and compiled (microseconds, spread, interval; null where it was not asked), alike (whether both answer by operations on
//! words, which both interpret), steps and bytes (null, as above), and measured as of a base.

use std::convert::Infallible;
use std::hint::black_box;
use std::io::{self, Write};
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::bases::Backend;
use crate::progress::Progress;
use blanche_compiler::game::{Rules, Tally, playout, playouts};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Position, Value};
use blanche_compiler::timing::{self, Effort, Parts, Timing};
use serde_json::json;

use super::{Opened, positions};
use crate::command_line::built::Building;
use crate::command_line::commands::bench::told_of_stop;
use crate::command_line::figures::FigureFormat;
use crate::command_line::game::{failed, played_by};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MACHINE, count};
use crate::command_line::positions::PositionArguments;
use crate::command_line::tables::print_figures;
use crate::command_line::width;
use crate::laboratory::figures::{ALIKE, Cells, Conditions, Figure, Figures, Line, Order, Table};
use crate::laboratory::measure::Rounds;

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
    /// A game by chance from there to its end.
    Game,
}

/// How figures are measured and printed.
pub(crate) struct Form {
    pub(crate) order: Order,
    pub(crate) format: FigureFormat,
    /// Seconds of measurement for one figure.
    pub(crate) time: Duration,
    /// The seed of the random games, and of the order of turns.
    pub(crate) seed: u64,
}

/// What was measured.
struct Report {
    title: String,
    source: String,
    positions: usize,
    backends: Vec<Backend>,
    /// For each question its name, what it is, and the time of each back end for a position.
    lines: Vec<Line>,
    conditions: Conditions,
}

/// Measures, and prints a line for each question.
pub(crate) fn run(
    game: &Opened,
    backends: &[Backend],
    given: &PositionArguments,
    rule: Option<&str>,
    form: Form,
) -> Result<ExitCode, Failure> {
    let mut progress = Progress::begin();
    let stop = interrupt::stop()?;
    let asked = Task { backends, given, rule, time: form.time, seed: form.seed };
    let report = measured(game, &asked, &stop, &|share| {
        progress.show(share, "rounds through all questions");
    })?;
    progress.end();
    let mut out = width::out(matches!(form.format, FigureFormat::Text));
    report.write(&mut out, game.base.name(), &form)?;
    Ok(told_of_stop(&stop))
}

/// So long a figure of the interpreter is measured while rules are compiled.
const TIME_BESIDE: Duration = Duration::from_millis(50);

/// Measures the interpreter while the rules are compiled. What goes wrong here is told where it is measured again.
pub(crate) fn interpreted(
    game: &Opened,
    given: &PositionArguments,
    rule: Option<&str>,
    seed: u64,
    building: &Building,
) {
    let tell = |share: f64| building.tell(format!("the interpreter is timed, {:.0} %", 100.0 * share));
    let asked = Task { backends: &[Backend::Interpreted], given, rule, time: TIME_BESIDE, seed };
    let Ok(report) = measured(game, &asked, building.enough(), &tell) else { return };
    let mut said = b"the rules are compiled; meanwhile the interpreter alone\n".to_vec();
    let form = Form { order: Order::Text, format: FigureFormat::Text, time: TIME_BESIDE, seed };
    if report.write(&mut said, game.base.name(), &form).is_ok() {
        building.say(&String::from_utf8_lossy(&said));
    }
}

/// What is measured.
struct Task<'a> {
    backends: &'a [Backend],
    given: &'a PositionArguments,
    rule: Option<&'a str>,
    time: Duration,
    seed: u64,
}

/// Measures.
fn measured(
    game: &Opened,
    wanted: &Task<'_>,
    stop: &AtomicBool,
    show: &dyn Fn(f64),
) -> Result<Report, Failure> {
    let Task { backends, given, rule, time, seed } = *wanted;
    let base = &game.base;
    // The interpreter comes first.
    let backends: Vec<Backend> =
        base.backends().into_iter().filter(|backend| backends.contains(backend)).collect();
    let rules: Result<Vec<Rules>, Failure> =
        backends.iter().map(|backend| played_by(base, *backend)).collect();
    let rules = rules?;
    let (positions, source) = positions(game, given, seed)?;
    let asked = asked(game, rule)?;
    same_answers(game, &rules, &asked, &positions)?;
    let run = |at: usize, items: Range<usize>| -> Result<(), Infallible> {
        let (question, rules) = (&asked[at / rules.len()], &rules[at % rules.len()]);
        positions[items].iter().for_each(|position| ask(rules, question, position));
        Ok(())
    };
    let effort = Effort::of(time / rules.len().max(1) as u32).until(stop).with_seed(seed);
    let items = vec![positions.len(); asked.len() * rules.len()];
    let Ok(measured) = timing::measure_items(&items, effort, run, show);
    let total = |parts: &Parts| Parts::total(&[parts], seed).expect("there is a round");
    let timings: Vec<Timing> = measured.iter().map(total).collect();
    let rounds = Rounds { rules: timings.first().map_or(0, |timing| timing.rounds), single: 0 };
    let figure = |timing: &Timing| Figure::of_timing(timing.over(positions.len().max(1) as f64));
    let lines = asked.iter().zip(timings.chunks(rules.len())).map(|(question, timings)| Line {
        what: if matches!(question, Asked::Rule(_)) { "rule" } else { "game" },
        name: name(game, question),
        is_alike: matches!(question, Asked::Rule(rule) if rules.iter().all(|one| one.is_in_words(*rule))),
        figures: timings.iter().map(|timing| Some(figure(timing))).collect(),
    });
    let title = format!("{}, {} of {source}", base.name(), count(positions.len(), "position"));
    let lines: Vec<Line> = lines.collect();
    let conditions = Conditions::now(seed, time.as_secs_f64(), rounds);
    Ok(Report { title, source, positions: positions.len(), backends, lines, conditions })
}

impl Report {
    fn write(self, out: &mut impl Write, game: &str, form: &Form) -> io::Result<()> {
        let Report { title, source, positions, backends, mut lines, conditions } = self;
        // What is asked of every game stands behind the rules where these are put in order.
        if form.order != Order::Text {
            lines.sort_by_key(|line| line.what != "rule");
        }
        let columns: Vec<String> = backends.iter().map(Backend::to_string).collect();
        let table = Table { question: "question".to_owned(), lines };
        let mut figures = Figures { title, columns, compared: None, tables: vec![table], conditions };
        figures.sort(form.order);
        match form.format.form() {
            None if form.format == FigureFormat::Text => text(out, &figures),
            None => {
                for line in figures.tables.iter().flat_map(|table| &table.lines) {
                    let by = |wanted: Backend| {
                        let figure = line.figures[backends.iter().position(|backend| *backend == wanted)?]?;
                        let interval = figure.interval.map(|ends| [ends.low, ends.high]);
                        Some(json!({
                            "microseconds": figure.microseconds,
                            "spread": figure.spread,
                            "interval": interval,
                        }))
                    };
                    let object = json!({
                        "game": game,
                        "question": line.name,
                        "source": source,
                        "positions": positions,
                        "interpreted": by(Backend::Interpreted),
                        "compiled": by(Backend::Compiled),
                        "alike": line.is_alike,
                        "steps": null,
                        "bytes": null,
                        "measured": figures.conditions.object(),
                    });
                    writeln!(out, "{object}")?;
                }
                Ok(())
            }
            Some(other) => figures.write(out, other),
        }
    }
}

/// The figures for people.
fn text(out: &mut impl Write, figures: &Figures) -> io::Result<()> {
    writeln!(out, "{}: microseconds per position", figures.title)?;
    for table in &figures.tables {
        let Cells { head, rows } = figures.cells(table);
        print_figures(out, &std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
    }
    if figures.is_starred() {
        writeln!(out, "{ALIKE}")?;
    }
    writeln!(out, "{}", figures.conditions.line())
}

/// Holds the answers of the back ends against each other before anything is timed.
fn same_answers(
    game: &Opened,
    rules: &[Rules],
    asked: &[Asked],
    positions: &[Position],
) -> Result<(), Failure> {
    let Some((first, others)) = rules.split_first() else { return Ok(()) };
    for question in asked {
        for position in positions {
            let known = answer(first, question, position);
            if others.iter().any(|other| answer(other, question, position) != known) {
                let words =
                    format!("error: the back ends differ over {}; nothing was timed", name(game, question));
                return Err(Failure::Said(words, MACHINE));
            }
        }
    }
    Ok(())
}

/// The answer to a question in words that can be compared.
fn answer(rules: &Rules, asked: &Asked, position: &Position) -> String {
    let mut position = position.clone();
    match asked {
        Asked::Rule(rule) => {
            let mut answers: Vec<Vec<Value>> = Vec::new();
            let done =
                rules.asker().each(&mut position, *rule, &[], &mut |answer| answers.push(answer.to_vec()));
            format!("{answers:?} {:?}", done.is_ok())
        }
        Asked::Moves | Asked::Play => {
            let mut moves = Vec::new();
            let done = rules.moves(&mut position, &mut moves).is_ok();
            let before = position.words().to_vec();
            let mut behind = Vec::new();
            for mv in &moves {
                let _ = rules.play(&mut position, *mv);
                behind.push(position.words().to_vec());
                position.set_words(&before);
            }
            format!("{moves:?} {done} {behind:?}")
        }
        Asked::End => format!("{:?}", rules.end(&mut position).ok()),
        Asked::Value => format!("{:?}", rules.value(&mut position, rules.program().players[0]).ok()),
        Asked::Game => format!("{:?}", game_by_chance(rules, &position)),
    }
}

fn asked(game: &Opened, rule: Option<&str>) -> Result<Vec<Asked>, Failure> {
    if rule.is_some() {
        return Ok(game.chosen(rule)?.into_iter().map(Asked::Rule).collect());
    }
    let is_asked = |kind| matches!(kind, RuleKind::Rule | RuleKind::Score(_) | RuleKind::Preference(_));
    let rules = game.base.of_kind(is_asked).into_iter().map(Asked::Rule);
    Ok([Asked::Moves, Asked::Play, Asked::End, Asked::Value, Asked::Game].into_iter().chain(rules).collect())
}

fn name(game: &Opened, asked: &Asked) -> String {
    match asked {
        Asked::Rule(rule) => game.program().rule_title(game.program().rule(*rule)),
        Asked::Moves => "all moves".to_owned(),
        Asked::Play => "every move made".to_owned(),
        Asked::End => "how the game ended".to_owned(),
        Asked::Value => "the value".to_owned(),
        Asked::Game => "a random game from there".to_owned(),
    }
}

/// The positions that are given, or those of a few random games, their ends left out; and where they come from.
fn positions(
    game: &Opened,
    given: &PositionArguments,
    seed: u64,
) -> Result<(Vec<Position>, String), Failure> {
    let rules = game.first();
    if !given.is_empty() {
        let read = positions::read(given, &game.base, rules)?;
        return Ok((read.into_iter().map(|entry| entry.position).collect(), given.source()));
    }
    let fault = |fault| failed(&game.base, &fault);
    let mut positions = Vec::new();
    for number in 0..GAMES {
        let seed = seed.wrapping_sub(1).wrapping_mul(GAMES).wrapping_add(number);
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
        Asked::Game => {
            let _ = black_box(game_by_chance(rules, &position));
        }
    }
}

/// The same game for all who play it; nothing where it cannot go on.
fn game_by_chance(rules: &Rules, position: &Position) -> Option<Tally> {
    let never = AtomicBool::new(false);
    playouts(rules, position, 1, &mut Random::new(1), &never, &|_| ()).ok()
}
