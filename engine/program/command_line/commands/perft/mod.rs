//! `noire perft`: counts the positions of a game, and plays random games.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use blanche_compiler::game::{Counting, Fault, MAX_KEPT_BYTES};
use blanche_sorted::SortedMap;
use clap::Args;
use noire_engine::bases::Backend;
use noire_engine::progress::Progress;
use noire_engine::with_world;
use noire_engine::world::WorldError;
use serde::Serialize;

use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, count};
use crate::command_line::query_options::{BackendsOption, GameAndPositions, world_failure};
use crate::command_line::width;

mod counting;

use counting::{Countable, RandomGameTally, Table};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire perft --game my-game/ --depth 6
  noire perft my-game/ --depth 4 --divide
  noire perft my-game/ position.txt
  noire perft my-game/ --depth 5 --distinct --format json
  noire perft my-game/ --random 1000 --backend both";

/// Count the positions of a game, or play random games to the end.
///
/// Counts the positions after exactly N moves, once for each way to reach them, and the games that ended before. Other
/// programs for the same game find the same counts, so this tests the rules of its moves. Only --distinct and
/// --symmetric keep a table. With --random, every legal move is equally likely; games per second is the usual measure
/// to compare general game systems.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    compared: BackendsOption,
    /// Depth in plies
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=MAX_DEPTH))]
    depth: u32,
    /// Show the number of positions after each first move
    #[arg(long, conflicts_with_all = ["distinct", "symmetric"])]
    divide: bool,
    /// Count only games that reach the full --depth, and leave out those that end earlier
    #[arg(long, conflicts_with_all = ["distinct", "symmetric"])]
    strict: bool,
    /// Count the different positions after 0, 1, 2, … moves. Repeated positions do not end a game in this count
    #[arg(long)]
    distinct: bool,
    /// Like --distinct, but treat positions that differ only by a symmetry of the board as the same position
    #[arg(long, conflicts_with = "distinct")]
    symmetric: bool,
    /// With --distinct or --symmetric: memory limit for the table of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = MAX_KEPT_BYTES >> 20,
          value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Play this many random games instead of counting
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["depth", "divide", "strict", "distinct", "symmetric"])]
    random: Option<u64>,
    /// The seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// `text` for people; `json`: one object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Maximum depth, in plies. Greater depths would never end, and each ply takes memory.
const MAX_DEPTH: i64 = 1000;

/// Note for an interrupted command about the counts that were printed before.
const INCOMPLETE_NOTE: &str = "the counts shown are complete, the next one is not";

/// The counts for one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Count {
    depth: u32,
    leaves: u64,
    by_move: Option<Vec<(String, u64)>>,
    by_ply: Option<Vec<u64>>,
}

/// The counts, which `--format json` prints as one object.
#[derive(Serialize)]
struct CountRow<'a> {
    /// The name of the game.
    game: &'a str,
    /// The back ends that were used: `compiled`, `interpreted` or `both`.
    backend: String,
    /// Depth of the count, in moves.
    depth: u32,
    /// Number of positions. With `--distinct` or `--symmetric`, equal or symmetric positions count once.
    leaves: u64,
    /// The number of leaves after each first move with `--divide`; otherwise null.
    by_move: Option<SortedMap<&'a str, u64>>,
    /// The numbers of different positions after 0, 1, 2, … moves with `--distinct` or `--symmetric`; otherwise null.
    by_ply: Option<&'a [u64]>,
    /// Time to count this depth, in seconds.
    seconds: f64,
}

/// The results of random games, which `--random --format json` prints as one object.
#[derive(Serialize)]
struct GamesRow<'a> {
    /// The name of the game.
    game: &'a str,
    /// The back ends that were used: `compiled`, `interpreted` or `both`.
    backend: String,
    /// The seed of the random numbers.
    seed: u64,
    /// Number of random games that were played.
    games: u64,
    /// Number of moves in all games.
    plies: u64,
    /// Number of games that each player won, by name.
    won: SortedMap<&'a str, u64>,
    /// Number of drawn games.
    drawn: u64,
    /// Total time, in seconds.
    seconds: f64,
    /// Number of games per second.
    per_second: f64,
}

/// Runs `noire perft`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.memory << 20 != MAX_KEPT_BYTES && !arguments.distinct && !arguments.symmetric {
        let words = "error: --memory goes with --distinct or --symmetric\n  no other count keeps a table";
        return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
    }
    let world = arguments.subject.open_for_counting(&arguments.compared)?;
    let stop = interrupt::stop_flag()?;
    with_world!(&world, |world| {
        let start = arguments.subject.single_entry(world)?.position(world);
        let start = start.map_err(|trouble| world_failure(world, trouble))?;
        match arguments.random {
            Some(games) => random_games(world, arguments, (&start, games), &stop),
            None => counts(world, arguments, &start, &stop),
        }
    })
}

/// The back ends as one word.
fn backends(all: &[Backend]) -> String {
    match all {
        [one] => one.to_string(),
        _ => "both".to_owned(),
    }
}

fn counts<W: Countable>(
    world: &W,
    arguments: &Arguments,
    start: &W::Position,
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let mut all: Vec<(Backend, Count)> = Vec::new();
    let (written, finished) = (RefCell::new(Ok(())), RefCell::new(None));
    let mut seconds = 0.0;
    for backend in world.backends() {
        let is_first = all.is_empty();
        let (written, finished) = (&written, &finished);
        let counter = Counter { world, arguments, by: *backend, start, stop, is_first, written, finished };
        let counted = counter.count_to_depth();
        written.replace(Ok(()))?;
        let deepest: Option<CompletedCount> = finished.take();
        seconds += deepest.as_ref().map_or(0.0, |deepest| deepest.seconds);
        match counted {
            Ok(counted) => all.push((*backend, counted)),
            Err(WorldError::Game(Fault::Stopped)) => {
                let deepest = deepest.map(|deepest| (*backend, deepest.count));
                // The second back end counts at most to the depth that the first one reached.
                let complete = if is_first { deepest } else { all.into_iter().next() };
                if let Some((by, count)) = &complete {
                    print_row(world, arguments, (by.to_string(), count, seconds))?;
                }
                let shown = complete.is_some() && (is_first || arguments.format == Format::Json);
                eprintln!(
                    "note: stopped: {}",
                    if shown { INCOMPLETE_NOTE } else { "the count is not complete" }
                );
                return Ok(interrupt::status(stop));
            }
            Err(WorldError::Game(fault @ Fault::TooMany(_))) => {
                let hint = format!("--memory {} is the limit, in MiB", arguments.memory);
                return Err(Failure::Message(format!("error: {fault}\n  {hint}"), MISTAKES));
            }
            Err(trouble) => return Err(world_failure(world, trouble)),
        }
    }
    agree(&all)?;
    if let Some((_, count)) = all.first() {
        print_row(world, arguments, (backends(world.backends()), count, seconds))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the counts of these back ends and the time they took, if the format is JSON.
fn print_row<W: Countable>(
    world: &W,
    arguments: &Arguments,
    (backend, count, seconds): (String, &Count, f64),
) -> io::Result<()> {
    if arguments.format != Format::Json {
        return Ok(());
    }
    let by_move = count.by_move.as_ref();
    let row = CountRow {
        game: &world.contents().name,
        backend,
        depth: count.depth,
        leaves: count.leaves,
        by_move: by_move.map(|moves| moves.iter().map(|(mv, leaves)| (mv.as_str(), *leaves)).collect()),
        by_ply: count.by_ply.as_deref(),
        seconds,
    };
    writeln!(width::wrapped_stdout(false), "{}", serde_json::to_string(&row).unwrap_or_default())
}

/// The counts for the greatest depth that is complete.
struct CompletedCount {
    count: Count,
    /// Time to count to the greatest complete depth, in seconds.
    seconds: f64,
}

/// Counts positions with one back end.
struct Counter<'c, W: Countable> {
    world: &'c W,
    arguments: &'c Arguments,
    by: Backend,
    start: &'c W::Position,
    stop: &'c AtomicBool,
    /// Whether the counts are printed. Only the counts of the first back end are printed. The counts of a second back
    /// end are compared with them.
    is_first: bool,
    /// The first error while printing.
    written: &'c RefCell<io::Result<()>>,
    /// The counts for the greatest depth that is complete.
    finished: &'c RefCell<Option<CompletedCount>>,
}

impl<W: Countable> Counter<'_, W> {
    fn print(&self, progress: &Progress, text: String) {
        let mut text = text.into_bytes();
        width::fit_to_terminal(&mut text, true);
        if self.is_first
            && self.arguments.format == Format::Text
            && let Err(error) = progress.print(&mut text)
        {
            *self.written.borrow_mut() = Err(error);
        }
    }

    fn finish(&self, count: Count, began: Instant) {
        let seconds = began.elapsed().as_secs_f64();
        self.finished.replace(Some(CompletedCount { count, seconds }));
    }

    /// Counts the positions to the specified depth. If the counts are printed, counts to all smaller depths first.
    fn count_to_depth(&self) -> Result<Count, WorldError> {
        let (arguments, progress) = (self.arguments, Progress::begin());
        if arguments.distinct || arguments.symmetric {
            return self.count_by_ply(&progress);
        }
        let first = if self.is_first && !arguments.divide { 0 } else { arguments.depth };
        let (mut last, mut before) = (1.0f64, 1.0f64);
        for depth in first..=arguments.depth {
            let began = Instant::now();
            // The estimate assumes that the number of positions grows by the same factor as before.
            let expected = last * (last / before).max(1.0);
            let counted = self.count_once(depth, &progress, expected)?;
            self.finish(counted.clone(), began);
            (before, last) = (last, counted.leaves.max(1) as f64);
            for (mv, leaves) in counted.by_move.iter().flatten() {
                self.print(&progress, format!("{mv}: {leaves}\n"));
            }
            let seconds = began.elapsed().as_secs_f64();
            let speed = counted.leaves as f64 / seconds.max(1e-9);
            let leaves = counted.leaves;
            self.print(
                &progress,
                format!(
                    "depth {depth:2}: {leaves:>15} positions, {seconds:8.3} s, {speed:12.0} per second\n"
                ),
            );
            if depth == arguments.depth {
                return Ok(counted);
            }
            let is_over = match arguments.strict {
                true => counted.leaves == 0,
                false => depth > first && last == before && self.are_over(&counted)?,
            };
            if is_over && !arguments.divide {
                let moves = count(depth as usize - 1, "move");
                self.print(&progress, format!("every game is over after {moves}\n"));
                return Ok(Count { depth: arguments.depth, ..counted });
            }
        }
        unreachable!("the last depth is counted")
    }

    /// Whether all games have ended before the last counted move, so that no deeper position exists.
    fn are_over(&self, counted: &Count) -> Result<bool, WorldError> {
        let how = Counting { strict: true, stop: self.stop, told: &|_| {} };
        Ok(self.world.leaves(self.by, self.start, counted.depth, how)? == 0)
    }

    /// Counts the different positions, and prints a line for each ply as soon as it is counted.
    fn count_by_ply(&self, progress: &Progress) -> Result<Count, WorldError> {
        let (arguments, seen) = (self.arguments, Cell::new(0u64));
        let told = |more: u64| {
            seen.set(seen.get() + more);
            progress.show(0.0, &format!("{} positions", seen.get()));
        };
        if self.world.counts_repetitions() {
            let words = "repetition ends no game here, because each position is counted once";
            progress.aside(|| eprintln!("note: {words}"));
        }
        let what = if arguments.symmetric { "positions up to symmetry" } else { "different positions" };
        self.print(progress, format!("{}, {what}\n", self.world.contents().name));
        let how = Counting { strict: arguments.strict, stop: self.stop, told: &told };
        let table = Table { memory: arguments.memory << 20, is_symmetric: arguments.symmetric };
        let (depth, began, mut plies) = (arguments.depth, Instant::now(), Vec::new());
        let by_ply = self.world.different(self.by, self.start, (depth, table), how, &mut |number| {
            let ply = plies.len();
            self.print(progress, format!("ply {ply:2}: {number:>15}\n"));
            plies.push(number);
            let (depth, by_ply) = (ply as u32, Some(plies.clone()));
            self.finish(Count { depth, leaves: number, by_move: None, by_ply }, began);
        })?;
        if by_ply.len() <= depth as usize {
            let moves = count(by_ply.len().saturating_sub(1), "move");
            self.print(progress, format!("every game is over after {moves}\n"));
        }
        self.print(progress, format!("sum    {:>15}\n", by_ply.iter().sum::<u64>()));
        let leaves = by_ply.get(depth as usize).copied().unwrap_or(0);
        Ok(Count { depth, leaves, by_move: None, by_ply: Some(by_ply) })
    }

    /// Counts the positions after `depth` moves.
    fn count_once(&self, depth: u32, progress: &Progress, expected: f64) -> Result<Count, WorldError> {
        let (seen, due) = (Cell::new(0u64), Cell::new(0u64));
        let told = |more: u64| {
            seen.set(seen.get() + more);
            if seen.get() >= due.get() {
                due.set(seen.get() + (1 << 12));
                let done = if expected > 0.0 { (seen.get() as f64 / expected).min(0.99) } else { 0.0 };
                progress.show(done, &format!("depth {depth}, {} positions", seen.get()));
            }
        };
        let how = Counting { strict: self.arguments.strict, stop: self.stop, told: &told };
        let mut by_move = None;
        if self.arguments.divide {
            let moves = self.world.divided(self.by, self.start, depth, how)?.into_iter();
            let moves = moves.map(|(mv, leaves)| (self.world.moves_text(&[mv]), leaves));
            by_move = Some(moves.collect::<Vec<_>>());
        }
        // If there is no first move, this position is the only leaf, unless the game ended earlier.
        let leaves = match by_move.as_ref().filter(|moves| !moves.is_empty()) {
            Some(moves) => moves.iter().map(|(_, leaves)| leaves).sum(),
            None => self.world.leaves(self.by, self.start, depth, how)?,
        };
        Ok(Count { depth, leaves, by_move, by_ply: None })
    }
}

/// Fails if the back ends have counted different numbers.
fn agree(all: &[(Backend, Count)]) -> Result<(), Failure> {
    let Some((first, counted)) = all.first() else { return Ok(()) };
    match all.iter().find(|(_, other)| other != counted) {
        None => Ok(()),
        Some((backend, other)) => Err(Failure::Message(
            format!(
                "error: the back ends differ at depth {}\n  {first}: {} positions\n  {backend}: {} positions",
                counted.depth, counted.leaves, other.leaves
            ),
            INTERNAL_ERROR,
        )),
    }
}

/// The random games of one back end.
struct RandomGames {
    backend: Backend,
    tally: RandomGameTally,
    seconds: f64,
}

impl RandomGames {
    fn per_second(&self) -> f64 {
        self.tally.games as f64 / self.seconds.max(1e-9)
    }
}

fn random_games<W: Countable>(
    world: &W,
    arguments: &Arguments,
    (start, games): (&W::Position, u64),
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let mut all: Vec<RandomGames> = Vec::new();
    let mut progress = Progress::begin();
    for backend in world.backends() {
        // If the first back end was stopped, the second one plays as many games as the first one did.
        let games = all.first().map_or(games, |played| played.tally.games);
        let told = |done: u64| {
            progress.show(done as f64 / games.max(1) as f64, &format!("{done} of {games} games, {backend}"));
        };
        let began = Instant::now();
        let tally = world.random_games(*backend, start, (games, arguments.seed), stop, &told);
        let tally = tally.map_err(|trouble| world_failure(world, trouble))?;
        all.push(RandomGames { backend: *backend, tally, seconds: began.elapsed().as_secs_f64() });
    }
    progress.end();
    let mut out = width::wrapped_stdout(arguments.format == Format::Text);
    let Some(first) = all.first() else { return Ok(ExitCode::SUCCESS) };
    let RandomGameTally { games, plies, won, drawn } = &first.tally;
    match arguments.format {
        Format::Json => {
            let row = GamesRow {
                game: &world.contents().name,
                backend: backends(world.backends()),
                seed: arguments.seed,
                games: *games,
                plies: *plies,
                won: won.iter().map(|(player, won)| (player.as_str(), *won)).collect(),
                drawn: *drawn,
                seconds: first.seconds,
                per_second: first.per_second(),
            };
            writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
        }
        Format::Text => {
            let name = &world.contents().name;
            let share = |number: u64| 100.0 * number as f64 / (*games).max(1) as f64;
            writeln!(out, "{name}, {games} random games of seed {}", arguments.seed)?;
            for (player, number) in won {
                writeln!(out, "{player:>10} wins {number:>10}  {:5.1} %", share(*number))?;
            }
            writeln!(out, "{:>15} {drawn:>10}  {:5.1} %", "drawn", share(*drawn))?;
            let mean = *plies as f64 / (*games).max(1) as f64;
            writeln!(out, "{:>15} {plies:>10}  {mean:5.1} a game", "moves")?;
            for played in &all {
                let (backend, speed) = (played.backend.to_string(), played.per_second());
                writeln!(out, "{backend:>15} {speed:>10.0}  games per second")?;
            }
        }
    }
    let stopped = interrupt::status(stop);
    match all.iter().find(|played| played.tally != first.tally) {
        // If Ctrl-C stopped a back end, different results are no error.
        Some(other) if stopped == ExitCode::SUCCESS => Err(Failure::Message(
            format!(
                "error: the back ends differ\n  {}: {:?}\n  {}: {:?}",
                first.backend, first.tally, other.backend, other.tally
            ),
            INTERNAL_ERROR,
        )),
        _ => Ok(stopped),
    }
}
