//! `noire apply`: which rules apply, and what they play.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use crate::bases::{Backend, Rule};
use crate::board::Position;
use crate::facts::Base;
use crate::record::Entry;
use blanche_compiler::runtime::{self, LimitReached, Solutions};
use blanche_compiler::spelling::nearest;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use crate::command_line::backend::ComparedArguments;
use crate::command_line::games::{self, Opened, OptionalGame};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MACHINE, MISTAKES, WRONG_USE, count, raised};
use crate::command_line::positions::{Asked, GameEnds};
use crate::command_line::text::{self, Boards};
use crate::command_line::width;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire apply --moves h8,i9,i7,g9,g7,h9,h7
  noire apply --file positions.tsv --backend both --format counts
  noire apply --base my-rules/ --black f8,g8,h8 --white a1,b1 --to-move black";

/// Show which rules apply in a position, and what they play.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    asked: Asked<ComparedArguments>,
    #[command(flatten)]
    rules: RuleName,
    /// Say only whether each rule applies
    #[arg(long, conflicts_with_all = ["first", "all"])]
    applies: bool,
    /// The first solution of each rule, the one whose move it plays (the default)
    #[arg(long, conflicts_with = "all")]
    first: bool,
    /// All solutions of each rule
    #[arg(long)]
    all: bool,
    /// text for people, json with an object per line, counts with a line of numbers per position
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Counts,
}

/// How much is asked of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether it applies.
    Applies,
    /// Its first solution.
    First,
    /// All solutions.
    All,
}

/// What a rule answers.
pub(crate) struct Answer {
    /// The rule, by its place in the base.
    pub(crate) rule: usize,
    /// Whether it applies.
    pub(crate) applies: bool,
    /// A limit was exceeded, so whether it applies is not known.
    pub(crate) limit: Option<LimitReached>,
    /// The solutions that were asked for.
    pub(crate) solutions: Solutions,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.format == Format::Counts && (arguments.applies || arguments.first) {
        let option = if arguments.applies { "--applies" } else { "--first" };
        return Err(Failure::Said(
            format!(
                "error: {option} asks for less than --format counts, which counts all solutions\n  leave one of the \
                 two away, or write --format json"
            ),
            WRONG_USE,
        ));
    }
    let question = match arguments {
        _ if arguments.format == Format::Counts || arguments.all => Question::All,
        Arguments { applies: true, .. } => Question::Applies,
        _ => Question::First,
    };
    if let Some(name) = &arguments.game.game {
        arguments.boards.of_text()?;
        let stop = interrupt::stop()?;
        let (choice, limits) = (arguments.asked.base.choice(), arguments.asked.base.limits());
        let game = Opened::stopped_by(name, choice, limits, Arc::clone(&stop))?;
        return games::apply::run(
            &game,
            &arguments.asked.positions,
            arguments.rules.name(),
            (question, arguments.format),
            &stop,
        );
    }
    let (base, backends) = arguments.asked.base.open()?;
    let rules = arguments.rules.chosen(&base)?;
    let mut positions = arguments.asked.positions.read()?;
    let stop = interrupt::stop()?;
    let base = base.stopped_by(Arc::clone(&stop));
    let mut out = Vec::new();
    let progress = Progress::begin();
    if arguments.format == Format::Counts {
        let titles: Vec<String> = rules.iter().map(|rule| base.rules()[*rule].title()).collect();
        writeln!(out, "#{}\t{}", positions.columns, titles.join("\t"))?;
        progress.print(&mut out)?;
    }
    let mut unanswered = Vec::new();
    let mut ends = GameEnds::new(&arguments.asked.positions, &base, backends[0]);
    for at in 0..positions.entries.len() {
        progress.position(at, positions.entries.len());
        if !ends.cut(&mut positions.entries[at], &progress) {
            continue;
        }
        let entry = &positions.entries[at];
        let answers = answer(&base, &backends, &rules, entry, question);
        if interrupt::is_over(&stop, positions.entries.len() - at, &progress) {
            return Ok(interrupt::status(&stop));
        }
        let answers = answers?;
        match arguments.format {
            Format::Text => {
                text::begin(&mut out, &positions.entries, at)?;
                text::position(&mut out, &base, entry, &answers, question, arguments.boards.style())?;
                width::fit(&mut out, true);
            }
            Format::Json => writeln!(out, "{}", object(&base, &backends, entry, &answers, question))?,
            Format::Counts => {
                let counts: Vec<String> = answers
                    .iter()
                    .map(|answer| match answer.limit {
                        Some(_) => "?".to_owned(),
                        None => answer.solutions.len().to_string(),
                    })
                    .collect();
                writeln!(out, "{}\t{}", entry.text, counts.join("\t"))?;
            }
        }
        unanswered.extend(
            answers.iter().filter_map(|answer| Some((answer.rule, answer.limit?, entry.text.clone()))),
        );
        progress.print(&mut out)?;
    }
    match unanswered.as_slice() {
        [] => Ok(ExitCode::SUCCESS),
        [(rule, reached, text), rest @ ..] => Err(limit((&base.rules()[*rule], *reached), text, rest.len())),
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
    /// The rules of this name; all without one.
    pub(crate) fn chosen(&self, base: &Base) -> Result<Vec<usize>, Failure> {
        chosen(self.name.as_deref(), base)
    }

    /// The name.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether there is a name.
    pub(crate) fn is_given(&self) -> bool {
        self.name.is_some()
    }
}

/// How a base is named behind `--base`: one in a folder by that folder.
pub(crate) fn as_option(base: &Base) -> &str {
    if base.has(Backend::Compiled) { base.name() } else { "DIR" }
}

/// The rules of this name; all without one.
pub(crate) fn chosen(name: Option<&str>, base: &Base) -> Result<Vec<usize>, Failure> {
    let all = 0..base.rules().len();
    let Some(name) = name else { return Ok(all.collect()) };
    let chosen: Vec<usize> =
        all.filter(|rule| base.rules()[*rule].name == name || base.rules()[*rule].title() == name).collect();
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let titles: Vec<String> = base.rules().iter().map(|rule| rule.title()).collect();
    let names = base.rules().iter().map(|rule| rule.name.as_str()).chain(titles.iter().map(String::as_str));
    let hint = match base.exports().iter().find(|export| export.name == name) {
        Some(export) => {
            let variables: Vec<&str> = export.variables.iter().map(|(name, _)| name.as_str()).collect();
            let sentence = format!("{name}({})", variables.join(", "));
            format!(
                "it is an export: ask `{sentence}` in `noire repl`, where `:why` and `:whynot` explain it"
            )
        }
        None => match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`noire rules --base {}` lists them", as_option(base)),
        },
    };
    Err(Failure::Said(format!("error: {} has no rule `{name}`\n  {hint}", base.name()), WRONG_USE))
}

/// Asks all rules in a position, and every back end the same. A rule of which one of them does not come to the end has no answer.
pub(crate) fn answer(
    base: &Base,
    backends: &[Backend],
    rules: &[usize],
    entry: &Entry,
    question: Question,
) -> Result<Vec<Answer>, Failure> {
    let mut position = entry.spec.position();
    let mut answers = Vec::new();
    for rule in rules {
        let asked: Result<Vec<Answer>, LimitReached> =
            backends.iter().map(|backend| ask(base, *backend, *rule, &mut position, question)).collect();
        let mut given = match asked {
            Ok(given) => given,
            Err(limit) => {
                let solutions = Solutions::new(base.rules()[*rule].variables.len());
                answers.push(Answer { rule: *rule, applies: false, limit: Some(limit), solutions });
                continue;
            }
        };
        if let [first, second] = given.as_slice()
            && (first.applies, &first.solutions) != (second.applies, &second.solutions)
        {
            return Err(difference(base, &base.rules()[*rule], entry, backends, [first, second]));
        }
        answers.push(given.swap_remove(0));
    }
    Ok(answers)
}

fn ask(
    base: &Base,
    backend: Backend,
    rule: usize,
    position: &mut Position,
    question: Question,
) -> Result<Answer, LimitReached> {
    let width = base.rules()[rule].variables.len();
    let (applies, solutions) = match question {
        Question::Applies => (base.applies(backend, rule, position)?, Solutions::new(width)),
        Question::First => {
            let first = base.first(backend, rule, position)?;
            (!first.is_empty(), first)
        }
        Question::All => {
            let all = base.all(backend, rule, position)?;
            (!all.is_empty(), all)
        }
    };
    Ok(Answer { rule, applies, limit: None, solutions })
}

/// A rule reached a limit in a position, and so many more did in this one or others.
pub(crate) fn limit((rule, limit): (&Rule, LimitReached), position: &str, more: usize) -> Failure {
    let more = match more {
        0 => String::new(),
        _ => format!("\n  {} more in these positions", count(more, "question")),
    };
    Failure::Said(
        format!(
            "error[B0701]: the rule `{}` {}\n  {}\n  in the position {}{more}\n  its answer is neither yes nor no{}",
            rule.title(),
            limit.exceeded(),
            rule.place,
            position.replace('\t', " | "),
            raised(limit)
        ),
        MISTAKES,
    )
}

fn difference(
    base: &Base,
    rule: &Rule,
    entry: &Entry,
    backends: &[Backend],
    answers: [&Answer; 2],
) -> Failure {
    let mut text = format!(
        "THE BACK ENDS DIFFER: `{}` of {} in the position {}",
        rule.title(),
        base.name(),
        entry.text.replace('\t', " | ")
    );
    for (backend, answer) in backends.iter().zip(answers) {
        text.push_str(&format!(
            "\n  {backend}: applies {}, {} solutions",
            answer.applies,
            answer.solutions.len()
        ));
        for solution in answer.solutions.iter().take(20) {
            text.push_str(&format!("\n    {}", crate::presentation::bindings(base, rule, solution)));
        }
    }
    text.push_str("\n  this is a fault of the program; please report it with the rule files");
    Failure::Said(text, MACHINE)
}

/// A position as JSON: its answers rule by rule, those that do not apply included.
fn object(base: &Base, backends: &[Backend], entry: &Entry, answers: &[Answer], question: Question) -> Value {
    let position = entry.spec.position();
    // The last move of a game is the last of its moves; that of a set-up is part of what was given.
    let text = match (entry.spec.moves(), position.last_move()) {
        (None, Some(last)) => format!("{}\t{last}", entry.text),
        _ => entry.text.clone(),
    };
    let rules: Vec<Value> = answers
        .iter()
        .map(|answer| {
            let rule = &base.rules()[answer.rule];
            let mut object = Map::new();
            object.insert("rule".to_owned(), json!(rule.name));
            object.insert("colour".to_owned(), json!(rule.color));
            object.insert("level".to_owned(), json!(rule.level));
            if answer.limit.is_some() {
                object.insert("applies".to_owned(), Value::Null);
                object.insert("limit_exceeded".to_owned(), json!(true));
                return Value::Object(object);
            }
            object.insert("applies".to_owned(), json!(answer.applies));
            if question != Question::Applies {
                let solutions = answer.solutions.iter().map(|solution| solution_object(base, rule, solution));
                object.insert("solutions".to_owned(), solutions.collect());
            }
            if question != Question::Applies && rule.plays {
                let first = answer.solutions.iter().next();
                let plays = first.map(|solution| base.text(&rule.variables[0].1, solution[0]));
                object.insert("plays".to_owned(), json!(plays));
            }
            Value::Object(object)
        })
        .collect();
    json!({
        "position": text,
        "id": entry.id,
        "to_move": position.to_move().map(|color| color.to_string()),
        "last_move": position.last_move().map(|point| point.to_string()),
        "base": base.name(),
        "backends": backends.iter().map(Backend::to_string).collect::<Vec<_>>(),
        "rules": rules,
    })
}

fn solution_object(base: &Base, rule: &Rule, solution: &[runtime::Value]) -> Value {
    let pairs = rule.variables.iter().zip(solution);
    Value::Object(pairs.map(|((name, sort), value)| (name.clone(), json!(base.text(sort, *value)))).collect())
}
