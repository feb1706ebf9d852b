//! Tests of editor features for boards: what a board declares, and which completions are suggested.

use super::with;
use crate::service::completion::complete;
use crate::service::hover::hover;
use crate::service::rename::renamable;
use crate::service::symbols::symbols;

const NAME: &str = "lamps/grid";

fn hovered(marked: &str) -> String {
    let question = with(NAME, marked);
    hover(&question.workspace, question.file, question.offset).expect("a name stands there").text
}

fn suggested(marked: &str) -> Vec<String> {
    let question = with(NAME, marked);
    let found = complete(&question.workspace, question.file, question.offset);
    found.iter().map(|suggestion| suggestion.text()).collect()
}

fn refused(marked: &str) -> Option<String> {
    let question = with(NAME, marked);
    renamable(&question.workspace, question.file, question.offset).err()
}

#[test]
fn hovering_over_a_board_lists_what_it_declares() {
    let text = hovered("%% Where lamps hang.\nboa‸rd 3 by 2 like b2 words Cell\nsymmetry none\n");
    for wanted in [
        "board 3 by 2 like b2 words Cell",
        "Where lamps hang.",
        "- `field` (`Cell`): 6 values",
        "- `step(Cell1: field, Direction: direction, Cell2: field)`: The second field is the next one",
        "- `half(Direction: direction)`: One of each two opposite directions.",
        "Only the identity is a symmetry.",
    ] {
        assert!(text.contains(wanted), "`{wanted}` is missing in:\n{text}");
    }
    let text = hovered("board 3 by 3 like b2 words Cell\ntop(Cell) :- at.ed‸ge(Cell, n)\n");
    assert!(text.contains("at.edge(Cell: field, Direction: direction)"), "{text}");
    let text = hovered("board 3 by 3 like b2 words Cell\ntop(Cell) :- fie‸ld(Cell), ¬at.edge(Cell, n)\n");
    assert!(text.contains("sort field = a1, b1"), "{text}");
}

#[test]
fn the_words_of_a_board_are_suggested_in_their_places() {
    assert_eq!(suggested("board 3 ‸"), ["by"]);
    assert_eq!(suggested("board 3 by 3 ‸"), ["like", "numbered", "dark", "hexagonal"]);
    assert_eq!(suggested("board 3 by 3 dark ‸"), ["like", "numbered"]);
    assert_eq!(suggested("board 3 by 3 like b2 ‸"), ["row 1 on top", "words"]);
    assert_eq!(suggested("board 3 by 3 like b2 words ‸"), [] as [&str; 0]);
    assert_eq!(suggested("symmetry ‸"), ["none", "turn with colours"]);
    let literals = suggested("board 3 by 3 like b2 words Cell\ntop(Cell) :- ‸\n");
    for wanted in ["step(Cell1, Direction, Cell2)", "at.edge(Cell, Direction)", "row(Row)", "row(Cell, Row)"]
    {
        assert!(literals.iter().any(|text| text == wanted), "{wanted}: {literals:?}");
    }
    let values = suggested("board 2 by 2 like a1 words Cell\ntop(Cell) :- at.edge(Cell, ‸)\n");
    assert!(values.iter().any(|text| text == "nw"), "{values:?}");
}

#[test]
fn names_from_a_board_cannot_be_renamed() {
    let text = "board 3 by 3 like b2 words Cell\ntop(Cell) :- ";
    for place in ["ste‸p(Cell, n, Cell_)", "fiel‸d(Cell), ¬at.edge(Cell, n)", "at.edge(Cell, n‸)"] {
        let reason = refused(&format!("{text}{place}\n"));
        assert!(reason.is_some_and(|reason| reason.contains("from the board")), "{place}");
    }
    assert!(refused("boar‸d 3 by 3 like b2 words Cell\n").is_some());
    let question = with(NAME, "board 3 by 3 like b2 words Cell‸\n");
    let found = symbols(&question.workspace, question.file);
    assert_eq!(found[0].name, "board 3 by 3");
}
