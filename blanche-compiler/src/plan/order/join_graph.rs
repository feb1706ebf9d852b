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
    /// Whether the restricted variable is bound, and how many of the variables from which the set is derived are bound.
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
    /// The edges whose variables are all in the set. Bit `n` stands for edge `n`.
    complete: u64,
    /// For each entry of `JoinGraph::reductions`, the fraction of bindings that it leaves.
    left: Vec<f64>,
    /// The emptiness tests that are worth making.
    emptiness_tests: Vec<EmptinessTest>,
    /// Expected number of bindings that leave possible values for every unbound variable that already has a set.
    pub(crate) alive: f64,
}

/// A test of whether an unbound variable still has possible values.
struct EmptinessTest {
    /// The bound variables that determine the set of the unbound variable. A step that binds none of them does not
    /// repeat the test.
    through: u32,
    cost: f64,
}

/// The variables of a join graph.
pub(crate) struct Variables {
    pub(crate) slots: Vec<Slot>,
    /// The bit of each slot.
    pub(crate) bits: HashMap<Slot, u32>,
    pub(crate) sizes: Vec<f64>,
    /// For each variable, the cost of testing whether it still has possible values.
    pub(crate) emptiness_cost: Vec<f64>,
}

pub(crate) struct JoinGraph {
    pub(crate) slots: Vec<Slot>,
    /// The bit of each slot.
    bits: HashMap<Slot, u32>,
    /// The conjuncts that mention the slots.
    pub(crate) conjuncts: Vec<usize>,
    sizes: Vec<f64>,
    /// For each variable, the cost of testing whether it still has possible values.
    emptiness_cost: Vec<f64>,
    pub(crate) edges: Vec<Edge>,
    /// For each variable, the edges that yield or exclude its values as a set. Bit `n` stands for edge `n`.
    set_edges: Vec<u64>,
    pub(crate) reductions: Vec<ReductionEstimate>,
}

/// The indices of the bits that are set, in ascending order.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(at)
    }
}

impl JoinGraph {
    /// The graph of some variables and conjuncts. `sizes` and `emptiness_cost` have an entry for each variable, and
    /// `edges` one for each conjunct.
    pub(crate) fn new(
        variables: Variables,
        conjuncts: Vec<usize>,
        edges: Vec<Edge>,
        reductions: Vec<ReductionEstimate>,
    ) -> JoinGraph {
        let Variables { slots, bits, sizes, emptiness_cost } = variables;
        let mut set_edges = vec![0; slots.len()];
        for (number, edge) in edges.iter().enumerate() {
            for at in Bits(u64::from(edge.yields | edge.excludes)) {
                set_edges[at] |= 1 << number;
            }
        }
        JoinGraph { slots, bits, conjuncts, sizes, emptiness_cost, edges, set_edges, reductions }
    }

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
        let mut size = 1.0;
        for at in Bits(u64::from(set)) {
            size *= self.sizes[at];
        }
        size
    }

    /// Expected number of bindings of the variables in `set`.
    fn bindings(&self, set: u32, complete: u64, left: &[f64]) -> f64 {
        let mut selectivities = 1.0;
        for at in Bits(complete) {
            selectivities *= self.edges[at].selectivity;
        }
        let follow = self.reductions.iter().zip(left).map(|(reduction, left)| left / reduction.left(0));
        self.sizes(set) * selectivities * follow.product::<f64>()
    }

    /// The edges whose variables are all in the set.
    fn complete_edges(&self, set: u32) -> u64 {
        let mut complete = 0;
        for (at, edge) in self.edges.iter().enumerate() {
            if edge.slots & !set == 0 {
                complete |= 1 << at;
            }
        }
        complete
    }

    /// The estimates once the variables in `set` are bound.
    pub(crate) fn prefix_estimate(&self, set: u32) -> PrefixEstimate {
        let complete = self.complete_edges(set);
        let left: Vec<f64> = self.reductions.iter().map(|reduction| reduction.left(set)).collect();
        let mut has_members = 1.0;
        let mut emptiness_tests = Vec::new();
        for at in 0..self.count() {
            let (probability, through) = self.has_members(set, at);
            has_members *= probability;
            if probability < MIN_NONEMPTY_PROBABILITY {
                emptiness_tests.push(EmptinessTest { through, cost: self.emptiness_cost[at] });
            }
        }
        let alive = self.bindings(set, complete, &left) * has_members;
        PrefixEstimate { set, complete, left, emptiness_tests, alive }
    }

    /// The probability that variable `at` has possible values, and the bound variables that determine its set. The
    /// probability is 1 if the variable is bound or has no set yet.
    fn has_members(&self, set: u32, at: usize) -> (f64, u32) {
        let bit = 1 << at;
        // The value of the other variable was chosen because it joins with some value of this variable, so this
        // variable has a possible value.
        let given = |reduction: &ReductionEstimate| {
            reduction.through & bit != 0 && (reduction.is_bound || reduction.of & set != 0)
        };
        if set & bit != 0 || self.reductions.iter().any(given) {
            return (1.0, 0);
        }
        let mut members = self.sizes[at];
        let (mut is_set, mut through) = (false, 0);
        for number in Bits(self.set_edges[at]) {
            let edge = &self.edges[number];
            if edge.slots & !(set | bit) == 0 {
                members *= edge.selectivity;
                if edge.yields & bit != 0 {
                    is_set = true;
                    through |= edge.slots & set;
                }
            }
        }
        (if is_set { likely(members) } else { 1.0 }, through)
    }

    /// The cost of one step, including the tests that it makes possible. The values of a variable are the intersection
    /// of all its sets. The answers of a conjunct are enumerated, and the other conjuncts test them.
    pub(crate) fn cost(
        &self,
        before: &PrefixEstimate,
        extension: &Extension,
        behind: &PrefixEstimate,
    ) -> f64 {
        let mut members = self.sizes(extension.binds);
        let mut tests = 0.0;
        // The edges that the step completes.
        for at in Bits(behind.complete & !before.complete) {
            let edge = &self.edges[at];
            let narrows = match extension.next {
                Next::Conjunct(conjunct) => self.conjuncts[at] == conjunct,
                Next::Variable(_) | Next::Nothing => (edge.yields | edge.excludes) & extension.binds != 0,
            };
            if narrows {
                members *= edge.selectivity;
            } else {
                tests += edge.cost;
            }
        }
        let mut left = 1.0;
        for (behind, before) in behind.left.iter().zip(&before.left) {
            left *= behind / before;
        }
        members *= left;
        let mut emptiness = 0.0;
        for test in &behind.emptiness_tests {
            if test.through & !before.set != 0 {
                emptiness += test.cost;
            }
        }
        before.alive * (extension.cost + members * (1.0 + tests + emptiness))
    }
}
