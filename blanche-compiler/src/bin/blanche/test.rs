//! `blanche test`: asks what the comments of rule files ask, and compares the answers with those below.

use std::collections::BTreeMap;
use std::path::PathBuf;

use blanche_compiler::diagnostic::{Diagnostic, Edit, Severity};
use blanche_compiler::expect::{self, Bindings, Difference, Expectation};
use blanche_compiler::files::FileId;
use blanche_compiler::paths::{Member, Programs};
use blanche_compiler::runtime::Limits;
use blanche_compiler::service::fixes;
use blanche_compiler::{has_errors, report, syntax};
use clap::Args;
use serde_json::{Value, json};

use crate::check::Format;
use crate::query::{LimitArguments, Refusal, ask};
use crate::terminal::{Terminal, count};
use crate::{Failure, Outcome, Reading, fix};

/// Ask what rule files expect of themselves
///
/// In a comment, `%?` asks a sentence, and the lines with `%=` below it are the answers that are expected, each once
/// and in any order: the values of the named variables, `yes`, or `no`. Facts must stand in the text; what a host
/// answers, the game program tests.
///
///   %? grandparent(X, Z)
///   %= X = jan, Z = anna
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:\n  blanche test family.blanche\n  blanche test --update family.blanche"
)]
pub(crate) struct Test {
    /// Rule files, and folders of them
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Write the answers as they are now below the questions
    #[arg(long)]
    update: bool,
    /// For people, or a JSON object per question and line
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    reading: Reading,
}

/// What became of a question.
enum Verdict {
    Holds,
    Differs(Difference),
    /// It cannot be asked, and this is why.
    Refused(Vec<Diagnostic>, String),
}

/// A question that was asked.
struct Asked {
    file: String,
    line: usize,
    question: String,
    verdict: Verdict,
    /// What it answers now.
    answers: Vec<Bindings>,
}

/// A value as text takes about so many times its room.
const AS_TEXT: u64 = 32;

impl Test {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let mut programs = self.reading.programs(&self.paths)?;
        let checked = programs.check();
        let mut found = programs.diagnostics(&checked);
        // A program that cannot run answers nothing, whatever file its mistakes are in.
        let mut others = blanche_compiler::together(&checked);
        others.retain(|message| !found.contains(message));
        found.extend(others);
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
            found.retain(|message| message.severity == Severity::Error);
            terminal.complain(&programs.project.sources, &found);
            return Ok(Outcome::Mistakes);
        }
        let mut asked = Vec::new();
        let mut edits: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
        for (member, file, expected) in &expectations {
            for expectation in expected {
                let one = self.ask(&mut programs, member, expectation);
                if self.update && matches!(one.verdict, Verdict::Differs(_)) {
                    edits.entry(*file).or_default().push(edit(&programs, expectation, &one.answers));
                }
                asked.push(one);
            }
        }
        for (file, edits) in &edits {
            let source = programs.project.sources.file(*file);
            let at = programs.project.index(*file).expect("a file of a program");
            if let Some(place) = programs.project.place(at) {
                fix::rewrite(place, &fixes::edited(source.text(), edits))?;
            }
        }
        let text = match self.format {
            Format::Text => self.told(&programs, &asked, expectations.len(), terminal),
            Format::Json => asked.iter().map(|one| format!("{}\n", object(one))).collect(),
        };
        terminal.print(&text)?;
        let fails = |one: &&Asked| match one.verdict {
            Verdict::Holds => false,
            Verdict::Differs(_) => !self.update,
            Verdict::Refused(..) => true,
        };
        Ok(if asked.iter().any(|one| fails(&one)) { Outcome::Mistakes } else { Outcome::Fine })
    }

    fn ask(&self, programs: &mut Programs, member: &Member, expectation: &Expectation) -> Asked {
        let sources = &programs.project.sources;
        let place = expectation.question;
        let (name, line) = (sources.file(place.file).name().to_owned(), sources.position(place).line);
        let question = sources.text(place).to_owned();
        let mut asked =
            Asked { file: name.clone(), line, question, verdict: Verdict::Holds, answers: Vec::new() };
        // A text with nothing but the sentence, at its place: messages about it show the line in the file.
        let text = sources.file(place.file).text();
        let blank =
            |text: &str| -> String { text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect() };
        let alone = format!("{}{}", blank(&text[..place.range().start]), &text[place.range()]);
        let query = programs.project.sources.add(name, alone.as_bytes());
        let (sentence, mut found) = syntax::parse_sentence(&programs.project.sources, query);
        if !has_errors(&found) {
            let checked = programs.ask(member, &sentence);
            found.extend(checked.diagnostics.iter().cloned());
            found.retain(|one| one.severity == Severity::Error);
            if found.is_empty() {
                let limits = self.limits.limits();
                // As text the answers take many times the room.
                match ask(Limits { memory: limits.memory / AS_TEXT, ..limits }, &checked, query) {
                    Ok(answers) => {
                        let bind = |row: Vec<String>| -> Bindings {
                            answers.variables.iter().cloned().zip(row).collect()
                        };
                        asked.answers = answers.rows().map(bind).collect();
                        let difference = Difference::between(&expectation.answers, &asked.answers);
                        asked.verdict = difference.map_or(Verdict::Holds, Verdict::Differs);
                    }
                    Err(Refusal::Given(message)) => {
                        asked.verdict = Verdict::Refused(vec![*message], "it was given up".to_owned());
                    }
                    Err(Refusal::NoHost(_) | Refusal::Numbered(_)) => {
                        let why = "it leans on what a host answers; the game program asks it";
                        asked.verdict = Verdict::Refused(Vec::new(), why.to_owned());
                    }
                }
                return asked;
            }
        }
        asked.verdict = Verdict::Refused(found, "it cannot be asked".to_owned());
        asked
    }

    /// What failed and how, and how many hold.
    fn told(&self, programs: &Programs, asked: &[Asked], files: usize, terminal: &Terminal) -> String {
        let mut text = String::new();
        for one in asked {
            let head =
                format!("{}:{}: {}\n", one.file, one.line, terminal.bold(&report::plain(&one.question)));
            match &one.verdict {
                Verdict::Holds => {}
                Verdict::Differs(difference) => {
                    text.push_str(&head);
                    let (missing, unexpected) =
                        if self.update { ("was", "is now") } else { ("expected", "got") };
                    let shown = |all: &[Bindings]| -> Vec<String> {
                        if all.is_empty() { Vec::new() } else { all.iter().map(expect::written).collect() }
                    };
                    let (mut out, mut new) = (shown(&difference.missing), shown(&difference.unexpected));
                    // `no` is said where one side has no answer at all.
                    if one.answers.is_empty() {
                        new.push("no".to_owned());
                    } else if one.answers.len() == difference.unexpected.len() && out.is_empty() {
                        out.push("no".to_owned());
                    }
                    for (sign, word, ansi, lines) in [("-", missing, "31", out), ("+", unexpected, "32", new)]
                    {
                        for line in lines {
                            let line = format!("{sign} {}", report::plain(&line));
                            text.push_str(&format!("    {word:<9}{}\n", terminal.tinted(&line, ansi)));
                        }
                    }
                    text.push('\n');
                }
                Verdict::Refused(found, why) => {
                    text.push_str(&format!("{head}    {why}\n"));
                    text.push_str(&terminal.shown(&programs.project.sources, found));
                    text.push('\n');
                }
            }
        }
        let number = |wanted: fn(&Verdict) -> bool| asked.iter().filter(|one| wanted(&one.verdict)).count();
        let holds = number(|verdict| matches!(verdict, Verdict::Holds));
        let differs = number(|verdict| matches!(verdict, Verdict::Differs(_)));
        let refused = number(|verdict| matches!(verdict, Verdict::Refused(..)));
        let mut parts = vec![format!("{holds} hold")];
        if differs > 0 {
            parts.push(format!("{differs} {}", if self.update { "updated" } else { "failed" }));
        }
        if refused > 0 {
            parts.push(format!("{refused} could not be asked"));
        }
        let all = format!("{} in {}", count(asked.len(), "expectation"), count(files, "file"));
        text.push_str(&format!("{all}: {}\n", parts.join(", ")));
        text
    }
}

/// What makes an expectation right: the lines of its answers, indented as the question is.
fn edit(programs: &Programs, expectation: &Expectation, answers: &[Bindings]) -> Edit {
    let sources = &programs.project.sources;
    let place = sources.position(expectation.question);
    let line = sources.file(expectation.question.file).line(place.line);
    let indent = &line[..line.len() - line.trim_start().len()];
    let lines = expect::lines(answers).replace('\n', &format!("\n{indent}"));
    Edit { span: expectation.lines, text: format!("\n{indent}{lines}") }
}

fn object(asked: &Asked) -> Value {
    let rows = |all: &[Bindings]| -> Vec<Value> {
        let object = |row: &Bindings| -> Value {
            row.iter().map(|(variable, value)| (variable.clone(), Value::from(value.clone()))).collect()
        };
        all.iter().map(object).collect()
    };
    let mut object = json!({
        "file": asked.file, "line": asked.line, "question": asked.question,
        "holds": matches!(asked.verdict, Verdict::Holds), "answers": rows(&asked.answers),
    });
    match &asked.verdict {
        Verdict::Holds => {}
        Verdict::Differs(difference) => {
            object["missing"] = rows(&difference.missing).into();
            object["unexpected"] = rows(&difference.unexpected).into();
        }
        Verdict::Refused(found, why) => {
            let titles: Vec<&str> = found.iter().map(|message| message.title.as_str()).collect();
            object["refused"] = json!({ "why": why, "problems": titles });
        }
    }
    object
}
