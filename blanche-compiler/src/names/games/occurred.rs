//! The predefined state `occurred`: how often the position has occurred in the game. It exists only if the text uses
//! it.

use super::super::model::Declared;
use super::super::sorts::undeclared;
use super::states;
use crate::program::{MAX_OCCURRENCES, Numbers, SortKind};
use crate::syntax::ast::{self, ItemKind, LiteralKind};

const NAME: &str = "occurred";

/// Adds the state, if an item uses it.
pub(super) fn bring(resolver: &mut Declared<'_>, items: &[&ast::Item]) {
    if !items.iter().any(|item| asks(item)) {
        return;
    }
    if let Some(numbers) = Numbers::new(1, MAX_OCCURRENCES.into(), 0) {
        let sort = undeclared(resolver, "occurrences", SortKind::Range(numbers));
        resolver.game.occurred = Some(resolver.game.states.len());
        states::add_state(resolver, NAME, vec![sort], vec![true], true);
    }
}

fn asks(item: &ast::Item) -> bool {
    match &item.kind {
        ItemKind::Derivation(tree) => is_in(&tree.body),
        ItemKind::Rule(tree) => is_in(&tree.body),
        ItemKind::Export(tree) => is_it(&tree.atom),
        ItemKind::Score(tree) => is_in(&tree.body),
        ItemKind::Preference(tree) => is_in(&tree.body),
        ItemKind::Draw(tree) => is_in(&tree.body),
        ItemKind::Margin(tree) => is_in(&tree.body),
        ItemKind::Claims(tree) => is_in(&tree.body),
        ItemKind::Move(tree) => {
            let conditions = tree.effects.iter().filter_map(|effect| effect.condition.as_ref());
            tree.body.iter().chain(conditions.map(|condition| &condition.body)).any(is_in)
        }
        _ => false,
    }
}

fn is_in(body: &ast::Body) -> bool {
    body.branches.iter().flatten().any(|literal| match &literal.kind {
        LiteralKind::Atom(atom) => is_it(atom),
        kind => kind.inner().is_some_and(is_in),
    })
}

fn is_it(atom: &ast::Atom) -> bool {
    atom.predicate.text == NAME && atom.arguments.len() == 1
}
