//! Checks of a resolved program before planning. A check reads the program and never changes it.
//!
//! The checks, in the order in which they run:
//! 1. `headers`: a file has at most one header, before all other items.
//! 2. `dependencies`: no predicate depends on its own negation. After this: every recursive predicate that was not
//!    reported has a least relation.
//! 3. `unfounded`: a recursive predicate does not follow only from itself.
//! 4. [`crate::modes`]: everything can be evaluated in some order. After this: the planner finds one.
//! 5. `functions`: a called predicate has at most one value. After this: a call represents that value.
//! 6. `singletons`: variables that occur once, or whose name resembles that of another variable. Then
//!    `follow_up_errors` drops the messages of check 4 that only follow from the messages about variables.
//! 7. `duplicates`: clauses and rules that are equal up to names and order (`body_equivalence`).
//! 8. `never_holds`: bodies that can never hold. After this: `consequences` contains the consequences of each body
//!    (`conjunction`), for the checks that follow.
//! 9. `contradictory_comparisons`: comparisons that contradict each other.
//! 10. `subsumption`: clauses and rules that add nothing to others.
//! 11. `implied`: literals that are implied by the other literals of their body.
//! 12. `levels`: rules that query rules with too many moves.
//! 13. `symmetric_scores`: scores that count every pair twice.
//! 14. `multiplied_answers`: variables of rules and scores that only multiply answers.
//! 15. `unconnected`: literals that share no variable with the other literals of their body.
//! 16. `accidental_asks`: rules that a host predicate probably queries by accident.
//! 17. `players`: premises about any player rather than the rule's own player.
//! 18. `unused`: predicates that nothing uses.
//!
//! Finally `removals` finds the text of everything that can be removed without changing an answer.
//!
//! Steps 9 to 18 ignore whatever is tainted because of an error (`tainted`), since the error is the mistake. After the
//! checks, `policy` decides which messages remain.

mod accidental_asks;
mod body_equivalence;
mod conjunction;
mod consequences;
mod contradictory_comparisons;
mod dependencies;
mod duplicates;
mod follow_up_errors;
mod functions;
mod headers;
mod implied;
mod levels;
mod multiplied_answers;
mod never_holds;
mod players;
mod removals;
mod singletons;
mod subsumption;
mod symmetric_scores;
mod tainted;
mod unconnected;
mod unfounded;
mod unused;

use self::conjunction::Unfolding;
use self::dependencies::Graph;
use self::functions::Determined;
use self::tainted::Tainted;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::{Sources, Span};
use crate::names::Resolved;
use crate::policy;
use crate::program::Program;
use crate::syntax::ast;
use crate::syntax::index::Items;

/// Checks a resolved program. `files` are the syntax trees from which it was resolved, and `of_text` contains the
/// messages about their text. Returns the messages of the checks and of name resolution.
pub fn check(
    sources: &Sources,
    files: &[&ast::File],
    resolved: &Resolved,
    of_text: &[Diagnostic],
) -> Vec<Diagnostic> {
    let items = Items::new(files);
    let graph = Graph::new(&resolved.program, files);
    let mut found = policy::of_names(&resolved.diagnostics, |place| graph.in_refused_clause(place));
    found.extend(headers::check(files, resolved));
    found.extend(dependencies::check(&resolved.program, &graph));
    let unread: Vec<&Diagnostic> =
        of_text.iter().filter(|message| message.severity == Severity::Error).collect();
    // The item that cannot be parsed may have been the base case of a predicate.
    let names_it = |message: &Diagnostic| {
        let name = sources.text(message.label.span);
        unread.iter().any(|error| {
            let place = error.label.span;
            let file = sources.file(place.file);
            let item = items.around(place).map_or("", |item| sources.text(item));
            item.contains(name) || file.line(file.position(place.start).line).contains(name)
        })
    };
    found.extend(unfounded::check(resolved, &graph, files).into_iter().filter(|message| !names_it(message)));
    found.extend(crate::modes::check(resolved));
    found.extend(functions::check(resolved));
    if unread.is_empty() {
        found.extend(unfounded::sortless(resolved, &graph, files, &found));
    }
    found.extend(singletons::check(&resolved.program));
    follow_up_errors::drop_follow_ups(&resolved.program, &items, &mut found);
    let alike = body_equivalence::symmetric_predicates(
        &resolved.program,
        graph.callees_first().filter(|id| !graph.is_recursive(*id)),
    );
    let duplicates = duplicates::check(&resolved.program, &items, &alike);
    let again = duplicates.iter().map(|message| message.label.span).collect();
    found.extend(duplicates);
    let unfolding = Unfolding::new(&resolved.program);
    let (mut meant, mut consequences) = never_holds::check(resolved, &graph, &unfolding);
    // The consequences of tainted bodies are not used, so that each mistake causes only one message.
    let tainted = Tainted::new(sources, resolved, &items, &graph, of_text.iter().chain(&found));
    let is_sure =
        |message: &Diagnostic| items.around(message.label.span).is_none_or(|item| !tainted.item(item));
    if !unread.is_empty() {
        meant.retain(|message| is_sure(message));
    }
    if !tainted.everything {
        consequences.forget(&resolved.program, |item| tainted.item(item));
        meant.extend(subsumption::check(&resolved.program, &consequences, &items, &tainted, &again));
        meant.extend(implied::check(resolved, &consequences));
        let unnamed = players::check(sources, &resolved.program);
        // If a capitalised constant was reported here, no other message is needed.
        let is_told = |place: Span| found.iter().any(|message| message.label.span == place);
        let unnamed: Vec<Diagnostic> =
            unnamed.into_iter().filter(|message| !is_told(message.label.span)).collect();
        let (multiplying, unconnected) = multiplied(&resolved.program, &items);
        let of_rules = levels::check(&resolved.program, graph.callees_first(), &items)
            .into_iter()
            .chain(contradictory_comparisons::check(&resolved.program))
            .chain(symmetric_scores::check(&resolved.program, &items, &alike))
            .chain(multiplying)
            .chain(unconnected)
            .chain(accidental_asks::check(&resolved.program, &resolved.sharing, files))
            .chain(unnamed);
        meant.extend(of_rules.filter(is_sure));
    }
    found.extend(meant);
    found.extend(unused::check(resolved, &tainted));
    removals::offer(sources, &items, &resolved.program, found)
}

/// Reports variables that only multiply answers, and literals that share no variable with the other literals. A literal
/// that shares no variable also multiplies answers, but it causes only one message. For a score, this is the message
/// about the variable, because its fix can make the variable local.
fn multiplied(program: &Program, items: &Items<'_>) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let item = |message: &Diagnostic| items.around(message.label.span);
    let is_score = |at: Option<Span>| {
        let item = at.and_then(|at| items.by_span.get(&at));
        item.is_some_and(|item| matches!(item.kind, ast::ItemKind::Score(_)))
    };
    let determined = Determined::new(program);
    let mut multiplying = multiplied_answers::check(program, &determined);
    let mut unconnected = unconnected::check(program, &determined);
    let counted: Vec<Option<Span>> = multiplying.iter().map(item).filter(|at| is_score(*at)).collect();
    unconnected.retain(|message| !counted.contains(&item(message)));
    let apart: Vec<Option<Span>> = unconnected.iter().map(item).collect();
    multiplying.retain(|message| !apart.contains(&item(message)));
    (multiplying, unconnected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    /// The messages about a program in one file, which must be free of syntax errors.
    pub(super) fn problems(text: &str) -> Vec<Diagnostic> {
        let mut sources = crate::files::Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let parsed = crate::syntax::parse(&sources, id);
        assert!(parsed.diagnostics.is_empty(), "the text of a test can be read: {:?}", parsed.diagnostics);
        let files = [&parsed.file];
        let resolved = crate::names::resolve(&sources, &files, Default::default(), false, None);
        policy::of_program(&sources, &files, Vec::new(), check(&sources, &files, &resolved, &[]))
    }

    /// The codes of the messages about a program.
    pub(super) fn codes(text: &str) -> Vec<Code> {
        problems(text).iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn a_sound_program_gives_no_message() {
        assert_eq!(codes("fact parent(jan, piet)\ngrandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n"), []);
    }
}
