//! `blanche test`: evaluates the queries in the comments of rule files, and compares the answers with the expected
//! answers, which are also in the comments.

use std::collections::HashSet;
use std::path::PathBuf;

use blanche_compiler::diagnostic::{Diagnostic, Edit, Severity};
use blanche_compiler::expect::{self, ANSWERS, Bindings, Expectation};
use blanche_compiler::files::{self, FileId, Sources, Span, Texts};
use blanche_compiler::paths::{Member, Programs};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::progress::StillRunning;
use blanche_compiler::service::fixes::{self, trial};
use blanche_compiler::service::start_positions;
use blanche_compiler::syntax::ast::Body;
use blanche_compiler::{Checked, has_errors, markup, report, syntax};
use blanche_sorted::{Arrange, SortedMap};
use clap::Args;
use serde_json::json;

use crate::answers::Answers;
use crate::commands::check::Format;
use crate::commands::query::{LimitArguments, Refusal, ask, ask_rule};
use crate::interrupt::Interrupt;
use crate::terminal::{Pieces, Terminal, count};
use crate::{CommandOutcome, Failure, Reading, changeable, fix};

/// Run the expectations (`%?`, `%=`) in rule files
///
/// In a comment, `%?` asks a query, and the lines with `%=` below it are the answers that are expected, each once
/// and in any order: the values of the named variables, `yes`, or `no`. The program must contain its facts; `noire
/// test` runs expectations about positions.
#[derive(Args)]
#[command(after_help = "In a rule file:\n  %? grandparent(X, Z)\n  %= X = jan, Z = anna\n\n\
                  Examples:\n  blanche test family.blanche\n  blanche test --update family.blanche")]
pub(crate) struct Test {
    /// Rule files, and folders of them
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Replace the expected answers below the queries with the current ones
    #[arg(long)]
    update: bool,
    /// Text for people, or one JSON object per query, each on its own line
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    reading: Reading,
}

/// The result of a query.
enum Verdict<'e> {
    Answered(Compared<'e>),
    /// The query could not be evaluated. The diagnostics and a reason say why.
    Refused(Vec<Diagnostic>, String),
}

/// The answers to a query, compared with the expected ones.
struct Compared<'e> {
    answers: Answers,
    /// The expected answers that are missing.
    missing: Vec<&'e Bindings>,
    /// The indices of those found answers that were also expected. They are sorted.
    met: Vec<usize>,
}

/// A query with its result.
struct CheckedQuery<'e> {
    file: String,
    line: usize,
    question: String,
    verdict: Verdict<'e>,
}

impl<'e> CheckedQuery<'e> {
    /// The query at this location, with its result.
    fn new(sources: &Sources, place: Span, verdict: Verdict<'e>) -> CheckedQuery<'e> {
        CheckedQuery {
            file: sources.file(place.file).path().to_owned(),
            line: sources.position(place).line,
            question: sources.text(place).to_owned(),
            verdict,
        }
    }
}

/// The number of queries with each result.
#[derive(Default)]
struct Tally {
    holds: usize,
    differs: usize,
    refused: usize,
    /// The differences whose files could not be written.
    unwritten: usize,
}

impl<'e> Compared<'e> {
    fn new(answers: Answers, expected: &'e [Bindings]) -> Compared<'e> {
        let (mut missing, mut met) = (Vec::new(), Vec::new());
        for bindings in expected {
            match answers.find(bindings) {
                Some(at) => met.push(at),
                None => missing.push(bindings),
            }
        }
        met.arrange();
        met.dedup();
        Compared { answers, missing, met }
    }

    fn holds(&self) -> bool {
        self.missing.is_empty() && self.met.len() == self.answers.len()
    }

    /// The indices of the found answers that were not expected.
    fn unexpected(&self) -> impl Iterator<Item = usize> {
        let mut met = self.met.iter().copied().peekable();
        (0..self.answers.len()).filter(move |at| met.next_if_eq(at).is_none())
    }
}

impl Verdict<'_> {
    /// The comparison of the answers, if they differ from the expected ones.
    fn difference(&self) -> Option<&Compared<'_>> {
        match self {
            Verdict::Answered(compared) if !compared.holds() => Some(compared),
            Verdict::Answered(_) | Verdict::Refused(..) => None,
        }
    }
}

impl Test {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let interrupt = Interrupt::wait_for()?;
        let still = StillRunning::begin("the files are checked; Ctrl-C ends it");
        let mut programs = match self.update {
            true => self.reading.programs_of(&changeable(&self.paths, terminal)?, Texts::default())?,
            false => self.reading.programs(&self.paths, terminal)?,
        };
        let checked = programs.check();
        let mut found = programs.diagnostics(&checked);
        // With an error in any file, the program cannot run. So errors in files that the user did not name are also
        // reported.
        let mut said: HashSet<Diagnostic> = found.iter().cloned().collect();
        let others = blanche_compiler::together(&checked).into_iter();
        found.extend(others.filter(|message| said.insert(message.clone())));
        found.extend(start_positions::of_games(&programs, &checked));
        let mut expectations: Vec<(Member, FileId, Vec<Expectation>)> = Vec::new();
        for member in &programs.members {
            for at in &member.files.files {
                let file = programs.project.tree(*at).id;
                let known = expectations.iter().any(|(_, known, _)| *known == file);
                if programs.is_own(file) && !known {
                    let (read, problems) = expect::read(&programs.project.sources, file);
                    found.extend(problems);
                    expectations.push((member.clone(), file, read));
                }
            }
        }
        if has_errors(&found) {
            drop(still);
            let mut found = trial::offered(&programs, found);
            found.retain(|message| message.severity == Severity::Error);
            let sources = &programs.project.sources;
            match self.format {
                Format::Text => terminal.complain(sources, &found),
                Format::Json => {
                    terminal.print(&format!("{{\"problems\":{}}}\n", report::json(sources, &found)))?
                }
            }
            return Ok(CommandOutcome::Mistakes);
        }
        drop(checked);
        let (mut tally, mut stopped) = (Tally::default(), false);
        let all: usize = expectations.iter().map(|(_, _, expected)| expected.len()).sum();
        let mut edits: SortedMap<FileId, Vec<Edit>> = SortedMap::new();
        // Each result is written before the next query is evaluated, because all answers together could take too much
        // memory.
        'questions: for (member, file, expected) in &expectations {
            let name = programs.project.sources.file(*file).name().to_owned();
            let alone = programs.project.sources.add(name.clone(), b"");
            let questions = only_questions(programs.project.sources.file(*file).text(), expected);
            let together = programs.project.sources.add(name, questions.as_bytes());
            let mut asking = Together::default();
            for (at, expectation) in expected.iter().enumerate() {
                still.now(&format!("question {} of {all}; Ctrl-C ends it", tally.asked() + 1));
                if at.is_multiple_of(TOGETHER) {
                    let next = &expected[at..expected.len().min(at + TOGETHER)];
                    asking = Together::new(&programs, (member, together), next);
                }
                let asked = match asking.rules.get(at % TOGETHER).copied().flatten() {
                    Some(rule) => self.ask_one_of(&programs, (&asking, rule), expectation, &interrupt),
                    None => self.ask(&mut programs, (member, alone), expectation, &interrupt),
                };
                let Some(mut one) = asked else {
                    stopped = true;
                    break 'questions;
                };
                if self.update
                    && let Some(difference) = one.verdict.difference()
                {
                    let edits = edits.entry(*file).or_default();
                    match self.edit(&programs, expectation, &difference.answers, edits) {
                        Ok(edit) => edits.push(edit),
                        Err(why) => one.verdict = Verdict::Refused(Vec::new(), why),
                    }
                }
                tally.add(&one.verdict);
                let mut pieces = terminal.pieces();
                still.aside(|| match self.format {
                    Format::Text => self.tell(&programs, &one, terminal, &mut pieces),
                    Format::Json => object(&one, &mut pieces),
                })?;
                still.aside(|| pieces.end())?;
            }
        }
        drop(still);
        if stopped {
            let unwritten = if self.update { "; nothing was written" } else { "" };
            terminal.note(&format!("stopped at question {} of {all}{unwritten}", tally.asked() + 1));
            return Ok(CommandOutcome::Stopped);
        }
        tally.unwritten = write_updates(&programs, &edits, terminal);
        if self.format == Format::Text {
            terminal.print(&tally.told(expectations.len(), self.update))?;
        }
        let fails = tally.refused > 0 || tally.differs > 0 && !self.update;
        Ok(if fails { CommandOutcome::Mistakes } else { CommandOutcome::Fine })
    }

    /// Evaluates an expectation. `None` if Ctrl-C stopped it. The text of the file `alone` contains only the query, at
    /// the same position as in the original file, so that messages about the query show the right line.
    fn ask<'e>(
        &self,
        programs: &mut Programs,
        (member, alone): (&Member, FileId),
        expectation: &'e Expectation,
        interrupt: &Interrupt,
    ) -> Option<CheckedQuery<'e>> {
        let text = programs.project.sources.file(expectation.question.file).text();
        let query = only_questions(text, std::slice::from_ref(expectation));
        programs.project.sources.replace(alone, query.as_bytes());
        let verdict = self.verdict(programs, (member, alone), &expectation.answers, interrupt)?;
        Some(CheckedQuery::new(&programs.project.sources, expectation.question, verdict))
    }

    fn verdict<'e>(
        &self,
        programs: &Programs,
        (member, question): (&Member, FileId),
        expected: &'e [Bindings],
        interrupt: &Interrupt,
    ) -> Option<Verdict<'e>> {
        let (query, mut found) = syntax::parse_query(&programs.project.sources, question);
        if has_errors(&found) {
            return Some(Verdict::Refused(found, "it cannot be evaluated".to_owned()));
        }
        let checked = programs.ask(member, &query);
        found.extend(checked.diagnostics.iter().cloned());
        found.retain(|one| one.severity == Severity::Error);
        if !found.is_empty() {
            return Some(Verdict::Refused(found, "it cannot be evaluated".to_owned()));
        }
        judged(ask(self.limits.limits(), &checked, question, interrupt), expected)
    }

    /// Evaluates one of several queries that were checked together.
    fn ask_one_of<'e>(
        &self,
        programs: &Programs,
        (asking, rule): (&Together, RuleId),
        expectation: &'e Expectation,
        interrupt: &Interrupt,
    ) -> Option<CheckedQuery<'e>> {
        let answered = ask_rule(self.limits.limits(), asking.checked.as_ref()?, rule, interrupt);
        let verdict = judged(answered, &expectation.answers)?;
        Some(CheckedQuery::new(&programs.project.sources, expectation.question, verdict))
    }

    /// The edit that updates an expectation. It consists of the lines with the answers, indented like the query.
    ///
    /// Edits are kept in memory until the whole file is done, so their size counts towards the memory limit. The file
    /// must not exceed the size limit of input files.
    fn edit(
        &self,
        programs: &Programs,
        expectation: &Expectation,
        answers: &Answers,
        others: &[Edit],
    ) -> Result<Edit, String> {
        let sources = &programs.project.sources;
        let source = sources.file(expectation.question.file);
        let line = source.line(sources.position(expectation.question).line);
        let indent = &line[..line.len() - line.trim_start().len()];
        let kept: usize = others.iter().map(|edit| edit.text.len()).sum();
        let in_file = files::MAX_FILE_SIZE.saturating_sub((source.text().len() + kept) as u64);
        let in_memory = self.limits.limits().memory.saturating_sub(kept as u64);
        let mut text = String::new();
        for at in 0..answers.len() {
            text.push_str(&format!("\n{indent}{ANSWERS} "));
            answers.write_bindings(at, &mut text);
            if text.len() as u64 > in_memory {
                let most = self.limits.limits().memory >> 20;
                return Err(format!("its answers take more than {most} MiB as text"));
            }
            if text.len() as u64 > in_file {
                let most = files::MAX_FILE_SIZE >> 20;
                return Err(format!(
                    "the file would have more than {most} MiB with its answers, and no file may"
                ));
            }
        }
        if answers.is_empty() {
            text.push_str(&format!("\n{indent}{ANSWERS} no"));
        }
        Ok(Edit { span: expectation.lines, text })
    }

    /// Prints a failed expectation.
    fn tell(
        &self,
        programs: &Programs,
        asked: &CheckedQuery<'_>,
        terminal: &Terminal,
        pieces: &mut Pieces<'_>,
    ) -> Result<(), Failure> {
        let question = terminal.bold(&report::plain(&asked.question));
        let head = format!("{}:{}: {question}\n", markup::shown(&asked.file), asked.line);
        if let Verdict::Refused(found, why) = &asked.verdict {
            pieces.push(&format!("{head}    {why}\n"))?;
            pieces.push(&terminal.shown(&programs.project.sources, found))?;
            return pieces.push("\n");
        }
        let Some(difference) = asked.verdict.difference() else { return Ok(()) };
        let (missing, unexpected) = if self.update { ("was", "is now") } else { ("expected", "got") };
        let line = |word: &str, sign: &str, ansi: &str, bindings: &str| {
            let line = format!("{sign} {}", report::plain(bindings));
            format!("    {word:<9}{}\n", terminal.tinted(&line, ansi))
        };
        let answers = &difference.answers;
        pieces.push(&head)?;
        for bindings in &difference.missing {
            pieces.push(&line(missing, "-", "31", &expect::written(bindings)))?;
        }
        // If one of the two lists has no answers at all, `no` is written for it.
        if difference.missing.is_empty() && difference.met.is_empty() {
            pieces.push(&line(missing, "-", "31", "no"))?;
        }
        let mut text = String::new();
        for at in difference.unexpected() {
            text.clear();
            answers.write_bindings(at, &mut text);
            pieces.push(&line(unexpected, "+", "32", &text))?;
        }
        if answers.is_empty() {
            pieces.push(&line(unexpected, "+", "32", "no"))?;
        }
        pieces.push("\n")
    }
}

/// The result of a query; `None` if Ctrl-C stopped it.
fn judged(answered: Result<Answers, Refusal>, expected: &[Bindings]) -> Option<Verdict<'_>> {
    Some(match answered {
        Ok(answers) => Verdict::Answered(Compared::new(answers, expected)),
        Err(Refusal::Given(message)) => Verdict::Refused(vec![*message], "it was given up".to_owned()),
        Err(Refusal::NoHost(_) | Refusal::Numbered(_)) => {
            let why = "it depends on a host; use the game program";
            Verdict::Refused(Vec::new(), why.to_owned())
        }
        Err(Refusal::Stopped) => return None,
    })
}

/// Maximum number of queries that are checked together. The program is checked once for all of them. But each query is
/// planned in a program that contains all of them as additional rules.
const TOGETHER: usize = 100;

/// Queries that were checked together, as parts of one program.
#[derive(Default)]
struct Together {
    checked: Option<Checked>,
    /// The rule that stands for each query. `None` for a query with errors, which is checked separately.
    rules: Vec<Option<RuleId>>,
}

impl Together {
    /// Checks the queries together. The file `together` contains their texts, at their original positions.
    fn new(
        programs: &Programs,
        (member, together): (&Member, FileId),
        questions: &[Expectation],
    ) -> Together {
        let place = |expectation: &Expectation| Span { file: together, ..expectation.question };
        let places: Vec<Span> = questions.iter().map(place).collect();
        let bodies = syntax::sound_queries_at(&programs.project.sources, &places);
        let sound: Vec<&Body> = bodies.iter().flatten().collect();
        if sound.len() < 2 {
            return Together::default();
        }
        let checked = programs.ask_all(member, &sound);
        let is_error = |message: &&Diagnostic| message.severity == Severity::Error;
        let errors: Vec<Span> =
            checked.diagnostics.iter().filter(is_error).map(|message| message.label.span).collect();
        // An error in another file must be caused by one of the queries.
        if errors.iter().any(|place| place.file != together) {
            return Together::default();
        }
        let rules: SortedMap<Span, RuleId> = (checked.resolved.program.rules.iter().zip((0..).map(RuleId)))
            .filter(|(rule, _)| rule.kind == RuleKind::Query)
            .map(|(rule, id)| (rule.span, id))
            .collect();
        let is_wrong = |body: &Body| errors.iter().any(|place| body.span.encloses(*place));
        let rule = |body: &Option<Body>| {
            let body = body.as_ref().filter(|body| !is_wrong(body))?;
            rules.get(&body.span).copied()
        };
        let rules = bodies.iter().map(rule).collect();
        Together { checked: Some(checked), rules }
    }
}

/// Writes the updated answers to their files. Returns the number of expectations whose file could not be written.
fn write_updates(programs: &Programs, edits: &SortedMap<FileId, Vec<Edit>>, terminal: &Terminal) -> usize {
    let mut unwritten = 0;
    for (file, edits) in edits {
        let source = programs.project.sources.file(*file);
        let at = programs.project.index(*file).expect("a file of a program");
        let Some(place) = programs.project.place(at) else { continue };
        if let Err(failure) = fix::rewrite(place, source.text(), &fixes::edited(source.text(), edits)) {
            terminal.report_failure(&failure);
            unwritten += edits.len();
        }
    }
    unwritten
}

/// A text in which only these queries are left, at the same positions as in `text`. The rest is blank.
fn only_questions(text: &str, expected: &[Expectation]) -> String {
    let blank = |text: &str| -> String {
        text.chars().map(|c| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) }).collect()
    };
    let (mut questions, mut end) = (String::new(), 0);
    for expectation in expected {
        let place = expectation.question.range();
        questions.push_str(&blank(&text[end..place.start]));
        questions.push_str(&text[place.clone()]);
        end = place.end;
    }
    questions
}

impl Tally {
    fn add(&mut self, verdict: &Verdict<'_>) {
        *match verdict {
            Verdict::Answered(compared) if compared.holds() => &mut self.holds,
            Verdict::Answered(_) => &mut self.differs,
            Verdict::Refused(..) => &mut self.refused,
        } += 1;
    }

    fn asked(&self) -> usize {
        self.holds + self.differs + self.refused
    }

    fn told(&self, files: usize, updated: bool) -> String {
        let Tally { holds, differs, refused, unwritten } = self;
        let mut parts = vec![format!("{holds} {}", if *holds == 1 { "holds" } else { "hold" })];
        if differs > unwritten {
            parts.push(format!("{} {}", differs - unwritten, if updated { "updated" } else { "failed" }));
        }
        if *unwritten > 0 {
            parts.push(format!("{unwritten} could not be written"));
        }
        if *refused > 0 {
            parts.push(format!("{refused} could not be evaluated"));
        }
        let all = count(self.asked(), "expectation");
        format!("{all} in {}: {}\n", count(files, "file"), parts.join(", "))
    }
}

/// Writes a result as a JSON object, one answer at a time.
fn object(asked: &CheckedQuery<'_>, pieces: &mut Pieces<'_>) -> Result<(), Failure> {
    let (file, question) = (json!(asked.file), json!(asked.question));
    let compared = match &asked.verdict {
        Verdict::Answered(compared) => compared,
        Verdict::Refused(found, why) => {
            let titles: Vec<&str> = found.iter().map(|message| message.title.as_str()).collect();
            return pieces.push(&format!(
                "{{\"answers\":[],\"file\":{file},\"holds\":false,\"line\":{},\"question\":{question},\
                 \"refused\":{}}}\n",
                asked.line,
                json!({ "why": why, "problems": titles })
            ));
        }
    };
    let holds = compared.holds();
    pieces.push("{\"answers\":[")?;
    members(&compared.answers, 0..compared.answers.len(), pieces)?;
    pieces.push(&format!("],\"file\":{file},\"holds\":{holds},\"line\":{}", asked.line))?;
    if !holds {
        pieces.push(",\"missing\":[")?;
        for (number, bindings) in compared.missing.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let members = bindings.iter().map(|(variable, value)| (variable.clone(), json!(value)));
            let members: serde_json::Map<_, _> = members.collect();
            pieces.push(&format!("{comma}{}", json!(members)))?;
        }
        pieces.push("]")?;
    }
    pieces.push(&format!(",\"question\":{question}"))?;
    if !holds {
        pieces.push(",\"unexpected\":[")?;
        members(&compared.answers, compared.unexpected(), pieces)?;
        pieces.push("]")?;
    }
    pieces.push("}\n")
}

/// Writes answers as JSON objects, separated by commas.
fn members(
    answers: &Answers,
    places: impl Iterator<Item = usize>,
    pieces: &mut Pieces<'_>,
) -> Result<(), Failure> {
    for (number, at) in places.enumerate() {
        let comma = if number == 0 { "" } else { "," };
        pieces.push(&format!("{comma}{}", answers.member(at)))?;
    }
    Ok(())
}
