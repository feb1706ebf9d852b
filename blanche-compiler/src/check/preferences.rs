//! `B0616`: a preference where a host keeps the game. Moves are valued in games in text, where the program knows them; whoever
//! plays the game of a host asks rules, scores and exports of a base, and no preferences.

use super::Items;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{PredicateKind, Program, Rule, RuleKind};
use crate::syntax::ast::{self, ItemKind};

/// Preferences of a program that has no game of its own, and asks a host.
pub(super) fn check(program: &Program, files: &[&ast::File], items: &Items<'_>) -> Vec<Diagnostic> {
    let is_of_host =
        |kind: &PredicateKind| matches!(kind, PredicateKind::Extern(external) if external.state.is_none());
    let has_host = program.predicates.iter().any(|predicate| is_of_host(&predicate.kind));
    let is_of_game = |item: &ast::Item| matches!(item.kind, ItemKind::State(_) | ItemKind::Move(_));
    if !has_host || files.iter().any(|file| file.items.iter().any(is_of_game)) {
        return Vec::new();
    }
    let texts = program.rules.chunk_by(|one, next| one.span == next.span).map(|texts| &texts[0]);
    let preferences = texts.filter(|rule| matches!(rule.kind, RuleKind::Preference(_)));
    let message = |rule: &Rule| {
        let title = format!("nobody asks the preference `{}`", rule.name);
        let label = "only games in text ask for preferences, and a host keeps this game";
        Diagnostic::new(Code::PreferenceUnasked, title, items.head(rule.span), label).hint(
            "a score values the position after a move: `score NAME for COLOUR attacking N defending N if`",
        )
    };
    preferences.map(message).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::Code;

    const PREFERENCE: &str =
        "preference p for Color plays Field worth 2 if free(Field), next(Field, Color)\n";

    fn labels(before: &str) -> Vec<String> {
        let found = problems(&format!("{before}{PREFERENCE}"));
        let found = found.into_iter().filter(|message| message.code == Code::PreferenceUnasked);
        found.map(|message| message.title).collect()
    }

    #[test]
    fn a_host_asks_no_preferences() {
        let domain = "sort field = a, b words Field playable\nsort color = white, black words Color\n\
            players white, black\nfact next(a, white), next(b, black)\n";
        let host =
            format!("{domain}extern free(Field: field):\n    (bound) tests,\n    (free) gives about 1\n");
        assert_eq!(labels(&host), ["nobody asks the preference `p`"], "it is said once for both players");
        // Moves may stand in another file.
        assert_eq!(labels(&format!("{domain}fact free(a)\n")).len(), 0);
    }

    #[test]
    fn a_game_in_text_asks_them() {
        let game = "board 2 by 2 like b2 words Field\nplayers white, black words Color\n\
            state next(Field, Color) one Color\nfree(Field) :- ¬next(Field, Color_)\n\
            move m for Color plays Field if free(Field)\n    adds next(Field, Color)\n\
            rule r for Color at level 0 if next(a1, Color)\n";
        assert_eq!(labels(game).len(), 0);
    }
}
