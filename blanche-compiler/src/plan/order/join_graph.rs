//! The join graph of a conjunction: the unbound variables, the conjuncts that connect them, and the cost of binding
//! them in some order.

use crate::plan::params::{MOST_ORDER_COMPARISONS, MOST_VARIABLES, SURE};
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
    /// The variables whose values the conjunct yields as a set (`is`) or excludes as a set (`is_not`) once its
    /// other variables are bound.
    pub(crate) is: u32,
    pub(crate) is_not: u32,
}

/// A step from a set of bound variables to a larger one.
pub(crate) struct Extension {
    pub(crate) next: Next,
    /// The variables that must be bound before the step.
    pub(crate) needs: u32,
    /// The variables that the step binds.
    pub(crate) binds: u32,
    /// Cost of the step per binding of the variables bound before it.
    pub(crate) cost: f64,
}

/// A reduction set of one variable, derived from other variables (see `semi_joins`).
pub(crate) struct Follows {
    /// The variable and the others it is derived from, if unbound.
    pub(crate) of: u32,
    pub(crate) through: u32,
    /// Whether the variable is bound, and how many of the others are.
    pub(crate) is_bound: bool,
    pub(crate) bound: u32,
    pub(crate) selectivity: f64,
    pub(crate) half: f64,
}

impl Follows {
    /// Fraction of the bindings of the variables in `set` that the reduction leaves.
    pub(crate) fn left(&self, set: u32) -> f64 {
        let through = self.bound + (set & self.through).count_ones();
        if !self.is_bound && self.of & set == 0 {
            1.0
        } else if through == 0 {
            self.selectivity
        } else if through == self.bound + self.through.count_ones() {
            // The reduction adds no information once the others are bound.
            1.0
        } else {
            self.half
        }
    }
}

/// The estimates for a set of bound variables.
pub(crate) struct Beginning {
    pub(crate) set: u32,
    /// For each variable, the probability that it still has possible values.
    has_members: Vec<f64>,
    /// For each entry of `JoinGraph::follows`, the fraction of bindings that it leaves.
    left: Vec<f64>,
    /// Expected number of bindings for which every other variable that already has a set still has possible values.
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
    pub(crate) looks: Vec<f64>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) follows: Vec<Follows>,
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
        self.count() <= MOST_VARIABLES && comparisons <= MOST_ORDER_COMPARISONS
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
    fn ways(&self, set: u32, left: &[f64]) -> f64 {
        let selectivities =
            self.edges.iter().filter(|edge| edge.slots & !set == 0).map(|edge| edge.selectivity);
        let follow = self.follows.iter().zip(left).map(|(follows, left)| left / follows.left(0));
        self.sizes(set) * selectivities.product::<f64>() * follow.product::<f64>()
    }

    /// The estimates once the variables in `set` are bound.
    pub(crate) fn beginning(&self, set: u32) -> Beginning {
        let has_members: Vec<f64> = (0..self.count()).map(|at| self.has_members(set, at)).collect();
        let left: Vec<f64> = self.follows.iter().map(|follows| follows.left(set)).collect();
        let alive = self.ways(set, &left) * has_members.iter().product::<f64>();
        Beginning { set, has_members, left, alive }
    }

    /// The probability that variable `at` has possible values, if it already has a set.
    fn has_members(&self, set: u32, at: usize) -> f64 {
        let bit = 1 << at;
        // The other variable's value was chosen because it joins with a value of this one, so there is one.
        let given =
            |follows: &Follows| follows.through & bit != 0 && (follows.is_bound || follows.of & set != 0);
        if set & bit != 0 || self.follows.iter().any(given) {
            return 1.0;
        }
        let mut members = self.sizes[at];
        let mut is_set = false;
        for edge in self.edges.iter().filter(|edge| (edge.is | edge.is_not) & bit != 0) {
            if edge.slots & !(set | bit) == 0 {
                members *= edge.selectivity;
                is_set |= edge.is & bit != 0;
            }
        }
        if is_set { likely(members) } else { 1.0 }
    }

    /// Cost of testing which unbound variables still have possible values after a step.
    fn looks(&self, set: u32, behind: &Beginning) -> f64 {
        let after = behind.set;
        let narrowed = |at: &usize| {
            let bit = 1 << at;
            let here = |edge: &&Edge| edge.is & bit != 0 && edge.slots & !(after | bit) == 0;
            after & bit == 0 && self.edges.iter().filter(here).any(|edge| edge.slots & after & !set != 0)
        };
        let telling = |at: &usize| behind.has_members[*at] < SURE;
        (0..self.count()).filter(telling).filter(narrowed).map(|at| self.looks[at]).sum()
    }

    /// The cost of one step, including the tests that it makes possible. The values of a variable are the
    /// intersection of all its sets; the answers of a conjunct are enumerated and tested by the other conjuncts.
    pub(crate) fn cost(&self, before: &Beginning, extension: &Extension, behind: &Beginning) -> f64 {
        let (set, after) = (before.set, behind.set);
        let mut members = self.sizes(extension.binds);
        let mut tests = 0.0;
        let narrows = |edge: &Edge, of: usize| match extension.next {
            Next::Conjunct(conjunct) => of == conjunct,
            Next::Variable(_) | Next::Nothing => (edge.is | edge.is_not) & extension.binds != 0,
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
        before.alive * (extension.cost + members * (1.0 + tests + self.looks(set, behind)))
    }
}
