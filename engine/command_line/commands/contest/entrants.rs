//! Who plays a contest: what was said of both sides is opened, and put into a host.

use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use blanche_compiler::game::Rules;
use blanche_compiler::runtime::Limits;

use super::Arguments;
use super::held::{Naming, hold};
use crate::agents::{AgentSpec, BadSpec};
use crate::bases::{Backend, TextBase};
use crate::board::Point;
use crate::command_line::amiss::{tell_lacks, tell_unplayable};
use crate::command_line::backend::BackendsChoice;
use crate::command_line::game::{failed, open, played_by};
use crate::command_line::games::{Opened, contest};
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE, remarks};
use crate::facts::Base;
use crate::games::abilities::Asker;
use crate::games::first_end;
use crate::gomocup::program::{CommandLine, Program};
use crate::laboratory::contest::in_text::{TextEntrant, TextHost};
use crate::laboratory::contest::log::{Settings, hash};
use crate::laboratory::contest::same_game::{difference, differing};
use crate::laboratory::contest::searching::StrategySpec;
use crate::laboratory::contest::stones::{Entrant, StonesHost, StonesOpenings};
use crate::laboratory::contest::{Allowance, Sprt};
use crate::laboratory::games::contest::Openings;
use crate::record::{Entry, gomocup_rule, moves_text, open_positions};

/// What was said of a contestant.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) player: &'a str,
    pub(super) base: Option<&'a str>,
    pub(super) program: Option<&'a str>,
}

impl Side<'_> {
    /// How the contestant is called.
    fn name(&self) -> String {
        match (self.program, self.base) {
            (Some(program), _) => program.to_owned(),
            (None, Some(base)) => format!("{} by {base}", self.player),
            (None, None) => self.player.to_owned(),
        }
    }

    /// Reads what is said of the player.
    fn spec<S: FromStr<Err = BadSpec>>(&self) -> Result<S, Failure> {
        self.player.parse().map_err(|bad| wrong(&bad))
    }
}

fn wrong(words: &dyn std::fmt::Display) -> Failure {
    Failure::Said(format!("error: {words}"), WRONG_USE)
}

/// Holds a contest by a base.
pub(super) fn of_base(arguments: &Arguments, test: Option<Sprt>) -> Result<ExitCode, Failure> {
    let (base, backend) = arguments.base.open()?;
    let sides = arguments.sides();
    let [first, second] = sides.map(|side| side.base.map(own_base).transpose());
    let own = [first?, second?];
    let entrant = |at: usize| entrant(arguments, &sides[at], (&base, backend), own[at].as_ref());
    let entrants = [entrant(0)?, entrant(1)?];
    tell_unequal(&entrants);
    for (whose, own) in ["first", "second"].into_iter().zip(&own) {
        let Some(own) = own else { continue };
        let (differing, boards) = differing((&base, backend), (own, own_backend(arguments, own.backend())));
        if differing > 0 {
            eprintln!(
                "note: what the {whose} knows is of another game than the judge's: in {differing} of {boards} drawn boards \
                 they differ over who has won"
            );
        }
    }
    let mut settings = settings(arguments);
    let openings = match &arguments.openings {
        Some(path) => {
            let given = given_openings(path, (&base, backend))?;
            settings.insert("the openings", lines_text(given.iter().map(|moves| moves_text(moves))));
            StonesOpenings::Given(given)
        }
        None => StonesOpenings::of_matches(&base, backend, arguments.seed),
    };
    let host = StonesHost { base: &base, backend, entrants, openings };
    settings.insert("the base", identity(base.name(), base.hash()));
    for (name, own) in ["the base of the first", "the base of the second"].into_iter().zip(&own) {
        settings.extend(own.as_ref().map(|own| (name, identity(own.name(), own.hash()))));
    }
    let naming = naming(arguments, ("base", base.name()), Settings(settings));
    let held = hold(&host, arguments, test, &naming, |error| naming.failure(error, None));
    own.iter().flatten().chain([&base]).for_each(|base| {
        tell_unplayable(base, 0);
    });
    held
}

/// The openings of a file: moves, after which the game goes on.
fn given_openings(path: &Path, (base, backend): (&Base, Backend)) -> Result<Vec<Vec<Point>>, Failure> {
    let file = open_positions(path)?;
    file.notes.iter().for_each(|note| eprintln!("note: {note}"));
    let mistake = |entry: &Entry, words: &str| {
        Failure::Said(format!("error: {}:{}: {words}", path.display(), entry.line), MISTAKES)
    };
    let mut openings = Vec::new();
    for entry in &file.entries {
        let moves: Option<Vec<Point>> = entry.spec.moves().and_then(|moves| moves.iter().copied().collect());
        let Some(moves) = moves else {
            return Err(mistake(entry, "an opening is a list of moves, in which nobody passes"));
        };
        let over = first_end(entry.spec.prefixes().map(|spec| spec.position()), base, backend);
        let over = over.map_err(|limit| Failure::Said(format!("error: {limit}"), MISTAKES))?;
        if over.is_some() {
            return Err(mistake(entry, "the game is over after this opening"));
        }
        openings.push(moves);
    }
    match openings.is_empty() {
        true => Err(Failure::Said(format!("error: {} has no openings", path.display()), MISTAKES)),
        false => Ok(openings),
    }
}

/// Opens the base of a contestant.
fn own_base(name: &str) -> Result<Base, Failure> {
    let base = Base::open(name, Limits::default())?;
    remarks(&base);
    Ok(base)
}

/// A contestant by what was said of it.
fn entrant<'b>(
    arguments: &Arguments,
    side: &Side<'_>,
    (judge, backend): (&'b Base, Backend),
    own: Option<&'b Base>,
) -> Result<Entrant<'b>, Failure> {
    if let Some(program) = side.program {
        return programmed(arguments, program, judge);
    }
    let spec: StrategySpec = side.spec()?;
    let (base, backend) = match own {
        Some(own) => (own, own_backend(arguments, own.backend())),
        None => (judge, backend),
    };
    tell_lacks(base, &[Asker::Player(spec.strategy())]);
    Ok(Entrant::Search { spec, base, backend })
}

/// The back end of what only a contestant knows: the faster one, unless the slower was asked for.
fn own_backend(arguments: &Arguments, faster: Backend) -> Backend {
    match arguments.base.choice() {
        Some(BackendsChoice::Interpreted) => Backend::Interpreted,
        _ => faster,
    }
}

/// Says that one contestant is compiled and the other interpreted: their times cannot be compared.
fn tell_unequal(entrants: &[Entrant<'_>; 2]) {
    if let [Entrant::Search { backend: one, .. }, Entrant::Search { backend: other, .. }] = entrants
        && one != other
    {
        eprintln!(
            "note: the rules of the first are {one}, and those of the second {other}: compare them with --nodes"
        );
    }
}

/// A program of somebody else, which can be started.
fn programmed<'b>(arguments: &Arguments, command: &str, judge: &Base) -> Result<Entrant<'b>, Failure> {
    let allowance = arguments.allowance();
    if allowance.time.turn.is_none() && allowance.time.whole.is_none() {
        return Err(wrong(&"--nodes means nothing to a program: give it --time or --game-time too"));
    }
    let Some(rule) = gomocup_rule(judge.name()) else {
        let name = judge.name();
        return Err(wrong(&format!("the protocol of programs has no number for the rules of `{name}`")));
    };
    let line = CommandLine::new(command, arguments.ready);
    let command = line.map_err(|words| wrong(&format!("`{command}`: {words}")))?;
    match Program::start(&command) {
        Ok(_) => Ok(Entrant::Program { command, rule }),
        Err(error) => Err(wrong(&format!("{error}: the program cannot be started: {command}"))),
    }
}

/// Holds a contest in a game in text.
pub(super) fn of_game(arguments: &Arguments, name: &str, test: Option<Sprt>) -> Result<ExitCode, Failure> {
    let game = Opened::new(name, arguments.base.choice())?;
    let sides = arguments.sides();
    let [first, second] = sides.map(|side| side.base.map(|base| own_text(arguments, base)).transpose());
    let own = [first?, second?];
    for (option, own) in ["--first-base", "--second-base"].into_iter().zip(&own) {
        let Some((text, rules)) = own else { continue };
        if let Some(words) = difference(game.first(), rules).map_err(|fault| failed(&game.base, &fault))? {
            let other = "the text of a contestant has other moves than the judge's";
            return Err(wrong(&format!("{option} {}: {other}: {words}", text.name())));
        }
    }
    let openings = match &arguments.openings {
        Some(path) => contest::openings(&game, path)?,
        None => Openings::ByChance(arguments.opening_moves as usize),
    };
    let rules = game.first();
    rules.prepare();
    let mut settings = settings(arguments);
    settings.insert("the game", identity(game.base.name(), game.base.hash()));
    settings.insert("the openings", openings_text(rules, &openings));
    for (name, own) in ["the text of the first", "the text of the second"].into_iter().zip(&own) {
        settings.extend(own.as_ref().map(|(text, _)| (name, identity(text.name(), text.hash()))));
    }
    let entrant = |at: usize| -> Result<TextEntrant<'_>, Failure> {
        let spec: AgentSpec = sides[at].spec()?;
        Ok(TextEntrant { spec, rules: own[at].as_ref().map(|(_, rules)| rules) })
    };
    let entrants = [entrant(0)?, entrant(1)?];
    let memory = arguments.memory.map(|memory| memory << 20);
    let shorter = AtomicU64::default();
    let host = TextHost { rules, entrants, openings, memory, seed: arguments.seed, shorter };
    let naming = naming(arguments, ("game", game.base.name()), Settings(settings));
    let held = hold(&host, arguments, test, &naming, |error| naming.failure(error, Some(&game.base)));
    contest::tell_shorter(&host.openings, host.shorter.load(Ordering::Relaxed));
    held
}

/// Opens the text that a contestant knows.
fn own_text(arguments: &Arguments, name: &str) -> Result<(TextBase, Rules), Failure> {
    let base = open(name, Limits::default())?;
    let rules = played_by(&base, own_backend(arguments, base.backend()))?;
    rules.prepare();
    Ok((base, rules))
}

/// How games begin, for the log.
fn openings_text(rules: &Rules, openings: &Openings) -> String {
    match openings {
        Openings::ByChance(plies) => format!("{plies} moves drawn at random"),
        Openings::Given(lines) => lines_text(lines.iter().map(|moves| rules.record_text(moves))),
    }
}

/// Openings that were given, by their number and the hash of their texts.
fn lines_text(lines: impl ExactSizeIterator<Item = String>) -> String {
    let (number, texts) = (lines.len(), lines.map(|line| line + "\n").collect::<String>());
    format!("{number} lines, {:016x}", hash(&texts))
}

/// A base by its name and the hash of its texts.
pub(in crate::command_line::commands) fn identity(name: &str, hash: u64) -> String {
    format!("{name} {hash:016x}")
}

/// The settings that decide how games go, besides bases and openings.
fn settings(arguments: &Arguments) -> std::collections::BTreeMap<&'static str, String> {
    let sides = arguments.sides().map(|side| side.name());
    let Allowance { time, positions, tolerance } = arguments.allowance();
    let seconds = |time: Option<Duration>| time.map(|time| format!("{} s", time.as_secs_f64()));
    let memory = arguments.memory.map(|memory| format!("{memory} MiB"));
    let [first, second] = sides;
    let always = [
        ("the version of the program", env!("CARGO_PKG_VERSION").to_owned()),
        ("the first", first),
        ("the second", second),
        ("--seed", arguments.seed.to_string()),
        ("--tolerance", format!("{} s", tolerance.as_secs_f64())),
    ];
    let given = [
        ("--time", seconds(time.turn)),
        ("--game-time", seconds(time.whole)),
        ("--increment", seconds((!time.increment.is_zero()).then_some(time.increment))),
        ("--nodes", positions.map(|positions| positions.to_string())),
        ("--memory", memory),
    ];
    let given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
    always.into_iter().chain(given).collect()
}

/// How the contest and both contestants are called.
fn naming<'n>(
    arguments: &Arguments,
    (kind, name): (&'static str, &'n str),
    settings: Settings,
) -> Naming<'n> {
    let mut names = arguments.sides().map(|side| side.name());
    if names[0] == names[1] {
        names[1].push_str(" (second)");
    }
    Naming { kind, name, names, settings }
}
