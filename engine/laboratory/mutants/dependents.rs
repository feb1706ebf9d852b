//! Dependencies of rules, scores and exports: which answers can change if a rule or derivation changes.

use blanche_compiler::program::{PredicateId, Program, RuleId};
use blanche_sorted::Arrange;

use noire_engine::bases::{Dependencies, QuestionIds};

/// The predicates and rules on which each query depends, directly or indirectly.
pub(super) struct Dependents {
    questions: Vec<(RuleId, Dependencies)>,
}

impl Dependents {
    /// Analyses the queries of a program. If the program has a host, the query for the suppositions of claims is left
    /// out, because neither `verify` nor `positions.txt` checks it.
    pub(super) fn of(program: &Program) -> Dependents {
        let mut asked: Vec<RuleId> = (0..program.rules.len() as u32).map(RuleId).collect();
        if program.needs_host() {
            let ids = QuestionIds::of(program);
            asked.retain(|id| ids.question(*id).is_some());
            // The queries in the order of a base: rules, scores, exports, preferences, draws.
            asked.arrange_by_key(|id| ids.question(*id));
        }
        let dependencies = asked.into_iter().map(|question| (question, Dependencies::of(program, question)));
        Dependents { questions: dependencies.collect() }
    }

    /// The queries that depend on this predicate.
    pub(super) fn of_predicate(&self, predicate: PredicateId) -> Vec<RuleId> {
        self.that(|dependencies| dependencies.predicates.contains(&predicate))
    }

    /// The queries that depend on one of these rules. For this purpose, every query also depends on itself.
    pub(super) fn of_rules(&self, rules: &[RuleId]) -> Vec<RuleId> {
        self.that(|dependencies| rules.iter().any(|rule| dependencies.rules.contains(rule)))
    }

    fn that(&self, asks: impl Fn(&Dependencies) -> bool) -> Vec<RuleId> {
        let asking = self.questions.iter().filter(|(_, dependencies)| asks(dependencies));
        asking.map(|(question, _)| *question).collect()
    }
}
