//! What a search notices of a base of one's own, told on standard error.

use noire::bases::Base;

/// Says which exports and rules have named fields for stones that are not empty, but for as many as were told before; gives
/// how many are told now.
pub(crate) fn tell_unplayable(base: &Base, told: usize) -> usize {
    let noticed = base.unplayable();
    for unplayable in noticed.iter().skip(told) {
        eprintln!("note: {unplayable}");
    }
    noticed.len()
}
