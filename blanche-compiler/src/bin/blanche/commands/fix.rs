//! `blanche fix`: does what the messages offer to do.
//!
//! A fix may uncover what could not be seen before it, so the programs are read again with the fixes made, and again,
//! until nothing is left that a machine can fix. Files are written at the end, each at once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::files::{self, FileId, Texts};
use blanche_compiler::paths::Programs;
use blanche_compiler::service::fixes;
use blanche_compiler::{has_errors, report};
use clap::Args;
use serde_json::{Value, json};

use crate::commands::check::Format;
use crate::terminal::{Terminal, count};
use crate::{Failure, Outcome, Reading, changeable, diff, fmt};

/// Fix what can be fixed automatically in rule files
///
/// Makes the fixes that `blanche check` offers, those of warnings and hints too, until there are no more, and says
/// what it did. Clauses, rules and literals that can be taken out without changing an answer are taken out only when
/// their code is named with `--only`. Files are changed in place; `--dry-run` shows what would become of them. Read what it did: a name
/// that looks like another one is taken for it.
#[derive(Args)]
#[command(after_help = "Examples:\n  blanche fix my-rules/\n  blanche fix --dry-run draft.blanche\n  \
                        blanche fix --only B0101 --only B0005 draft.blanche")]
pub(crate) struct Fix {
    /// Rule files, and folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing: show what would change
    #[arg(long)]
    dry_run: bool,
    /// Only the fixes of messages with this code; may be given several times
    #[arg(long, value_name = "CODE", value_parser = code)]
    only: Vec<Code>,
    /// Drawn for people, or a JSON object for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

fn code(text: &str) -> Result<Code, String> {
    Code::from_number(text).ok_or_else(|| super::explain::no_code(text, "codes look like B0101"))
}

/// Fixes uncover others; more often than this they only undo each other.
const MOST_ROUNDS: usize = 20;

/// A fix that was made.
struct Done {
    file: String,
    line: usize,
    column: usize,
    code: Code,
    title: String,
}

/// What came of it.
struct Fixed {
    done: Vec<Done>,
    /// The files that are another text now, as they are called, with the old text and the new one.
    texts: BTreeMap<PathBuf, Changed>,
    /// The programs after the last fix, and what is to be said of them still.
    programs: Programs,
    left: Vec<Diagnostic>,
    /// Files with fixes that were not made, because they cannot be written as they were read.
    kept: BTreeSet<String>,
}

struct Changed {
    name: String,
    old: String,
    new: String,
}

impl Fix {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let fixed = self.fix_in_memory(terminal)?;
        if !self.dry_run {
            for (place, changed) in &fixed.texts {
                rewrite(place, &changed.old, &changed.new)?;
            }
        }
        match self.format {
            Format::Text => terminal.print(&self.told(&fixed, terminal))?,
            Format::Json => terminal.print(&format!("{}\n", object(&fixed)))?,
        }
        Ok(if has_errors(&fixed.left) { Outcome::Mistakes } else { Outcome::Fine })
    }

    /// Makes fixes, round after round, in memory.
    fn fix_in_memory(&self, terminal: &Terminal) -> Result<Fixed, Failure> {
        let files = changeable(&self.paths, terminal)?;
        let mut texts = Texts::default();
        let mut changes: BTreeMap<PathBuf, Changed> = BTreeMap::new();
        let mut done = Vec::new();
        for round in 0.. {
            let programs = self.reading.programs_of(&files, &self.paths, texts.clone())?;
            let mut found = programs.diagnostics(&programs.check());
            found.sort_by_key(|message| (message.label.span, message.code));
            let offered = found.iter().filter(|message| self.wants(message));
            let (can, cannot): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
                offered.partition(|message| can_be_made(&programs, message));
            let chosen = fixes::together(can);
            if chosen.is_empty() || round == MOST_ROUNDS {
                let sources = &programs.project.sources;
                let kept =
                    cannot.iter().map(|one| sources.file(one.label.span.file).name().to_owned()).collect();
                changes.retain(|_, changed| changed.old != changed.new);
                return Ok(Fixed { done, texts: changes, left: found, kept, programs });
            }
            done.extend(chosen.iter().map(|message| Done::of(&programs, message)));
            for (id, file) in programs.project.sources.iter() {
                let edits = fixes::edits(&chosen, id);
                let Some(place) = place(&programs, id).filter(|_| !edits.is_empty()) else { continue };
                let new = fixes::edited(file.text(), &edits);
                texts.put(&place, new.clone());
                let changed = changes.entry(place).or_insert_with(|| Changed {
                    name: file.name().to_owned(),
                    old: file.text().to_owned(),
                    new: String::new(),
                });
                changed.new = new;
            }
        }
        unreachable!("the last round ends it")
    }

    /// What only takes something away is done for whoever names its code.
    fn wants(&self, message: &Diagnostic) -> bool {
        let Some(fix) = &message.fix else { return false };
        if self.only.is_empty() { !fix.on_demand } else { self.only.contains(&message.code) }
    }

    /// What was done, and what is left to do, in words.
    fn told(&self, fixed: &Fixed, terminal: &Terminal) -> String {
        let mut text = String::new();
        for done in &fixed.done {
            let place = format!("{}:{}:{}", done.file, done.line, done.column);
            let title = report::plain(&done.title).replace('\n', " ");
            text.push_str(&format!("{place}: {}: {title}\n", terminal.bold(done.code.number())));
        }
        if self.dry_run {
            for changed in fixed.texts.values() {
                let lines = diff::lines(&changed.old, &changed.new, terminal);
                text.push_str(&format!("\n{}\n{lines}", terminal.bold(&changed.name)));
            }
        }
        if !text.is_empty() {
            text.push('\n');
        }
        for name in &fixed.kept {
            text.push_str(&format!("{name} is left as it is: it has bytes that are no UTF-8\n"));
        }
        let (fixes, files) = (count(fixed.done.len(), "fix"), count(fixed.texts.len(), "file"));
        let fixes = if fixed.done.len() == 1 { fixes } else { fixes.replace("fixs", "fixes") };
        let would = if self.dry_run { "would be " } else { "" };
        match (fixed.done.is_empty(), report::summary(&fixed.left)) {
            (true, None) => {}
            (true, Some(left)) => {
                text.push_str(&format!("nothing to fix; {left}: `blanche check` shows more\n"))
            }
            (false, None) => text.push_str(&format!("{fixes} {would}made in {files}; nothing is left\n")),
            (false, Some(left)) => {
                text.push_str(&format!("{fixes} {would}made in {files}; left: {left}\n"));
            }
        }
        text
    }
}

impl Done {
    fn of(programs: &Programs, message: &Diagnostic) -> Done {
        let sources = &programs.project.sources;
        let span = message.label.span;
        let place = sources.position(span);
        Done {
            file: sources.file(span.file).name().to_owned(),
            line: place.line,
            column: place.column,
            code: message.code,
            title: message.fix.as_ref().map(|fix| fix.title.clone()).unwrap_or_default(),
        }
    }
}

/// Writes another text into a file that was read as the old one, and refuses where it holds another now. A mark in front of the
/// text is no part of it, and stays.
pub(crate) fn rewrite(place: &Path, old: &str, new: &str) -> Result<(), Failure> {
    let bytes = files::read(place).map_err(|error| Failure::machine(place, "read", &error))?;
    let mark = if bytes.starts_with(b"\xEF\xBB\xBF") { "\u{FEFF}" } else { "" };
    fmt::rewrite(place, format!("{mark}{old}").as_bytes(), &format!("{mark}{new}"))
}

/// Where a file is on this machine.
fn place(programs: &Programs, file: FileId) -> Option<PathBuf> {
    let at = programs.project.index(file)?;
    programs.project.place(at).map(PathBuf::from)
}

/// Whether all that a fix changes is the author's own, is a file, and can be written as it was read.
fn can_be_made(programs: &Programs, message: &Diagnostic) -> bool {
    let fix = message.fix.as_ref().expect("a message with a fix");
    fix.edits.iter().all(|edit| {
        let file = edit.span.file;
        programs.is_own(file)
            && place(programs, file).is_some()
            && programs.project.sources.file(file).bad_bytes().is_empty()
    })
}

fn object(fixed: &Fixed) -> Value {
    let done: Vec<Value> = fixed
        .done
        .iter()
        .map(|done| {
            json!({ "file": done.file, "line": done.line, "column": done.column, "code": done.code.number(),
                    "fix": done.title })
        })
        .collect();
    let left: Value =
        serde_json::from_str(&report::json(&fixed.programs.project.sources, &fixed.left)).unwrap_or_default();
    let errors = fixed.left.iter().filter(|message| message.severity == Severity::Error).count();
    let files: Vec<&str> = fixed.texts.values().map(|changed| changed.name.as_str()).collect();
    json!({ "fixes": done, "files": files, "errors_left": errors, "left": left })
}
