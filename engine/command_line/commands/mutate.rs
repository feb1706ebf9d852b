//! `noire mutate`: whether anything notices when one thing is changed in a rule.
//!
//! With `--format json` an object is printed for every mutant, each on a line of its own:
//!
//! ```text
//! mutant                the file, the rule or derivation, and the change
//! file, line            where
//! change                left out, negated, swapped, constant, turned
//! before, after         what is changed, and what stands there then; null where it is left out
//! rules                 the rules and exports whose answers can change
//! noticed               compiler, positions, answers, work, verify; null where nothing notices
//! by                    the message's code, the example's place, the rule that answers something else or takes too long
//! reason                why it survives, where survivors.txt says so; or null
//! looked                in how many positions a mutant that nobody noticed was asked; null where it answers another thing
//! difference            null, or a position where it answers something else:
//!   rule, black, white, last, to_move
//!   before, after         the first solution of the base and of the mutant; null without one
//!   refuted               the play that the mutant claims and that does not win, or null
//!   open                  a rule may claim something there
//!   example               the lines for positions.txt that notice the mutant; null where an example cannot say it
//! ```
//!
//! Of a base by which nobody can win nothing is printed but a note. What is printed of a game in text stands in
//! `games/mutate.rs`.

mod print;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::bases::Question;
use crate::facts::Base;
use crate::laboratory::mutate::checks::{Tests, TestsError};
use crate::laboratory::mutate::mutant::Mutant;
use crate::laboratory::mutate::run::{Examined, MutateError, Outcome, Settings, chosen, examine};
use crate::laboratory::mutate::survivors::{self, Survivors};
use crate::proof_check::referee::Referee;
use crate::record::Problems;
use blanche_compiler::runtime::Limits;
use blanche_compiler::spelling::nearest;
use clap::Args;

use crate::bases::Subject as _;
use crate::command_line::amiss::tell_undefined;
use crate::command_line::backend::BaseName;
use crate::command_line::commands::answers::unanswered_in;
use crate::command_line::games::{self, Opened, OptionalGame};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MISTAKES, WRONG_USE, write_file};
use crate::command_line::text::Boards;
use crate::command_line::threads::Share;
use crate::command_line::width;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire mutate --base my-rules/
  noire mutate --rule t.threat --rounds 20         look longer for a position
  noire mutate --game my-game/
  noire mutate --output knowledge/renju/survivors.txt";

/// Change one thing in every rule, and report the changes that no test notices.
///
/// Every literal of every rule, and of the derivations that rules and exports ask, but for files that are built in and used by a
/// base in a folder, is left out, negated, its arguments
/// swapped, its constants changed, one at a time. Each mutant meets the compiler, positions.txt and answers.txt beside the
/// base,
/// and what `verify` would refute. Of a game in text its moves, effects, draws and preferences are changed too, and positions
/// are counted and random games played in place of answers.txt. Mutants that nothing notices are shown with a position that notices them, if one is
/// found. They do not change the exit status.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    base: BaseName,
    /// Only what this rule or export asks (`t.threat`, or `t.threat for white`)
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many rounds of positions to look through for a mutant that no test notices; a round is some 500 positions
    /// and
    /// 240 of guided attack for every rule
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: u64,
    /// Take so many mutants, drawn at random
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    #[command(flatten)]
    share: Share,
    /// Do not ask answers.txt: what do positions.txt and verify notice alone?
    #[arg(long, conflicts_with_all = ["output", "text_game"])]
    without_answers: bool,
    /// How many stones the search for one claim may set before it is given up
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    nodes: u64,
    /// text for people, json with an object per mutant
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write the list of survivors into this file, with the reasons that survivors.txt beside the base has
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["rule", "sample", "shard"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    boards: Boards,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game.game {
        return of_text(arguments, name);
    }
    let stop = interrupt::stop()?;
    let base = Arc::new(arguments.base.open(Limits::default())?.stopped_by(Arc::clone(&stop)));
    if tell_undefined(&base, "no mutant is examined") {
        return Ok(ExitCode::SUCCESS);
    }
    let settings = Settings {
        seed: arguments.seed,
        rounds: arguments.rounds,
        stop: Arc::clone(&stop),
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        sample: arguments.sample,
        nodes: arguments.nodes,
        questions: questions(&base, arguments.rule.as_deref())?,
    };
    let known = Survivors::beside(&base).map_err(mistaken)?;
    let mut progress = Progress::begin();
    progress.show(0.0, "what the tests say of the base itself");
    let tests = Tests::of(&base, !arguments.without_answers, &stop);
    if stop.load(Ordering::Relaxed) {
        progress.aside(|| eprintln!("note: no mutant was examined"));
        return Ok(interrupt::status(&stop));
    }
    let tests = tests.map_err(|error| failure(&base, MutateError::Tests(error)))?;
    let all = Mutant::all(&base);
    progress.aside(|| note_oddities(&base, &tests, &all));
    let game = Referee::new(&base, base.backend());
    let examined = examine(&game, &tests, chosen(all, &settings), &settings, &|stage| {
        progress.show(stage.done, &stage.what);
    });
    progress.end();
    if examined.is_err() && stop.load(Ordering::Relaxed) {
        eprintln!("note: no mutant was examined");
        return Ok(interrupt::status(&stop));
    }
    let examined = examined.map_err(|error| failure(&base, error))?;
    match &arguments.output {
        None => {}
        Some(path) if stop.load(Ordering::Relaxed) => {
            eprintln!("note: {} is as it was: not all mutants were examined", path.display());
        }
        Some(path) => {
            let list = known.renewed(examined.iter().filter_map(survives));
            write_file(path, &format!("{}{list}", print::list_heading(&base)), survivors::IMPRINT)?;
        }
    }
    let mut out = width::out(arguments.format == Format::Text);
    match arguments.format {
        Format::Text => print::report(&mut out, &base, &known, &examined, arguments.boards.style())?,
        Format::Json => {
            for examined in &examined {
                writeln!(out, "{}", print::object(&base, &known, examined))?;
            }
        }
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

/// The same of a game in text.
fn of_text(arguments: &Arguments, name: &str) -> Result<ExitCode, Failure> {
    arguments.boards.of_text()?;
    let game = Opened::new(name, None)?;
    let settings = games::mutate::Settings {
        seed: arguments.seed,
        rounds: arguments.rounds,
        stop: interrupt::stop()?,
        threads: arguments.share.threads.count(),
        shard: arguments.share.shard,
        sample: arguments.sample,
        nodes: arguments.nodes,
        questions: games::mutate::asked(&game, arguments.rule.as_deref())?,
    };
    games::mutate::run(&game, &settings, arguments.output.as_deref(), arguments.format)
}

/// Says on standard error what is odd of the tests of a base and of its list of survivors.
fn note_oddities(base: &Base, tests: &Tests<'_>, all: &[Mutant]) {
    note_unpinned(base, tests.unpinned());
    for place in tests.broken() {
        eprintln!("note: {place}: the base itself says something else of this example, which is not asked");
    }
    let strangers = Survivors::strangers(base, all);
    if !strangers.is_empty() {
        eprintln!("note: {strangers}");
    }
}

/// The name of a mutant that no committed test notices, and what was found of it.
fn survives(examined: &Examined) -> Option<(&str, String)> {
    let what = match &examined.outcome {
        Outcome::Noticed(_) => return None,
        Outcome::Refuted(_) => "only verify notices".to_owned(),
        Outcome::Differs(_) => "answers something else".to_owned(),
        Outcome::Alike(looked) => print::alike(*looked),
    };
    Some((&examined.mutant.name, what))
}

/// The rules and exports that are named so; all without a name.
fn questions(base: &Base, name: Option<&str>) -> Result<Vec<Question>, Failure> {
    let all = Question::all(base.contents());
    let Some(name) = name else { return Ok(all) };
    let is_named = |question: &Question| {
        let own = match question {
            Question::Rule(rule) => &base.rules()[*rule].name,
            Question::Score(score) => &base.scores()[*score].name,
            Question::Export(export) => &base.exports()[*export].name,
            Question::Preference(preference) => &base.preferences()[*preference].name,
            Question::Draw(draw) => &base.contents().draws[*draw].name,
        };
        own == name || question.title(base.contents()) == name
    };
    let named: Vec<Question> = all.into_iter().filter(is_named).collect();
    if named.is_empty() {
        let all = Question::all(base.contents());
        let titles: Vec<String> = all.iter().map(|question| question.title(base.contents())).collect();
        let names = titles.iter().map(|title| title.split(' ').next().unwrap_or(title));
        let near = nearest(name, names.chain(titles.iter().map(String::as_str)));
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`noire rules` lists the rules".to_owned(),
        };
        let text = format!("error: {} has no rule, score or export `{name}`\n  {hint}", base.name());
        return Err(Failure::Said(text, WRONG_USE));
    }
    Ok(named)
}

fn note_unpinned(base: &Base, unpinned: &[String]) {
    match unpinned {
        [] => {}
        all if all.len() == Question::all(base.contents()).len() => eprintln!(
            "note: what the rules of {} answer is not committed; `noire answers --output` writes it beside the base",
            base.name()
        ),
        some => eprintln!(
            "note: answers.txt does not say what these answer now: {}; `noire answers --check` shows how they differ",
            some.join(", ")
        ),
    }
}

/// A text beside the rules has mistakes.
fn mistaken(problems: Problems) -> Failure {
    Failure::Said(format!("error: {problems}"), MISTAKES)
}

fn failure(base: &Base, error: MutateError) -> Failure {
    match error {
        MutateError::Tests(TestsError::Beside(problems)) => mistaken(problems),
        MutateError::Tests(TestsError::Unanswered(question)) => {
            unanswered_in(base.contents(), &question, &question.position.options())
        }
        MutateError::Run(error) => error.into(),
    }
}
