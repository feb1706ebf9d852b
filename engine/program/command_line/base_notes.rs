//! Prints notes on standard error about what a user's base lacks for a search, and about faults in the base that a
//! search finds.

use noire_engine::facts::Base;
use noire_engine::games::requirements::{MissingRequirement, SearchKind, missing_requirements, undefined};

/// Prints a note for each export or rule that a search of one of these kinds needs but the base does not have. Each
/// note says what is done instead. Each missing item is reported only once.
pub fn note_missing(base: &Base, kinds: &[SearchKind]) -> Vec<MissingRequirement> {
    let mut missing: Vec<MissingRequirement> = Vec::new();
    for requirement in kinds.iter().flat_map(|kind| missing_requirements(base, *kind)) {
        if !missing.contains(&requirement) {
            eprintln!("note: {requirement}");
            missing.push(requirement);
        }
    }
    missing
}

/// Prints a note if no rule of the base says who has won. `then` is the end of the note, and states what follows from
/// this. Returns whether such a rule is missing.
pub fn note_undefined_win(base: &Base, then: &str) -> bool {
    let undefined = undefined(base);
    if let Some(why) = &undefined {
        eprintln!("note: {why}, and {then}");
    }
    undefined.is_some()
}

/// Prints a note for each export or rule whose answer named an occupied field as a move. Skips the first `told` of
/// these exports and rules, because they were reported before. Returns the number of all that were reported so far.
pub fn note_illegal_moves(base: &Base, told: usize) -> usize {
    let noticed = base.illegal_moves();
    for unplayable in noticed.iter().skip(told) {
        eprintln!("note: {unplayable}");
    }
    noticed.len()
}
