//! Tests of editor features for unfinished items of games.

use super::super::folding::folds;
use super::super::hover::hover;
use super::super::symbols::symbols;
use super::super::{completion::complete, tokens};
use super::with;

const NAME: &str = "lamps/domain";

/// The suggestions at the mark in the lines of a game.
fn suggested(lines: &str) -> Vec<String> {
    let question = with(NAME, &format!("sort side = left, right words Side\nplayers left, right\n{lines}"));
    let found = complete(&question.workspace, question.file, question.offset);
    found.iter().map(|suggestion| suggestion.text()).collect()
}

#[test]
fn the_words_of_games_are_suggested_where_they_belong() {
    for (lines, wanted) in [
        ("state lit(Cell) ‸", &["one"][..]),
        ("state lit(Cell, Side) one Side, ‸", &["history"]),
        ("state lit(Cell, Side) one ‸", &[]),
        ("start lit(a1, left) ‸", &["if"]),
        ("move lights ‸", &["for"]),
        ("move lights for Side ‸", &["plays", "against"]),
        ("move lights for Side against Other ‸", &["plays"]),
        ("move lights for Side plays Cell ‸", &["if"]),
        ("move lights for Side plays Cell\n    ‸", &["removes", "adds", "then"]),
        ("move lights for Side plays Cell if dark(Cell)\n    ‸", &["removes", "adds", "then"]),
        ("move lights for Side plays Cell if dark(Cell)\n    adds lit(Cell, Side) ‸", &["if", "for"]),
        ("move lights for Side plays Cell\n    adds lit(Cell, Side)\n    ‸", &["removes", "adds", "then"]),
        (
            "move lights for Side plays Cell\n    adds lit(Cell) if dark(Cell)\n    ‸",
            &["removes", "adds", "then"],
        ),
        ("move lights for Side plays Cell\n    adds lit(Cell)\n    then waits ‸", &["from", "if"]),
        ("move lights for Side plays Cell\n    adds lit(Cell)\n    then waits from Cell ‸", &["if"]),
        (
            "move lights for Side plays Cell\n    adds lit(Cell)\n    then waits from Cell\n    ‸",
            &["removes", "adds", "then"],
        ),
        ("blocked ‸", &["loses", "draws", "passes"]),
        ("draw dark ‸", &["if"]),
        ("claims ‸", &["suppose", "from level"]),
        ("claims from level 3 ‸", &["suppose"]),
        ("preference edge for Side plays Cell ‸", &["worth"]),
        ("preference edge for Side plays Cell worth 5 ‸", &["if"]),
        ("preference edge for Side plays Cell worth 5 if dark(Cell) ‸", &["up to symmetry"]),
        ("drawn lit(Cell, left) ‸", &["as"]),
        ("drawn lit(Cell, left) as ‸", &[]),
    ] {
        assert_eq!(suggested(lines), wanted, "{lines}");
    }
    assert!(suggested("starts ‸").iter().any(|player| player == "left"));
    let words = suggested("‸");
    for word in ["state", "start", "move", "draw", "preference", "drawn"] {
        assert!(words.iter().any(|suggested| suggested == word), "{word}: {words:?}");
    }
    let moves = "state lit(Cell, Side) one Side\nmove waits for Side plays Cell if ¬lit(Cell, Side)\n    adds lit(Cell, Side)";
    assert_eq!(suggested(&format!("{moves}\n    then ‸")), ["waits"]);
    let values = suggested(&format!("{moves}\n    then waits from ‸"));
    assert!(values.iter().any(|value| value == "Cell"), "{values:?}");
    let literals = suggested("move lights for Side plays Cell\n    adds lit(Cell) for ‸");
    assert!(literals.iter().any(|literal| literal == "¬"), "{literals:?}");
}

#[test]
fn a_game_has_symbols_folds_and_tokens() {
    let text = "state lit(Cell, Side) one Side\nmove lights for Side plays Cell if unlit(Cell)\n    adds lit(Cell, Side)\n\
                draw unlit if ¬lit(Cell_, Side_)‸\n";
    let question = with(NAME, text);
    let found = symbols(&question.workspace, question.file);
    let names: Vec<&str> = found.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["lit/2", "lights for Side", "unlit"]);
    let folds = folds(&question.workspace, question.file);
    assert_eq!(folds.iter().map(|fold| (fold.first, fold.last)).collect::<Vec<_>>(), [(1, 2)]);
    let words: Vec<&str> = tokens::tokens(&question.workspace, question.file)
        .into_iter()
        .filter(|token| token.kind == tokens::Kind::Word)
        .map(|token| question.workspace.sources().text(token.span))
        .collect();
    assert_eq!(words, ["state", "one", "move", "for", "plays", "if", "adds", "draw", "if"]);
}

/// The game under test.
const GAME: &str = "board 2 by 2 like a1 words Cell\nsort side = left, right words Side\nplayers left, right\n\
                    %% A lamp burns.\nstate lamp(Cell, Side) one Side\nsort clock = 0 to 9 words Clock\n\
                    state clock(Clock) one Clock, history\nunlit(Cell) :- ¬lamp(Cell, Side_)\n\
                    move lights for Side plays Cell if unlit(Cell)\n    adds lamp(Cell, Side)\n";

#[test]
fn states_and_variables_are_suggested_in_moves() {
    let suggested = |line: &str| -> Vec<String> {
        let question = with(NAME, &format!("{GAME}{line}"));
        let found = complete(&question.workspace, question.file, question.offset);
        found.iter().map(|suggestion| suggestion.text()).collect()
    };
    for line in [
        "start ‸",
        "start clock(0), ‸",
        "drawn ‸",
        "move waits for left plays Cell if unlit(Cell)\n    adds ‸",
        "move waits for left plays Cell if unlit(Cell)\n    removes lamp(Cell), ‸",
    ] {
        let found = suggested(line);
        assert!(found.contains(&"lamp(Cell, Side)".to_owned()), "{line}: {found:?}");
        assert!(!found.iter().any(|text| text.starts_with("unlit")), "{line}: {found:?}");
    }
    let values = suggested("move waits for left plays Cell\n    adds lamp(Cell, ‸)");
    assert!(values.iter().any(|text| text == "right"), "{values:?}");
    assert_eq!(suggested("move waits for left plays ‸"), ["Cell", "Clock"]);
    assert_eq!(suggested("preference edge for Side plays C‸ worth 5 if lamp(Cell1, Side)\n")[0], "Cell1");
}

#[test]
fn hovering_over_a_state_shows_its_functional_dependency() {
    let hovered = |marked: String| {
        let question = with(NAME, &marked);
        hover(&question.workspace, question.file, question.offset).expect("a name stands there").text
    };
    let text = hovered(GAME.replace("adds lamp", "adds la‸mp"));
    for wanted in
        ["state lamp(Cell: field, Side: side)", "A lamp burns.", "at most one `Side` for each `Cell`"]
    {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let text = hovered(GAME.replace("state clock", "state clo‸ck"));
    assert!(text.contains("It is history"), "{text}");
}
