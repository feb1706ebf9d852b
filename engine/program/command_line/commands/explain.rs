//! `noire explain`: shows why rules apply in a position, why a named rule does not apply, and why a move is legal or
//! illegal.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::legality::{MoveExplanation, StepExplanation, StepReason};
use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::why::failure_text::Speech;
use blanche_compiler::why::{Draw, Obstacles, Partial, Reasons, Trace};
use clap::{Args, ValueEnum};
use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::presentation::picture;
use noire_engine::world::examples::example_questions;
use noire_engine::world::{Entry, Explainer, Marks, World, WorldError, WorldExt};

use crate::command_line::answer_text::{self, BoardOptions};
use crate::command_line::commands::apply::{self, RuleName};
use crate::command_line::interrupt::{self, TaskOutcome, TimedTasks};
use crate::command_line::name_lookup::is_named;
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, MISTAKES, USAGE_ERROR, count};
use crate::command_line::query_options::{EvaluationOptions, GameAndPositions, world_failure};
use crate::command_line::width;
use noire_engine::progress::Progress;
use noire_engine::with_world;
use noire_interactive::explanations::{Outcome, RuleExplanation, blocked, explain_question, json};

mod moves;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire explain --moves h8,g9,d8,h10,i8,i11,g7
  noire explain --moves h8,g9,d8,h10,i8,i11,g7 --rule 't.threat for white'
  noire explain --moves h8,g9,d8,h10,i8,i11,g7 --rule z.threat --format svg > z.svg
  noire explain my-game/ --moves \"b2 a1 c3\" --rule fork
  noire explain my-game/ --moves \"b2 a1\" --move a1
  noire explain --moves h9,a1,h10,a15,i8,o1,j8,o15 --move h8";

/// Show why rules apply, as proof trees with the stones as leaves; for a named rule that does not apply, show what
/// stops it. With --move, show why a move is legal or illegal.
///
/// Without --rule, explains every rule and draw that applies and, if the game is over because a player cannot move, what
/// stops each kind of move. The name may also be that of a score, a preference or a draw. For a named rule that does not
/// apply, shows how far it gets and what stops it. At a limit, shows what was found so far; the exit status is then 1.
///
/// For a legal move, shows the proof of each step and the line of the rules that makes each of its changes. For an
/// illegal move, shows which condition of which kind of move fails; the exit status is then 1.
///
/// A proof that several literals share is shown once; `as at 2 above` refers to it. `…` marks parts that are left out;
/// `:why` in `noire repl` shows them.
///
/// Below the board are the literals of the premise with the values that were tried, one column for each attempt. An
/// attempt that fails ends with ⊥ under the last literal that held, beside the one that did not.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    evaluation: EvaluationOptions,
    #[command(flatten)]
    rules: RuleName,
    /// The move to explain, or the name of a kind of move
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "rule")]
    mv: Option<String>,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    time: Duration,
    /// `text` for people; `json`: one object per line; `svg`: a picture
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

/// Runs `noire explain`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let tasks = TimedTasks::new(arguments.time)?;
    let world = arguments.subject.open(&arguments.evaluation, Some(tasks.end_flag()))?;
    with_world!(&world, |world| run_in(world, arguments, &tasks))
}

fn run_in<W: World>(world: &W, arguments: &Arguments, tasks: &TimedTasks) -> Result<ExitCode, Failure> {
    let mut positions = arguments.subject.each(world)?;
    let out_of_time = tasks.end_flag();
    let questions = chosen_questions(&arguments.rules, world)?;
    let of = positions.number();
    if of > 1 && arguments.format == Format::Svg {
        return Err(Failure::Message(
            "error: a picture shows one position, and there are several\n  give one, or write --format text"
                .to_owned(),
            USAGE_ERROR,
        ));
    }
    let explainer = Explainer::new(world);
    let mut out = Vec::new();
    let mut status = ExitCode::SUCCESS;
    let progress = Progress::begin();
    while let Some(given) = positions.next(&progress)? {
        let (at, entry) = (given.at, &given.entry);
        let mut position = given.position(world)?;
        let named = arguments.rules.is_given();
        let turn = match &arguments.mv {
            Some(mv) => tasks.run(|| Explained::Move(world.explain_move(&mut position, mv))),
            None => tasks.run(|| {
                let position = (&mut position, &*out_of_time);
                let (rules, unasked) = explain((world, &explainer), &questions, named, position);
                Explained::Rules { rules, unasked }
            }),
        };
        let (explained, is_late) = match turn {
            TaskOutcome::Done(explained) => (explained, false),
            TaskOutcome::OutOfTime(explained) => (explained, true),
            TaskOutcome::Interrupted => {
                let left = count(of - at, "position");
                progress.aside(|| eprintln!("note: not explained: {left}"));
                return Ok(interrupt::status(tasks.interrupted()));
            }
        };
        if is_late {
            let place = positions.name(entry);
            progress.aside(|| note_out_of_time(&place, arguments.time));
        }
        let is_complete = match explained {
            Explained::Move(_) if is_late => false,
            Explained::Move(explained) => {
                let explained = explained.map_err(|trouble| moves::failure(world, trouble))?;
                moves::print(&mut out, world, ((at, of), entry, &position), &explained, arguments)?;
                let is_limit = |step: &StepExplanation<_>| matches!(step.reason, StepReason::Limit(_));
                explained.is_legal && !explained.steps.iter().any(is_limit)
            }
            Explained::Rules { rules, .. }
                if is_late && rules.is_empty() && arguments.format != Format::Json =>
            {
                false
            }
            Explained::Rules { rules, unasked } => {
                print(&mut out, world, ((at, of), entry, &position), (&rules, unasked), arguments)?;
                !is_late && rules.iter().all(|one| one.limits.is_empty())
            }
        };
        if !is_complete {
            status = ExitCode::from(MISTAKES);
        }
        progress.print(&mut out)?;
    }
    Ok(status)
}

/// The explanation of a position.
enum Explained<P> {
    /// The explanation of a move.
    Move(Result<MoveExplanation<P>, WorldError>),
    /// The explanations of rules, and the number of rules that were not evaluated because the time ran out.
    Rules { rules: Vec<RuleExplanation>, unasked: usize },
}

/// Prints the explanations of rules in a position, in the format that the user chose.
fn print<W: World>(
    out: &mut Vec<u8>,
    world: &W,
    ((at, of), entry, position): ((usize, usize), &Entry<W>, &W::Position),
    (explained, unasked): (&[RuleExplanation], usize),
    arguments: &Arguments,
) -> Result<(), Failure> {
    match arguments.format {
        Format::Text => {
            answer_text::print_heading(out, (at, of), entry.id.as_deref(), &entry.text)?;
            draw(out, world, position, (explained, unasked), arguments)?;
            width::fit_to_terminal(out, true);
        }
        Format::Json => {
            let rules = explained.iter().map(|one| json::rule(world, one)).collect();
            let blocked =
                blocked(world, position, explained).map_err(|trouble| world_failure(world, trouble))?;
            let row = json::position((world, entry, position), rules, unasked, &blocked);
            writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
        }
        Format::Svg => {
            let mut panels: Vec<picture::Panel<'_>> =
                explained.iter().map(|one| panel(world, position, one)).collect();
            if panels.is_empty() {
                let drawing = world.drawing(position, &Marks::default(), arguments.boards.style());
                let title = "no rule applies".to_owned();
                panels.push(picture::Panel { title, drawing, because: Vec::new(), trace: None });
            }
            write!(out, "{}", picture::svg(&panels))?;
        }
    }
    Ok(())
}

/// The rules, scores, preferences and draws that the user named or, if there is no name, all rules and draws.
fn chosen_questions(name: &RuleName, world: &impl World) -> Result<Vec<Question>, Failure> {
    let contents = world.contents();
    let all = example_questions(contents).into_iter();
    let Some(name) = name.name() else {
        return Ok(all
            .filter(|question| matches!(question, Question::Rule(_) | Question::Draw(_)))
            .collect());
    };
    let heading = |question: Question| noire_engine::world::examples::heading(contents, question);
    let named: Vec<Question> = all.filter(|question| is_named(&heading(*question), name)).collect();
    // A score may have the name of a rule; `score NAME` means the score.
    let is_rule = |question: &Question| matches!(question, Question::Rule(_));
    let rules: Vec<Question> = named.iter().copied().filter(is_rule).collect();
    let chosen = if rules.is_empty() { named } else { rules };
    if chosen.is_empty() {
        // This fails, with a suggestion.
        let rules = apply::chosen_rules(Some(name), contents)?;
        return Ok(rules.into_iter().map(Question::Rule).collect());
    }
    Ok(chosen)
}

/// Prints a note that a position took too long.
pub(crate) fn note_out_of_time(place: &str, time: Duration) {
    eprintln!("note: {place} was given up after {} s; --time SECONDS allows more", time.as_secs_f64());
}

/// Explains the rules that apply. Rules that do not apply are included only if the user named them. Also returns the
/// number of rules that were not evaluated because the time ran out.
fn explain<W: World>(
    (world, explainer): (&W, &Explainer<'_, W>),
    questions: &[Question],
    named: bool,
    (position, out_of_time): (&mut W::Position, &AtomicBool),
) -> (Vec<RuleExplanation>, usize) {
    let mut explained = Vec::new();
    for (number, &question) in questions.iter().enumerate() {
        let one = explain_question((world, explainer), question, named, position);
        let is_stopped = out_of_time.load(Ordering::Relaxed);
        // A rule that was stopped before its answer was known counts as not evaluated.
        let is_unknown = |one: &RuleExplanation| matches!(one.outcome, Outcome::Unknown);
        let unasked = is_stopped && one.as_ref().is_none_or(is_unknown);
        if unasked {
            return (explained, questions.len() - number);
        }
        explained.extend(one);
        if is_stopped {
            return (explained, questions.len() - number - 1);
        }
    }
    (explained, 0)
}

/// A message about an exceeded limit, with the option that raises it.
fn limit_text(limit: LimitReached, limits: Limits) -> String {
    match limit {
        LimitReached::Memory => {
            format!("the memory limit of {} MiB was exceeded; --memory MIB allows more", limits.memory >> 20)
        }
        LimitReached::Stopped => "the time limit was exceeded; --time SECONDS allows more".to_owned(),
        LimitReached::Depth => "the depth limit was exceeded".to_owned(),
        LimitReached::Work => {
            format!("the step limit of {} was exceeded; --work N allows more", limits.work)
        }
    }
}

fn draw<W: World>(
    out: &mut impl Write,
    world: &W,
    position: &W::Position,
    (explained, unasked): (&[RuleExplanation], usize),
    arguments: &Arguments,
) -> Result<(), Failure> {
    writeln!(out, "{}", world.state_text(position))?;
    let blocked = blocked(world, position, explained).map_err(|trouble| world_failure(world, trouble))?;
    if explained.is_empty() && blocked.is_empty() {
        let name = &world.contents().name;
        writeln!(out, "\nNo rule of {name} applies. --rule NAME shows why one does not.")?;
    }
    for one in explained {
        draw_one(out, world, position, one, arguments)?;
    }
    moves::print_steps(out, world, &blocked, arguments)?;
    if unasked > 0 {
        writeln!(out, "\nnot asked before the time ran out: {}", count(unasked, "rule"))?;
    }
    Ok(())
}

fn draw_one<W: World>(
    out: &mut impl Write,
    world: &W,
    position: &W::Position,
    one: &RuleExplanation,
    arguments: &Arguments,
) -> Result<(), Failure> {
    writeln!(out, "\n{}", one.title(world, position))?;
    let contents = world.contents();
    for line in width::doc_lines(one.question.doc(contents)) {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    writeln!(out)?;
    if !matches!(one.outcome, Outcome::Unknown) {
        for line in one.drawing(world, position, arguments.boards.style(), true).text().lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)?;
    }
    let place = |span| world.place(span);
    match &one.outcome {
        Outcome::Applies(solution, derivation) => {
            if !one.question.variables(contents).is_empty() {
                writeln!(out, "    {}", world.bindings_text(one.question, solution))?;
            }
            let nothing = Reasons::default();
            let (reasons, claims) = match derivation {
                Some(found) => (&found.reasons, found.claims.as_slice()),
                None => (&nothing, &[][..]),
            };
            let title = format!("{}  % {}", one.question.title(contents), one.question.place(contents));
            let tree = Draw { reasons, place: &place }.claims(&title, claims);
            for line in tree.lines.iter().chain(&tree.remark()) {
                writeln!(out, "    {line}")?;
            }
        }
        Outcome::Fails(Some(Obstacles { partials, reasons })) => {
            let speech = Speech { words: &|fact| world.words(fact), place: &place, reasons };
            for partial in partials {
                for line in speech.counted_partial(partial) {
                    writeln!(out, "    {line}")?;
                }
                writeln!(out)?;
            }
        }
        Outcome::Fails(None) | Outcome::Unknown => {}
    }
    if matches!(one.outcome, Outcome::Applies(..)) {
        writeln!(out)?;
    }
    for line in one.trace.iter().flat_map(Trace::draw) {
        writeln!(out, "    {line}")?;
    }
    for limit in &one.limits {
        writeln!(out, "    {}", limit_text(*limit, world.limits()))?;
    }
    Ok(())
}

/// The panel of a rule in an SVG picture.
fn panel<'e, W: World>(world: &W, position: &W::Position, one: &'e RuleExplanation) -> picture::Panel<'e> {
    let place = |span| world.place(span);
    let mut because = Vec::new();
    if let Outcome::Fails(Some(Obstacles { partials, reasons })) = &one.outcome {
        let speech = Speech { words: &|fact| world.words(fact), place: &place, reasons };
        let obstacles = partials.first().into_iter().flat_map(Partial::obstacles);
        because.extend(obstacles.map(|obstacle| match speech.sentence(obstacle) {
            Some(sentence) => format!("{}: {sentence}", obstacle.said),
            None => format!("{} does not hold", obstacle.said),
        }));
    }
    because.extend(one.limits.iter().map(|limit| limit_text(*limit, world.limits())));
    picture::Panel {
        title: one.title(world, position),
        drawing: one.drawing(world, position, Style::default(), true),
        because,
        trace: one.trace.as_ref(),
    }
}
