//! Tests of `noire test --game`, which checks the statements about positions in a file next to the rules of a game
//! written in BLANCHE. Statements that fail or make no sense cause messages.

use std::fs;
use std::path::Path;

use crate::commands::{folder, noire};

/// Creates noughts and crosses with these positions in a file next to its rules.
fn with_positions(test: &str, positions: &str) -> String {
    let folder = folder(&format!("{test}/noughts"), &[("positions.txt", positions)]);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/noughts");
    for entry in fs::read_dir(from).expect("it can be read").flatten() {
        if entry.path().extension().is_some_and(|ending| ending == "blanche") {
            let to = Path::new(&folder).join(entry.file_name());
            fs::copy(entry.path(), to).expect("it can be copied");
        }
    }
    folder
}

const DIAGONAL: &str = "\n3 . o .\n2 . x .\n1 x . o\n  a b c\n";

#[test]
fn several_moves_and_values_of_an_answer_can_be_expected_in_text() {
    let line = |line: &str| format!("rule two for x\n\n{line}: two marks on the diagonal{DIAGONAL}");
    for holds in [
        "applies, plays one of a1, c3",
        "applies, plays c3, Field = c3, counts 1",
        "applies, some answer has Field = c3",
        "applies, counts 1",
        "applies, plays one of A1, C3",
        "applies, plays C3, Field = C3, some answer has Field = C3",
    ] {
        let folder = with_positions("text-holds", &line(holds));
        let ran = noire(&["test", "--game", &folder]);
        assert_eq!(ran.status, 0, "{holds}: {}{}", ran.out, ran.err);
    }
    for (says, got, corrected) in [
        ("applies, plays one of a1, b1", "it applies and plays c3", "applies, plays one of a1, b1, c3"),
        ("applies, plays c3, Field = a1", "Field = c3", "applies, plays c3, Field = c3"),
        (
            "applies, some answer has Field = b2",
            "its only answer has Field = c3",
            "applies, some answer has Field = c3",
        ),
        ("misses", "it applies and plays c3", "applies, plays c3"),
        ("applies, plays c3, counts 2", "1 solution", "applies, plays c3, counts 1"),
        ("applies, counts 2", "1 solution", "applies, counts 1"),
        ("applies", "it applies and plays c3", "applies, plays c3"),
    ] {
        let folder = with_positions("text-differs", &line(says));
        let ran = noire(&["test", "--game", &folder]);
        assert_eq!(ran.status, 1, "{says}: {}", ran.out);
        assert!(ran.out.contains(": two for x: two marks on the diagonal\n"), "{says}: {}", ran.out);
        assert!(ran.out.contains(&format!("\n    got       {got}\n")), "{says}: {}", ran.out);
        let ran = noire(&["test", "--game", &folder, "--update"]);
        assert_eq!(ran.status, 0, "{says}: {}", ran.out);
        let file = Path::new(&folder).join("positions.txt");
        let text = fs::read_to_string(file).expect("it is there");
        assert_eq!(text, line(corrected), "{says}");
    }
    let folder = with_positions("text-wins", &line("applies, plays c3, refuted"));
    let ran = noire(&["test", "--game", &folder]);
    assert!(ran.status == 1 && ran.out.contains("got       c3 wins"), "{}", ran.out);
    let ran = noire(&["test", "--game", "noughts", "--update"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("the positions of `noughts` are built in"), "{}", ran.err);
}

#[test]
fn mistakes_in_examples_of_games_in_text_are_reported_with_their_places() {
    for (says, column, found) in [
        ("applies, plays c3 or a1", 10, "`plays c3 or a1` is not an expectation of an example"),
        ("applies, plays c3, some answer has Fild = c3", 36, "two for x has no variable `Fild`"),
        ("misses, plays c3", 9, "`plays c3` is not an expectation of an example"),
        ("applies, plays c3,", 19, "nothing follows the comma"),
        ("applies, figures 3", 10, "`figures 3` is not an expectation of an example"),
        ("applies, counts x", 10, "`counts x` is not an expectation of an example"),
    ] {
        let folder = with_positions("text-slips", &format!("rule two for x\n\n{says}: words{DIAGONAL}"));
        let ran = noire(&["test", "--game", &folder]);
        let begin = format!("error: {folder}/positions.txt:3:{column}: {found}\n  expected ");
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{says}");
        assert!(ran.err.starts_with(&begin) && ran.err.lines().count() == 2, "{says}: {}", ran.err);
    }
}
