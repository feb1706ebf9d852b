//! `noire bench --game NAME`: how long the questions of a game in text take, by each back end, in the positions that are
//! given, or in those of random games.

use std::convert::Infallible;
use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::bases::Backend;
use crate::progress::Progress;
use blanche_compiler::game::{Rules, Tally, playout, playouts};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Position, Value};
use blanche_compiler::timing::{self, Effort, Timing};
use serde_json::json;

use super::{Opened, positions};
use crate::command_line::built::Building;
use crate::command_line::commands::bench::told_of_stop;
use crate::command_line::figures::{Figure, FigureFormat, Figures, Line, Order, Table};
use crate::command_line::game::{failed, played_by};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MACHINE, count};
use crate::command_line::positions::PositionArguments;
use crate::command_line::width;

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

/// In which form figures are printed.
pub(crate) struct Form {
    pub(crate) order: Order,
    pub(crate) format: FigureFormat,
}

/// What was measured.
struct Report {
    title: String,
    source: String,
    positions: usize,
    backends: Vec<Backend>,
    /// For each question its name, what it is, and the time of each back end for a position.
    lines: Vec<Line>,
}

/// Measures, and prints a line for each question.
pub(crate) fn run(
    game: &Opened,
    backends: &[Backend],
    given: &PositionArguments,
    rule: Option<&str>,
    time: Duration,
    form: Form,
) -> Result<ExitCode, Failure> {
    let mut progress = Progress::begin();
    let stop = interrupt::stop()?;
    let report = measured(game, backends, given, rule, time, &stop, &|share| {
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
pub(crate) fn interpreted(game: &Opened, given: &PositionArguments, rule: Option<&str>, building: &Building) {
    let tell = |share: f64| building.tell(format!("the interpreter is timed, {:.0} %", 100.0 * share));
    let Ok(report) =
        measured(game, &[Backend::Interpreted], given, rule, TIME_BESIDE, building.enough(), &tell)
    else {
        return;
    };
    let mut said = b"the rules are compiled; meanwhile the interpreter alone\n".to_vec();
    let form = Form { order: Order::Text, format: FigureFormat::Text };
    if report.write(&mut said, game.base.name(), &form).is_ok() {
        building.say(&String::from_utf8_lossy(&said));
    }
}

/// Measures.
fn measured(
    game: &Opened,
    backends: &[Backend],
    given: &PositionArguments,
    rule: Option<&str>,
    time: Duration,
    stop: &AtomicBool,
    show: &dyn Fn(f64),
) -> Result<Report, Failure> {
    let base = &game.base;
    // The interpreter comes first.
    let backends: Vec<Backend> =
        base.backends().into_iter().filter(|backend| backends.contains(backend)).collect();
    let rules: Result<Vec<Rules>, Failure> =
        backends.iter().map(|backend| played_by(base, *backend)).collect();
    let rules = rules?;
    let (positions, source) = positions(game, given)?;
    let asked = asked(game, rule)?;
    same_answers(game, &rules, &asked, &positions)?;
    let run = |at: usize| -> Result<(), Infallible> {
        let (question, rules) = (&asked[at / rules.len()], &rules[at % rules.len()]);
        positions.iter().for_each(|position| ask(rules, question, position));
        Ok(())
    };
    let effort = Effort::of(time / rules.len().max(1) as u32).until(stop);
    let Ok(timings) = timing::measure(asked.len() * rules.len(), effort, run, show);
    let figure = |timing: &Timing| Figure {
        microseconds: timing.least / positions.len().max(1) as f64,
        spread: timing.spread(),
        answers_per_second: None,
    };
    let lines = asked.iter().zip(timings.chunks(rules.len())).map(|(question, timings)| Line {
        what: if matches!(question, Asked::Rule(_)) { "rule" } else { "game" },
        name: name(game, question),
        is_alike: matches!(question, Asked::Rule(rule) if rules.iter().all(|one| one.is_in_words(*rule))),
        figures: timings.iter().map(|timing| Some(figure(timing))).collect(),
    });
    let title = format!("{}, {} of {source}", base.name(), count(positions.len(), "position"));
    let lines: Vec<Line> = lines.collect();
    Ok(Report { title, source, positions: positions.len(), backends, lines })
}

impl Report {
    fn write(self, out: &mut impl Write, game: &str, form: &Form) -> io::Result<()> {
        let Report { title, source, positions, backends, mut lines } = self;
        // What is asked of every game stands behind the rules where these are put in order.
        if form.order != Order::Text {
            lines.sort_by_key(|line| line.what != "rule");
        }
        let columns: Vec<String> = backends.iter().map(Backend::to_string).collect();
        let table = Table { question: "question".to_owned(), lines };
        let mut figures = Figures { title, columns, tables: vec![table] };
        figures.sort(form.order);
        match form.format {
            FigureFormat::Text => text(out, &figures),
            FigureFormat::Json => {
                for line in figures.tables.iter().flat_map(|table| &table.lines) {
                    let by = |wanted: Backend| {
                        let figure = line.figures[backends.iter().position(|backend| *backend == wanted)?]?;
                        Some(json!({ "microseconds": figure.microseconds, "spread": figure.spread }))
                    };
                    let object = json!({
                        "game": game,
                        "question": line.name,
                        "source": source,
                        "positions": positions,
                        "interpreted": by(Backend::Interpreted),
                        "compiled": by(Backend::Compiled),
                    });
                    writeln!(out, "{object}")?;
                }
                Ok(())
            }
            other => figures.write(out, other),
        }
    }
}

/// The figures for people.
fn text(out: &mut impl Write, figures: &Figures) -> io::Result<()> {
    writeln!(out, "{}: microseconds per position", figures.title)?;
    write!(out, "{:34}", "")?;
    figures.columns.iter().try_for_each(|column| write!(out, "{column:>13}"))?;
    let are_compared = figures.columns.len() > 1;
    writeln!(out, "{}", if are_compared { "   ratio" } else { "" })?;
    let lines: Vec<&Line> = figures.tables.iter().flat_map(|table| &table.lines).collect();
    for line in &lines {
        write!(out, "{:34}", line.name)?;
        let times = line.figures.iter().flatten().map(|figure| figure.microseconds);
        let times: Vec<f64> = times.collect();
        times.iter().try_for_each(|time| write!(out, "{time:13.3}"))?;
        if let [interpreted, compiled] = times[..] {
            write!(out, "{:8.1}", interpreted / compiled)?;
        }
        writeln!(out, "{}", if are_compared && line.is_alike { " *" } else { "" })?;
    }
    if are_compared && lines.iter().any(|line| line.is_alike) {
        writeln!(out, "* by operations on words, which both back ends interpret")?;
    }
    Ok(())
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
