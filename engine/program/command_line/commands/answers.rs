//! `noire answers`: counts the answers of the rules of a base in the built-in corpus, and writes the counts to a file
//! that is committed next to the rules. Later runs show which answers have changed.
//!
//! With `--format json` one JSON object is printed. If the answers are compared,
//! [`answer_changes::json`](crate::command_line::answer_changes::json) describes that object. Otherwise it is:
//!
//! ```text
//! name, positions       the game, and the number of positions
//! questions             for each question: its title, positions where it applies, solutions, checksum
//! ```

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::files::{OutputMark, Protection};
use blanche_compiler::markup;
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::bases::{Backend, Contents, sidecars};
use noire_engine::progress::Progress;
use noire_engine::world::{AnyWorld, Entry, World, open};
use noire_engine::{with_both, with_world};
use noire_laboratory::answers::changes::{Comparisons, UnansweredBy, changes_since, compare_bases};
use noire_laboratory::answers::counting::count_answers;
use noire_laboratory::answers::{Answers, Corpus, Queries, Unanswered};
use serde_json::{Value, json};

use crate::command_line::answer_changes::json::counts;
use crate::command_line::answer_changes::{ComparedVersions, ComparisonSubject, Version};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MISTAKES, count, quoted, reject_built_in, write_file};
use crate::command_line::query_options::{GameName, open_with_backends, world_failure};
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire answers my-rules/ --update            writes my-rules/answers.txt
  noire answers my-rules/ --check             which rules answer differently, and where
  noire answers my-rules/ --against renju     compares two bases, answer by answer";

/// Count the answers of every rule over a corpus of positions, and draw the positions in which they have changed.
///
/// Prints a line for every rule and export: the number of positions in which it applies, the number of solutions, and a
/// checksum that changes if a single answer does. Below are fingerprints of the answers in the positions, by which
/// --check finds the positions that differ: it draws one with more answers, and one with fewer. To see which answers
/// were lost, use --against with an earlier version. Games of stones are measured in the built-in corpus, others in
/// positions of random games.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameName,
    #[command(flatten)]
    how: OutputOptions,
}

/// Options for the counted answers: print, write or compare them.
#[derive(Args)]
pub(crate) struct OutputOptions {
    /// The file to write. To use the counts with --check, write them to `answers.txt` in the folder of the base
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compare with `answers.txt` in the folder of the base; for each rule whose answers differ, draw a position with
    /// more answers than before, and one with fewer
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// Write `answers.txt` into the folder of the base
    #[arg(long, conflicts_with_all = ["output", "check"])]
    update: bool,
    /// Another base to compare with, answer by answer: a built-in base, or a folder, for example with an earlier
    /// version of the same base
    #[arg(long, value_name = "NAME-OR-DIR", conflicts_with_all = ["output", "check", "update"])]
    against: Option<String>,
    /// text for people, or a json object
    #[arg(long, value_enum, default_value = "text", conflicts_with_all = ["output", "update"])]
    format: Format,
}

/// The beginning of each generated `answers.txt`. An existing file is overwritten only if it begins in this way and
/// has no comments below its heading.
const GENERATED_MARK: OutputMark =
    OutputMark { begins: "# What ", has: "`noire answers ", protection: Protection::Table };

impl OutputOptions {
    /// Rejects `--update` for a built-in base. `folder` is the name that the user wrote.
    fn check_update(&self, folder: &str) -> Result<(), Failure> {
        if self.update { reject_built_in(folder, &format!("`{folder}` is")) } else { Ok(()) }
    }

    /// Prints the answers, or writes them to the file that the options name.
    fn write(
        &self,
        folder: &str,
        head: &str,
        answers: &Answers,
        stop: &StopFlags,
    ) -> Result<ExitCode, Failure> {
        if self.format == Format::Json {
            writeln!(width::wrapped_stdout(false), "{:#}", object(folder, answers))?;
            return Ok(stop.status());
        }
        let text = format!("{head}{answers}");
        let beside = self.update.then(|| Path::new(folder).join(sidecars::ANSWERS));
        match self.output.as_ref().or(beside.as_ref()) {
            None => width::unwrapped_stdout(true).write_all(text.as_bytes())?,
            Some(path) if stop.is_set() => {
                eprintln!("note: {} is unchanged: not all questions were asked", markup::of_path(path));
            }
            Some(path) => {
                write_file(path, &text, GENERATED_MARK)?;
                let questions = count(answers.records.len(), "question");
                eprintln!("{}: what {questions} answer", markup::of_path(path));
            }
        }
        Ok(stop.status())
    }
}

/// Flags by which Ctrl-C ends the work and aborts the running query.
struct StopFlags {
    /// Flag that Ctrl-C sets.
    sign: Arc<AtomicBool>,
    /// Flag that aborts queries. It is cleared after the work, so that the results can still be drawn.
    asked: Arc<AtomicBool>,
}

impl StopFlags {
    /// Creates flags that Ctrl-C sets from now on.
    fn new() -> Result<StopFlags, Failure> {
        Ok(StopFlags { sign: interrupt::stop_flag()?, asked: interrupt::second_stop_flag()? })
    }

    /// Whether Ctrl-C was pressed.
    fn is_set(&self) -> bool {
        self.sign.load(Ordering::Relaxed)
    }

    /// If Ctrl-C has ended the work, prints how many questions were answered. Otherwise returns the error in `ended`,
    /// if there is one.
    fn report_stop<F>(&self, done: usize, of: usize, ended: Result<(), F>) -> Result<(), F> {
        match self.is_set() {
            true => eprintln!("note: stopped: {done} of {} were asked", count(of, "question")),
            false => ended?,
        }
        self.asked.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// The exit status of the command.
    fn status(&self) -> ExitCode {
        interrupt::status(&self.sign)
    }

    /// The exit status for interrupted work, or `status` if it was not interrupted.
    fn status_or(&self, status: ExitCode) -> ExitCode {
        if self.is_set() { self.status() } else { status }
    }
}

/// The answers as a JSON object.
fn object(name: &str, answers: &Answers) -> Value {
    let questions = answers.records.iter().map(|record| {
        let mut object = counts(record.counts);
        object["question"] = record.title.as_str().into();
        object["sum"] = format!("{:016x}", record.sum.0).into();
        object
    });
    json!({
        "name": name,
        "positions": answers.corpus.map(|corpus| corpus.positions),
        "questions": questions.collect::<Vec<_>>(),
    })
}

/// Runs `noire answers`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (how, name) = (&arguments.how, arguments.game.name()?);
    how.check_update(&name)?;
    let stop = StopFlags::new()?;
    let world = open_stoppable(&name, &stop)?;
    let Some(other) = &how.against else {
        return with_world!(&world, |world| count_and_report(world, &name, how, &stop));
    };
    let before = open_stoppable(other, &stop)?;
    let compared =
        with_both!(&world, &before, |now, before| compare_versions(now, before, &name, how, &stop));
    compared.unwrap_or_else(|| Err(no_common_positions(&name, other)))
}

/// Opens a game in such a way that Ctrl-C aborts its queries.
fn open_stoppable(name: &str, stop: &StopFlags) -> Result<AnyWorld, Failure> {
    let base = open(name, Limits::default())?.stopped_by(Arc::clone(&stop.asked));
    let backends: Vec<Backend> = vec![base.backend()];
    open_with_backends(base, backends)
}

/// The failure for two games that have no position in common.
pub(crate) fn no_common_positions(name: &str, other: &str) -> Failure {
    let words = format!(
        "error: {other} has none of the positions of {name}\n  only two versions of the same game can be compared"
    );
    Failure::Message(words, MISTAKES)
}

/// The positions of the corpus. `None` if Ctrl-C was pressed.
fn corpus<W: Corpus>(
    world: &W,
    progress: &mut Progress,
    stop: &StopFlags,
) -> Result<Option<Vec<Entry<W>>>, Failure> {
    if let Some(note) = world.undefined() {
        let then = match world.contents().rules.is_empty() {
            true => "only its scores and exports are counted",
            false => "the answers of its rules are counted all the same",
        };
        eprintln!("note: {note}, and {then}");
    }
    let turn = |done| progress.show(0.5 * done, &format!("positions {}", W::POSITIONS));
    let corpus = world.corpus(&|| stop.is_set(), &turn);
    if stop.is_set() {
        progress.end();
        eprintln!("note: stopped before anything was asked");
        return Ok(None);
    }
    corpus.map(Some).map_err(|trouble| world_failure(world, trouble))
}

/// Counts the answers of a game, and writes them or compares them with `answers.txt`.
fn count_and_report<W: Corpus>(
    world: &W,
    name: &str,
    how: &OutputOptions,
    stop: &StopFlags,
) -> Result<ExitCode, Failure> {
    let mut progress = Progress::begin();
    let Some(entries) = corpus(world, &mut progress, stop)? else { return Ok(stop.status()) };
    let mut positions = entry_positions(world, &entries)?;
    let mut asked = Queries::new(world, world.backends()[0], &mut positions);
    let turn = |done, who: &str| progress.show(0.5 + 0.5 * done, who);
    let (answers, ended) = count_answers(&mut asked, &stop.sign, turn);
    progress.end();
    let done = answers.records.len();
    stop.report_stop(done, asked.questions(), ended)
        .map_err(|question| unanswered_failure(world, &question))?;
    if how.check && stop.is_set() {
        return Ok(stop.status());
    }
    if how.check {
        let said = Answers::read_sidecar(world).map_err(malformed_answers_file)?;
        let said = said.ok_or_else(|| missing_answers_file(&world.contents().name, name))?;
        let comparison = ComparisonSubject::of_text(name, asked.questions());
        comparison.note_missing_marks(&said, &answers);
        let now = Version { world, name: Some(name), positions: &positions };
        let versions = ComparedVersions { now, before: None, entries: &entries };
        return comparison.print(&changes_since(&answers, &said), &versions, how.format);
    }
    let head = format!(
        "# What the rules of {} answer in {} positions {}: positions in which a rule applies, solutions,\n\
         # and a sum over all answers. `noire answers FOLDER --update` writes it.\n",
        world.contents().name,
        positions.len(),
        W::POSITIONS,
    );
    how.write(name, &head, &answers, stop)
}

/// Compares two versions of a game answer by answer, in the positions that exist in both.
fn compare_versions<W: Corpus>(
    now: &W,
    before: &W,
    name: &str,
    how: &OutputOptions,
    stop: &StopFlags,
) -> Result<ExitCode, Failure> {
    let other = how.against.as_deref().unwrap_or_default();
    let mut progress = Progress::begin();
    let Some(all) = corpus(now, &mut progress, stop)? else { return Ok(stop.status()) };
    let (mut entries, mut here, mut there) = (Vec::new(), Vec::new(), Vec::new());
    for (entry, position) in all.iter().zip(entry_positions(now, &all)?) {
        if let Some(same) = now.in_another(&position, before) {
            entries.push(entry.clone());
            here.push(position);
            there.push(same);
        }
    }
    if there.is_empty() {
        return Err(no_common_positions(name, other));
    }
    if there.len() < all.len() {
        let (some, all) = (there.len(), all.len());
        progress.aside(|| {
            eprintln!("note: {some} of {all} positions are compared: {other} does not have the others");
        });
    }
    let mut asked = Queries::new(now, now.backends()[0], &mut here);
    let mut asked_before = Queries::new(before, before.backends()[0], &mut there);
    let turn = |done, who: &str| progress.show(0.5 + 0.5 * done, who);
    let Comparisons { changes, questions: compared, ended } =
        compare_bases(&mut asked, &mut asked_before, &stop.sign, turn);
    progress.end();
    stop.report_stop(compared, asked.questions().max(compared), ended).map_err(|stopped| match stopped {
        UnansweredBy::Now(question) => unanswered_failure(now, &question),
        UnansweredBy::Before(question) => unanswered_failure(before, &question),
    })?;
    let comparison = ComparisonSubject {
        other: other.to_owned(),
        exactly: true,
        called: name.to_owned(),
        of: if stop.is_set() { compared } else { asked.questions() },
    };
    let before = Version { world: before, name: Some(other), positions: &there };
    let now = Version { world: now, name: Some(name), positions: &here };
    let versions = ComparedVersions { now, before: Some(before), entries: &entries };
    Ok(stop.status_or(comparison.print(&changes, &versions, how.format)?))
}

/// The positions of a corpus.
fn entry_positions<W: World>(world: &W, entries: &[Entry<W>]) -> Result<Vec<W::Position>, Failure> {
    let all = entries.iter().map(|entry| entry.position(world));
    all.collect::<Result<_, _>>().map_err(|trouble| world_failure(world, trouble))
}

/// The failure for a query that exceeded its limit in a position.
pub(crate) fn unanswered_failure<W: Corpus>(world: &W, question: &Unanswered<W::Position>) -> Failure {
    unanswered_failure_in(world.contents(), question, &world.identity(&question.position))
}

/// The failure for a query that exceeded its limit, with the position as text.
pub(crate) fn unanswered_failure_in<P>(
    contents: &Contents,
    question: &Unanswered<P>,
    position: &str,
) -> Failure {
    Failure::Message(format!("error[B0701]: {}", question.words(contents, &position)), MISTAKES)
}

/// The failure for an `answers.txt` that cannot be read.
fn malformed_answers_file(problems: impl Display) -> Failure {
    Failure::Message(format!("error: {problems}"), MISTAKES)
}

/// The failure for a missing `answers.txt`.
fn missing_answers_file(base: &str, folder: &str) -> Failure {
    let hint = match Path::new(folder).is_dir() {
        true => format!("\n  `noire answers {} --update` writes it", quoted(folder)),
        false => String::new(),
    };
    Failure::Message(format!("error: there is no answers.txt beside {base}{hint}"), MISTAKES)
}
