//! The contestants: opens the players that the options name, and sets up a contest between them.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use blanche_compiler::runtime::Limits;
use blanche_sorted::SortedMap;

use super::Arguments;
use super::during_build;
use super::execution::{ContestNames, run_contest};
use crate::command_line::backend_options::BackendChoice;
use crate::command_line::compile_on_demand::switch_to_compiled_while;
use crate::command_line::output::{Failure, MISTAKES, USAGE_ERROR};
use crate::command_line::query_options::{file_name, open_with_backends, read_file, world_failure};
use noire_engine::bases::Backend;
use noire_engine::games::KnowledgeFilter;
use noire_engine::games::requirements::SearchKind;
use noire_engine::players::{Method, PlayerSpec};
use noire_engine::record::gomocup_rule;
use noire_engine::search::player::Playable;
use noire_engine::search::strategy_kind::StrategyKind;
use noire_engine::with_world;
use noire_engine::world::{Recording, World, open};
use noire_laboratory::contest::log::{Settings, hash};
use noire_laboratory::contest::same_game::{Difference, difference};
use noire_laboratory::contest::{Allowance, Contest, Entrant, KnowledgeSource, Openings, Sprt};
use noire_laboratory::gomocup::program::{CommandLine, Program};

pub(super) fn usage_failure(words: &dyn std::fmt::Display) -> Failure {
    Failure::Message(format!("error: {words}"), USAGE_ERROR)
}

/// Runs a contest in the game that the options name.
pub(super) fn open_and_run(arguments: &Arguments, test: Option<Sprt>) -> Result<ExitCode, Failure> {
    let name = arguments.game.name()?;
    let base = open(&name, Limits::default())?;
    let backend = arguments.backend.map_or_else(|| base.backend(), BackendChoice::backend);
    if !base.has(backend) {
        return Err(switch_to_compiled_while(&base, |building| {
            during_build::run_interpreted(arguments, &name, building)
        }));
    }
    let world = open_with_backends(base, vec![backend])?;
    with_world!(&world, |world| run_in(world, arguments, test))
}

fn run_in<W: Recording>(world: &W, arguments: &Arguments, test: Option<Sprt>) -> Result<ExitCode, Failure> {
    let contest = contest(world, arguments)?;
    if test.is_some() && contest.entrants.len() > 2 {
        return Err(usage_failure(&"--sprt is a test of two players: give two"));
    }
    if arguments.time_of_first && contest.entrants.len() > 2 {
        return Err(usage_failure(&"--time-of-first is for two players: give two"));
    }
    note_unequal_backends(world, &contest.entrants);
    let naming = contest_names(world, arguments, &contest);
    run_contest(&contest, arguments, test, &naming)
}

/// Sets up the contest: opens and checks everything that the contest needs.
pub(super) fn contest<'w, W: World>(world: &'w W, arguments: &Arguments) -> Result<Contest<'w, W>, Failure> {
    let start = world.start().map_err(|trouble| world_failure(world, trouble))?;
    let game = world.game(world.backends()[0], &KnowledgeFilter::default(), &start);
    let has_proofs = game.map_err(|trouble| world_failure(world, trouble))?.has_proofs();
    let entrants = players(arguments, has_proofs)?;
    if arguments.ready.is_some() && !entrants.iter().any(|spec| spec.method == Method::Program) {
        return Err(usage_failure(&"--ready goes with a player `program:COMMAND`\n  no program is started"));
    }
    if !entrants.iter().any(|spec| spec.method.searches())
        && let Some(option) = arguments.of_searches()
    {
        eprintln!("note: --{option} changes nothing: none of the players looks ahead");
    }
    let entrants = entrants.into_iter().map(|spec| entrant(world, arguments, spec, has_proofs));
    let entrants: Vec<Entrant> = entrants.collect::<Result<_, _>>()?;
    let openings = match &arguments.openings {
        Some(path) => Openings::Given(given_openings(world, path)?),
        None => Openings::Drawn(arguments.opening_moves.map(|moves| moves as usize)),
    };
    Ok(Contest {
        world,
        entrants,
        openings,
        seed: arguments.seed,
        memory: arguments.memory.map(|memory| memory << 20),
        shorter: AtomicU64::default(),
    })
}

/// The specified players. If there are fewer than two, default players are added.
fn players(arguments: &Arguments, has_proofs: bool) -> Result<Vec<PlayerSpec>, Failure> {
    let usual = |name: &str| name.parse::<PlayerSpec>().map_err(|bad| usage_failure(&bad));
    Ok(match arguments.player.as_slice() {
        [] => vec![usual("search")?, usual(if has_proofs { "classic" } else { "random" })?],
        [one] => vec![usual("search")?, one.clone()],
        all => all.to_vec(),
    })
}

/// The contestant for a specified player.
fn entrant<W: World>(
    world: &W,
    arguments: &Arguments,
    spec: PlayerSpec,
    has_proofs: bool,
) -> Result<Entrant, Failure> {
    if spec.method == Method::Classic && !has_proofs {
        let name = &world.contents().name;
        return Err(usage_failure(&format!(
            "`classic` searches for wins that can be proved, and {name} has none: it has no `export forcing`"
        )));
    }
    if let Some(command) = &spec.command {
        let knows = foreign_program(world, arguments, command)?;
        return Ok(Entrant { spec, knows });
    }
    let Some(name) = &spec.game else {
        note_missing(world, &spec);
        can_play(world, &spec)?;
        return Ok(Entrant { spec, knows: KnowledgeSource::Same });
    };
    let base = open(name, Limits::default())?;
    // Use the fastest back end, unless the user chose the interpreter.
    let backend = match arguments.backend {
        Some(BackendChoice::Interpreted) => Backend::Interpreted,
        _ => base.backend(),
    };
    let own = open_with_backends(base, vec![backend])?;
    with_world!(&own, |own| {
        note_missing(own, &spec);
        can_play(own, &spec)?;
        match difference(world, own).map_err(|trouble| world_failure(world, trouble))? {
            Some(Difference::Moves(words)) => {
                let words =
                    format!("{}: `{name}` is not a base of the game that is played: {words}", spec.name);
                return Err(usage_failure(&words));
            }
            Some(Difference::Ends(different, games)) => eprintln!(
                "note: the base of {} is of another game than the one that is played: in {different} of {games} random games \
                 they disagree on who has won",
                spec.name
            ),
            None => {}
        }
        Ok::<(), Failure>(())
    })?;
    Ok(Entrant { spec, knows: KnowledgeSource::Other(Box::new(own)) })
}

/// Checks that a player can play by this base.
fn can_play(world: &impl World, spec: &PlayerSpec) -> Result<(), Failure> {
    let start = world.start().map_err(|trouble| world_failure(world, trouble))?;
    let seen = world.game(world.backends()[0], &spec.knowledge_filter(), &start);
    seen.map(drop).map_err(|trouble| usage_failure(&format!("{}: {trouble}", spec.name)))
}

/// Prints notes about the exports and rules that a player needs and the base does not have.
pub(crate) fn note_missing(world: &impl World, spec: &PlayerSpec) {
    let strategy = match spec.method {
        Method::Search => StrategyKind::Threats,
        Method::Classic => StrategyKind::Classic,
        _ => return,
    };
    world
        .missing_requirements(SearchKind::Player(strategy.name()))
        .iter()
        .for_each(|requirement| eprintln!("note: {requirement}"));
}

/// Prints a note if some contestants are compiled and others interpreted, because their times cannot be compared.
fn note_unequal_backends(world: &impl World, entrants: &[Entrant]) {
    let of = |entrant: &Entrant| match &entrant.knows {
        KnowledgeSource::Same => Some(world.backends()[0]),
        KnowledgeSource::Other(own) => Some(with_world!(&**own, |own| own.backends()[0])),
        KnowledgeSource::Program(..) => None,
    };
    let mut known = entrants.iter().filter_map(|entrant| Some((&entrant.spec.name, of(entrant)?)));
    let Some((first, backend)) = known.next() else { return };
    if let Some((other, slower)) = known.find(|(_, other)| *other != backend) {
        eprintln!(
            "note: the rules of {first} are {backend}, and those of {other} {slower}: compare them with --nodes"
        );
    }
}

/// A foreign program as a contestant, after a check that the program can be started.
fn foreign_program(
    world: &impl World,
    arguments: &Arguments,
    command: &str,
) -> Result<KnowledgeSource, Failure> {
    let allowance = arguments.allowance();
    if allowance.time.per_move.is_none() && allowance.time.per_game.is_none() {
        return Err(usage_failure(&"--nodes has no effect on a program: give it --time or --game-time too"));
    }
    let name = &world.contents().name;
    let Some(rule) = gomocup_rule(name) else {
        return Err(usage_failure(&format!("the Gomocup protocol has no number for the rules of `{name}`")));
    };
    let line = CommandLine::new(command, arguments.ready.unwrap_or(READY_TIME));
    let command = line.map_err(|words| usage_failure(&format!("`{command}`: {words}")))?;
    match Program::start(&command) {
        Ok(_) => Ok(KnowledgeSource::Program(command, rule)),
        Err(error) => Err(usage_failure(&format!("{error}: the program cannot be started: {command}"))),
    }
}

/// Default time for a program to confirm that it is ready.
const READY_TIME: Duration = Duration::from_secs(10);

/// The openings of a file: sequences of moves that do not end the game.
fn given_openings<W: World>(world: &W, path: &Path) -> Result<Vec<Vec<W::Step>>, Failure> {
    let (name, given) = (file_name(path), read_file(world, path)?);
    let mut openings = Vec::new();
    for entry in &given.entries {
        let mistake =
            |words: &str| Failure::Message(format!("error: {name}:{}: {words}", entry.line), MISTAKES);
        let moves: Option<Vec<W::Step>> = match (&entry.start, &entry.moves) {
            (None, Some(moves)) => moves.iter().map(|mv| W::step(*mv)).collect(),
            _ => None,
        };
        let Some(moves) = moves else {
            return Err(mistake("an opening is a list of moves from the start of the game, without passes"));
        };
        let start = entry.start(world).map_err(|trouble| world_failure(world, trouble))?;
        let mut is_over = Ok(false);
        let made = entry.moves.as_deref().unwrap_or_default();
        let replayed = world.replay(&start, made, &mut |position| {
            is_over = world.end(&mut position.clone()).map(|end| end.is_some());
            matches!(is_over, Ok(false))
        });
        replayed.map_err(|trouble| world_failure(world, trouble))?;
        if is_over.map_err(|trouble| world_failure(world, trouble))? {
            return Err(mistake("the game is over after this opening"));
        }
        openings.push(moves);
    }
    match openings.is_empty() {
        true => Err(Failure::Message(format!("error: {name} has no openings"), MISTAKES)),
        false => Ok(openings),
    }
}

/// Identifies a base by its name and the hash of its rule texts.
pub(in crate::command_line::commands) fn base_identity(name: &str, hash: u64) -> String {
    format!("{name} {hash:016x}")
}

/// Identifies the base of a game by its name and the hash of its rule texts.
fn world_identity(world: &impl World) -> String {
    base_identity(&world.contents().name, world.rule_files().hash())
}

/// The names of the contest and its players, and the settings that determine how the games go.
fn contest_names<W: World>(world: &W, arguments: &Arguments, contest: &Contest<'_, W>) -> ContestNames {
    let Allowance { time, positions, tolerance, second_follows } = arguments.allowance();
    let seconds = |time: Option<Duration>| time.map(|time| format!("{} s", time.as_secs_f64()));
    let openings = match &contest.openings {
        Openings::Given(lines) => {
            let text = |moves: &Vec<W::Step>| {
                let moves: Vec<W::Move> = moves.iter().map(|mv| (*mv).into()).collect();
                world.moves_text(&moves) + "\n"
            };
            let texts: String = lines.iter().map(text).collect();
            Some(format!("{} lines, {:016x}", lines.len(), hash(&texts)))
        }
        _ => arguments.opening_moves.map(|moves| format!("{moves} random moves")),
    };
    let settings = [
        ("the version of the program", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ("the game", Some(world_identity(world))),
        ("the openings", openings),
        ("--seed", Some(arguments.seed.to_string())),
        ("--tolerance", Some(format!("{} s", tolerance.as_secs_f64()))),
        ("--time", seconds(time.per_move)),
        ("--game-time", seconds(time.per_game)),
        ("--increment", seconds((!time.increment.is_zero()).then_some(time.increment))),
        ("--nodes", positions.map(|positions| positions.to_string())),
        ("--memory", arguments.memory.map(|memory| format!("{memory} MiB"))),
        ("--time-of-first", second_follows.then(|| "yes".to_owned())),
    ];
    let settings = settings.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let player = |(number, entrant): (usize, &Entrant)| {
        let own = match &entrant.knows {
            KnowledgeSource::Other(own) => format!(", {}", with_world!(&**own, |own| world_identity(own))),
            _ => String::new(),
        };
        (format!("player {number}"), format!("{}{own}", entrant.spec.name))
    };
    let players = (1..).zip(&contest.entrants).map(player);
    let settings: SortedMap<String, String> = settings.chain(players).collect();
    ContestNames {
        game: world.contents().name.clone(),
        names: player_names(&contest.entrants),
        settings: Settings(settings),
    }
}

/// The names of the players. Equal names are distinguished by numbers.
fn player_names(entrants: &[Entrant]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entrant in entrants {
        let name = &entrant.spec.name;
        let same = entrants.iter().take(names.len()).filter(|other| other.spec.name == *name).count();
        names.push(if same == 0 { name.clone() } else { format!("{name} ({})", same + 1) });
    }
    names
}
