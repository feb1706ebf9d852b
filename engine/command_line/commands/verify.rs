//! `noire verify`: attacks what every rule of a base claims.
//!
//! With `--format json` an object is printed for every rule, each on a line of its own:
//!
//! ```text
//! rule, colour, level   the rule
//! definition            true for a rule of level 0: it says what a won game is, and is not attacked
//! held                  distinct matches whose play wins within the level against any defence
//! refuted               distinct matches with a defence
//! undecided             matches that were given up at the limit of nodes or of work
//! bound                 the 95 % bound on the rate of refutation; null where nothing was decided
//! exhausted             all that guided attack can set up was set up
//! counterexample        null, or the smallest that was found:
//!   black, white          the stones
//!   to_move               the colour of the rule
//!   play                  the play that is claimed to win
//!   bindings              the first solution of the rule with this play
//!   line                  the play, and the reply that refutes it where there is one
//!   words                 why it does not win
//!   confirmed             the plain search, which leaves out no move of the attacker, refutes it too
//! ```
//!
//! Of a base by which nobody can win nothing is printed but a note. What is printed of a game in text stands in
//! `games/verify.rs`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::bases::is_game;
use crate::board::Color;
use crate::facts::Base;
use crate::laboratory::verify::report::{Attacked, Counterexample, Report, RuleReport};
use crate::laboratory::verify::run::{Settings, verify};
use crate::presentation;
use crate::proof_check::referee::Referee;
use blanche_compiler::runtime::Limits;
use clap::Args;
use serde_json::{Map, Value, json};

use crate::command_line::amiss::{tell_undefined, tell_unplayable};
use crate::command_line::asked::Subject;
use crate::command_line::backend::OneBackend;
use crate::command_line::commands::apply::RuleName;
use crate::command_line::commands::rules::wrapped;
use crate::command_line::games::{self, Opened};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format};
use crate::command_line::seconds::seconds;
use crate::command_line::text::Boards;
use crate::command_line::threads::Share;
use crate::command_line::width::{self, prose};
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire verify --time 120
  noire verify my-rules/ --rule t.threat --format json
  noire verify --game my-game/ --positions 10000
  noire verify --rounds 20 --seed 7          the same report on every machine";

/// Test every claim of a game's rules by search, and show the smallest counterexamples.
///
/// Positions that are given are attacked besides those that are built in. The report says how often a rule held in
/// how many distinct matches; it proves nothing, but where it says that all positions of a game in text were looked at. A rule that is
/// refuted does not change the exit status.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    backend: OneBackend,
    #[command(flatten)]
    rules: RuleName,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long it may take, about; 60 without --rounds, and no limit with it. A tenth is kept for making
    /// counterexamples small
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// How many rounds to attack; a run that ends by rounds gives the same report every time
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// Of a game in text: how many positions to look at, at most
    #[arg(id = "most_positions", long = "positions", value_name = "N")]
    most: Option<u64>,
    /// Of a game in text: all positions that can be reached. Where they are few, all are looked at anyway
    #[arg(long, conflicts_with_all = ["most_positions", "rounds"])]
    all: bool,
    #[command(flatten)]
    share: Share,
    /// How many stones the search for one claim may set, or how many moves it may make, before it is given up
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    nodes: u64,
    /// text for people, json with an object per rule
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

/// So long without `--time` and `--rounds`.
const ATTACKED: Duration = Duration::from_secs(60);

/// Fields that are drawn around a counterexample.
const SPARE_FIELDS: u8 = 2;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let is_endless = arguments.rounds.is_none() && arguments.most.is_none() && !arguments.all;
    let time = arguments.time.or(is_endless.then_some(ATTACKED));
    let name = arguments.subject.game()?;
    if is_game(&name) {
        return of_text(arguments, &name, time);
    }
    let base = Base::open(&name, Limits::default())?;
    let backend = arguments.backend.of(&base)?;
    if tell_undefined(&base, "no claim is attacked") {
        return Ok(ExitCode::SUCCESS);
    }
    let base = base.stopped_by(interrupt::sign()?);
    let rules = arguments.rules.chosen(base.contents())?;
    let given = match arguments.subject.has_no_position() {
        true => Vec::new(),
        false => {
            let positions = arguments.subject.positions()?.read_until_ends(&base, backend)?;
            positions.entries.iter().map(|entry| entry.spec.position()).collect()
        }
    };
    let settings = Settings {
        seed: arguments.seed,
        time,
        rounds: arguments.rounds,
        stop: interrupt::stop()?,
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        nodes: arguments.nodes,
        rules,
    };
    let mut progress = Progress::begin();
    let report = verify(&Referee::new(&base, backend), &given, &settings, &|stage| {
        progress.show(stage.done, &stage.what);
    });
    progress.end();
    tell_unplayable(&base, 0);
    if report.is_err() && settings.stop.load(Ordering::Relaxed) {
        eprintln!("note: nothing was attacked");
        return Ok(interrupt::status(&settings.stop));
    }
    let report = report?;
    if let Some(breach) = &report.breach {
        eprintln!(
            "note: in this game {breach}, so the claims are decided by the plain search, and most of level 5 and above \
             are given up"
        );
    }
    let mut out = width::out(arguments.format == Format::Text);
    match arguments.format {
        Format::Text => table(&mut out, &base, &report, &settings, arguments.boards.style())?,
        Format::Json => {
            for rule in &report.rules {
                writeln!(out, "{}", object(&base, rule))?;
            }
        }
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

/// The same of a game in text.
fn of_text(arguments: &Arguments, name: &str, time: Option<Duration>) -> Result<ExitCode, Failure> {
    arguments.boards.of_text()?;
    let game = Opened::new(name, arguments.backend.choice())?;
    let settings = games::verify::Settings {
        seed: arguments.seed,
        time,
        rounds: arguments.rounds,
        positions: arguments.most,
        all: arguments.all,
        nodes: arguments.nodes,
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        stop: interrupt::stop()?,
        rules: game.chosen(arguments.rules.name())?,
        examples: games::verify::examples(&game)?,
    };
    games::verify::run(&game, &arguments.subject.positions()?, &settings, arguments.format)
}

fn table(
    out: &mut impl Write,
    base: &Base,
    report: &Report,
    settings: &Settings,
    style: crate::board::Style,
) -> io::Result<()> {
    let rounds = match report.rounds {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let (part, parts) = settings.shard;
    let shard = if parts > 1 { format!(", part {} of {parts}", part + 1) } else { String::new() };
    writeln!(out, "{}, seed {}{shard}, {rounds}: distinct matches\n", base.name(), settings.seed)?;
    let title = |rule: &RuleReport| base.rules()[rule.rule].title();
    let wide = report.rules.iter().map(|rule| title(rule).chars().count()).max().unwrap_or(0).max(4);
    let head = ("rule", "level", "held", "refuted", "undecided", "95 % bound");
    writeln!(out, "{:wide$}{:>7}{:>10}{:>9}{:>11}{:>12}", head.0, head.1, head.2, head.3, head.4, head.5)?;
    for rule in &report.rules {
        let level = base.rules()[rule.rule].level;
        write!(out, "{:wide$}{level:7}", title(rule))?;
        let Some(attacked) = &rule.attacked else {
            writeln!(out, "  the definition of a won game")?;
            continue;
        };
        let Attacked { held, refuted, undecided, .. } = attacked;
        let bound = attacked.bound().map_or_else(|| "-".to_owned(), |bound| format!("{bound:.6}"));
        let exhausted = if attacked.is_exhausted { "  all of guided attack" } else { "" };
        writeln!(out, "{held:10}{refuted:9}{undecided:11}{bound:>12}{exhausted}")?;
    }
    let attacked: Vec<&Attacked> = report.rules.iter().filter_map(|rule| rule.attacked.as_ref()).collect();
    writeln!(out)?;
    for attacked in &attacked {
        if attacked.refuted == 0 && attacked.held > 0 {
            let title = base.rules()[attacked.claimant.rule].title();
            writeln!(out, "{title}: not refuted in {}", attacked.held)?;
        }
    }
    for attacked in &attacked {
        if let Some(found) = &attacked.counterexample {
            counterexample(out, base, attacked, found, style)?;
        }
    }
    Ok(())
}

pub(crate) fn counterexample(
    out: &mut impl Write,
    base: &Base,
    attacked: &Attacked,
    found: &Counterexample,
    style: crate::board::Style,
) -> io::Result<()> {
    let claimant = &attacked.claimant;
    let rule = &base.rules()[claimant.rule];
    let (play, level, color) = (found.play, claimant.level, claimant.color);
    writeln!(out, "\n{}, level {level}, plays {play}: refuted   {}", rule.title(), rule.place)?;
    writeln!(out, "    {}", presentation::bindings(base, rule, &found.solution))?;
    let confirmed = if found.is_confirmed { " The plain search says the same." } else { "" };
    let words = format!("{}.{confirmed}", found.refutation.words(base, claimant));
    for line in wrapped(&words, prose()) {
        writeln!(out, "    {line}")?;
    }
    let mut diagram = presentation::diagram(base, rule, &found.solution, &found.position);
    if let [_, reply] = found.refutation.line()[..] {
        diagram = diagram.mark(reply, '!');
    }
    writeln!(out)?;
    for line in diagram.cropped(SPARE_FIELDS).draw(style).lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "    {color} to move: * the play, ! the reply")
}

fn object(base: &Base, report: &RuleReport) -> Value {
    let rule = &base.rules()[report.rule];
    let attacked = report.attacked.as_ref();
    let count = |of: fn(&Attacked) -> u64| attacked.map_or(0, of);
    let found = attacked.and_then(|attacked| Some((attacked, attacked.counterexample.as_ref()?)));
    json!({
        "rule": rule.name,
        "colour": rule.color,
        "level": rule.level,
        "definition": attacked.is_none(),
        "held": count(|attacked| attacked.held),
        "refuted": count(|attacked| attacked.refuted),
        "undecided": count(|attacked| attacked.undecided),
        "bound": attacked.and_then(Attacked::bound),
        "exhausted": attacked.is_some_and(|attacked| attacked.is_exhausted),
        "counterexample": found.map(|(attacked, found)| counterexample_object(base, attacked, found)),
    })
}

fn counterexample_object(base: &Base, attacked: &Attacked, found: &Counterexample) -> Value {
    let rule = &base.rules()[attacked.claimant.rule];
    let stones = |color| -> Vec<String> {
        found.position.stones(color).iter().map(|field| field.to_string()).collect()
    };
    let values = rule.variables.iter().zip(&found.solution);
    let bindings: Map<String, Value> =
        values.map(|((name, sort), value)| (name.clone(), json!(base.text(sort, *value)))).collect();
    let line: Vec<String> = found.refutation.line().iter().map(|field| field.to_string()).collect();
    json!({
        "black": stones(Color::Black),
        "white": stones(Color::White),
        "to_move": attacked.claimant.color.to_string(),
        "play": found.play.to_string(),
        "bindings": bindings,
        "line": line,
        "words": found.refutation.words(base, &attacked.claimant),
        "confirmed": found.is_confirmed,
    })
}
