//! Tests of editor features for names inside calls (functional notation).

use super::with;
use crate::files::Span;
use crate::service::completion::complete;
use crate::service::hover::hover;
use crate::service::references::{definition, references};
use crate::service::rename::rename;
use crate::service::signature::signatures;

const NAME: &str = "lamps/grid";

/// A board with facts, followed by the line under test.
fn text(line: &str) -> String {
    format!(
        "board 3 by 3 like b2 words Cell\nfact disc(a1, black), disc(a2, white)\nfact weight(black, 3), weight(white, 2)\n\
         %% The cell above.\nabove(Cell, Cell2) :- step(Cell, n, Cell2)\n{line}\n"
    )
}

fn hovered(line: &str) -> String {
    let question = with(NAME, &text(line));
    hover(&question.workspace, question.file, question.offset).map(|hover| hover.text).unwrap_or_default()
}

#[test]
fn a_name_in_a_call_has_the_same_hover_as_elsewhere() {
    for (line, wanted) in [
        ("heavy(Cell) :- weight(disc(abo‸ve(Cell))) > 2", "The cell above."),
        ("heavy(Cell) :- weight(di‸sc(above(Cell))) > 2", "disc(Cell: field"),
        ("heavy(Cell) :- weight(disc(above(Ce‸ll))) > 2", "Cell: field"),
        ("heavy(Cell) :- weight(disc(step(Cell, n‸))) > 2", "n: direction"),
        ("heavy(Cell) :- disc(Cell, X_), ¬disc(abo‸ve(Cell), X_)", "The cell above."),
        (
            "heavy(Cell) :- count Cell_ (disc(Cell_, disc(abo‸ve(Cell)))) > 0, disc(Cell, X_)",
            "The cell above.",
        ),
        ("next(Cell, abo‸ve(Cell)) :- disc(Cell, X_)", "The cell above."),
        ("heavy(Cell) :- disc(Cell, X_), disc(above(Cell)) = whi‸te", "white"),
    ] {
        let text = hovered(line);
        assert!(text.contains(wanted), "{line}: `{wanted}` is missing in:\n{text}");
    }
}

#[test]
fn a_call_has_a_definition_and_is_a_reference() {
    let line = "heavy(Cell) :- weight(disc(abo‸ve(Cell))) > weight(disc(above(above(Cell))))";
    let question = with(NAME, &text(line));
    let show = |span: Span| question.show(span);
    let found = definition(&question.workspace, question.file, question.offset);
    assert_eq!(found.into_iter().map(show).collect::<Vec<_>>(), ["grid:5:1 above"]);
    let uses = references(&question.workspace, question.file, question.offset);
    assert_eq!(uses.len(), 4, "one definition and three uses");
}

#[test]
fn a_rename_changes_calls_too() {
    for (line, new, changed) in [
        ("heavy(Cell) :- weight(disc(abo‸ve(Cell))) > 2", "over", 2),
        ("heavy(Ce‸ll) :- weight(disc(above(Cell))) > weight(disc(Cell))", "Cell7", 3),
    ] {
        let mut question = with(NAME, &text(line));
        let edits =
            rename(&question.workspace, question.file, question.offset, new).expect("it may be renamed");
        assert_eq!(edits.len(), changed, "{line}");
        let mut text = question.workspace.sources().file(question.file).text().to_owned();
        let mut edits: Vec<_> = edits.iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        edits.iter().for_each(|edit| text.replace_range(edit.span.range(), &edit.text));
        question.workspace.write(&super::path(NAME), text);
        question.workspace.settle();
        let said = question.workspace.diagnostics();
        assert!(!crate::has_errors(&said), "{said:?}");
    }
}

#[test]
fn the_arguments_of_a_call_are_suggested() {
    let suggested = |line: &str| -> Vec<String> {
        let question = with(NAME, &text(line));
        let found = complete(&question.workspace, question.file, question.offset);
        found.iter().map(|suggestion| suggestion.text()).collect()
    };
    let found = suggested("heavy(Cell) :- weight(disc(step(Cell, ‸");
    assert!(found.iter().any(|text| text == "nw"), "{found:?}");
    let found = suggested("heavy(Cell) :- disc(Cell, X_), weight(disc(‸");
    assert!(found.iter().any(|text| text == "Cell"), "{found:?}");
    let question = with(NAME, &text("heavy(Cell) :- weight(disc(step(Cell, ‸"));
    let found = signatures(&question.workspace, question.file, question.offset).expect("a call is written");
    assert!(format!("{found:?}").contains("Direction"), "{found:?}");
}
