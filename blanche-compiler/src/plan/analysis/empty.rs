//! Finds derivations (predicates defined by clauses) that hold in no position, because none of their clauses can hold.
//!
//! A clause never holds if it needs facts that do not exist, a derivation that never holds, or an atom that it also
//! negates. A recursive derivation can hold only if one of its clauses can hold without the recursion. The planner need
//! not order a body that contains such a derivation, which saves time if the body is long.

use std::collections::{HashMap, HashSet};

use crate::program::{Atom, Clause, Goal, PredicateId, PredicateKind, Program, Term};

/// The derived predicates that never hold.
pub(crate) fn empty(program: &Program) -> HashSet<PredicateId> {
    let derived: Vec<(PredicateId, &[Clause])> = (0..program.predicates.len() as u32)
        .map(PredicateId)
        .filter_map(|id| match &program.predicate(id).kind {
            PredicateKind::Derived(clauses) => Some((id, clauses.as_slice())),
            _ => None,
        })
        .collect();
    let mut empty: HashSet<PredicateId> = derived.iter().map(|(id, _)| *id).collect();
    // For each derivation, the clauses that need it, to be examined again once the derivation is known to be
    // satisfiable.
    let mut users: HashMap<PredicateId, Vec<(PredicateId, &Clause)>> = HashMap::new();
    let mut waiting: Vec<(PredicateId, &Clause)> = Vec::new();
    for (id, clauses) in &derived {
        for clause in clauses.iter().filter(|clause| !contradicts(&clause.body)) {
            let mut needed = HashSet::new();
            let mut need = |atom: &Atom, _: bool| {
                needed.insert(atom.predicate);
            };
            clause.body.iter().for_each(|goal| goal.atoms(&mut need));
            needed.into_iter().for_each(|needed| users.entry(needed).or_default().push((*id, clause)));
            waiting.push((*id, clause));
        }
    }
    while let Some((id, clause)) = waiting.pop() {
        if empty.contains(&id) && clause.body.iter().all(|goal| can_hold(program, goal, &empty)) {
            empty.remove(&id);
            waiting.extend(users.remove(&id).unwrap_or_default());
        }
    }
    empty
}

/// Whether a goal can hold. The derivations in `empty` never hold.
fn can_hold(program: &Program, goal: &Goal, empty: &HashSet<PredicateId>) -> bool {
    match goal {
        Goal::Atom(atom) => match &program.predicate(atom.predicate).kind {
            PredicateKind::Facts(tuples) => !tuples.is_empty(),
            PredicateKind::Derived(_) => !empty.contains(&atom.predicate),
            _ => true,
        },
        Goal::Any(branches, _) => {
            branches.iter().any(|branch| branch.iter().all(|goal| can_hold(program, goal, empty)))
        }
        Goal::Not(..) | Goal::After(..) => true,
    }
}

/// Whether a body contradicts itself because it contains all atoms of one of its negations.
pub(crate) fn contradicts(body: &[Goal]) -> bool {
    if !body.iter().any(|goal| matches!(goal, Goal::Not(..))) {
        return false;
    }
    let holds: HashSet<(PredicateId, &[Term])> = body.iter().filter_map(said).collect();
    body.iter().any(|goal| match goal {
        Goal::Not(denied, _) => {
            !denied.is_empty()
                && denied.iter().all(|goal| said(goal).is_some_and(|atom| holds.contains(&atom)))
        }
        _ => false,
    })
}

/// An atom without its source positions.
fn said(goal: &Goal) -> Option<(PredicateId, &[Term])> {
    match goal {
        Goal::Atom(atom) => Some((atom.predicate, &atom.arguments)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::empty;
    use crate::plan::plan;
    use crate::plan::tests::program;

    /// The names of the derivations in a program that never hold.
    fn names(text: &str) -> Vec<String> {
        let (program, _) = program(text);
        let mut names: Vec<String> =
            empty(&program).into_iter().map(|id| program.predicate(id).name.clone()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_predicate_that_needs_an_empty_one_is_empty() {
        let text = "\
sort thing = a, b words X
fact q(a), r(b)
never(X) :- thing(X), ¬q(X), q(X)
needs(X) :- r(X), never(X)
itself(X) :- r(X), itself(X)
either(X) :- r(X), (never(X) ; itself(X))
one(X) :- (never(X) ; q(X))
denies(X) :- r(X), ¬never(X)
rest(X) :- r(X), ¬(r(X), q(X))
reaches(X) :- q(X)
reaches(X) :- r(X), reaches(X)
";
        assert_eq!(names(text), ["either", "itself", "needs", "never"]);
    }

    /// A program with a rule whose body joins `steps` literals and ends with a literal that never holds.
    fn chain(steps: usize, last: &str) -> String {
        let mut text = format!(
            "players x, o words Color\nsort thing = a, b, c words X\nfact q(a)\n\
             fact e(a, b), e(b, c), e(c, a), e(a, c)\n{last}\nrule chain for Color at level 1 plays X0 if\n    thing(X0)"
        );
        for step in 0..steps {
            text.push_str(&format!(",\n    e(X{step}, X{})", step + 1));
        }
        text.push_str(&format!(",\n    never(X{steps})\n"));
        text
    }

    #[test]
    fn a_body_with_an_empty_literal_takes_no_steps_to_plan() {
        for last in [
            "never(X) :- thing(X), ¬q(X), q(X)",
            "never(X) :- q(X), ¬q(X)\nnever(X) :- never(X), thing(X)",
            "never(X) :- other(X), thing(X)\nother(X) :- q(X), ¬q(X)\nother(X) :- e(X, Y_), never(Y_)",
        ] {
            let work = [40, 400].map(|steps| {
                let (program, _) = program(&chain(steps, last));
                let plan = plan(&program).expect("it takes few steps");
                assert!(plan.rules.iter().all(|rule| rule.body.estimate.answers == 0.0), "{last}");
                plan.work
            });
            assert_eq!(work[0], work[1], "however long the body is: {last}");
        }
    }
}
