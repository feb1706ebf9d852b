//! Files that several programs share: each program reports what it finds in them.

use std::collections::HashSet;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;

/// The messages of the programs, without duplicates. Only messages for which `concerns` is true are kept. A message
/// that something is unused is kept only if all programs that contain the file report it. The same applies to a message
/// that something is redundant, because removing it from a shared file affects all programs.
pub(super) fn apply(programs: &[Finding<'_>], concerns: impl Fn(&Diagnostic) -> bool) -> Vec<Diagnostic> {
    let said: Vec<HashSet<&Diagnostic>> =
        programs.iter().map(|program| program.diagnostics.iter().collect()).collect();
    let said_at: Vec<HashSet<(Code, Span)>> = programs
        .iter()
        .map(|program| program.diagnostics.iter().map(|message| (message.code, message.label.span)).collect())
        .collect();
    let with_file = |message: &Diagnostic| {
        let file = message.label.span.file;
        (0..programs.len()).filter(move |at| programs[*at].files.contains(&file))
    };
    let mut seen: HashSet<&Diagnostic> = HashSet::new();
    let all = programs.iter().flat_map(|program| program.diagnostics);
    let once = all.filter(|message| concerns(message) && seen.insert(message));
    let is_left = |message: &&Diagnostic| match message.code {
        Code::Unused | Code::UnusedAllow => with_file(message).all(|at| said[at].contains(message)),
        Code::Contained | Code::Shadowed | Code::Implied | Code::NeverHolds => {
            with_file(message).all(|at| said_at[at].contains(&(message.code, message.label.span)))
        }
        _ => true,
    };
    once.filter(is_left).cloned().collect()
}
