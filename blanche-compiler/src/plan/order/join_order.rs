//! Chooses the next variable to iterate over.
//!
//! The expected number of bindings of some variables that satisfy all literals over them does not depend on the
//! order in which they are bound (see `estimates::selectivity`). The cost of an order is therefore a sum over its
//! prefixes, and the cheapest order of a few variables is found by dynamic programming over sets of bound
//! variables.

use std::collections::HashMap;

use blanche_sorted::Arrange;

use super::candidates::Class;
use super::join_graph::{Edge, Extension, JoinGraph, PrefixEstimate, ReductionEstimate, Variables};
use super::order_state::Order;
use super::set_sources::Next;
use crate::plan::model::{Callee, Conjunct, ConjunctKind, Operand, Reduction, Slot, Slots};
use crate::plan::params::{
    AHEAD_COST, CALL_QUESTION_COST, COMPARISON_COST, ENUMERATION_COST, LATER_CALL_COST,
    MAX_ARGUMENTS_FOR_SUBSETS, MAX_GRAPH_CONJUNCTS, MAX_GRAPH_VARIABLES, MAX_ORDERED_VARIABLES,
    UNKNOWN_CALL_COST,
};
use crate::plan::planner::Planner;
use crate::program::{Answers, Mode, PredicateId, PredicateKind};

impl Planner<'_> {
    /// The first element of the cheapest order: a variable, or a conjunct with several answers.
    pub(crate) fn next_variable(&mut self, order: &mut Order<'_>) -> Next {
        if self.budget.is_spent() {
            return Next::Nothing;
        }
        let graph = self.graph(order);
        let extensions = self.extensions(order, &graph);
        let possible = extensions.iter().enumerate().filter(|(_, extension)| extension.needs == 0);
        let first = if graph.compares_orders(&extensions) {
            let mut orders = Orders::new(&graph, &extensions);
            let costs = possible.map(|(at, extension)| (at, orders.cheapest_with(0, extension)));
            let first = costs.min_by(|(_, a), (_, b)| a.total_cmp(b));
            self.budget.take(orders.steps());
            first
        } else {
            let none = graph.prefix_estimate(0);
            let costs = possible.map(|(at, extension)| {
                let behind = graph.prefix_estimate(extension.binds);
                (at, graph.cost(&none, extension, &behind) + AHEAD_COST * behind.alive)
            });
            self.budget.take(extensions.len());
            costs.min_by(|(_, a), (_, b)| a.total_cmp(b))
        };
        let Some((at, _)) = first else { return self.any_next(order) };
        let mut extensions = extensions;
        extensions.swap_remove(at).next
    }

    /// Any variable or conjunct that can be evaluated now. Used if the comparison of orders found no first element,
    /// because a variable that is not compared must be bound first.
    fn any_next(&mut self, order: &mut Order<'_>) -> Next {
        let open: Slots = order.agenda.open().values().flatten().copied().collect();
        self.budget.take(open.len());
        let has_values = |slot: &&Slot| self.sources(**slot, order).iter().any(|found| found.place.is_some());
        if let Some(slot) = open.iter().find(has_values) {
            return Next::Variable(*slot);
        }
        Next::Conjunct(self.best(order, Class::Asks).expect("the modes check has found an order"))
    }

    /// Whether there are few enough unbound variables to compare all orders.
    pub(crate) fn compares_orders(&self, order: &Order<'_>) -> bool {
        let mut slots = Slots::new();
        for open in order.agenda.open().values() {
            slots.extend(open);
            if slots.len() > MAX_ORDERED_VARIABLES {
                return false;
            }
        }
        true
    }

    /// The expected cost of the cheapest order, or 0 if there are too many orders to compare.
    pub(crate) fn cheapest_order(&mut self, order: &mut Order<'_>) -> f64 {
        let graph = self.graph(order);
        let extensions = self.extensions(order, &graph);
        if !graph.compares_orders(&extensions) {
            return 0.0;
        }
        let mut orders = Orders::new(&graph, &extensions);
        let cost = orders.cheapest(0);
        self.budget.take(orders.steps());
        cost
    }

    fn graph(&mut self, order: &mut Order<'_>) -> JoinGraph {
        // Step 1. The variables to compare, and the conjuncts that mention them.
        let mut slots: Vec<Slot> = Vec::new();
        let mut bits: HashMap<Slot, u32> = HashMap::new();
        let mut conjuncts: Vec<usize> = Vec::new();
        for (at, open) in order.agenda.open().iter().take(MAX_GRAPH_CONJUNCTS) {
            conjuncts.push(*at);
            for slot in open {
                if slots.len() < MAX_GRAPH_VARIABLES && !bits.contains_key(slot) {
                    bits.insert(*slot, 1 << slots.len());
                    slots.push(*slot);
                }
            }
        }
        self.budget.take(conjuncts.len());
        // Step 2. The sizes of the variables and the selectivities of the conjuncts.
        let frame = &order.draft.frame;
        let sizes = slots.iter().map(|slot| self.slot_size(frame, *slot)).collect();
        let emptiness_cost = slots.iter().map(|slot| self.intersection_cost(*slot, 1, frame)).collect();
        let edges = conjuncts.iter().map(|at| self.edge(*at, order, &bits)).collect();
        let estimate = |known: &Reduction| ReductionEstimate {
            of: mask(&Slots::from([known.of]), &bits),
            through: mask(&known.through, &bits),
            is_bound: order.bound.contains(&known.of),
            bound: known.through.intersection(&order.bound).count() as u32,
            selectivity: known.selectivity,
            half: known.half,
        };
        let reductions = order.draft.prelude.reductions.iter().map(estimate).collect();
        JoinGraph::new(Variables { slots, bits, sizes, emptiness_cost }, conjuncts, edges, reductions)
    }

    /// The edge of a conjunct in the join graph.
    fn edge(&mut self, at: usize, order: &Order<'_>, bits: &HashMap<Slot, u32>) -> Edge {
        let (conjunct, open) = (order.agenda.conjunct(at), &order.agenda.open()[&at]);
        let known = |slot: &&Slot| order.bound.contains(slot) || bits.contains_key(slot);
        let mut everything: Slots = order.agenda.slots(at).iter().filter(known).copied().collect();
        let (mut yields, mut excludes) = (0, 0);
        for slot in open {
            let Some(bit) = bits.get(slot) else { continue };
            everything.remove(slot);
            match self.source(conjunct, *slot, &everything, order) {
                Some((_, Some(_))) => yields |= bit,
                Some((_, None)) => excludes |= bit,
                None => {}
            }
            everything.insert(*slot);
        }
        let asks = self.conjunct_asks(conjunct);
        let is_reduction = matches!(conjunct.kind, ConjunctKind::Member(_, set)
            if order.draft.prelude.reductions.iter().any(|known| known.set == set));
        let selectivity =
            if asks || is_reduction { 1.0 } else { self.selectivity(conjunct, &everything, order.draft) };
        let cost = if asks { 0.0 } else { question_cost(conjunct) };
        Edge { slots: mask(open, bits), selectivity, cost, yields, excludes }
    }

    fn extensions(&mut self, order: &mut Order<'_>, graph: &JoinGraph) -> Vec<Extension> {
        let mut extensions = Vec::new();
        for (at, slot) in graph.slots.iter().enumerate() {
            let bit = 1 << at;
            // A variable can be enumerated once at least one of its sets can be computed.
            let needs =
                graph.edges.iter().filter(|edge| edge.yields & bit != 0).map(|edge| edge.slots & !bit);
            let mut different: Vec<u32> = needs.collect();
            different.arrange_by_key(|needs| needs.count_ones());
            different.dedup();
            let cost = self.intersection_cost(*slot, 2, &order.draft.frame);
            for needs in different {
                extensions.push(Extension { next: Next::Variable(*slot), needs, binds: bit, cost });
            }
        }
        for at in &graph.conjuncts {
            self.conjunct_extensions(*at, order, graph, &mut extensions);
        }
        extensions
    }

    /// Adds the extensions in which a conjunct binds variables without using sets.
    fn conjunct_extensions(
        &mut self,
        at: usize,
        order: &mut Order<'_>,
        graph: &JoinGraph,
        found: &mut Vec<Extension>,
    ) {
        match &order.agenda.conjunct(at).kind {
            ConjunctKind::Equal(left, right) => {
                if graph.waits(left, &order.bound) || graph.waits(right, &order.bound) {
                    return;
                }
                let (left, right) = (graph.mask(left), graph.mask(right));
                for (needs, binds) in [(left, right), (right, left)] {
                    if binds != 0 && needs != binds {
                        found.push(Extension { next: Next::Conjunct(at), needs, binds, cost: 1.0 });
                    }
                }
            }
            // Sorts that have sets are enumerated as sets.
            ConjunctKind::Atom { predicate, .. }
                if self.program.enumerated(*predicate).is_some_and(|sort| self.has_sets(sort)) => {}
            ConjunctKind::Comparison { predicate, arguments } => {
                let comparison = self.program.comparison(*predicate);
                if !comparison.is_solved_for_one(arguments.len())
                    || arguments.iter().any(|operand| graph.waits(operand, &order.bound))
                {
                    return;
                }
                for (at_argument, operand) in arguments.iter().enumerate() {
                    let others = arguments.iter().enumerate().filter(|(other, _)| *other != at_argument);
                    let needs = others.fold(0, |all, (_, operand)| all | graph.mask(operand));
                    let binds = graph.mask(operand);
                    if binds != 0 && needs & binds == 0 {
                        let next = Next::Conjunct(at);
                        found.push(Extension { next, needs, binds, cost: COMPARISON_COST });
                    }
                }
            }
            ConjunctKind::Atom { predicate, arguments } => {
                for (needs, binds) in self.atom_extensions(*predicate, arguments, graph, &order.bound) {
                    found.push(Extension { next: Next::Conjunct(at), needs, binds, cost: ENUMERATION_COST });
                }
            }
            ConjunctKind::Call { callee, arguments } => {
                let (callee, arguments) = (*callee, arguments.clone());
                self.call_extensions(at, (callee, &arguments), order, graph, found);
            }
            _ => {}
        }
    }

    /// The variables that the modes of a predicate need and bind. Modes that yield sets are left out.
    fn atom_extensions(
        &self,
        predicate: PredicateId,
        arguments: &[Operand],
        graph: &JoinGraph,
        bound: &Slots,
    ) -> Vec<(u32, u32)> {
        let PredicateKind::Extern(external) = &self.program.predicate(predicate).kind else {
            // Facts can be enumerated with any arguments bound.
            let all = graph.mask_of(arguments);
            return subsets(all).into_iter().map(|needs| (needs, all & !needs)).collect();
        };
        let gives_values = |mode: &&Mode| !matches!(mode.answers, Answers::Set { .. });
        let extension = |mode: &Mode| {
            let chosen = |needed: bool| {
                let chosen = (0..arguments.len()).filter(|at| mode.needs(*at) == needed);
                chosen.fold(0, |all, at| all | graph.mask(&arguments[at]))
            };
            let (needs, gives) = (chosen(true), chosen(false));
            let can_be = !(0..arguments.len()).any(|at| mode.needs(at) && graph.waits(&arguments[at], bound));
            (can_be && gives & !needs != 0).then_some((needs, gives & !needs))
        };
        external.modes.iter().filter(gives_values).filter_map(extension).collect()
    }

    /// Adds the extensions in which a call binds variables.
    fn call_extensions(
        &mut self,
        at: usize,
        (callee, arguments): (Callee, &[Operand]),
        order: &mut Order<'_>,
        graph: &JoinGraph,
        found: &mut Vec<Extension>,
    ) {
        let all = graph.mask_of(arguments);
        for needs in subsets(all) {
            let is_bound =
                |operand: &Operand| operand.is_bound(&order.bound) || graph.mask(operand) & needs != 0;
            let bound: Vec<bool> = arguments.iter().map(is_bound).collect();
            let binds = all & !needs;
            if binds == 0 || !self.callee_answers(callee, &bound) {
                continue;
            }
            // The cost of a routine is known only after planning it, so only calls that are possible immediately
            // are planned.
            let cost = if needs == 0 {
                if order.agenda.is_stale(at) {
                    self.update_candidate(order, at);
                }
                order.agenda.candidate(at).map_or(UNKNOWN_CALL_COST, |candidate| candidate.estimate.cost)
            } else {
                LATER_CALL_COST
            };
            found.push(Extension { next: Next::Conjunct(at), needs, binds, cost });
        }
    }
}

/// All proper subsets of a set of variables; for a large set only the empty set and the single variables.
fn subsets(all: u32) -> Vec<u32> {
    if all.count_ones() > MAX_ARGUMENTS_FOR_SUBSETS {
        let single = (0..32).map(|at| 1 << at).filter(|bit| all & bit != 0);
        return [0].into_iter().chain(single).collect();
    }
    let mut found = Vec::new();
    let mut subset = 0u32;
    loop {
        if subset != all {
            found.push(subset);
        }
        subset = subset.wrapping_sub(all) & all;
        if subset == 0 {
            return found;
        }
    }
}

/// The bits of some slots.
fn mask(slots: &Slots, bits: &HashMap<Slot, u32>) -> u32 {
    slots.iter().filter_map(|slot| bits.get(slot)).fold(0, |all, bit| all | bit)
}

/// The search over orders of variables. Each set of bound variables is evaluated once.
struct Orders<'a> {
    graph: &'a JoinGraph,
    extensions: &'a [Extension],
    /// For each set of bound variables, its estimates, and the cost of the cheapest order of the remaining
    /// variables.
    prefix_estimates: Vec<Option<PrefixEstimate>>,
    cheapest: Vec<Option<f64>>,
}

impl<'a> Orders<'a> {
    fn new(graph: &'a JoinGraph, extensions: &'a [Extension]) -> Orders<'a> {
        let mut prefix_estimates = Vec::new();
        prefix_estimates.resize_with(1 << graph.count(), || None);
        Orders { graph, extensions, cheapest: vec![None; prefix_estimates.len()], prefix_estimates }
    }

    /// The cost of the cheapest order that binds all variables not in `set`.
    fn cheapest(&mut self, set: u32) -> f64 {
        if set as usize == self.cheapest.len() - 1 {
            return 0.0;
        }
        if let Some(cost) = self.cheapest[set as usize] {
            return cost;
        }
        let extensions = self.extensions;
        let possible =
            extensions.iter().filter(|extension| extension.needs & !set == 0 && extension.binds & !set != 0);
        let best = possible.map(|extension| self.cheapest_with(set, extension)).fold(f64::INFINITY, f64::min);
        self.cheapest[set as usize] = Some(best);
        best
    }

    /// The cost of the cheapest order that binds all variables not in `set` and begins with `extension`.
    fn cheapest_with(&mut self, set: u32, extension: &Extension) -> f64 {
        let after = set | extension.binds;
        let rest = self.cheapest(after);
        self.estimate(set);
        self.estimate(after);
        let [before, behind] = [self.estimated(set), self.estimated(after)];
        self.graph.cost(before, extension, behind) + rest
    }

    /// Computes the estimates for a set of bound variables on first use.
    fn estimate(&mut self, set: u32) {
        let estimate = &mut self.prefix_estimates[set as usize];
        if estimate.is_none() {
            *estimate = Some(self.graph.prefix_estimate(set));
        }
    }

    fn estimated(&self, set: u32) -> &PrefixEstimate {
        self.prefix_estimates[set as usize].as_ref().expect("it was estimated before")
    }

    /// Number of planning steps to charge for the search.
    fn steps(&self) -> usize {
        self.cheapest.iter().flatten().count() * self.extensions.len()
    }
}

/// The estimated cost of testing a conjunct before it is planned.
fn question_cost(conjunct: &Conjunct) -> f64 {
    match &conjunct.kind {
        ConjunctKind::Not(inner) => inner.iter().map(question_cost).sum::<f64>() + 1.0,
        ConjunctKind::Call { .. } => CALL_QUESTION_COST,
        ConjunctKind::Comparison { .. } => COMPARISON_COST,
        _ => 1.0,
    }
}
