//! Recursive predicates: the least relations that satisfy their clauses. They are found by naive iteration, in which
//! each round uses all tuples of the previous round.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::clauses::{Body, Literal};
use crate::program::Naive;
use crate::value::Value;
use crate::world::World;

/// A predicate: its name and arity.
pub type Signature = (String, usize);

/// The tuples of some predicates, each with the number of the round in which it was found. If a tuple depends on none
/// of these predicates, it is found in round 1.
pub(crate) type Relations = BTreeMap<Signature, BTreeMap<Vec<Value>, usize>>;

/// The recursive predicates and what is known about them.
#[derive(Default)]
pub(crate) struct Recursion {
    /// For each recursive predicate, the strongly connected component that it belongs to.
    components: BTreeMap<Signature, BTreeSet<Signature>>,
    /// The components that are being evaluated, each with the tuples that its last round found. The key is the number
    /// of nested actions around the evaluation.
    under_way: RefCell<BTreeMap<usize, Vec<Relations>>>,
    /// Cached results, by the state of the world.
    found: RefCell<BTreeMap<(String, Signature), Relations>>,
    depth: RefCell<usize>,
}

impl Recursion {
    /// Discards unfinished iterations. Called if the evaluation is aborted.
    pub(crate) fn give_up(&self) {
        self.under_way.borrow_mut().clear();
        *self.depth.borrow_mut() = 0;
    }
}

impl Naive {
    /// Finds the predicates that are recursive within one position.
    pub(crate) fn find_recursion(&mut self) {
        let needs: BTreeMap<Signature, BTreeSet<Signature>> = self
            .signatures()
            .into_iter()
            .map(|signature| (signature.clone(), self.needs(&signature)))
            .collect();
        let reached = |from: &Signature| {
            let (mut reached, mut waiting) = (BTreeSet::new(), vec![from]);
            while let Some(signature) = waiting.pop() {
                for next in needs.get(signature).into_iter().flatten() {
                    if reached.insert(next.clone()) {
                        waiting.push(next);
                    }
                }
            }
            reached
        };
        let all: BTreeMap<Signature, BTreeSet<Signature>> =
            needs.keys().map(|from| (from.clone(), reached(from))).collect();
        for (signature, reached) in all.iter().filter(|(signature, reached)| reached.contains(*signature)) {
            let members = reached.iter().filter(|other| all[*other].contains(signature)).cloned().collect();
            self.recursion.components.insert(signature.clone(), members);
        }
    }

    /// The predicates that a predicate depends on directly, within one position.
    fn needs(&self, (name, arity): &Signature) -> BTreeSet<Signature> {
        fn walk(body: &Body, found: &mut BTreeSet<Signature>) {
            for literal in body.iter().flatten() {
                match literal {
                    Literal::Atom(atom) => {
                        found.insert((atom.predicate.clone(), atom.arguments.len()));
                    }
                    Literal::Group(body) | Literal::Not { body, .. } => walk(body, found),
                    Literal::Aggregate(aggregate) => walk(&aggregate.body, found),
                    Literal::Comparison(_) | Literal::After { .. } => {}
                }
            }
        }
        let mut found = BTreeSet::new();
        for clause in self.clauses(name, *arity).into_iter().flatten() {
            walk(&clause.body, &mut found);
        }
        found.retain(|(name, arity)| self.clauses(name, *arity).is_some());
        found
    }

    /// All tuples of a recursive predicate; `None` if it is not recursive.
    pub(crate) fn recursive<W: World>(
        &self,
        world: &mut W,
        signature: &Signature,
    ) -> Option<Vec<Vec<Value>>> {
        let component = self.recursion.components.get(signature)?;
        let depth = *self.recursion.depth.borrow();
        let known = self.recursion.under_way.borrow().get(&depth).and_then(|all| {
            all.iter()
                .rev()
                .find_map(|relations| relations.get(signature))
                .map(|tuples| tuples.keys().cloned().collect())
        });
        known.or_else(|| {
            let relations = self.least(world, component);
            Some(relations[signature].keys().cloned().collect())
        })
    }

    /// The tuples of a recursive predicate, each with the round in which it is found; `None` if the predicate is not
    /// recursive.
    pub fn rounds<W: World>(
        &self,
        world: &mut W,
        name: &str,
        arity: usize,
    ) -> Option<BTreeMap<Vec<Value>, usize>> {
        let signature = (name.to_owned(), arity);
        let component = self.recursion.components.get(&signature)?;
        self.least(world, component).remove(&signature)
    }

    /// The least relations that satisfy the clauses of a component.
    fn least<W: World>(&self, world: &mut W, component: &BTreeSet<Signature>) -> Relations {
        let first = component.first().expect("a component has members").clone();
        let key = world.state().map(|state| (state, first));
        if let Some(found) = key.as_ref().and_then(|key| self.recursion.found.borrow().get(key).cloned()) {
            return found;
        }
        let depth = *self.recursion.depth.borrow();
        let mut relations: Relations =
            component.iter().map(|member| (member.clone(), BTreeMap::new())).collect();
        for round in 1.. {
            self.recursion.under_way.borrow_mut().entry(depth).or_default().push(relations.clone());
            let mut is_new = false;
            for (name, arity) in component {
                for clause in self.clauses(name, *arity).into_iter().flatten() {
                    for tuple in self.instances(world, clause, &clause.head, clause.start()) {
                        let tuples = relations.get_mut(&(name.clone(), *arity)).expect("it is a member");
                        is_new |= !tuples.contains_key(&tuple);
                        tuples.entry(tuple).or_insert(round);
                    }
                }
            }
            self.recursion.under_way.borrow_mut().get_mut(&depth).expect("it was put there").pop();
            if !is_new {
                break;
            }
        }
        if let Some(key) = key {
            self.recursion.found.borrow_mut().insert(key, relations.clone());
        }
        relations
    }

    /// Runs `then` in the position after an action. There, the unfinished iterations of the outer position are not
    /// used.
    pub(crate) fn deeper<T>(&self, then: impl FnOnce() -> T) -> T {
        *self.recursion.depth.borrow_mut() += 1;
        let done = then();
        *self.recursion.depth.borrow_mut() -= 1;
        done
    }
}
