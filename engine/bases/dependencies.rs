//! The dependencies of a query, direct and indirect.

use blanche_compiler::program::{Goal, PredicateId, PredicateKind, Program, RuleId};
use blanche_sorted::SortedSet;

/// Everything that a query depends on, including the query itself.
pub struct Dependencies {
    /// All predicates that the query uses.
    pub predicates: SortedSet<PredicateId>,
    /// The rule that defines the query itself, and the rules that extern predicates evaluate.
    pub rules: SortedSet<RuleId>,
}

impl Dependencies {
    /// Computes the dependencies of a rule, score or export.
    pub fn of(program: &Program, rule: RuleId) -> Dependencies {
        let mut dependencies = Dependencies { predicates: SortedSet::new(), rules: SortedSet::new() };
        dependencies.rule(program, rule);
        dependencies
    }

    fn rule(&mut self, program: &Program, rule: RuleId) {
        if self.rules.insert(rule) {
            self.goals(program, &program.rule(rule).body);
        }
    }

    fn goals(&mut self, program: &Program, goals: &[Goal]) {
        let mut asked = Vec::new();
        goals.iter().for_each(|goal| goal.atoms(&mut |atom, _| asked.push(atom.predicate)));
        asked.into_iter().for_each(|predicate| self.predicate(program, predicate));
    }

    fn predicate(&mut self, program: &Program, predicate: PredicateId) {
        if !self.predicates.insert(predicate) {
            return;
        }
        match &program.predicate(predicate).kind {
            PredicateKind::Derived(clauses) => {
                clauses.iter().for_each(|clause| self.goals(program, &clause.body));
            }
            PredicateKind::Extern(external) => {
                external.asks.iter().flatten().for_each(|rule| self.rule(program, *rule));
            }
            PredicateKind::Aggregate(aggregate) => self.predicate(program, aggregate.of),
            PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Facts(_)
            | PredicateKind::Action { .. } => {}
        }
    }
}
