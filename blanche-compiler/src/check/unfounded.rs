//! `B0613`: a predicate that follows only from itself, so that it never holds.
//!
//! A recursive predicate is the least relation that satisfies its clauses, so at least one clause must hold without the
//! predicate itself. A predicate is founded if one of its clauses is, and a clause is founded if it needs only founded
//! predicates. Literals inside negations and after actions do not count. Each recursive component causes one message,
//! at the predicate that comes first in the text.

use blanche_sorted::SortedSet;

use super::dependencies::Graph;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::Span;
use crate::names::Resolved;
use crate::program::{Predicate, PredicateId, PredicateKind, Program};
use crate::syntax::ast::{self, ItemKind, LiteralKind};

/// Reports predicates that follow only from themselves. If an item was lost because of a mistake, nothing is reported,
/// because the item may have been the base case.
pub(super) fn check(resolved: &Resolved, graph: &Graph, files: &[&ast::File]) -> Vec<Diagnostic> {
    if resolved.incomplete { Vec::new() } else { unfounded(&resolved.program, graph, files) }
}

/// Finds predicates that follow only from themselves. The syntax trees are used, because they also contain clauses that
/// were omitted from the program.
fn unfounded(program: &Program, graph: &Graph, files: &[&ast::File]) -> Vec<Diagnostic> {
    let mut clauses: Vec<Vec<&ast::Body>> = vec![Vec::new(); program.predicates.len()];
    for item in files.iter().flat_map(|file| &file.items) {
        let ItemKind::Derivation(derivation) = &item.kind else { continue };
        if let Some(id) = graph.find(&derivation.head) {
            clauses[id.index()].push(&derivation.body);
        }
    }
    graph.accepted().filter_map(|members| message(program, graph, &members, &clauses)).collect()
}

/// Whether the sorts of the arguments of a derived predicate are unknown.
fn is_sortless(predicate: &Predicate) -> bool {
    matches!(predicate.kind, PredicateKind::Derived(_)) && predicate.sorts.is_empty() && predicate.arity() > 0
}

/// Reports a predicate whose argument sorts could be determined only by the predicate itself. It is reported only if
/// nothing else is wrong. Without this message, the callers of the predicate would be silently omitted from the
/// program.
pub(super) fn sortless(
    resolved: &Resolved,
    graph: &Graph,
    files: &[&ast::File],
    found: &[Diagnostic],
) -> Option<Diagnostic> {
    let program = &resolved.program;
    if resolved.lacks_files || resolved.diagnostics.iter().chain(found).any(is_error) {
        return None;
    }
    let heads: Vec<(PredicateId, &ast::Atom)> = files
        .iter()
        .flat_map(|file| &file.items)
        .filter_map(|item| match &item.kind {
            ItemKind::Derivation(derivation) => Some((graph.find(&derivation.head)?, &derivation.head)),
            _ => None,
        })
        .collect();
    // If the predicate is open, clauses in other files may determine the sorts.
    let is_given = |id: PredicateId| heads.iter().any(|(head, _)| *head == id);
    let mut all = (0..).map(PredicateId).zip(&program.predicates);
    if all.any(|(id, predicate)| is_sortless(predicate) && !is_given(id)) {
        return None;
    }
    let circle = unfounded(program, graph, files).into_iter().find(is_error);
    circle.or_else(|| {
        let (id, head) = heads.iter().find(|(id, _)| is_sortless(program.predicate(*id)))?;
        Some(unclear_arguments(&program.predicate(*id).signature(), &head.arguments, head.span))
    })
}

fn is_error(message: &Diagnostic) -> bool {
    message.severity == Severity::Error
}

fn unclear_arguments(signature: &str, arguments: &[ast::Term], head: Span) -> Diagnostic {
    let constant = arguments.iter().find_map(|term| match term {
        ast::Term::Constant(name) => Some(name),
        _ => None,
    });
    let (what, span) = match constant {
        Some(name) => (format!("the sort of `{}`", name.text), name.span),
        None => (format!("the sorts of the arguments of `{signature}`"), head),
    };
    let label = format!("only `{signature}` itself could determine it");
    Diagnostic::new(Code::SortUnclear, format!("cannot infer {what}"), span, label)
        .hint("add a clause that begins with a fact, or with a literal of known sorts")
}

fn message(
    program: &Program,
    graph: &Graph,
    members: &[PredicateId],
    clauses: &[Vec<&ast::Body>],
) -> Option<Diagnostic> {
    let mut unfounded: SortedSet<PredicateId> = members.iter().copied().collect();
    loop {
        let founded = unfounded.iter().find(|id| {
            let clauses = &clauses[id.index()];
            clauses.is_empty() || clauses.iter().any(|body| is_founded(body, graph, &unfounded))
        });
        let Some(id) = founded.copied() else { break };
        unfounded.remove(&id);
    }
    let first = unfounded.iter().filter_map(|id| Some((program.predicate(*id).span?, *id))).min()?;
    let (span, predicate) = (first.0, program.predicate(first.1));
    let signature = predicate.signature();
    let title = format!("`{signature}` follows only from itself");
    let label = match unfounded.len() {
        1 => "each of its clauses needs it, so it never holds".to_owned(),
        _ => {
            let others: Vec<String> = unfounded
                .iter()
                .filter(|id| **id != first.1)
                .map(|id| format!("`{}`", program.predicate(*id).signature()))
                .take(MAX_NAMED)
                .collect();
            format!("it depends on {} in a circle: none of them ever holds", others.join(", "))
        }
    };
    let mut message = Diagnostic::new(Code::Unfounded, title, span, label);
    if let Some(member) =
        unfounded.iter().find(|id| **id != first.1).and_then(|id| program.predicate(*id).span)
    {
        message = message.and(member, "this one too");
    }
    let name = &predicate.name;
    if members.iter().any(|id| is_sortless(program.predicate(*id))) {
        // This is an error, because the predicate's callers are omitted when the sorts of its arguments are unknown.
        message.severity = Severity::Error;
    }
    Some(
        message.hint(format!(
            "begin with a clause that does not need it, as in `{name}(…) :- …` without `{name}`"
        )),
    )
}

/// Maximum number of other predicates to name in a message.
const MAX_NAMED: usize = 4;

/// Whether a body can hold when the `unfounded` predicates never hold.
fn is_founded(body: &ast::Body, graph: &Graph, unfounded: &SortedSet<PredicateId>) -> bool {
    let is_needed = |atom: &ast::Atom| graph.find(atom).is_some_and(|id| unfounded.contains(&id));
    let holds = |literal: &ast::Literal| match &literal.kind {
        _ if literal.negations % 2 == 1 => true,
        kind if calls(kind).into_iter().any(is_needed) => false,
        LiteralKind::Atom(atom) => !is_needed(atom),
        LiteralKind::Bracketed(inner) => is_founded(inner, graph, unfounded),
        LiteralKind::After(_)
        | LiteralKind::Comparison(_)
        | LiteralKind::Aggregate(_)
        | LiteralKind::Error => true,
    };
    body.branches.iter().any(|branch| branch.iter().all(holds))
}

/// The atoms of the calls in a literal.
fn calls(kind: &LiteralKind) -> Vec<&ast::Atom> {
    let mut found = Vec::new();
    ast::calls_in(kind.terms(), &mut |call| found.push(call.atom()));
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use crate::diagnostic::{Code, Severity};

    #[test]
    fn a_predicate_that_every_clause_derives_from_itself_never_holds() {
        let found = problems("fact p(a, b)\nq(X, Z) :- p(X, Y_), q(Y_, Z), p(Z, Z_)\n");
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].code, found[0].severity), (Code::Unfounded, Severity::Warning));
        assert_eq!(found[0].label.text, "each of its clauses needs it, so it never holds");
    }

    #[test]
    fn an_argument_whose_sort_depends_only_on_itself_is_an_error() {
        let asked = "rule r for white at level 0 if q(X, Z)\n";
        let by_way = "t(X, Z) :- q(X, Z)\nrule r for white at level 0 if t(X, Z)\n";
        for clauses in [
            "q(X, Z) :- p(X, Y_), q(Y_, Z)\n",
            "q(X, Z) :- p(X, Y_), s(Y_, Z)\ns(X, Z) :- p(X, Y_), q(Y_, Z)\n",
        ] {
            for rule in ["", asked, by_way] {
                let text = format!("players white, black\nfact p(a, b)\n{clauses}{rule}");
                let found = problems(&text);
                assert_eq!(found.len(), 1, "{text}: {found:#?}");
                assert_eq!((found[0].code, found[0].severity), (Code::Unfounded, Severity::Error), "{text}");
            }
        }
    }

    #[test]
    fn a_cycle_with_a_nonrecursive_clause_is_founded() {
        let circle = "fact p(a)\nq(X) :- p(X), r(X)\nr(X) :- p(X), s(X)\ns(X) :- p(X), q(X)\n";
        assert_eq!(codes(circle), [Code::Unfounded]);
        assert_eq!(codes(&format!("{circle}fact t(a)\ns(X) :- t(X)\n")), []);
    }

    #[test]
    fn a_nonrecursive_branch_is_enough() {
        assert_eq!(codes("fact p(a, b)\nq(X, Z) :- (p(X, Z) ; p(X, Y_), q(Y_, Z))\n"), []);
    }
}
