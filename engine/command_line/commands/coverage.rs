//! `noire coverage`: which wins of a corpus the rules of a base recognise, and which they miss.
//!
//! What counts as a position, a win and a recognised win stands in `engine/laboratory/coverage/mod.rs`. With `--format json` one
//! object is printed:
//!
//! ```text
//! base, against        the names of the bases; against is null without one
//! source               where the positions come from
//! without              the rules that were not asked
//! positions            given, decided, distinct (up to symmetry), part (of this shard), examined, idle_fours, differing
//!                      (in the games of the bases), and undecided: an object with the number for each level
//! repeatable           false where time ended the run
//! rows                 an object for every situation and level:
//!   situation            "free" or "answering"
//!   level                won within exactly so many moves; null for positions that are not won within the last level
//!   positions, distinct  how many, and how many distinct wins up to translation and stones that did not matter
//!   search               mean microseconds of the exhaustive search
//!   bases                an object for each base:
//!     base                 its name
//!     recognised, recall   positions whose win is recognised, and their share; null where there is nothing to recognise
//!     named, named_share   the same where any solution of any rule up to the level counts
//!     distinct             recognised distinct wins
//!     failed               positions where the play of the rule taken does not win within the level of the rule
//!     limit_exceeded       questions that exceeded the step limit
//!     verdict              mean microseconds of the node verdict
//! rules                an object for each rule that was taken where it claims something:
//!   base, rule, colour, level, taken, failed, example
//! missing              the shapes of wins that no rule of the first base names, most frequent first, so many of each level:
//!   level, black, white  the level, and the positions by the colour that wins
//!   position             black, white, to_move, play of the smallest example
//!   with_a_four          in how many positions some winning first move makes a four
//!   names                the positions
//! shapes               how many different shapes there are of each level
//! ```
//!
//! Of a base by which nobody can win nothing is printed but a note. What is printed of a game in text stands in
//! `games/coverage.rs`.

mod print;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::bases::is_game;
use crate::board::Position;
use crate::facts::Base;
use crate::laboratory::corpus;
use crate::laboratory::coverage::cases::Case;
use crate::laboratory::coverage::drawn;
use crate::laboratory::coverage::knowledge::Knowledge;
use crate::laboratory::coverage::report::{MeanCost, Report};
use crate::laboratory::coverage::run::{Settings, cover};
use crate::proof_check::referee::Referee;
use crate::record::Entry;
use blanche_compiler::runtime::Limits;
use clap::Args;

use crate::command_line::amiss::tell_undefined;
use crate::command_line::asked::Subject;
use crate::command_line::commands::apply::chosen;
use crate::command_line::games::{self, Opened};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, WRONG_USE, count, remarks};
use crate::command_line::seconds::{games as boards, seconds};
use crate::command_line::text::Boards;
use crate::command_line::threads::Share;
use crate::command_line::width;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire coverage --shard 1/10                     a tenth of the built-in games
  noire coverage --random 4000 --seed 1 --missing 10
  noire coverage my-game/ --random 500
  noire coverage renju --against renju-2001 --file games.tsv --every-ply";

/// Count which wins of a corpus the rules of a base recognise, and draw the ones they miss.
///
/// A position is won within exactly so many moves by exhaustive search; a rule recognises a win if the program
/// would choose that rule and its first move wins in that number of moves. Positions that are given take the place of those of the
/// built-in games.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Another base, asked on the same wins. The game is that of the first; positions where the other's differs
    /// are left out and counted
    #[arg(long, value_name = "NAME-OR-DIR")]
    against: Option<String>,
    /// Leave out the rules of this name (`t.threat`, or `t.threat for white`); can be said several times
    #[arg(long, value_name = "RULE")]
    without: Vec<String>,
    /// The levels to tell of: odd numbers, of which the last bounds the search; can be said several times [default:
    /// 1,3,5,7; of a game in text 1,3,5]
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    level: Option<Vec<u32>>,
    /// Take so many random boards, half of them set up (both colours are to move in turn) and half played; without --file
    /// and the like these alone. Of a game in text: so many positions of random games, by default 1000, or all where
    /// they are few
    #[arg(long, value_name = "N", value_parser = boards())]
    random: Option<u64>,
    /// The random boards follow from it
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,
    /// Draw so many of the missing shapes of each level; none are looked for with 0
    #[arg(long, value_name = "N", default_value_t = 3)]
    missing: usize,
    /// Begin no position after so long
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    share: Share,
    /// Maximum number of positions that the search in one position examines before it is given up [default: 30000000; of a game
    /// in text 100000]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// text for people, json with one object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

/// What was covered, for whoever prints it.
struct Covered<'b> {
    /// The base that is covered, and the one that is compared.
    bases: Vec<&'b Base>,
    /// Where the positions come from.
    source: String,
    without: &'b [String],
    shard: (u64, u64),
    report: Report,
    costs: Vec<MeanCost>,
    /// So many shapes of each level are drawn.
    missing: usize,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = arguments.subject.game()?;
    let default: &[u32] = if is_game(&name) { &[1, 3, 5] } else { &[1, 3, 5, 7] };
    let levels = arguments.level.as_deref().unwrap_or(default);
    let is_good = levels.iter().all(|level| level % 2 == 1) && levels.is_sorted_by(|one, other| one < other);
    if !is_good || levels.is_empty() {
        let text = "error: --level takes odd numbers, the least first, such as 1,3,5,7";
        return Err(Failure::Said(text.to_owned(), WRONG_USE));
    }
    if is_game(&name) {
        return of_text(arguments, &name, levels);
    }
    let names = [Some(&name), arguments.against.as_ref()];
    let bases: Result<Vec<Base>, _> =
        names.into_iter().flatten().map(|name| Base::open(name, Limits::default())).collect();
    let bases = bases?;
    let without = without(&arguments.without, &bases)?;
    bases.iter().for_each(remarks);
    if bases.iter().any(|base| tell_undefined(base, "nothing is covered")) {
        return Ok(ExitCode::SUCCESS);
    }
    let knowledge: Vec<Knowledge<'_>> = bases
        .iter()
        .zip(&without)
        .map(|(base, without)| Knowledge::new(Referee::new(base, base.backend()), without))
        .collect();
    let (cases, source) = cases(arguments, &bases[0])?;
    let settings = Settings {
        levels: levels.to_vec(),
        shapes: arguments.missing > 0,
        time: arguments.time,
        stop: interrupt::stop()?,
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        nodes: arguments.nodes.unwrap_or(30_000_000),
    };
    let mut progress = Progress::begin();
    let covered = cover(&knowledge, cases, &settings, &|stage| progress.show(stage.done, &stage.what));
    progress.end();
    let (report, costs) = covered?;
    if let Some(breach) = &report.breach {
        eprintln!(
            "note: in this game {breach}, so the plain search decides, and most positions are given up"
        );
    }
    let covered = Covered {
        bases: bases.iter().collect(),
        source,
        without: &arguments.without,
        shard: arguments.share.shard,
        report,
        costs,
        missing: arguments.missing,
    };
    let mut out = width::out(arguments.format == Format::Text);
    match arguments.format {
        Format::Text => print::text(&mut out, &covered, arguments.boards.style())?,
        Format::Json => writeln!(out, "{}", print::object(&covered))?,
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

/// The same of a game in text.
fn of_text(arguments: &Arguments, name: &str, levels: &[u32]) -> Result<ExitCode, Failure> {
    arguments.boards.of_text()?;
    let game = Opened::new(name, None)?;
    let without: Result<Vec<_>, Failure> =
        arguments.without.iter().map(|rule| game.chosen(Some(rule))).collect();
    let settings = games::coverage::Settings {
        seed: arguments.seed,
        positions: arguments.random.map(|random| random as usize),
        levels: levels.to_vec(),
        time: arguments.time,
        nodes: arguments.nodes.unwrap_or(100_000),
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        stop: interrupt::stop()?,
        without: without?.concat(),
        missing: arguments.missing,
    };
    games::coverage::run(&game, &arguments.subject.positions()?, &settings, arguments.format)
}

/// The rules that are left out of each base. A name has to be known in one of them.
fn without(names: &[String], bases: &[Base]) -> Result<Vec<Vec<usize>>, Failure> {
    let mut without = vec![Vec::new(); bases.len()];
    for name in names {
        let mut found = bases.iter().map(|base| chosen(Some(name), base.contents()));
        let rules: Vec<_> = found.by_ref().collect();
        if rules.iter().all(Result::is_err) {
            return Err(rules.into_iter().find_map(Result::err).expect("there is a base"));
        }
        for ((without, rules), base) in without.iter_mut().zip(rules).zip(bases) {
            let rules = rules.unwrap_or_default();
            if rules.iter().any(|rule| base.rules()[*rule].level == 0) {
                let text =
                    format!("error: `{name}` is of level 0: it says what a won game is, and is always asked");
                return Err(Failure::Said(text, WRONG_USE));
            }
            without.extend(rules);
        }
    }
    Ok(without)
}

/// The cases that are asked for, games until their ends by the rules of a base, and where they come from in words.
fn cases(arguments: &Arguments, base: &Base) -> Result<(Vec<Case>, String), Failure> {
    let mut cases = Vec::new();
    let mut sources = Vec::new();
    let given = arguments.subject.positions()?;
    if !arguments.subject.has_no_position() {
        let positions = given.read_until_ends(base, base.backend())?;
        let is_of_file = given.has_file();
        let of = |entry: &Entry| Case::of(name(entry, is_of_file), &entry.spec.position());
        cases.extend(positions.entries.iter().flat_map(of));
        sources.push(given.source());
    } else if arguments.random.is_none() {
        let games = corpus::games();
        sources.push(format!("every position of {}", count(games.len(), "built-in game")));
        cases.extend(games.iter().enumerate().flat_map(|(number, moves)| of_game(number + 1, moves)));
    }
    if let Some(boards) = arguments.random {
        cases.extend(drawn::cases(arguments.seed, boards));
        sources.push(format!("{} of seed {}", count(boards as usize, "random board"), arguments.seed));
    }
    Ok((cases, sources.join(" and ")))
}

fn of_game(number: usize, moves: &[crate::board::Point]) -> Vec<Case> {
    let mut position = Position::empty();
    let mut cases = Case::of(format!("game {number} after 0"), &position);
    for (ply, field) in moves.iter().enumerate() {
        position.play(*field).expect("the moves of a game can be played");
        cases.extend(Case::of(format!("game {number} after {}", ply + 1), &position));
    }
    cases
}

/// `AN01`, `line 3`, `line 3 after 12`.
fn name(entry: &Entry, is_of_file: bool) -> String {
    let place = if is_of_file { format!("line {}", entry.line) } else { "position".to_owned() };
    let name = entry.id.clone().unwrap_or(place);
    match entry.spec.moves() {
        Some(moves) => format!("{name} after {}", moves.len()),
        None => name,
    }
}
