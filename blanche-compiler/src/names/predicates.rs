//! Finds the predicate of a literal by name and arity, and reports unknown predicates.

use super::actions::{action_as_predicate, is_action};
use super::arities::{fits, written, wrong_arity};
use super::foreign_builtins::foreign_builtin;
use super::model::error_recovery::ReportedOnce;
use super::model::{Bodies, Declared};
use super::{boards, open_predicates, ranges};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{EQUAL, PredicateId};
use crate::spelling::{is_misspelling, list, same_but_for_digits};
use crate::syntax::ast;

/// The predicate of an atom. Reports an unknown name or a wrong number of arguments.
pub(super) fn find_predicate(resolver: &mut Bodies<'_>, atom: &ast::Atom) -> Option<PredicateId> {
    let name = &atom.predicate;
    let count = atom.arguments.len();
    if let Some(id) = resolver.predicate(&name.text, count) {
        open_predicates::note_use(resolver, id, atom.span);
        if resolver.recovery.is_rejected(name.span.file, id) {
            resolver.mentioned.insert(id);
            return None; // the file defines its own predicate with this name, which was rejected
        }
        let predicate = resolver.program.predicate(id);
        let lacks_sorts = predicate.sorts.is_empty() && predicate.arity() > 0 && id != EQUAL;
        if resolver.recovery.lacks_clauses(id) && lacks_sorts {
            resolver.mentioned.insert(id);
            return None; // its sorts are missing because of a mistake that has been reported
        }
        if is_action(resolver, id) {
            resolver.mentioned.insert(id);
            let message = action_as_predicate(resolver, id, atom);
            resolver.report(message);
            return None;
        }
        return Some(id);
    }
    if let Some(id) = ranges::of_atom(resolver, atom) {
        return Some(id);
    }
    let arities = resolver.namesakes(&name.text);
    resolver.mentioned.extend(&arities);
    if !resolver.recovery.may_report_unknown(&name.text, !arities.is_empty(), || is_misspelt(resolver, atom))
    {
        return None;
    }
    let place = if arities.is_empty() { name.span } else { atom.span };
    if resolver.is_reported(ReportedOnce::Unknown(name.span.file, name.text.clone(), count), place) {
        return None;
    }
    let message = if arities.is_empty() {
        unknown_predicate(resolver, atom)
    } else {
        wrong_arity(resolver, atom, &arities)
    };
    resolver.report(message);
    None
}

/// Whether a known predicate with the same arity has a similar name.
fn is_misspelt(resolver: &Declared<'_>, atom: &ast::Atom) -> bool {
    let known = resolver.speller.looked_at(resolver.predicate_names.iter());
    let fitting = known.filter(|(_, arities)| arities.contains_key(&atom.arguments.len()));
    let fitting = fitting.map(|(name, _)| name.as_str());
    resolver.speller.is_misspelling_of(&atom.predicate.text, fitting)
}

fn unknown_predicate(resolver: &Bodies<'_>, atom: &ast::Atom) -> Diagnostic {
    let name = &atom.predicate;
    let count = atom.arguments.len();
    let message = Diagnostic::new(
        Code::UnknownPredicate,
        format!("there is no predicate `{}`", name.text),
        name.span,
        "neither declared nor derived",
    );
    if let Some(sort) = resolver.sort_names.get(&name.text) {
        let parameter = ranges::parameter(resolver, *sort);
        let hint = format!("a sort is a predicate of one argument: `{}({parameter})`", name.text);
        return message.hint(hint);
    }
    let is_hexagonal = resolver.program.board.as_ref().is_some_and(|board| board.hexagonal);
    if is_hexagonal && name.text == "diagonal" && count == 1 {
        return message.hint("a hexagonal board has no diagonals: each of its six directions is `straight`");
    }
    if resolver.has_move(&name.text) {
        let hint =
            format!("`{}` is a move; to ask what can be played, use the literals of its premise", name.text);
        return message.hint(hint);
    }
    if resolver.program.board.is_none() && boards::defines_predicate(&name.text, count) {
        return message.hint("it requires a board, but there is none: `board 8 by 8 like c3 words Field`");
    }
    if let Some((hint, ours)) = foreign_builtin(resolver, atom) {
        let message = message.hint(hint);
        return match ours {
            Some(ours) => message.fix(format!("write `{ours}`"), atom.span, ours),
            None => message,
        };
    }
    let near = near(resolver, atom);
    let near = match near.as_slice() {
        [] => None,
        [only] => Some(*only),
        several => return message.hint(format!("did you mean {}?", list(several, "or"))),
    };
    match near {
        Some(near) if !resolver.predicate_names.contains_key(near) => {
            let hint = format!("did you mean `{near}`, which holds of each value of this sort?");
            message.hint(hint).fix(format!("write `{near}`"), name.span, near.to_owned())
        }
        Some(near) => {
            let arities: Vec<String> =
                resolver.predicate_names[near].keys().map(|n| format!("{near}/{n}")).collect();
            message.hint(format!("did you mean {}?", list(&arities, "or"))).fix(
                format!("write `{near}`"),
                name.span,
                near.to_owned(),
            )
        }
        None => how_to_define(resolver, atom, message),
    }
}

/// The names of predicates most similar to an unknown name. Predicates with the same arity are preferred, and
/// predicates with another arity are considered only if a single letter differs. Names that differ only in their digits
/// are excluded. The head of the clause is excluded if the clause would depend on itself.
fn near<'r>(resolver: &'r Bodies<'_>, atom: &ast::Atom) -> Vec<&'r str> {
    let (name, count) = (atom.predicate.text.as_str(), atom.arguments.len());
    let speller = &resolver.speller;
    let may_be = |known: &str| !same_but_for_digits(name, known) && !is_circular(resolver, atom, known);
    let fitting = speller
        .looked_at(resolver.predicate_names.iter())
        .filter(|(_, arities)| arities.get(&count).is_some_and(|id| may_be_meant(resolver, *id, atom)))
        .map(|(known, _)| known.as_str())
        .filter(|known| may_be(known));
    let others = speller
        .looked_at(resolver.predicate_names.iter())
        .filter(|(_, arities)| arities.values().any(|id| !is_action(resolver, *id)))
        .map(|(known, _)| known.as_str())
        .filter(|known| may_be(known) && is_misspelling(name, known));
    // The name of a sort is a predicate with one argument.
    let sorts = resolver.sort_names.keys().map(String::as_str).filter(|_| count == 1);
    let near = speller.equally_near(name, fitting);
    let near = if near.is_empty() { speller.equally_near(name, others) } else { near };
    if near.is_empty() { speller.equally_near(name, sorts) } else { near }
}

/// Whether the arguments of an atom may have the sorts that a predicate requires. Arguments of unknown sort always fit.
fn may_be_meant(resolver: &Declared<'_>, id: PredicateId, atom: &ast::Atom) -> bool {
    let mut terms = atom.arguments.iter().enumerate();
    !is_action(resolver, id) && terms.all(|(at, term)| fits(resolver, id, at, term) > 0)
}

/// Whether the clause would depend on its own head if the atom had this name. This counts only if the arguments are
/// those of the head, or if the atom is inside a negation.
fn is_circular(resolver: &Bodies<'_>, atom: &ast::Atom, name: &str) -> bool {
    let Some(ast::ItemKind::Derivation(clause)) = resolver.around.map(|item| &item.kind) else {
        return false;
    };
    if clause.head.predicate.text != name {
        return false;
    }
    let texts = |atom: &ast::Atom| atom.arguments.iter().map(written).collect::<Vec<_>>();
    texts(&clause.head) == texts(atom) || is_denied(&clause.body, atom.span)
}

/// Whether `place` is inside a negation or an aggregate.
fn is_denied(body: &ast::Body, place: Span) -> bool {
    let mut literals = body.branches.iter().flatten();
    literals.find(|literal| literal.span.encloses(place)).is_some_and(|literal| {
        let is_counted = matches!(literal.kind, ast::LiteralKind::Aggregate(_));
        let inner = literal.kind.inner();
        literal.negations % 2 == 1 || is_counted || inner.is_some_and(|inner| is_denied(inner, place))
    })
}

/// Adds a hint that shows how to define an unknown predicate, and in which file.
fn how_to_define(resolver: &Declared<'_>, atom: &ast::Atom, message: Diagnostic) -> Diagnostic {
    let name = &atom.predicate;
    let mut arguments: Vec<String> = atom.arguments.iter().map(written).collect();
    if let (true, Some(value)) = (atom.is_called(), arguments.last_mut()) {
        "Value".clone_into(value);
    }
    let head = match arguments.as_slice() {
        [] => name.text.clone(),
        arguments => format!("{}({})", name.text, arguments.join(", ")),
    };
    // A library may use predicates that are defined only in the bases that use the library.
    let base = resolver.base_place.filter(|_| resolver.libraries.contains(&name.span.file));
    match base {
        Some(base) => message.and(base, "this base uses the file and does not define it").hint(format!(
            "derive it in a file of the base, with a line such as: {head} :- …, or remove the `use`"
        )),
        None => message
            .hint(format!("derive it with a line such as: {head} :- …, or `use` the file that defines it")),
    }
}
