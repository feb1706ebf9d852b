//! Finds proofs of least height for recursive predicates.
//!
//! 1. Starting from one literal, find all clauses and values by which it holds. Continue with all literals of the
//!    component (the predicates that depend on each other) that these clauses use. Stop at a literal that holds by a
//!    clause without recursion, because no proof is lower. A `;` without recursion is not expanded here. Any of its
//!    branches is suitable, and one is chosen when the proof is shown.
//! 2. Compute heights bottom up. The height of a way to prove a literal is one more than the height of the highest
//!    literal that it uses. The height of a literal is the least height of the ways to prove it.
//! 3. For each literal keep the first way, in the order of clauses and values, that uses only lower literals. So no
//!    literal is a reason for itself.

use std::collections::{HashMap, VecDeque};
use std::slice;

use super::derivation::{Literal, ProofSearch, ProofStep};
use super::queries::Values;
use crate::interpret::Host;
use crate::program::{Clause, ComponentId, Goal};
use crate::runtime::LimitReached;

/// Maximum number of combinations that choose one branch of every `;` with recursion.
const CHOICES: usize = 4_096;

/// Maximum total number of ways to prove literals in one search.
const MAX_WAYS: usize = 200_000;

/// The literals of a component that were found so far, and the ways to prove each of them.
#[derive(Default)]
struct Graph {
    places: HashMap<Literal, usize>,
    literals: Vec<Literal>,
    ways: Vec<Vec<ProofStep>>,
    /// The total number of ways to prove literals.
    size: usize,
    waiting: VecDeque<usize>,
}

impl Graph {
    fn place(&mut self, literal: Literal) -> usize {
        let next = self.literals.len();
        let place = *self.places.entry(literal.clone()).or_insert(next);
        if place == next {
            self.literals.push(literal);
            self.ways.push(Vec::new());
            self.waiting.push_back(place);
        }
        place
    }
}

impl<H: Host> ProofSearch<'_, H> {
    /// For a literal that holds, the first step of its proof of least height. Also returns such a step for every other
    /// literal of the component that was found in the search.
    pub(super) fn lowest(
        &self,
        facts: &mut H::Facts,
        literal: &Literal,
        component: ComponentId,
    ) -> Result<Vec<(Literal, ProofStep)>, LimitReached> {
        let mut graph = Graph::default();
        graph.place(literal.clone());
        while let Some(at) = graph.waiting.pop_front() {
            let literal = graph.literals[at].clone();
            let ways = self.proofs(facts, &literal, component, &mut graph)?;
            graph.size += ways.len();
            if graph.size > MAX_WAYS {
                return Err(LimitReached::Work);
            }
            graph.ways[at] = ways;
        }
        let heights = heights(&graph.ways);
        let Graph { literals, ways, .. } = graph;
        let lowest = literals.into_iter().zip(ways).enumerate().filter_map(|(at, (literal, ways))| {
            let is_lower = |way: &ProofStep| way.needs.iter().all(|needed| heights[*needed] < heights[at]);
            Some((literal, ways.into_iter().find(is_lower)?))
        });
        Ok(lowest.collect())
    }

    /// All ways to prove a literal. If the literal can be proved without recursion, only the first such way is
    /// returned.
    fn proofs(
        &self,
        facts: &mut H::Facts,
        (predicate, arguments): &Literal,
        component: ComponentId,
        graph: &mut Graph,
    ) -> Result<Vec<ProofStep>, LimitReached> {
        let clauses = self.queries().clauses(*predicate).unwrap_or_default();
        let called = clauses
            .iter()
            .enumerate()
            .filter_map(|(at, clause)| Some((at, clause, self.queries().called(clause, arguments)?)));
        let called: Vec<(usize, &Clause, Values)> = called.collect();
        let mut open = Vec::new();
        for (at, clause, values) in called {
            let mut choices = Vec::new();
            self.choices(clause.body.clone(), component, &mut choices)?;
            for goals in choices {
                if self.queries().recursion.asks(&goals, component) {
                    open.push((at, clause, goals, values.clone()));
                } else if let Some(values) =
                    self.queries().first(facts, &goals, &clause.variables, &values)?
                {
                    return Ok(vec![ProofStep { clause: at, goals, values, needs: Vec::new() }]);
                }
            }
        }
        let mut ways = Vec::new();
        for (at, clause, goals, known) in open {
            let work = self.queries().limits.work;
            let answers = self.queries().all(facts, &goals, &clause.variables, &known, work)?;
            for values in answers.values(&known) {
                let atoms = goals.iter().filter_map(|goal| match goal {
                    Goal::Atom(atom) => Some(atom),
                    Goal::Not(..) | Goal::After(..) | Goal::Any(..) => None,
                });
                let own = atoms
                    .filter(|atom| self.queries().recursion.component(atom.predicate) == Some(component));
                let needs = own
                    .map(|atom| graph.place((atom.predicate, self.queries().arguments(atom, &values))))
                    .collect();
                ways.push(ProofStep { clause: at, goals: goals.clone(), values, needs });
            }
        }
        Ok(ways)
    }

    /// Collects all combinations that choose one branch of every `;` with recursion.
    fn choices(
        &self,
        goals: Vec<Goal>,
        component: ComponentId,
        chosen: &mut Vec<Vec<Goal>>,
    ) -> Result<(), LimitReached> {
        let asks = |goal: &Goal| self.queries().recursion.asks(slice::from_ref(goal), component);
        let first = goals.iter().enumerate().find_map(|(at, goal)| match goal {
            Goal::Any(branches, _) if asks(goal) => Some((at, branches)),
            _ => None,
        });
        let Some((at, branches)) = first else {
            if chosen.len() == CHOICES {
                return Err(LimitReached::Work);
            }
            chosen.push(goals);
            return Ok(());
        };
        for branch in branches {
            self.choices([&goals[..at], branch, &goals[at + 1..]].concat(), component, chosen)?;
        }
        Ok(())
    }
}

/// The height of each literal; 1 if it holds without recursion.
fn heights(ways: &[Vec<ProofStep>]) -> Vec<usize> {
    let mut heights = vec![usize::MAX; ways.len()];
    let mut missing: Vec<Vec<usize>> =
        ways.iter().map(|ways| ways.iter().map(|way| way.needs.len()).collect()).collect();
    let mut needed_by: Vec<Vec<(usize, usize)>> = vec![Vec::new(); ways.len()];
    let mut found = VecDeque::new();
    for (at, ways) in ways.iter().enumerate() {
        for (number, way) in ways.iter().enumerate() {
            way.needs.iter().for_each(|needed| needed_by[*needed].push((at, number)));
            if way.needs.is_empty() && heights[at] == usize::MAX {
                heights[at] = 1;
                found.push_back(at);
            }
        }
    }
    // Heights are found in ascending order. So the first way whose needed literals all have heights gives a literal its
    // least height.
    while let Some(at) = found.pop_front() {
        for (by, number) in std::mem::take(&mut needed_by[at]) {
            missing[by][number] -= 1;
            if missing[by][number] == 0 && heights[by] == usize::MAX {
                heights[by] = heights[at] + 1;
                found.push_back(by);
            }
        }
    }
    heights
}
