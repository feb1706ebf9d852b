//! What rules, scores and exports stand on: whose answers can change when a rule or a derivation does.

use std::collections::BTreeSet;

use blanche_compiler::program::{Goal, PredicateId, PredicateKind, Program, RuleId};

/// The predicates and the rules that each question asks, directly or not.
pub(super) struct Uses<Q> {
    questions: Vec<(Q, Reached)>,
}

#[derive(Default)]
struct Reached {
    predicates: BTreeSet<PredicateId>,
    rules: BTreeSet<RuleId>,
}

impl<Q: Copy> Uses<Q> {
    /// What the questions of a program ask, which are these of its rules.
    pub(super) fn of(program: &Program, questions: Vec<(Q, RuleId)>) -> Uses<Q> {
        let questions = questions.into_iter().map(|(question, rule)| {
            let mut reached = Reached::default();
            reached.rule(program, rule);
            (question, reached)
        });
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

    fn that(&self, asks: impl Fn(&Reached) -> bool) -> Vec<Q> {
        let asking = self.questions.iter().filter(|(_, reached)| asks(reached));
        asking.map(|(question, _)| *question).collect()
    }
}

impl Reached {
    fn rule(&mut self, program: &Program, rule: RuleId) {
        if self.rules.insert(rule) {
            self.goals(program, &program.rule(rule).body);
        }
    }

    fn goals(&mut self, program: &Program, goals: &[Goal]) {
        let mut asked = Vec::new();
        for goal in goals {
            goal.atoms(&mut |atom, _| asked.push(atom.predicate));
        }
        for predicate in asked {
            if !self.predicates.insert(predicate) {
                continue;
            }
            match &program.predicate(predicate).kind {
                PredicateKind::Derived(clauses) => {
                    clauses.iter().for_each(|clause| self.goals(program, &clause.body));
                }
                PredicateKind::Extern(external) => {
                    let asks = external.asks.iter().flatten();
                    asks.for_each(|rule| self.rule(program, *rule));
                }
                PredicateKind::Equal
                | PredicateKind::Comparison(_)
                | PredicateKind::Aggregate(_)
                | PredicateKind::Facts(_)
                | PredicateKind::Action { .. } => {}
            }
        }
    }
}
