//! What a base of one's own lacks for a search, and what a search notices of it, told on standard error.

use noire_engine::facts::Base;
use noire_engine::games::abilities::{Asker, Lack, lacks, undefined};

/// Says what a base lacks of all that these ask, and what is done instead. What several of them ask is said once.
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

/// Says that nobody can win by a base, and what is not done therefore, where none of its rules says who has won; gives
/// whether that is so.
pub fn tell_undefined(base: &Base, then: &str) -> bool {
    let undefined = undefined(base);
    if let Some(why) = &undefined {
        eprintln!("note: {why}, and {then}");
    }
    undefined.is_some()
}

/// Says which exports and rules have named fields for stones that are not empty, but for as many as were told before; gives
/// how many are told now.
pub fn tell_unplayable(base: &Base, told: usize) -> usize {
    let noticed = base.unplayable();
    for unplayable in noticed.iter().skip(told) {
        eprintln!("note: {unplayable}");
    }
    noticed.len()
}
