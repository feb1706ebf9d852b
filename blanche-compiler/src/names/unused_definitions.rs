//! Relates definitions that nothing uses to unknown predicates that are used. In many cases the name in the definition
//! is misspelt.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::model::Bodies;
use crate::diagnostic::{Code, Diagnostic, Label, Severity};
use crate::files::Span;
use crate::program::{Goal, PredicateId, PredicateKind, Program, RuleKind};
use crate::spelling::same_but_for_digits;

/// If a predicate is unknown but nothing uses a definition with a similar name, the definition is probably misspelt.
/// One message at the definition then replaces the messages in all files that use the name.
pub(super) fn report_misspelt_definitions(resolver: &mut Bodies<'_>) {
    let unknown = resolver.recovery.reported_unknown();
    let mut unknown: Vec<(usize, (String, usize))> =
        unknown.map(|(said, name, count)| (said, (name.to_owned(), count))).collect();
    unknown.arrange();
    let (mut seen, mut repeated) = (SortedSet::new(), SortedSet::new());
    let unasked = unused(resolver);
    for (said, (name, count)) in unknown {
        let Some(unasked) = unasked.get(&count) else { continue };
        let names = unasked.keys().map(String::as_str).filter(|known| !same_but_for_digits(&name, known));
        let Some(near) = resolver.speller.nearest(&name, names) else { continue };
        let text = format!("`{near}` is defined here, but nothing asks for it");
        resolver.diagnostics[said].others.insert(0, Label { span: unasked[near], text });
        if !seen.insert((name, count)) {
            repeated.insert(said);
        }
    }
    let mut at = 0..;
    resolver.diagnostics.retain(|_| at.next().is_none_or(|at| !repeated.contains(&at)));
}

/// The definitions that nothing uses, by arity and name.
pub(super) fn unused(resolver: &Bodies<'_>) -> SortedMap<usize, SortedMap<String, Span>> {
    let mut unasked: SortedMap<usize, SortedMap<String, Span>> = SortedMap::new();
    for (predicate, id) in resolver.program.predicates.iter().zip((0..).map(PredicateId)) {
        if let Some(span) = predicate.span
            && !matches!(predicate.kind, PredicateKind::Facts(_))
            && !resolver.mentioned.contains(&id)
        {
            unasked.entry(predicate.arity()).or_default().insert(predicate.name.clone(), span);
        }
    }
    unasked
}

/// Reports open predicates without a clause, if they are used where no other file can add a clause. This is the case in
/// a base, and in everything that a query depends on.
pub(super) fn missing(resolver: &mut Bodies<'_>, is_asked: bool) {
    if resolver.recovery.may_lack_files() || resolver.program.base.is_none() && !is_asked {
        return;
    }
    let reached: SortedSet<PredicateId> =
        uses_from_outside(&resolver.program).into_iter().map(|(id, _)| id).collect();
    let reaches_lost = resolver.recovery.broken().iter().any(|id| reached.contains(id));
    // If a query was dropped without a message, it must have depended on something that was lost because of a mistake.
    let is_lost_query = is_asked
        && resolver.program.rules.iter().all(|rule| rule.kind != RuleKind::Query)
        && resolver.diagnostics.iter().all(|message| message.severity != Severity::Error);
    for (id, place) in resolver.empty.clone() {
        let Some(place) = place else { continue };
        let predicate = resolver.program.predicate(id);
        // The predicate has no sorts, so the clauses that use it were dropped.
        let is_reached =
            reached.contains(&id) || predicate.sorts.is_empty() && (reaches_lost || is_lost_query);
        let Some(declared) = predicate.span.filter(|_| resolver.program.base.is_some() || is_reached) else {
            continue;
        };
        if !resolver.recovery.may_report_open_empty(&predicate.name, predicate.arity()) {
            continue;
        }
        let message = without_clause(resolver, id, declared, place);
        resolver.report(message);
    }
}

fn without_clause(resolver: &Bodies<'_>, id: PredicateId, declared: Span, place: Span) -> Diagnostic {
    let predicate = resolver.program.predicate(id);
    let (signature, name) = (predicate.signature(), &predicate.name);
    let title = match &resolver.program.base {
        Some(base) => format!("the base `{base}` has no clause of `{signature}`"),
        None => format!("no file has a clause of `{signature}`"),
    };
    let message =
        Diagnostic::new(Code::OpenEmpty, title, declared, "declared open here, for other files to define")
            .and(place, "asked here");
    let mut message = match resolver.base_place {
        Some(base) => message.and(base, "this base uses the file and does not define it"),
        None => message,
    };
    let mut unasked = unused(resolver);
    let alike = unasked.remove(&predicate.arity()).unwrap_or_default();
    if let Some(near) = resolver.speller.nearest(name, alike.keys().map(String::as_str)) {
        message = message.and(alike[near], format!("`{near}` is defined here, but nothing asks for it"));
    }
    let head = match predicate.parameters.as_slice() {
        [] => name.clone(),
        parameters => format!("{name}({})", parameters.join(", ")),
    };
    message.hint(format!("derive it with a line such as: {head} :- …"))
}

/// All uses of predicates, with their spans, in rules, exports, scores and queries, and in the derivations that these
/// depend on.
pub(crate) fn uses_from_outside(program: &Program) -> Vec<(PredicateId, Span)> {
    let mut uses: Vec<(PredicateId, Span)> = Vec::new();
    let mut add = |goal: &Goal| goal.atoms(&mut |atom, _| uses.push((atom.predicate, atom.span)));
    program.rules.iter().flat_map(|rule| &rule.body).for_each(&mut add);
    let mut seen = vec![false; program.predicates.len()];
    let mut at = 0;
    while let Some((predicate, _)) = uses.get(at) {
        let predicate = predicate.index();
        at += 1;
        if std::mem::replace(&mut seen[predicate], true) {
            continue;
        }
        if let PredicateKind::Derived(clauses) = &program.predicates[predicate].kind {
            for goal in clauses.iter().flat_map(|clause| &clause.body) {
                goal.atoms(&mut |atom, _| uses.push((atom.predicate, atom.span)));
            }
        }
    }
    uses
}
