//! Checks and steps that all declarations of predicates share: whether the name is free, the sorts of the arguments,
//! and the new predicate.

use super::model::Declared;
use super::sorts::find_sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Origin, Predicate, PredicateId, PredicateKind, SortId};
use crate::syntax::ast;

/// Maximum number of arguments of a predicate. The number of modes grows exponentially with it.
pub(super) const MOST_ARGUMENTS: usize = 16;

/// Reports a declaration that has too many arguments, and returns whether it has.
pub(super) fn declares_too_many(resolver: &mut Declared<'_>, name: &ast::Name, arguments: usize) -> bool {
    let is_too_many = arguments > MOST_ARGUMENTS;
    if is_too_many {
        cannot_have(resolver, name, format!("at most {MOST_ARGUMENTS}"));
    }
    is_too_many
}

/// Reports a declaration with more arguments than it can have.
pub(super) fn cannot_have(resolver: &mut Declared<'_>, name: &ast::Name, label: String) {
    let title = format!("`{}` has too many arguments", name.text);
    resolver.report(Diagnostic::new(Code::BadMode, title, name.span, label));
    resolver.lost.declaration_failed(&name.text);
}

/// Reports a fact or derivation whose head has too many arguments, and returns whether it has.
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
        .hint("divide it into several predicates"),
    );
    resolver.lost.declaration_failed(name);
    true
}

/// Reports a declaration about the host that is outside the file of the domain, and returns whether it is. `title` is
/// the title of the message, and `other` the alternative that its hint suggests.
pub(super) fn is_outside(
    resolver: &mut Declared<'_>,
    item: &ast::Item,
    name: &ast::Name,
    [title, other]: [&str; 2],
) -> bool {
    let outside = resolver.domain_file.is_some_and(|file| file != item.span.file);
    if outside {
        let label = format!("`{}` is outside the domain's file", name.text);
        resolver.report(
            Diagnostic::new(Code::HeaderPlace, title, item.span, label)
                .hint(format!("declare it in the file of the domain, {other}")),
        );
        resolver.lost.declaration_failed(&name.text);
    }
    outside
}

/// The message about a fact, derivation or declaration of a predicate that the board or the game defines; `None` for
/// other predicates.
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
    let title = format!("`{}` is built into {brings}", predicate.signature());
    let message = Diagnostic::new(Code::Redefined, title, place, label);
    if predicate.origin == Origin::Game {
        let about = predicate.doc.first().cloned().unwrap_or_default();
        return Some(message.hint(format!("its meaning: {about} Give yours another name, or use it")));
    }
    let message = match predicate.span {
        Some(board) => message.and(board, "the board brings it"),
        None => message,
    };
    Some(message.hint("give yours another name, or use the board's"))
}

/// Reports a name that is already declared with this number of arguments, and returns whether it is.
pub(super) fn is_taken(resolver: &mut Declared<'_>, name: &ast::Name, arguments: usize) -> bool {
    let Some(first) = resolver.predicate(&name.text, arguments) else { return false };
    if let Some(message) = brought(resolver, first, name.span, "it cannot also be declared") {
        resolver.report(message);
        return true;
    }
    let title = format!("`{}` is declared twice", resolver.program.predicate(first).signature());
    let mut message = Diagnostic::new(Code::DeclaredTwice, title, name.span, "repeated here");
    if let Some(first) = resolver.declared_at(first) {
        message = message.and(first, "declared here first");
    }
    resolver.report(message.hint("a predicate, or an action, is its name and its number of arguments"));
    true
}

/// The sorts of declared parameters. `None` if one is unknown, which is reported.
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

/// Adds the predicate that an item declares.
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
