//! What rules, scores and exports stand on: whose answers can change when a rule or a derivation does.

use blanche_compiler::program::{PredicateId, Program, RuleId};

use noire_engine::bases::{QuestionIds, Reach};

/// The predicates and the rules that each question asks, directly or not.
pub(super) struct Uses {
    questions: Vec<(RuleId, Reach)>,
}

impl Uses {
    /// What can be asked of a program. Of a base on a host nobody asks what is supposed of claims: neither `verify` nor the text
    /// beside the rules says anything of it.
    pub(super) fn of(program: &Program) -> Uses {
        let mut asked: Vec<RuleId> = (0..program.rules.len() as u32).map(RuleId).collect();
        if program.needs_host() {
            let ids = QuestionIds::of(program);
            asked.retain(|id| ids.question(*id).is_some());
            // As a base counts them: rules, scores, exports, preferences, draws.
            asked.sort_by_key(|id| ids.question(*id));
        }
        let reached = asked.into_iter().map(|question| (question, Reach::of(program, question)));
        Uses { questions: reached.collect() }
    }

    /// Those that ask this predicate.
    pub(super) fn of_predicate(&self, predicate: PredicateId) -> Vec<RuleId> {
        self.that(|reached| reached.predicates.contains(&predicate))
    }

    /// Those that ask one of these rules, or are one.
    pub(super) fn of_rules(&self, rules: &[RuleId]) -> Vec<RuleId> {
        self.that(|reached| rules.iter().any(|rule| reached.rules.contains(rule)))
    }

    fn that(&self, asks: impl Fn(&Reach) -> bool) -> Vec<RuleId> {
        let asking = self.questions.iter().filter(|(_, reached)| asks(reached));
        asking.map(|(question, _)| *question).collect()
    }
}
