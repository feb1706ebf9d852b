//! Games in text: how they are opened and who answers for them, and what is said where a game cannot go on.

use crate::bases::{Backend, LoadError, TextBase};
use crate::facts::Base;
use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::game::{Fault, Move, Past, Record, Rules, TextFault};
use blanche_compiler::report;
use blanche_compiler::runtime::{Limits, Position};

use crate::command_line::backend::BackendsChoice;
use crate::command_line::built::{Source, in_place};
use crate::command_line::handed_over::is_handed_over;
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE, near, style, tell};

/// Opens a game in text, whose questions have these limits, and says what there is to know of it.
pub(crate) fn open(name: &str, limits: Limits) -> Result<TextBase, Failure> {
    let base = TextBase::open(name, limits).map_err(|error| match error {
        LoadError::Unknown(name) => unknown(&name, &TextBase::all()),
        error => error.into(),
    })?;
    if !is_handed_over() {
        tell(base.sources(), base.warnings());
        for note in base.notes() {
            eprintln!("note: {note}");
        }
    }
    Ok(base)
}

/// That there is no such game.
fn unknown(name: &str, built_in: &[&str]) -> Failure {
    let hint = match Base::built_in().iter().any(|base| base.name == name) {
        true => format!("`{name}` is a base whose moves no text says"),
        false => near(name, built_in.iter().copied()),
    };
    let built_in = built_in.join(", ");
    let words =
        format!("error: there is no game and no folder `{name}`\n  built-in games: {built_in}\n  {hint}");
    Failure::Said(words, WRONG_USE)
}

/// The rules of a game, answered by a back end.
pub(crate) fn played_by(base: &TextBase, backend: Backend) -> Result<Rules, Failure> {
    base.played_by(backend).map_err(|message| told(base.sources(), &message))
}

/// The rules of a game by each back end that was chosen. Where several are compared, one of them goes by the plans of its rules:
/// otherwise the same words would answer for all.
pub(crate) fn answering(
    base: &TextBase,
    choice: Option<BackendsChoice>,
    by_plans: Backend,
) -> Result<Vec<(Backend, Rules)>, Failure> {
    if lacks(base, choice) {
        return Err(in_place(Source::Game(base)));
    }
    let backends = chosen(base, choice);
    let are_compared = backends.len() > 1;
    let rules = backends.into_iter().map(|backend| {
        let rules = played_by(base, backend)?;
        Ok((backend, if are_compared && backend == by_plans { rules.by_plans() } else { rules }))
    });
    rules.collect()
}

/// The back ends that were chosen, or the one that answers by default.
fn chosen(base: &TextBase, choice: Option<BackendsChoice>) -> Vec<Backend> {
    choice.map_or_else(|| vec![base.backend()], BackendsChoice::backends)
}

/// Whether compiled rules were chosen that this program does not have.
pub(crate) fn lacks(base: &TextBase, choice: Option<BackendsChoice>) -> bool {
    chosen(base, choice).into_iter().any(|backend| !base.has(backend))
}

/// A game of a text: the position with which it begins, which is this one where the text has no other, the moves, and the
/// position after them. `what` is how messages call the text.
pub(crate) fn after(
    base: &TextBase,
    rules: &Rules,
    start: &Position,
    what: &str,
    text: &str,
) -> Result<(Position, Vec<Move>, Position), Failure> {
    let said = |fault: TextFault| {
        let (line, column) = fault.place(text);
        Failure::Said(
            format!("{what}:{line}:{column}: {}\n  expected {}", fault.found, fault.expected),
            MISTAKES,
        )
    };
    let Record { start, moves, notes, .. } = rules.read_game(start, text).map_err(said)?;
    for note in notes {
        let (line, column) = note.place(text);
        eprintln!("note: {what}:{line}:{column}: {}", note.said);
    }
    let (mut position, mut past) = (start.clone(), Past::new(rules, &start));
    for mv in &moves {
        rules.play_on(&mut position, *mv, &mut past).map_err(|fault| failed(base, &fault))?;
    }
    Ok((start, moves, position))
}

/// Why a game cannot go on: with the place in its text where its author can mend it.
pub(crate) fn failed(base: &TextBase, fault: &Fault) -> Failure {
    match fault.diagnostic(base.program()) {
        Some(message) => told(base.sources(), &message),
        None => Failure::Said(format!("error: {fault}"), MISTAKES),
    }
}

/// A message with its place.
pub(crate) fn told(sources: &Sources, message: &Diagnostic) -> Failure {
    let text = report::render(sources, std::slice::from_ref(message), style());
    Failure::Drawn(text, MISTAKES)
}
