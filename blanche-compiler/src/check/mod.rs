//! What a resolved program is asked before it is planned. Each check reads the program and changes nothing.
//!
//! The checks, in the order in which they run:
//! 1. `headers`: a file says what it is once, and first.
//! 2. `dependencies`: no predicate depends on its own negation. After this: every cycle of the predicates outside of
//!    reported components has a least relation.
//! 3. `unfounded`: a predicate that needs itself follows from something else too.
//! 4. [`crate::modes`]: everything can be asked in some order. After this: the planner finds one.
//! 5. `functions`: what is called has at most one value. After this: a call stands for that value.
//! 6. `singletons`: variables that occur once, or look like another one. Then `followers` takes away what only follows from
//!    these, of what 4 has found.
//! 7. `duplicates`: clauses and rules that stand there twice, up to names and order (`shapes`).
//! 8. `never`: bodies that can never hold. After this: what follows from a body (`conjunction`) is worth knowing,
//!    and `meanings` has it for each of them.
//! 9. `orders`: comparisons that never hold together.
//! 10. `contained`: clauses and rules that add nothing to others.
//! 11. `implied`: literals that follow from the others of their body.
//! 12. `levels`: rules that ask for more moves than they have.
//! 13. `pairs`: scores that count every pair twice.
//! 14. `multiplies`: variables of rules and scores that only multiply answers.
//! 15. `unconnected`: literals that share no variable with the others.
//! 16. `asked`: rules that a host predicate asks because of their names.
//! 17. `players`: premises that speak of any player, and not of their own.
//! 18. `unused`: predicates that nobody uses.
//!
//! Then `removals` finds the text of what can be taken out without changing an answer.
//!
//! Steps 9 to 18 say nothing of what is in doubt because of an error (`doubt`): the error is the mistake. What is left of
//! all that was found is decided behind the checks, by `policy`.

mod asked;
mod conjunction;
mod contained;
mod dependencies;
mod doubt;
mod duplicates;
mod followers;
mod functions;
mod headers;
mod implied;
mod levels;
mod meanings;
mod multiplies;
mod never;
mod orders;
mod pairs;
mod players;
mod removals;
mod shapes;
mod singletons;
mod unconnected;
mod unfounded;
mod unused;

use self::conjunction::Unfolding;
use self::dependencies::Graph;
use self::doubt::Doubt;
use self::functions::Determined;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::{Sources, Span};
use crate::names::Resolved;
use crate::policy;
use crate::program::Program;
use crate::syntax::ast;
use crate::syntax::index::Items;

/// Everything that is to be said of a resolved program, with what was found while its names were resolved;
/// `files` are the trees that it was resolved from, and `of_text` is what was said of their text.
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
    // What cannot be read may be what a predicate follows from.
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
    followers::take_away(&resolved.program, &items, &mut found);
    let alike = shapes::alike(&resolved.program, graph.callees_first().filter(|id| !graph.is_recursive(*id)));
    let twins = duplicates::check(&resolved.program, &items, &alike);
    let again = twins.iter().map(|message| message.label.span).collect();
    found.extend(twins);
    let unfolding = Unfolding::new(&resolved.program);
    let (mut meant, mut meanings) = never::check(resolved, &graph, &unfolding);
    // What bodies mean that are in doubt is not asked: one mistake, one message.
    let doubt = Doubt::new(sources, resolved, &items, &graph, of_text.iter().chain(&found));
    let is_sure =
        |message: &Diagnostic| items.around(message.label.span).is_none_or(|item| !doubt.item(item));
    if !unread.is_empty() {
        meant.retain(|message| is_sure(message));
    }
    if !doubt.everything {
        meanings.forget(&resolved.program, |item| doubt.item(item));
        meant.extend(contained::check(&resolved.program, &meanings, &items, &doubt, &again));
        meant.extend(implied::check(resolved, &meanings));
        let unnamed = players::check(sources, &resolved.program);
        // A constant with a capital has a message of its own.
        let is_told = |place: Span| found.iter().any(|message| message.label.span == place);
        let unnamed: Vec<Diagnostic> =
            unnamed.into_iter().filter(|message| !is_told(message.label.span)).collect();
        let (multiplying, unconnected) = multiplied(&resolved.program, &items);
        let of_rules = levels::check(&resolved.program, graph.callees_first(), &items)
            .into_iter()
            .chain(orders::check(&resolved.program))
            .chain(pairs::check(&resolved.program, &items, &alike))
            .chain(multiplying)
            .chain(unconnected)
            .chain(asked::check(&resolved.program, &resolved.sharing, files))
            .chain(unnamed);
        meant.extend(of_rules.filter(is_sure));
    }
    found.extend(meant);
    found.extend(unused::check(resolved, &doubt));
    removals::offer(sources, &items, &resolved.program, found)
}

/// Variables that only multiply, and literals that share none with the others: what shares nothing multiplies everything, and
/// is said once. Of a score the variable is said, which can be made local by a fix.
fn multiplied(program: &Program, items: &Items<'_>) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let item = |message: &Diagnostic| items.around(message.label.span);
    let is_score = |at: Option<Span>| {
        let item = at.and_then(|at| items.by_span.get(&at));
        item.is_some_and(|item| matches!(item.kind, ast::ItemKind::Score(_)))
    };
    let determined = Determined::new(program);
    let mut multiplying = multiplies::check(program, &determined);
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

    /// What is said of a program in one file; the text must be one that can be read.
    pub(super) fn problems(text: &str) -> Vec<Diagnostic> {
        let mut sources = crate::files::Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let parsed = crate::syntax::parse(&sources, id);
        assert!(parsed.diagnostics.is_empty(), "the text of a test can be read: {:?}", parsed.diagnostics);
        let files = [&parsed.file];
        let resolved = crate::names::resolve(&sources, &files, Default::default(), false, None);
        policy::of_program(&sources, &files, Vec::new(), check(&sources, &files, &resolved, &[]))
    }

    /// Their codes.
    pub(super) fn codes(text: &str) -> Vec<Code> {
        problems(text).iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn a_sound_program_gives_no_message() {
        assert_eq!(codes("fact parent(jan, piet)\ngrandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n"), []);
    }
}
