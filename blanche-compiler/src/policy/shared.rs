//! Files that several programs share: each program says what it finds in them.

use std::collections::HashSet;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};

/// What the programs say, each message once, where it concerns somebody. That nobody uses something is said only where no
/// program does, of those that have the file.
pub(super) fn apply(programs: &[Finding<'_>], concerns: impl Fn(&Diagnostic) -> bool) -> Vec<Diagnostic> {
    let said: Vec<HashSet<&Diagnostic>> =
        programs.iter().map(|program| program.diagnostics.iter().collect()).collect();
    let is_said_by_all = |message: &Diagnostic| {
        let mut of_file = programs
            .iter()
            .zip(&said)
            .filter(|(program, _)| program.files.contains(&message.label.span.file));
        of_file.all(|(_, said)| said.contains(message))
    };
    let mut seen: HashSet<&Diagnostic> = HashSet::new();
    let all = programs.iter().flat_map(|program| program.diagnostics);
    let once = all.filter(|message| concerns(message) && seen.insert(message));
    let is_of_absence = |message: &Diagnostic| matches!(message.code, Code::Unused | Code::UnusedAllow);
    once.filter(|message| !is_of_absence(message) || is_said_by_all(message)).cloned().collect()
}
