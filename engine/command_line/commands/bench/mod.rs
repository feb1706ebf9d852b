//! `noire bench`: how long the rules of a base take, by both back ends in the same run, and beside them
//! another base, or an earlier run. `json` says what it prints for programs.

mod json;
mod meanwhile;
mod report;
mod saved;
mod text;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::timing::Effort;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::report::{Against, Report};
use crate::bases::Subject as _;
use crate::bases::{Backend, Question as Asks, is_game};
use crate::board::Position;
use crate::command_line::asked::Subject as Chosen;
use crate::command_line::backend::BackendsChoice;
use crate::command_line::commands::answers::unanswered_in;
use crate::command_line::commands::apply::chosen;
use crate::command_line::figures::{FigureFormat, Sorting};
use crate::command_line::games::{self, Opened};
use crate::command_line::interrupt::{self, INTERRUPTED};
use crate::command_line::output::{Failure, MACHINE, MISTAKES, remarks};
use crate::command_line::seconds::seconds;
use crate::command_line::width;
use crate::facts::Base;
use crate::laboratory::answers::Unanswered;
use crate::laboratory::corpus::{self, Walk};
use crate::laboratory::figures::Conditions;
use crate::laboratory::measure::agreement::{self, Disagreement};
use crate::laboratory::measure::competitors::Competitor;
use crate::laboratory::measure::costs::{Asking, Subject, costs};
use crate::laboratory::measure::{Asked, Question, Rounds, speeds};
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire bench
  noire bench --rule t.threat --question all,count
  noire bench renju-2001 --format svg > chart.svg
  noire bench my-rules/ --backend compiled             compiles them where that was not done yet
  noire bench --format json > before.json
  noire bench --against before.json
  noire bench --question all --format latex > table.tex
  noire bench my-rules/ --file games.tsv --every-ply --format csv";

/// Time the rules of a base, compiled and interpreted.
///
/// Figures of one run can be compared with each other, since all rules and all who answer take turns; those of different runs
/// only as far as the machine was doing the same. Before anything is timed all answers are compared.
///
/// Time is measured in pieces of about 0.1 ms, which are seldom interrupted, also on a busy machine. A figure is the sum of the least
/// times of its pieces over the rounds; levels and the base are the sums of their rules, each of which goes through all positions by
/// itself. ± is the wider end of the 95 % confidence interval. The spread says how far the medians lie above the least times, and !
/// marks one above 20 %, where the machine was busy.
///
/// Exports, values and verdicts differ much from position to position: of the figures of all positions the mean is told, the
/// median, and what 99 % of them do not exceed. At the end stands what the planner expected of each rule beside what was found,
/// and what it costs in steps and bytes, as `--work` and `--memory` of other commands count them; both back ends count alike. Forms
/// for other programs have the rules, levels and the base.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Chosen,
    /// The back ends; by default those that the base has. Rules that this program has not compiled in are compiled, and the
    /// figures of the interpreter are shown meanwhile
    #[arg(long, value_enum)]
    backend: Option<BackendsChoice>,
    /// Only the rules of this name (`t.threat`, or `t.threat for white`), and no verdicts
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// What is asked of rules: whether one applies, its first solution, all in order, how many
    #[arg(
        long,
        value_parser = question(),
        value_name = "QUESTION,…",
        value_delimiter = ',',
        default_value = "applies,first,all,count"
    )]
    question: Vec<Question>,
    /// Another base, built in or in a folder (an earlier version of this one), or what `--format json` printed before
    #[arg(long, value_name = "GAME-OR-FILE")]
    against: Option<String>,
    /// The order of the rules
    #[arg(long, value_enum, default_value = "text")]
    sort: Sorting,
    /// The form of the figures
    #[arg(long, value_enum, default_value = "text")]
    format: FigureFormat,
    /// Seconds of measurement for one figure
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "0.3")]
    time: Duration,
    /// The seed of the order in which everything takes turns, and of the random games in whose positions a game in text is measured
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Reads the name of a question.
fn question() -> impl TypedValueParser<Value = Question> {
    let named = |name: String| Question::ALL.into_iter().find(|question| question.name() == name);
    PossibleValuesParser::new(Question::ALL.map(Question::name))
        .map(move |name| named(name).expect("one of these names"))
}

/// In a file's positions so many stones are tried for the node verdict.
const STONES: usize = 4;

/// Where the interpreter answers, nodes are those of every such built-in walk.
const INTERPRETED_WALKS: usize = 10;

/// The times of all nodes of a round are kept, so there are no more rounds than this.
const MOST_ROUNDS: usize = 30;

/// The rounds through the rules take this share of the time.
const SHARE_OF_RULES: f64 = 0.8;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (sort, format) = (arguments.sort, arguments.format);
    let (name, given) = (arguments.subject.game()?, arguments.subject.positions()?);
    if is_game(&name) {
        let rule = arguments.rule.as_deref();
        let form =
            games::bench::Form { order: sort.order(), format, time: arguments.time, seed: arguments.seed };
        let game = Opened::beside(&name, arguments.backend, |game, building| {
            games::bench::interpreted(game, &given, rule, arguments.seed, building);
        })?;
        let backends = arguments.backend.map_or_else(|| game.base.backends(), BackendsChoice::backends);
        return games::bench::run(&game, &backends, &given, rule, form);
    }
    let base = Base::open(&name, Limits::default())?;
    let backends = backends(arguments, &base)?;
    remarks(&base);
    let against = arguments.against.as_deref().map(|other| Against::open(other, &base)).transpose()?;
    let stop = interrupt::stop()?;
    let report = measured(arguments, base, backends, against, &stop)?;
    let mut out = width::out(matches!(format, FigureFormat::Text));
    match format.form() {
        None if format == FigureFormat::Json => writeln!(out, "{:#}", json::object(&report))?,
        None => text::write(&mut out, &report, sort.order())?,
        Some(form) => {
            let mut figures = report.figures();
            figures.sort(sort.order());
            figures.write(&mut out, form)?;
        }
    }
    out.flush()?;
    Ok(told_of_stop(&stop))
}

/// Says that figures are those of fewer rounds than were wanted, if they are; how the command ends.
pub(crate) fn told_of_stop(stop: &AtomicBool) -> ExitCode {
    if stop.load(Ordering::Relaxed) {
        eprintln!("note: stopped: these are the figures of the rounds so far");
    }
    interrupt::status(stop)
}

/// The back ends that are timed, the interpreter first.
fn backends(arguments: &Arguments, base: &Base) -> Result<Vec<Backend>, Failure> {
    let Some(choice) = arguments.backend else { return Ok(base.backends()) };
    let wanted = choice.backends();
    if wanted.iter().all(|backend| base.has(*backend)) {
        return Ok(base.backends().into_iter().filter(|backend| wanted.contains(backend)).collect());
    }
    Err(meanwhile::compiled(arguments, base))
}

fn measured(
    arguments: &Arguments,
    base: Base,
    backends: Vec<Backend>,
    against: Option<Against>,
    stop: &AtomicBool,
) -> Result<Report, Failure> {
    let asked: Vec<Asked> = match &arguments.rule {
        Some(name) => chosen(Some(name), base.contents())?.into_iter().map(Asked::Rule).collect(),
        None => Asked::each(&base),
    };
    let (mut positions, source) = arguments.subject.positions()?.or_built_in(&base, backends[0])?;
    let walks = walks(arguments, &backends, &positions);
    let own = backends.iter().map(|backend| Competitor::own(&base, *backend, &asked));
    let other = against.as_ref().and_then(Against::base);
    let others = other.into_iter().flat_map(|other| {
        let backends = backends.iter().filter(|backend| other.has(**backend));
        backends.map(|backend| Competitor::other(other, *backend, &base, &asked)).collect::<Vec<_>>()
    });
    let competitors: Vec<Competitor<'_>> = own.chain(others).collect();
    let subjects = if arguments.rule.is_none() { Subject::each(&base) } else { Vec::new() };
    let asking: Vec<Asking<'_>> = subjects
        .iter()
        .flat_map(|subject| backends.iter().map(|backend| (*subject, *backend)))
        .map(|(subject, backend)| Asking { subject, backend, walks: &walks })
        .collect();

    let mut progress = Progress::begin();
    let failed =
        |failure, positions: &[Position]| disagree(&base, &backends, &arguments.rule, positions, failure);
    progress.show(0.0, "answers are compared");
    let mut agreement = agreement::of_rules(&base, &asked, &competitors, &mut positions, stop)
        .map_err(|failure| failed(failure, &positions))?;
    agreement.others = agreement::of_subjects(&base, &backends, &asking, &mut positions, stop)
        .map_err(|failure| failed(failure, &positions))?;

    // The time is that of all who answer together.
    let each = arguments.time / backends.len().max(1) as u32;
    let questions: Vec<Question> =
        Question::ALL.into_iter().filter(|question| arguments.question.contains(question)).collect();
    let effort = Effort::of(each).until(stop).with_seed(arguments.seed);
    let rows = speeds(&asked, &questions, &competitors, &mut positions, effort, |share| {
        progress.show(share * SHARE_OF_RULES, "rounds through all rules");
    });
    let limit = |limit: LimitReached, positions: &[Position]| failed(limit.into(), positions);
    let rows = rows.map_err(|reached| limit(reached, &positions))?;
    let effort = Effort { most_rounds: MOST_ROUNDS, ..effort };
    let costs = costs(&base, &asking, &mut positions, effort, |share| {
        let done = SHARE_OF_RULES + share * (1.0 - SHARE_OF_RULES);
        progress.show(done, "rounds through exports, values and verdicts");
    });
    let costs = costs.map_err(|reached| limit(reached, &positions))?;
    progress.end();
    let who = competitors.iter().map(|competitor| competitor.who).collect();
    drop(competitors);
    let positions = positions.len();
    let rules = rows.iter().flat_map(|row| &row.speeds).flat_map(|(_, speeds)| speeds.iter().flatten());
    let rounds = Rounds {
        rules: rules.map(|speed| speed.timing.rounds).max().unwrap_or_default(),
        single: costs.iter().map(|costs| costs.all.mean.rounds).max().unwrap_or_default(),
    };
    let conditions = Conditions::now(arguments.seed, arguments.time.as_secs_f64(), rounds);
    Ok(Report { source, positions, who, rows, costs, agreement, against, conditions, base })
}

/// The nodes of verdicts: the same for all who answer.
fn walks(arguments: &Arguments, backends: &[Backend], positions: &[Position]) -> Vec<Walk> {
    let step = if backends.contains(&Backend::Interpreted) { INTERPRETED_WALKS } else { 1 };
    match (&arguments.rule, arguments.subject.has_no_position()) {
        (Some(_), _) => Vec::new(),
        (None, false) => corpus::tries(positions, STONES),
        (None, true) => corpus::nodes().into_iter().step_by(step).collect(),
    }
}

/// Why nothing can be timed: back ends differ, or a question reached a limit. Which, that is found out by asking all of them
/// once more.
fn disagree(
    base: &Base,
    backends: &[Backend],
    rule: &Option<String>,
    positions: &[Position],
    failure: Disagreement,
) -> Failure {
    let limit = match failure {
        Disagreement::Limit(LimitReached::Stopped) => {
            let words = "note: stopped while answers were compared: nothing was timed";
            return Failure::Said(words.to_owned(), INTERRUPTED);
        }
        Disagreement::Limit(limit) => limit,
        Disagreement::BackEnds(_) => return Failure::Said(format!("error: {failure}"), MACHINE),
    };
    let questions = match chosen(rule.as_deref(), base.contents()) {
        Ok(rules) if rule.is_some() => rules.into_iter().map(Asks::Rule).collect(),
        _ => Asks::all(base.contents()),
    };
    match first_unanswered(base, backends, &questions, positions) {
        Some(question) => unanswered_in(base.contents(), &question, &question.position.options()),
        // It was asked behind a stone of a walk.
        None => Failure::Said(format!("error: {limit}"), MISTAKES),
    }
}

/// The first of these questions that reaches a limit on one of the back ends in one of these positions.
fn first_unanswered(
    base: &Base,
    backends: &[Backend],
    questions: &[Asks],
    positions: &[Position],
) -> Option<Unanswered<Position>> {
    let asked = questions.iter().flat_map(|question| backends.iter().map(move |one| (*question, *one)));
    asked.into_iter().find_map(|(question, backend)| {
        positions.iter().find_map(|position| {
            let answer = base.answers(backend, question, &mut position.clone());
            answer.err().map(|limit| Unanswered { question, position: Box::new(position.clone()), limit })
        })
    })
}
