//! Opens games, and prints the warnings and notes about their rules.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::command_line::compile_on_demand::switch_to_compiled;
use crate::command_line::output::{Failure, MISTAKES, USAGE_ERROR, print_remarks, quoted, style};
use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::report;
use blanche_compiler::runtime::Limits;
use noire_engine::bases::Backend;
use noire_engine::world::WorldExt as _;
use noire_engine::world::{AnyBase, AnyWorld, Text, World, WorldError, open};

/// Opens a game with the chosen back ends. Setting `stop` aborts a running query of the interpreter.
pub(crate) fn open_game(
    name: &str,
    limits: Limits,
    stop: Option<Arc<AtomicBool>>,
    backends: impl FnOnce(&AnyBase) -> Vec<Backend>,
) -> Result<AnyWorld, Failure> {
    let base = open(name, limits)?;
    let base = match stop {
        Some(sign) => base.stopped_by(sign),
        None => base,
    };
    let backends = backends(&base);
    open_with_backends(base, backends)
}

/// Opens a game that is defined in a rule file, with declared moves, as learners need it. Uses `backend`, or the
/// fastest back end if that is `None`.
pub(crate) fn open_text_game(name: &str, backend: Option<Backend>) -> Result<Text, Failure> {
    let world =
        open_game(name, Limits::default(), None, |base| vec![backend.unwrap_or_else(|| base.backend())])?;
    Text::try_from(world).map_err(|_| {
        let words = format!(
            "error: a learner needs the moves of a game, and the text of {} declares none\n  `move NAME for Color …` declares \
             one",
            quoted(name)
        );
        Failure::Message(words, USAGE_ERROR)
    })
}

/// Prints the warnings and notes about a base, and opens its game with these back ends.
pub(crate) fn open_with_backends(base: AnyBase, backends: Vec<Backend>) -> Result<AnyWorld, Failure> {
    open_with_plans(base, backends, Some(Backend::Compiled))
}

/// Opens a game to measure times. Each back end evaluates queries in the same way as in normal use.
pub(crate) fn open_for_timing(base: AnyBase, backends: Vec<Backend>) -> Result<AnyWorld, Failure> {
    open_with_plans(base, backends, None)
}

/// Opens the game of a base. If several back ends are compared and `by_plans` is set, one of them evaluates query plans
/// instead of bitboard operations, so that the two methods check each other.
pub(super) fn open_with_plans(
    base: AnyBase,
    backends: Vec<Backend>,
    by_plans: Option<Backend>,
) -> Result<AnyWorld, Failure> {
    if backends.iter().any(|backend| !base.has(*backend)) {
        return Err(switch_to_compiled(&base));
    }
    print_remarks(base.own_warnings(), base.notes());
    base.answered_by(backends, by_plans).map_err(|(base, trouble)| no_plan_failure(&base, trouble))
}

/// The failure for rules that have no query plan.
pub(crate) fn no_plan_failure(base: &AnyBase, trouble: WorldError) -> Failure {
    match trouble {
        WorldError::Rules(message) => diagnostic_failure(base.rule_files().sources(), &message),
        trouble => Failure::Message(format!("error: {trouble}"), MISTAKES),
    }
}

/// Prints the warnings about a base. Also prints its notes if the caller wants them. Returns the number of warnings.
pub(crate) fn print_base_warnings(base: &AnyBase, with_notes: bool) -> usize {
    let warnings = base.own_warnings();
    let number = warnings.as_ref().map_or(0, |(_, warnings)| warnings.len());
    print_remarks(warnings, if with_notes { base.notes() } else { &[] });
    number
}

fn diagnostic_failure(sources: &Sources, message: &Diagnostic) -> Failure {
    Failure::Diagnostics(report::render(sources, std::slice::from_ref(message), style()), MISTAKES)
}

/// The failure for a command that cannot continue because of `trouble`, with the location in the rule file if that is
/// known.
pub(crate) fn world_failure(world: &impl World, trouble: WorldError) -> Failure {
    let message = match &trouble {
        WorldError::Game(fault) => fault.diagnostic(world.program()),
        WorldError::Rules(message) => Some((**message).clone()),
        WorldError::Limit(_) | WorldError::Mistakes(_) | WorldError::Wrong(_) => None,
    };
    match (message, trouble) {
        (Some(message), _) => diagnostic_failure(world.sources(), &message),
        (None, WorldError::Mistakes(text)) => Failure::Message(text, MISTAKES),
        (None, WorldError::Wrong(text)) => Failure::Message(text, USAGE_ERROR),
        (None, trouble) => Failure::Message(format!("error: {trouble}"), MISTAKES),
    }
}
