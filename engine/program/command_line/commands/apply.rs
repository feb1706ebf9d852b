//! `noire apply`: shows which rules apply in a position, and what they play.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use blanche_compiler::runtime::LimitReached;
use clap::{Args, ValueEnum};
use noire_engine::bases::{Backend, Contents, Question};
use noire_engine::world::examples::{example_questions, heading};
use noire_engine::world::{Answer, Entry, Wanted, World, WorldExt};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::command_line::answer_text::{self, BoardOptions};
use crate::command_line::interrupt;
use crate::command_line::name_lookup::{closest_name, is_named};
use crate::command_line::output::{Failure, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, count, limit_hint};
use crate::command_line::query_options::{EvaluationOptions, GameAndPositions};
use crate::command_line::width;
use noire_engine::progress::Progress;
use noire_engine::with_world;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire apply --moves h8,i9,i7,g9,g7,h9,h7
  noire apply positions.tsv --backend both --format counts
  noire apply my-game/ --moves \"b2 a1 c3\"
  noire apply my-rules/ --black f8,g8,h8 --white a1,b1 --to-move black";

/// Show which rules apply in a position, and what they play.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    evaluation: EvaluationOptions,
    #[command(flatten)]
    rules: RuleName,
    /// Only report whether each rule applies
    #[arg(long, conflicts_with_all = ["first", "all"])]
    applies: bool,
    /// Show only the first solution of each rule, which determines the move that it plays. This is the default
    #[arg(long, conflicts_with = "all")]
    first: bool,
    /// Show all solutions of each rule
    #[arg(long)]
    all: bool,
    /// `text` for people; `json`: one object per line; `counts`: one line of numbers per position
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Counts,
}

/// The answer of a rule in a position.
pub(crate) struct RuleAnswer {
    /// Index of the rule in the base.
    pub(crate) rule: usize,
    /// Whether the rule applies, with the requested solutions. An error holds the limit that the query exceeded.
    pub(crate) answer: Result<Answer, LimitReached>,
}

impl RuleAnswer {
    /// Whether the rule is known to apply.
    pub(crate) fn applies(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| answer.applies)
    }

    /// The solutions. There are none if a limit was exceeded.
    pub(crate) fn solutions(&self) -> impl Iterator<Item = &[blanche_compiler::runtime::Value]> {
        self.answer.iter().flat_map(|answer| answer.solutions.iter())
    }
}

/// A position with the answers of its rules: one line of `--format json`.
#[derive(Serialize)]
struct PositionRow<'a> {
    /// The position as the user wrote it.
    position: String,
    /// The name of the position in its file.
    id: Option<&'a str>,
    /// The player to move.
    to_move: Option<String>,
    /// The last move, if the position records it.
    last_move: Option<String>,
    /// The name of the game.
    game: &'a str,
    /// The back ends that were used.
    backends: Vec<String>,
    /// All rules in the order of the base, including those that do not apply.
    rules: Vec<RuleRow<'a>>,
}

/// The answer of a rule, as JSON.
#[derive(Serialize)]
struct RuleRow<'a> {
    /// The name of the rule.
    rule: &'a str,
    /// The player for whom the rule claims a win.
    colour: &'a str,
    /// The number of moves within which the rule wins, or 0 if the rule says that the game is already won.
    level: u32,
    /// Whether the rule applies, or null if a limit was exceeded.
    applies: Option<bool>,
    /// True if a limit was exceeded, otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_exceeded: Option<bool>,
    /// The move of the first solution. Absent with `--applies`, and for rules that play no move.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<Option<String>>,
    /// The solutions, as values by variable: one, or all with `--all`. Absent with `--applies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Map<String, Value>>>,
}

/// Runs `noire apply`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.format == Format::Counts && (arguments.applies || arguments.first) {
        let option = if arguments.applies { "--applies" } else { "--first" };
        return Err(Failure::Message(
            format!(
                "error: {option} does not go with --format counts, which counts all solutions\n  leave out one of \
                 the two, or write --format json"
            ),
            USAGE_ERROR,
        ));
    }
    let stop = interrupt::stop_flag()?;
    let world = arguments.subject.open(&arguments.evaluation, Some(Arc::clone(&stop)))?;
    with_world!(&world, |world| run_in(world, arguments, &stop))
}

fn run_in<W: World>(
    world: &W,
    arguments: &Arguments,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<ExitCode, Failure> {
    let wanted = match arguments {
        _ if arguments.format == Format::Counts || arguments.all => Wanted::All,
        Arguments { applies: true, .. } => Wanted::Whether,
        _ => Wanted::First,
    };
    let contents = world.contents();
    let rules = arguments.rules.chosen_rules(contents)?;
    let mut positions = arguments.subject.each(world)?;
    let mut out = Vec::new();
    let progress = Progress::begin();
    if arguments.format == Format::Counts {
        let titles: Vec<String> = rules.iter().map(|rule| contents.rules[*rule].title()).collect();
        writeln!(out, "#{}\t{}", positions.columns(), titles.join("\t"))?;
        progress.print(&mut out)?;
    }
    let mut unanswered = Vec::new();
    let of = positions.number();
    while let Some(given) = positions.next(&progress)? {
        let (at, entry) = (given.at, &given.entry);
        let mut position = given.position(world)?;
        let answers = answer(world, &rules, (entry, &mut position), wanted);
        if interrupt::is_stopped(stop, of - at, &progress) {
            return Ok(interrupt::status(stop));
        }
        let answers = answers?;
        match arguments.format {
            Format::Text => {
                answer_text::print_heading(&mut out, (at, of), entry.id.as_deref(), &entry.text)?;
                answer_text::print_position(
                    &mut out,
                    world,
                    &position,
                    &answers,
                    wanted,
                    arguments.boards.style(),
                )?;
                width::fit_to_terminal(&mut out, true);
            }
            Format::Json => {
                let row = row(world, entry, &position, &answers, wanted);
                writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
            }
            Format::Counts => {
                let counts: Vec<String> = answers.iter().map(count_text).collect();
                writeln!(out, "{}\t{}", entry.text, counts.join("\t"))?;
            }
        }
        let reached = answers.iter().filter_map(|one| Some((one.rule, *one.answer.as_ref().err()?)));
        unanswered.extend(reached.map(|(rule, limit)| (rule, limit, entry.text.clone())));
        progress.print(&mut out)?;
    }
    match unanswered.as_slice() {
        [] => Ok(ExitCode::SUCCESS),
        [(rule, reached, text), rest @ ..] => {
            let rule = &contents.rules[*rule];
            Err(limit_failure((&rule.title(), &rule.place, *reached), text, rest.len()))
        }
    }
}

/// The number of solutions of a rule as text, or `?` if a limit was exceeded.
fn count_text(one: &RuleAnswer) -> String {
    match &one.answer {
        Ok(answer) => answer.solutions.len().to_string(),
        Err(_) => "?".to_owned(),
    }
}

/// The option that names a rule.
#[derive(Args)]
pub(crate) struct RuleName {
    /// Only the rules of this name (`t.threat`, or `t.threat for white`)
    #[arg(id = "rule", long = "rule", value_name = "NAME")]
    name: Option<String>,
}

impl RuleName {
    /// The indices of the rules with this name, or of all rules if there is no name.
    pub(crate) fn chosen_rules(&self, contents: &Contents) -> Result<Vec<usize>, Failure> {
        chosen_rules(self.name.as_deref(), contents)
    }

    /// The name that was specified, if any.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether a name was specified.
    pub(crate) fn is_given(&self) -> bool {
        self.name.is_some()
    }
}

/// The indices of the rules with this name, or of all rules if `name` is `None`.
pub(crate) fn chosen_rules(name: Option<&str>, contents: &Contents) -> Result<Vec<usize>, Failure> {
    let all = 0..contents.rules.len();
    let Some(name) = name else { return Ok(all.collect()) };
    let heading = |question: Question| heading(contents, question);
    let chosen: Vec<usize> =
        all.clone().filter(|rule| is_named(&heading(Question::Rule(*rule)), name)).collect();
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let rules: Vec<String> = all.map(|rule| heading(Question::Rule(rule))).collect();
    let other = example_questions(contents).into_iter().map(heading).find(|heading| is_named(heading, name));
    let hint = match (other, contents.exports.iter().find(|export| export.name == name)) {
        (Some(other), None) => {
            let kind = other.split(' ').next().unwrap_or_default();
            format!(
                "it is a {kind}, and only rules can be queried here; `noire rules --rule '{other}'` shows it"
            )
        }
        (_, Some(export)) => {
            let variables: Vec<&str> = export.variables.iter().map(|(name, _)| name.as_str()).collect();
            let sentence = format!("{name}({})", variables.join(", "));
            format!(
                "it is an export: ask `{sentence}` in `noire repl`, where `:why` and `:whynot` explain it"
            )
        }
        (None, None) => match closest_name(name, &rules) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`noire rules` lists the rules of a game".to_owned(),
        },
    };
    Err(Failure::Message(format!("error: {} has no rule `{name}`\n  {hint}", contents.name), USAGE_ERROR))
}

/// Evaluates the rules in a position with every back end, and fails if the results differ. If a rule exceeds a limit
/// with some back end, that limit is returned as the answer of the rule.
pub(crate) fn answer<W: World>(
    world: &W,
    rules: &[usize],
    (entry, position): (&Entry<W>, &mut W::Position),
    wanted: Wanted,
) -> Result<Vec<RuleAnswer>, Failure> {
    let mut answers = Vec::new();
    for rule in rules {
        let ask = |backend: &Backend| world.ask(*backend, Question::Rule(*rule), wanted, position);
        let asked: Result<Vec<Answer>, LimitReached> = world.backends().iter().map(ask).collect();
        let answer = match asked {
            Ok(given) if given.iter().any(|one| *one != given[0]) => {
                return Err(difference_failure(world, *rule, entry, &given));
            }
            Ok(mut given) => Ok(given.swap_remove(0)),
            Err(limit) => Err(limit),
        };
        answers.push(RuleAnswer { rule: *rule, answer });
    }
    Ok(answers)
}

/// The failure for a rule that exceeded a limit. `more` is the number of other queries that exceeded a limit, in all
/// positions together.
pub(crate) fn limit_failure(
    (title, place, limit): (&str, &str, LimitReached),
    position: &str,
    more: usize,
) -> Failure {
    let more = match more {
        0 => String::new(),
        _ => format!("\n  {} more in these positions", count(more, "question")),
    };
    Failure::Message(
        format!(
            "error[B0701]: the rule `{title}` {}\n  {place}\n  in the position {}{more}\n  its answer is neither yes nor no{}",
            limit.exceeded(),
            position.replace('\t', " | "),
            limit_hint(limit)
        ),
        MISTAKES,
    )
}

fn difference_failure<W: World>(world: &W, rule: usize, entry: &Entry<W>, answers: &[Answer]) -> Failure {
    let mut text = format!(
        "THE BACK ENDS DIFFER: `{}` of {} in the position {}",
        world.contents().rules[rule].title(),
        world.contents().name,
        entry.text.replace('\t', " | ")
    );
    for (backend, answer) in world.backends().iter().zip(answers) {
        let Answer { applies, solutions } = answer;
        text.push_str(&format!("\n  {backend}: applies {applies}, {} solutions", solutions.len()));
        for solution in solutions.iter().take(20) {
            text.push_str(&format!("\n    {}", world.bindings_text(Question::Rule(rule), solution)));
        }
    }
    text.push_str("\n  this is a bug in the program; please report it with the rule files");
    Failure::Message(text, INTERNAL_ERROR)
}

/// A position and its answers as a row of JSON.
fn row<'a, W: World>(
    world: &'a W,
    entry: &'a Entry<W>,
    position: &W::Position,
    answers: &[RuleAnswer],
    wanted: Wanted,
) -> PositionRow<'a> {
    let last_move = world.last_move(position);
    // For a game, the last move is already in the moves. For a set-up, it must be added.
    let text = match (&entry.moves, &last_move) {
        (None, Some(last)) => format!("{}\t{last}", entry.text),
        _ => entry.text.clone(),
    };
    PositionRow {
        position: text,
        id: entry.id.as_deref(),
        to_move: world.to_move(position),
        last_move,
        game: &world.contents().name,
        backends: world.backends().iter().map(Backend::to_string).collect(),
        rules: answers.iter().map(|one| rule_row(world, one, wanted)).collect(),
    }
}

fn rule_row<'a, W: World>(world: &'a W, one: &RuleAnswer, wanted: Wanted) -> RuleRow<'a> {
    let rule = &world.contents().rules[one.rule];
    let applies = one.answer.as_ref().ok().map(|answer| answer.applies);
    let has_solutions = wanted != Wanted::Whether && applies.is_some();
    let solution = |solution: &[blanche_compiler::runtime::Value]| {
        let bindings = world.bindings(Question::Rule(one.rule), solution).into_iter();
        bindings.map(|(name, value)| (name, Value::from(value))).collect()
    };
    let first = one.solutions().next();
    RuleRow {
        rule: &rule.name,
        colour: &rule.color,
        level: rule.level,
        applies,
        limit_exceeded: applies.is_none().then_some(true),
        plays: (has_solutions && rule.plays).then(|| world.played(Question::Rule(one.rule), first?)),
        solutions: has_solutions.then(|| one.solutions().map(solution).collect()),
    }
}
