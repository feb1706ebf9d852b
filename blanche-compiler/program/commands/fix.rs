//! `blanche fix`: applies the fixes that diagnostics offer.
//!
//! A fix may uncover further problems. So the programs are checked again after fixes have been applied, until no
//! automatic fix is left. Files are written at the end, each of them atomically.

use std::path::{Path, PathBuf};

use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::files::{self, Texts};
use blanche_compiler::service::fixes::repair::{self, Done, End, NotApplied, Repaired};
use blanche_compiler::{has_errors, markup, report};
use blanche_sorted::SortedSet;
use clap::Args;
use serde_json::{Value, json};

use crate::commands::check::Format;
use crate::terminal::{Terminal, count};
use crate::{CommandOutcome, Failure, Reading, changeable, diff, fmt};

/// Fix what can be fixed automatically in rule files
///
/// Makes the fixes that `blanche check` offers until there are no more, and lists them. Each is tried in memory
/// first: a fix that causes new errors is not made. Fixes that remove a clause, a rule or a literal, fixes that may
/// change the answers of a program without errors, and fixes of a line with only a name are made only if their code
/// is named with `--only`. Files are changed in place; `--dry-run` shows the changes without making them. Review the
/// changes: an unknown name is replaced by one that looks like it.
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
    /// Text for people, or a JSON object for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

fn code(text: &str) -> Result<Code, String> {
    Code::from_number(text).ok_or_else(|| super::explain::no_code(text, "codes look like B0101"))
}

impl Fix {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let files = changeable(&self.paths, terminal)?;
        let read = |texts: Texts| self.reading.programs_of(&files, texts);
        let mut repaired = repair::repair(read, |message| self.wants(message))?;
        if !self.dry_run {
            write(&mut repaired, terminal);
        }
        match self.format {
            Format::Text => terminal.print(&self.told(&repaired, terminal))?,
            Format::Json => terminal.print(&format!("{}\n", object(&repaired)))?,
        }
        Ok(if has_errors(&repaired.left) { CommandOutcome::Mistakes } else { CommandOutcome::Fine })
    }

    /// Whether to apply the fix of a diagnostic. A fix that is made only on demand is applied only if the user names
    /// its code.
    fn wants(&self, message: &Diagnostic) -> bool {
        let Some(fix) = &message.fix else { return false };
        if self.only.is_empty() { !fix.on_demand } else { self.only.contains(&message.code) }
    }

    /// A summary of the fixes that were applied and of the problems that are left.
    fn told(&self, repaired: &Repaired, terminal: &Terminal) -> String {
        let mut text = String::new();
        for done in &repaired.done {
            let place = format!("{}:{}:{}", markup::shown(&done.file), done.line, done.column);
            let title = report::plain(title(done)).replace('\n', " ");
            text.push_str(&format!("{place}: {}: {title}\n", terminal.bold(done.message.code.number())));
        }
        if self.dry_run {
            for changed in repaired.changed.values() {
                let lines = diff::lines(&changed.old, &changed.new, terminal);
                text.push_str(&format!("\n{}\n{lines}", terminal.bold(&markup::shown(&changed.name))));
            }
        }
        if !text.is_empty() {
            text.push('\n');
        }
        for (name, why) in &repaired.kept {
            text.push_str(&format!("{} is left as it is: {}\n", markup::shown(name), reason(*why)));
        }
        match repaired.end {
            End::Done => {}
            End::Circle => text.push_str("the remaining fixes undo each other, so they are not made\n"),
            End::Rounds => text.push_str(&format!(
                "stopped after {} rounds of fixes; run `blanche fix` again to continue\n",
                repair::MAX_ROUNDS
            )),
        }
        let (fixes, files) = (count(repaired.done.len(), "fix"), count(repaired.changed.len(), "file"));
        let fixes = if repaired.done.len() == 1 { fixes } else { fixes.replace("fixs", "fixes") };
        let is_unwritten = repaired.kept.values().any(|why| *why == NotApplied::Unwritten);
        let would = if self.dry_run { "would be " } else { "" };
        match (repaired.done.is_empty(), report::summary(&repaired.left)) {
            (true, _) if is_unwritten => {}
            (false, _) if is_unwritten => text.push_str(&format!("{fixes} made in {files}\n")),
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

/// Writes the changed files. If a file cannot be written, the error is reported, and the fixes of this file count as
/// not applied.
fn write(repaired: &mut Repaired, terminal: &Terminal) {
    let mut unwritten = SortedSet::new();
    repaired.changed.retain(|place, changed| match rewrite(place, &changed.old, &changed.new) {
        Ok(()) => true,
        Err(failure) => {
            terminal.report_failure(&failure);
            unwritten.insert(changed.name.clone());
            false
        }
    });
    repaired.done.retain(|done| !unwritten.contains(&done.file));
    repaired.kept.extend(unwritten.into_iter().map(|name| (name, NotApplied::Unwritten)));
}

/// Replaces the text of a file, unless the file has changed since it was read as `old`. The texts do not include a
/// byte-order mark. If the file has one, it is kept.
pub(crate) fn rewrite(place: &Path, old: &str, new: &str) -> Result<(), Failure> {
    let bytes = files::read(place).map_err(|error| Failure::machine(place, "read", &error))?;
    let mark = if bytes.starts_with(b"\xEF\xBB\xBF") { "\u{FEFF}" } else { "" };
    fmt::rewrite(place, format!("{mark}{old}").as_bytes(), &format!("{mark}{new}"))
}

/// The reason, as text, why the fixes of a file are not applied.
fn reason(kept: NotApplied) -> &'static str {
    match kept {
        NotApplied::Unnamed => "name it, or its folder, to change it too",
        NotApplied::BuiltIn => "it is built in",
        NotApplied::BadBytes => "it has bytes that are not UTF-8",
        NotApplied::Unwritten => "it cannot be written",
    }
}

/// The description of a fix.
fn title(done: &Done) -> &str {
    done.message.fix.as_ref().map_or("", |fix| &fix.title)
}

fn object(repaired: &Repaired) -> Value {
    let done: Vec<Value> = repaired
        .done
        .iter()
        .map(|done| {
            json!({ "file": done.file, "line": done.line, "column": done.column, "code": done.message.code.number(),
                    "fix": title(done) })
        })
        .collect();
    let left: Value = serde_json::from_str(&report::json(&repaired.programs.project.sources, &repaired.left))
        .unwrap_or_default();
    let errors = repaired.left.iter().filter(|message| message.severity == Severity::Error).count();
    let files: Vec<&str> = repaired.changed.values().map(|changed| changed.name.as_str()).collect();
    let kept = repaired.kept.iter().map(|(name, why)| json!({ "file": name, "reason": reason(*why) }));
    let kept: Vec<Value> = kept.collect();
    json!({ "fixes": done, "files": files, "kept": kept, "errors_left": errors, "left": left })
}
