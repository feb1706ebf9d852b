//! How many variables and parts hang together, and what it costs to bind them one after the other.

use crate::plan::params::{MOST_ORDER_COMPARISONS, MOST_VARIABLES, SURE};
use std::collections::HashMap;

use super::set_sources::Next;
use crate::plan::model::{Operand, Slot, Slots, likely};

/// What a part says of the unbound variables, which are numbered here.
pub(crate) struct Edge {
    /// The variables in it.
    pub(crate) slots: u32,
    /// The share of their assignments of which it holds.
    pub(crate) selectivity: f64,
    /// What it costs to ask it when all of them are bound.
    pub(crate) cost: f64,
    /// The variables of which it is a set when the others are bound: what they are, and what they are not.
    pub(crate) is: u32,
    pub(crate) is_not: u32,
}

/// A step from one set of bound variables to a larger one.
pub(crate) struct Extension {
    pub(crate) next: Next,
    /// The variables that it needs.
    pub(crate) needs: u32,
    /// The variables that it binds.
    pub(crate) binds: u32,
    /// What it costs for each way in which what comes before holds.
    pub(crate) cost: f64,
}

/// A set that follows for a variable from others (`semi_joins`).
pub(crate) struct Follows {
    /// The variable, and those others, as far as they are unbound.
    pub(crate) of: u32,
    pub(crate) through: u32,
    /// Whether the variable is bound, and how many of the others are.
    pub(crate) is_bound: bool,
    pub(crate) bound: u32,
    pub(crate) selectivity: f64,
    pub(crate) half: f64,
}

impl Follows {
    /// The part of the ways to bind some variables that is left.
    pub(crate) fn left(&self, set: u32) -> f64 {
        let through = self.bound + (set & self.through).count_ones();
        if !self.is_bound && self.of & set == 0 {
            1.0
        } else if through == 0 {
            self.selectivity
        } else if through == self.bound + self.through.count_ones() {
            // What follows from others says nothing new once they are bound.
            1.0
        } else {
            self.half
        }
    }
}

/// What is expected once some variables are bound.
pub(crate) struct Beginning {
    pub(crate) set: u32,
    /// How likely each variable has members left.
    has_members: Vec<f64>,
    /// What is left for what each of `JoinGraph::follows` says.
    left: Vec<f64>,
    /// Ways to bind these variables after which every other variable that has sets already has members left.
    pub(crate) alive: f64,
}

pub(crate) struct JoinGraph {
    pub(crate) slots: Vec<Slot>,
    /// The bit of each.
    pub(crate) bits: HashMap<Slot, u32>,
    /// The parts that speak of them.
    pub(crate) conjuncts: Vec<usize>,
    pub(crate) sizes: Vec<f64>,
    /// What it costs to see whether a variable has members left.
    pub(crate) looks: Vec<f64>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) follows: Vec<Follows>,
}

impl JoinGraph {
    /// The bit of an operand, if it is such a variable.
    pub(crate) fn mask(&self, operand: &Operand) -> u32 {
        operand.slot().and_then(|slot| self.bits.get(&slot)).copied().unwrap_or(0)
    }

    /// The bits of some operands.
    pub(crate) fn mask_of(&self, operands: &[Operand]) -> u32 {
        operands.iter().fold(0, |all, operand| all | self.mask(operand))
    }

    /// Whether an operand waits for its turn: it has no bit, and no value either.
    pub(crate) fn waits(&self, operand: &Operand, bound: &Slots) -> bool {
        !operand.is_bound(bound) && self.mask(operand) == 0
    }

    pub(crate) fn count(&self) -> usize {
        self.slots.len()
    }

    /// Whether all orders are compared.
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

    /// Ways to bind these variables.
    fn ways(&self, set: u32, left: &[f64]) -> f64 {
        let selectivities =
            self.edges.iter().filter(|edge| edge.slots & !set == 0).map(|edge| edge.selectivity);
        let follow = self.follows.iter().zip(left).map(|(follows, left)| left / follows.left(0));
        self.sizes(set) * selectivities.product::<f64>() * follow.product::<f64>()
    }

    /// What is expected once these variables are bound.
    pub(crate) fn beginning(&self, set: u32) -> Beginning {
        let has_members: Vec<f64> = (0..self.count()).map(|at| self.has_members(set, at)).collect();
        let left: Vec<f64> = self.follows.iter().map(|follows| follows.left(set)).collect();
        let alive = self.ways(set, &left) * has_members.iter().product::<f64>();
        Beginning { set, has_members, left, alive }
    }

    /// How likely the set that an unbound variable has already is not empty.
    fn has_members(&self, set: u32, at: usize) -> f64 {
        let bit = 1 << at;
        // A value that was chosen because there is one of these has one.
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

    /// What it costs to see which of the unbound variables have members left, behind a step.
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

    /// What one step costs, with the questions that can be asked behind it. The values of a variable are what all sets have
    /// in common; what a conjunct gives is gone through whole, and the others test it.
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
