//! Notes on standard error about what a user's base lacks for a search, and about faults that a search finds in it.

use noire_engine::facts::Base;
use noire_engine::games::abilities::{Asker, Lack, lacks, undefined};

/// Prints a note for each export or rule that one of `askers` needs and the base lacks, and says what is done instead.
/// Each lack is reported once.
pub fn tell_lacks(base: &Base, askers: &[Asker]) -> Vec<Lack> {
    let mut lacking: Vec<Lack> = Vec::new();
    for lack in askers.iter().flat_map(|asker| lacks(base, *asker)) {
        if !lacking.contains(&lack) {
            eprintln!("note: {lack}");
            lacking.push(lack);
        }
    }
    lacking
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
pub fn tell_unplayable(base: &Base, told: usize) -> usize {
    let noticed = base.unplayable();
    for unplayable in noticed.iter().skip(told) {
        eprintln!("note: {unplayable}");
    }
    noticed.len()
}
