//! `noire mutate`: changes the text of a game in one point at a time, and checks whether any test notices.
//!
//! With `--format json` an object is printed for every mutant, each on a line of its own:
//!
//! ```text
//! mutant                file, rule, derivation or move, and change
//! file, line            location of the change
//! change                left out, negated, swapped, constant, turned
//! before, after         text before and after the change; after is null if the text is left out
//! rules                 what the change can affect: rules, scores, preferences, exports, draws and moves
//! of_play               true if the change can affect the moves, their effects or the end of the game
//! noticed               compiler, positions, perft, games, answers, work, verify; null if no test notices
//! by                    code of the message, location of the example, number of moves or of the game, or the question
//! reason                why the mutant survives, from survivors.txt; or null
//! looked                number of further positions tried with an unnoticed mutant; null if a difference was found
//! difference            null, or a position where the answers or the course of the game differ:
//!   rule                the question with other answers; null if the course of the game differs
//!   moves               the moves from the start to the position; null if it is a set-up
//!   position            the position, in the notation of positions.txt
//!   before, after       first answer of the game and of the mutant, by variable; null if there is none
//!   words               both answers in words
//!   refuted             a move that the mutant claims to win and that does not, or null
//!   open                true if rules may claim a win in this position
//!   example             lines for positions.txt that would notice the mutant; null if no example can
//! ```
//!
//! For a game that no player can win, only a note is printed.

mod print;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use blanche_compiler::markup;
use blanche_compiler::program::{Rule, RuleId, RuleKind};
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::progress::Progress;
use noire_engine::record::Problems;
use noire_engine::with_world;
use noire_engine::world::{WorldExt as _, open};
use noire_laboratory::mutants::Mutant;
use noire_laboratory::mutate::checks::Checks;
use noire_laboratory::mutate::mutation_world::MutationWorld;
use noire_laboratory::mutate::run::{Examined, MutateError, Settings, examine, selected_mutants};
use noire_laboratory::mutate::survivors::{self, Survivors};

use crate::command_line::answer_text::BoardOptions;
use crate::command_line::commands::answers::unanswered_failure;
use crate::command_line::interrupt;
use crate::command_line::name_lookup::{closest_name, is_named};
use crate::command_line::output::{
    Failure, Format, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, quoted, write_file,
};
use crate::command_line::query_options::{GameName, open_with_backends, world_failure};
use crate::command_line::thread_options::Share;
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire mutate my-rules/
  noire mutate --rule t.threat --rounds 20         searches more positions for each mutant
  noire mutate renju --output knowledge/renju/survivors.txt";

/// Make small changes to the rules, one at a time, and report those that no test notices.
///
/// Each mutant differs in one thing: a literal of a rule, or of a derivation that rules use, is removed or negated, two
/// of its arguments are swapped or a constant is changed. For a game defined by rule files, moves, effects, draws,
/// facts and preferences are changed as well. Built-in files that a game in a folder uses are not changed. Each mutant
/// is compiled, tested with positions.txt and answers.txt beside the rules, and attacked as by `verify`; for a game in
/// text, positions are counted and random games played as well. Mutants that no test notices are shown, with a position
/// in which they differ if one is found. They do not change the exit status.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameName,
    #[command(flatten)]
    how: MutateOptions,
}

/// What is mutated, and how.
#[derive(Args)]
struct MutateOptions {
    /// Mutate only the clauses that are used by the item of this name: a rule (`t.threat`, or `t.threat for white`),
    /// score, preference, export, draw condition or move
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Mutants that no test notices are compared with the original in additional positions; this is the number of
    /// rounds of such positions. A round has about 250 positions from games; for five in a row, it also has 250 random
    /// set-ups and, for each rule, 240 positions constructed to refute it
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: u64,
    /// Number of mutants to select at random
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    #[command(flatten)]
    share: Share,
    /// Do not use answers.txt, to see which mutants the other tests notice
    #[arg(long, conflicts_with = "output")]
    without_answers: bool,
    /// Maximum number of positions to examine in the search that tests one claim
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    nodes: u64,
    /// `text` for people; `json`: one object per mutant
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write the list of surviving mutants to this file. If `survivors.txt` in the folder of the rules gives reasons
    /// for some of them, these reasons are kept
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["rule", "sample", "shard"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    boards: BoardOptions,
}

/// Runs `noire mutate`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = arguments.game.name()?;
    let stop = interrupt::stop_flag()?;
    let base = open(&name, Limits::default())?.stopped_by(Arc::clone(&stop));
    let backends = vec![base.backend()];
    let world = open_with_backends(base, backends)?;
    with_world!(&world, |world| {
        let how = &arguments.how;
        let settings = Settings {
            seed: how.seed,
            rounds: how.rounds,
            stop: Arc::clone(&stop),
            threads: how.share.threads.count(),
            shard: how.share.shard,
            sample: how.sample,
            nodes: how.nodes,
            questions: how.rule.as_deref().map(|rule| questions(world, rule, &name)).transpose()?,
        };
        examine_mutants(world, &name, how, &settings)
    })
}

/// Examines mutants of a game, and prints the results.
fn examine_mutants<W: MutationWorld>(
    world: &W,
    name: &str,
    how: &MutateOptions,
    settings: &Settings,
) -> Result<ExitCode, Failure> {
    let is_stopped = || settings.is_stopped();
    if let Some(note) = world.undefined() {
        eprintln!("note: {note}, and no mutant is examined");
        return Ok(ExitCode::SUCCESS);
    }
    let known = Survivors::read_sidecar(world).map_err(mistakes_failure)?;
    let mut progress = Progress::begin();
    progress.show(0.0, "running the tests on the unchanged game");
    let tests = Checks::of(world, !how.without_answers, settings.seed, &settings.stop);
    let examined = tests.and_then(|tests| {
        if is_stopped() {
            return Ok(Vec::new());
        }
        let all = Mutant::all(world.rule_files());
        progress.aside(|| note_oddities(&tests, &all, name));
        examine(&tests, selected_mutants(all, settings), settings, &|stage| {
            progress.show(stage.done, &stage.what)
        })
    });
    progress.end();
    let examined = match examined {
        Err(_) if is_stopped() => Vec::new(),
        examined => examined.map_err(|error| failure(world, error))?,
    };
    if is_stopped() && examined.is_empty() {
        eprintln!("note: no mutant was examined");
        return Ok(interrupt::status(&settings.stop));
    }
    match &how.output {
        None => {}
        Some(path) if is_stopped() => {
            eprintln!("note: {} is unchanged: not all mutants were examined", markup::of_path(path));
        }
        Some(path) => {
            let list = known.renewed(examined.iter().filter_map(survives));
            let heading = print::list_heading(&world.contents().name);
            write_file(path, &format!("{heading}{list}"), survivors::FILE_MARK)?;
        }
    }
    let mut out = width::wrapped_stdout(how.format == Format::Text);
    match how.format {
        Format::Text => print::report(&mut out, world, &known, &examined, how.boards.style())?,
        Format::Json => {
            for examined in &examined {
                writeln!(out, "{}", print::object(world, &known, examined))?;
            }
        }
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

/// Prints notes about problems in the tests of a game and in its list of surviving mutants.
fn note_oddities<W: MutationWorld>(tests: &Checks<'_, W>, all: &[Mutant], name: &str) {
    note_unpinned(tests, name);
    for place in tests.broken() {
        eprintln!("note: {place}: the unchanged rules fail this example, so mutants are not tested with it");
    }
    let strangers = Survivors::unknown_mutants(tests.world(), all);
    if !strangers.is_empty() {
        eprintln!("note: {strangers}");
    }
}

fn note_unpinned<W: MutationWorld>(tests: &Checks<'_, W>, name: &str) {
    let world = tests.world();
    match tests.queries_without_expected_answers() {
        [] => {}
        all if all.len() == world.questions().len() => eprintln!(
            "note: the answers of the rules of {} are not recorded; `noire answers {} --update` writes answers.txt beside them",
            world.contents().name,
            quoted(name)
        ),
        some => eprintln!(
            "note: answers.txt differs from the current answers of these: {}; `noire answers {} --check` shows how they differ",
            some.join(", "),
            quoted(name)
        ),
    }
}

/// The name of a mutant that no committed test notices, and a description of the result.
fn survives<W: MutationWorld>(examined: &Examined<W>) -> Option<(&str, String)> {
    Some((&examined.mutant.name, print::survivor_text(&examined.outcome)?))
}

/// The indices of the rules, scores, preferences, exports, draws and moves with this name.
fn questions<W: MutationWorld>(world: &W, name: &str, game: &str) -> Result<Vec<RuleId>, Failure> {
    let program = world.program();
    let numbered = || program.rules.iter().zip(0..).map(|(rule, at)| (rule, RuleId(at)));
    // The heading of a rule, such as `score two for white`. An effect of a move has the heading of the move.
    let heading = |rule: &Rule| match program.rule_title(rule) {
        title if rule.kind == RuleKind::Rule => format!("rule {title}"),
        title => title.trim_start_matches("the ").replacen("an effect of ", "move ", 1),
    };
    let is_meant =
        |rule: &Rule| rule.name == name || program.rule_title(rule) == name || is_named(&heading(rule), name);
    let named: Vec<RuleId> = numbered().filter(|(rule, _)| is_meant(rule)).map(|(_, id)| id).collect();
    if !named.is_empty() {
        return Ok(named);
    }
    let known: Vec<String> = numbered().map(|(rule, _)| heading(rule)).collect();
    let hint = match closest_name(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`noire rules {}` lists them", quoted(game)),
    };
    let base = &world.contents().name;
    let words =
        format!("error: {base} has no rule, score, preference, export, draw or move `{name}`\n  {hint}");
    Err(Failure::Message(words, USAGE_ERROR))
}

/// The failure for mistakes in a file next to the rules.
fn mistakes_failure(problems: Problems) -> Failure {
    Failure::Message(format!("error: {problems}"), MISTAKES)
}

fn failure<W: MutationWorld>(world: &W, error: MutateError<W>) -> Failure {
    match error {
        MutateError::Beside(problems) => mistakes_failure(problems),
        MutateError::Unanswered(question) => unanswered_failure(world, &question),
        MutateError::World(trouble) => world_failure(world, trouble),
        MutateError::Thread(error) => {
            Failure::Message(format!("error: cannot start a thread: {error}"), INTERNAL_ERROR)
        }
    }
}
