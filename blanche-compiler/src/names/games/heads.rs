//! Assigns ids to moves, draws, suppositions and preferences.

use super::super::heads::{named, unresolved};
use super::super::model::{Heads, RuleItem};
use super::margins;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{GameQuestion, RuleKind};
use crate::syntax::ast::{self, ItemKind};

/// Collects the moves, draws, suppositions and preferences in a fixed order. Their ids come after the ids of all rules,
/// exports and scores.
pub(in super::super) fn collect<'a>(resolver: &mut Heads<'a>, items: &[&'a ast::Item]) {
    let of = |wanted: fn(&ItemKind) -> bool| -> Vec<&'a ast::Item> {
        items.iter().copied().filter(|item| wanted(&item.kind)).collect()
    };
    let (moves, preferences) =
        (of(|kind| matches!(kind, ItemKind::Move(_))), of(|kind| matches!(kind, ItemKind::Preference(_))));
    let before = resolver.rules.len();
    named(resolver, &moves, "move");
    resolver.moves = resolver.rules[before..].to_vec();
    resolver.draws = draws(resolver, &of(|kind| matches!(kind, ItemKind::Draw(_))));
    resolver.margins = margins::collect(resolver, &of(|kind| matches!(kind, ItemKind::Margin(_))));
    let claims = of(|kind| matches!(kind, ItemKind::Claims(_)));
    resolver.claims = claims
        .into_iter()
        .map(|item| {
            let name = ast::Name { text: "claims".to_owned(), span: item.span };
            of_nobody(resolver, item, GameQuestion::Claims, &name)
        })
        .collect();
    named(resolver, &preferences, "preference");
}

/// The draws of a game. Reports two draws of the same name.
fn draws<'a>(resolver: &mut Heads<'a>, items: &[&'a ast::Item]) -> Vec<RuleItem<'a>> {
    let mut seen: Vec<&ast::Name> = Vec::new();
    let mut texts = Vec::new();
    for item in items {
        let ItemKind::Draw(tree) = &item.kind else { continue };
        if let Some(first) = seen.iter().find(|name| name.text == tree.name.text) {
            let title = format!("there are two draws `{}`", tree.name.text);
            let message = Diagnostic::new(Code::DeclaredTwice, title, tree.name.span, "repeated here");
            resolver.report(message.and(first.span, "the first one").hint("give this one another name"));
            resolver.recovery.rule_omitted();
            continue;
        }
        seen.push(&tree.name);
        texts.push(of_nobody(resolver, item, GameQuestion::Draw, &tree.name));
    }
    texts
}

/// Adds a query of the game that is not made for a particular player.
fn of_nobody<'a>(
    resolver: &mut Heads<'a>,
    item: &'a ast::Item,
    question: GameQuestion,
    name: &ast::Name,
) -> RuleItem<'a> {
    let at = resolver.program.rules.len();
    resolver.program.rules.push(unresolved(RuleKind::Game(question), item, name, 0, None));
    let text = RuleItem { item, rules: at..at + 1, sound: true };
    resolver.rules.push(text.clone());
    text
}
