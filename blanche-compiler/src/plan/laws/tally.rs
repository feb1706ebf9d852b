//! Counts how often passes changed something.

use blanche_sorted::SortedMap;

use super::programs::trials;
use crate::plan::model::{Action, Block, Intersection, SetInfo, Source, Step};

/// For each kind of change, the number of bodies in which it occurred.
#[derive(Default)]
pub(super) struct Tally(SortedMap<&'static str, usize>);

impl Tally {
    /// Counts a body for the change `what` if `is_so` is true.
    pub(super) fn add(&mut self, what: &'static str, is_so: bool) {
        *self.0.entry(what).or_default() += usize::from(is_so);
    }

    /// Checks that each change occurred in enough bodies.
    pub(super) fn check(&self, least: &[(&'static str, usize)]) {
        if std::env::var_os("BLANCHE_TALLY").is_some() {
            eprintln!("{:?}", self.0);
        }
        for (what, least) in least {
            let found = self.0.get(what).copied().unwrap_or(0);
            assert!(found >= trials(*least), "{what}: {found} bodies, but at least {}", trials(*least));
        }
    }
}

/// Whether a step, or a step nested in it, satisfies a condition.
pub(super) fn any(steps: &[Step], is_so: &dyn Fn(&Step) -> bool) -> bool {
    let inside = |step: &Step| step.action.inner().is_some_and(|block: &Block| any(&block.steps, is_so));
    steps.iter().any(|step| is_so(step) || inside(step))
}

/// Whether the steps compute a set whose name has this ending.
pub(super) fn computes_set(steps: &[Step], sets: &[SetInfo], ending: &str) -> bool {
    any(steps, &|step| match &step.action {
        Action::Collect { set, .. } | Action::BindSet { set, .. } => {
            // The second set with the same name has a number at the end of its name.
            let name = sets[set.index()].name.trim_end_matches(|letter: char| letter.is_ascii_digit());
            name.trim_end_matches('.').ends_with(ending)
        }
        _ => false,
    })
}

/// Whether an intersection excludes something.
pub(super) fn has_exclusion(steps: &[Step]) -> bool {
    let without = |intersection: &Intersection| !intersection.without.is_empty();
    any(steps, &|step| match &step.action {
        Action::EachIn { from, .. } | Action::BindSet { from, .. } => without(from),
        Action::Has { set, .. } => without(set),
        _ => false,
    })
}

/// Whether an excluded set needs a lookup.
pub(super) fn has_lookup_in_exclusion(steps: &[Step]) -> bool {
    let lookups = |source: &Source| matches!(source, Source::Answers { lookups, .. } if !lookups.is_empty());
    any(steps, &|step| match &step.action {
        Action::EachIn { from, .. } | Action::BindSet { from, .. } => from.without.iter().any(lookups),
        Action::Has { set, .. } => set.without.iter().any(lookups),
        _ => false,
    })
}
