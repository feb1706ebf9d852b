//! The join graph of a conjunction: the unbound variables, the conjuncts that connect them, and the cost of binding
//! them in some order.

use crate::plan::params::{MAX_ORDER_COMPARISONS, MAX_ORDERED_VARIABLES, MIN_NONEMPTY_PROBABILITY};
use std::collections::HashMap;

use super::set_sources::Next;
use crate::plan::model::{Operand, Slot, Slots, likely};

/// A conjunct as a hyperedge of the join graph. Variables are bits of a mask.
pub(crate) struct Edge {
    /// The variables that the conjunct mentions.
    pub(crate) slots: u32,
    /// Fraction of the assignments of these variables that satisfy the conjunct.
    pub(crate) selectivity: f64,
    /// Cost of testing the conjunct once all of its variables are bound.
    pub(crate) cost: f64,
    /// The variables whose values the conjunct yields or excludes as a set once its
    /// other variables are bound.
    pub(crate) yields: u32,
    pub(crate) excludes: u32,
}

/// A step from a set of bound variables to a larger set.
pub(crate) struct Extension {
    pub(crate) next: Next,
    /// The variables that must be bound before the step.
    pub(crate) needs: u32,
    /// The variables that the step binds.
    pub(crate) binds: u32,
    /// Cost of the step per binding of the variables bound before it.
    pub(crate) cost: f64,
}

/// A semi-join reduction: a set that restricts one variable, derived from other variables (see `semi_joins`).
pub(crate) struct ReductionEstimate {
    /// The bit of the restricted variable if it is unbound, otherwise 0.
    pub(crate) of: u32,
    pub(crate) through: u32,
    /// Whether the restricted variable is bound, and how many of the variables in its derivation are bound.
    pub(crate) is_bound: bool,
    pub(crate) bound: u32,
    pub(crate) selectivity: f64,
    pub(crate) half: f64,
}

impl ReductionEstimate {
    /// Fraction of the bindings of the variables in `set` that the reduction leaves.
    pub(crate) fn left(&self, set: u32) -> f64 {
        let through = self.bound + (set & self.through).count_ones();
        if !self.is_bound && self.of & set == 0 {
            1.0
        } else if through == 0 {
            self.selectivity
        } else if through == self.bound + self.through.count_ones() {
            // The reduction adds no information once the variables from which it is derived are bound.
            1.0
        } else {
            self.half
        }
    }
}

/// The estimates for a set of bound variables.
pub(crate) struct PrefixEstimate {
    pub(crate) set: u32,
    /// For each variable, the probability that it still has possible values.
    has_members: Vec<f64>,
    /// For each entry of `JoinGraph::reductions`, the fraction of bindings that it leaves.
    left: Vec<f64>,
    /// Expected number of bindings that leave possible values for every unbound variable that already has a set.
    pub(crate) alive: f64,
}

pub(crate) struct JoinGraph {
    pub(crate) slots: Vec<Slot>,
    /// The bit of each slot.
    pub(crate) bits: HashMap<Slot, u32>,
    /// The conjuncts that mention the slots.
    pub(crate) conjuncts: Vec<usize>,
    pub(crate) sizes: Vec<f64>,
    /// For each variable, the cost of testing whether it still has possible values.
    pub(crate) emptiness_cost: Vec<f64>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) reductions: Vec<ReductionEstimate>,
}

impl JoinGraph {
    /// The bit of an operand, or 0 if it is not a variable of the graph.
    pub(crate) fn mask(&self, operand: &Operand) -> u32 {
        operand.slot().and_then(|slot| self.bits.get(&slot)).copied().unwrap_or(0)
    }

    /// The bits of some operands.
    pub(crate) fn mask_of(&self, operands: &[Operand]) -> u32 {
        operands.iter().fold(0, |all, operand| all | self.mask(operand))
    }

    /// Whether an operand is unbound and not part of the graph.
    pub(crate) fn waits(&self, operand: &Operand, bound: &Slots) -> bool {
        !operand.is_bound(bound) && self.mask(operand) == 0
    }

    pub(crate) fn count(&self) -> usize {
        self.slots.len()
    }

    /// Whether the graph is small enough to compare all orders.
    pub(crate) fn compares_orders(&self, extensions: &[Extension]) -> bool {
        let comparisons = (extensions.len() << self.count().min(32)).saturating_mul(1 + self.edges.len());
        self.count() <= MAX_ORDERED_VARIABLES && comparisons <= MAX_ORDER_COMPARISONS
    }

    fn sizes(&self, set: u32) -> f64 {
        let mut rest = set;
        let bits = std::iter::from_fn(|| {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit
        });
        bits.map(|at| self.sizes[at]).product()
    }

    /// Expected number of bindings of the variables in `set`.
    fn bindings(&self, set: u32, left: &[f64]) -> f64 {
        let selectivities =
            self.edges.iter().filter(|edge| edge.slots & !set == 0).map(|edge| edge.selectivity);
        let follow = self.reductions.iter().zip(left).map(|(reduction, left)| left / reduction.left(0));
        self.sizes(set) * selectivities.product::<f64>() * follow.product::<f64>()
    }

    /// The estimates once the variables in `set` are bound.
    pub(crate) fn prefix_estimate(&self, set: u32) -> PrefixEstimate {
        let has_members: Vec<f64> = (0..self.count()).map(|at| self.has_members(set, at)).collect();
        let left: Vec<f64> = self.reductions.iter().map(|reduction| reduction.left(set)).collect();
        let alive = self.bindings(set, &left) * has_members.iter().product::<f64>();
        PrefixEstimate { set, has_members, left, alive }
    }

    /// The probability that variable `at` has possible values, if it already has a set.
    fn has_members(&self, set: u32, at: usize) -> f64 {
        let bit = 1 << at;
        // The value of the other variable was chosen because it joins with some value of this variable, so this
        // variable has a possible value.
        let given = |reduction: &ReductionEstimate| {
            reduction.through & bit != 0 && (reduction.is_bound || reduction.of & set != 0)
        };
        if set & bit != 0 || self.reductions.iter().any(given) {
            return 1.0;
        }
        let mut members = self.sizes[at];
        let mut is_set = false;
        for edge in self.edges.iter().filter(|edge| (edge.yields | edge.excludes) & bit != 0) {
            if edge.slots & !(set | bit) == 0 {
                members *= edge.selectivity;
                is_set |= edge.yields & bit != 0;
            }
        }
        if is_set { likely(members) } else { 1.0 }
    }

    /// Cost of testing which unbound variables still have possible values after a step.
    fn emptiness_cost(&self, set: u32, behind: &PrefixEstimate) -> f64 {
        let after = behind.set;
        let narrowed = |at: &usize| {
            let bit = 1 << at;
            let here = |edge: &&Edge| edge.yields & bit != 0 && edge.slots & !(after | bit) == 0;
            after & bit == 0 && self.edges.iter().filter(here).any(|edge| edge.slots & after & !set != 0)
        };
        let telling = |at: &usize| behind.has_members[*at] < MIN_NONEMPTY_PROBABILITY;
        (0..self.count()).filter(telling).filter(narrowed).map(|at| self.emptiness_cost[at]).sum()
    }

    /// The cost of one step, including the tests that it makes possible. The values of a variable are the
    /// intersection of all its sets; the answers of a conjunct are enumerated and tested by the other conjuncts.
    pub(crate) fn cost(
        &self,
        before: &PrefixEstimate,
        extension: &Extension,
        behind: &PrefixEstimate,
    ) -> f64 {
        let (set, after) = (before.set, behind.set);
        let mut members = self.sizes(extension.binds);
        let mut tests = 0.0;
        let narrows = |edge: &Edge, of: usize| match extension.next {
            Next::Conjunct(conjunct) => of == conjunct,
            Next::Variable(_) | Next::Nothing => (edge.yields | edge.excludes) & extension.binds != 0,
        };
        let edges = self.edges.iter().zip(&self.conjuncts);
        for (edge, of) in edges.filter(|(edge, _)| edge.slots & !after == 0 && edge.slots & !set != 0) {
            if narrows(edge, *of) {
                members *= edge.selectivity;
            } else {
                tests += edge.cost;
            }
        }
        members *=
            behind.left.iter().zip(&before.left).map(|(behind, before)| behind / before).product::<f64>();
        before.alive * (extension.cost + members * (1.0 + tests + self.emptiness_cost(set, behind)))
    }
}
