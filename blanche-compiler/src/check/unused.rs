//! `B0605`: a predicate with clauses or facts that no rule, query or other predicate mentions.
//!
//! A predicate that only an unused predicate mentions is not reported, so that one mistake causes one message. A
//! program without rules is meant to be queried, and libraries and domains are meant for other files, so nothing in
//! these counts as unused. But if the name of a clause there differs from another name by a single letter, it may be a
//! misspelling.

use std::cell::OnceCell;

use blanche_sorted::{Arrange, SortedSet};

use super::tainted::Tainted;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::fnv::fnv1a;
use crate::names::Resolved;
use crate::program::{Clause, Origin, Predicate, PredicateId, PredicateKind, Program, RuleKind};
use crate::spelling::{MAX_LETTERS, one_letter_apart};

/// Maximum number of similar names to compare with the name of an unused predicate.
const MAX_COMPARED_NAMES: usize = 256;

/// Maximum number of predicates, counted from the first predicate of the program, that are compared with a misspelt
/// name.
const MAX_NAMES: usize = 16_384;

/// Reports unused predicates.
pub(super) fn check(resolved: &Resolved, tainted: &Tainted<'_>) -> Vec<Diagnostic> {
    let program = &resolved.program;
    let no_rules = program.rules.iter().all(|rule| rule.kind == RuleKind::Query);
    if tainted.everything {
        return Vec::new(); // what was lost may have used any predicate
    }
    let used = mentioned(program);
    let names = Names::new(program);
    let mut found = misspelt(resolved, tainted, &used, &names);
    found.extend(opened_for_nobody(resolved, tainted, &used, &names));
    if no_rules {
        return found;
    }
    for (at, predicate) in program.predicates.iter().enumerate() {
        let id = PredicateId(at as u32);
        let what = match &predicate.kind {
            PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Aggregate(_)
            | PredicateKind::Extern(_)
            | PredicateKind::Action { .. } => continue,
            PredicateKind::Facts(_) => "stated",
            PredicateKind::Derived(clauses) if clauses.is_empty() => "declared open",
            PredicateKind::Derived(clauses) if clauses.iter().all(Clause::is_fact) => "stated",
            PredicateKind::Derived(_) => "derived",
        };
        let Some(span) = predicate.span.filter(|_| predicate.origin == Origin::Text) else { continue };
        if used.contains(&id) || resolved.mentioned.contains(&id) || resolved.libraries.contains(&span.file) {
            continue;
        }
        if tainted.predicate(id) || tainted.may_be_asked(predicate) {
            continue;
        }
        let message = Diagnostic::new(
            Code::Unused,
            format!("`{}` is unused", predicate.signature()),
            span,
            format!("{what} here, but no rule and no other predicate mentions it"),
        );
        found.push(match names.nearest_of(predicate, |_, other| used.contains(&other)) {
            Some(other) => message
                .hint(format!("did you mean `{}`?", other.name))
                .fix(format!("write `{}`", other.name), span, other.name.clone())
                .changing_answers(),
            None => message
                .hint("remove it or use it; a file that other files are meant to use begins with `library`")
                .removable(),
        });
    }
    found.arrange_by_key(|message| message.label.span);
    found
}

/// Reports unused predicates of libraries that have no doc comment, if another predicate has the same arity and a
/// similar name.
fn misspelt(
    resolved: &Resolved,
    tainted: &Tainted<'_>,
    used: &SortedSet<PredicateId>,
    names: &Names<'_>,
) -> Vec<Diagnostic> {
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
    let known: SortedSet<PredicateId> = known.iter().map(|(id, ..)| *id).collect();
    let mut found = Vec::new();
    for (id, predicate, span) in unknown {
        let meant = names.nearest_of(predicate, |other, id| {
            known.contains(&id) && other.span.is_some_and(|other| other.file == span.file)
        });
        let Some(meant) = meant else { continue };
        if tainted.predicate(id) || tainted.may_be_asked(predicate) {
            continue;
        }
        let (title, name) = (format!("`{}` is unused", predicate.signature()), &meant.name);
        found.push(
            Diagnostic::new(Code::Unused, title, span, format!("is this a clause of `{name}`?"))
                .hint("give it a doc comment if it is a predicate of its own")
                .fix(format!("write `{name}`"), span, name.clone())
                .changing_answers(),
        );
    }
    found
}

/// Reports open predicates that have no clause and that nothing uses, if another predicate differs only by one letter
/// or in its arity.
fn opened_for_nobody(
    resolved: &Resolved,
    tainted: &Tainted<'_>,
    used: &SortedSet<PredicateId>,
    names: &Names<'_>,
) -> Vec<Diagnostic> {
    let predicates = &resolved.program.predicates;
    let is_empty = |predicate: &Predicate| matches!(&predicate.kind, PredicateKind::Derived(clauses) if clauses.is_empty());
    let mut found = Vec::new();
    let empty = predicates.iter().zip((0..).map(PredicateId)).filter(|(one, _)| one.open && is_empty(one));
    for (predicate, id) in empty.take(MAX_COMPARED_NAMES) {
        let is_used = used.contains(&id) || resolved.mentioned.contains(&id);
        if is_used || tainted.may_be_asked(predicate) {
            continue;
        }
        let is_known = |other: &Predicate, _| {
            !other.open && matches!(other.kind, PredicateKind::Derived(_) | PredicateKind::Facts(_))
        };
        let meant = names.nearest_of_any_arity(predicate, is_known);
        let (Some(span), Some(meant)) = (predicate.span, meant) else { continue };
        let title = format!("`{}` is unused", predicate.signature());
        let message = Diagnostic::new(
            Code::Unused,
            title,
            span,
            "declared open, but no clause defines it and nothing asks for it",
        );
        found.push(message.hint(format!("did you mean `{}`?", meant.signature())));
    }
    found
}

/// An index that finds names which differ by one letter. Two such names become equal when one letter is removed from
/// one or both of them.
struct Names<'p> {
    program: &'p Program,
    /// Hashes of the names with one letter removed, each with its predicate, in ascending order. They are computed on
    /// first use.
    rests: OnceCell<Vec<(u64, PredicateId)>>,
}

impl<'p> Names<'p> {
    fn new(program: &'p Program) -> Names<'p> {
        Names { program, rests: OnceCell::new() }
    }

    fn rests(&self) -> &[(u64, PredicateId)] {
        self.rests.get_or_init(|| {
            let numbered = self.program.predicates.iter().zip((0..).map(PredicateId)).take(MAX_NAMES);
            // The name of a comparison is a sign, which cannot be a misspelt name.
            let named = numbered.filter(|(one, _)| !matches!(one.kind, PredicateKind::Comparison(_)));
            let mut rests: Vec<(u64, PredicateId)> = named
                .flat_map(|(predicate, id)| rests(&predicate.name).into_iter().map(move |rest| (rest, id)))
                .collect();
            rests.arrange();
            rests
        })
    }

    /// The first predicate that has the same arity and a name that differs by one letter. Only predicates for which
    /// `may_be` holds are considered.
    fn nearest_of(
        &self,
        predicate: &Predicate,
        may_be: impl Fn(&Predicate, PredicateId) -> bool,
    ) -> Option<&'p Predicate> {
        let is_near = |other: &Predicate, id| {
            other.arity() == predicate.arity()
                && may_be(other, id)
                && is_one_letter_off(&predicate.name, &other.name)
        };
        self.first(&predicate.name, is_near)
    }

    /// The first predicate whose name differs by one letter, or that has the same name and another arity. Only
    /// predicates for which `may_be` holds are considered.
    fn nearest_of_any_arity(
        &self,
        predicate: &Predicate,
        may_be: impl Fn(&Predicate, PredicateId) -> bool,
    ) -> Option<&'p Predicate> {
        let is_near = |other: &Predicate, id| {
            let is_near = match other.arity() == predicate.arity() {
                true => is_one_letter_off(&predicate.name, &other.name),
                false => other.name == predicate.name,
            };
            is_near && may_be(other, id)
        };
        self.first(&predicate.name, is_near)
    }

    fn first(&self, name: &str, is_near: impl Fn(&Predicate, PredicateId) -> bool) -> Option<&'p Predicate> {
        let alike = rests(name).into_iter().flat_map(|rest| {
            let start = self.rests().partition_point(|(known, _)| *known < rest);
            self.rests()[start..].iter().take_while(move |(known, _)| *known == rest).map(|(_, id)| *id)
        });
        let near = alike.take(MAX_COMPARED_NAMES).filter(|id| is_near(self.program.predicate(*id), *id));
        near.min().map(|id| self.program.predicate(id))
    }
}

/// Hashes of a name, and of the name without each of its letters. Empty if the name is too long to be compared.
fn rests(name: &str) -> Vec<u64> {
    if name.chars().count() > MAX_LETTERS {
        return Vec::new();
    }
    let without = name
        .char_indices()
        .map(|(at, letter)| fnv1a(name[..at].bytes().chain(name[at + letter.len_utf8()..].bytes())));
    std::iter::once(fnv1a(name.bytes())).chain(without).collect()
}

/// Whether two names differ by one letter and are long enough that one of them is probably misspelt.
fn is_one_letter_off(name: &str, other: &str) -> bool {
    name.chars().count() >= 5 && one_letter_apart(name, other)
}

/// The predicates that rules, queries and other predicates mention.
fn mentioned(program: &Program) -> SortedSet<PredicateId> {
    let mut mentioned = SortedSet::new();
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
    fn a_predicate_that_no_rule_needs_is_unused() {
        let found = problems(&format!("{RULE}q(X) :- p(X)\n"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "`q/1` is unused");
        assert_eq!(codes(&format!("{RULE}fact q(a)\n")), [Code::Unused]);
    }

    #[test]
    fn a_predicate_that_only_an_unused_one_needs_is_not_reported() {
        let found = problems(&format!("{RULE}q(X) :- p(X)\ns(X) :- q(X)\n"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "`s/1` is unused");
    }

    #[test]
    fn a_program_without_rules_has_no_unused_predicates() {
        assert_eq!(codes("fact p(a)\nq(X) :- p(X)\n"), []);
    }

    #[test]
    fn an_unused_predicate_with_a_similar_name_is_probably_misspelt() {
        let fix = |text: &str| {
            let found = problems(text).into_iter().filter(|message| message.code == Code::Unused);
            let [one] = <[_; 1]>::try_from(found.collect::<Vec<_>>()).expect("one predicate is unused");
            one.fix.filter(|fix| fix.changes_answers).map(|fix| fix.edits[0].text.clone())
        };
        // If several names are similar, the first one is suggested.
        let used =
            "near.by(X) :- p(X)\nnear.bo(X) :- p(X)\nrule s for white at level 0 if near.by(X), near.bo(X)\n";
        assert_eq!(fix(&format!("{RULE}{used}near.b(X) :- p(X)\n")).as_deref(), Some("near.by"));
        assert_eq!(fix(&format!("{RULE}{used}near.boy(X) :- p(X)\n")).as_deref(), Some("near.by"));
        assert_eq!(
            fix(&format!("{RULE}{used}near.b(X, Y) :- p(X), p(Y)\n")),
            None,
            "another number of arguments"
        );
        assert_eq!(fix(&format!("{RULE}{used}far.off(X) :- p(X)\n")), None);
    }

    #[test]
    fn a_library_has_no_unused_predicates() {
        assert_eq!(codes(&format!("library\n{RULE}q(X) :- p(X)\n")), []);
    }

    #[test]
    fn a_misspelt_clause_of_a_library_is_reported() {
        let library = "library\nfact p(a)\nfact q(b)\n%% Both.\nnear.by(X) :- p(X)\n";
        let found = problems(&format!("{library}near.bby(X) :- q(X)\n"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "`near.bby/1` is unused");
        assert_eq!(found[0].fix.as_ref().map(|fix| fix.edits[0].text.as_str()), Some("near.by"));
        // A predicate is intended if it has a doc comment, or if it differs from the other one in arity or in the
        // number in its name.
        assert_eq!(codes(&format!("{library}%% Another one.\nnear.bby(X) :- q(X)\n")), []);
        assert_eq!(codes(&format!("{library}near.bby(X, Y) :- q(X), p(Y)\n")), []);
        assert_eq!(codes(&format!("{library}%% One.\nshape.1(X) :- p(X)\nshape.2(X) :- q(X)\n")), []);
        // A name is similar if one letter is removed, inserted, replaced, or swapped with its neighbour.
        for name in ["nea.by", "near.bay", "near.bi", "naer.by"] {
            assert_eq!(codes(&format!("{library}{name}(X) :- q(X)\n")), [Code::Unused], "{name}");
        }
        // Letters outside the English alphabet count too.
        let foreign = "library\nfact p(a)\n%% Both.\nnahe.bücher(X) :- p(X)\n";
        assert_eq!(codes(&format!("{foreign}nahe.büher(X) :- p(X)\n")), [Code::Unused]);
        // Outside libraries, similar names are not reported.
        assert_eq!(codes("fact p(a)\n%% One.\nnear.by(X) :- p(X)\nnear.bby(X) :- p(X)\n"), []);
    }
}
