//! Which variable is gone through next.
//!
//! The number of ways to bind some variables so that all literals over them hold is expected to be the same in
//! whatever order they are bound (`shares`). So the cost of an order is the sum over its beginnings, and the
//! cheapest order of a few variables is found by looking at each set of bound variables once.

use std::collections::HashMap;

use super::blocks::likely;
use super::order::{Class, Order, Slots};
use super::parts::{Part, PartKind};
use super::sources::Next;
use super::{Callee, Operand, Planner, Slot};
use crate::program::{Answers, PredicateKind};

/// With more unbound variables than this only the next step is compared.
const MOST_VARIABLES: usize = 12;

/// With more than this the others wait until some of these are bound: a set of variables is a word of bits.
const MOST_COMPARED: usize = 32;

/// Of more parts than this the others do not count: each is compared with each.
const MOST_PARTS: usize = 64;

/// Where looking at each set of bound variables takes more comparisons than this, only the next step is compared.
const MOST_COMPARISONS: usize = 1 << 24;

/// Where a variable has members as likely as this, nobody looks.
const SURE: f64 = 0.9;

/// What a part says of the unbound variables, which are numbered here.
struct Said {
    /// The variables in it.
    slots: u32,
    /// The share of their assignments of which it holds.
    share: f64,
    /// What it costs to ask it when all of them are bound.
    cost: f64,
    /// The variables of which it is a set when the others are bound: what they are, and what they are not.
    is: u32,
    is_not: u32,
}

/// A step from one set of bound variables to a larger one.
struct Candidate {
    next: Next,
    /// The variables that it needs.
    needs: u32,
    /// The variables that it binds.
    binds: u32,
    /// What it costs for each way in which what comes before holds.
    cost: f64,
}

/// A set that follows for a variable from others (`reduce`).
struct Follows {
    /// The variable, and those others, as far as they are unbound.
    of: u32,
    through: u32,
    /// Whether the variable is bound, and how many of the others are.
    is_bound: bool,
    bound: u32,
    share: f64,
    half: f64,
}

impl Follows {
    /// The part of the ways to bind some variables that is left.
    fn left(&self, set: u32) -> f64 {
        let through = self.bound + (set & self.through).count_ones();
        if !self.is_bound && self.of & set == 0 {
            1.0
        } else if through == 0 {
            self.share
        } else if through == self.bound + self.through.count_ones() {
            // What follows from others says nothing new once they are bound.
            1.0
        } else {
            self.half
        }
    }
}

struct World {
    slots: Vec<Slot>,
    /// The bit of each.
    bits: HashMap<Slot, u32>,
    /// The parts that speak of them.
    parts: Vec<usize>,
    sizes: Vec<f64>,
    /// What it costs to see whether a variable has members left.
    looks: Vec<f64>,
    said: Vec<Said>,
    follows: Vec<Follows>,
}

impl World {
    fn count(&self) -> usize {
        self.slots.len()
    }

    /// Whether all orders are compared.
    fn compares_orders(&self, candidates: &[Candidate]) -> bool {
        let comparisons = (candidates.len() << self.count().min(32)).saturating_mul(1 + self.said.len());
        self.count() <= MOST_VARIABLES && comparisons <= MOST_COMPARISONS
    }

    fn sizes(&self, set: u32) -> f64 {
        (0..self.count()).filter(|at| set >> at & 1 == 1).map(|at| self.sizes[at]).product()
    }

    /// Ways to bind these variables.
    fn ways(&self, set: u32) -> f64 {
        let shares = self.said.iter().filter(|said| said.slots & !set == 0).map(|said| said.share);
        let follow = self.follows.iter().map(|follows| follows.left(set) / follows.left(0));
        self.sizes(set) * shares.product::<f64>() * follow.product::<f64>()
    }

    /// Ways to bind these variables after which every other variable that has sets already has members left.
    fn alive(&self, set: u32) -> f64 {
        self.ways(set) * (0..self.count()).map(|at| self.has_members(set, at)).product::<f64>()
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
        for said in self.said.iter().filter(|said| (said.is | said.is_not) & bit != 0) {
            if said.slots & !(set | bit) == 0 {
                members *= said.share;
                is_set |= said.is & bit != 0;
            }
        }
        if is_set { likely(members) } else { 1.0 }
    }

    /// What it costs to see which of the unbound variables have members left, behind a step.
    fn looks(&self, set: u32, after: u32) -> f64 {
        let narrowed = |at: &usize| {
            let bit = 1 << at;
            let here = |said: &&Said| said.is & bit != 0 && said.slots & !(after | bit) == 0;
            after & bit == 0 && self.said.iter().filter(here).any(|said| said.slots & after & !set != 0)
        };
        let telling = |at: &usize| self.has_members(after, *at) < SURE;
        (0..self.count()).filter(narrowed).filter(telling).map(|at| self.looks[at]).sum()
    }

    /// What one step costs, with the questions that can be asked after it.
    fn cost(&self, set: u32, candidate: &Candidate) -> f64 {
        let after = set | candidate.binds;
        let mut members = self.sizes(candidate.binds);
        let mut tests = 0.0;
        for said in self.said.iter().filter(|said| said.slots & !after == 0 && said.slots & !set != 0) {
            if (said.is | said.is_not) & candidate.binds != 0 {
                members *= said.share;
            } else {
                tests += said.cost;
            }
        }
        members *=
            self.follows.iter().map(|follows| follows.left(after) / follows.left(set)).product::<f64>();
        self.alive(set) * (candidate.cost + members * (1.0 + tests + self.looks(set, after)))
    }
}

impl Planner<'_> {
    /// The variable, or the part that gives several values, with which the cheapest order begins.
    pub(super) fn next_variable(&mut self, order: &mut Order<'_>) -> Next {
        if self.budget.is_spent() {
            return Next::Nothing;
        }
        let world = self.world(order);
        let candidates = self.candidates(order, &world);
        let all = if world.count() >= 32 { u32::MAX } else { (1 << world.count()) - 1 };
        let possible = candidates.iter().enumerate().filter(|(_, candidate)| candidate.needs == 0);
        let first = if world.compares_orders(&candidates) {
            let mut known: HashMap<u32, f64> = HashMap::new();
            let costs = possible.map(|(at, candidate)| {
                let cost = world.cost(0, candidate)
                    + cheapest(&world, &candidates, candidate.binds, all, &mut known);
                (at, cost)
            });
            let first = costs.min_by(|(_, a), (_, b)| a.total_cmp(b));
            self.budget.take(known.len() * candidates.len());
            first
        } else {
            let costs = possible
                .map(|(at, candidate)| (at, world.cost(0, candidate) + 10.0 * world.alive(candidate.binds)));
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
        Next::Part(self.best(order, Class::Asks).expect("the modes check has found an order"))
    }

    /// Whether there are so few variables that orders are compared.
    pub(super) fn compares_orders(&self, order: &Order<'_>) -> bool {
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
    pub(super) fn cheapest_order(&mut self, order: &mut Order<'_>) -> f64 {
        let world = self.world(order);
        let candidates = self.candidates(order, &world);
        if !world.compares_orders(&candidates) {
            return 0.0;
        }
        let all = (1 << world.count()) - 1;
        let mut known = HashMap::new();
        let cost = cheapest(&world, &candidates, 0, all, &mut known);
        self.budget.take(known.len() * candidates.len());
        cost
    }

    fn world(&mut self, order: &mut Order<'_>) -> World {
        // Step 1. The variables that are compared, and the parts that speak of them.
        let mut slots: Vec<Slot> = Vec::new();
        let mut bits: HashMap<Slot, u32> = HashMap::new();
        let mut parts: Vec<usize> = Vec::new();
        for (at, open) in order.agenda.open().iter().take(MOST_PARTS) {
            parts.push(*at);
            for slot in open {
                if slots.len() < MOST_COMPARED && !bits.contains_key(slot) {
                    bits.insert(*slot, 1 << slots.len());
                    slots.push(*slot);
                }
            }
        }
        self.budget.take(parts.len());
        let mask =
            |chosen: &Slots| chosen.iter().filter_map(|slot| bits.get(slot)).fold(0, |all, bit| all | bit);
        // Step 2. What these say when all of them are bound.
        let sizes = slots.iter().map(|slot| self.slot_size(order.frame, *slot)).collect();
        let looks = slots.iter().map(|slot| self.meet_cost(*slot, 1, order.frame)).collect();
        let mut said = Vec::new();
        for at in &parts {
            let (part, open) = (order.agenda.part(*at), &order.agenda.open()[at]);
            let of_part = order.agenda.slots(*at).iter();
            let mut everything: Slots = of_part
                .filter(|slot| order.bound.contains(slot) || bits.contains_key(slot))
                .copied()
                .collect();
            let (mut is, mut is_not) = (0, 0);
            for slot in open {
                let Some(bit) = bits.get(slot) else { continue };
                everything.remove(slot);
                match self.source(part, *slot, &everything, order.frame) {
                    Some((_, Some(_))) => is |= bit,
                    Some((_, None)) => is_not |= bit,
                    None => {}
                }
                everything.insert(*slot);
            }
            let asks = self.part_asks(part);
            let follows = matches!(part.kind, PartKind::Member(_, set)
                if order.frame.reductions.iter().any(|known| known.set == set));
            let share = if asks || follows { 1.0 } else { self.share(part, &everything, order.frame) };
            let cost = if asks { 0.0 } else { question_cost(part) };
            said.push(Said { slots: mask(open), share, cost, is, is_not });
        }
        let follows = order
            .frame
            .reductions
            .iter()
            .map(|known| Follows {
                of: mask(&Slots::from([known.of])),
                through: mask(&known.through),
                is_bound: order.bound.contains(&known.of),
                bound: known.through.intersection(&order.bound).count() as u32,
                share: known.share,
                half: known.half,
            })
            .collect();
        World { slots, bits, parts, sizes, looks, said, follows }
    }

    /// Whether asking a part asks rules.
    fn part_asks(&self, part: &Part) -> bool {
        match &part.kind {
            PartKind::Atom { predicate, .. } => {
                matches!(&self.program.predicate(*predicate).kind, PredicateKind::Extern(e) if e.asks.is_some())
            }
            PartKind::Not(inner) => inner.iter().any(|part| self.part_asks(part)),
            PartKind::Call { callee: Callee::After(_), .. } => true,
            PartKind::Call { callee, .. } => self.asking.contains(callee),
            _ => false,
        }
    }

    fn candidates(&mut self, order: &mut Order<'_>, world: &World) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (at, slot) in world.slots.iter().enumerate() {
            let bit = 1 << at;
            // The values of a variable can be gone through once some set of it can be made.
            let needs = world.said.iter().filter(|said| said.is & bit != 0).map(|said| said.slots & !bit);
            let mut different: Vec<u32> = needs.collect();
            different.sort_by_key(|needs| needs.count_ones());
            different.dedup();
            let cost = self.meet_cost(*slot, 2, order.frame);
            for needs in different {
                candidates.push(Candidate { next: Next::Variable(*slot), needs, binds: bit, cost });
            }
        }
        for at in &world.parts {
            self.part_candidates(*at, order, world, &mut candidates);
        }
        candidates
    }

    /// The ways in which a part gives values that are no set.
    fn part_candidates(
        &mut self,
        at: usize,
        order: &mut Order<'_>,
        world: &World,
        candidates: &mut Vec<Candidate>,
    ) {
        let mask = |operand: &Operand| match operand {
            Operand::Slot(slot) => world.bits.get(slot).copied().unwrap_or(0),
            Operand::Constant(_) => 0,
        };
        // What waits for its turn has no bit, and no value either.
        let waits = |operand: &Operand| !operand.is_bound(&order.bound) && mask(operand) == 0;
        match &order.agenda.part(at).kind {
            PartKind::Equal(left, right) => {
                if waits(left) || waits(right) {
                    return;
                }
                let (left, right) = (mask(left), mask(right));
                for (needs, binds) in [(left, right), (right, left)] {
                    if binds != 0 && needs != binds {
                        candidates.push(Candidate { next: Next::Part(at), needs, binds, cost: 1.0 });
                    }
                }
            }
            PartKind::Atom { predicate, arguments } => {
                let PredicateKind::Extern(external) = &self.program.predicate(*predicate).kind else {
                    // Facts can be gone through whatever is bound.
                    let all = arguments.iter().fold(0, |all, operand| all | mask(operand));
                    self.subsets(all, |needs| {
                        candidates.push(Candidate {
                            next: Next::Part(at),
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
                        candidates.push(Candidate {
                            next: Next::Part(at),
                            needs,
                            binds: gives & !needs,
                            cost: 2.0,
                        });
                    }
                }
            }
            PartKind::Call { callee, arguments } => {
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
                        order.agenda.choice(at).map_or(50.0, |choice| choice.estimate.cost)
                    } else {
                        10.0
                    };
                    candidates.push(Candidate { next: Next::Part(at), needs, binds, cost });
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
        let mut part = 0u32;
        loop {
            if part != all {
                each(part);
            }
            part = part.wrapping_sub(all) & all;
            if part == 0 {
                return;
            }
        }
    }
}

/// The cost of the cheapest way from some bound variables to all of them.
fn cheapest(
    world: &World,
    candidates: &[Candidate],
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
        best = best.min(world.cost(set, candidate) + cheapest(world, candidates, next, all, known));
    }
    known.insert(set, best);
    best
}

/// What a question is expected to cost before it is planned.
fn question_cost(part: &Part) -> f64 {
    match &part.kind {
        PartKind::Not(inner) => inner.iter().map(question_cost).sum::<f64>() + 1.0,
        PartKind::Call { .. } => 6.0,
        _ => 1.0,
    }
}
