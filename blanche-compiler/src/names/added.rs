//! What every declaration of a predicate asks first: whether its name is free, and of which sorts its arguments are.

use super::model::Declared;
use super::sorts::find_sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Origin, Predicate, PredicateId, PredicateKind, SortId};
use crate::syntax::ast;

/// A predicate with more arguments than this cannot be told by its modes.
pub(super) const MOST_ARGUMENTS: usize = 16;

/// Whether something that is declared has too many arguments; that is reported.
pub(super) fn declares_too_many(resolver: &mut Declared<'_>, name: &ast::Name, arguments: usize) -> bool {
    let is_too_many = arguments > MOST_ARGUMENTS;
    if is_too_many {
        cannot_have(resolver, name, format!("at most {MOST_ARGUMENTS}"));
    }
    is_too_many
}

/// Says that something that is declared cannot have its arguments.
pub(super) fn cannot_have(resolver: &mut Declared<'_>, name: &ast::Name, label: String) {
    let title = format!("`{}` cannot have so many arguments", name.text);
    resolver.report(Diagnostic::new(Code::BadMode, title, name.span, label));
    resolver.lost.declaration_failed(&name.text);
}

/// Whether what a fact states or a derivation defines has too many arguments; that is reported.
pub(super) fn has_too_many_arguments(resolver: &mut Declared<'_>, head: &ast::Atom) -> bool {
    let (name, arity) = (&head.predicate.text, head.arguments.len());
    if arity <= MOST_ARGUMENTS {
        return false;
    }
    resolver.report(
        Diagnostic::new(
            Code::BadMode,
            format!("`{name}` has too many arguments"),
            head.span,
            format!("{arity} arguments; a predicate has at most {MOST_ARGUMENTS}"),
        )
        .hint("say it with several predicates"),
    );
    resolver.lost.declaration_failed(name);
    true
}

/// Says that something of the host stands outside of the file of the domain: what is declared there, and what else
/// could be done.
pub(super) fn is_outside(
    resolver: &mut Declared<'_>,
    item: &ast::Item,
    name: &ast::Name,
    [title, other]: [&str; 2],
) -> bool {
    let outside = resolver.domain_file.is_some_and(|file| file != item.span.file);
    if outside {
        let label = format!("`{}` stands outside of the domain's file", name.text);
        resolver.report(
            Diagnostic::new(Code::HeaderPlace, title, item.span, label)
                .hint(format!("declare it in the file of the domain, {other}")),
        );
        resolver.lost.declaration_failed(&name.text);
    }
    outside
}

/// What is said of a fact, a derivation or a declaration of a predicate that the board or the game brings.
pub(super) fn brought(
    resolver: &Declared<'_>,
    id: PredicateId,
    place: Span,
    label: &str,
) -> Option<Diagnostic> {
    let predicate = resolver.program.predicate(id);
    let brings = match predicate.origin {
        Origin::Board => "the board",
        Origin::Game => "every game",
        Origin::Text | Origin::Sort(_) => return None,
    };
    let title = format!("`{}` comes with {brings}", predicate.signature());
    let message = Diagnostic::new(Code::Redefined, title, place, label);
    if predicate.origin == Origin::Game {
        let about = predicate.doc.first().cloned().unwrap_or_default();
        return Some(message.hint(format!("it says: {about} Give yours another name, or use it")));
    }
    let message = match predicate.span {
        Some(board) => message.and(board, "the board brings it"),
        None => message,
    };
    Some(message.hint("give yours another name, or use the board's"))
}

/// Says that a name is declared already with this number of arguments.
pub(super) fn is_taken(resolver: &mut Declared<'_>, name: &ast::Name, arguments: usize) -> bool {
    let Some(first) = resolver.predicate(&name.text, arguments) else { return false };
    if let Some(message) = brought(resolver, first, name.span, "it cannot be declared as well") {
        resolver.report(message);
        return true;
    }
    let title = format!("`{}` is declared twice", resolver.program.predicate(first).signature());
    let mut message = Diagnostic::new(Code::DeclaredTwice, title, name.span, "here again");
    if let Some(first) = resolver.declared_at(first) {
        message = message.and(first, "declared here first");
    }
    resolver.report(message.hint("a predicate, or an action, is its name and its number of arguments"));
    true
}

/// The sorts of the arguments of something that is declared; `None` where one is unknown, which is said.
pub(super) fn parameter_sorts(
    resolver: &mut Declared<'_>,
    name: &ast::Name,
    parameters: &[ast::Parameter],
) -> Option<Vec<SortId>> {
    let mut sorts = Vec::new();
    for parameter in parameters {
        match find_sort(resolver, &parameter.sort) {
            Some(sort) => sorts.push(sort),
            None => {
                resolver.lost.declaration_failed(&name.text);
                return None;
            }
        }
    }
    Some(sorts)
}

/// Adds a predicate as an item declares it.
pub(super) fn add_declared(
    resolver: &mut Declared<'_>,
    (item, name): (&ast::Item, &ast::Name),
    sorts: Vec<SortId>,
    parameters: Vec<String>,
    kind: PredicateKind,
) -> PredicateId {
    let (doc, span) = (item.doc.clone(), Some(name.span));
    resolver.add_predicate(Predicate { sorts, doc, span, ..Predicate::new(&name.text, parameters, kind) })
}
