//! Processes a conversation line by line.
//!
//! A line that begins with `:` is a command. Every other line is a query or a definition. It continues on the next line
//! if it would continue there in a rule file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostic::Diagnostic;
use crate::files::Sources;
use crate::interpret::{Host, Machine};
use crate::plan::{self, Plan, Statistics};
use crate::program::{Program, RuleId, RuleKind};
use crate::project::{Files, Project};
use crate::report::{self, Style};
use crate::runtime::{LimitReached, Limits};
use crate::why::{LeftOut, Reasons};

use super::definitions::{PartialInput, Typed, defined, is_definition};
use super::{Table, World};

/// The message if an explanation is incomplete because no clause proves a literal that was reported to hold.
pub(super) const NO_REASON: &str = "an answer follows from no clause";

/// The message if a definition is refused.
pub(super) const NOTHING: &str = "nothing was defined";

/// A conversation with one program.
pub struct Session<W: World> {
    pub(super) typed: Typed,
    pub(super) statistics: Statistics,
    pub(super) world: W,
    pub(super) limits: Limits,
    pub(super) style: Style,
    pub(super) stop: Arc<AtomicBool>,
    /// The lines of an unfinished query or definition.
    pending: PartialInput,
    /// The target of the latest question, which is used by commands without an argument.
    pub(super) last: Option<Target>,
}

/// The target of a question or command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A query, as it was written.
    Query(String),
    /// A rule, score or similar item, by its title.
    Rule(String),
}

/// The result of processing a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The output: complete lines, or empty.
    pub text: String,
    /// Whether there was a mistake, or no answer.
    pub failed: bool,
    /// What input is expected next.
    pub next: Next,
}

/// The input that a conversation expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A line of any kind: nothing is unfinished.
    Anything,
    /// The continuation of an unfinished query or definition.
    More,
    /// No input, because the conversation is over.
    Nothing,
}

/// Lines of output, or the reason why there is no answer.
pub(super) type CommandResult = Result<Vec<String>, Vec<String>>;

/// A question prepared for evaluation.
pub(super) struct Ready<H: Host> {
    pub(super) program: Program,
    pub(super) rule: RuleId,
    pub(super) plan: Plan,
    pub(super) machine: Machine<H>,
    /// Warnings about the question, as lines of text.
    pub(super) remarks: Vec<String>,
}

impl<W: World> Session<W> {
    /// Begins a conversation with the program of `files`. `limits` apply to each question. Setting `stop` aborts the
    /// question that is running.
    pub fn new(
        project: Project,
        files: Files,
        statistics: Statistics,
        world: W,
        limits: Limits,
        stop: Arc<AtomicBool>,
    ) -> Session<W> {
        let typed = Typed::new(project, files);
        let (pending, last) = (PartialInput::default(), None);
        Session { typed, statistics, world, limits, style: Style::PLAIN, stop, pending, last }
    }

    /// Sets the style in which messages are drawn.
    pub fn draw_with(&mut self, style: Style) {
        self.style = style;
    }

    /// Processes a line of input.
    pub fn enter(&mut self, line: &str) -> Reply {
        self.stop.store(false, Ordering::Relaxed);
        let fresh = self.begun().is_empty();
        if fresh && line.trim().is_empty() {
            return reply(Ok(Vec::new()), Next::Anything);
        }
        let command = line.trim().strip_prefix(':').filter(|rest| rest.starts_with(char::is_alphabetic));
        let command = command.or_else(|| self.plain_command(line.trim()).filter(|_| fresh));
        if let Some(command) = command {
            // No query or definition continues with a command, so an unfinished one is dropped.
            self.forget();
            let (word, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
            let said = self.command(word, argument.trim());
            let ends = matches!(word, "quit" | "q") && said.is_ok();
            return reply(said, if ends { Next::Nothing } else { Next::Anything });
        }
        let Some(text) = self.pending.line(line) else { return reply(Ok(Vec::new()), Next::More) };
        let said = if is_definition(&text) { self.define(&text) } else { self.ask(text.trim()) };
        reply(said, Next::Anything)
    }

    /// Whether the stop flag has been set since the current line was entered.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The command for a word without `:`, such as `quit`, unless the program has a predicate of this name.
    fn plain_command(&self, word: &str) -> Option<&'static str> {
        let command = match word {
            "quit" | "exit" => "quit",
            "help" | "?" => "help",
            _ => return None,
        };
        let known = self.typed.check().resolved.program.predicates;
        (!known.iter().any(|predicate| predicate.name == word)).then_some(command)
    }

    /// The unfinished query or definition.
    pub(super) fn begun(&self) -> &str {
        self.pending.text()
    }

    /// Drops an unfinished query or definition.
    pub fn forget(&mut self) {
        self.pending = PartialInput::default();
    }

    /// The greeting before the first line.
    pub fn greeting(&self) -> String {
        let program = self.typed.check().resolved.program;
        let name = program.base.clone().unwrap_or_else(|| {
            let root = self.typed.files.files.iter().rev().nth(1);
            let file = root.map(|at| self.typed.project.tree(*at).id);
            file.map_or_else(String::new, |id| self.typed.project.sources.file(id).name().to_owned())
        });
        format!("{name}: ask a query, define a derivation or a rule, or write :help")
    }

    /// Adds definitions to the program.
    pub(super) fn define(&mut self, text: &str) -> CommandResult {
        self.define_from(text, None)
    }

    /// Adds definitions to the program. If they come from a file, messages refer to locations in it.
    pub(super) fn define_from(&mut self, text: &str, file: Option<&str>) -> CommandResult {
        let said = self.typed.define(text);
        let refused = |word| {
            format!("`{word}` cannot be used in a conversation: write it in a file, and start with that file")
        };
        let mut lines = match file {
            None => self.drawn(&said.found),
            Some(path) => {
                let (sources, found) = self.typed.as_in_file(path, text, &said.found);
                self.drawn_in(&sources, &found)
            }
        };
        lines.extend(said.of_files.iter().map(refused));
        self.typed.settle();
        if !said.taken {
            lines.push(NOTHING.to_owned());
            return Err(lines);
        }
        lines.extend(defined(&said.items).iter().map(|name| format!("defined {name}")));
        Ok(lines)
    }

    /// Answers a query.
    fn ask(&mut self, text: &str) -> CommandResult {
        let target = Target::Query(text.to_owned());
        let ready = self.ready(&target)?;
        self.last = Some(target);
        let mut lines = ready.remarks.clone();
        let table = self.answers(&ready)?;
        lines.extend(table.lines());
        let picture = self.world.picture(&table);
        if !picture.is_empty() {
            lines.push(String::new());
            lines.extend(picture);
        }
        Ok(lines)
    }

    /// All answers to a question, as a table.
    pub(super) fn answers(&mut self, ready: &Ready<W::Host>) -> Result<Table, Vec<String>> {
        let solutions = ready.machine.all(self.world.facts(), ready.rule);
        let solutions = solutions.map_err(|limit| self.given_up(limit))?;
        Ok(Table::new::<W::Host>(&ready.program, ready.program.rule(ready.rule), &solutions))
    }

    /// The message for a question that was not answered.
    pub(super) fn given_up(&self, limit: LimitReached) -> Vec<String> {
        if self.is_stopped() {
            return vec!["stopped: neither yes nor no".to_owned()];
        }
        let (given_up, option) = self.reached(limit);
        let advice = "ask for less: a constant in place of a variable, or one more condition";
        vec![format!("{given_up}: neither yes nor no"), advice.to_owned(), format!("or {option}")]
    }

    /// The message that an explanation is incomplete. Empty unless a limit was reached or no reason was found for a
    /// literal.
    pub(super) fn left_out(&self, reasons: &Reasons) -> Vec<String> {
        let limit = match reasons.left_out {
            None | Some(LeftOut::Size) => return Vec::new(),
            Some(LeftOut::Unfounded) => return vec![NO_REASON.to_owned()],
            Some(LeftOut::Limit(limit)) => limit,
        };
        if self.stop.load(Ordering::Relaxed) {
            return vec!["stopped: not everything was searched".to_owned()];
        }
        let (given_up, option) = self.reached(limit);
        vec![format!("{given_up}: not everything was searched"), option.to_owned()]
    }

    /// Describes which limit was reached and the option that raises it.
    fn reached(&self, limit: LimitReached) -> (String, &'static str) {
        match limit {
            LimitReached::Memory => (
                format!("given up when the answers took {} MiB", self.limits.memory >> 20),
                "start with more memory: --memory MIB",
            ),
            LimitReached::Work | LimitReached::Depth | LimitReached::Stopped => {
                (format!("given up after {} steps", self.limits.work), "start with more work: --work N")
            }
        }
    }

    /// Prepares a question for evaluation.
    pub(super) fn ready(&mut self, target: &Target) -> Result<Ready<W::Host>, Vec<String>> {
        let (program, remarks) = match target {
            Target::Query(text) => match self.typed.ask(text) {
                Ok((checked, found)) => (checked.resolved.program, self.drawn(&found)),
                Err(found) => return Err(self.drawn(&found)),
            },
            Target::Rule(_) => (self.typed.check().resolved.program, Vec::new()),
        };
        let rule = match target {
            Target::Query(_) => program.rules.iter().position(|rule| rule.kind == RuleKind::Query),
            Target::Rule(title) => program.rules.iter().position(|rule| program.rule_title(rule) == *title),
        };
        let Some(rule) = rule.map(|at| RuleId(at as u32)) else {
            return Err(vec!["it no longer exists".to_owned()]);
        };
        let plan = match program.rule(rule).kind {
            RuleKind::Query => plan::plan_query(&program),
            _ => plan::plan_with(&program, &self.statistics),
        };
        let plan = plan.map_err(|message| self.drawn(&[*message]))?;
        self.readable(&program, &plan)?;
        let machine = Machine::<W::Host>::new(&program, &plan, self.limits).map_err(|missing| {
            let mut names: Vec<String> = missing.iter().map(ToString::to_string).collect();
            names.dedup();
            vec![format!("nothing here answers or makes {}: that requires a host", names.join(", "))]
        })?;
        let machine = machine.stopped_by(Arc::clone(&self.stop));
        Ok(Ready { program, rule, plan, machine, remarks })
    }

    /// Checks that the host knows all values that the program names.
    fn readable(&self, program: &Program, plan: &Plan) -> Result<(), Vec<String>> {
        let rules = plan.rules.iter().flat_map(|rule| &rule.host_values);
        let clauses = plan.routines.iter().flat_map(|routine| &routine.clauses);
        let values = rules.chain(clauses.flat_map(|clause| &clause.host_values));
        let unread = values
            .map(|value| (&program.sort(value.sort).name, &value.text))
            .find(|(sort, text)| W::Host::read(sort, text).is_none());
        match unread {
            Some((sort, text)) => Err(vec![format!("there is no `{sort}` `{text}` here")]),
            None => Ok(()),
        }
    }

    /// Renders diagnostics as lines of text.
    pub(super) fn drawn(&self, found: &[Diagnostic]) -> Vec<String> {
        self.drawn_in(&self.typed.project.sources, found)
    }

    fn drawn_in(&self, sources: &Sources, found: &[Diagnostic]) -> Vec<String> {
        if found.is_empty() {
            return Vec::new();
        }
        // Text typed here is not in a file, so no command could apply a fix to it.
        let mut found = found.to_vec();
        found.iter_mut().filter_map(|message| message.fix.as_mut()).for_each(|fix| fix.on_demand = false);
        let text = report::render(sources, &found, self.style);
        text.trim_end().lines().map(str::to_owned).collect()
    }
}

fn reply(said: CommandResult, next: Next) -> Reply {
    let failed = said.is_err();
    let lines = said.unwrap_or_else(|lines| lines);
    let text = lines.iter().map(|line| format!("{}\n", line.trim_end())).collect();
    Reply { text, failed, next }
}
