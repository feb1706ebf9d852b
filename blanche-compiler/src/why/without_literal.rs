//! Tests whether a rule would apply without one of the literals of its premise.

use blanche_sorted::SortedSet;

use super::obstacles::ObstacleSearch;
use crate::files::Span;
use crate::interpret::Host;
use crate::program::{Goal, RuleId, VariableId, occurrences, variables};
use crate::runtime::LimitReached;

impl<H: Host> ObstacleSearch<'_, H> {
    /// Whether a rule would apply without the literal or action at this location of its premise, at any nesting depth.
    /// `None` if there is no literal or action at the location. Also `None` if the rest is not a valid rule, because a
    /// variable is no longer bound.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn applies_without(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        place: Span,
    ) -> Result<Option<bool>, LimitReached> {
        self.queries().begin();
        let rule = self.queries().program.rule(rule);
        let values = vec![None; rule.variables.len()];
        let Some(rest) = without(&rule.body, place) else { return Ok(None) };
        let mut needed: SortedSet<VariableId> = occurrences(&rest).into_keys().collect();
        needed.extend(rule.played());
        let (before, after) = (given_values(&rule.body), given_values(&rest));
        let is_rule = needed.iter().all(|id| !before.contains(id) || after.contains(id));
        if !is_rule || self.queries().order(&rest, &values).len() < rest.len() {
            return Ok(None);
        }
        self.queries().hold(facts, &rest, &rule.variables, &values).map(Some)
    }
}

/// The goals without the literal or action at this location. `None` if there is none, or if no goal would remain.
fn without(goals: &[Goal], place: Span) -> Option<Vec<Goal>> {
    let mut rest = goals.to_vec();
    if let Some(at) = goals.iter().position(|goal| goal.span() == place) {
        rest.remove(at);
        return (!rest.is_empty()).then_some(rest);
    }
    let (at, goal) =
        goals.iter().enumerate().find_map(|(at, goal)| Some((at, without_inside(goal, place)?)))?;
    rest[at] = goal;
    Some(rest)
}

/// The goal without the literal or action at this location inside the goal.
fn without_inside(goal: &Goal, place: Span) -> Option<Goal> {
    match goal {
        Goal::Atom(_) => None,
        Goal::Not(goals, span) => Some(Goal::Not(without(goals, place)?, *span)),
        Goal::After(actions, goals, span) => {
            if let Some(at) = actions.iter().position(|action| action.span == place) {
                let mut rest = actions.clone();
                rest.remove(at);
                return (!rest.is_empty()).then(|| Goal::After(rest, goals.clone(), *span));
            }
            Some(Goal::After(actions.clone(), without(goals, place)?, *span))
        }
        Goal::Any(branches, span) => {
            let mut rest = branches.clone();
            // If a branch consists only of this literal, the branch is removed.
            if let Some(at) = branches.iter().position(|one| one.len() == 1 && one[0].span() == place) {
                rest.remove(at);
                return (!rest.is_empty()).then_some(Goal::Any(rest, *span));
            }
            let found = branches.iter().enumerate();
            let (at, branch) =
                found.into_iter().find_map(|(at, branch)| Some((at, without(branch, place)?)))?;
            rest[at] = branch;
            Some(Goal::Any(rest, *span))
        }
    }
}

/// The variables bound by an atom, except variables that occur only in a negated atom.
fn given_values(goals: &[Goal]) -> SortedSet<VariableId> {
    fn walk(goals: &[Goal], found: &mut SortedSet<VariableId>) {
        for goal in goals {
            match goal {
                Goal::Atom(atom) => found.extend(variables(&atom.arguments)),
                Goal::Not(goals, _) if matches!(goals.as_slice(), [Goal::Atom(_)]) => {}
                Goal::Not(goals, _) | Goal::After(_, goals, _) => walk(goals, found),
                Goal::Any(branches, _) => branches.iter().for_each(|branch| walk(branch, found)),
            }
        }
    }
    let mut found = SortedSet::new();
    walk(goals, &mut found);
    found
}
