//! Notes on standard error about what a user's base lacks for a search, and about faults that a search finds in it.

use noire_engine::facts::Base;
use noire_engine::games::requirements::{MissingRequirement, SearchKind, missing_requirements, undefined};

/// Prints a note for each export or rule that one of `kinds` needs and the base lacks, and says what is done instead.
/// Each lack is reported once.
pub fn tell_missing(base: &Base, kinds: &[SearchKind]) -> Vec<MissingRequirement> {
    let mut missing: Vec<MissingRequirement> = Vec::new();
    for requirement in kinds.iter().flat_map(|kind| missing_requirements(base, *kind)) {
        if !missing.contains(&requirement) {
            eprintln!("note: {requirement}");
            missing.push(requirement);
        }
    }
    missing
}

/// Prints a note if no rule of the base says who has won, followed by the consequence `then`. Returns whether that is
/// so.
pub fn tell_undefined(base: &Base, then: &str) -> bool {
    let undefined = undefined(base);
    if let Some(why) = &undefined {
        eprintln!("note: {why}, and {then}");
    }
    undefined.is_some()
}

/// Prints a note for each export and rule that named an occupied field as a move, except for the first `told`, which
/// were reported before. Returns the number reported so far.
pub fn tell_illegal_moves(base: &Base, told: usize) -> usize {
    let noticed = base.illegal_moves();
    for unplayable in noticed.iter().skip(told) {
        eprintln!("note: {unplayable}");
    }
    noticed.len()
}
