//! `noire learn`: a learner without any knowledge of a game plays it, learns from the results, and writes what it
//! learned as rules.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::play::HumanPlayer;
use crate::play::input::StandardInput;
use blanche_compiler::game::{Fault, Outcome, Rules};
use blanche_compiler::report;
use blanche_compiler::runtime::Value;
use clap::Args;
use noire_engine::bases::{Backend, Note, TextBase};
use noire_engine::games::{KnowledgeFilter, TextGame};
use noire_engine::players::{BadSpec, Chooser, PlayerSpec, Seat};
use noire_engine::progress::Progress;
use noire_engine::search::player::Budget;
use noire_engine::world::Text;
use noire_laboratory::learning::exhaustive_play::{LineCounts, LinesError, count_lines};
use noire_laboratory::learning::extraction::DEFAULT_MAX_RULES;
use noire_laboratory::learning::folder::FolderError;
use noire_laboratory::learning::saved_training::{SavedTraining, TrainingError, TrainingSettings};
use noire_laboratory::learning::spec::{LearnerSpec, Method};
use noire_laboratory::learning::tables::Tables;
use noire_laboratory::learning::training_games::{TrainingTerms, play};
use noire_laboratory::position_sources::Reachable;

use super::extract;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, count, style};
use crate::command_line::query_options::{open_text_game, world_failure};
use crate::command_line::width;
use noire_engine::bases::folder_name;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire learn my-game --games 850 --against itself
  noire learn --game my-game --by patterns:rewards=0/0/-1 --games 3000 --into mine
  noire learn --extract mine --into by-rules
  noire play my-game-learned --player human --player greedy";

/// Play games, learn from them, and write the result as rules.
///
/// The learner knows nothing of the game: it sees which moves there are, which boards are images of each other, and who
/// has won. What it learned is written to the file `learned.blanche` in a folder, with a base that plays by it. Run
/// again, the command continues from that file, and keeps what you have changed in it or added to it. The file is
/// limited to 16 MiB; the command ends when it is full.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A game defined by rule files: a built-in one (`noire games` lists them), or a folder that contains one
    #[arg(long, value_name = "NAME-OR-DIR", required_unless_present_any = ["extract", "bare"])]
    game: Option<String>,
    /// A built-in game defined by rule files, or a folder that contains one
    #[arg(value_name = "GAME-OR-DIR", conflicts_with = "game")]
    bare: Option<String>,
    /// The learner: `patterns`, `fields`, or another one that `noire games --players` lists, with settings after a colon
    #[arg(long, value_name = "METHOD", default_value = "patterns")]
    by: LearnerSpec,
    /// Total number of games, including those of earlier runs
    #[arg(long, value_name = "N", required_unless_present = "extract", value_parser = clap::value_parser!(u64).range(0..=MAX_LEARNED_GAMES))]
    games: Option<u64>,
    /// The opponent: a player (`noire games --players` lists them), `itself`, or `human` to enter its moves yourself
    #[arg(long, value_name = "AGENT", default_value = "random")]
    against: String,
    /// The player that learns; by default the last in the order of play
    #[arg(long = "as", value_name = "PLAYER")]
    player: Option<String>,
    /// The folder to write to. For the game GAME, the default is GAME-learned, next to the folder of the game
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Memory limit for the learner, in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = crate::command_line::memory_option::mebibytes)]
    memory: Option<u64>,
    /// Also save after every N games. The command always saves every half minute and at the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    save_every: Option<u64>,
    /// Also write to this folder the table learned by `fields`: `1.txt` for the first move, and so on. Only files that
    /// this command wrote are overwritten
    #[arg(long, value_name = "DIR")]
    export_table: Option<PathBuf>,
    /// Play no games. Instead, read the weights that an earlier run wrote to this folder, and find a few rules that
    /// choose the same moves. Works for games in which a line of marks wins. Rule files that you have changed are not
    /// overwritten
    #[arg(long, value_name = "DIR", requires = "into", conflicts_with_all = PLAY_OPTIONS)]
    extract: Option<PathBuf>,
    /// Maximum number of rules to find with --extract
    #[arg(long, value_name = "N", requires = "extract", conflicts_with_all = PLAY_OPTIONS, default_value_t = DEFAULT_MAX_RULES as u64, value_parser = clap::value_parser!(u64).range(1..=16))]
    most: u64,
}

/// Options for playing games. They cannot be combined with `--extract`.
const PLAY_OPTIONS: [&str; 10] =
    ["game", "bare", "games", "by", "against", "player", "seed", "memory", "save_every", "export_table"];

impl Arguments {
    /// The name of the game or its folder.
    fn game(&self) -> &str {
        self.bare.as_deref().or(self.game.as_deref()).unwrap_or_default()
    }

    /// Memory limit for the learner, in bytes.
    fn memory(&self) -> u64 {
        self.memory.unwrap_or(DEFAULT_MEMORY) << 20
    }

    /// Total number of games to play.
    fn games(&self) -> u64 {
        self.games.unwrap_or(0)
    }
}

/// Default memory limit for the learner, in MiB.
const DEFAULT_MEMORY: u64 = 64;

/// Maximum number of games that a learner may play.
const MAX_LEARNED_GAMES: u64 = 1_000_000_000_000;

/// The value of `--against` that stands for a person at the terminal.
const HUMAN: &str = "human";

/// Interval between saves of what was learned. If the process is killed, less than a minute of work is lost.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);

/// Maximum number of reachable positions of a game for which all lines of play are tried as a test.
const MAX_EXHAUSTIVE_POSITIONS: usize = 10_000;

/// Maximum size, in bytes, of a rule file that is opened only for a test. The query plans of a rule file take about a
/// hundred times as much memory as the file.
const MAX_TESTED_FILE_SIZE: u64 = 1 << 20;

/// Runs `noire learn`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let (Some(from), Some(into)) = (&arguments.extract, &arguments.into) {
        return extract::run(from, into, arguments.most as usize);
    }
    let world = open_text_game(arguments.game(), None)?;
    let (base, rules) = (world.base(), world.rules());
    let plan = plan(arguments, base)?;
    if arguments.export_table.is_some() && plan.spec.method != Method::Fields {
        let words =
            format!("error: `{}` learns no table of fields\n  --by fields does", plan.spec.method.name());
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    let searches = |name: &str| name.parse::<PlayerSpec>().is_ok_and(|spec| spec.method.searches());
    if arguments.memory.is_some() && plan.spec.method == Method::Fields && !searches(&arguments.against) {
        let words =
            "error: --memory does not go with --by fields\n  the table of fields always has the same size";
        return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
    }
    let folder = folder(arguments, base);
    let terms = terms(arguments, rules)?;
    let mut course = SavedTraining::open(base, rules, &folder, &plan).map_err(learn_failure)?;
    let tables = arguments.export_table.as_ref().map(|folder| Tables::open(folder)).transpose();
    let mut tables = tables.map_err(|refused| folder_failure(refused, "--export-table"))?;
    let before = course.games();
    if before > 0 {
        eprintln!("note: {} was learned from {}", folder.display(), count(before as usize, "game"));
    }
    if before >= arguments.games() && tables.is_some() {
        export(&mut tables, &world, &course)?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.games() == 0 {
        let words = "error: nothing is learned from no games\n  --games sets their total number";
        return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
    }
    if before >= arguments.games() {
        let words = format!(
            "error: {} already has {}\n  --games sets their total number",
            folder.display(),
            count(before as usize, "game")
        );
        return Err(Failure::Message(words, USAGE_ERROR));
    }
    if course.is_full() {
        return Err(learn_failure(course.full()));
    }
    let tally = play_games(arguments, &world, &mut course, &terms)?;
    let file = save(&mut course)?;
    if course.learner.is_full() {
        eprintln!("note: the memory limit was too small for more patterns; --memory sets it");
    }
    export(&mut tables, &world, &course)?;
    print_results(arguments, base, &course, (before, &tally), &file)?;
    let is_stopped = terms.stop.load(Ordering::Relaxed);
    if course.games() < arguments.games() && !is_stopped && course.is_full() {
        return Err(learn_failure(course.full()));
    }
    if is_stopped {
        return Ok(interrupt::status(&terms.stop));
    }
    test_written_rules(&world, (&folder, &file), &plan, &terms)?;
    Ok(interrupt::status(&terms.stop))
}

/// Writes the tables in the format of the source document, if `--export-table` was given.
fn export(tables: &mut Option<Tables>, world: &Text, course: &SavedTraining<'_>) -> Result<(), Failure> {
    let Some(tables) = tables else { return Ok(()) };
    let files = course.learner.exported().map_err(|fault| world_failure(world, fault.into()))?;
    tables.write(&files).map_err(|refused| folder_failure(refused, "--export-table"))
}

/// Saves what was learned. A failure says how many games are lost with it.
fn save(course: &mut SavedTraining<'_>) -> Result<PathBuf, Failure> {
    let failure = match course.save() {
        Ok(path) => return Ok(path),
        Err(trouble) => learn_failure(trouble),
    };
    Err(match (failure, course.unsaved()) {
        (Failure::Message(words, status), games @ 1..) => {
            let lost = count(games as usize, "game");
            Failure::Message(format!("{words}\n  not saved: what was learned from the last {lost}"), status)
        }
        (failure, _) => failure,
    })
}

/// Plays the remaining games.
fn play_games(
    arguments: &Arguments,
    world: &Text,
    course: &mut SavedTraining<'_>,
    terms: &TrainingTerms,
) -> Result<LineCounts, Failure> {
    let (rules, fault) = (world.rules(), |fault: Fault| world_failure(world, fault.into()));
    if arguments.against == HUMAN {
        return play_with_person(world, course, (arguments.games(), terms));
    }
    let mut progress = Progress::begin();
    let (mut tally, mut saved) = (LineCounts::default(), Instant::now());
    let player = *course.learner.players().last().expect("a player learns");
    while course.games() < arguments.games() && !terms.stop.load(Ordering::Relaxed) && !course.is_full() {
        let number = course.games() + 1;
        let mut opponent = terms.opponent(rules, number).map_err(spec_failure)?;
        let outcome = play(rules, &mut *course.learner, opponent.as_mut(), number, terms).map_err(fault)?;
        let Some(outcome) = outcome else { break };
        course.count();
        tally.count(outcome, player);
        progress.show(
            number as f64 / arguments.games() as f64,
            &format!("game {number} of {}", arguments.games()),
        );
        let is_due = arguments.save_every.is_some_and(|every| number.is_multiple_of(every));
        if is_due || saved.elapsed() >= SAVE_INTERVAL {
            save(course)?;
            saved = Instant::now();
        }
    }
    progress.end();
    Ok(tally)
}

/// Plays the remaining games against a person at the terminal, until the person leaves. Saves what was learned after
/// each game.
fn play_with_person(
    world: &Text,
    course: &mut SavedTraining<'_>,
    (games, terms): (u64, &TrainingTerms),
) -> Result<LineCounts, Failure> {
    let player = *course.learner.players().last().expect("a player learns");
    let rules = world.rules();
    let mut person =
        HumanPlayer::new(world, StandardInput::new(Arc::clone(&terms.stop)), width::wrapped_stdout(true));
    let mut tally = LineCounts::default();
    while course.games() < games && !course.is_full() && !person.has_left() {
        let number = course.games() + 1;
        let mut seat =
            Seat::of(Box::new(&mut person), rules, &KnowledgeFilter::default()).map_err(spec_failure)?;
        let outcome = play(rules, &mut *course.learner, Some(&mut seat), number, terms);
        drop(seat);
        let Some(outcome) = outcome.map_err(|fault| world_failure(world, fault.into()))? else { break };
        course.count();
        tally.count(outcome, player);
        save(course)?;
        let result = match outcome {
            Outcome::Won(winner) => format!("{} wins", rules.program().player(winner)),
            Outcome::Drawn => "drawn".to_owned(),
        };
        person.print(&format!("\nGame {number}: {result}."))?;
    }
    Ok(tally)
}

fn plan(arguments: &Arguments, base: &TextBase) -> Result<TrainingSettings, Failure> {
    let program = base.rule_files().program();
    let names: Vec<String> = program.players.iter().map(|player| program.player(*player)).collect();
    let players = match &arguments.player {
        Some(_) if arguments.against == "itself" => {
            let words =
                "error: --as does not go with --against itself\n  against itself, it learns for all players";
            return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
        }
        None if arguments.against == "itself" => program.players.clone(),
        None => program.players.last().copied().into_iter().collect(),
        Some(name) => match names.iter().position(|known| known == name) {
            Some(at) => vec![program.players[at]],
            None => {
                let words =
                    format!("error: there is no player `{name}`\n  the players are {}", names.join(", "));
                return Err(Failure::Message(words, USAGE_ERROR));
            }
        },
    };
    Ok(TrainingSettings {
        spec: arguments.by.clone(),
        players,
        against: arguments.against.clone(),
        seed: arguments.seed,
        memory: arguments.memory(),
    })
}

fn terms(arguments: &Arguments, rules: &Rules) -> Result<TrainingTerms, Failure> {
    let against = match arguments.against.as_str() {
        "itself" | HUMAN => None,
        name => Some(name.parse::<PlayerSpec>().map_err(spec_failure)?),
    };
    let terms = TrainingTerms {
        against,
        seed: arguments.seed,
        opening_moves: 0,
        memory: Some(arguments.memory()),
        stop: interrupt::stop_flag()?,
    };
    terms.opponent(rules, 0).map_err(spec_failure)?;
    // The number of players is checked here too, because the check above leaves out games against a person or against
    // the learner itself.
    if rules.program().players.len() != 2 {
        return Err(spec_failure(BadSpec("only games of two players can be played".to_owned())));
    }
    Ok(terms)
}

/// The output folder.
fn folder(arguments: &Arguments, base: &TextBase) -> PathBuf {
    if let Some(folder) = &arguments.into {
        return folder.clone();
    }
    let name = format!("{}-learned", base.name());
    match Path::new(arguments.game()) {
        game if game.is_dir() && game.file_name().is_some() => game.with_file_name(name),
        _ => PathBuf::from(name),
    }
}

fn print_results(
    arguments: &Arguments,
    base: &TextBase,
    course: &SavedTraining<'_>,
    (before, tally): (u64, &LineCounts),
    file: &Path,
) -> Result<(), Failure> {
    let mut out = width::wrapped_stdout(true);
    let LineCounts { won, drawn, lost } = tally;
    writeln!(
        out,
        "{} by {}, against {}, seed {}",
        base.name(),
        arguments.by,
        arguments.against,
        arguments.seed
    )?;
    let (first, last) = (before + 1, course.games());
    writeln!(out, "  games {first} to {last}: won {won}, drew {drawn}, lost {lost}")?;
    writeln!(out, "  {}", course.learner.summary())?;
    writeln!(out, "  written to {}", file.display())?;
    Ok(())
}

/// Tests the written rules by playing with the interpreter. Tries every possible line of play of the opponent if there
/// are not too many.
fn test_written_rules(
    world: &Text,
    (folder, file): (&Path, &Path),
    plan: &TrainingSettings,
    terms: &TrainingTerms,
) -> Result<(), Failure> {
    let mut progress = Progress::begin();
    progress.show(0.0, "whether all games can be tried");
    let is_stopped = || terms.stop.load(Ordering::Relaxed);
    let fault = |fault: Fault| world_failure(world, fault.into());
    let start = world.rules().start().map_err(fault)?;
    let few = Reachable::from(world.rules(), &start, MAX_EXHAUSTIVE_POSITIONS, &is_stopped)
        .map_err(fault)?
        .map(|few| few.len());
    if is_stopped() {
        progress.end();
        eprintln!("note: stopped before all games were tried");
        return Ok(());
    }
    if few.is_none() && file.metadata().map_or(0, |about| about.len()) > MAX_TESTED_FILE_SIZE {
        progress.end();
        writeln!(
            width::wrapped_stdout(true),
            "  not all games were tried: {}",
            LinesError::TooMany(MAX_EXHAUSTIVE_POSITIONS)
        )?;
        return Ok(());
    }
    let learned = open_text_game(&folder_name(folder), Some(Backend::Interpreted))?;
    if learned.base().notes().iter().any(|note| matches!(note, Note::LeavesOut(_))) {
        progress.end();
        let words = format!("error: what was learned cannot be played: {} has a mistake", file.display());
        return Err(Failure::Message(words, MISTAKES));
    }
    let rules = learned.rules();
    let spec: PlayerSpec = "greedy".parse().map_err(spec_failure)?;
    let mut told = Vec::new();
    for player in &plan.players {
        let mut player_of_all = spec.chooser(plan.seed);
        let name = rules.program().player(*player);
        let what = format!("all games of {name} are tried");
        let show = |done| progress.show(done, &what);
        let tried = match few {
            None => Err(LinesError::TooMany(MAX_EXHAUSTIVE_POSITIONS).to_string()),
            Some(few) => all_lines((rules, *player), &mut *player_of_all, (&terms.stop, few), show),
        };
        if is_stopped() {
            break;
        }
        told.push(match tried {
            Ok(LineCounts { won, drawn, lost }) => {
                let all = won + drawn + lost;
                format!("{name} plays by what was learned, interpreted: of all {all} games it wins {won}, draws {drawn}, loses {lost}")
            }
            Err(why) => format!("{name} plays by what was learned; not all games were tried: {why}"),
        });
    }
    progress.end();
    let mut out = width::wrapped_stdout(true);
    told.iter().try_for_each(|told| writeln!(out, "  {told}"))?;
    if told.len() < plan.players.len() {
        eprintln!("note: stopped before all games were tried");
    }
    Ok(())
}

/// The results of all games in which the opponent tries every move. `positions` is the number of reachable positions.
/// `show` receives the progress, from 0 to 1.
fn all_lines<'r>(
    (rules, player): (&'r Rules, Value),
    chooser: &mut dyn Chooser<TextGame<'r>>,
    (stop, positions): (&Arc<AtomicBool>, usize),
    mut show: impl FnMut(f64),
) -> Result<LineCounts, String> {
    let mut answered = 0;
    let mut answer = |position: &blanche_compiler::runtime::Position| {
        if stop.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        show(f64::from(answered) / positions.max(1) as f64);
        answered += 1;
        let game = TextGame::with_filter(rules, position.clone(), &KnowledgeFilter::default());
        let budget = Budget { stop: Arc::clone(stop), ..Budget::untimed() };
        Ok(chooser.choose(&mut game.expect("two play the game"), &budget)?.mv)
    };
    count_lines(rules, player, MAX_EXHAUSTIVE_POSITIONS, &mut answer).map_err(|why| why.to_string())
}

fn spec_failure(bad: BadSpec) -> Failure {
    Failure::Message(format!("error: {bad}"), USAGE_ERROR)
}

fn learn_failure(trouble: TrainingError) -> Failure {
    match trouble {
        TrainingError::Load(error) => error.into(),
        TrainingError::Mistakes(sources, messages) => {
            Failure::Diagnostics(report::render(&sources, &messages, style()), MISTAKES)
        }
        TrainingError::Io(..) => Failure::Message(format!("error: {trouble}"), INTERNAL_ERROR),
        TrainingError::Refused(refused) => folder_failure(refused, "--into"),
        TrainingError::Full(..) => {
            let hint = "what was learned can be played; to start again, choose another folder with --into";
            Failure::Message(format!("error: {trouble}\n  {hint}"), MISTAKES)
        }
        TrainingError::Bad(_) => Failure::Message(format!("error: {trouble}"), USAGE_ERROR),
        _ => {
            let hint = "it is unchanged; choose another folder with --into";
            Failure::Message(format!("error: {trouble}\n  {hint}"), MISTAKES)
        }
    }
}

/// The failure for a folder that cannot receive the results. `option` is the option that names another folder.
pub(super) fn folder_failure(refused: FolderError, option: &str) -> Failure {
    let status = match refused {
        FolderError::Io(..) => return Failure::Message(format!("error: {refused}"), INTERNAL_ERROR),
        FolderError::Unfit(_) => USAGE_ERROR,
        FolderError::Mistaken(..) | FolderError::TooLarge(_) => MISTAKES,
    };
    Failure::Message(format!("error: {refused}\n  {option} names another folder"), status)
}
