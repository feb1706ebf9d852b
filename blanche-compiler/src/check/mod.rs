//! What a resolved program is asked before it is planned. Each check reads the program and changes nothing.
//!
//! The checks, in the order in which they run:
//! 1. `headers`: a file says what it is once, and first.
//! 2. `dependencies`: no predicate depends on itself, with or without negation. After this: the graph of the
//!    predicates outside of reported knots has no cycles.
//! 3. [`crate::modes`]: everything can be asked in some order. After this: the planner finds one.
//! 4. `singletons`: variables that occur once, or look like another one.
//! 5. `duplicates`: clauses and rules that stand there twice, up to names and order (`shapes`).
//! 6. `never`: bodies that can never hold. After this: what follows from a body (`conjunction`) is worth knowing,
//!    and `meanings` has it for each of them.
//! 7. `contained`: clauses and rules that add nothing to others.
//! 8. `implied`: literals that follow from the others of their body.
//! 9. `levels`: rules that ask for more moves than they have.
//! 10. `pairs`: scores that count every pair twice.
//! 11. `asked`: rules that a host predicate asks because of their names.
//! 12. `unused`: predicates that nobody uses.
//! 13. `takeover`: where two checks speak of one variable, the error takes the other's advice. After this: one mistake,
//!     one message.
//!
//! Steps 7 to 12 say nothing of what is in doubt because of an error (`doubt`): the error is the mistake.
//!
//! [`suppressions`] runs last and apart, because suppressions silence what parser and names have found too.

mod asked;
mod conjunction;
mod contained;
mod dependencies;
mod doubt;
mod duplicates;
mod headers;
mod implied;
mod levels;
mod meanings;
mod merged;
mod never;
mod pairs;
mod shapes;
mod singletons;
pub mod suppressions;
mod unused;

use std::collections::{BTreeMap, BTreeSet};

use self::conjunction::Unfolding;
use self::dependencies::Graph;
use self::doubt::Doubt;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{Sources, Span};
use crate::names::Resolved;
use crate::syntax::ast::{self, ItemKind};

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
    let mut found = resolved.diagnostics.clone();
    // What a predicate that needs itself is about nobody can say, and the cycle is the mistake.
    found.retain(|message| message.code != Code::SortUnclear || !graph.in_knotted_clause(message.label.span));
    found.extend(headers::check(files, resolved));
    found.extend(dependencies::check(&resolved.program, &graph));
    found.extend(crate::modes::check(resolved));
    found.extend(singletons::check(&resolved.program));
    let alike = shapes::alike(&resolved.program, graph.callees_first().filter(|id| !graph.is_knotted(*id)));
    let twins = duplicates::check(&resolved.program, &items, &alike);
    let again = twins.iter().map(|message| message.label.span).collect();
    found.extend(twins);
    let unfolding = Unfolding::new(&resolved.program);
    let (mut meant, mut meanings) = never::check(resolved, &graph, &unfolding);
    // What bodies mean that are in doubt is not asked: one mistake, one message.
    let doubt = Doubt::new(sources, resolved, &items, &graph, of_text.iter().chain(&found));
    if !doubt.everything {
        meanings.forget(&resolved.program, |body| doubt.item(body));
        meant.extend(contained::check(&resolved.program, &meanings, &items, &doubt, &again));
        meant.extend(implied::check(resolved, &meanings));
        let of_rules = levels::check(&resolved.program, graph.callees_first(), &items)
            .into_iter()
            .chain(pairs::check(&resolved.program, &items, &alike))
            .chain(asked::check(&resolved.program, &resolved.sharing, files));
        let is_sure =
            |message: &Diagnostic| items.around(message.label.span).is_none_or(|body| !doubt.item(body));
        meant.extend(of_rules.filter(is_sure));
    }
    found.extend(meant);
    without_meaning(&items, of_text, &mut found);
    found.extend(unused::check(resolved, &doubt));
    merged::apply(found)
}

/// Takes away what is said of the meaning of bodies with a variable that is misspelt or that nothing binds, or with a double negation: what
/// stands there is not what is meant. What an author allows is meant.
fn without_meaning(items: &Items<'_>, of_text: &[Diagnostic], found: &mut Vec<Diagnostic>) {
    let of_variables = [Code::NothingBinds, Code::CallerMustBind, Code::Singleton, Code::LooksLike];
    let doubtful: BTreeSet<Span> = found
        .iter()
        .filter(|message| of_variables.contains(&message.code) && !items.allow(message))
        .chain(of_text.iter().filter(|message| message.code == Code::DoubleNegation))
        .filter_map(|message| items.around(message.label.span))
        .collect();
    found.retain(|message| {
        !message.code.is_of_meaning()
            || items.around(message.label.span).is_none_or(|item| !doubtful.contains(&item))
    });
}

/// The trees behind clauses and rules, by where they stand: for the heads, whose places the program leaves out.
struct Items<'a> {
    by_span: BTreeMap<Span, &'a ast::Item>,
}

impl<'a> Items<'a> {
    fn new(files: &[&'a ast::File]) -> Items<'a> {
        let items = files.iter().flat_map(|file| &file.items);
        Items { by_span: items.map(|item| (item.span, item)).collect() }
    }

    /// The clause or rule in which a place lies.
    fn around(&self, place: Span) -> Option<Span> {
        let (item, _) = self.by_span.range(..=Span { end: u32::MAX, ..place }).next_back()?;
        (item.file == place.file && place.end <= item.end).then_some(*item)
    }

    /// The item in which a place begins, or behind which it is.
    fn beginning_at(&self, place: Span) -> Option<&'a ast::Item> {
        let (span, item) = self.by_span.range(..=Span { end: u32::MAX, ..place }).next_back()?;
        (span.file == place.file && place.start <= span.end).then_some(*item)
    }

    /// Whether a suppression takes a message away.
    fn allow(&self, message: &Diagnostic) -> bool {
        let item = self.around(message.label.span).and_then(|span| self.by_span.get(&span));
        message.severity != Severity::Error
            && item
                .is_some_and(|item| item.allows.iter().any(|allow| suppressions::names(allow, message.code)))
    }

    /// The head of the clause or rule that stands at `span`; all of it where its tree is not known.
    fn head(&self, span: Span) -> Span {
        match self.by_span.get(&span).map(|item| &item.kind) {
            Some(ItemKind::Derivation(derivation)) => derivation.head.span,
            Some(ItemKind::Rule(rule)) => rule.head,
            Some(ItemKind::Score(score)) => score.head,
            Some(ItemKind::Export(export)) => export.atom.span,
            _ => span,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a program in one file; the text must be one that can be read.
    pub(super) fn problems(text: &str) -> Vec<Diagnostic> {
        let mut sources = crate::files::Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let parsed = crate::syntax::parse(&sources, id);
        assert!(parsed.diagnostics.is_empty(), "the text of a test can be read: {:?}", parsed.diagnostics);
        let files = [&parsed.file];
        let resolved = crate::names::resolve(&sources, &files, Default::default(), false, None);
        check(&sources, &files, &resolved, &[])
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
