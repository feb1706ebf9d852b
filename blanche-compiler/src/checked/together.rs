//! What is to be said of several programs together: each thing once.

use std::collections::HashSet;

use super::Checked;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::FileId;
use crate::library;

/// What is to be said of several programs together. A problem of a file that they share is said once; that
/// nobody uses something is said only where no program does.
pub fn together<'a>(programs: impl IntoIterator<Item = &'a Checked>) -> Vec<Diagnostic> {
    together_where(programs, |_| true)
}

/// The same, of the messages that concern somebody.
pub fn together_where<'a>(
    programs: impl IntoIterator<Item = &'a Checked>,
    concerns: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let programs: Vec<&Checked> = programs.into_iter().collect();
    let said: Vec<HashSet<&Diagnostic>> =
        programs.iter().map(|program| program.diagnostics.iter().collect()).collect();
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut seen: HashSet<&Diagnostic> = HashSet::new();
    for message in programs.iter().flat_map(|program| &program.diagnostics) {
        if !concerns(message) || !seen.insert(message) {
            continue;
        }
        let lacks = matches!(message.code, Code::Unused | Code::UnusedAllow);
        let everywhere = programs
            .iter()
            .zip(&said)
            .filter(|(program, _)| program.files.contains(&message.label.span.file))
            .all(|(_, said)| said.contains(message));
        if !lacks || everywhere {
            found.push(message.clone());
        }
    }
    // A file that a broken line was to name stands alone, and lacks the rules of those that should use it with
    // others. The broken line is the mistake, as long as it is among what is said.
    let lost = |message: &Diagnostic| {
        message.severity == Severity::Error
            && message.code != Code::AskedRuleMissing
            && programs
                .iter()
                .any(|program| program.lacks_files && program.files.last() == Some(&message.label.span.file))
    };
    if found.iter().any(lost) {
        let of_bases: HashSet<&Diagnostic> = programs
            .iter()
            .filter(|program| program.resolved.program.base.is_some())
            .flat_map(|program| &program.diagnostics)
            .collect();
        found.retain(|message| message.code != Code::AskedRuleMissing || of_bases.contains(message));
    }
    let program_of = |file: FileId| programs.iter().position(|program| program.files.contains(&file));
    library::tell_places_once(&mut found, |file| program_of(file).unwrap_or(0));
    found
}
