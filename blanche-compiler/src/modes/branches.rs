//! Diagnostics about branches of a `;` that do not all bind a variable.
//!
//! A variable that also occurs outside a `;` must have a value there, whichever branch holds. A branch that does not
//! mention the variable leaves it unbound. Another goal must then bind the variable before the branches are evaluated.

use super::{Bound, Check, MAX_ERRORS_PER_BODY, needed_by_after, shared, variables_of, within};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Goal, Occurrences, Term, Variable, VariableId, occurrences, variables};

impl<'a> Check<'a> {
    /// Reports branches that leave an outer variable unbound, if the variable can be bound only after the branches.
    /// The goals must have no other errors.
    pub(super) fn uneven(
        &mut self,
        goals: &'a [Goal],
        mut given: Bound,
        everywhere: &Occurrences,
        names: &[Variable],
    ) {
        let before = self.found.len();
        while self.found.len() < before + MAX_ERRORS_PER_BODY {
            let (bound, stuck) = self.modes.closure(goals, given.clone(), everywhere);
            let mut spoken =
                stuck.into_iter().filter_map(|goal| self.uneven_goal(goal, goals, &bound, everywhere, names));
            let Some(spoken) = spoken.next() else { return };
            // Consequences of this error are not reported separately.
            given.extend(spoken);
        }
    }

    /// Reports a single goal that cannot be evaluated because of an uneven branch. Returns the variables reported.
    fn uneven_goal(
        &mut self,
        goal: &'a Goal,
        all: &[Goal],
        bound: &Bound,
        everywhere: &Occurrences,
        names: &[Variable],
    ) -> Option<Bound> {
        let (needed, insides): (Bound, Vec<&'a [Goal]>) = match goal {
            Goal::Atom(_) => return None,
            Goal::Not(inner, _) => (shared(inner, everywhere), vec![inner]),
            Goal::After(actions, inner, _) => (needed_by_after(actions, inner, everywhere), vec![inner]),
            Goal::Any(branches, _) => (Bound::new(), branches.iter().map(Vec::as_slice).collect()),
        };
        if !needed.is_subset(bound) {
            return None;
        }
        let before = self.found.len();
        for inside in &insides {
            self.uneven(inside, within(inside, bound), everywhere, names);
        }
        if self.found.len() > before {
            return Some(variables_of(goal));
        }
        let mut open = shared(std::slice::from_ref(goal), everywhere);
        let mut common: Option<Bound> = None;
        for inside in &insides {
            let (reached, stuck) = self.modes.closure(inside, within(inside, bound), everywhere);
            if !stuck.is_empty() {
                return None;
            }
            common = Some(match common {
                None => reached,
                Some(common) => common.intersection(&reached).copied().collect(),
            });
        }
        open.retain(|id| !bound.contains(id) && !common.as_ref().is_some_and(|common| common.contains(id)));
        let id = *open.first()?;
        let variable = &names[id.index()];
        let message = self.one_branch(all, id, variable);
        self.found.push(message.unwrap_or_else(|| self.nothing_binds(variable, goal.span(), "asked here")));
        Some(Bound::from([id]))
    }

    /// The diagnostic for a variable that some but not all branches of a `;` bind.
    pub(super) fn one_branch(
        &self,
        goals: &[Goal],
        id: VariableId,
        variable: &Variable,
    ) -> Option<Diagnostic> {
        for goal in goals {
            let Goal::Any(branches, _) = goal else { continue };
            let (with, without): (Vec<_>, Vec<_>) =
                branches.iter().partition(|branch| occurrences(branch.iter()).contains_key(&id));
            let (Some(_), Some(without)) = (with.first(), without.first()) else { continue };
            let message = Diagnostic::new(
                Code::BranchUnbound,
                format!("not every branch of `;` binds `{}`", variable.name),
                without.first().map_or(goal.span(), Goal::span),
                format!("this branch does not mention `{}`", variable.name),
            );
            let others = goals.iter().filter(|other| !std::ptr::eq(*other, goal));
            let message = match others.filter_map(|other| place(other, id)).next() {
                Some(outside) => message
                    .and(outside, "it is used outside the brackets, so every branch must give it a value"),
                None => message.and(
                    variable.span,
                    "it is used outside the brackets, so every branch must give it a value",
                ),
            };
            return Some(
                message.hint("bind it in every branch, or write a variable with an underscore in this one"),
            );
        }
        None
    }
}

/// The position of a variable in a goal.
fn place(goal: &Goal, id: VariableId) -> Option<Span> {
    let mut found = None;
    goal.atoms(&mut |atom, _| {
        let is_it = |term: &Term| variables(std::slice::from_ref(term)).next() == Some(id);
        let at = atom.arguments.iter().position(is_it);
        found = found.or(at.map(|at| atom.argument_spans[at]));
    });
    found
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::{Code, Severity};

    const FACTS: &str = "players white, black\nfact p(a, b)\nfact q(b)\n\
        only(X, Y) :- ¬q(X), p(Y, Z_)\n";

    fn errors(item: &str) -> Vec<(Code, String)> {
        let (_, found) = check_text("test", &format!("{FACTS}{item}\n"));
        let errors = found.into_iter().filter(|message| message.severity == Severity::Error);
        errors.map(|message| (message.code, message.title)).collect()
    }

    fn rule(premise: &str) -> Vec<(Code, String)> {
        errors(&format!("rule r for white at level 0 if {premise}"))
    }

    fn not_every_branch_binds(name: &str) -> Vec<(Code, String)> {
        vec![(Code::BranchUnbound, format!("not every branch of `;` binds `{name}`"))]
    }

    #[test]
    fn a_variable_that_is_bound_after_the_branches_is_reported() {
        let expected = not_every_branch_binds("X");
        // The branches bind `Y`, and only then can `X` be found from `Y`.
        assert_eq!(rule("(p(X, Y) ; q(Y)), equal(X, Y)"), expected);
        assert_eq!(rule("(p(X, Y) ; q(Y)), only(Y, X)"), expected);
        assert_eq!(rule("only(Y, X), (p(X, Y) ; q(Y))"), expected);
        assert_eq!(rule("q(Z), ((p(X, Y) ; q(Y)), only(Y, X) ; p(X, Y))"), expected);
        assert_eq!(rule("q(Z), ¬((p(X_, Y_) ; q(Y_)), only(Y_, X_))"), not_every_branch_binds("X_"));
        let both = rule("(p(X, Y) ; q(Y)), only(Y, X), (p(Z, W) ; q(W)), only(W, Z)");
        assert_eq!(both, [expected, not_every_branch_binds("Z")].concat());
    }

    #[test]
    fn a_variable_that_is_bound_before_the_branches_may_be_absent_in_one() {
        assert_eq!(rule("(p(X, Y) ; q(Y)), q(X)"), []);
        assert_eq!(rule("p(Z, X), (p(X, Y) ; q(Y)), only(Y, X)"), []);
        assert_eq!(errors("r(X, Y) :- (p(X, Y) ; q(Y)), only(Y, X)\n"), []);
    }

    #[test]
    fn an_unbound_variable_after_branches_is_reported_as_unbound() {
        assert_eq!(
            rule("(p(X, Y) ; q(Y)), only(Z, X)"),
            [(Code::CallerMustBind, "`only/2` needs `X` bound by its caller".to_owned()),]
        );
    }
}
