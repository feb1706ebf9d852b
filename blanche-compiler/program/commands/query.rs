//! `blanche query`: queries a program whose facts are part of its text.

use std::path::PathBuf;

use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::files::{FileId, Sources, Span};
use blanche_compiler::interpret::{Machine, NoHost, StateHost, Unanswered};
use blanche_compiler::paths::Member;
use blanche_compiler::plan::Plan;
use blanche_compiler::program::{Program, RuleId, RuleKind, SortId};
use blanche_compiler::progress::StillRunning;
use blanche_compiler::runtime::{LimitReached, Limits};
use blanche_compiler::service::start_positions::begin;
use blanche_compiler::spelling::list;
use blanche_compiler::syntax::ast::{Body, LiteralKind, Term};
use blanche_compiler::{Checked, has_errors, plan, report, syntax};
use blanche_sorted::{Arrange, SortedSet};
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::answers::Answers;
use crate::commands::check::Format;
use crate::interrupt::{Interrupt, STOPPED};
use crate::programs::only_program;
use crate::terminal::Terminal;
use crate::{CommandOutcome, Failure, Reading};

/// Query the facts of a program
///
/// Prints the values of the named variables for which the query holds, or `yes` or `no` for a query
/// without named variables. A variable with an underscore must have a value, which is not shown.
#[derive(Args)]
#[command(after_help = "Examples:\n  blanche query family.blanche 'grandparent(X, Z)'\n  \
                        blanche query family.blanche 'parent(X, Y_), ¬parent(Z_, X)'")]
pub(crate) struct Query {
    /// A rule file, or the folder of a base
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The query, written like the body of a clause
    #[arg(value_name = "QUERY")]
    query: String,
    /// A table for people, or a JSON object for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The back end that answers
    #[arg(long, value_enum, default_value_t)]
    backend: Backend,
    /// The step limit of the query
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMITS.work)]
    work: u64,
    /// Memory limit for the answers, in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_LIMITS.memory >> 20)]
    memory: u64,
    #[command(flatten)]
    reading: Reading,
}

/// The default limits of a query. They are generous, because the user waits for the query and can stop it. They suffice
/// for ten million answers of two values, which take about six seconds.
const DEFAULT_LIMITS: Limits = Limits { work: 300_000_000, memory: 1 << 30, depth: 64 };

/// How much a question may cost.
#[derive(Args)]
pub(crate) struct LimitArguments {
    /// The step limit of each query
    #[arg(long, value_name = "N", default_value_t = Limits::default().work)]
    work: u64,
    /// Memory limit for the answers to a query, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().memory >> 20)]
    memory: u64,
}

impl LimitArguments {
    /// All limits of a query. The user's arguments set some of them, and the rest have their defaults.
    pub(crate) fn limits(&self) -> Limits {
        limits(self.work, self.memory)
    }
}

/// Limits for this number of steps and this number of MiB.
fn limits(work: u64, memory: u64) -> Limits {
    Limits { work, memory: memory.saturating_mul(1 << 20), ..Limits::default() }
}

/// The back ends to choose from: compiled rules are in programs of their own, so here there is only the interpreter.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Backend {
    /// The interpreter
    #[default]
    Interpreted,
}

impl Query {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let Backend::Interpreted = self.backend;
        let interrupt = Interrupt::wait_for()?;
        let still = StillRunning::begin("not answered yet; Ctrl-C stops it");
        let mut programs = only_program(&self.reading, &self.file, terminal)?;
        let file = programs.project.sources.add("query", self.query.as_bytes());
        let (query, mut found) = syntax::parse_query(&programs.project.sources, file);
        let member: &Member = &programs.members[0];
        let checked =
            if has_errors(&found) { programs.check().remove(0) } else { programs.ask(member, &query) };
        found.extend(checked.diagnostics.iter().cloned());
        // Warnings about the program, other than about the query, are left to `blanche check`.
        found.retain(|message| message.severity == Severity::Error || message.label.span.file == file);
        let sources = &programs.project.sources;
        if let Some(warnings) = of_no_fact(&query, &found) {
            drop(still);
            return self.answer_no(sources, &query, &warnings, terminal);
        }
        if has_errors(&found) {
            drop(still);
            return self.refuse(sources, &found, terminal);
        }
        let answered = ask(limits(self.work, self.memory), &checked, file, &interrupt);
        drop(still);
        match answered {
            Ok(answers) => self.show(sources, &found, &answers, terminal),
            Err(Refusal::Given(up)) => self.refuse(sources, &[*up], terminal),
            Err(Refusal::Stopped) => {
                terminal.note(STOPPED);
                Ok(CommandOutcome::Stopped)
            }
            Err(Refusal::NoHost(missing)) => {
                let (modes, actions): (Vec<Unanswered>, Vec<Unanswered>) =
                    missing.into_iter().partition(|unanswered| unanswered.mode.is_some());
                let names =
                    |of: Vec<Unanswered>| of.into_iter().map(|unanswered| unanswered.signature).collect();
                if modes.is_empty() {
                    let what = "declared as actions: a host such as the game program makes";
                    return self.no_host("makes", names(actions), what, terminal);
                }
                let what = "declared `extern`: a host such as the game program answers";
                self.no_host("answers", names(modes), what, terminal)
            }
            Err(Refusal::Numbered(values)) => {
                let what = "numbered by a host: a program such as the game program reads";
                self.no_host("can read values of", values, what, terminal)
            }
        }
    }

    fn show(
        &self,
        sources: &Sources,
        found: &[Diagnostic],
        answers: &Answers,
        terminal: &Terminal,
    ) -> Result<CommandOutcome, Failure> {
        match self.format {
            Format::Text => {
                terminal.complain(sources, found);
                answers.table(terminal)?;
            }
            Format::Json => {
                let problems: serde_json::Value =
                    serde_json::from_str(&report::json(sources, found)).unwrap_or_default();
                answers.object(&problems, terminal)?;
            }
        }
        Ok(CommandOutcome::Fine)
    }

    /// Answers a query that contains an unknown constant. It has no answers.
    fn answer_no(
        &self,
        sources: &Sources,
        query: &Body,
        warnings: &[Diagnostic],
        terminal: &Terminal,
    ) -> Result<CommandOutcome, Failure> {
        match self.format {
            Format::Text => {
                terminal.complain(sources, warnings);
                terminal.print(if named_variables(query).is_empty() { "no\n" } else { "no answers\n" })?;
            }
            Format::Json => {
                let (problems, variables) = (report::json(sources, warnings), json!(named_variables(query)));
                terminal.print(&format!(
                    "{{\"answers\":[],\"count\":0,\"holds\":false,\"problems\":{problems},\"variables\":{variables}}}\n"
                ))?;
            }
        }
        Ok(CommandOutcome::Fine)
    }

    fn refuse(
        &self,
        sources: &Sources,
        found: &[Diagnostic],
        terminal: &Terminal,
    ) -> Result<CommandOutcome, Failure> {
        match self.format {
            Format::Text => terminal.complain(sources, found),
            Format::Json => {
                terminal.print(&format!("{{\"problems\":{}}}\n", report::json(sources, found)))?;
            }
        }
        Ok(CommandOutcome::Mistakes)
    }

    /// Refuses a query that requires a host, that is, a program that answers extern predicates. The message lists
    /// `names`. The text `does` comes before the names, and `what` is part of the advice.
    fn no_host(
        &self,
        does: &str,
        mut names: Vec<String>,
        what: &str,
        terminal: &Terminal,
    ) -> Result<CommandOutcome, Failure> {
        names.arrange();
        names.dedup();
        let (they, them) = if names.len() == 1 { ("it is", "it") } else { ("they are", "them") };
        let reason = format!("nothing here {does} {}", list(&names, "or"));
        let advice = format!("{they} {what} {them}; `blanche query` knows only the facts in the text");
        match self.format {
            Format::Text => {
                terminal.fail(&format!("{reason}\n       {advice}"), 1);
            }
            Format::Json => {
                let object =
                    json!({ "problems": [{ "severity": "error", "title": reason, "hints": [advice] }] });
                terminal.print(&format!("{object}\n"))?;
            }
        }
        Ok(CommandOutcome::Mistakes)
    }
}

/// Answers a query. The program was checked together with this query.
pub(crate) fn ask(
    limits: Limits,
    checked: &Checked,
    query: FileId,
    interrupt: &Interrupt,
) -> Result<Answers, Refusal> {
    let program = &checked.resolved.program;
    let rule = program.rules.iter().position(|rule| rule.kind == RuleKind::Query);
    let rule = RuleId(rule.expect("a query without mistakes is the last rule of its program") as u32);
    debug_assert_eq!(program.rule(rule).span.file, query, "the query is in a source of its own");
    ask_rule(limits, checked, rule, interrupt)
}

/// Answers a query that is the rule `rule` of the program. The program was checked together with this query, and
/// possibly with others.
pub(crate) fn ask_rule(
    limits: Limits,
    checked: &Checked,
    rule: RuleId,
    interrupt: &Interrupt,
) -> Result<Answers, Refusal> {
    let program = &checked.resolved.program;
    let plan = plan::plan_one_query(program, rule).map_err(Refusal::Given)?;
    let numbered = numbered_values(program, &plan);
    if !numbered.is_empty() {
        return Err(Refusal::Numbered(numbered));
    }
    let solutions = if program.game.is_some() {
        let (_, mut start) = begin(program, limits, interrupt.sign()).map_err(Refusal::Given)?;
        let machine = Machine::<StateHost>::new(program, &plan, limits).map_err(Refusal::NoHost)?;
        let machine = machine.stopped_by(interrupt.sign());
        interrupt.while_asking(|| machine.all(&mut start, rule))
    } else {
        let machine = Machine::<NoHost>::new(program, &plan, limits).map_err(Refusal::NoHost)?;
        let machine = machine.stopped_by(interrupt.sign());
        interrupt.while_asking(|| machine.all(&mut (), rule))
    };
    let solutions = solutions.map_err(|limit| {
        if limit == LimitReached::Stopped {
            return Refusal::Stopped;
        }
        Refusal::Given(Box::new(given_up(limit, limits, program.rule(rule).span)))
    })?;
    Ok(Answers::new(program, program.rule(rule), solutions))
}

/// The diagnostic about a query that was given up because it reached a limit.
fn given_up(limit: LimitReached, limits: Limits, span: Span) -> Diagnostic {
    let (label, option) = match limit {
        LimitReached::Memory => (
            format!("its answers take more than {} MiB", limits.memory >> 20),
            format!("or allow more memory: --memory {}", ((limits.memory >> 20) * 4).max(1)),
        ),
        LimitReached::Work | LimitReached::Depth | LimitReached::Stopped => (
            format!("not answered after {}", count_of(limits.work)),
            format!("or allow more work: --work {}", limits.work.saturating_mul(10).max(1000)),
        ),
    };
    Diagnostic::new(Code::LimitReached, "the query was given up", span, label)
        .hint("ask for less: a constant in place of a variable, or one more condition")
        .hint(option)
}

/// The messages about unknown constants in the query, turned into warnings. They are only warnings because the query
/// can be answered: a literal with a constant that occurs in no fact and no sort never holds. `None` if there are other
/// errors, or if such a literal is negated or in a disjunction.
fn of_no_fact(query: &Body, found: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    let [branch] = query.branches.as_slice() else { return None };
    let is_asked = |message: &Diagnostic| {
        message.code == Code::UnknownConstant
            && branch.iter().any(|literal| {
                literal.negations == 0
                    && matches!(literal.kind, LiteralKind::Atom(_))
                    && literal.span.encloses(message.label.span)
            })
    };
    let (errors, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        found.iter().partition(|message| message.severity == Severity::Error);
    let all = !errors.is_empty() && errors.iter().all(|message| is_asked(message));
    all.then(|| {
        let warnings = errors.into_iter().map(|message| Diagnostic {
            severity: Severity::Warning,
            fix: None,
            ..message.clone().hint("so this never holds")
        });
        warnings.chain(others.into_iter().cloned()).collect()
    })
}

/// The named variables of a query, in the order of its answers. Their values are the answer.
fn named_variables(query: &Body) -> Vec<&str> {
    let literals = query.branches.iter().flatten();
    let atoms = literals.filter_map(|literal| match &literal.kind {
        LiteralKind::Atom(atom) => Some(atom),
        _ => None,
    });
    let names: SortedSet<&str> = atoms
        .flat_map(|atom| &atom.arguments)
        .filter_map(|term| match term {
            Term::Variable(name) if !name.text.contains('_') => Some(name.text.as_str()),
            _ => None,
        })
        .collect();
    names.into_iter().collect()
}

/// Why a query has no result.
pub(crate) enum Refusal {
    /// The evaluation or the planner reached the step limit.
    Given(Box<Diagnostic>),
    /// The program depends on extern predicates, which only a host can answer.
    NoHost(Vec<Unanswered>),
    /// The query depends on values of these sorts. Only a host can parse such values.
    Numbered(Vec<String>),
    /// Ctrl-C stopped the query.
    Stopped,
}

/// The sorts of constants that the query contains and that only a host can parse.
fn numbered_values(program: &Program, plan: &Plan) -> Vec<String> {
    let rules = plan.rules.iter().flat_map(|rule| &rule.host_values);
    let clauses = plan.routines.iter().flat_map(|routine| &routine.clauses);
    let values = rules.chain(clauses.flat_map(|clause| &clause.host_values));
    let sorts: SortedSet<SortId> = values.map(|value| value.sort).collect();
    sorts.into_iter().map(|sort| program.sort(sort).name.clone()).collect()
}

/// A number of steps as text: `30,000,000 steps`.
fn count_of(work: u64) -> String {
    let digits = work.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} step{}", if work == 1 { "" } else { "s" })
}
