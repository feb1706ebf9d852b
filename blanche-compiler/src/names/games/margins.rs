//! Resolves margins, which measure by how much a player has won.

use super::super::heads::unresolved;
use super::super::model::scope::Scope;
use super::super::model::{Declared, Heads, RuleItem};
use super::super::player_sides;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{GameQuestion, RuleKind, VariableId};
use crate::syntax::ast::{self, ItemKind};

/// The queries of all margins, for each of their players. The margins of one player are added up.
pub(super) fn collect<'a>(resolver: &mut Heads<'a>, items: &[&'a ast::Item]) -> Vec<RuleItem<'a>> {
    let mut texts = Vec::new();
    for item in items {
        let ItemKind::Margin(tree) = &item.kind else { continue };
        let name = ast::Name { text: "margin".to_owned(), span: tree.head };
        let player_sides::Players { players, problems, sound } = player_sides::players(resolver, &tree.side);
        problems.into_iter().for_each(|problem| resolver.report(problem));
        let first = resolver.program.rules.len();
        let kind = RuleKind::Game(GameQuestion::Margin);
        let margin = |player| unresolved(kind, item, &name, 0, Some(player));
        resolver.program.rules.extend(players.into_iter().map(margin));
        texts.push(RuleItem { item, rules: first..resolver.program.rules.len(), sound });
    }
    resolver.rules.extend(texts.iter().cloned());
    texts
}

/// Resolves the variables whose values a margin counts.
pub(in super::super) fn counted(
    resolver: &mut Declared<'_>,
    names: &[ast::Name],
    scope: &Scope,
) -> Option<Vec<VariableId>> {
    let mut counted: Vec<VariableId> = Vec::new();
    for name in names {
        if ast::is_local(&name.text) {
            return None; // reported by the parser
        }
        let (label, hint) = match scope.find(&name.text) {
            Some(id) if id.index() < scope.players => {
                ("this is a player, and there is only one", "count fields, or other things of the player")
            }
            Some(id) if counted.contains(&id) => ("it is already listed", "remove one of the two"),
            Some(id) => {
                counted.push(id);
                continue;
            }
            None => ("the body after `if` does not mention it", "name a variable that the body binds"),
        };
        let title = format!("a margin cannot count `{}`", name.text);
        let message = Diagnostic::new(Code::BadMargin, title, name.span, label);
        let own = scope.variables[scope.players..].iter().filter(|variable| !variable.local);
        let near = resolver.speller.nearest(&name.text, own.map(|variable| variable.name.as_str()));
        let near = near.filter(|near| scope.find(&name.text).is_none() && *near != name.text);
        resolver.report(match near {
            Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
                format!("write `{near}`"),
                name.span,
                near.to_owned(),
            ),
            None => message.hint(hint),
        });
        return None;
    }
    Some(counted)
}
