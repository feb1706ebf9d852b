//! A contest as it is held: it goes on from its log, says how far it is and what went wrong, and ends with its figures.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Arguments;
use super::report::Figures;
use crate::bases::TextBase;
use crate::command_line::game::failed;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MACHINE, MISTAKES, WRONG_USE, count, unwritten};
use crate::command_line::width;
use crate::laboratory::contest::log::{Known, Log, LogError, Settings};
use crate::laboratory::contest::player::Host;
use crate::laboratory::contest::run::Taken;
use crate::laboratory::contest::{ContestError, Report, Sprt, Terms, run};
use crate::progress::Progress;

/// How a contest and those who play it are called.
pub(super) struct Naming<'n> {
    /// `base` or `game`.
    pub(super) kind: &'static str,
    /// Its name.
    pub(super) name: &'n str,
    /// Both contestants.
    pub(super) names: [String; 2],
    /// What decides how games go.
    pub(super) settings: Settings,
}

impl Naming<'_> {
    /// Why a contest cannot go on, as it is told.
    pub(super) fn failure(&self, error: ContestError, game: Option<&TextBase>) -> Failure {
        match (error, game) {
            (ContestError::Fault(fault), Some(game)) => failed(game, &fault),
            (error, _) => broken_off(error, self.name),
        }
    }
}

/// Why a contest by the rules of this name cannot go on, as it is told.
pub(in crate::command_line::commands) fn broken_off(error: ContestError, name: &str) -> Failure {
    match error {
        ContestError::Fault(fault) => Failure::Said(format!("error: {fault}"), MISTAKES),
        ContestError::Limit(limit) => Failure::Said(format!("error: {limit}"), MISTAKES),
        ContestError::Agent(bad) => Failure::Said(format!("error: {name}: {bad}"), WRONG_USE),
        ContestError::Thread(error) => Failure::Said(format!("error: no thread starts: {error}"), MACHINE),
    }
}

/// Losses against the rules of play that are told one by one; all of them are counted.
const TOLD: usize = 10;

/// Holds a contest, and tells what it came to.
pub(super) fn hold<H: Host>(
    host: &H,
    arguments: &Arguments,
    test: Option<Sprt>,
    naming: &Naming<'_>,
    failure: impl Fn(ContestError) -> Failure,
) -> Result<ExitCode, Failure> {
    let (mut log, known) = match &arguments.log {
        Some(path) => {
            opened(path, &naming.settings, ("contest", "")).map(|(log, known)| (Some(log), known))?
        }
        None => (None, Known::default()),
    };
    let interrupted = interrupt::stop()?;
    let terms = terms(arguments, test, interrupt::sign()?);
    let pairs = terms.pairs_of(host);
    tell_fewer(pairs, &terms);
    let mut progress = Progress::begin();
    let (mut told, mut before, mut unlogged) = (0, 0, None);
    let held = run(host, &terms, &known.pairs, |report, taken| {
        progress.show(report.pairs.sum() as f64 / pairs as f64, &so_far(report, test));
        if taken.is_new {
            progress.aside(|| tell_losses(&taken, naming, &mut told));
            let logged = log.as_mut().map_or(Ok(()), |log| log.add(taken.number, taken.pair));
            unlogged = logged.err();
        } else {
            before += 1;
        }
        unlogged.is_none()
    });
    progress.end();
    let figures =
        Figures { naming, seed: arguments.seed, test, report: &held.map_err(failure)?, known: before };
    let mut out = width::out(arguments.format == Format::Text);
    match arguments.format {
        Format::Json => writeln!(out, "{}", figures.object())?,
        Format::Text => figures.tell(&mut out)?,
    }
    out.flush()?;
    match (unlogged, &arguments.log) {
        (Some(error), Some(path)) => Err(unwritten(path, &error)),
        _ => Ok(interrupt::status(&interrupted)),
    }
}

/// How long the contest goes on, and by what terms.
fn terms(arguments: &Arguments, test: Option<Sprt>, stop: Arc<AtomicBool>) -> Terms {
    Terms {
        allowance: arguments.allowance(),
        pairs: arguments.games.div_ceil(2),
        seed: arguments.seed,
        sprt: test,
        threads: arguments.threads.count(),
        stop,
    }
}

/// Says that the openings are over before all games are played, where they are.
fn tell_fewer(pairs: u64, terms: &Terms) {
    if pairs < terms.pairs {
        eprintln!("note: {}", fewer(pairs, terms.pairs.saturating_mul(2)));
    }
}

/// That so many openings are over before so many games are played.
pub(in crate::command_line::commands) fn fewer(openings: u64, games: u64) -> String {
    let (openings, played) = (count(openings as usize, "opening"), 2 * openings);
    format!("{openings} from both sides: {played} games are played, not {games}")
}

/// The log of a contest, or of what else is called by the word `work`, and what stands in it; damaged lines are told. `why` is
/// what may have made it another one, as it goes on behind a sentence.
pub(in crate::command_line::commands) fn opened(
    path: &Path,
    settings: &Settings,
    (work, why): (&str, &str),
) -> Result<(Log, Known), Failure> {
    let file = path.display();
    let (log, known) = Log::open_of(path, settings, work).map_err(|error| match error {
        LogError::Io(error) => {
            Failure::Said(format!("error: {file} is no log to go on from: {error}"), MACHINE)
        }
        LogError::Other(line, words) => {
            let hint = format!("the file stays as it is; a {work} of its own needs another one");
            Failure::Said(format!("error: {file}:{line}: {words}{why}\n  {hint}"), WRONG_USE)
        }
    })?;
    for (line, words) in &known.damaged {
        eprintln!("note: {file}:{line}: {words}");
    }
    Ok((log, known))
}

/// What the pairs so far come to, in a line.
fn so_far(report: &Report, test: Option<Sprt>) -> String {
    let (score, pairs) = (&report.score, report.pairs.sum());
    let (wins, draws, losses) = (score.wins, score.draws, score.losses);
    let test = test.map_or_else(String::new, |test| {
        let [lower, upper] = test.bounds();
        format!(", LLR {:.2} between {lower:.2} and {upper:.2}", test.ratio(&report.pairs))
    });
    format!("{pairs} pairs: {wins} won, {draws} drawn, {losses} lost{test}")
}

/// Says who lost a game against the rules of play, and how, until that was said often.
fn tell_losses(taken: &Taken<'_>, naming: &Naming<'_>, told: &mut usize) {
    for (game, number) in taken.pair.iter().zip(1..) {
        let Some((loser, loss)) = game.loser().zip(game.loss.as_deref()) else { continue };
        if *told < TOLD {
            let (pair, name) = (taken.number + 1, &naming.names[loser]);
            eprintln!("note: pair {pair}, game {number}: {name} lost: {loss}");
        } else if *told == TOLD {
            eprintln!("note: more of these are counted and not told");
        }
        *told += 1;
    }
}
