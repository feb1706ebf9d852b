//! Diagnostics that are found only by setting up the start position of a game. Also combines all diagnostics, including
//! those about expectations (tests in rule files), for tools that show programs to their authors.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_sorted::SortedSet;

use crate::checked::Checked;
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::expect;
use crate::files::{FileId, Span};
use crate::game::Rules;
use crate::paths::Programs;
use crate::program::Program;
use crate::runtime::{Limits, Position};

/// All diagnostics of the programs: about their texts, their expectations, and the start positions of their games.
pub fn diagnostics(programs: &Programs, checked: &[Checked]) -> Vec<Diagnostic> {
    with_starts(programs, checked, checked.iter().map(wrong_start))
}

/// All diagnostics of the programs. The caller passes the diagnostics about the start positions, in the order of the
/// members.
pub(super) fn with_starts(
    programs: &Programs,
    checked: &[Checked],
    starts: impl Iterator<Item = Option<Diagnostic>>,
) -> Vec<Diagnostic> {
    let mut found = programs.diagnostics(checked);
    found.extend(of_expectations(programs));
    let wrong = wrong(programs, starts).into_iter();
    found.extend(wrong.filter(|message| programs.concerns(message.label.span.file)));
    found
}

/// Diagnostics about malformed expectations in the files of the programs.
fn of_expectations(programs: &Programs) -> Vec<Diagnostic> {
    let sources = &programs.project.sources;
    let files = programs.members.iter().flat_map(|member| &member.files.files);
    let files: SortedSet<FileId> = files.map(|at| programs.project.tree(*at).id).collect();
    let own = files.into_iter().filter(|file| programs.is_own(*file));
    own.flat_map(|file| expect::read(sources, file).1).collect()
}

/// Diagnostics about the start positions of the games, in any file.
pub fn of_games(programs: &Programs, checked: &[Checked]) -> Vec<Diagnostic> {
    wrong(programs, checked.iter().map(wrong_start))
}

/// The diagnostics about start positions, without duplicates. `starts` has an entry for each member, in the order of
/// the members.
fn wrong(programs: &Programs, starts: impl Iterator<Item = Option<Diagnostic>>) -> Vec<Diagnostic> {
    let meant = programs.members.iter().zip(starts).filter(|(member, _)| !member.is_beside);
    let mut found: Vec<Diagnostic> = Vec::new();
    for message in meant.filter_map(|(_, message)| message) {
        if !found.contains(&message) {
            found.push(message);
        }
    }
    found
}

/// A problem with the start position of a game that is found only when the position is set up.
pub(super) fn wrong_start(checked: &Checked) -> Option<Diagnostic> {
    let program = &checked.resolved.program;
    if program.game.is_none() || has_errors(&checked.diagnostics) {
        return None;
    }
    begin(program, Limits::default(), Arc::default()).err().map(|message| *message)
}

/// The rules of a program with a game, and its start position.
///
/// # Errors
/// A diagnostic about the start position or the plan of the program.
pub fn begin(
    program: &Program,
    limits: Limits,
    stop: Arc<AtomicBool>,
) -> Result<(Rules, Position), Box<Diagnostic>> {
    let rules = Rules::interpreted(Arc::new(program.clone()), limits, Some(stop))?;
    match rules.start() {
        Ok(position) => Ok((rules, position)),
        Err(fault) => Err(Box::new(fault.diagnostic(program).unwrap_or_else(|| {
            let place = Span::new(program.files[0], 0, 0);
            Diagnostic::new(Code::LimitReached, "the start was given up", place, fault.to_string())
        }))),
    }
}
