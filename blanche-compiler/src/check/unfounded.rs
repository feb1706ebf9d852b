//! `B0613`: a predicate that follows from itself only, so that it never holds.
//!
//! A predicate that needs itself is the least relation that satisfies its clauses, so one of them must be there without it. A
//! clause is founded where all that it needs of its component is; what stands under a negation or behind actions counts for
//! nothing. Each component gets one message, at the predicate that stands first in the text.

use std::collections::BTreeSet;

use super::dependencies::Graph;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::Span;
use crate::names::Resolved;
use crate::program::{Predicate, PredicateId, Program};
use crate::syntax::ast::{self, ItemKind, LiteralKind};

/// Predicates that follow from themselves only. It is read off the trees, because such a predicate may have no sorts. Where an item is lost, nothing is said: it may be the first step.
pub(super) fn check(resolved: &Resolved, graph: &Graph, files: &[&ast::File]) -> Vec<Diagnostic> {
    if resolved.incomplete {
        return Vec::new();
    }
    let program = &resolved.program;
    let mut clauses: Vec<Vec<&ast::Body>> = vec![Vec::new(); program.predicates.len()];
    for item in files.iter().flat_map(|file| &file.items) {
        let ItemKind::Derivation(derivation) = &item.kind else { continue };
        if let Some(id) = graph.find(&derivation.head) {
            clauses[id.index()].push(&derivation.body);
        }
    }
    graph.accepted().filter_map(|members| message(program, graph, &members, &clauses)).collect()
}

/// Predicates that only say by themselves what their arguments are, where nothing else is wrong: what asks for them would be
/// left out of the program without a word.
pub(super) fn sortless(
    resolved: &Resolved,
    graph: &Graph,
    files: &[&ast::File],
    found: &[Diagnostic],
) -> Option<Diagnostic> {
    let program = &resolved.program;
    let is_said =
        |message: &Diagnostic| message.severity == Severity::Error || message.code == Code::Unfounded;
    let is_sortless = |predicate: &Predicate| predicate.sorts.is_empty() && predicate.arity() > 0;
    // What others are to give may say it.
    let mut all = (0..).map(PredicateId).zip(&program.predicates);
    let waits = all.any(|(id, predicate)| is_sortless(predicate) && !graph.is_recursive(id));
    if resolved.incomplete || waits || resolved.diagnostics.iter().chain(found).any(is_said) {
        return None;
    }
    files.iter().flat_map(|file| &file.items).find_map(|item| {
        let ItemKind::Derivation(derivation) = &item.kind else { return None };
        let ast::Atom { predicate: name, arguments, span } = &derivation.head;
        let is_head = |known: &&Predicate| known.name == name.text && known.arity() == arguments.len();
        let predicate = program.predicates.iter().find(is_head)?;
        is_sortless(predicate).then(|| unclear_arguments(&predicate.signature(), arguments, *span))
    })
}

fn unclear_arguments(signature: &str, arguments: &[ast::Term], head: Span) -> Diagnostic {
    let constant = arguments.iter().find_map(|term| match term {
        ast::Term::Constant(name) => Some(name),
        _ => None,
    });
    let (what, span) = match constant {
        Some(name) => (format!("what `{}` is", name.text), name.span),
        None => (format!("what the arguments of `{signature}` are"), head),
    };
    let label = format!("only `{signature}` itself could say it");
    Diagnostic::new(Code::SortUnclear, format!("nothing says {what}"), span, label)
        .hint("add a clause that begins with a fact, or with a literal of known sorts")
}

fn message(
    program: &Program,
    graph: &Graph,
    members: &[PredicateId],
    clauses: &[Vec<&ast::Body>],
) -> Option<Diagnostic> {
    let mut unfounded: BTreeSet<PredicateId> = members.iter().copied().collect();
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
    let title = format!("`{signature}` follows from itself only");
    let label = match unfounded.len() {
        1 => "each of its clauses needs it, so it never holds".to_owned(),
        _ => {
            let others: Vec<String> = unfounded
                .iter()
                .filter(|id| **id != first.1)
                .map(|id| format!("`{}`", program.predicate(*id).signature()))
                .take(MOST_NAMED)
                .collect();
            format!("it needs {}, and so round in a circle: none of them ever holds", others.join(", "))
        }
    };
    let mut message = Diagnostic::new(Code::Unfounded, title, span, label);
    if let Some(member) =
        unfounded.iter().find(|id| **id != first.1).and_then(|id| program.predicate(*id).span)
    {
        message = message.and(member, "this one too");
    }
    let name = &predicate.name;
    Some(
        message.hint(format!(
            "begin with a clause that does not need it, as in `{name}(…) :- …` without `{name}`"
        )),
    )
}

/// So many others are named at most.
const MOST_NAMED: usize = 4;

/// Whether all that a body needs can hold, where these predicates cannot.
fn is_founded(body: &ast::Body, graph: &Graph, unfounded: &BTreeSet<PredicateId>) -> bool {
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

/// The atoms that the calls in a literal stand for.
fn calls(kind: &LiteralKind) -> Vec<&ast::Atom> {
    let mut found = Vec::new();
    ast::calls_in(kind.terms(), &mut |call| found.push(call.atom()));
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use crate::diagnostic::Code;

    #[test]
    fn what_follows_from_itself_only_never_holds() {
        let found = problems("fact p(a, b)\nq(X, Z) :- p(X, Y_), q(Y_, Z)\n");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, Code::Unfounded);
        assert_eq!(found[0].label.text, "each of its clauses needs it, so it never holds");
    }

    #[test]
    fn a_circle_is_founded_where_one_of_its_clauses_is() {
        let circle = "fact p(a)\nq(X) :- p(X), r(X)\nr(X) :- p(X), s(X)\ns(X) :- p(X), q(X)\n";
        assert_eq!(codes(circle), [Code::Unfounded]);
        assert_eq!(codes(&format!("{circle}fact t(a)\ns(X) :- t(X)\n")), []);
    }

    #[test]
    fn one_branch_without_it_is_enough() {
        assert_eq!(codes("fact p(a, b)\nq(X, Z) :- (p(X, Z) ; p(X, Y_), q(Y_, Z))\n"), []);
    }
}
