//! Runs a contest: continues it from its log, reports progress and problems, and prints the results.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Arguments;
use super::report::Figures;
use crate::command_line::interrupt;
use crate::command_line::output::{
    Failure, Format, INTERNAL_ERROR, USAGE_ERROR, check_file, count, two_files, write_failure, write_file,
};
use crate::command_line::query_options::world_failure;
use crate::command_line::width;
use noire_engine::progress::Progress;
use noire_engine::record::Unwritable;
use noire_engine::with_world;
use noire_engine::world::{Finish, Record, Recording, World, WorldError};
use noire_laboratory::contest::log::{Log, LogError, LoggedPairs, Settings};
use noire_laboratory::contest::run::CountedPair;
use noire_laboratory::contest::{
    Contest, ContestError, ContestTerms, KnowledgeSource, Openings, Pair, PlayedGame, Report, Sprt, run,
};

/// The names in a contest.
pub(super) struct ContestNames {
    /// The name of the game.
    pub(super) game: String,
    /// The names of the players.
    pub(super) names: Vec<String>,
    /// The settings that determine how the games go.
    pub(super) settings: Settings,
}

/// The failure for a contest that cannot continue.
pub(in crate::command_line::commands) fn contest_failure(world: &impl World, error: ContestError) -> Failure {
    match error {
        ContestError::World(WorldError::Wrong(words)) => {
            Failure::Message(format!("error: {words}"), USAGE_ERROR)
        }
        ContestError::World(trouble) => world_failure(world, trouble),
        ContestError::Player(bad) => {
            Failure::Message(format!("error: {}: {bad}", world.contents().name), USAGE_ERROR)
        }
        ContestError::Thread(error) => {
            Failure::Message(format!("error: cannot start a thread: {error}"), INTERNAL_ERROR)
        }
    }
}

/// Maximum number of ignored lines of a log that are reported one by one. Further ones are only counted.
const MAX_LOG_NOTES: usize = 20;

/// Maximum number of games lost by a breach of the rules that are reported one by one. Further ones are only counted.
const MAX_LOSS_NOTES: usize = 10;

/// Runs a contest, and prints the results.
pub(super) fn run_contest<W: Recording>(
    contest: &Contest<'_, W>,
    arguments: &Arguments,
    test: Option<Sprt>,
    naming: &ContestNames,
) -> Result<ExitCode, Failure> {
    // A contest may take hours, so the program first checks that the games can be written.
    if let Some(path) = &arguments.output {
        two_files(["--output", "--log"], [Some(path), arguments.log.as_deref()])?;
        games_text(contest, path, &[], naming)?;
        check_file(path, None)?;
    }
    let (mut log, known) = match &arguments.log {
        Some(path) => {
            open_log(path, &naming.settings, ("contest", "")).map(|(log, known)| (Some(log), known))?
        }
        None => (None, LoggedPairs::default()),
    };
    let interrupted = interrupt::stop_flag()?;
    let terms = terms(arguments, test, interrupt::second_stop_flag()?);
    let pairs = terms.pairs_of(contest);
    note_fewer_games(pairs, &terms);
    let all = (pairs * contest.pairings().len() as u64) as f64;
    let mut progress = Progress::begin();
    let (mut told, mut before, mut unlogged, mut games) = (0, 0, None, Vec::new());
    let held = run(contest, &terms, &known.pairs, |reports, taken| {
        let done: u64 = reports.iter().map(|report| report.pairs.sum()).sum();
        progress.show(done as f64 / all, &progress_summary(reports, test));
        if taken.is_new {
            let names = contest.pairings()[taken.pairing].map(|at| naming.names[at].as_str());
            progress.aside(|| note_losses(&taken, names, &mut told));
            let logged = log.as_mut().map_or(Ok(()), |log| log.add(taken.number, taken.pair));
            unlogged = logged.err();
        } else {
            before += 1;
        }
        if arguments.output.is_some() {
            games.push((taken.pairing, taken.pair.clone()));
        }
        unlogged.is_none()
    });
    progress.end();
    note_short_openings(contest);
    note_base_faults(contest);
    let reports = held.map_err(|error| contest_failure(contest.world, error))?;
    let unsaved = match &arguments.output {
        Some(path) => {
            let text = games_text(contest, path, &games, naming)?;
            write_file(path, &text, None).err().map(|failure| (text, failure))
        }
        None => None,
    };
    let figures = Figures {
        naming,
        pairings: &contest.pairings(),
        seed: arguments.seed,
        test,
        reports: &reports,
        known: before,
        unwritten: unsaved.as_ref().map(|(text, _)| text.as_str()),
    };
    let mut out = width::wrapped_stdout(arguments.format == Format::Text);
    match arguments.format {
        Format::Json => figures.objects().iter().try_for_each(|object| writeln!(out, "{object}"))?,
        Format::Text => figures.print(&mut out)?,
    }
    out.flush()?;
    if let (Some(error), Some(path)) = (unlogged, &arguments.log) {
        return Err(write_failure(path, &error));
    }
    let Some((text, failure)) = unsaved else { return Ok(interrupt::status(&interrupted)) };
    let status = failure.report();
    // A contest may have taken hours, so games that could not be saved are printed instead.
    if arguments.format == Format::Text {
        eprintln!("note: the games follow on standard output");
        write!(out, "\n{text}")?;
        out.flush()?;
    }
    Ok(status)
}

/// The text of the games. The ending of `path` determines the format.
fn games_text<W: Recording>(
    contest: &Contest<'_, W>,
    path: &Path,
    games: &[(usize, Pair)],
    naming: &ContestNames,
) -> Result<String, Failure> {
    let pairings = contest.pairings();
    let mut records = Vec::new();
    for (pairing, pair) in games {
        for (first, game) in pair.iter().enumerate() {
            let names = pairings[*pairing].map(|at| naming.names[at].clone());
            records.extend(record(contest.world, game, (first, names)));
        }
    }
    contest.world.write_games(path, &records).map_err(|why| {
        let words = match why {
            Unwritable::Several { .. } => {
                "several games are written to a file that ends in .tsv or .sgf".to_owned()
            }
            why => why.to_string(),
        };
        Failure::Message(format!("error: {}: {words}", path.display()), USAGE_ERROR)
    })
}

/// The record of a game. `first` is the index of the player whose side the first contestant played.
fn record<W: World>(world: &W, game: &PlayedGame, (first, names): (usize, [String; 2])) -> Option<Record<W>> {
    let moves = world.continued(&world.start().ok()?, &[], &game.moves).ok()?;
    let [one, other] = names;
    let players = if first == 0 { [one, other] } else { [other, one] };
    let winner = game.loser().map(|loser| (1 - loser) ^ first);
    let end = Some(Finish { winner, by: game.by.clone() });
    Some(Record { players, moves, end })
}

/// The terms of a contest: the limits for moves, and when the contest ends.
pub(super) fn terms(arguments: &Arguments, test: Option<Sprt>, stop: Arc<AtomicBool>) -> ContestTerms {
    ContestTerms {
        allowance: arguments.allowance(),
        pairs: arguments.games().div_ceil(2),
        seed: arguments.seed,
        sprt: test,
        threads: arguments.threads.count(),
        stop,
    }
}

/// Prints a note if there are too few openings for the requested number of games.
fn note_fewer_games(pairs: u64, terms: &ContestTerms) {
    if pairs < terms.pairs {
        let (openings, played) = (count(pairs as usize, "opening"), 2 * pairs);
        let games = terms.pairs.saturating_mul(2);
        eprintln!("note: {openings} from both sides: {played} games are played, not {games}");
    }
}

/// Prints notes about faults in the bases that were found during the contest.
fn note_base_faults<W: World>(contest: &Contest<'_, W>) {
    let others = contest.entrants.iter().filter_map(|entrant| match &entrant.knows {
        KnowledgeSource::Other(own) => Some(with_world!(&**own, |own| own.problems_found())),
        _ => None,
    });
    let noticed = contest.world.problems_found().into_iter().chain(others.flatten());
    noticed.for_each(|note| eprintln!("note: {note}"));
}

/// Prints a note if some openings have fewer random moves than requested.
fn note_short_openings<W: World>(contest: &Contest<'_, W>) {
    let shorter = contest.shorter.load(Ordering::Relaxed);
    if let Openings::Drawn(Some(plies)) = contest.openings
        && shorter > 0
    {
        let (openings, wanted) = (count(shorter as usize, "opening"), count(plies, "move"));
        let has = if shorter == 1 { "has" } else { "have" };
        eprintln!("note: {openings} {has} fewer than {wanted}: another move would have ended the game");
    }
}

/// Opens the log of a contest or of other `work`, and returns its entries. Reports damaged lines. Fails if the log
/// belongs to other work. `why` is an explanation at the end of the message of that error.
pub(in crate::command_line::commands) fn open_log(
    path: &Path,
    settings: &Settings,
    (work, why): (&str, &str),
) -> Result<(Log, LoggedPairs), Failure> {
    let file = path.display();
    let (log, known) = Log::open(path, settings, work).map_err(|error| match error {
        LogError::Io(error) => {
            Failure::Message(format!("error: {file} is not a log to continue from: {error}"), INTERNAL_ERROR)
        }
        LogError::Other(line, words) => {
            let hint = format!("the file is unchanged; a new {work} needs another one");
            Failure::Message(format!("error: {file}:{line}: {words}{why}\n  {hint}"), USAGE_ERROR)
        }
    })?;
    for (line, words) in known.damaged.iter().take(MAX_LOG_NOTES) {
        eprintln!("note: {file}:{line}: {words}");
    }
    match known.damaged.len().saturating_sub(MAX_LOG_NOTES) {
        0 => {}
        more => eprintln!("note: {file}: and {} more like these", count(more, "line")),
    }
    Ok((log, known))
}

/// A one-line summary of the pairs so far.
pub(super) fn progress_summary(reports: &[Report], test: Option<Sprt>) -> String {
    let pairs: u64 = reports.iter().map(|report| report.pairs.sum()).sum();
    let [report] = reports else { return count(pairs as usize, "pair") };
    let (wins, draws, losses) = (report.score.wins, report.score.draws, report.score.losses);
    let test = test.map_or_else(String::new, |test| {
        let [lower, upper] = test.bounds();
        format!(", LLR {:.2} between {lower:.2} and {upper:.2}", test.ratio(&report.pairs))
    });
    format!("{pairs} pairs: {wins} won, {draws} drawn, {losses} lost{test}")
}

/// Prints who lost a game by a breach of the rules, and how. Prints at most [`MAX_LOSS_NOTES`] such notes in all.
fn note_losses(taken: &CountedPair<'_>, names: [&str; 2], told: &mut usize) {
    for (game, number) in taken.pair.iter().zip(1..) {
        let Some((loser, loss)) = game.loser().zip(game.loss.as_deref()) else { continue };
        if *told < MAX_LOSS_NOTES {
            let (pair, name) = (taken.number + 1, names[loser]);
            eprintln!("note: pair {pair}, game {number}: {name} lost: {loss}");
        } else if *told == MAX_LOSS_NOTES {
            eprintln!("note: further losses of this kind are counted, but not reported");
        }
        *told += 1;
    }
}
