//! Resolves actions: their declarations in a domain, and their uses in `after` literals. The host (the Rust program
//! that runs the rules) performs and undoes actions.
//!
//! Actions and predicates share one namespace, so a name never means both. If one is used in place of the other, a
//! message explains the correct use.

use super::arities::wrong_arity;
use super::declaration_checks::{add_declared, declares_too_many, is_outside, is_taken, parameter_sorts};
use super::model::{Bodies, Declared};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{PredicateId, PredicateKind};
use crate::spelling::{MAX_LISTED, list};
use crate::syntax::ast;

/// Declares the action `action place(Player: player, Field: field) growing`.
pub(super) fn declare_action(
    resolver: &mut Declared<'_>,
    item: &ast::Item,
    declaration: &ast::ActionDeclaration,
) {
    let (name, parameters) = (&declaration.name, &declaration.parameters);
    let place = ["a domain declares the actions of its host", "whose host makes it and takes it back"];
    if is_outside(resolver, item, name, place)
        || is_taken(resolver, name, parameters.len())
        || declares_too_many(resolver, name, parameters.len())
    {
        return;
    }
    let Some(sorts) = parameter_sorts(resolver, name, parameters) else { return };
    let parameters = parameters.iter().map(|parameter| parameter.name.text.clone()).collect();
    let kind = PredicateKind::Action { growing: declaration.growing };
    add_declared(resolver, (item, name), sorts, parameters, kind);
}

/// Whether a predicate is an action.
pub(super) fn is_action(resolver: &Declared<'_>, id: PredicateId) -> bool {
    matches!(resolver.program.predicate(id).kind, PredicateKind::Action { .. })
}

/// Finds the action of an atom after `after`. Reports an unknown name, a wrong number of arguments, or a predicate that
/// is used as an action.
pub(super) fn find_action(resolver: &mut Bodies<'_>, atom: &ast::Atom) -> Option<PredicateId> {
    let (name, count) = (&atom.predicate, atom.arguments.len());
    if let Some(id) = resolver.predicate(&name.text, count) {
        if is_action(resolver, id) {
            return Some(id);
        }
        resolver.mentioned.insert(id);
        let message = predicate_as_action(resolver, id, atom);
        resolver.report(message);
        return None;
    }
    let namesakes = resolver.namesakes(&name.text);
    if !resolver.recovery.may_report_unknown(&name.text, !namesakes.is_empty(), || false) {
        return None;
    }
    resolver.mentioned.extend(&namesakes);
    let message = match namesakes.iter().find(|id| !is_action(resolver, **id)) {
        Some(predicate) => predicate_as_action(resolver, *predicate, atom),
        None if namesakes.is_empty() => unknown_action(resolver, atom),
        None => wrong_arity(resolver, atom, &namesakes),
    };
    resolver.report(message);
    None
}

/// The signatures of the actions of the domain, for a message. The list has at most one entry more than messages show,
/// so that the message can say that there are more actions.
fn actions(resolver: &Declared<'_>) -> Vec<String> {
    let actions = resolver.program.predicates.iter();
    actions
        .filter(|predicate| matches!(predicate.kind, PredicateKind::Action { .. }))
        .take(MAX_LISTED + 1)
        .map(|action| match action.parameters.as_slice() {
            [] => action.name.clone(),
            parameters => format!("{}({})", action.name, parameters.join(", ")),
        })
        .collect()
}

fn with_actions(resolver: &Declared<'_>, message: Diagnostic) -> Diagnostic {
    let actions = actions(resolver);
    message.hint(match actions.as_slice() {
        [] => "no action is declared; a domain declares for instance: action place(Player: player, Field: field) \
               growing"
            .to_owned(),
        [one] => format!("the only action is {one}"),
        _ => format!("the actions are {}", list(&actions, "and")),
    })
}

fn unknown_action(resolver: &Declared<'_>, atom: &ast::Atom) -> Diagnostic {
    let name = &atom.predicate;
    let title = format!("there is no action `{}`", name.text);
    let message = Diagnostic::new(Code::UnknownAction, title, name.span, "no domain declares it");
    let known = resolver.speller.looked_at(resolver.predicate_names.iter()).filter(|(_, arities)| {
        let mut ids = arities.values();
        ids.any(|id| is_action(resolver, *id))
    });
    match resolver.speller.nearest(&name.text, known.map(|(name, _)| name.as_str())) {
        Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
            format!("write `{near}`"),
            name.span,
            near.to_owned(),
        ),
        None => with_actions(resolver, message),
    }
}

/// The message about a predicate used as an action: `after empty(Field): (…)`
fn predicate_as_action(resolver: &Declared<'_>, id: PredicateId, atom: &ast::Atom) -> Diagnostic {
    let predicate = resolver.program.predicate(id);
    let mut message = Diagnostic::new(
        Code::PredicateAsAction,
        format!("`{}` is not an action", predicate.name),
        atom.span,
        "it describes a position and does not change it",
    );
    if let Some(span) = predicate.span {
        message = message.and(span, "this is a predicate");
    }
    let message = message.hint("actions follow `after`; what holds then goes in the brackets");
    with_actions(resolver, message)
}

/// The message about an action used as a predicate: `place(white, Field)` without `after`.
pub(super) fn action_as_predicate(resolver: &Declared<'_>, id: PredicateId, atom: &ast::Atom) -> Diagnostic {
    let action = resolver.program.predicate(id);
    let mut message = Diagnostic::new(
        Code::ActionAsPredicate,
        format!("`{}` is an action", action.name),
        atom.span,
        "an action is made; it does not hold",
    );
    if let Some(span) = action.span {
        message = message.and(span, "declared here");
    }
    let text = resolver.sources.text(atom.span);
    message.hint(format!("to say what holds once it is made, write: after {text}: (body)"))
}
