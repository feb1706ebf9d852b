//! What rules, scores and exports stand on: whose answers can change when a rule or a derivation does.

use blanche_compiler::program::{PredicateId, Program, RuleId};

use crate::bases::Reach;

/// The predicates and the rules that each question asks, directly or not.
pub(super) struct Uses<Q> {
    questions: Vec<(Q, Reach)>,
}

impl<Q: Copy> Uses<Q> {
    /// What the questions of a program ask, which are these of its rules.
    pub(super) fn of(program: &Program, questions: Vec<(Q, RuleId)>) -> Uses<Q> {
        let questions = questions.into_iter().map(|(question, rule)| (question, Reach::of(program, rule)));
        Uses { questions: questions.collect() }
    }

    /// Those that ask this predicate.
    pub(super) fn of_predicate(&self, predicate: PredicateId) -> Vec<Q> {
        self.that(|reached| reached.predicates.contains(&predicate))
    }

    /// Those that ask one of these rules, or are one.
    pub(super) fn of_rules(&self, rules: &[RuleId]) -> Vec<Q> {
        self.that(|reached| rules.iter().any(|rule| reached.rules.contains(rule)))
    }

    fn that(&self, asks: impl Fn(&Reach) -> bool) -> Vec<Q> {
        let asking = self.questions.iter().filter(|(_, reached)| asks(reached));
        asking.map(|(question, _)| *question).collect()
    }
}
