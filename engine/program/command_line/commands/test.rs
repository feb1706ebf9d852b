//! `noire test`: checks whether the rules of a base give the results that `positions.txt` states.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use blanche_compiler::expect::{Bindings, written};
use blanche_compiler::files;
use blanche_compiler::runtime::{LimitReached, Limits};
use clap::Args;
use noire_engine::bases::{Backend, Contents, Question, sidecars};
use noire_engine::board::Style;
use noire_engine::progress::Progress;
use noire_engine::record::example_line::{plays, some_answer};
use noire_engine::with_world;
use noire_engine::world::examples::{self, example_questions, heading, of_base};
use noire_engine::world::{Example, Marks, WorldExt, built_in, open};
use noire_laboratory::example_check::{
    BlockingLiteralSearch, BlockingLiterals, ExampleCheckWorld, ExampleFault, ExampleResult, Outcome,
    check_example_claims, corrected_line, missing_example_lines, missing_examples,
};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::command_line::answer_text::BoardOptions;
use crate::command_line::interrupt::{self, TaskOutcome, TimedTasks};
use crate::command_line::name_lookup::{closest_name, is_named};
use crate::command_line::number_options::seconds;
use crate::command_line::output::{
    Failure, Format, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, count, reject_built_in, write_failure,
};
use crate::command_line::query_options::{open_with_backends, renamed_option};
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire test
  noire test my-rules/ --rule t.threat
  noire test my-rules/ my-game/
  noire test my-rules/ --update";

/// Test rules on both back ends, using the positions in `positions.txt` in the same folder.
///
/// The positions are in `positions.txt` beside the rules. Each is drawn below a line with the expected result:
/// `applies, plays h8, Group1 = e8.i8: why`, `applies, plays one of h8, i9: why`, `applies, some answer has Group1 =
/// e8.i8: why`, `applies, counts 2: why`, or `misses: why`. Scores, preferences and draws may have positions too. All
/// back ends of the game are tested. A position that takes longer than --time fails. Ctrl-C stops the test, and prints
/// a summary of the positions tested so far.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A built-in game, or a folder that contains a game [default: all built-in games]
    #[arg(long, value_name = "NAME-OR-DIR", conflicts_with = "games")]
    game: Option<String>,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
    /// Built-in games, or folders with games
    #[arg(value_name = "GAME-OR-DIR")]
    games: Vec<String>,
    /// Only the rules of this name (`t.threat`, `t.threat for white`, or `score two for white`)
    #[arg(id = "rule", long = "rule", value_name = "NAME")]
    rule: Option<String>,
    /// Update the expectations that fail: replace the expected results with the current ones
    #[arg(long)]
    update: bool,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    time: Duration,
    /// `text` for people; `json`: one object per position, each on its own line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

/// Runs `noire test`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.base {
        return Err(renamed_option("--base", &format!("--game {name}")));
    }
    let given: Vec<String> = arguments.game.iter().chain(&arguments.games).cloned().collect();
    let names = if given.is_empty() { built_in() } else { given };
    let progress = Progress::begin();
    let tasks = TimedTasks::new(arguments.time)?;
    let mut failed = false;
    for (at, name) in names.iter().enumerate() {
        if arguments.update {
            reject_built_in(name, &format!("the positions of `{name}` are"))?;
        }
        let show = |done: f64, what: &str| {
            progress.show((at as f64 + done) / names.len() as f64, &format!("{name}: {what}"));
        };
        show(0.0, "the rules");
        let mut out = Vec::new();
        if at > 0 && arguments.format == Format::Text {
            writeln!(out)?;
        }
        let base = open(name, Limits::default())?.stopped_by(tasks.end_flag());
        let backends = [Backend::Compiled, Backend::Interpreted];
        let backends = backends.into_iter().filter(|backend| base.has(*backend)).collect();
        let world = without_progress(&progress, || open_with_backends(base, backends))?;
        let tested = TestRun { arguments, tasks: &tasks, progress: &progress, show: &show };
        let end = with_world!(&world, |world| tested.test_base(world, out))?;
        failed |= end.failed;
        if let Some(left) = end.left {
            let others = names.len() - at - 1;
            let others =
                if others > 0 { format!(" and of {}", count(others, "other base")) } else { String::new() };
            progress.aside(|| eprintln!("note: not asked: {} of {name}{others}", count(left, "position")));
            return Ok(interrupt::status(tasks.interrupted()));
        }
    }
    Ok(if failed { ExitCode::from(MISTAKES) } else { ExitCode::SUCCESS })
}

/// Runs `work`, which may print on standard error, while the progress line is hidden.
fn without_progress<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    let mut done = None;
    progress.aside(|| done = Some(work()));
    done.expect("it was done")
}

/// The rules, scores, preferences and draws with this name, or all of them if it is `None`.
pub(crate) fn chosen_questions(contents: &Contents, name: Option<&str>) -> Result<Vec<Question>, Failure> {
    let all = example_questions(contents);
    let Some(name) = name else { return Ok(all) };
    let is_meant = |question: &Question| is_named(&heading(contents, *question), name);
    let named: Vec<Question> = all.iter().copied().filter(is_meant).collect();
    if !named.is_empty() {
        return Ok(named);
    }
    let known: Vec<String> = all.iter().map(|question| heading(contents, *question)).collect();
    let hint = match closest_name(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`noire rules` lists the rules of a game".to_owned(),
    };
    Err(Failure::Message(format!("error: {} has no rule `{name}`\n  {hint}", contents.name), USAGE_ERROR))
}

/// The settings of a test run.
struct TestRun<'a> {
    arguments: &'a Arguments,
    tasks: &'a TimedTasks,
    progress: &'a Progress,
    /// Receives the progress of the current base, from 0 to 1, and a description of the current step.
    show: &'a dyn Fn(f64, &str),
}

/// The result for a base.
struct BaseResult {
    /// Whether some position failed.
    failed: bool,
    /// Number of positions left when Ctrl-C ended the run.
    left: Option<usize>,
}

impl TestRun<'_> {
    /// Prints the output and clears it. If the reader has closed the pipe, the test continues, because its result is
    /// still reported by the exit status.
    fn print(&self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.arguments.format == Format::Text {
            width::fit_to_terminal(out, true);
        }
        match self.progress.print(out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                out.clear();
                Ok(())
            }
            printed => printed,
        }
    }

    /// Tests a base and prints each failure when it is found. `out` contains earlier output, which is printed first.
    fn test_base<W: ExampleCheckWorld>(&self, world: &W, mut out: Vec<u8>) -> Result<BaseResult, Failure> {
        let arguments = self.arguments;
        let contents = world.contents();
        let questions = chosen_questions(contents, arguments.rule.as_deref())?;
        let all =
            of_base(world).map_err(|problems| Failure::Message(format!("error: {problems}"), MISTAKES))?;
        let is_meant = |example: &&Example<W>| questions.contains(&example.question);
        let meant: Vec<&Example<W>> = all.iter().filter(is_meant).collect();
        self.progress.aside(|| meant.iter().for_each(|example| note_marks(example)));
        let mut leave_out = BlockingLiteralSearch::new(world, self.tasks.end_flag());
        let mut judged: Vec<(&Example<W>, ExampleResult)> = Vec::new();
        let (mut left, of) = (None, meant.len());
        for (at, example) in meant.into_iter().enumerate() {
            (self.show)(at as f64 / of as f64, &format!("position {} of {of}", at + 1));
            let turn = self.tasks.run(|| {
                let one = check_example_claims(world, example);
                let stopping = match &one.fault {
                    Some(ExampleFault::Applies(false)) => leave_out.blocking_literals(example),
                    _ => BlockingLiterals::default(),
                };
                (one, stopping)
            });
            let (one, stopping) = match turn {
                TaskOutcome::Done(asked) | TaskOutcome::OutOfTime(asked) => asked,
                TaskOutcome::Interrupted => {
                    left = Some(of - at);
                    break;
                }
            };
            match arguments.format {
                Format::Json => {
                    let row = row(contents, example, &one, &stopping);
                    writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
                }
                Format::Text => {
                    if let Some(fault) = &one.fault {
                        let style = arguments.boards.style();
                        print_failure(&mut out, world, (example, &one, Some(&stopping)), fault, style)?;
                    }
                }
            }
            self.print(&mut out)?;
            judged.push((example, one));
        }
        let lacking =
            missing_examples(world, &all).into_iter().filter(|(question, _)| questions.contains(question));
        let lacking: Vec<(Question, bool)> = if left.is_some() { Vec::new() } else { lacking.collect() };
        let updated = match (arguments.update, left) {
            (true, None) => update(world, &judged)?,
            (true, Some(_)) => {
                self.progress.aside(|| eprintln!("note: nothing is updated: not all positions were tested"));
                0
            }
            (false, _) => 0,
        };
        let fails = judged.iter().filter(|(_, one)| one.fault.is_some()).count();
        let tally = TestTally {
            fails,
            updated,
            ..TestTally::of(&questions, judged.iter().map(|(example, _)| *example))
        };
        match arguments.format {
            Format::Json => {
                for (question, applies) in &lacking {
                    let lacks = if *applies { "applies" } else { "misses" };
                    let row = LackRow { game: &contents.name, what: heading(contents, *question), lacks };
                    writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
                }
            }
            Format::Text => {
                for line in missing_example_lines(contents, &lacking) {
                    writeln!(out, "{line}")?;
                }
                writeln!(out, "{}", tally.words(&contents.name, world.backends()))?;
            }
        }
        self.print(&mut out)?;
        Ok(BaseResult { failed: fails > updated, left })
    }
}

/// Numbers of questions and positions that were tested, and the results.
pub(crate) struct TestTally {
    pub(crate) rules: usize,
    /// Number of scores, preferences and draws that have positions.
    pub(crate) others: usize,
    pub(crate) positions: usize,
    /// Number of positions that failed, and how many of the failed positions were updated.
    pub(crate) fails: usize,
    pub(crate) updated: usize,
}

impl TestTally {
    /// Counts the tested questions and their positions.
    pub(crate) fn of<'e, W: ExampleCheckWorld + 'e>(
        questions: &[Question],
        asked: impl Iterator<Item = &'e Example<W>> + Clone,
    ) -> TestTally
    where
        W::Position: 'e,
    {
        let is_rule = |question: &&Question| matches!(question, Question::Rule(_));
        let has = |question: &&Question| asked.clone().any(|example| example.question == **question);
        TestTally {
            rules: questions.iter().filter(is_rule).count(),
            others: questions.iter().filter(|one| !is_rule(one) && has(one)).count(),
            positions: asked.clone().count(),
            fails: 0,
            updated: 0,
        }
    }

    /// A summary such as `renju: 74 positions of 37 rules: 74 hold on both back ends`.
    pub(crate) fn words(&self, name: &str, backends: &[Backend]) -> String {
        let TestTally { rules, others, positions, fails, updated } = *self;
        let back_ends = match backends {
            [_] => "the interpreter".to_owned(),
            _ => "both back ends".to_owned(),
        };
        let kinds = [(rules, "rule"), (others, "other")];
        let kinds = kinds.into_iter().filter(|(number, kind)| *number > 0 || *kind == "rule" && others == 0);
        let of: Vec<String> = kinds.map(|(number, kind)| count(number, kind)).collect();
        let asked = format!("{} of {}", count(positions, "position"), of.join(" and "));
        let holds = positions - fails;
        let verb = if holds == 1 { "holds" } else { "hold" };
        let mut parts = vec![format!("{holds} {verb} on {back_ends}")];
        parts.extend((updated > 0).then(|| format!("{updated} updated")));
        parts.extend((fails > updated).then(|| format!("{} failed", fails - updated)));
        format!("{name}: {asked}: {}", parts.join(", "))
    }
}

/// Prints notes about marks in a diagram that the text of the example does not explain. Each may be a mistyped piece.
fn note_marks<W: ExampleCheckWorld>(example: &Example<W>) {
    for (field, sign) in example.unexplained() {
        eprintln!(
            "note: {}:{}: `{sign}` on {field} is a mark on an empty field, and the text does not mention it or {field}; black is `x`, white \
             `o`, the last move `X` or `O`, an empty field `.`",
            example.place.file, example.place.line
        );
    }
}

/// Prints an example that failed. Also prints the literals that stop its rule from applying, if these literals were
/// searched for.
pub(crate) fn print_failure<W: ExampleCheckWorld>(
    out: &mut impl Write,
    world: &W,
    (example, judged, stopping): (&Example<W>, &ExampleResult, Option<&BlockingLiterals>),
    fault: &ExampleFault,
    style: Style,
) -> io::Result<()> {
    let Example { place, question, words, .. } = example;
    let title = heading(world.contents(), *question);
    let title = title.strip_prefix("rule ").unwrap_or(&title);
    writeln!(out, "{}:{}: {title}: {words}", place.file, place.line)?;
    let (expected, got) = expected_and_actual(example, judged, fault);
    writeln!(out, "    expected  {expected}\n    got       {got}")?;
    if let (ExampleFault::Applies(false), Some(stopping)) = (fault, stopping) {
        print_stopping_literals(out, stopping)?;
    }
    let first = judged.outcome.as_ref().and_then(|outcome| outcome.first.as_ref());
    let first = first.filter(|first| !first.is_empty());
    if let (ExampleFault::Applies(true) | ExampleFault::Plays(_) | ExampleFault::Values(_), Some(first)) =
        (fault, first)
    {
        writeln!(out, "    with      {}", written(first))?;
    }
    writeln!(out)?;
    let (values, signs) = marked(example, judged);
    let marks = Marks { signs: &values, sketch: Some(&example.sketch), ..Marks::default() };
    for line in world.draw(&example.position, &marks, style).lines() {
        writeln!(out, "    {line}")?;
    }
    if !signs.is_empty() {
        writeln!(out, "    {}", signs.join("; "))?;
    }
    writeln!(out)
}

/// Prints the literals that stop a rule from applying.
fn print_stopping_literals(out: &mut impl Write, stopping: &BlockingLiterals) -> io::Result<()> {
    let listed = |literals: &[String]| {
        let literals: Vec<String> = literals.iter().map(|literal| format!("`{literal}`")).collect();
        literals.join(", or without ")
    };
    let BlockingLiterals { alone, undecided } = stopping;
    match (alone.is_empty(), undecided.is_empty()) {
        (true, true) => writeln!(out, "    no single literal stops it")?,
        (true, false) => {}
        (false, _) => writeln!(out, "    it would apply without {}", listed(alone))?,
    }
    if !undecided.is_empty() {
        writeln!(out, "    undecided: whether it would apply without {}", listed(undecided))?;
    }
    Ok(())
}

/// The marks on the board, each with an explanation: `*` for the move played, and `?` for the expected moves.
fn marked<W: ExampleCheckWorld>(
    example: &Example<W>,
    judged: &ExampleResult,
) -> (Vec<(String, char)>, Vec<String>) {
    let got = judged.outcome.as_ref().and_then(|outcome| outcome.plays.clone());
    let expected: Vec<String> =
        example.moves().into_iter().filter(|mv| got.as_deref() != Some(mv)).map(str::to_owned).collect();
    let mut signs = Vec::new();
    signs.extend(got.as_ref().map(|mv| format!("* {mv}, the move that it plays")));
    signs.extend((!expected.is_empty()).then(|| format!("? {}, expected", expected.join(", "))));
    let marks = got.into_iter().map(|mv| (mv, '*')).chain(expected.into_iter().map(|mv| (mv, '?')));
    (marks.collect(), signs)
}

/// The expected and the actual result, in words.
fn expected_and_actual<W: ExampleCheckWorld>(
    example: &Example<W>,
    judged: &ExampleResult,
    fault: &ExampleFault,
) -> (String, String) {
    let applying = |mv: Option<&str>| match mv {
        Some(mv) => format!("it applies and plays {mv}"),
        None => "it applies".to_owned(),
    };
    let said = match (example.expected.applies, plays(&example.moves(), example.expected.one_of)) {
        (true, Some(moves)) => format!("it applies and {moves}"),
        (true, None) => "it applies".to_owned(),
        (false, _) => "it does not apply".to_owned(),
    };
    let does = || match &judged.outcome {
        Some(Outcome { first: Some(_), plays, .. }) => applying(plays.as_deref()),
        Some(_) => "it does not apply".to_owned(),
        None => "no answer".to_owned(),
    };
    match fault {
        ExampleFault::Plays(Some(_)) if example.expected.plays.is_empty() => {
            ("it applies; its move is not specified".to_owned(), does())
        }
        ExampleFault::Applies(_) | ExampleFault::Plays(_) => (said, does()),
        ExampleFault::NoAnswer { values, nearest } => {
            let nearest = nearest.as_ref().map_or_else(String::new, written);
            let got = match judged.outcome.as_ref().map_or(0, |outcome| outcome.number) {
                1 => format!("its only answer has {nearest}"),
                all => format!("none of its {all} answers; the nearest has {nearest}"),
            };
            (some_answer(values), got)
        }
        ExampleFault::Counts(number) => {
            let expected = example.expected.counts.unwrap_or_default();
            (count(expected, "solution"), count(*number, "solution"))
        }
        ExampleFault::Wins(moves) => {
            let word = if moves.len() == 1 { "wins" } else { "win" };
            (
                format!("{said}; refuted: one of its moves does not win"),
                format!("{} {word}", moves.join(", ")),
            )
        }
        ExampleFault::Values(difference) => {
            let values = |all: &[Bindings]| all.iter().map(written).collect::<Vec<_>>().join("; ");
            (values(&difference.missing), values(&difference.unexpected))
        }
        ExampleFault::BackEnds(backend) => {
            ("the same from both back ends".to_owned(), format!("another {backend}"))
        }
        ExampleFault::LimitReached(LimitReached::Stopped) => {
            (said, "it was given up at the time limit; --time SECONDS allows more".to_owned())
        }
        ExampleFault::LimitReached(limit) => (said, format!("it {}", limit.exceeded())),
    }
}

/// Updates `positions.txt` with the results of the rules. Returns how many of the changed lines now hold.
fn update<W: ExampleCheckWorld>(
    world: &W,
    judged: &[(&Example<W>, ExampleResult)],
) -> Result<usize, Failure> {
    let changed = judged.iter().filter_map(|(example, one)| {
        let is_of_rule = |fault: &ExampleFault| {
            !matches!(
                fault,
                ExampleFault::BackEnds(_) | ExampleFault::LimitReached(_) | ExampleFault::Wins(_)
            )
        };
        let fixes = one.fault.as_ref().is_some_and(is_of_rule);
        let outcome = one.outcome.as_ref().filter(|_| fixes)?;
        Some((example.place.line, corrected_line(example, outcome)))
    });
    let changed: Vec<(usize, String)> = changed.collect();
    let Some((file, read)) = world.sidecar(sidecars::POSITIONS).filter(|_| !changed.is_empty()) else {
        return Ok(0);
    };
    let text = replace_lines((file, read), &changed)?;
    let path = Path::new(file);
    files::rewrite(path, Some(read), &text).map_err(|error| write_failure(path, &error))?;
    // A changed line may still fail for another reason. For example, its move may be marked as refuted although it
    // wins.
    let all = examples::read(world, file, text.as_bytes()).unwrap_or_default();
    let is_changed = |example: &&Example<W>| changed.iter().any(|(line, _)| *line == example.place.line);
    let holds = |example: &&Example<W>| check_example_claims(world, example).fault.is_none();
    Ok(all.iter().filter(is_changed).filter(holds).count())
}

/// The text of a file with some lines replaced. Lines are counted from 1.
fn replace_lines((file, read): (&str, &[u8]), changed: &[(usize, String)]) -> Result<String, Failure> {
    let failed =
        |reason: String| Failure::Message(format!("error: {file} cannot be read: {reason}"), INTERNAL_ERROR);
    let text = std::str::from_utf8(read).map_err(|error| failed(error.to_string()))?;
    let mut all: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for (line, new) in changed {
        let old = &all[line - 1];
        let indent = &old[..old.len() - old.trim_start().len()];
        let end = if old.ends_with('\r') { "\r" } else { "" };
        all[line - 1] = format!("{indent}{new}{end}");
    }
    Ok(all.join("\n"))
}

/// An example with its result: one line of `--format json`.
#[derive(Serialize)]
struct ExampleRow<'a> {
    /// The name of the game.
    game: &'a str,
    /// The question, such as `rule four for white` or `draw full`.
    what: String,
    /// The file of positions, and the line in it.
    file: &'a str,
    line: usize,
    /// The author's description.
    words: &'a str,
    /// Whether the example holds.
    holds: bool,
    /// What the author expects.
    expected: Expectation<'a>,
    /// The actual result, or null if a limit was exceeded.
    got: Option<ActualResult<'a>>,
    /// The difference in words; absent if the example holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceRow>,
    /// The literals that keep the rule from applying. Each of them does so by itself. Absent if the rule applies or is
    /// not expected to apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'a [String]>,
    /// The literals that may stop the rule, but whose queries exceeded a limit. Absent if there are none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    undecided: &'a [String],
}

/// The expectation of an example.
#[derive(Serialize)]
struct Expectation<'a> {
    applies: bool,
    /// The allowed moves. The rule must play one of them.
    plays: Vec<&'a str>,
    /// The expected values of the first answer.
    values: Map<String, Value>,
    /// Lists of values. For each list, there must be an answer that has all of its values.
    some_answer_has: Vec<Map<String, Value>>,
    /// The expected number of answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<usize>,
}

/// The actual result of an example.
#[derive(Serialize)]
struct ActualResult<'a> {
    applies: bool,
    /// The move of the first answer.
    plays: Option<&'a str>,
    /// The values of the first answer.
    values: Option<Map<String, Value>>,
}

/// The expected and the actual result, in words.
#[derive(Serialize)]
struct DifferenceRow {
    expected: String,
    got: String,
}

/// A rule without an example, or without a near miss: one line of `--format json`.
#[derive(Serialize)]
struct LackRow<'a> {
    /// The name of the game.
    game: &'a str,
    /// The rule.
    what: String,
    /// What is missing: `applies` or `misses`.
    lacks: &'static str,
}

fn row<'a, W: ExampleCheckWorld>(
    contents: &'a Contents,
    example: &'a Example<W>,
    judged: &'a ExampleResult,
    stopping: &'a BlockingLiterals,
) -> ExampleRow<'a> {
    let values = |all: &Bindings| -> Map<String, Value> {
        all.iter().map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect()
    };
    let difference = judged.fault.as_ref().map(|fault| expected_and_actual(example, judged, fault));
    ExampleRow {
        game: &contents.name,
        what: heading(contents, example.question),
        file: &example.place.file,
        line: example.place.line,
        words: &example.words,
        holds: judged.fault.is_none(),
        expected: Expectation {
            applies: example.expected.applies,
            plays: example.moves(),
            values: values(&example.expected.values),
            some_answer_has: example.expected.some.iter().map(values).collect(),
            counts: example.expected.counts,
        },
        got: judged.outcome.as_ref().map(|outcome| ActualResult {
            applies: outcome.first.is_some(),
            plays: outcome.plays.as_deref(),
            values: outcome.first.as_ref().map(values),
        }),
        difference: difference.map(|(expected, got)| DifferenceRow { expected, got }),
        stopped_by: (judged.fault == Some(ExampleFault::Applies(false))).then_some(&stopping.alone),
        undecided: &stopping.undecided,
    }
}
