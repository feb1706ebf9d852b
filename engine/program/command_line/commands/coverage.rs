//! `noire coverage`: measures which wins in a corpus the rules of a base recognise, and which they miss.
//!
//! `engine/laboratory/coverage/mod.rs` defines which positions count, what a win is, and when a win is recognised. With
//! `--format json` one object is printed ([`print::CoverageRow`]). If no player can win by the rules of the base, only
//! a note is printed.

mod print;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::alarm::{Alarm, GRACE_PERIOD};
use noire_engine::progress::Progress;
use noire_engine::world::{Entry, World};
use noire_engine::{with_both, with_world};
use noire_laboratory::coverage::coverage_world::{CoverageWorld, CoveredBase, Settings, Source};
use noire_laboratory::coverage::report::{MeanCost, Report};
use noire_laboratory::coverage::run::cover;
use noire_laboratory::position_sources::ReachedPosition;

use crate::command_line::answer_text::BoardOptions;
use crate::command_line::commands::apply::chosen_rules;
use crate::command_line::interrupt;
use crate::command_line::number_options::{random_positions, seconds};
use crate::command_line::output::{Failure, Format, USAGE_ERROR};
use crate::command_line::query_options::{
    GameAndPositions, different_games_failure, open_game, world_failure,
};
use crate::command_line::thread_options::{Share, run_failed};
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire coverage --shard 1/10                     a tenth of the built-in games
  noire coverage --random 4000 --seed 1 --missing 10
  noire coverage my-game/ --random 500
  noire coverage renju --against renju-2001 --file games.tsv --every-ply";

/// Count the wins in a corpus that are recognised by the rules of a base, and draw those that are missed.
///
/// Exhaustive search finds in how many moves a position is won; a rule recognises the win if the program would choose that rule and
/// its first move wins in that number of moves. Positions that are given replace those of the built-in games.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    /// Another base to measure on the same wins. The first base supplies the rules of the game; positions in which the
    /// game of the other base differs are skipped, and the number skipped is reported
    #[arg(long, value_name = "NAME-OR-DIR")]
    against: Option<String>,
    /// Leave out the rules of this name (`t.threat`, or `t.threat for white`); can be given several times
    #[arg(long, value_name = "RULE")]
    without: Vec<String>,
    /// The levels to report: odd numbers. The greatest one is the depth of the search. Can be given several times
    /// [default: 1,3,5,7; 1,3,5 for games defined by rule files]
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    level: Option<Vec<u32>>,
    /// Number of random boards. Half are random set-ups, with Black and White to move alternately; the other half are
    /// positions from random games. These boards are used in addition to positions that are given with other options.
    /// For a game defined by rule files, this option is the number of positions to take from random games: by default
    /// 1000, or all positions if there are fewer
    #[arg(long, value_name = "N", value_parser = random_positions())]
    random: Option<u64>,
    /// The seed of the random boards
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,
    /// For each level, the number of unrecognised shapes of wins to draw; 0 skips the search for them
    #[arg(long, value_name = "N", default_value_t = 3)]
    missing: usize,
    /// Stop after this time: finish the current positions, and begin no others
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    share: Share,
    /// Maximum number of positions to examine in the search for a win in one position [default: 30000000; for a game
    /// defined by rule files 100000]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// `text` for people; `json`: one object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

/// The results of a run, to be printed.
struct CoverageResults<'b, W: World> {
    /// The measured base, followed by the base to compare it with if there is one.
    worlds: Vec<&'b W>,
    without: &'b [String],
    shard: (u64, u64),
    report: Report<W::Position, W::Move>,
    costs: Vec<MeanCost>,
    /// Maximum number of missing wins to show for each level.
    missing: usize,
}

/// Runs `noire coverage`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let halt = interrupt::second_stop_flag()?;
    let open =
        |name: &str| open_game(name, Limits::default(), Some(Arc::clone(&halt)), |base| vec![base.backend()]);
    let name = arguments.subject.game()?;
    let world = open(&name)?;
    let Some(against) = &arguments.against else {
        return with_world!(&world, |world| measure_coverage(&[world], arguments, &halt));
    };
    let other = open(against)?;
    let done = with_both!(&world, &other, |world, other| measure_coverage(&[world, other], arguments, &halt));
    done.unwrap_or_else(|| Err(different_games_failure(&name, against)))
}

/// The levels to report.
fn levels<W: CoverageWorld>(arguments: &Arguments) -> Result<Vec<u32>, Failure> {
    let levels = arguments.level.as_deref().unwrap_or(W::DEFAULT_LEVELS);
    let is_good = levels.iter().all(|level| level % 2 == 1) && levels.is_sorted_by(|one, other| one < other);
    if is_good && !levels.is_empty() {
        return Ok(levels.to_vec());
    }
    let text = "error: --level takes odd numbers in ascending order, such as 1,3,5,7";
    Err(Failure::Message(text.to_owned(), USAGE_ERROR))
}

/// Measures the coverage of one or two bases, and prints the results. The flag `halt` aborts the queries of the bases.
fn measure_coverage<W: CoverageWorld>(
    worlds: &[&W],
    arguments: &Arguments,
    halt: &Arc<AtomicBool>,
) -> Result<ExitCode, Failure> {
    // The positions that are examined when the time is over may take as long again.
    let _alarm = arguments.time.map(|time| Alarm::new(2 * time + GRACE_PERIOD, halt));
    let settings = Settings {
        levels: levels::<W>(arguments)?,
        missing: arguments.missing > 0,
        time: arguments.time,
        stop: interrupt::stop_flag()?,
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        nodes: arguments.nodes.unwrap_or(W::DEFAULT_NODES),
    };
    let without = excluded_rules(&arguments.without, worlds)?;
    if let Some(note) = worlds.iter().find_map(|world| world.undefined()) {
        eprintln!("note: {note}, and nothing is covered");
        return Ok(ExitCode::SUCCESS);
    }
    let asked: Vec<CoveredBase<'_, W>> =
        worlds.iter().zip(without).map(|(world, without)| CoveredBase { world: *world, without }).collect();
    let first = worlds[0];
    let source = Source {
        given: given(first, &arguments.subject)?,
        called: arguments.subject.positions()?.source(),
        random: arguments.random,
        seed: arguments.seed,
    };
    let mut progress = Progress::begin();
    let done = cover(&asked, source, &settings, &|stage| progress.show(stage.done, &stage.what));
    progress.end();
    let (report, costs) = done.map_err(|error| run_failed(first, error))?;
    if let Some(breach) = &report.breach {
        eprintln!(
            "note: in this game {breach}, so the plain search decides, and most positions are given up"
        );
    }
    let covered = CoverageResults {
        worlds: worlds.to_vec(),
        without: &arguments.without,
        shard: arguments.share.shard,
        report,
        costs,
        missing: arguments.missing,
    };
    let mut out = width::wrapped_stdout(arguments.format == Format::Text);
    match arguments.format {
        Format::Text => print::text(&mut out, &covered, arguments.boards.style())?,
        Format::Json => writeln!(out, "{}", print::object(&covered))?,
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

/// The indices of the rules to leave out, for each base. Each name must exist in at least one base.
fn excluded_rules<W: CoverageWorld>(names: &[String], worlds: &[&W]) -> Result<Vec<Vec<usize>>, Failure> {
    let mut without = vec![Vec::new(); worlds.len()];
    for name in names {
        let rules: Vec<_> = worlds.iter().map(|world| chosen_rules(Some(name), world.contents())).collect();
        if rules.iter().all(Result::is_err) {
            return Err(rules.into_iter().find_map(Result::err).expect("there is a base"));
        }
        for ((without, rules), world) in without.iter_mut().zip(rules).zip(worlds) {
            let rules = rules.unwrap_or_default();
            if rules.iter().any(|rule| world.contents().rules[*rule].level == 0) {
                let text =
                    format!("error: `{name}` is of level 0: it defines a won game, and is always asked");
                return Err(Failure::Message(text, USAGE_ERROR));
            }
            without.extend(rules);
        }
    }
    Ok(without)
}

/// The specified positions with their names. Moves after the end of a game are removed.
fn given<W: CoverageWorld>(
    world: &W,
    subject: &GameAndPositions,
) -> Result<Vec<(String, ReachedPosition<W>)>, Failure> {
    let is_of_file = subject.positions()?.has_file();
    let reached = |entry: Entry<W>| {
        let position = entry.position(world).map_err(|trouble| world_failure(world, trouble))?;
        Ok((name(&entry, is_of_file), ReachedPosition { moves: entry.moves, position }))
    };
    subject.map_up_to_end(world, reached)
}

/// The name of a position, such as `AN01`, `line 3` or `line 3 after 12`.
fn name<W: World>(entry: &Entry<W>, is_of_file: bool) -> String {
    let place = if is_of_file { format!("line {}", entry.line) } else { "position".to_owned() };
    let name = entry.id.clone().unwrap_or(place);
    match &entry.moves {
        Some(moves) => format!("{name} after {}", moves.len()),
        None => name,
    }
}
