//! Tests with programs that have typical errors, in `mistakes/`. The first message points to the cause, and there is
//! one message for each error.
//!
//! Each program starts with a description of the error and the expected messages:
//!
//! ```text
//! % mistake: a comma is forgotten between two literals
//! % says: B0101 ``
//! ```
//!
//! Each `says` line stands for a message. It has the code of the message, and the labelled text (empty if something is
//! missing). A program without such a line is valid, even if it looks doubtful.

use std::path::{Path, PathBuf};

use blanche_compiler::check_program;
use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::files::Sources;
use blanche_compiler::paths::Programs;
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::report::{Style, render};
use blanche_compiler::service::fixes::{self, trial};

use crate::snapshot_folders;

/// A program of the corpus.
struct Mistake {
    name: String,
    /// The description of the error.
    words: String,
    /// The expected messages: code and labelled text.
    says: Vec<String>,
    text: String,
}

fn folder() -> PathBuf {
    crate::crate_folder().join("tests/mistakes")
}

/// The programs, by name.
fn mistakes() -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = rules_in(&folder())
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let told = |word: &str| -> Vec<String> {
                let lines = text.trim_start_matches('\u{FEFF}').lines();
                lines.filter_map(|line| line.strip_prefix(word)).map(str::to_owned).collect()
            };
            let [words]: [String; 1] =
                told("% mistake: ").try_into().unwrap_or_else(|_| panic!("{name} says what went wrong"));
            Mistake { says: told("% says: "), words, name, text }
        })
        .collect();
    mistakes.sort_by(|a, b| a.name.cmp(&b.name));
    mistakes
}

pub(crate) fn rules_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read").flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "blanche"))
}

/// The sources and diagnostics of a program, which may use the files in `mistakes/line/`.
pub(crate) fn checked(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let (programs, found) = program_and_messages(name, text);
    let mut found = trial::offered(&programs, found);
    found.sort_by_key(|message| (message.label.span, message.code));
    (programs.project.sources, found)
}

/// The program, and its diagnostics before fixes are tried.
fn program_and_messages(name: &str, text: &str) -> (Programs, Vec<Diagnostic>) {
    let of_line = rules_in(&folder().join("line")).map(|path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        (format!("line/{name}"), std::fs::read(&path).expect("it can be read"))
    });
    let search_path = SearchPath { texts: of_line.collect(), ..SearchPath::default() };
    let mut project = Project::default();
    let root = project.add(&format!("{name}.blanche"), text.as_bytes());
    let files = project.program(root, &search_path);
    let found = check_program(&project, &files, None).diagnostics;
    (Programs::of_project(project, files), found)
}

/// A message as text: its code, and the labelled text in backticks.
pub(crate) fn code_and_text(sources: &Sources, message: &Diagnostic) -> String {
    let labelled = sources.text(message.label.span).replace("\r\n", "\n").replace('\n', "⏎");
    format!("{} `{labelled}`", message.code)
}

/// The text after all fixes that can be applied together have been applied, repeatedly.
fn fixed(name: &str, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..20 {
        let (programs, found) = program_and_messages(name, &text);
        let (root, _) = programs.project.sources.iter().next().expect("the program is the first source");
        let chosen = trial::chosen(&programs, &found, fixes::all_in_file(&found, root));
        if chosen.is_empty() {
            return text;
        }
        text = fixes::edited(&text, &fixes::edits(&chosen, root));
    }
    panic!("{name}: fixes call for fixes for ever:\n{text}")
}

#[test]
fn every_mistake_is_reported_once_at_its_cause() {
    let mut wrong = String::new();
    for mistake in mistakes() {
        let (sources, found) = checked(&mistake.name, &mistake.text);
        let heard: Vec<String> = found.iter().map(|message| code_and_text(&sources, message)).collect();
        if heard != mistake.says {
            wrong += &format!("{} ({})\n  expected {:?}\n", mistake.name, mistake.words, mistake.says);
            wrong += &format!("  said     {heard:?}\n{}\n", render(&sources, &found, Style::PLAIN));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_message_fits_in_a_terminal() {
    let mut wide = String::new();
    for mistake in mistakes() {
        let (sources, found) = checked(&mistake.name, &mistake.text);
        for columns in [80, 100] {
            let drawn = render(&sources, &found, Style { columns: Some(columns), ..Style::PLAIN });
            let lines = drawn.lines().filter(|line| line.chars().count() > columns);
            lines.for_each(|line| wide += &format!("{}, {columns}: {line}\n", mistake.name));
        }
    }
    assert!(wide.is_empty(), "{wide}");
}

#[test]
fn a_fix_removes_its_mistake_and_causes_no_other() {
    for mistake in mistakes() {
        let (sources, found) = checked(&mistake.name, &mistake.text);
        let (root, _) = sources.iter().next().expect("the program is the first source");
        // A byte-order mark is not part of the text.
        let text = sources.file(root).text().to_owned();
        let fixable = found.iter().filter(|message| message.has_plain_fix()).count();
        let fixed = fixed(&mistake.name, &text);
        let (_, left) = checked(&mistake.name, &fixed);
        let errors =
            |found: &[Diagnostic]| found.iter().filter(|message| message.severity == Severity::Error).count();
        assert!(left.len() + fixable <= found.len(), "{}: the fix brought others:\n{fixed}", mistake.name);
        assert!(errors(&left) <= errors(&found), "{}", mistake.name);
    }
}

#[test]
fn removals_on_demand_leave_fewer_messages_and_no_errors() {
    let mut taken = 0;
    for mistake in mistakes() {
        let (sources, found) = checked(&mistake.name, &mistake.text);
        let (root, _) = sources.iter().next().expect("the program is the first source");
        let text = sources.file(root).text().to_owned();
        let on_demand = found
            .iter()
            .filter(|one| one.label.span.file == root && one.fix.is_some() && !one.has_plain_fix());
        for message in on_demand {
            let edits = fixes::edits(&[message], root);
            let (sources, left) = checked(&mistake.name, &fixes::edited(&text, &edits));
            let said: Vec<String> = left.iter().map(|message| code_and_text(&sources, message)).collect();
            assert!(left.len() < found.len() || message.code == Code::Unused, "{}: {said:?}", mistake.name);
            let errors =
                |all: &[Diagnostic]| all.iter().filter(|one| one.severity == Severity::Error).count();
            assert!(errors(&left) <= errors(&found), "{}: {said:?}", mistake.name);
            taken += 1;
        }
    }
    assert!(taken >= 4, "{taken} were taken out");
}

#[test]
fn the_table_of_all_mistakes_matches_its_snapshot() {
    let mistakes = mistakes();
    assert!(mistakes.len() >= 60, "{} mistakes", mistakes.len());
    let mut rows = String::new();
    let (mut first, mut one_each) = (0, 0);
    for mistake in &mistakes {
        let (sources, found) = checked(&mistake.name, &mistake.text);
        let heard: Vec<String> = found.iter().map(|message| code_and_text(&sources, message)).collect();
        first += usize::from(heard.first() == mistake.says.first());
        one_each += usize::from(heard.len() <= mistake.says.len());
        rows += &format!("{}: {}\n", mistake.name, mistake.words);
        for message in &found {
            let fix = message.fix.as_ref().map(|fix| format!("; {}", fix.title)).unwrap_or_default();
            let advice = message.hints.first().filter(|_| message.fix.is_none());
            let advice = advice.map(|hint| format!("; {}", hint.replace('\n', " "))).unwrap_or_default();
            rows += &format!(
                "    {}: {}, {}{fix}{advice}\n",
                code_and_text(&sources, message),
                message.title,
                message.label.text
            );
        }
        if found.is_empty() {
            rows += "    nothing is said\n";
        }
    }
    let text = format!(
        "{} programs with mistakes: {first} with the code of the cause first, {one_each} with one message for each \
         mistake\n\n{rows}",
        mistakes.len()
    );
    snapshot_folders::settings("diagnostics").bind(|| insta::assert_snapshot!("mistakes".to_owned(), text));
}
