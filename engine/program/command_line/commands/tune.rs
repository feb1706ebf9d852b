//! `noire tune`: fits the weights of the scores of a base to the results of games.
//!
//! With `--format json` one object is printed:
//!
//! ```text
//! base, seed            the base and the seed
//! games, left_out       number of games used, and of those without an end or a quiet position
//! positions             number of positions that the weights were fitted to
//! held_out              numbers of games and positions held out for the test
//! before, after         mean logarithmic loss in the held-out positions, with the old and with the new weights
//! scores                for each score: name, place, old, new (attacking and defending weights),
//!                       positions (number of positions that count it)
//! written               number of files written
//! ```

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_sorted::{SortedMap, SortedSet};
use clap::Args;
use serde_json::{Value, json};

use super::contest::{base_identity, contest_failure, open_log};
use crate::command_line::backend_options::BackendOption;
use crate::command_line::interrupt;
use crate::command_line::number_options::MAX_GAMES;
use crate::command_line::output::{Failure, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, count, write_failure};
use crate::command_line::query_options::{GameName, open_with_backends, read_games, world_failure};
use crate::command_line::tables::{Format, Style, print_cells};
use crate::command_line::thread_options::Threads;
use crate::command_line::width;
use blanche_compiler::runtime::Limits;
use noire_engine::games::KnowledgeFilter;
use noire_engine::progress::Progress;
use noire_engine::search::time::TimeControl;
use noire_engine::with_world;
use noire_engine::world::{Entry, World, WorldError, built_in, open};
use noire_laboratory::contest::log::{LoggedPairs, Settings};
use noire_laboratory::contest::{Allowance, ContestTerms, Pair};
use noire_laboratory::tune::evaluated_positions::game_number;
use noire_laboratory::tune::rewrite::{Change, RewriteError, check, rewrite};
use noire_laboratory::tune::samples::{FinishedGame, Samples};
use noire_laboratory::tune::score_items::ScoreItems;
use noire_laboratory::tune::self_play::{SelfPlay, finished_game};
use noire_laboratory::tune::tuning_world::TuningWorld;
use noire_laboratory::tune::{FittedWeights, fit_weights};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire tune --games 500
  noire tune my-game/ --games 4000 --log games.log --write";

/// Fit the weights of scores to the results of games.
///
/// A search evaluates the scores at the ends of its lines, so the games for a fit begin there: the base plays games
/// against itself, positions in which it evaluated its scores are drawn from them, and from each of these it plays
/// against itself twice. The results count for these positions. Built-in games of stones count too, with all positions
/// in which a search would evaluate the scores. Logistic regression finds the weights that make the results most
/// likely. A value of 1000 for the side to move is a 73 % chance to win. One game in ten is held out, with all
/// positions drawn from it, to test whether the new weights predict results better. A weight that counts in fewer than
/// 100 positions does not change.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameName,
    #[command(flatten)]
    backend: BackendOption,
    /// The number of games that the base plays against itself, two from each position; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(0..=MAX_GAMES))]
    games: u64,
    /// Maximum number of positions to search per move in the games that the base plays against itself. A search that
    /// selects positions to evaluate may examine eight times as many
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Write the games to this file, and continue from the games that are already in it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Also use the games of this file, in a format that `noire convert` writes
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Write the weights into the files of the base, with a line that says where they come from. The base must be a
    /// folder with scores of its own
    #[arg(long)]
    write: bool,
    /// Write the new weights even if they predict the results of the held-out games less well than the old weights
    #[arg(long, requires = "write")]
    force: bool,
    /// Text or markdown tables, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// One of every `HELD_OUT_INTERVAL` games is held out for the test.
const HELD_OUT_INTERVAL: usize = 10;

/// The result of the fit, and the samples that were used.
struct Outcome {
    sentences: ScoreItems,
    fitted: Samples,
    held_out: Samples,
    tuned: FittedWeights,
}

/// Runs `noire tune`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = arguments.game.name()?;
    let base = open(&name, Limits::default())?;
    let backends = vec![arguments.backend.of_base(&base)];
    with_world!(&open_with_backends(base, backends)?, |world| fit(world, arguments, &name))
}

/// Fits the scores of a game. `name` is what the user called it.
fn fit<W: TuningWorld>(world: &W, arguments: &Arguments, name: &str) -> Result<ExitCode, Failure> {
    let start = world.start().map_err(|trouble| world_failure(world, trouble))?;
    world
        .game(world.backends()[0], &KnowledgeFilter::default(), &start)
        .map_err(|trouble| unplayable_failure(world, trouble))?;
    let sentences = ScoreItems::of(world);
    if sentences.all.is_empty() {
        let words = format!(
            "error: `{}` has no score whose weights are numbers\n  a sentence such as `score NAME for PLAYER attacking 1 defending 1 \
             if …` declares one",
            world.contents().name
        );
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    let scores = world.contents().scores.iter().zip(&sentences.of_score);
    let kept: SortedSet<&str> =
        scores.filter(|(_, of)| of.is_none()).map(|(score, _)| score.name.as_str()).collect();
    if !kept.is_empty() {
        let kept = Vec::from_iter(kept).join(", ");
        eprintln!(
            "note: the weights of {kept} do not change: they are not numbers, or count only for players that name their score"
        );
    }
    if arguments.write && built_in().iter().any(|known| known == name) {
        let words = "error: --write: the game is built in and has no files; name a folder, as in `noire tune my-base/`";
        return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
    }
    if arguments.write {
        check_files(world, &sentences)?;
    }
    let stop = interrupt::stop_flag()?;
    let games = games(arguments, world)?;
    let Some(outcome) = collect_and_fit(world, sentences, &games, &stop)? else {
        let kept = arguments
            .log
            .as_ref()
            .map(|log| format!("; the games that were played are in {}", log.display()));
        eprintln!("note: stopped before weights were fitted{}", kept.unwrap_or_default());
        return Ok(interrupt::status(&stop));
    };
    let is_stopped = stop.load(Ordering::Relaxed);
    let is_worse = outcome.tuned.after > outcome.tuned.before;
    let written = match arguments.write && !is_stopped && (arguments.force || !is_worse) {
        true => write_back(arguments, world, &outcome),
        false => Ok(Vec::new()),
    };
    // The result is printed even if the weights cannot be written.
    print_results(arguments, world, &outcome, written.as_deref().unwrap_or_default())?;
    written?;
    if arguments.write && is_worse && !arguments.force && !is_stopped {
        eprintln!(
            "note: the weights are not written: they predict the results of the held-out games worse than the old ones (--force \
             writes them)"
        );
    }
    if is_stopped {
        let unwritten = if arguments.write { ", and none are written" } else { "" };
        eprintln!("note: stopped: the weights are those of an unfinished fit{unwritten}");
    }
    Ok(interrupt::status(&stop))
}

/// The failure for a game that a search cannot play. It names the declaration that would make the game playable, if
/// there is one.
fn unplayable_failure<W: World>(world: &W, trouble: WorldError) -> Failure {
    match trouble {
        WorldError::Wrong(words) => {
            let hint = "a sentence such as `players NAME, NAME` declares two";
            Failure::Message(format!("error: {words}\n  {hint}"), USAGE_ERROR)
        }
        trouble => world_failure(world, trouble),
    }
}

/// All games, in lists. The games of a list are either all held out, or all used for the fit. Each built-in game, and
/// each game of a file, is a list of its own. The games that the base plays against itself are in one list if they
/// start from positions of the same game.
fn games<W: TuningWorld>(arguments: &Arguments, world: &W) -> Result<Vec<Vec<FinishedGame<W>>>, Failure> {
    let whole = |moves: Vec<W::Move>| vec![FinishedGame { start: None, moves, first: None }];
    let mut games: Vec<Vec<FinishedGame<W>>> = W::known_games().into_iter().map(whole).collect();
    if let Some(path) = &arguments.file {
        let recorded = |entry: Entry<W>| {
            Some(vec![FinishedGame { start: entry.start, moves: entry.moves?, first: None }])
        };
        games.extend(read_games(world, path)?.into_iter().filter_map(recorded));
    }
    let terms = ContestTerms {
        allowance: Allowance {
            time: TimeControl::new(None, None),
            positions: None,
            tolerance: Duration::ZERO,
            second_follows: false,
        },
        pairs: arguments.games.div_ceil(2),
        seed: arguments.seed,
        sprt: None,
        threads: arguments.threads.count(),
        stop: interrupt::second_stop_flag()?,
    };
    let self_play = SelfPlay { world, positions: arguments.nodes, terms };
    let (mut log, known) = match &arguments.log {
        Some(path) => {
            let (log, known) = open_log(path, &settings(&self_play), ("tuning", OTHER_RUN_HINT))?;
            (Some(log), known)
        }
        None => (None, LoggedPairs::default()),
    };
    let (mut progress, mut unlogged) = (Progress::begin(), None);
    let mut source = None;
    let mut add = |number: u64, pair: &Pair| {
        if source.replace(game_number(number)) != Some(game_number(number)) {
            games.push(Vec::new());
        }
        let played = pair.iter().filter_map(|game| finished_game(world, game));
        games.last_mut().expect("one was pushed").extend(played);
    };
    let played = self_play.play(&known.pairs, |report, taken| {
        let done = report.pairs.sum();
        progress.show(done as f64 / self_play.terms.pairs as f64, &format!("{} games played", 2 * done));
        if taken.is_new {
            unlogged = log.as_mut().and_then(|log| log.add(taken.number, taken.pair).err());
        }
        add(taken.number, taken.pair);
        unlogged.is_none()
    });
    progress.end();
    played.map_err(|error| contest_failure(world, error))?;
    match (unlogged, &arguments.log) {
        (Some(error), Some(path)) => Err(write_failure(path, &error)),
        _ => Ok(games),
    }
}

/// A hint for a log that belongs to another run.
const OTHER_RUN_HINT: &str =
    "\n  a base with other rules or weights, such as those that --write writes, plays other games";

/// The settings that determine how the games go, to compare with the settings of a log.
fn settings<W: TuningWorld>(games: &SelfPlay<'_, W>) -> Settings {
    let base = base_identity(&games.world.contents().name, games.world.rule_files().hash());
    Settings(SortedMap::from([
        ("the base".to_owned(), base),
        ("the players".to_owned(), games.to_string()),
        ("the seed".to_owned(), games.terms.seed.to_string()),
    ]))
}

/// Collects samples from the games and fits the weights. Returns `None` if the user stopped the run.
fn collect_and_fit<W: TuningWorld>(
    world: &W,
    sentences: ScoreItems,
    games: &[Vec<FinishedGame<W>>],
    stop: &AtomicBool,
) -> Result<Option<Outcome>, Failure> {
    let (mut fitted, mut held_out) = (Samples::default(), Samples::default());
    let mut progress = Progress::begin();
    for (number, together) in games.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        progress.show(number as f64 / games.len() as f64, "going through the games");
        let samples =
            if number % HELD_OUT_INTERVAL == HELD_OUT_INTERVAL - 1 { &mut held_out } else { &mut fitted };
        for game in together {
            let added = samples.add(world, &sentences, game);
            added.map_err(|trouble| world_failure(world, trouble))?;
        }
    }
    progress.end();
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    if games.len() < HELD_OUT_INTERVAL {
        let groups = count(games.len(), "group");
        let words = format!(
            "error: there are too few games: one group in {HELD_OUT_INTERVAL} is held out, and the games that continue from one game are a \
             group; there are {groups}\n  --games and --file give more"
        );
        return Err(Failure::Message(words, MISTAKES));
    }
    if fitted.all.is_empty() || held_out.all.is_empty() {
        return Err(Failure::Message(
            "error: the games have too few quiet positions\n  --games and --file give more".to_owned(),
            MISTAKES,
        ));
    }
    let tuned = fit_weights(&sentences, &fitted.all, &held_out.all, || stop.load(Ordering::Relaxed));
    Ok(Some(Outcome { sentences, fitted, held_out, tuned }))
}

/// Checks that all weights are in files that can be written.
fn check_files<W: World>(world: &W, sentences: &ScoreItems) -> Result<(), Failure> {
    if let Some(file) = sentences.built_in(world) {
        let (path, name) = (file.trim_start_matches("knowledge/"), &world.contents().name);
        let own = Path::new(path).file_name().map_or(path.into(), |own| own.to_string_lossy());
        let words = format!(
            "error: --write: `{name}` takes its scores from {path}, which is a built-in file\n  \
             `noire games --output knowledge` writes that file: copy it to {own} in the folder of {name}, and let the base use \
             {name}/{} instead of {}",
            own.trim_end_matches(".blanche"),
            path.trim_end_matches(".blanche"),
        );
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    if let Some(path) = sentences.outside(world) {
        let name = &world.contents().name;
        let words = format!(
            "error: --write: `{name}` takes its scores from {path}, which is not in its folder\n  copy that file to the folder of \
             {name}, and let the base use the copy"
        );
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    check(&sentences.all).map_err(unwritable)
}

fn unwritable(error: RewriteError) -> Failure {
    let status = if matches!(error, RewriteError::Io(..)) { INTERNAL_ERROR } else { MISTAKES };
    Failure::Message(format!("error: --write: {error}"), status)
}

/// Writes the weights to the files of the base. Returns these files.
fn write_back<W: TuningWorld>(
    arguments: &Arguments,
    world: &W,
    outcome: &Outcome,
) -> Result<Vec<PathBuf>, Failure> {
    let Outcome { sentences, fitted, held_out, tuned } = outcome;
    let changes: Vec<Change<'_>> = sentences.all.iter().zip(tuned.weights.iter().copied()).collect();
    let origin = format!(
        "{} against itself, {} positions a move, seed {}{}; {}, {}; loss {:.4} before, {:.4} after.",
        world.contents().name,
        arguments.nodes,
        arguments.seed,
        if W::known_games().is_empty() { "" } else { ", and the built-in games" },
        count(fitted.games + held_out.games, "game"),
        count(fitted.all.len() + held_out.all.len(), "position"),
        tuned.before,
        tuned.after,
    );
    rewrite(&changes, &origin).map_err(unwritable)
}

fn print_results<W: World>(
    arguments: &Arguments,
    world: &W,
    outcome: &Outcome,
    written: &[PathBuf],
) -> io::Result<()> {
    let mut out = BufWriter::new(width::unwrapped_stdout(arguments.format.style().is_some()));
    match arguments.format.style() {
        None => writeln!(out, "{}", object(arguments, world, outcome, written))?,
        Some(style) => table(&mut out, outcome, style, written)?,
    }
    out.flush()
}

fn table(out: &mut impl Write, outcome: &Outcome, style: Style, written: &[PathBuf]) -> io::Result<()> {
    let Outcome { sentences, fitted, held_out, tuned } = outcome;
    let head = ["score", "attacking", "now", "positions", "defending", "now", "positions"];
    let mut cells = vec![head.map(str::to_owned).to_vec()];
    for ((sentence, new), seen) in sentences.all.iter().zip(&tuned.weights).zip(&tuned.seen) {
        let sides = (0..2).flat_map(|side| {
            [sentence.weights[side].to_string(), new[side].to_string(), seen[side].to_string()]
        });
        cells.push(std::iter::once(sentence.name.clone()).chain(sides).collect());
    }
    print_cells(out, &cells, style)?;
    let games = |samples: &Samples| {
        format!("{} of {}", count(samples.all.len(), "position"), count(samples.games, "game"))
    };
    writeln!(out, "\nfitted to {}", games(fitted))?;
    writeln!(
        out,
        "mean loss in {} held out: {:.4} before, {:.4} now",
        games(held_out),
        tuned.before,
        tuned.after
    )?;
    match fitted.left_out + held_out.left_out {
        0 => {}
        left_out => writeln!(out, "{} left out: no end, or no quiet position", count(left_out, "game"))?,
    }
    for file in written {
        writeln!(out, "written to {}", file.display())?;
    }
    Ok(())
}

fn object<W: World>(arguments: &Arguments, world: &W, outcome: &Outcome, written: &[PathBuf]) -> Value {
    let Outcome { sentences, fitted, held_out, tuned } = outcome;
    let scores = sentences.all.iter().zip(&tuned.weights).zip(&tuned.seen).map(|((sentence, new), seen)| {
        json!({
            "name": sentence.name,
            "place": sentence.place,
            "old": sentence.weights,
            "new": new,
            "positions": seen,
        })
    });
    json!({
        "base": world.contents().name,
        "seed": arguments.seed,
        "games": fitted.games + held_out.games,
        "left_out": fitted.left_out + held_out.left_out,
        "positions": fitted.all.len(),
        "held_out": { "games": held_out.games, "positions": held_out.all.len() },
        "before": tuned.before,
        "after": tuned.after,
        "scores": scores.collect::<Vec<_>>(),
        "written": written.len(),
    })
}
