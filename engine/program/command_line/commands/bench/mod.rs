//! `noire bench`: measures the times of queries to a game and its base, with both back ends in the same run. It can
//! also compare them with another base or an earlier run. With `--format json` one object is printed
//! ([`json::Object`]).

mod during_build;
mod earlier_run;
mod json;
mod report;
mod text;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::timing::Effort;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::earlier_run::EarlierRun;
use self::report::{Against, Report};
use crate::command_line::backend_options::BackendsChoice;
use crate::command_line::commands::answers::{no_common_positions, unanswered_failure_in};
use crate::command_line::commands::apply::chosen_rules;
use crate::command_line::compile_on_demand::switch_to_compiled_while;
use crate::command_line::figure_options::{FigureFormat, FigureOrder};
use crate::command_line::interrupt::{self, INTERRUPTED};
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, INTERNAL_ERROR};
use crate::command_line::query_options::{
    GameAndPositions, different_games_failure, open_for_timing, world_failure,
};
use crate::command_line::width;
use noire_engine::bases::{Backend, Question as Asks};
use noire_engine::progress::Progress;
use noire_engine::world::{AnyWorld, Entry, World as _, WorldError, WorldExt as _, open};
use noire_engine::{with_both, with_world};
use noire_laboratory::answers::Unanswered;
use noire_laboratory::measure::agreement::{self, Disagreement};
use noire_laboratory::measure::competitors::Competitor;
use noire_laboratory::measure::costs::costs;
use noire_laboratory::measure::measurement_world::MeasurementWorld;
use noire_laboratory::measure::{MeasuredItem, Question, Rounds, speeds};
use noire_laboratory::timing_report::Conditions;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire bench
  noire bench --rule t.threat --question all,count
  noire bench renju-2001 --format svg > chart.svg
  noire bench my-rules/ --backend compiled             compiles them if necessary
  noire bench --format json > before.json
  noire bench --against before.json
  noire bench --question all --format latex > table.tex
  noire bench my-rules/ --file games.tsv --every-ply --format csv
  noire bench my-game/ --question all --sort time";

/// Time the rules of a game, compiled and interpreted.
///
/// Figures of one run can be compared with each other, because all rules and back ends are timed in turns; figures of
/// different runs only if the machine was equally busy. All answers are compared before anything is timed.
///
/// Time is measured in pieces of about 0.1 ms, which are seldom interrupted even on a busy machine. A figure is the sum
/// of the least times of its pieces over the rounds; figures of levels and of the base are the sums of their rules,
/// each timed separately over all positions. ± is the wider end of the 95 % confidence interval. The spread is the
/// distance of the medians from the least times; ! marks a spread above 20 %, from a busy machine.
///
/// The times of exports, values and verdicts vary widely between positions, as do those of the moves, ends and random
/// games of a game defined by rule files: the report gives the mean, the median and the 99th percentile over all
/// positions. It ends with the planner's estimates for each rule beside the measured numbers, and the cost in steps and
/// bytes, as `--work` and `--memory` of other commands count them; both back ends count alike. The formats for other
/// programs contain the rules, the levels, the base, and these means.
///
/// For a game defined by rule files, scores and preferences are timed as rules are. A `*` marks questions that both
/// back ends answer with interpreted operations on words (bitboards); such operations count no steps.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    /// The back ends to time; by default all that the base has. Rules that are not compiled into this program are
    /// compiled first; meanwhile the times of the interpreter are shown
    #[arg(long, value_enum)]
    backend: Option<BackendsChoice>,
    /// Only the rules of this name (`t.threat`, or `t.threat for white`)
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// The queries to time: whether a rule applies, its first solution, all solutions in order, the number of solutions
    #[arg(
        long,
        value_parser = question(),
        value_name = "QUESTION,…",
        value_delimiter = ',',
        default_value = "applies,first,all,count"
    )]
    question: Vec<Question>,
    /// Compare with another base of the game, built in or in a folder (such as an earlier version), or with earlier
    /// output of `--format json`
    #[arg(long, value_name = "GAME-OR-FILE")]
    against: Option<String>,
    /// The order of the rules
    #[arg(long, value_enum, default_value = "text")]
    sort: FigureOrder,
    /// The format of the measurements
    #[arg(long, value_enum, default_value = "text")]
    format: FigureFormat,
    /// Seconds to spend on each measurement in the report
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "0.3")]
    time: Duration,
    /// The seed of the order of measurements. For a game defined by rule files, also the seed of the random games that
    /// supply the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Parser for the name of a kind of query.
fn question() -> impl TypedValueParser<Value = Question> {
    let named = |name: String| Question::ALL.into_iter().find(|question| question.name() == name);
    PossibleValuesParser::new(Question::ALL.map(Question::name))
        .map(move |name| named(name).expect("one of these names"))
}

/// Maximum number of rounds. It is limited because the times of all nodes in each round are kept in memory.
const MAX_ROUNDS: usize = 30;

/// Share of the total time, from 0 to 1, that is spent on timing the rules in rounds.
const SHARE_OF_RULES: f64 = 0.8;

/// Runs `noire bench`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = arguments.subject.game()?;
    let world = open_game(arguments, &name)?;
    let other = match arguments.against.as_deref() {
        None => return with_world!(&world, |world| measure_and_print(world, None, arguments)),
        Some(file) if Path::new(file).is_file() => {
            return with_world!(&world, |world| {
                let saved = EarlierRun::read(file, world.contents())?;
                measure_and_print(world, Some(Against::EarlierRun(file, saved)), arguments)
            });
        }
        Some(other) => other,
    };
    let base = open(other, Limits::default())?;
    // Use the back ends that both bases have, or else the fastest one of the other base.
    let mut backends: Vec<Backend> = world.backends().iter().copied().filter(|one| base.has(*one)).collect();
    if backends.is_empty() {
        backends.push(base.backend());
    }
    let base = open_for_timing(base, backends)?;
    let done = with_both!(&world, &base, |world, base| {
        measure_and_print(world, Some(Against::Base(other, base)), arguments)
    });
    done.unwrap_or_else(|| Err(different_games_failure(&name, other)))
}

/// The game with the back ends to measure, the interpreter first.
fn open_game(arguments: &Arguments, name: &str) -> Result<AnyWorld, Failure> {
    let base = open(name, Limits::default())?;
    let wanted = arguments.backend.map_or_else(|| base.backends(), BackendsChoice::backends);
    if arguments.format == FigureFormat::Text && wanted.iter().any(|backend| !base.has(*backend)) {
        let beside = |building: &_| during_build::show_interpreted_times(arguments, name, building);
        return Err(switch_to_compiled_while(&base, beside));
    }
    let both = [Backend::Interpreted, Backend::Compiled].into_iter();
    open_for_timing(base, both.filter(|backend| wanted.contains(backend)).collect())
}

/// Measures a game, and prints the results.
fn measure_and_print<W: MeasurementWorld>(
    world: &W,
    against: Option<Against<'_, W>>,
    arguments: &Arguments,
) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop_flag()?;
    let report = measure(world, against, arguments, &stop)?;
    let (order, format) = (arguments.sort.order(), arguments.format);
    let mut out = width::wrapped_stdout(format == FigureFormat::Text);
    match format.form() {
        None if format == FigureFormat::Json => {
            let object = serde_json::to_string_pretty(&json::object(&report, &report.figures()))
                .expect("it is plain data");
            writeln!(out, "{object}")?;
        }
        None => text::write(&mut out, &report, order)?,
        Some(form) => {
            let mut figures = report.figures();
            figures.tables.extend(report.table_of_subjects());
            figures.sort(order);
            figures.write(&mut out, form)?;
        }
    }
    out.flush()?;
    if stop.load(Ordering::Relaxed) {
        eprintln!("note: stopped: these are the figures of the rounds so far");
    }
    Ok(interrupt::status(&stop))
}

/// The rules with the specified name, or all that can be measured if there is no name.
fn rules_to_measure<W: MeasurementWorld>(
    world: &W,
    arguments: &Arguments,
) -> Result<Vec<MeasuredItem>, Failure> {
    Ok(match arguments.rule.as_deref() {
        None => MeasuredItem::each(world),
        name => {
            let rules = chosen_rules(name, world.contents())?.into_iter();
            rules.map(|rule| MeasuredItem::One(Asks::Rule(rule))).collect()
        }
    })
}

/// The specified positions, or the built-in ones if none are specified, with a description of their source.
fn positions<W: MeasurementWorld>(
    world: &W,
    arguments: &Arguments,
) -> Result<(Vec<W::Position>, String), Failure> {
    if arguments.subject.has_no_position() {
        let (positions, source) =
            world.built_in(arguments.seed).map_err(|trouble| world_failure(world, trouble))?;
        return Ok((positions, source.to_owned()));
    }
    let position = |entry: Entry<W>| entry.position(world).map_err(|trouble| world_failure(world, trouble));
    Ok((arguments.subject.map_up_to_end(world, position)?, arguments.subject.positions()?.source()))
}

/// The positions that exist in both bases, first as positions of `world` and then as positions of `other`.
fn shared_positions<W: MeasurementWorld>(
    own: Vec<W::Position>,
    world: &W,
    other: &W,
) -> Result<[Vec<W::Position>; 2], Failure> {
    let (all, name) = (own.len(), &other.contents().name);
    let pairs = own.into_iter().filter_map(|own| Some((world.in_another(&own, other)?, own)));
    let (other, own): (Vec<_>, Vec<_>) = pairs.unzip();
    if own.is_empty() {
        return Err(no_common_positions(&world.contents().name, name));
    }
    if own.len() < all {
        eprintln!("note: {} of {all} positions are measured: {name} does not have the others", own.len());
    }
    Ok([own, other])
}

fn measure<'w, W: MeasurementWorld>(
    world: &'w W,
    against: Option<Against<'w, W>>,
    arguments: &Arguments,
    stop: &AtomicBool,
) -> Result<Report<'w, W>, Failure> {
    let asked = rules_to_measure(world, arguments)?;
    let (own, source) = positions(world, arguments)?;
    let other = against.as_ref().and_then(Against::base);
    let mut positions = match other {
        Some(other) => shared_positions(own, world, other)?,
        None => [own, Vec::new()],
    };
    let subjects = if arguments.rule.is_none() { world.subjects() } else { Vec::new() };
    let nodes = world.nodes((!arguments.subject.has_no_position()).then_some(&positions[0]));
    let backends = world.backends();
    let own = backends.iter().map(|backend| Competitor::own(world, *backend, &asked));
    let others = other.into_iter().flat_map(|other| {
        let backends = other.backends().iter();
        backends.map(|backend| Competitor::other(other, *backend, world, &asked)).collect::<Vec<_>>()
    });
    let competitors: Vec<Competitor<'_, W>> = own.chain(others).collect();

    let mut progress = Progress::begin();
    let failed =
        |failure, positions: &[Vec<W::Position>]| disagreement_failure(world, &asked, &positions[0], failure);
    progress.show(0.0, "answers are compared");
    let mut agreement = agreement::of_rules(world, &asked, &competitors, &mut positions, stop)
        .map_err(|failure| failed(failure, &positions))?;
    agreement.others = agreement::of_subjects(world, &subjects, (&mut positions[0], &nodes), stop)
        .map_err(|failure| failed(failure, &positions))?;

    // The user's time limit applies to all back ends together.
    let each = arguments.time / backends.len().max(1) as u32;
    let questions: Vec<Question> =
        Question::ALL.into_iter().filter(|question| arguments.question.contains(question)).collect();
    let effort = Effort::of(each).until(stop).with_seed(arguments.seed);
    let rows = speeds(&asked, &questions, &competitors, &mut positions, effort, |share| {
        progress.show(share * SHARE_OF_RULES, "rounds through all rules");
    });
    let rows = rows.map_err(|limit| failed(limit.into(), &positions))?;
    let effort = Effort { most_rounds: MAX_ROUNDS, ..effort };
    let costs = costs(world, &subjects, (&mut positions[0], &nodes), effort, |share| {
        let done = SHARE_OF_RULES + share * (1.0 - SHARE_OF_RULES);
        progress.show(done, &format!("rounds through {}", W::SUBJECTS));
    });
    let costs = costs.map_err(|failure| failed(failure, &positions))?;
    progress.end();
    let who = competitors.iter().map(|who| (who.backend, who.is_other)).collect();
    let positions = positions[0].len();
    let rules = rows.iter().flat_map(|row| &row.speeds).flat_map(|(_, speeds)| speeds.iter().flatten());
    let rounds = Rounds {
        rules: rules.map(|speed| speed.timing.rounds).max().unwrap_or_default(),
        single: costs.iter().map(|costs| costs.all.mean.rounds).max().unwrap_or_default(),
    };
    let conditions = Conditions::now(arguments.seed, arguments.time.as_secs_f64(), rounds);
    Ok(Report { world, source, positions, who, rows, costs, agreement, against, conditions })
}

/// The failure for back ends that disagree, or for a query that cannot be answered. If a limit was exceeded, repeats
/// all queries to find the one that exceeded it.
fn disagreement_failure<W: MeasurementWorld>(
    world: &W,
    asked: &[MeasuredItem],
    positions: &[W::Position],
    failure: Disagreement,
) -> Failure {
    let trouble = match failure {
        Disagreement::World(WorldError::Limit(LimitReached::Stopped)) => {
            let words = "note: stopped while answers were compared: nothing was timed";
            return Failure::Message(words.to_owned(), INTERRUPTED);
        }
        Disagreement::BackEnds(what) => {
            let words = format!("error: the back ends differ over {what}; nothing was timed");
            return Failure::Message(words, INTERNAL_ERROR);
        }
        Disagreement::World(trouble) => trouble,
    };
    let rows: Vec<Asks> = asked.iter().flat_map(|asked| asked.questions(world.contents())).collect();
    let unanswered = [rows, world.questions()].into_iter().flatten().find_map(|question| {
        let mut all =
            positions.iter().flat_map(|position| world.backends().iter().map(move |one| (*one, position)));
        all.find_map(|(backend, position)| {
            let answer = world.answers(backend, question, &mut position.clone());
            answer.err().map(|limit| Unanswered { question, position: Box::new(position.clone()), limit })
        })
    });
    match unanswered {
        Some(question) => {
            unanswered_failure_in(world.contents(), &question, &world.written(&question.position))
        }
        // The query was about a position one move later, so its position is not in the list.
        None => world_failure(world, trouble),
    }
}
