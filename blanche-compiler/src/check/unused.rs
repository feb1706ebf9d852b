//! `B0605`: a predicate with clauses or facts that no rule, no query and no other predicate mentions.
//!
//! What only an unused predicate mentions is not reported beside it: one mistake, one message. A program without
//! rules is there to be asked, and a library or a domain is there for others, so nothing in them is unused.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::names::Resolved;
use crate::program::{Clause, PredicateId, PredicateKind, Program, RuleKind};

/// Predicates that nobody uses.
pub(super) fn check(resolved: &Resolved) -> Vec<Diagnostic> {
    let program = &resolved.program;
    let no_rules = program.rules.iter().all(|rule| rule.kind == RuleKind::Query);
    if no_rules || resolved.incomplete || !resolved.broken.is_empty() {
        return Vec::new(); // what was lost may have used anything
    }
    let used = mentioned(program);
    let mut found = Vec::new();
    for (at, predicate) in program.predicates.iter().enumerate() {
        let id = PredicateId(at as u32);
        let what = match &predicate.kind {
            PredicateKind::Equal | PredicateKind::Extern(_) => continue,
            PredicateKind::Facts(_) => "stated",
            PredicateKind::Derived(clauses) if clauses.iter().all(Clause::is_fact) => "stated",
            PredicateKind::Derived(_) => "derived",
        };
        let Some(span) = predicate.span else { continue };
        if used.contains(&id) || resolved.mentioned.contains(&id) || resolved.libraries.contains(&span.file) {
            continue;
        }
        found.push(
            Diagnostic::new(
                Code::Unused,
                format!("nobody uses `{}`", predicate.signature()),
                span,
                format!("{what} here, and mentioned by no rule and no other predicate"),
            )
            .hint("take it away, or use it; a file that is meant for others to use begins with `library`"),
        );
    }
    found.sort_by_key(|message| message.label.span);
    found
}

/// What rules, queries and other predicates mention.
fn mentioned(program: &Program) -> BTreeSet<PredicateId> {
    let mut mentioned = BTreeSet::new();
    for goal in program.rules.iter().flat_map(|rule| &rule.premise) {
        goal.atoms(&mut |atom, _| {
            mentioned.insert(atom.predicate);
        });
    }
    for (at, predicate) in program.predicates.iter().enumerate() {
        let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
        for goal in clauses.iter().flat_map(|clause| &clause.body) {
            goal.atoms(&mut |atom, _| {
                if atom.predicate.index() != at {
                    mentioned.insert(atom.predicate);
                }
            });
        }
    }
    mentioned
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use crate::diagnostic::Code;

    const RULE: &str = "players white, black\nfact p(a)\nrule r for white at level 0 if p(X)\n";

    #[test]
    fn what_no_rule_needs_is_unused() {
        let found = problems(&format!("{RULE}q(X) :- p(X)\n"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "nobody uses `q/1`");
        assert_eq!(codes(&format!("{RULE}fact q(a)\n")), [Code::Unused]);
    }

    #[test]
    fn what_only_an_unused_predicate_needs_is_silent() {
        let found = problems(&format!("{RULE}q(X) :- p(X)\ns(X) :- q(X)\n"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "nobody uses `s/1`");
    }

    #[test]
    fn a_program_without_rules_has_no_unused_predicates() {
        assert_eq!(codes("fact p(a)\nq(X) :- p(X)\n"), []);
    }

    #[test]
    fn a_library_is_for_others() {
        assert_eq!(codes(&format!("library\n{RULE}q(X) :- p(X)\n")), []);
    }
}
