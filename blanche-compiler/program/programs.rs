//! Reads the programs that the user wants to run, and reports why they cannot run.

use std::collections::HashSet;
use std::path::PathBuf;

use blanche_compiler::diagnostic::{Diagnostic, Severity};
use blanche_compiler::markup;
use blanche_compiler::paths::Programs;
use blanche_compiler::plan::Plan;
use blanche_compiler::spelling::list;
use blanche_compiler::{Checked, has_errors};

use crate::terminal::Terminal;
use crate::{Failure, Reading};

/// Reads the programs that a path selects for running. If the path is a folder, only its bases are selected.
pub(crate) fn runnable(reading: &Reading, path: &PathBuf, terminal: &Terminal) -> Result<Programs, Failure> {
    let mut programs = reading.programs(std::slice::from_ref(path), terminal)?;
    if path.is_dir() {
        programs.members.retain(|member| member.is_base);
        if programs.members.is_empty() {
            return Err(Failure::Use(format!(
                "there is no knowledge base in `{}`: none of its files begins with `base NAME`; to use a \
                 file that is a program of its own, name the file",
                markup::of_path(path)
            )));
        }
    }
    Ok(programs)
}

/// The single program that a path selects, for a query or a conversation.
pub(crate) fn only_program(
    reading: &Reading,
    path: &PathBuf,
    terminal: &Terminal,
) -> Result<Programs, Failure> {
    let programs = runnable(reading, path, terminal)?;
    if programs.members.len() > 1 {
        let names: Vec<&str> = programs.members.iter().map(|member| programs.name(member)).collect();
        let which = list(&names, "or");
        return Err(Failure::Use(format!(
            "`{}` belongs to several programs; name one of them: {which}",
            markup::of_path(path)
        )));
    }
    Ok(programs)
}

/// Reads and checks the programs that a path selects for running. `None` if one of them has errors; the errors have
/// then been reported.
pub(crate) fn sound(
    reading: &Reading,
    path: &PathBuf,
    terminal: &Terminal,
) -> Result<Option<(Programs, Vec<Checked>)>, Failure> {
    let programs = runnable(reading, path, terminal)?;
    let checked = programs.check();
    if checked.iter().any(|checked| has_errors(&checked.diagnostics)) {
        complain(&programs, &checked, terminal);
        return Ok(None);
    }
    Ok(Some((programs, checked)))
}

/// The plans of programs that have no errors. `None` if planning one of them takes too many steps; this has then been
/// reported.
pub(crate) fn planned(programs: &Programs, checked: &[Checked], terminal: &Terminal) -> Option<Vec<Plan>> {
    let (mut plans, mut found) = (Vec::new(), Vec::new());
    for checked in checked {
        match checked.plan() {
            Ok(plan) => plans.push(plan),
            Err(message) => found.push(*message),
        }
    }
    if found.is_empty() {
        return Some(plans);
    }
    // A problem in a file that several programs share is reported only once.
    let mut said = HashSet::new();
    found.retain(|message| said.insert(message.clone()));
    terminal.complain(&programs.project.sources, &found);
    None
}

/// Reports all errors of the programs, in any file, and the warnings about the files that the user named.
pub(crate) fn complain(programs: &Programs, checked: &[Checked], terminal: &Terminal) {
    let mut found = blanche_compiler::together(checked);
    let is_own = |message: &Diagnostic| programs.is_own(message.label.span.file);
    found.retain(|message| message.severity == Severity::Error || is_own(message));
    terminal.complain(&programs.project.sources, &found);
}
