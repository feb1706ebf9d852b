//! `noire verify`: searches for positions that refute the claims of rules.
//!
//! With `--format json` an object is printed for every rule, each on a line of its own: [`RuleRow`]. If no player can
//! win by the rules of the base, only a note is printed.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use blanche_sorted::SortedMap;

use clap::Args;
use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::progress::Progress;
use noire_engine::with_world;
use noire_engine::world::{Marks, WorldExt as _};
use noire_laboratory::position_sources::ReachedPosition;
use noire_laboratory::verify::report::{Counterexample, ReportOf, RuleReportOf, Scope};
use noire_laboratory::verify::text::run::MAX_EXHAUSTIVE_POSITIONS;
use noire_laboratory::verify::verification_world::{Settings, VerificationWorld};
use serde::Serialize;

use crate::command_line::answer_text::BoardOptions;
use crate::command_line::backend_options::BackendOption;
use crate::command_line::commands::apply::RuleName;
use crate::command_line::commands::rules::wrap;
use crate::command_line::ineffective_options::no_effect_failure;
use crate::command_line::interrupt;
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, Format, count};
use crate::command_line::query_options::{GameAndPositions, world_failure};
use crate::command_line::thread_options::{Share, run_failed};
use crate::command_line::width::{self, prose_width};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire verify --time 120
  noire verify my-rules/ --rule t.threat --format json
  noire verify --game my-game/ --positions 10000
  noire verify --rounds 20 --seed 7          the same report on every machine";

/// Test every claim of a game's rules by search, and show the smallest counterexamples.
///
/// Positions that are given are attacked in addition to the built-in ones. The report says how often each rule held, in
/// distinct matches; it is a proof only if it says that all positions of a game defined by rule files were examined. A
/// refuted rule does not change the exit status.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    backend: BackendOption,
    #[command(flatten)]
    rules: RuleName,
    /// The seed of the random generator; by default 1
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Approximate time limit; by default 60 without --rounds, and none with it. A tenth is reserved for shrinking
    /// counterexamples
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Number of rounds of attempts to refute the rules. A run that is limited by rounds, rather than by time, always
    /// gives the same report
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// For games defined by rule files: maximum number of positions to examine
    #[arg(id = "most_positions", long = "positions", value_name = "N")]
    most: Option<u64>,
    /// For games defined by rule files: examine all reachable positions. If there are few, all are examined anyway
    #[arg(long, conflicts_with_all = ["most_positions", "rounds"])]
    all: bool,
    #[command(flatten)]
    share: Share,
    /// Maximum number of moves to try in the search that tests one claim
    #[arg(long, value_name = "N", default_value_t = MAX_NODES)]
    nodes: u64,
    /// `text` for people; `json`: one object per rule
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

/// Maximum number of moves that the search for one claim may make.
pub(crate) const MAX_NODES: u64 = 3_000_000;

/// The results for a rule: one line of `--format json`.
#[derive(Serialize)]
struct RuleRow<'a> {
    /// The name of the rule.
    rule: &'a str,
    /// The player for whom the rule claims a win.
    colour: &'a str,
    /// The level: the number of moves within which the rule claims a win.
    level: u32,
    /// True for a rule of level 0. Such a rule defines a won game, so it is not attacked.
    definition: bool,
    /// Number of claims that win within the level against every defence. In games of stones, distinct matches are
    /// counted.
    held: u64,
    /// Number of claims that some defence refutes.
    refuted: u64,
    /// Number of claims for which the search stopped at the limit of nodes or of work.
    undecided: u64,
    /// Number of answers whose move is not legal.
    unplayable: u64,
    /// 95 % upper bound on the rate of refuted claims, or null if no claim was decided.
    bound: Option<f64>,
    /// Number of positions examined; null in games of stones, where matches are counted instead.
    positions: Option<u64>,
    /// True if all reachable positions were examined. In games of stones, true if all set-ups of the guided attack
    /// were.
    exhausted: bool,
    /// The smallest counterexample found, or null.
    counterexample: Option<CounterexampleRow>,
}

/// A refuted claim.
#[derive(Serialize)]
struct CounterexampleRow {
    /// The moves to the position, or null if it was set up.
    moves: Option<Vec<String>>,
    /// A drawing of the position.
    position: String,
    /// The player for whom the rule claims a win.
    to_move: Option<String>,
    /// The move that is claimed to win.
    play: String,
    /// The first answer of the rule with this move.
    bindings: SortedMap<String, String>,
    /// The move, followed by the reply that refutes it if there is one.
    line: Vec<String>,
    /// Why the move does not win.
    words: String,
    /// Whether a search without pruning also refutes the move, or null if the first search did not prune.
    confirmed: Option<bool>,
}

/// Seed of the random generator if none is given.
const DEFAULT_SEED: u64 = 1;

/// Default time for the attacks, if neither `--time` nor `--rounds` is given.
const DEFAULT_ATTACK_TIME: Duration = Duration::from_secs(60);

/// Runs `noire verify`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let world =
        arguments.subject.open_with_backend(&arguments.backend, Some(interrupt::second_stop_flag()?))?;
    with_world!(&world, |world| attack_claims(world, arguments))
}

/// Attacks the claims of a game, and prints the results.
fn attack_claims<W: VerificationWorld>(world: &W, arguments: &Arguments) -> Result<ExitCode, Failure> {
    if !W::COUNTS_POSITIONS {
        let counted = [
            (arguments.most.is_some(), "positions", "set-ups of stones are made in --rounds"),
            (arguments.all, "all", "there are too many positions of stones to examine all of them"),
        ];
        if let Some((_, option, why)) = counted.into_iter().find(|(is_given, ..)| *is_given) {
            return Err(no_effect_failure(world, option, why));
        }
    }
    if let Some(note) = world.undefined() {
        eprintln!("note: {note}, and no claim is attacked");
        return Ok(ExitCode::SUCCESS);
    }
    let is_endless = arguments.rounds.is_none() && arguments.most.is_none() && !arguments.all;
    let settings = Settings {
        seed: arguments.seed.unwrap_or(DEFAULT_SEED),
        time: arguments.time.or(is_endless.then_some(DEFAULT_ATTACK_TIME)),
        rounds: arguments.rounds,
        positions: arguments.most,
        all: arguments.all,
        nodes: arguments.nodes,
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        stop: interrupt::stop_flag()?,
        rules: arguments.rules.chosen_rules(world.contents())?,
    };
    let given = open_positions(world, &arguments.subject)?;
    let mut progress = Progress::begin();
    let report = world.attack(given, &settings, &|stage| progress.show(stage.done, &stage.what));
    progress.end();
    world.problems_found().iter().for_each(|note| eprintln!("note: {note}"));
    if report.is_err() && settings.stop.load(Ordering::Relaxed) {
        eprintln!("note: nothing was attacked");
        return Ok(interrupt::status(&settings.stop));
    }
    let report = report.map_err(|error| run_failed(world, error))?;
    if let Some(breach) = &report.breach {
        eprintln!(
            "note: in this game {breach}, so the claims are decided by the plain search, and most of level 5 and above \
             are given up"
        );
    }
    if let Scope::All { reachable, .. } = &report.scope {
        let options = [(arguments.rounds.is_some(), "rounds"), (arguments.seed.is_some(), "seed")];
        for (_, option) in options.into_iter().filter(|(is_given, _)| *is_given) {
            eprintln!(
                "note: --{option} changes nothing: the {reachable} positions that can be reached are attacked once each"
            );
        }
    }
    let mut out = width::wrapped_stdout(arguments.format == Format::Text);
    match arguments.format {
        Format::Text => table(&mut out, world, &report, &settings, arguments.boards.style())?,
        Format::Json => {
            for rule in &report.rules {
                let row = row(world, &report, rule);
                writeln!(out, "{}", serde_json::to_string(&row).expect("a row is plain data"))?;
            }
        }
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

/// The positions in which the game is not over, with the moves that lead to them.
fn open_positions<W: VerificationWorld>(
    world: &W,
    subject: &GameAndPositions,
) -> Result<Vec<ReachedPosition<W>>, Failure> {
    let failed = |trouble| world_failure(world, trouble);
    let mut open = Vec::new();
    subject.map_up_to_end(world, |entry| {
        let mut position = entry.position(world).map_err(failed)?;
        if world.end(&mut position).map_err(failed)?.is_none() {
            open.push(ReachedPosition { moves: entry.moves, position });
        }
        Ok(())
    })?;
    Ok(open)
}

/// The heading of the table. It says in which positions claims were searched for.
fn heading<W: VerificationWorld>(world: &W, report: &ReportOf<W>, settings: &Settings) -> String {
    let (part, parts) = settings.shard;
    let shard = if parts > 1 { format!(", part {} of {parts}", part + 1) } else { String::new() };
    let (name, seed) = (&world.contents().name, settings.seed);
    match report.scope {
        Scope::SetUps { rounds } => {
            format!("{name}, seed {seed}{shard}, {}: distinct matches", count(rounds as usize, "round"))
        }
        Scope::All { reachable, .. } => {
            format!("{name}, all {reachable} positions that can be reached{shard}")
        }
        Scope::Games { positions, has_many, .. } => {
            let many = if has_many {
                format!(": more than {MAX_EXHAUSTIVE_POSITIONS} can be reached")
            } else {
                String::new()
            };
            let positions = count(positions as usize, "position");
            format!("{name}, seed {seed}{shard}, {positions} of random games{many}")
        }
    }
}

fn table<W: VerificationWorld>(
    out: &mut impl Write,
    world: &W,
    report: &ReportOf<W>,
    settings: &Settings,
    style: Style,
) -> io::Result<()> {
    writeln!(out, "{}\n", heading(world, report, settings))?;
    let rules = &world.contents().rules;
    let title = |rule: &RuleReportOf<W>| rules[rule.rule].title();
    let wide = report.rules.iter().map(|rule| title(rule).chars().count()).max().unwrap_or(0).max(4);
    let head = ("rule", "level", "held", "refuted", "undecided", "95 % bound");
    writeln!(out, "{:wide$}{:>7}{:>10}{:>9}{:>11}{:>12}", head.0, head.1, head.2, head.3, head.4, head.5)?;
    let is_all = matches!(report.scope, Scope::All { .. });
    for rule in &report.rules {
        let level = rules[rule.rule].level;
        write!(out, "{:wide$}{level:7}", title(rule))?;
        if level == 0 {
            writeln!(out, "  the definition of a won game")?;
            continue;
        }
        // If all positions were examined, the result is certain and has no bound.
        let bound = rule.bound().filter(|_| !is_all);
        let bound = bound.map_or_else(|| "-".to_owned(), |bound| format!("{bound:.6}"));
        let exhausted = if rule.is_exhausted { "  all of guided attack" } else { "" };
        let (held, refuted, undecided) = (rule.held, rule.refuted, rule.undecided);
        writeln!(out, "{held:10}{refuted:9}{undecided:11}{bound:>12}{exhausted}")?;
    }
    writeln!(out)?;
    for rule in &report.rules {
        if rule.held > 0 && rule.refuted == 0 {
            let (title, held) = (title(rule), count(rule.held as usize, "time"));
            match is_all && rule.undecided == 0 && settings.shard.1 == 1 {
                true => writeln!(out, "{title}: holds wherever it claims a win, {held}")?,
                false => writeln!(out, "{title}: not refuted in {}", rule.held)?,
            }
        }
        unplayable(out, world, rule)?;
    }
    for rule in &report.rules {
        if let Some(found) = &rule.counterexample {
            counterexample(out, world, rule, found, style)?;
        }
    }
    Ok(())
}

/// Prints how often the rules play an illegal move.
pub(crate) fn unplayable<W: VerificationWorld>(
    out: &mut impl Write,
    world: &W,
    rule: &RuleReportOf<W>,
) -> io::Result<()> {
    if rule.unplayable == 0 {
        return Ok(());
    }
    let title = world.contents().rules[rule.rule].title();
    writeln!(out, "{title}: plays an illegal move, {}", count(rule.unplayable as usize, "time"))
}

/// Prints a refuted claim, with the reason and the position.
pub(crate) fn counterexample<W: VerificationWorld>(
    out: &mut impl Write,
    world: &W,
    report: &RuleReportOf<W>,
    found: &Counterexample<W::Position, W::Move>,
    style: Style,
) -> io::Result<()> {
    let (rule, question) = (&world.contents().rules[report.rule], Question::Rule(report.rule));
    let play = world.moves_text(&[found.play]);
    writeln!(out, "\n{}, level {}, plays {play}: refuted   {}", rule.title(), rule.level, rule.place)?;
    let values = world.bindings(question, &found.answer);
    if !values.is_empty() {
        writeln!(out, "    {}", world.bindings_text(question, &found.answer))?;
    }
    let confirmed =
        if found.is_confirmed == Some(true) { " A search without pruning confirms this." } else { "" };
    for line in wrap(&format!("{}.{confirmed}", found.words), prose_width()) {
        writeln!(out, "    {line}")?;
    }
    let reply = found.reply.map(|reply| world.moves_text(&[reply]));
    let signs: Vec<(String, char)> = [(Some(play), '*'), (reply.clone(), '!')]
        .into_iter()
        .filter_map(|(mv, sign)| Some((mv?, sign)))
        .collect();
    let plays = rule.plays.then_some(0);
    let marks = Marks { values: &values, plays, signs: &signs, is_cropped: true, ..Marks::default() };
    writeln!(out)?;
    for line in world.draw(&found.position, &marks, style).lines() {
        writeln!(out, "    {line}")?;
    }
    let to_move = &rule.color;
    let reply = if reply.is_some() { ", ! the reply" } else { "" };
    writeln!(out, "    {to_move} to move: * the play{reply}")?;
    let led = found.moves.iter().filter(|moves| !moves.is_empty());
    for line in led.flat_map(|led| wrap(&format!("after {}", world.moves_text(led)), prose_width())) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn row<'w, W: VerificationWorld>(world: &'w W, report: &ReportOf<W>, of: &RuleReportOf<W>) -> RuleRow<'w> {
    let rule = &world.contents().rules[of.rule];
    let (positions, is_all) = match report.scope {
        Scope::SetUps { .. } => (None, of.is_exhausted),
        Scope::All { positions, .. } => (Some(positions), true),
        Scope::Games { positions, .. } => (Some(positions), false),
    };
    RuleRow {
        rule: &rule.name,
        colour: &rule.color,
        level: rule.level,
        definition: rule.level == 0,
        held: of.held,
        refuted: of.refuted,
        undecided: of.undecided,
        unplayable: of.unplayable,
        bound: of.bound(),
        positions,
        exhausted: is_all,
        counterexample: of.counterexample.as_ref().map(|found| counterexample_row(world, of.rule, found)),
    }
}

fn counterexample_row<W: VerificationWorld>(
    world: &W,
    rule: usize,
    found: &Counterexample<W::Position, W::Move>,
) -> CounterexampleRow {
    let text = |mv: &W::Move| world.moves_text(&[*mv]);
    let position = &found.position;
    CounterexampleRow {
        moves: found.moves.as_ref().map(|moves| moves.iter().map(text).collect()),
        position: world.draw(position, &Marks::default(), Style::Ascii),
        to_move: world.to_move(position),
        play: text(&found.play),
        bindings: world.bindings(Question::Rule(rule), &found.answer).into_iter().collect(),
        line: [Some(found.play), found.reply].iter().flatten().map(text).collect(),
        words: found.words.clone(),
        confirmed: found.is_confirmed,
    }
}
