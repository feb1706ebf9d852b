//! Checks and steps that the declarations of all kinds of predicates share: whether the name is free, what sorts the
//! arguments have, and how the new predicate is added.

use super::model::Declared;
use super::sorts::find_sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Origin, Predicate, PredicateId, PredicateKind, SortId};
use crate::syntax::ast;

/// Maximum number of arguments of a predicate. The number of possible modes (combinations of bound arguments) grows
/// exponentially with the number of arguments.
pub(super) const MAX_ARGUMENTS: usize = 16;

/// Reports a declaration that has too many arguments. Returns whether the declaration was reported.
pub(super) fn declares_too_many(resolver: &mut Declared<'_>, name: &ast::Name, arguments: usize) -> bool {
    let is_too_many = arguments > MAX_ARGUMENTS;
    if is_too_many {
        cannot_have(resolver, name, format!("at most {MAX_ARGUMENTS}"));
    }
    is_too_many
}

/// Reports that the declared predicate or action has too many arguments. `label` says how many are allowed.
pub(super) fn cannot_have(resolver: &mut Declared<'_>, name: &ast::Name, label: String) {
    let title = format!("`{}` has too many arguments", name.text);
    resolver.report(Diagnostic::new(Code::BadMode, title, name.span, label));
    resolver.recovery.declaration_failed(&name.text);
}

/// Reports a fact or derivation whose head has too many arguments. Returns whether the head was reported.
pub(super) fn has_too_many_arguments(resolver: &mut Declared<'_>, head: &ast::Atom) -> bool {
    let (name, arity) = (&head.predicate.text, head.arguments.len());
    if arity <= MAX_ARGUMENTS {
        return false;
    }
    resolver.report(
        Diagnostic::new(
            Code::BadMode,
            format!("`{name}` has too many arguments"),
            head.span,
            format!("{arity} arguments; a predicate has at most {MAX_ARGUMENTS}"),
        )
        .hint("divide it into several predicates"),
    );
    resolver.recovery.declaration_failed(name);
    true
}

/// Reports a declaration about the host that is outside the file of the domain. Returns whether the declaration was
/// reported. `title` is the title of the message, and `other` is the alternative that its hint suggests.
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
        resolver.recovery.declaration_failed(&name.text);
    }
    outside
}

/// The message about a fact, derivation or declaration whose predicate is defined by the board or the game. There is no
/// message about other predicates.
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

/// Reports a name that is already declared with this number of arguments. Returns whether the name was reported.
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

/// The sorts of declared parameters. Reports an unknown sort, and then returns `None`.
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
                resolver.recovery.declaration_failed(&name.text);
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
