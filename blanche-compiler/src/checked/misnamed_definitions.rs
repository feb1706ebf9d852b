//! Reports a state or derived predicate whose name differs from the name in all of its uses. For example, nothing uses
//! the declared `state men(…)`, and the only unknown name is `man`. Then the mistake is in the declaration or the head,
//! and one message there replaces the messages about the uses.

use blanche_sorted::SortedMap;

use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::files::{Sources, Span};
use crate::syntax::{self, ast};

/// Minimum number of messages about uses. If there are fewer, the messages are kept, and each suggests the similar
/// name.
const MIN_USES: usize = 2;

/// Replaces messages about uses of an unknown name by one message at the definition.
pub(super) fn apply(sources: &Sources, trees: &[&ast::File], mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut meant: SortedMap<(&str, &str), usize> = SortedMap::new();
    for message in found.iter().filter(|message| speaks_of_use(message)) {
        let Some(fix) = &message.fix else { continue };
        // A message may cover all uses in a file, so the edits of its fix are counted.
        let written = sources.text(message.label.span);
        for edit in fix.edits.iter().filter(|edit| sources.text(edit.span) == written) {
            *meant.entry((written, edit.text.as_str())).or_default() += 1;
        }
    }
    let often = meant.into_iter().filter(|(_, times)| *times >= MIN_USES);
    let names: Vec<(String, String)> =
        often.map(|((written, state), _)| (written.to_owned(), state.to_owned())).collect();
    for (written, state) in names {
        let Some(places) = named_only(sources, trees, &state) else { continue };
        let is_use =
            |message: &Diagnostic| speaks_of_use(message) && sources.text(message.label.span) == written;
        let messages = found.iter().filter(|message| is_use(message));
        let uses = messages
            .flat_map(|message| message.others.iter().map(|label| label.span).chain([message.label.span]))
            .filter(|place| sources.text(*place) == written);
        let Some(first) = uses.clone().min() else { continue };
        // If none of these uses is in the file with the definition, the name in the other files may be the wrong one.
        if !uses.clone().any(|place| place.file == places[0].file) {
            continue;
        }
        found.retain(|message| !is_use(message));
        let title = format!("`{state}` is called `{written}` everywhere else");
        let label = format!("nothing mentions a `{state}`");
        let message = Diagnostic::new(Code::UnknownPredicate, title, places[0], label);
        let message = message.and(first, format!("here it is `{written}`, and wherever it is meant"));
        let edits = places.into_iter().map(|span| Edit { span, text: written.clone() }).collect();
        found.push(message.fixes(format!("write `{written}`"), edits));
    }
    found
}

/// Whether a message reports an unknown name that may have been meant as the name of a state or predicate.
fn speaks_of_use(message: &Diagnostic) -> bool {
    let is_of_name =
        matches!(message.code, Code::UnknownPredicate | Code::BadStart | Code::BadEffect | Code::BadDrawing);
    is_of_name && message.severity == Severity::Error
}

/// The spans where a name is declared as a state or is in the head of a clause. `None` if the name also occurs anywhere
/// else.
fn named_only(sources: &Sources, trees: &[&ast::File], name: &str) -> Option<Vec<Span>> {
    let items = trees.iter().flat_map(|tree| &tree.items);
    let places: Vec<Span> = items
        .filter_map(|item| match &item.kind {
            ast::ItemKind::State(tree) => Some(&tree.name),
            ast::ItemKind::Derivation(tree) => Some(&tree.head.predicate),
            _ => None,
        })
        .filter(|written| written.text == name)
        .map(|written| written.span)
        .collect();
    let is_elsewhere = |tree: &&ast::File| {
        let tokens = syntax::tokens(sources, tree.id);
        tokens.into_iter().any(|token| sources.text(token) == name && !places.contains(&token))
    };
    (!places.is_empty() && !trees.iter().any(is_elsewhere)).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::super::check_text;
    use crate::diagnostic::Severity;

    /// The labelled texts of the messages, each with the title of its fix.
    fn labels_and_fixes(state: &str, more: &str) -> Vec<(String, String)> {
        let text = format!(
            "board 3 by 3 like b2 words Field\nplayers left, right words Color, Other\nstarts left\n\
             state {state}(Field, Color) one Color\nstart man(a1, left), man(c3, right)\n\
             move step for Color plays Field1, Field2 if\n    \
             man(Field1, Color), step(Field1, Direction_, Field2), ¬man(Field2, Color_)\n    \
             removes man(Field1)\n    adds man(Field2, Color)\n\
             rule win for Color against Other at level 0 if ¬man(Field_, Other)\nblocked loses\n\
             drawn man(Field, left) as x, man(Field, right) as o\n{more}"
        );
        let (sources, found) = check_text("game.blanche", &text);
        let fixed = |message: &crate::diagnostic::Diagnostic| message.fix.clone().map(|fix| fix.title);
        let told = found
            .iter()
            .map(|message| (sources.text(message.label.span).to_owned(), fixed(message).unwrap_or_default()));
        told.collect()
    }

    #[test]
    fn a_misspelt_state_is_reported_once() {
        let labels_and_fixes = |state: &str| labels_and_fixes(state, "");
        assert_eq!(labels_and_fixes("man"), []);
        assert_eq!(labels_and_fixes("men"), [("men".to_owned(), "write `man`".to_owned())]);
        assert_eq!(labels_and_fixes("Man"), [("Man".to_owned(), "write `man`".to_owned())]);
    }

    #[test]
    fn a_head_that_all_uses_contradict_is_the_misspelt_name() {
        let labels_and_fixes = |heads: &str, uses: &str| {
            let (sources, found) = check_text("text.blanche", &format!("fact e(a, b)\n{heads}{uses}"));
            let fix = |message: &crate::diagnostic::Diagnostic| {
                message.fix.as_ref().map_or(0, |fix| fix.edits.len())
            };
            let errors = found.iter().filter(|one| one.severity == Severity::Error);
            let told = errors.map(|one| (sources.text(one.label.span).to_owned(), fix(one)));
            told.collect::<Vec<_>>()
        };
        let uses = "one(X) :- black.three(X)\ntwo(X) :- black.three(X), one(X)\nsix(X) :- e(X, Y_), ¬black.three(X)\n";
        assert_eq!(labels_and_fixes("black.three(X) :- e(X, Y_)\n", uses), []);
        assert_eq!(labels_and_fixes("black.thre(X) :- e(X, Y_)\n", uses), [("black.thre".to_owned(), 1)]);
        let twice = "black.thre(X) :- e(X, Y_)\nblack.thre(X) :- e(Y_, X)\n";
        assert_eq!(labels_and_fixes(twice, uses), [("black.thre".to_owned(), 2)]);
        // With only one use, the mistake may be either in the use or in the head.
        let once = labels_and_fixes("black.thre(X) :- e(X, Y_)\n", "one(X) :- black.three(X)\n");
        assert_eq!(once, [("black.three".to_owned(), 1)]);
    }

    #[test]
    fn if_something_uses_the_state_the_other_uses_are_misspelt() {
        let told = labels_and_fixes("men", "draw few if ¬men(a1, left), ¬men(c3, right)\n");
        assert!(told.len() > 1 && told.iter().all(|(written, _)| written == "man"), "{told:?}");
    }
}
