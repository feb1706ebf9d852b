//! Games in text: what is asked of them here is asked of the position in which they begin.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::{Code, Diagnostic};
use blanche_compiler::files::Span;
use blanche_compiler::game::Rules;
use blanche_compiler::paths::Programs;
use blanche_compiler::program::Program;
use blanche_compiler::runtime::{Limits, Position};
use blanche_compiler::{Checked, has_errors};

/// What is wrong with the positions in which the games of some programs begin, as far as that shows only when they are set up.
pub(crate) fn wrong_starts(programs: &Programs, checked: &[Checked]) -> Vec<Diagnostic> {
    let meant = programs.members.iter().zip(checked).filter(|(member, _)| !member.is_beside);
    let sound = meant.map(|(_, checked)| checked).filter(|checked| !has_errors(&checked.diagnostics));
    let games = sound.map(|checked| &checked.resolved.program).filter(|program| program.game.is_some());
    let mut found = Vec::new();
    for program in games {
        match begin(program, Limits::default(), Arc::default()) {
            Err(message) if !found.contains(&*message) => found.push(*message),
            Ok(_) | Err(_) => {}
        }
    }
    found
}

/// The rules of a program with a game, and the position in which it begins.
pub(crate) fn begin(
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
