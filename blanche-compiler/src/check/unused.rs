//! `B0605`: a predicate with clauses or facts that no rule, no query and no other predicate mentions.
//!
//! What only an unused predicate mentions is not reported beside it: one mistake, one message. A program without
//! rules is there to be asked, and a library or a domain is there for others, so nothing in them is unused; but a
//! clause that stands there under a name that is one letter off another one was perhaps meant for that.

use std::collections::{BTreeSet, HashMap};

use super::doubt::Doubt;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, Span};
use crate::names::Resolved;
use crate::program::{Clause, Predicate, PredicateId, PredicateKind, Program, RuleKind};
use crate::spelling::{MOST_LETTERS, one_letter_apart};

/// So many names are compared with one that nobody uses.
const MOST_LOOKED_AT: usize = 256;

/// Predicates that nobody uses.
pub(super) fn check(resolved: &Resolved, doubt: &Doubt<'_>) -> Vec<Diagnostic> {
    let program = &resolved.program;
    let no_rules = program.rules.iter().all(|rule| rule.kind == RuleKind::Query);
    if doubt.everything {
        return Vec::new(); // what was lost may have used anything
    }
    let used = mentioned(program);
    let mut found = slips(resolved, doubt, &used);
    found.extend(opened_for_nobody(resolved, doubt, &used));
    if no_rules {
        return found;
    }
    for (at, predicate) in program.predicates.iter().enumerate() {
        let id = PredicateId(at as u32);
        let what = match &predicate.kind {
            PredicateKind::Equal | PredicateKind::Extern(_) | PredicateKind::Action { .. } => continue,
            PredicateKind::Facts(_) => "stated",
            PredicateKind::Derived(clauses) if clauses.is_empty() => "declared open",
            PredicateKind::Derived(clauses) if clauses.iter().all(Clause::is_fact) => "stated",
            PredicateKind::Derived(_) => "derived",
        };
        let Some(span) = predicate.span else { continue };
        if used.contains(&id) || resolved.mentioned.contains(&id) || resolved.libraries.contains(&span.file) {
            continue;
        }
        if doubt.predicate(id) || doubt.may_be_asked(predicate) {
            continue;
        }
        let message = Diagnostic::new(
            Code::Unused,
            format!("nobody uses `{}`", predicate.signature()),
            span,
            format!("{what} here, and mentioned by no rule and no other predicate"),
        );
        let is_meant =
            |other: &&Predicate| other.arity() == predicate.arity() && is_slip(&predicate.name, &other.name);
        let mut others = used.iter().take(MOST_LOOKED_AT).map(|id| program.predicate(*id));
        found.push(match others.find(is_meant) {
            Some(other) => message.hint(format!("did you mean `{}`?", other.name)).fix(
                format!("write `{}`", other.name),
                span,
                other.name.clone(),
            ),
            None => message.hint(
                "take it away, or use it; a file that is meant for others to use begins with `library`",
            ),
        });
    }
    found.sort_by_key(|message| message.label.span);
    found
}

/// Predicates of libraries that nobody uses and nobody explains, beside one that has the same number of arguments
/// and nearly the same name.
fn slips(resolved: &Resolved, doubt: &Doubt<'_>, used: &BTreeSet<PredicateId>) -> Vec<Diagnostic> {
    let program = &resolved.program;
    let derived: Vec<(PredicateId, &Predicate, Span)> = (0..)
        .map(PredicateId)
        .zip(&program.predicates)
        .filter(|(_, predicate)| matches!(predicate.kind, PredicateKind::Derived(_)))
        .filter_map(|(id, predicate)| Some((id, predicate, predicate.span?)))
        .filter(|(_, _, span)| resolved.libraries.contains(&span.file))
        .collect();
    let is_known = |id: &PredicateId, predicate: &Predicate| {
        used.contains(id) || resolved.mentioned.contains(id) || !predicate.doc.is_empty()
    };
    let (known, unknown): (Vec<_>, Vec<_>) =
        derived.into_iter().partition(|(id, predicate, _)| is_known(id, predicate));
    if unknown.is_empty() {
        return Vec::new();
    }
    // Names one edit apart are the same with a letter left out of one of them or of both.
    let mut by_rest: HashMap<(FileId, usize, String), Vec<usize>> = HashMap::new();
    for (at, (_, predicate, span)) in known.iter().enumerate() {
        for rest in rests(&predicate.name) {
            by_rest.entry((span.file, predicate.arity(), rest)).or_default().push(at);
        }
    }
    let mut found = Vec::new();
    for (id, predicate, span) in unknown {
        let near = rests(&predicate.name)
            .into_iter()
            .filter_map(|rest| by_rest.get(&(span.file, predicate.arity(), rest)))
            .flatten()
            .take(MOST_LOOKED_AT);
        let meant = near.filter(|at| is_slip(&predicate.name, &known[**at].1.name)).min();
        let Some(meant) = meant else { continue };
        if doubt.predicate(id) || doubt.may_be_asked(predicate) {
            continue;
        }
        let (title, name) = (format!("nobody uses `{}`", predicate.signature()), &known[*meant].1.name);
        found.push(
            Diagnostic::new(Code::Unused, title, span, format!("is this a clause of `{name}`?"))
                .hint("give it a doc comment if it is a predicate of its own")
                .fix(format!("write `{name}`"), span, name.clone()),
        );
    }
    found
}

/// Predicates that are declared open, of which nobody gives a clause and for which nobody asks, and that differ from another
/// predicate in one letter, or in the number of arguments.
fn opened_for_nobody(
    resolved: &Resolved,
    doubt: &Doubt<'_>,
    used: &BTreeSet<PredicateId>,
) -> Vec<Diagnostic> {
    let predicates = &resolved.program.predicates;
    let is_empty = |predicate: &Predicate| matches!(&predicate.kind, PredicateKind::Derived(clauses) if clauses.is_empty());
    let mut found = Vec::new();
    let empty = predicates.iter().zip((0..).map(PredicateId)).filter(|(one, _)| one.open && is_empty(one));
    for (predicate, id) in empty.take(MOST_LOOKED_AT) {
        let is_used = used.contains(&id) || resolved.mentioned.contains(&id);
        if is_used || doubt.may_be_asked(predicate) {
            continue;
        }
        let (name, arity) = (&predicate.name, predicate.arity());
        let is_meant = |other: &&Predicate| {
            let is_other_number = other.name == *name && other.arity() != arity;
            let is_known =
                !other.open && matches!(other.kind, PredicateKind::Derived(_) | PredicateKind::Facts(_));
            is_known && (is_other_number || other.arity() == arity && is_slip(name, &other.name))
        };
        let (Some(span), Some(meant)) =
            (predicate.span, predicates.iter().take(MOST_LOOKED_AT * 16).find(is_meant))
        else {
            continue;
        };
        let title = format!("nobody uses `{}`", predicate.signature());
        let message =
            Diagnostic::new(Code::Unused, title, span, "declared open, and nobody gives a clause or asks");
        found.push(message.hint(format!("did you mean `{}`?", meant.signature())));
    }
    found
}

/// A name, and what is left of it without each of its letters; nothing of a name that is compared with no other one.
fn rests(name: &str) -> Vec<String> {
    if name.chars().count() > MOST_LETTERS {
        return Vec::new();
    }
    let without = name.char_indices().map(|(at, letter)| {
        let mut rest = name.to_owned();
        rest.replace_range(at..at + letter.len_utf8(), "");
        rest
    });
    std::iter::once(name.to_owned()).chain(without).collect()
}

/// One letter apart, in names of some length.
fn is_slip(name: &str, other: &str) -> bool {
    name.chars().count() >= 5 && one_letter_apart(name, other)
}

/// What rules, queries and other predicates mention.
fn mentioned(program: &Program) -> BTreeSet<PredicateId> {
    let mut mentioned = BTreeSet::new();
    for goal in program.rules.iter().flat_map(|rule| &rule.body) {
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

    #[test]
    fn a_clause_of_a_library_under_nearly_the_name_of_another_is_a_slip() {
        let library = "library\nfact p(a)\nfact q(b)\n%% Both.\nnear.by(X) :- p(X)\n";
        let found = problems(&format!("{library}near.bby(X) :- q(X)\n"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "nobody uses `near.bby/1`");
        assert_eq!(found[0].fix.as_ref().map(|fix| fix.edits[0].text.as_str()), Some("near.by"));
        // With a word about it, with another number of arguments, or with another number in its name it is meant.
        assert_eq!(codes(&format!("{library}%% Another one.\nnear.bby(X) :- q(X)\n")), []);
        assert_eq!(codes(&format!("{library}near.bby(X, Y) :- q(X), p(Y)\n")), []);
        assert_eq!(codes(&format!("{library}%% One.\nshape.1(X) :- p(X)\nshape.2(X) :- q(X)\n")), []);
        // Any one edit: a letter left out, put in, replaced, or swapped with its neighbour.
        for slip in ["nea.by", "near.bay", "near.bi", "naer.by"] {
            assert_eq!(codes(&format!("{library}{slip}(X) :- q(X)\n")), [Code::Unused], "{slip}");
        }
        // Outside of a library nobody would have to guess.
        assert_eq!(codes("fact p(a)\n%% One.\nnear.by(X) :- p(X)\nnear.bby(X) :- p(X)\n"), []);
    }
}
