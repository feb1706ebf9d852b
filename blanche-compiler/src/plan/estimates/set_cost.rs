//! Estimates the costs of computing and iterating over sets.

use crate::plan::model::{Frame, Intersection, Slot};
use crate::plan::params::WORD_COST;
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// The cost of intersecting `sets` sets of the sort of `slot`.
    pub(crate) fn intersection_cost(&self, slot: Slot, sets: usize, frame: &Frame) -> f64 {
        let sort = self.program.sort(frame.slots[slot.index()].sort).root;
        let words = self.program.sort(sort).set_words().unwrap_or(64);
        1.0 + WORD_COST * words as f64 * sets as f64
    }

    /// The cost of computing a set.
    pub(crate) fn keep_cost(&self, intersection: &Intersection) -> f64 {
        let words = self.program.sort(intersection.sort).set_words().unwrap_or(64) as f64;
        WORD_COST * words * (intersection.of.len() + intersection.without.len()) as f64
    }

    /// The expected number of members of an intersection.
    pub(crate) fn members(&mut self, intersection: &Intersection, frame: &Frame) -> f64 {
        let mut members = f64::from(self.program.sort(intersection.sort).size());
        for source in &intersection.of {
            members *= self.source_selectivity(source, intersection.sort, frame);
        }
        for source in &intersection.without {
            members *= 1.0 - self.source_selectivity(source, intersection.sort, frame);
        }
        members
    }
}
