//! Which variable is gone through next.
//!
//! The number of ways to bind some variables so that all literals over them hold is expected to be the same in
//! whatever order they are bound (`selectivities`). So the cost of an order is the sum over its beginnings, and the
//! cheapest order of a few variables is found by looking at each set of bound variables once.

use std::collections::HashMap;

use super::candidates::Class;
use super::join_graph::{Edge, Extension, Follows, JoinGraph, MOST_VARIABLES};
use super::sources::Next;
use super::state::Order;
use crate::plan::model::{Conjunct, ConjunctKind, Operand, Slot, Slots};
use crate::plan::planner::Planner;
use crate::program::{Answers, PredicateKind};

/// With more than this the others wait until some of these are bound: a set of variables is a word of bits.
const MOST_COMPARED: usize = 32;

/// Of more parts than this the others do not count: each is compared with each.
const MOST_CONJUNCTS: usize = 64;

impl Planner<'_> {
    /// The variable, or the part that gives several values, with which the cheapest order begins.
    pub(crate) fn next_variable(&mut self, order: &mut Order<'_>) -> Next {
        if self.budget.is_spent() {
            return Next::Nothing;
        }
        let graph = self.graph(order);
        let candidates = self.candidates(order, &graph);
        let all = if graph.count() >= 32 { u32::MAX } else { (1 << graph.count()) - 1 };
        let possible = candidates.iter().enumerate().filter(|(_, candidate)| candidate.needs == 0);
        let first = if graph.compares_orders(&candidates) {
            let mut known: HashMap<u32, f64> = HashMap::new();
            let costs = possible.map(|(at, candidate)| {
                let cost = graph.cost(0, candidate)
                    + cheapest(&graph, &candidates, candidate.binds, all, &mut known);
                (at, cost)
            });
            let first = costs.min_by(|(_, a), (_, b)| a.total_cmp(b));
            self.budget.take(known.len() * candidates.len());
            first
        } else {
            let costs = possible
                .map(|(at, candidate)| (at, graph.cost(0, candidate) + 10.0 * graph.alive(candidate.binds)));
            self.budget.take(candidates.len());
            costs.min_by(|(_, a), (_, b)| a.total_cmp(b))
        };
        let Some((at, _)) = first else { return self.any_next(order) };
        let mut candidates = candidates;
        candidates.swap_remove(at).next
    }

    /// Whatever can be asked now: what is bound first may lie beyond the variables that were compared.
    fn any_next(&mut self, order: &mut Order<'_>) -> Next {
        let open: Slots = order.agenda.open().values().flatten().copied().collect();
        self.budget.take(open.len());
        let has_values = |slot: &&Slot| self.sources(**slot, order).iter().any(|found| found.place.is_some());
        if let Some(slot) = open.iter().find(has_values) {
            return Next::Variable(*slot);
        }
        Next::Conjunct(self.best(order, Class::Asks).expect("the modes check has found an order"))
    }

    /// Whether there are so few variables that orders are compared.
    pub(crate) fn compares_orders(&self, order: &Order<'_>) -> bool {
        let mut slots = Slots::new();
        for open in order.agenda.open().values() {
            slots.extend(open);
            if slots.len() > MOST_VARIABLES {
                return false;
            }
        }
        true
    }

    /// What the cheapest order is expected to cost.
    pub(crate) fn cheapest_order(&mut self, order: &mut Order<'_>) -> f64 {
        let graph = self.graph(order);
        let candidates = self.candidates(order, &graph);
        if !graph.compares_orders(&candidates) {
            return 0.0;
        }
        let all = (1 << graph.count()) - 1;
        let mut known = HashMap::new();
        let cost = cheapest(&graph, &candidates, 0, all, &mut known);
        self.budget.take(known.len() * candidates.len());
        cost
    }

    fn graph(&mut self, order: &mut Order<'_>) -> JoinGraph {
        // Step 1. The variables that are compared, and the parts that speak of them.
        let mut slots: Vec<Slot> = Vec::new();
        let mut bits: HashMap<Slot, u32> = HashMap::new();
        let mut conjuncts: Vec<usize> = Vec::new();
        for (at, open) in order.agenda.open().iter().take(MOST_CONJUNCTS) {
            conjuncts.push(*at);
            for slot in open {
                if slots.len() < MOST_COMPARED && !bits.contains_key(slot) {
                    bits.insert(*slot, 1 << slots.len());
                    slots.push(*slot);
                }
            }
        }
        self.budget.take(conjuncts.len());
        let mask =
            |chosen: &Slots| chosen.iter().filter_map(|slot| bits.get(slot)).fold(0, |all, bit| all | bit);
        // Step 2. What these say when all of them are bound.
        let sizes = slots.iter().map(|slot| self.slot_size(&order.draft.frame, *slot)).collect();
        let looks = slots.iter().map(|slot| self.meet_cost(*slot, 1, &order.draft.frame)).collect();
        let mut edge = Vec::new();
        for at in &conjuncts {
            let (conjunct, open) = (order.agenda.conjunct(*at), &order.agenda.open()[at]);
            let of_part = order.agenda.slots(*at).iter();
            let mut everything: Slots = of_part
                .filter(|slot| order.bound.contains(slot) || bits.contains_key(slot))
                .copied()
                .collect();
            let (mut is, mut is_not) = (0, 0);
            for slot in open {
                let Some(bit) = bits.get(slot) else { continue };
                everything.remove(slot);
                match self.source(conjunct, *slot, &everything, &order.draft.frame) {
                    Some((_, Some(_))) => is |= bit,
                    Some((_, None)) => is_not |= bit,
                    None => {}
                }
                everything.insert(*slot);
            }
            let asks = self.conjunct_asks(conjunct);
            let follows = matches!(conjunct.kind, ConjunctKind::Member(_, set)
                if order.draft.prelude.reductions.iter().any(|known| known.set == set));
            let selectivity =
                if asks || follows { 1.0 } else { self.selectivity(conjunct, &everything, order.draft) };
            let cost = if asks { 0.0 } else { question_cost(conjunct) };
            edge.push(Edge { slots: mask(open), selectivity, cost, is, is_not });
        }
        let follows = order
            .draft
            .prelude
            .reductions
            .iter()
            .map(|known| Follows {
                of: mask(&Slots::from([known.of])),
                through: mask(&known.through),
                is_bound: order.bound.contains(&known.of),
                bound: known.through.intersection(&order.bound).count() as u32,
                selectivity: known.selectivity,
                half: known.half,
            })
            .collect();
        JoinGraph { slots, bits, conjuncts, sizes, looks, edge, follows }
    }

    fn candidates(&mut self, order: &mut Order<'_>, graph: &JoinGraph) -> Vec<Extension> {
        let mut candidates = Vec::new();
        for (at, slot) in graph.slots.iter().enumerate() {
            let bit = 1 << at;
            // The values of a variable can be gone through once some set of it can be made.
            let needs = graph.edge.iter().filter(|edge| edge.is & bit != 0).map(|edge| edge.slots & !bit);
            let mut different: Vec<u32> = needs.collect();
            different.sort_by_key(|needs| needs.count_ones());
            different.dedup();
            let cost = self.meet_cost(*slot, 2, &order.draft.frame);
            for needs in different {
                candidates.push(Extension { next: Next::Variable(*slot), needs, binds: bit, cost });
            }
        }
        for at in &graph.conjuncts {
            self.conjunct_extensions(*at, order, graph, &mut candidates);
        }
        candidates
    }

    /// The ways in which a part gives values that are no set.
    fn conjunct_extensions(
        &mut self,
        at: usize,
        order: &mut Order<'_>,
        graph: &JoinGraph,
        candidates: &mut Vec<Extension>,
    ) {
        let mask = |operand: &Operand| match operand {
            Operand::Slot(slot) => graph.bits.get(slot).copied().unwrap_or(0),
            Operand::Constant(_) => 0,
        };
        // What waits for its turn has no bit, and no value either.
        let waits = |operand: &Operand| !operand.is_bound(&order.bound) && mask(operand) == 0;
        match &order.agenda.conjunct(at).kind {
            ConjunctKind::Equal(left, right) => {
                if waits(left) || waits(right) {
                    return;
                }
                let (left, right) = (mask(left), mask(right));
                for (needs, binds) in [(left, right), (right, left)] {
                    if binds != 0 && needs != binds {
                        candidates.push(Extension { next: Next::Conjunct(at), needs, binds, cost: 1.0 });
                    }
                }
            }
            ConjunctKind::Atom { predicate, arguments } => {
                let PredicateKind::Extern(external) = &self.program.predicate(*predicate).kind else {
                    // Facts can be gone through whatever is bound.
                    let all = arguments.iter().fold(0, |all, operand| all | mask(operand));
                    self.subsets(all, |needs| {
                        candidates.push(Extension {
                            next: Next::Conjunct(at),
                            needs,
                            binds: all & !needs,
                            cost: 2.0,
                        });
                    });
                    return;
                };
                for mode in external.modes.iter().filter(|mode| !matches!(mode.answers, Answers::Set { .. }))
                {
                    let chosen = |needed: bool| {
                        let chosen = (0..arguments.len()).filter(|at| mode.needs(*at) == needed);
                        chosen.fold(0, |all, at| all | mask(&arguments[at]))
                    };
                    let (needs, gives) = (chosen(true), chosen(false));
                    let can_be = !(0..arguments.len()).any(|at| mode.needs(at) && waits(&arguments[at]));
                    if can_be && gives & !needs != 0 {
                        candidates.push(Extension {
                            next: Next::Conjunct(at),
                            needs,
                            binds: gives & !needs,
                            cost: 2.0,
                        });
                    }
                }
            }
            ConjunctKind::Call { callee, arguments } => {
                let (callee, arguments) = (*callee, arguments.clone());
                let all = arguments.iter().fold(0, |all, operand| all | mask(operand));
                let mut ways = Vec::new();
                self.subsets(all, |needs| ways.push(needs));
                for needs in ways {
                    let bound: Vec<bool> = arguments
                        .iter()
                        .map(|operand| operand.is_bound(&order.bound) || mask(operand) & needs != 0)
                        .collect();
                    let binds = all & !needs;
                    if binds == 0 || !self.callee_answers(callee, &bound) {
                        continue;
                    }
                    // What the routine costs is known only once it is planned; that is done for what can be next.
                    let cost = if needs == 0 {
                        if order.agenda.is_stale(at) {
                            self.weigh(order, at);
                        }
                        order.agenda.candidate(at).map_or(50.0, |candidate| candidate.estimate.cost)
                    } else {
                        10.0
                    };
                    candidates.push(Extension { next: Next::Conjunct(at), needs, binds, cost });
                }
            }
            _ => {}
        }
    }

    /// Every proper subset of some variables; of very many only the empty one and each single one.
    fn subsets(&self, all: u32, mut each: impl FnMut(u32)) {
        if all.count_ones() > 5 {
            each(0);
            (0..32).map(|at| 1 << at).filter(|bit| all & bit != 0).for_each(each);
            return;
        }
        let mut subset = 0u32;
        loop {
            if subset != all {
                each(subset);
            }
            subset = subset.wrapping_sub(all) & all;
            if subset == 0 {
                return;
            }
        }
    }
}

/// The cost of the cheapest way from some bound variables to all of them.
fn cheapest(
    graph: &JoinGraph,
    candidates: &[Extension],
    set: u32,
    all: u32,
    known: &mut HashMap<u32, f64>,
) -> f64 {
    if set == all {
        return 0.0;
    }
    if let Some(cost) = known.get(&set) {
        return *cost;
    }
    let possible =
        candidates.iter().filter(|candidate| candidate.needs & !set == 0 && candidate.binds & !set != 0);
    let mut best = f64::INFINITY;
    for candidate in possible {
        let next = set | candidate.binds;
        best = best.min(graph.cost(set, candidate) + cheapest(graph, candidates, next, all, known));
    }
    known.insert(set, best);
    best
}

/// What a question is expected to cost before it is planned.
fn question_cost(conjunct: &Conjunct) -> f64 {
    match &conjunct.kind {
        ConjunctKind::Not(inner) => inner.iter().map(question_cost).sum::<f64>() + 1.0,
        ConjunctKind::Call { .. } => 6.0,
        _ => 1.0,
    }
}
