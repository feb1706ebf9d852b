//! A state that is called otherwise wherever it is meant: nothing speaks of `state men(…)`, and all that is unknown is `man`. Then the
//! declaration is the mistake, and one message says so in the place of one for each use.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{Sources, Span};
use crate::syntax::{self, ast};

/// So many messages about uses there are at least; of fewer each says what may be meant.
const FEWEST: usize = 2;

/// The messages about uses of a state by another name become one at its declaration.
pub(super) fn apply(sources: &Sources, trees: &[&ast::File], mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut meant: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for message in found.iter().filter(|message| speaks_of_use(message)) {
        let Some(fix) = &message.fix else { continue };
        for edit in fix.edits.iter().filter(|edit| edit.span == message.label.span) {
            *meant.entry((sources.text(edit.span), edit.text.as_str())).or_default() += 1;
        }
    }
    let often = meant.into_iter().filter(|(_, times)| *times >= FEWEST);
    let names: Vec<(String, String)> =
        often.map(|((written, state), _)| (written.to_owned(), state.to_owned())).collect();
    for (written, state) in names {
        let Some(place) = declared_only(sources, trees, &state) else { continue };
        let is_use =
            |message: &Diagnostic| speaks_of_use(message) && sources.text(message.label.span) == written;
        let Some(first) =
            found.iter().filter(|message| is_use(message)).map(|message| message.label.span).min()
        else {
            continue;
        };
        found.retain(|message| !is_use(message));
        let title = format!("`{state}` is called `{written}` everywhere else");
        let label = format!("nothing speaks of a `{state}`");
        let message = Diagnostic::new(Code::UnknownPredicate, title, place, label);
        let message = message.and(first, format!("here it is `{written}`, and wherever it is meant"));
        found.push(message.fix(format!("write `{written}`"), place, written));
    }
    found
}

/// Whether a message says that a name is unknown which may be that of a state.
fn speaks_of_use(message: &Diagnostic) -> bool {
    let is_of_name =
        matches!(message.code, Code::UnknownPredicate | Code::BadStart | Code::BadEffect | Code::BadDrawing);
    is_of_name && message.severity == Severity::Error
}

/// Where a state is declared that no other place in the text names.
fn declared_only(sources: &Sources, trees: &[&ast::File], state: &str) -> Option<Span> {
    let items = trees.iter().flat_map(|tree| &tree.items);
    let mut declared = items.filter_map(|item| match &item.kind {
        ast::ItemKind::State(tree) if tree.name.text == state => Some(tree.name.span),
        _ => None,
    });
    let place = declared.next()?;
    let is_named = |tree: &&ast::File| {
        let tokens = syntax::tokens(sources, tree.id);
        tokens.into_iter().any(|token| token != place && sources.text(token) == state)
    };
    (!trees.iter().any(is_named)).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::super::check_text;

    /// The places that messages point at, and what is written there.
    fn told(state: &str, more: &str) -> Vec<(String, String)> {
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
    fn a_state_that_everything_calls_otherwise_is_one_mistake() {
        let told = |state: &str| told(state, "");
        assert_eq!(told("man"), []);
        assert_eq!(told("men"), [("men".to_owned(), "write `man`".to_owned())]);
        assert_eq!(told("Man"), [("Man".to_owned(), "write `man`".to_owned())]);
    }

    #[test]
    fn where_something_else_names_the_state_its_uses_are_told() {
        let told = told("men", "draw few if ¬men(a1, left), ¬men(c3, right)\n");
        assert!(told.len() > 1 && told.iter().all(|(written, _)| written == "man"), "{told:?}");
    }
}
