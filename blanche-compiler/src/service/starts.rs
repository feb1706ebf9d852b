//! What shows only when a game is begun: games in text are asked of the position in which they begin. With it, everything that is to be
//! said of programs whose authors look at them: of what they expect of their answers too.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::checked::Checked;
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::expect;
use crate::files::{FileId, Span};
use crate::game::Rules;
use crate::paths::Programs;
use crate::program::Program;
use crate::runtime::{Limits, Position};

/// Everything that is to be said of some programs: of their texts, of the answers that these expect, and of the positions in which
/// their games begin.
pub fn diagnostics(programs: &Programs, checked: &[Checked]) -> Vec<Diagnostic> {
    with_starts(programs, checked, checked.iter().map(wrong_start))
}

/// The same, where it is known already what is wrong with the positions in which the games of the programs begin.
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

/// What is wrong with the answers that the files of some programs expect, as far as they cannot be read.
fn of_expectations(programs: &Programs) -> Vec<Diagnostic> {
    let sources = &programs.project.sources;
    let files = programs.members.iter().flat_map(|member| &member.files.files);
    let files: BTreeSet<FileId> = files.map(|at| programs.project.tree(*at).id).collect();
    let own = files.into_iter().filter(|file| programs.is_own(*file));
    own.flat_map(|file| expect::read(sources, file).1).collect()
}

/// What is wrong with the positions in which the games of some programs begin, whatever file that is in.
pub fn of_games(programs: &Programs, checked: &[Checked]) -> Vec<Diagnostic> {
    wrong(programs, checked.iter().map(wrong_start))
}

/// Each message once; `starts` has those of the members in their order.
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

/// What is wrong with the position in which the game of a program begins, as far as that shows only when it is set up.
pub(super) fn wrong_start(checked: &Checked) -> Option<Diagnostic> {
    let program = &checked.resolved.program;
    if program.game.is_none() || has_errors(&checked.diagnostics) {
        return None;
    }
    begin(program, Limits::default(), Arc::default()).err().map(|message| *message)
}

/// The rules of a program with a game, and the position in which it begins.
///
/// # Errors
/// What is wrong with that position, or with the plan of the program.
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
