//! Drops messages that only follow from another mistake. The message that a derivation requires its caller to bind more
//! variables (`B0502`) may be such a message. It is dropped if a clause that the derivation depends on contains a
//! misspelt or unbound variable. Once that is corrected, the derivation may no longer require anything.
//!
//! A misspelt variable is normally only a warning. If an error is dropped because of this warning, the warning becomes
//! an error, because the program cannot run.

use blanche_sorted::SortedSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::Span;
use crate::program::{PredicateId, PredicateKind, Program};
use crate::syntax::index::Items;

/// Drops the messages that only follow from others.
pub(super) fn drop_follow_ups(program: &Program, items: &Items<'_>, found: &mut Vec<Diagnostic>) {
    if !found.iter().any(|message| message.code == Code::CallerMustBind) {
        return;
    }
    let causes: Vec<usize> = (0..found.len()).filter(|at| is_cause(items, &found[*at])).collect();
    let mut explained: SortedSet<usize> = SortedSet::new();
    let mut follows: SortedSet<usize> = SortedSet::new();
    for (at, message) in found.iter().enumerate().filter(|(_, one)| one.code == Code::CallerMustBind) {
        let clauses = clauses_of(program, message);
        let inside = |cause: &&usize| clauses.iter().any(|clause| clause.encloses(found[**cause].label.span));
        let of_message: Vec<usize> = causes.iter().filter(inside).copied().collect();
        if !of_message.is_empty() {
            follows.insert(at);
            explained.extend(of_message);
        }
    }
    for at in explained {
        found[at].severity = Severity::Error;
    }
    let mut at = 0..;
    found.retain(|_| at.next().is_none_or(|at| !follows.contains(&at)));
}

/// Whether a message reports a misspelt or unbound variable. Warnings that the author has suppressed do not count.
fn is_cause(items: &Items<'_>, message: &Diagnostic) -> bool {
    let is_unbound = matches!(
        message.code,
        Code::NothingBinds | Code::NegationsShare | Code::BranchUnbound | Code::ActionUnbound
    );
    let item = || items.around(message.label.span).and_then(|span| items.by_span.get(&span));
    let number = message.code.number();
    let is_allowed = || item().is_some_and(|item| item.allows.iter().any(|allow| allow.code.text == number));
    is_unbound || message.code == Code::LooksLike && !is_allowed()
}

/// The spans of the clauses of the derivation that a message concerns, and of all clauses that this derivation depends
/// on.
fn clauses_of(program: &Program, message: &Diagnostic) -> Vec<Span> {
    let is_named =
        |span: Option<Span>| span.is_some_and(|span| message.others.iter().any(|one| one.span == span));
    let ids = (0..program.predicates.len() as u32).map(PredicateId);
    let mut asked: Vec<PredicateId> = ids.filter(|id| is_named(program.predicate(*id).span)).collect();
    let mut seen: SortedSet<PredicateId> = asked.iter().copied().collect();
    let mut clauses = Vec::new();
    while let Some(id) = asked.pop() {
        let PredicateKind::Derived(of_predicate) = &program.predicate(id).kind else { continue };
        for clause in of_predicate {
            clauses.push(clause.span);
            for goal in &clause.body {
                goal.atoms(&mut |atom, _| {
                    if seen.insert(atom.predicate) {
                        asked.push(atom.predicate);
                    }
                });
            }
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::{Code, Severity};

    const DOMAIN: &str = "domain d\nsort field of 9 like a1 words Field playable\n\
        sort group of 9 like a1 words Group\nsort color = none, white, black words Color\n\
        players white, black\n\
        extern in(Field: field, Group: group): (free, bound) gives about 3, (bound, free) gives about 3\n\
        extern odd(Field: field): (bound) tests\n\
        extern group(Group: group, Color: color): (free, bound) gives about 3\n";

    /// The messages about these lines, without the messages about the meaning of whole bodies.
    fn codes_and_severities(lines: &str) -> Vec<(Code, Severity)> {
        let found = problems(&format!("{DOMAIN}{lines}\n"));
        let told = found.iter().map(|message| (message.code, message.severity));
        told.filter(|(code, _)| !code.is_of_body()).collect()
    }

    #[test]
    fn a_caller_of_a_mistaken_derivation_gets_no_binding_error() {
        let four = "four(Group) :- group(Group, Color)\n";
        let callers = "rule r for white at level 0 if four(Group)\nrule s for black at level 0 if four(Group), in(F, Group)";
        assert_eq!(
            codes_and_severities(&format!("{four}{callers}")),
            [(Code::NothingBinds, Severity::Error)]
        );
        let through = "more(Group) :- four(Group)\nrule r for white at level 0 if more(Group)";
        let found = codes_and_severities(&format!("{four}{through}"));
        assert_eq!(found, [(Code::NothingBinds, Severity::Error)]);
    }

    #[test]
    fn a_misspelt_variable_that_unbinds_an_argument_is_an_error() {
        let linked = "linked(Field1, Field2) :- in(Field1, Group_), in(Field2, Grup_)\n";
        let caller = "rule r for white at level 0 if in(Field, a1), linked(Field, Field2)";
        assert_eq!(codes_and_severities(linked), [(Code::LooksLike, Severity::Warning)]);
        let found = codes_and_severities(&format!("{linked}{caller}"));
        assert!(found.contains(&(Code::LooksLike, Severity::Error)), "{found:?}");
        assert!(found.iter().all(|(code, _)| *code != Code::CallerMustBind), "{found:?}");
    }

    #[test]
    fn a_sound_derivation_still_requires_bound_arguments() {
        let near = "near(Field) :- odd(Field)\nrule r for white at level 0 if near(Field)";
        assert_eq!(codes_and_severities(near), [(Code::CallerMustBind, Severity::Error)]);
    }
}
