//! Finds the state that an atom mentions, and reports unknown states.

use super::super::model::{Bodies, Declared, Heads};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Origin, PredicateId, PredicateKind};
use crate::spelling::list;
use crate::syntax::ast::{self, ItemKind};

/// The kind of line that mentions a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MentionContext {
    /// A state after `adds`, with all arguments.
    Whole,
    /// A state after `start`, with all arguments.
    Start,
    /// A state after `removes`, with any number of arguments.
    Beginning,
    /// A state after `drawn`.
    Drawing,
}

/// The state that an atom mentions, as an index into the states of the game. If there is no such state, this is
/// reported.
pub(super) fn find_state(
    resolver: &mut Bodies<'_>,
    atom: &ast::Atom,
    wanted: MentionContext,
) -> Option<usize> {
    let name = &atom.predicate;
    let (arguments, ids) = (atom.arguments.len(), resolver.namesakes(&name.text));
    resolver.mentioned.extend(&ids);
    let state = |id: &PredicateId| match &resolver.program.predicate(*id).kind {
        PredicateKind::Extern(external) => external.state,
        _ => None,
    };
    let fits = |id: &PredicateId| {
        let arity = resolver.program.predicate(*id).arity();
        arity == arguments || wanted == MentionContext::Beginning && (1..=arity).contains(&arguments)
    };
    let states: Vec<PredicateId> = ids.iter().copied().filter(|id| state(id).is_some()).collect();
    if let Some(at) = states.iter().find(|id| fits(id)).and_then(state) {
        if resolver.program.predicate(resolver.game.states[at].predicate).origin != Origin::Game {
            return Some(at);
        }
        let title = "whose turn it is changes by itself";
        let label = "with every move the turn goes to the next player";
        let message = Diagnostic::new(Code::BadEffect, title, atom.span, label);
        resolver.report(message.hint("remove this; a line `starts NAME` says who begins"));
        return None;
    }
    let code = match wanted {
        MentionContext::Drawing => Code::BadDrawing,
        MentionContext::Start => Code::BadStart,
        MentionContext::Whole | MentionContext::Beginning => Code::BadEffect,
    };
    if let Some(id) = states.first() {
        let predicate = resolver.program.predicate(*id);
        let form = format!("{}({})", predicate.name, predicate.parameters.join(", "));
        let title = format!("there is no state `{}` with this number of arguments", name.text);
        let message = Diagnostic::new(code, title, atom.span, format!("this has {arguments}"));
        let message = match predicate.span {
            Some(span) => message.and(span, format!("`{}` is declared here", predicate.signature())),
            None => message,
        };
        resolver.report(message.hint(format!("write {form}")));
        return None;
    }
    if name.text.is_empty() || resolver.recovery.is_dropped(&name.text) {
        return None;
    }
    let message = no_state(resolver, atom, code, ids.first().copied());
    resolver.report(message);
    None
}

/// The message about a predicate that is not a state, or does not exist.
fn no_state(resolver: &Declared<'_>, atom: &ast::Atom, code: Code, known: Option<PredicateId>) -> Diagnostic {
    let name = &atom.predicate;
    let states = &resolver.game.states[1.min(resolver.game.states.len())..];
    let names: Vec<&str> =
        states.iter().map(|state| resolver.program.predicate(state.predicate).name.as_str()).collect();
    let title = format!("`{}` is not a state", name.text);
    let is_player = atom.arguments.is_empty() && is_player(resolver, &name.text);
    let label = match known {
        Some(_) => "it is not part of positions, but derived from them",
        None if is_player => "this is a player",
        None => "nothing has this name",
    };
    let message = Diagnostic::new(code, title, name.span, label);
    let message = match known.and_then(|id| resolver.declared_at(id)) {
        Some(span) => message.and(span, "it is defined here"),
        None => message,
    };
    if let Some(near) = resolver.speller.nearest(&name.text, names.iter().copied()) {
        return message.fix(format!("write `{near}`"), name.span, near.to_owned());
    }
    match names.as_slice() {
        _ if is_player => message.hint(format!("a line `starts {}` says who begins", name.text)),
        [] => message.hint(format!("declare it: `{}`", declaration_of(atom))),
        names => message.hint(format!("a position consists of {}", list(names, "and"))),
    }
}

fn is_player(resolver: &Declared<'_>, name: &str) -> bool {
    let sort = resolver.program.player_sort;
    sort.is_some_and(|sort| resolver.program.sort(sort).value(name).is_some())
}

/// The text of a declaration for an undeclared state, to suggest in a hint.
fn declaration_of(atom: &ast::Atom) -> String {
    let words: Vec<&str> = atom
        .arguments
        .iter()
        .map(|term| match term {
            ast::Term::Variable(name) => name.text.as_str(),
            _ => "…",
        })
        .collect();
    match words.as_slice() {
        [] => format!("state {}", atom.predicate.text),
        [one] => format!("state {}({one})", atom.predicate.text),
        [.., last] => format!("state {}({}) one {last}", atom.predicate.text, words.join(", ")),
    }
}

/// Reports each name in effects, `start` lines and drawings that is undeclared. Each name is reported once, and its
/// other uses are not.
pub(in super::super) fn undeclared(resolver: &mut Heads<'_>) {
    let mut atoms: Vec<(&ast::Atom, Code)> = Vec::new();
    for text in &resolver.moves {
        let ItemKind::Move(tree) = &text.item.kind else { continue };
        let effects = tree.effects.iter().filter(|effect| effect.kind != ast::EffectKind::Then);
        let of_effects = effects.flat_map(|effect| &effect.atoms);
        atoms.extend(of_effects.map(|atom| (atom, Code::BadEffect)));
    }
    for item in resolver.game.start.iter().chain(&resolver.game.drawn) {
        match &item.kind {
            ItemKind::Start(tree) => atoms.extend(tree.atoms.iter().map(|atom| (atom, Code::BadStart))),
            ItemKind::Drawn(trees) => {
                atoms.extend(trees.iter().map(|tree| (&tree.atom, Code::BadDrawing)));
            }
            _ => {}
        }
    }
    for (atom, code) in atoms {
        let name = &atom.predicate.text;
        let is_known = resolver.predicate_names.contains_key(name) || is_player(resolver, name);
        if name.is_empty()
            || is_known
            || resolver.recovery.is_dropped(name)
            || !resolver.recovery.knows_all_items()
        {
            continue;
        }
        let message = no_state(resolver, atom, code, None);
        if message.fix.is_none() {
            resolver.report(message);
            resolver.recovery.declaration_failed(name);
        }
    }
}
